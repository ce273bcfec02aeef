"""`make dev`: the Dagster UI and its daemon for one data home, on this machine only.

Belongs here: the environment that `dagster dev` needs. Does not belong here: anything a run needs (`runs`).
"""

import os
import sys
from pathlib import Path

from orchestration.home import Home, HomeError
from orchestration.resources import HOME_VARIABLE
from orchestration.runs import prepare_instance

HOST, PORT = "127.0.0.1", "3000"


def main() -> None:
    """Replace this process by `dagster dev` for the home named on the command line."""
    try:
        home = Home.open(Path(sys.argv[1] if len(sys.argv) > 1 else "home"))
    except HomeError as error:
        sys.exit(f"fnx: {error}")
    os.environ[HOME_VARIABLE] = str(home.root)
    os.environ["DAGSTER_HOME"] = str(prepare_instance(home))
    os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "1")
    workspace = Path(__file__).resolve().parent.parent / "workspace.yaml"
    os.chdir(workspace.parent)
    dagster = Path(sys.executable).parent / "dagster"
    print(f"Dagster UI for {home.root}: http://{HOST}:{PORT} (stop with Ctrl+C)", flush=True)
    os.execv(dagster, [str(dagster), "dev", "-w", str(workspace), "-h", HOST, "-p", PORT])


if __name__ == "__main__":
    main()

"""`make run`: the sample season from a new data home to published lists, and how to go on.

Belongs here: the order of commands that a newcomer would type. Does not belong here: anything they do not.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

FNX = Path(sys.executable).parent / "fnx"


def fnx(*arguments: str) -> None:
    print(f"\n$ fnx {' '.join(arguments)}", flush=True)
    done = subprocess.run([str(FNX), *arguments], check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)


def main() -> None:
    home = Path(sys.argv[1] if len(sys.argv) > 1 else "home")
    if (home / "registry" / "events.csv").exists():
        print(f"{home} is there already: its lists are run again (for a new one: make run HOME_DIR=other)")
    else:
        fnx("init", str(home), "--sample")
    settings = tomllib.loads((home / "pool.toml").read_text(encoding="utf-8"))
    cutoffs = [str(day) for day in settings["pool"]["sample_cutoffs"]]
    for cutoff in cutoffs:
        if not (home / "exports" / cutoff / "manifest.json").exists():
            fnx("run", "--home", str(home), "--cutoff", cutoff)
            fnx("publish", "--home", str(home), "--cutoff", cutoff)
    latest = (home / "exports" / cutoffs[-1]).resolve()
    print(
        f"\nPublished lists: {home / 'exports'}"
        f"\nReport (open in a browser): {latest / 'relatorio.html'}"
        f"\nFor analysts (DuckDB, read-only): {(home / 'warehouse' / 'publicado.duckdb').resolve()}"
        f"\nDagster UI: make dev HOME_DIR={home}   then http://127.0.0.1:3000"
    )


if __name__ == "__main__":
    main()

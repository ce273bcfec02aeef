"""`make bench`: each figure beside a yardstick measured in the same run, so that a slow machine changes both.

Yardsticks: for the engine a plain float Elo loop without ledger, rounding or development; for the readers
and the ingestion see their modules; for a whole run the start-up of its tools (imports).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks import ingestion, trf
from benchmarks.engine import engine
from benchmarks.native import native_reader
from benchmarks.timing import measured
from benchmarks.xlsx import xlsx_reader

ROOT = Path(__file__).resolve().parent.parent
FNX = Path(sys.executable).parent / "fnx"


def whole_run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        subprocess.run([str(FNX), "init", str(home), "--sample"], check=True, capture_output=True)
        times = []
        for _ in range(3):
            started = time.perf_counter()
            subprocess.run([str(FNX), "run", "--home", str(home)], check=True, capture_output=True)
            times.append(time.perf_counter() - started)
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", "import dagster, dagster_dbt, dbt.cli.main, pyarrow, duckdb"],
            check=True,
            cwd=ROOT,
        )
        yardstick = time.perf_counter() - started
    print(
        f"fnx run       sample season            {median(times):>10.1f} s wall    "
        f"ratio {median(times) / yardstick:.1f} to importing its tools"
    )


if __name__ == "__main__":
    print(f"python {sys.version.split()[0]}, medians")
    engine(large="--large" in sys.argv)
    trf.measure()
    native_reader(measured)
    xlsx_reader(measured)
    ingestion.measure(1_000)
    whole_run()

"""`make bench`: each figure beside a yardstick measured in the same run, so that a slow machine changes both.

Yardsticks: for the engine a plain float Elo loop without ledger, rounding or development; for the TRF reader
the time to decode and split the same bytes into lines; for a whole run the start-up of its tools (imports).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.engine import engine
from benchmarks.timing import measured

ROOT = Path(__file__).resolve().parent.parent
FNX = Path(sys.executable).parent / "fnx"


def trf_reader() -> None:
    from scrapers.records import InputFile
    from scrapers.tournaments import read_tournament

    lines = ["012 Banco de provas", "042 2026/01/10", "052 2026/01/11", "062 250", "142 9"]
    for number in range(1, 251):
        cells = ""
        for round_ in range(9):
            other = (number - 1) ^ (1 << (round_ % 3)) if number <= 248 else None
            cells += (
                f"  {other + 1:>4} {'w' if number - 1 < other else 'b'} ="
                if other is not None
                else "  0000 - U"
            )
        lines.append(
            f"001 {number:>4} m    {f'Sobrenome {number}, Nome':<33} 1500 BRA {999000000 + number:>11} "
            f"1990/00/00  4.5 {number:>4}{cells}"
        )
    data = ("\r\n".join(lines) + "\r\n").encode("utf-8")
    reading = measured(lambda: read_tournament([InputFile("banco.trf", data)]))
    yardstick = measured(lambda: data.decode("utf-8").splitlines(), runs=50)
    print(
        f"TRF reader    250 players, 9 rounds    {reading * 1000:>10.1f} ms        "
        f"ratio {reading / yardstick:,.0f} to decode and split"
    )


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
    trf_reader()
    whole_run()

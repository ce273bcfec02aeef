"""`make bench`: each figure beside a yardstick measured in the same run, so that a slow machine changes both.

Yardsticks: for the engine a plain float Elo loop without ledger, rounding or development; for the readers
and the ingestion see their modules; for a whole run the start-up of its tools (imports).
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from statistics import median

from benchmarks import ingestion, trf
from benchmarks.native import native_reader
from benchmarks.trf import measured
from benchmarks.xlsx import xlsx_reader

ROOT = Path(__file__).resolve().parent.parent
FNX = Path(sys.executable).parent / "fnx"


def engine() -> None:
    from engine.entry import EntryState
    from engine.methodology import FNX_2026
    from engine.replay import RatedEvent, RatedGame, replay

    randomness = random.Random(7)
    names = [f"FNX-{number}" for number in range(500)]
    entries = [EntryState(name, randomness.randrange(200, 900), 0, True) for name in names]
    entries = [
        entry if entry.rating <= 600 else EntryState(entry.fnx_id, entry.rating, 60, False)
        for entry in entries
    ]
    events, games = [], []
    for number in range(200):
        day = date(2026, 1, 4) + timedelta(days=number)
        events.append(RatedEvent(f"E{number}", day, day, None, number, False))
        for round_ in range(1, 6):
            field = randomness.sample(names, 40)
            games += [
                RatedGame(
                    f"E{number}", round_, board, field[2 * board], field[2 * board + 1], board % 3, "RPD"
                )
                for board in range(20)
            ]

    def plain() -> None:
        ratings = {entry.fnx_id: float(entry.rating) for entry in entries}
        for game in games:
            white, black = ratings[game.white], ratings[game.black]
            change = 15 * (game.white_half_points / 2 - 1 / (1 + 10 ** ((black - white) / 400)))
            ratings[game.white], ratings[game.black] = white + change, black - change

    exact, yardstick = measured(lambda: replay(entries, events, games, FNX_2026)), measured(plain)
    print(f"engine        {len(games)} games, full ledger  {len(games) / exact:>10,.0f} games/s")
    print(
        f"              plain float loop         {len(games) / yardstick:>10,.0f} games/s   "
        f"ratio {exact / yardstick:.1f}"
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
    engine()
    trf.measure()
    native_reader(measured)
    xlsx_reader(measured)
    ingestion.measure(1_000)
    whole_run()

"""The rating systems and their calculators, each figure beside a yardstick of the same run.

Yardsticks: for the fold a plain float Elo loop without ledger or exact numbers; for a calculator from a
cold start the start of Python itself. Run it alone with ``python -m benchmarks.systems``.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from statistics import median

from benchmarks.timing import measured
from engine.systems import systems
from engine.systems.facts import Entry, Event, Game

FNX = Path(sys.executable).parent / "fnx"


def fold() -> None:
    randomness = random.Random(7)
    names = [f"P{number}" for number in range(200)]
    entries = [Entry(name, randomness.randint(1400, 2400), 50) for name in names]
    events, games = [], []
    for number in range(50):
        day = date(2026, 1, 4) + timedelta(days=3 * number)
        events.append(Event(f"e{number:02d}", day, day, homologation_no=number))
        for round_ in range(1, 6):
            field = randomness.sample(names, 40)
            games += [
                Game(f"e{number:02d}", round_, field[2 * board], field[2 * board + 1], board % 3, board)
                for board in range(20)
            ]

    def plain() -> None:
        ratings = {entry.player_id: float(entry.rating or 0) for entry in entries}
        for game in games:
            white, black = ratings[game.white], ratings[str(game.black)]
            expected = 1 / (1 + 10 ** ((black - white) / 400))
            change = 20 * ((game.white_half_points or 0) / 2 - expected)
            ratings[game.white], ratings[str(game.black)] = white + change, black - change

    yardstick = measured(plain, runs=3)
    for code, system in systems().items():
        exact = measured(lambda system=system: system.replay(entries, events, games), runs=3)  # type: ignore[misc]
        print(
            f"{code:6} {len(games)} games, full ledger  {len(games) / exact:>10,.0f} games/s   "
            f"ratio {exact / yardstick:,.0f} to a plain float loop"
        )


def cold_start() -> None:
    def cpu(*command: str) -> float:
        times = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return median(times)

    yardstick = cpu(sys.executable, "-c", "pass")
    for arguments in (["elo", "1500", "1600"], ["fnx", "550", "600=1"]):
        taken = cpu(str(FNX), "calc", *arguments)
        print(
            f"fnx calc {arguments[0]:4} from a cold start   {taken * 1000:>10.0f} ms CPU    "
            f"ratio {taken / yardstick:.1f} to starting Python"
        )


if __name__ == "__main__":
    fold()
    cold_start()

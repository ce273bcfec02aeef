"""A TRF of 250 players and 9 rounds, read by us and, where it is installed, by gacrux (FIDE's own checker).

Belongs here: the file and the milliseconds. The other yardstick is to decode the same bytes and split them
into lines. gacrux also checks points and prepares tie-breaks; it is the reference reader that there is.

`python -m benchmarks.trf`
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable

from benchmarks.timing import least
from scrapers.records import InputFile
from scrapers.tournaments import read_tournament

PLAYERS, ROUNDS = 250, 9


def event_file(players: int = PLAYERS, rounds: int = ROUNDS) -> bytes:
    """An individual event whose points add up; the last two of 250 have byes only."""
    paired = players - players % 8
    lines = [
        "012 Banco de provas",
        "022 Natal",
        "032 BRA",
        "042 2026/01/10",
        "052 2026/01/11",
        f"062 {players}",
        "092 Swiss System",
        f"142 {rounds}",
    ]
    for number in range(1, players + 1):
        cells = ""
        for round_ in range(rounds):
            other = (number - 1) ^ (1 << (round_ % 3))
            color = "w" if (number - 1 < other) ^ (round_ // 3 % 2 == 1) else "b"
            cells += f"  {other + 1:>4} {color} =" if number <= paired else "  0000 - U"
        points = rounds / 2 if number <= paired else rounds
        lines.append(
            f"001 {number:>4} m    {f'Sobrenome {number}, Nome':<33} 1500 BRA {999000000 + number:>11} "
            f"1990/00/00 {points:>4.1f} {number:>4}{cells}"
        )
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")


def gacrux_reader(text: str) -> Callable[[], int] | None:
    """Reads the text with gacrux and gives the number of games; None where it is not installed."""
    if importlib.util.find_spec("gacrux") is None:
        return None
    reader = importlib.import_module("gacrux.trf2json").trf2json

    def read() -> int:
        found = reader()
        found.parse_file(text, False)
        return len(found.get_tournament(1)["gameList"])

    return read


def measure() -> None:
    """Print the milliseconds of each reader on the same bytes."""
    data = event_file()
    ours = least(lambda: read_tournament([InputFile("banco.trf", data)]), runs=15)
    split = least(lambda: data.decode("utf-8").splitlines(), runs=50)
    print(
        f"TRF reader    {PLAYERS} players, {ROUNDS} rounds    {ours * 1000:>10.1f} ms        "
        f"ratio {ours / split:,.0f} to decode and split"
    )
    gacrux = gacrux_reader(data.decode("utf-8"))
    if gacrux is None:
        print("              gacrux is not installed here (pip install gacrux)")
    else:
        games, theirs = gacrux(), least(gacrux, runs=7)
        print(
            f"              gacrux reads {games} games in   {theirs * 1000:>10.1f} ms        "
            f"ratio {theirs / ours:.1f} to ours"
        )


if __name__ == "__main__":
    measure()

"""The reader of Swiss-Manager's binary: milliseconds a file, beside a plain unpacking of the same rows.

Belongs here: the measurement and its event. Does not belong here: anything a test asserts.

Yardstick: decoding every text of the file and unpacking every record of its sections, nothing else.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from scrapers.records import InputFile
from scrapers.tournaments import read_tournament
from tests.builders.description import Description, Pairing, Player
from tests.builders.native import native

PLAYERS, ROUNDS = 200, 11


def event() -> bytes:
    """An open of 200 players over 11 rounds with every field filled, all played but a few."""
    players = tuple(
        Player(
            number,
            f"Sobrenome {number}, Nome do Meio {number}",
            "w" if number % 5 == 0 else "m",
            "FM" if number % 17 == 0 else "",
            1500 + number,
            1600 + number,
            "BRA",
            str(999_000_000 + number),
            str(990_000 + number),
            1950 + number % 65,
            f"Clube {number % 23}",
        )
        for number in range(1, PLAYERS + 1)
    )
    rounds = []
    for round_ in range(ROUNDS):
        order = [1 + (7 * place + 13 * round_ * (place % 2)) % PLAYERS for place in range(PLAYERS)]
        order = list(dict.fromkeys(order)) + [n for n in range(1, PLAYERS + 1) if n not in set(order)]
        pairs = [
            Pairing(order[place], order[place + 1], "1=0+"[(place // 2 + round_) % 4])
            for place in range(0, PLAYERS - 2, 2)
        ]
        rounds.append((*pairs, *(Pairing(number, None, "Z") for number in order[-2:])))
    return native(
        Description(players, tuple(rounds), rhythm="STD", round_dates=("2026-03-07",) * ROUNDS, source_id=1)
    )


def unpack_all(data: bytes) -> list[object]:
    """Every text and record of the file, with no check and no meaning."""
    found: list[object] = []
    offsets = [offset for offset in struct.unpack_from("<7I", data, len(data) - 32) if offset]
    rounds, players, games, trailer = offsets

    def texts(position: int, count: int) -> int:
        for _ in range(count):
            size = 2 * int.from_bytes(data[position : position + 2], "little")
            found.append(data[position + 2 : position + 2 + size].decode("utf-16-le"))
            position += 2 + size
        return position

    texts(108, 132)
    for position, end, count, layout in (
        (rounds + 4, players, 16, struct.Struct("<IHHH66x")),
        (players + 4, games, 18, struct.Struct("<30xHHH2xIH4xIHH78x")),
    ):
        while position < end:
            position = texts(position, count)
            found.append(layout.unpack_from(data, position))
            position += layout.size
    found.extend(struct.iter_unpack("<HHB16x", data[games + 4 : trailer]))
    return found


def native_reader(measured: Callable[..., float]) -> None:
    """Prints one figure with its ratio; ``measured`` gives the median CPU seconds of some work."""
    data = event()
    reading = measured(lambda: read_tournament([InputFile("banco.TUNX", data)]), 15)
    yardstick = measured(lambda: unpack_all(data), 15)
    print(
        f"TUNX reader   {PLAYERS} players, {ROUNDS} rounds   {reading * 1000:>10.1f} ms        "
        f"ratio {reading / yardstick:.1f} to decode and unpack"
    )

"""One tournament described once, for builders that write it in several formats.

Belongs here: the description. Does not belong here: any file format. Persons are invented by the tests.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Player:
    """A participant; ids are invented (FIDE ids start with 999, CBX ids with 99)."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    fide_rating: int = 0
    national_rating: int = 0
    federation: str = "BRA"
    fide_id: str = ""
    national_id: str = ""
    birth_year: int | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """White, black (None: nobody) and the result seen from white.

    Results: `1 = 0` played, `+ -` forfeits (`--` double), `00` double zero, `?` none yet; alone: `U` bye,
    `Z` absence.
    """

    white: int
    black: int | None
    result: str


@dataclass(frozen=True, slots=True)
class Description:
    """A tournament: header, players, and the pairings of each round."""

    players: tuple[Player, ...]
    rounds: tuple[tuple[Pairing, ...], ...]
    name: str = "Aberto de Teste"
    city: str = "Natal"
    start_date: str = "2026-03-07"
    end_date: str = "2026-03-08"
    kind: str = "Swiss System"
    time_control: str = "90 min + 30 s"
    extra_header: tuple[str, ...] = field(default=())
    declares_rounds: bool = True


def half_points(result: str) -> tuple[int, int]:
    """Half points of white and black for a result of `Pairing`."""
    return {
        "1": (2, 0),
        "=": (1, 1),
        "0": (0, 2),
        "+": (2, 0),
        "-": (0, 2),
        "--": (0, 0),
        "00": (0, 0),
        "?": (0, 0),
        "U": (2, 0),
        "Z": (0, 0),
    }[result]


def points_of(number: int, described: Description) -> int:
    """Half points of a start number over all rounds."""
    total = 0
    for pairings in described.rounds:
        for pairing in pairings:
            if number in (pairing.white, pairing.black):
                total += half_points(pairing.result)[0 if number == pairing.white else 1]
    return total

"""One tournament described once, for builders that write it in several formats.

Belongs here: the description. Does not belong here: any file format. Persons are invented by the tests.

What a format cannot say, its builder leaves out (a TRF has no clubs, a text pair no dates); a result that it
cannot say is a KeyError.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Player:
    """A participant; ids are invented (FIDE ids start with 999, CBX ids with 99).

    ``team`` is a place in the description's teams, from 1, and ``place`` the place in that team.
    """

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
    club: str = ""
    team: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """White, black (None: nobody) and the result seen from white.

    Results: `1 = 0` played, `+ -` forfeits (`--` double), `00` double zero, `?` none yet; alone: `U` bye of
    the pairing, `F H Z` a full, half and zero bye. Of the binary alone: `m1 m= m0` played and marked as not
    rated, and any row as the reader shows it, after `#` (`#13`, `#0 FFFF`, `#0000 5`).
    """

    white: int
    black: int | None
    result: str


#: The system in words, as programs write it.
SYSTEMS = {
    "swiss": "Swiss System",
    "round_robin": "Round Robin",
    "team_swiss": "Team Swiss System",
    "team_round_robin": "Team Round Robin",
}


@dataclass(frozen=True, slots=True)
class Description:
    """A tournament: header, players, and the pairings of each round.

    ``system`` is swiss, round_robin, team_swiss or team_round_robin. In a team event the pairings of a round
    are the matches one after the other, ``boards`` of them each; ``matches`` names their teams where the
    players do not (an empty match). ``rated_bits``: 1 national, 2 FIDE.
    """

    players: tuple[Player, ...]
    rounds: tuple[tuple[Pairing, ...], ...]
    name: str = "Aberto de Teste"
    city: str = "Natal"
    federation: str = "BRA"
    start_date: str = "2026-03-07"
    end_date: str = "2026-03-08"
    system: str = "swiss"
    time_control: str = "90 min + 30 s"
    rhythm: str = ""
    round_dates: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    boards: int = 0
    matches: tuple[tuple[tuple[int, int], ...], ...] = ()
    prohibited: tuple[tuple[int, int], ...] = ()
    source_id: int = 0
    revision: int = 0
    rated_bits: int = 3
    extra_header: tuple[str, ...] = field(default=())
    declares_rounds: bool = True


def half_points(result: str) -> tuple[int, int]:
    """Half points of white and black for a result of `Pairing`."""
    if result.startswith("#"):
        return 0, 0
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
        "F": (2, 0),
        "H": (1, 0),
        "Z": (0, 0),
        "m1": (2, 0),
        "m=": (1, 1),
        "m0": (0, 2),
    }[result]


def points_of(number: int, described: Description) -> int:
    """Half points of a start number over all rounds."""
    total = 0
    for pairings in described.rounds:
        for pairing in pairings:
            if number in (pairing.white, pairing.black):
                total += half_points(pairing.result)[0 if number == pairing.white else 1]
    return total

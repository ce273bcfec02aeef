"""No file makes a reader raise, and no damage gives somebody a game they did not play.

What belongs here: cut, flipped and invented bytes of every format, from one description. What does not: the
meaning of sound files. `FNX_FUZZ_TRIES=2000` tries longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders import xlsx
from tests.builders.description import Description, Pairing, Player
from tests.builders.native import native
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf

TRIES = int(os.environ.get("FNX_FUZZ_TRIES", "60"))

EVENT = Description(
    (
        Player(1, "Conceição, Ana", "w", "WFM", 2050, 2101, "BRA", "999000001", "990001", 1990),
        Player(2, "Souza, Bento", "m", "", 1800, 0, "BRA", "999000002", "990002", 2004),
        Player(3, "Dantas, Caio", "m", "", 0, 1650, "BRA", "", "990003", 2011),
        Player(4, "Melo, Dora", "w"),
        Player(5, "Ítalo, Eva", "w", "", 1400, 1500, "BRA", "999000005", "990005", 1999),
        Player(6, "Farias, Fábio", "m", "", 1300, 1200, "BRA", "999000006", "990006", 1980),
        Player(7, "Gama, Gil", "m", "", 1200, 1100, "BRA", "999000007", "990007", 1981),
    ),
    (
        (Pairing(1, 4, "1"), Pairing(5, 2, "="), Pairing(3, 6, "0"), Pairing(7, None, "U")),
        (Pairing(7, 1, "0"), Pairing(2, 3, "1"), Pairing(6, 5, "+"), Pairing(4, None, "Z")),
        (Pairing(1, 5, "="), Pairing(4, 7, "1"), Pairing(2, 6, "1"), Pairing(3, None, "U")),
    ),
    extra_header=("222 5400+30", "XXR 3"),
)


class Format(NamedTuple):
    """A format and the files in which it tells an event."""

    name: str
    write: Callable[[Description], Sequence[bytes]]


FORMATS = (
    Format("trf", lambda event: [trf(event).encode()]),
    Format("sm_text", lambda event: [players_text(event).encode(), pairings_text(event).encode()]),
    Format("tunx", lambda event: [native(event)]),
    Format("chess_results_xlsx", lambda event: [xlsx.whole(event)]),
)
INTACT = {entry.name: [bytes(data) for data in entry.write(EVENT)] for entry in FORMATS}
NAMES = sorted(INTACT)

Games = set[tuple[int, frozenset[tuple[int | None, int | None]]]]


def read(files: Sequence[bytes]) -> Tournament:
    """What is read of them, after the checks that hold for whatever a reader gives."""
    found = read_tournament([InputFile(f"{place}.x", data) for place, data in enumerate(files)])
    assert found.status == "ok" or found.reason
    seats: dict[tuple[int, int], int] = {}
    for game in found.games:
        assert game.rated == (game.reason is None)
        assert game.white is not None
        if game.rated:
            assert game.black is not None
            assert (game.white_half_points or 0) + (game.black_half_points or 0) == 2
            for number in (game.white, game.black):
                seats[game.round, number] = seats.get((game.round, number), 0) + 1
    assert set(seats.values()) <= {1}
    for finding in found.findings:
        assert finding.where.startswith(("line ", "round "))
    return found


def rated(found: Tournament) -> Games:
    """The rated games: round, and who scored what."""
    return {
        (game.round, frozenset(((game.white, game.white_half_points), (game.black, game.black_half_points))))
        for game in found.games
        if game.rated and found.status == "ok"
    }


def is_sound(found: Tournament) -> bool:
    """Whether the format's own checks pass: nothing is in error, and the points add up."""
    return not any(f.severity == "error" or f.code == "points_differ" for f in found.findings)


def check_no_game_is_invented(name: str, files: Sequence[bytes]) -> None:
    found = read(files)
    invented = rated(found) - rated(read(INTACT[name]))
    assert not invented or is_sound(found), (invented, found.findings)


def test_the_intact_files_are_sound() -> None:
    for name in NAMES:
        found = read(INTACT[name])
        assert (found.format, len(rated(found)), is_sound(found)) == (name, 8, True)
    assert len({frozenset(rated(read(files))) for files in INTACT.values()}) == 1


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=TRIES, deadline=None)
@given(data=st.data())
def test_a_file_cut_at_any_byte(name: str, data: st.DataObject) -> None:
    files = list(INTACT[name])
    which = data.draw(st.integers(0, len(files) - 1))
    files[which] = files[which][: data.draw(st.integers(0, len(files[which]) - 1))]
    check_no_game_is_invented(name, files)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=2 * TRIES, deadline=None)
@given(data=st.data())
def test_one_byte_is_another(name: str, data: st.DataObject) -> None:
    files = list(INTACT[name])
    which = data.draw(st.integers(0, len(files) - 1))
    place = data.draw(st.integers(0, len(files[which]) - 1))
    value = data.draw(st.one_of(st.sampled_from(b"0123456789 ;wb=+-\r\n"), st.integers(0, 255)))
    damaged = bytearray(files[which])
    damaged[place] = value
    files[which] = bytes(damaged)
    check_no_game_is_invented(name, files)


@st.composite
def damaged(draw: st.DrawFn, name: str) -> list[bytes]:
    """Several bytes set, inserted and deleted, in any of the files."""
    files = [bytearray(data) for data in INTACT[name]]
    for _ in range(draw(st.integers(0, 12))):
        data = draw(st.sampled_from(files))
        place = draw(st.integers(0, len(data) - 1))
        how = draw(st.sampled_from(("set", "insert", "delete")))
        if how == "set":
            data[place] = draw(st.integers(0, 255))
        elif how == "insert":
            data[place:place] = draw(st.binary(min_size=1, max_size=5))
        elif len(data) > 1:
            del data[place]
    return [bytes(data) for data in files]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=TRIES, deadline=None)
@given(data=st.data())
def test_damage_of_any_kind_is_read_or_refused(name: str, data: st.DataObject) -> None:
    read(data.draw(damaged(name)))


@settings(max_examples=TRIES, deadline=None)
@given(data=st.data())
def test_files_of_two_formats(data: st.DataObject) -> None:
    first, second = data.draw(st.sampled_from(NAMES)), data.draw(st.sampled_from(NAMES))
    read([data.draw(damaged(first))[0], data.draw(damaged(second))[-1]])


@settings(max_examples=TRIES, deadline=None)
@given(
    data=st.binary(max_size=400),
    start=st.sampled_from(
        (b"", b"\x93\xff\x89\x44", b"PK\x03\x04", b"001    1 ", b"\xff\xfe", b"Nr;Name;Fed;Pkt\n")
    ),
)
def test_invented_bytes(data: bytes, start: bytes) -> None:
    assert rated(read([start + data])) == set()


@settings(max_examples=TRIES, deadline=None)
@given(text=st.text(alphabet="0123456789 wb-=+1HZU?/.\t\x0c²٣½é", max_size=120))
def test_invented_cells(text: str) -> None:
    lines = ("001    1 m    X", "001    2 m    ", "142 ", "222 ", "122 ", "300 ", "310 ", "330 ", "BRA    1 ")
    read(["\n".join(line + text for line in lines).encode()])

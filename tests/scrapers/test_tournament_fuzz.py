"""No file makes a reader raise: cut, flipped and invented bytes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.records import InputFile
from scrapers.tournaments import read_tournament
from tests.builders.description import Description, Pairing, Player
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf

EVENT = Description(
    (
        Player(1, "Conceição, Ana", "w", "WFM", 2050, 2101, "BRA", "999000001", "990001", 1990),
        Player(2, "Souza, Bento", "m", "", 1800, 0, "BRA", "999000002", "990002", 2004),
        Player(3, "Dantas, Caio", "m", "", 0, 1650, "BRA", "", "990003", 2011),
    ),
    ((Pairing(1, 3, "1"), Pairing(2, None, "U")), (Pairing(2, 1, "="), Pairing(3, None, "Z"))),
    extra_header=("222 5400+30", "XXR 2", "310   1 Torre                            TDO", "013 Peao"),
)
SEEDS = (trf(EVENT).encode(), players_text(EVENT).encode(), pairings_text(EVENT).encode())


def _check(files: list[InputFile]) -> None:
    found = read_tournament(files)
    assert found.status == "ok" or found.reason
    for game in found.games:
        assert game.rated == (game.reason is None)
        assert game.white is not None
        if game.rated:
            assert game.black is not None
            assert (game.white_half_points or 0) + (game.black_half_points or 0) == 2
    for finding in found.findings:
        assert finding.where.startswith(("line ", "round "))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 12))):
        place = draw(st.integers(0, len(data) - 1))
        how = draw(st.sampled_from(("set", "insert", "delete")))
        if how == "set":
            data[place] = draw(st.integers(0, 255))
        elif how == "insert":
            data[place:place] = draw(st.binary(min_size=1, max_size=5))
        elif len(data) > 1:
            del data[place]
    return bytes(data[: draw(st.integers(0, len(data)))]) if draw(st.booleans()) else bytes(data)


@settings(max_examples=250, deadline=None)
@given(data=damaged())
def test_damaged_files(data: bytes) -> None:
    _check([InputFile("x", data)])


@settings(max_examples=80, deadline=None)
@given(first=damaged(), second=damaged())
def test_damaged_pairs(first: bytes, second: bytes) -> None:
    _check([InputFile("a", first), InputFile("b", second)])


@settings(max_examples=100, deadline=None)
@given(
    data=st.binary(max_size=400),
    start=st.sampled_from(
        (b"", b"\x93\xff\x89\x44", b"PK\x03\x04", b"001    1 ", b"\xff\xfe", b"Nr;Name;Fed;Pkt\n")
    ),
)
def test_invented_bytes(data: bytes, start: bytes) -> None:
    _check([InputFile("x", start + data)])


@settings(max_examples=100, deadline=None)
@given(text=st.text(alphabet="0123456789 wb-=+1HZU?/.\t\x0c²٣½é", max_size=120))
def test_invented_cells(text: str) -> None:
    _check(
        [
            InputFile(
                "x",
                f"001    1 m    X{text}\n001    2 m    {text}\n142 {text}\n222 {text}\n122 {text}".encode(),
            )
        ]
    )

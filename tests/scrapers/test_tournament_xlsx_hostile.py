"""Workbooks and pages that are damaged or made to hurt: a refusal, never a traceback or an invented game."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.inspection import inspect
from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders import xlsx
from tests.builders.description import Description, Pairing, Player

EVENT = Description(
    (
        Player(1, "Conceição, Ana", "w", "WFM", 2050, 2101, "BRA", "999000001", "990001", 1990),
        Player(2, "Souza, Bento", "m", "", 1800),
        Player(3, "Dantas, Caio"),
        Player(4, "Melo, Dora"),
    ),
    (
        (Pairing(1, 3, "1"), Pairing(2, 4, "=")),
        (Pairing(4, 1, "0"), Pairing(3, None, "U"), Pairing(2, None, "Z")),
    ),
)
CROSSTABLE = xlsx.workbook(xlsx.sheet(EVENT, xlsx.crosstable(EVENT)))
PAIRINGS = xlsx.workbook(xlsx.sheet(EVENT, xlsx.all_pairings(EVENT)))
PAGE = xlsx.page(EVENT, xlsx.crosstable(EVENT))
SHEET = "xl/worksheets/sheet1.xml"


def read(*data: bytes) -> Tournament:
    return read_tournament([InputFile(f"{number}.xlsx", one) for number, one in enumerate(data)])


def rated(found: Tournament) -> set[tuple[object, ...]]:
    return {(g.round, g.white, g.black, g.white_half_points) for g in found.games if g.rated}


INTACT = rated(read(CROSSTABLE))


def rezipped(
    change: Callable[[str, bytes], bytes], *extra: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """The crosstable's workbook with its parts changed and others added."""
    with zipfile.ZipFile(io.BytesIO(CROSSTABLE)) as source:
        parts = {name: change(name, source.read(name)) for name in source.namelist()}
    return xlsx.zipped(parts | dict(extra), method)


def in_sheet(change: Callable[[bytes], bytes]) -> bytes:
    return rezipped(lambda name, data: change(data) if name == SHEET else data)


def in_strings(change: Callable[[bytes], bytes]) -> bytes:
    return rezipped(lambda name, data: change(data) if name == "xl/sharedStrings.xml" else data)


DTD = b'<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
EXTERNAL = b'<!DOCTYPE sst [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
ROWS_END = b"</sheetData>"


def lying(data: bytes) -> bytes:
    """A sheet that unpacks to far more than the directory says."""
    bomb = in_sheet(lambda part: part.replace(ROWS_END, b" " * 40_000_000 + ROWS_END))
    place = bomb.rindex(SHEET.encode()) - 46
    assert bomb[place : place + 4] == b"PK\x01\x02"
    return bomb[: place + 24] + struct.pack("<I", 1000) + bomb[place + 28 :]


HOSTILE: dict[str, Callable[[], bytes]] = {
    "zip bomb": lambda: in_sheet(lambda part: part.replace(ROWS_END, b" " * 40_000_000 + ROWS_END)),
    "lying directory": lambda: lying(CROSSTABLE),
    "entities": lambda: in_strings(
        lambda part: part.replace(b"<sst", DTD + b"<sst").replace(b"Melo", b"&b;")
    ),
    "external entity": lambda: in_strings(
        lambda part: part.replace(b"<sst", EXTERNAL + b"<sst").replace(b"Melo", b"&a;")
    ),
    "utf-16": lambda: in_strings(lambda part: part.decode().encode("utf-16")),
    "another encoding": lambda: in_strings(lambda part: b'<?xml version="1.0" encoding="cp037"?>' + part),
    "a million cells": lambda: in_sheet(
        lambda part: part.replace(ROWS_END, b'<row r="900">' + b"<c/>" * 1_300_000 + b"</row>" + ROWS_END)
    ),
    "huge shared strings": lambda: in_strings(
        lambda part: part.replace(b"</sst>", b"<si><t>x</t></si>" * 400_000 + b"</sst>")
    ),
    "a row far below": lambda: in_sheet(
        lambda part: part.replace(ROWS_END, b'<row r="1048576"><c><v>1</v></c></row>' + ROWS_END)
    ),
    "a column far right": lambda: in_sheet(
        lambda part: part.replace(ROWS_END, b'<row r="900"><c r="XFD900"><v>1</v></c></row>' + ROWS_END)
    ),
    "rows backwards": lambda: in_sheet(
        lambda part: part.replace(ROWS_END, b'<row r="2"><c><v>1</v></c></row>' + ROWS_END)
    ),
    "deep elements": lambda: in_sheet(lambda part: part.replace(ROWS_END, b"<x>" * 500_000)),
    "a sheet twice": lambda: rezipped(lambda _, data: data, (SHEET, b"<worksheet/>")),
    "too many members": lambda: rezipped(
        lambda _, data: data, *((f"xl/media/{number}", b"") for number in range(6000))
    ),
    "bzip2": lambda: rezipped(lambda _, data: data, method=zipfile.ZIP_BZIP2),
    "no sheet": lambda: rezipped(lambda name, data: b"" if name == SHEET else data),
    "another string": lambda: in_sheet(lambda part: part.replace(b"<v>5</v>", b"<v>99999</v>")),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_hostile_workbooks_are_refused(name: str) -> None:
    found = read(HOSTILE[name]())
    assert (found.format, found.status, found.games) == ("chess_results_xlsx", "rejected", ())
    assert found.reason is not None
    assert "lanilha" in found.reason


HARMLESS: dict[str, Callable[[], bytes]] = {
    "a sheet that claims to be full": lambda: in_sheet(
        lambda part: part.replace(b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>')
    ),
    "an empty last row": lambda: in_sheet(
        lambda part: part.replace(ROWS_END, b'<row r="1048576" ht="15"/>' + ROWS_END)
    ),
    "paths out of the zip": lambda: rezipped(
        lambda _, data: data, ("../../x.xml", b"x"), ("/xl/worksheets/../../y.xml", b"x"), ("xl\\z.xml", b"")
    ),
    "a bomb beside the sheets": lambda: rezipped(
        lambda _, data: data, ("xl/media/image1.png", bytes(60_000_000))
    ),
    "comments": lambda: in_strings(lambda part: part.replace(b"<sst", b"<!-- x --><sst")),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_oddities_that_change_nothing(name: str) -> None:
    found = read(HARMLESS[name]())
    assert (found.status, rated(found)) == ("ok", INTACT)


def test_a_zip_with_a_giant_directory_is_not_listed() -> None:
    data = bytearray(CROSSTABLE)
    end = data.rindex(b"PK\x05\x06")
    data[end + 12 : end + 16] = struct.pack("<I", 3_000_000)
    assert read(bytes(data)).status == "rejected"


def test_a_damaged_workbook_is_named_so_also_by_inspection(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("x") / "torneio.xlsx"
    path.write_bytes(CROSSTABLE[:-300])
    found = inspect([path])
    assert (found["format"], found["status"]) == ("chess_results_xlsx", "rejected")
    assert "danificada" in str(found["reason"])


def test_inspection_knows_a_crosstable_without_its_banner(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("x") / "torneio.xlsx"
    path.write_bytes(xlsx.workbook(xlsx.crosstable(EVENT)))
    assert inspect([path])["format"] == "chess_results_xlsx"


@settings(max_examples=150, deadline=None)
@given(
    seed=st.sampled_from((CROSSTABLE, PAIRINGS)),
    cut=st.floats(0, 1),
    flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=4),
    truncated=st.booleans(),
)
def test_damaged_workbooks(seed: bytes, cut: float, flips: list[tuple[float, int]], truncated: bool) -> None:
    """Each part is checked by its CRC, so a damaged workbook is refused or says the same as before."""
    data = bytearray(seed)
    for place, value in flips:
        data[int(place * len(data))] = value
    found = read(bytes(data[: int(cut * len(data))]) if truncated else bytes(data))
    assert found.status == "ok" or found.reason
    assert rated(found) <= INTACT


@st.composite
def damaged_parts(draw: st.DrawFn) -> bytes:
    """A workbook whose parts were damaged before they were packed: no CRC tells."""
    name = draw(st.sampled_from((SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "[Content_Types].xml")))
    flips = draw(
        st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=6)
    )

    def change(part: str, data: bytes) -> bytes:
        if part != name:
            return data
        changed = bytearray(data)
        for place, value in flips:
            changed[int(place * len(changed))] = value
        return bytes(changed)

    return rezipped(change)


def check(found: Tournament) -> None:
    """What holds of every answer: rated games are games, and each player sits once a round in them."""
    assert found.status == "ok" or found.reason
    sides = [(g.round, side) for g in found.games if g.rated for side in (g.white, g.black)]
    assert None not in [side for _, side in sides]
    assert len(sides) == len(set(sides))
    for game in found.games:
        assert game.rated == (game.reason is None)
        if game.rated:
            assert (game.white_half_points or 0) + (game.black_half_points or 0) == 2
    for finding in found.findings:
        assert finding.where.startswith(("line ", "round "))


@settings(max_examples=120, deadline=None)
@given(data=damaged_parts())
def test_workbooks_packed_after_the_damage(data: bytes) -> None:
    check(read(data))


CELL = st.one_of(
    st.none(),
    st.integers(-3, 9),
    st.floats(allow_nan=True),
    st.sampled_from(
        (
            *("No.", "Name", "Rk.", "1.Rd", "2.Rd", "White", "Black", "Result", "Round 1", "Pts.", "Bo."),
            "-",
            "½",
            "2w1",
            "1b0",
            "3b½",
            "-1",
            "-0",
            "bye",
            "not paired",
            "1 - 0",
            "+ - -",
            "Silva, Ana",
            "1.1",
            "Team",
        )
    ),
    st.text(alphabet="0123456789 wb-=+½:.²٣é", max_size=8),
)


@settings(max_examples=150, deadline=None)
@given(rows=st.lists(st.lists(CELL, max_size=12).map(tuple), max_size=14))
def test_invented_sheets(rows: list[tuple[object, ...]]) -> None:
    try:
        data = xlsx.workbook(rows)
    except ValueError:
        return
    check(read(data))


def test_a_page_whose_headings_lost_a_cell_is_refused() -> None:
    assert read(PAGE.replace(b"<td>FED</td>", b"<tx>FED</td>", 1)).status == "rejected"


@settings(max_examples=150, deadline=None)
@given(
    cut=st.integers(0, 400),
    flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=1),
)
def test_damaged_pages(cut: int, flips: list[tuple[float, int]]) -> None:
    """A page has no CRC: a game is told by two rows, so one changed byte never makes another game."""
    data = bytearray(PAGE)
    for place, value in flips:
        data[int(place * len(data))] = value
    found = read(bytes(data) if cut > 200 else bytes(data[: len(data) - cut]))
    check(found)
    assert {(r, frozenset((w, b))) for r, w, b, _ in rated(found)} <= {
        (r, frozenset((w, b))) for r, w, b, _ in INTACT
    }


@pytest.mark.parametrize(
    "part",
    [b"<a ", b"<!--", b"<table>", b"<td>", b"&", b"<table class=CRs1><tr>", b"<td colspan=999>", b"<script>"],
)
def test_pages_made_to_be_slow(part: bytes) -> None:
    head = b"<html><body>chess-results<table class=CRs1><tr><td>"
    found = read(head + part * (1_000_000 // len(part)) + b"</td></tr></table></html>")
    assert found.status == "rejected"

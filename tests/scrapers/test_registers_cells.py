"""Single cells of the registers: every accepted spelling, and what is refused with what is expected."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from scrapers.registers.cells import (
    BadCell,
    read_cell,
    read_date,
    read_rhythm,
    read_round_rhythms,
    read_time,
    read_timestamp,
    round_rhythms_text,
)
from scrapers.registers.columns import Column


@pytest.mark.parametrize(
    "cell",
    ["2026-02-01", "01/02/2026", "1/2/2026", "2026-2-1", "2026-02-01T00:00:00", "01/02/2026 00:00"],
)
def test_dates(cell: str) -> None:
    assert read_date(cell) == date(2026, 2, 1)


@pytest.mark.parametrize(
    "cell",
    ["2026-02-30", "31/02/2026", "0205-06-28", "2026/02/01", "01-02-2026", "2026-02-01 10:00", "x", "46054"],
)
def test_impossible_dates(cell: str) -> None:
    with pytest.raises(BadCell):
        read_date(cell)


@pytest.mark.parametrize(
    ("cell", "moment"),
    [
        ("2026-02-01T10:20:30", datetime(2026, 2, 1, 10, 20, 30)),
        ("2026-02-01T10:20", datetime(2026, 2, 1, 10, 20)),
        ("2026-02-01 10:20:30.250", datetime(2026, 2, 1, 10, 20, 30, 250000)),
        ("2026-02-01 9:05", datetime(2026, 2, 1, 9, 5)),
        ("01/02/2026 10:20", datetime(2026, 2, 1, 10, 20)),
        ("01/02/2026 10:20:01", datetime(2026, 2, 1, 10, 20, 1)),
        ("2026-02-01", datetime(2026, 2, 1)),
        ("01/02/2026", datetime(2026, 2, 1)),
        # Fortaleza is three hours behind UTC all year.
        ("2026-02-01T02:00:00Z", datetime(2026, 1, 31, 23, 0)),
        ("2026-02-01T02:00:00+00:00", datetime(2026, 1, 31, 23, 0)),
        ("2026-02-01T23:00:00-03:00", datetime(2026, 2, 1, 23, 0)),
        ("2026-02-01T23:00:00-0300", datetime(2026, 2, 1, 23, 0)),
        ("2026-02-01T23:00-04", datetime(2026, 2, 2, 0, 0)),
    ],
)
def test_timestamps_are_fortaleza_wall_time(cell: str, moment: datetime) -> None:
    found = read_timestamp(cell)
    assert found == moment
    assert found.tzinfo is None


@pytest.mark.parametrize(
    "cell", ["2026-02-01T24:00", "2026-02-01Tx", "10:00", "2026-02-01T10:00+15:00", "ontem"]
)
def test_impossible_timestamps(cell: str) -> None:
    with pytest.raises(BadCell):
        read_timestamp(cell)


@pytest.mark.parametrize(
    ("cell", "time"),
    [("09:30", "09:30"), ("9:30", "09:30"), ("09h30", "09:30"), ("9h", "09:00"), ("18:00:00", "18:00")],
)
def test_times(cell: str, time: str) -> None:
    assert read_time(cell) == time


@pytest.mark.parametrize("cell", ["24:00", "9:60", "930", "noite", "9"])
def test_impossible_times(cell: str) -> None:
    with pytest.raises(BadCell):
        read_time(cell)


@pytest.mark.parametrize(
    ("rhythm", "words"),
    [
        ("STD", ["STD", "std", "Clássico", "CLASSICO", "Standard", "Pensado"]),
        ("RPD", ["RPD", "Rápido", "rapido", "Rapid"]),
        ("BLZ", ["BLZ", "Blitz", "Relâmpago", "relampago"]),
    ],
)
def test_rhythms(rhythm: str, words: list[str]) -> None:
    assert {read_rhythm(word) for word in words} == {rhythm}


def test_unknown_rhythm_names_the_three() -> None:
    with pytest.raises(BadCell, match=r"STD.*RPD.*BLZ"):
        read_rhythm("Bughouse")


@pytest.mark.parametrize(
    ("cell", "value"), [("990123", "990123"), ("00990123", "990123"), ("990123.0", "990123"), ("0", None)]
)
def test_ids(cell: str, value: str | None) -> None:
    assert read_cell(Column("cbx_id", "id"), cell) == value


@pytest.mark.parametrize("cell", ["990123;990456", "990123 990456", "A1946", "12,5", "-5", "²", "9" * 13])
def test_cells_that_are_no_id(cell: str) -> None:
    with pytest.raises(BadCell):
        read_cell(Column("cbx_id", "id"), cell)


def test_integers_and_bounds() -> None:
    column = Column("rating", "integer", minimum=100, maximum=3000)
    assert read_cell(column, "450") == 450
    assert read_cell(column, "450,0") == 450
    for cell in ("99", "3001", "4.5", "1.000", "x", "9" * 5000):
        with pytest.raises(BadCell):
            read_cell(column, cell)


@pytest.mark.parametrize(
    ("kind", "cell", "value"),
    [
        ("yesno", "Sim", "yes"),
        ("yesno", "NÃO", "no"),
        ("yesno", "yes", "yes"),
        ("sex", "f", "F"),
        ("sex", "Masculino", "M"),
        ("uf", "rn", "RN"),
    ],
)
def test_codes(kind: str, cell: str, value: str) -> None:
    assert read_cell(Column("x", kind), cell) == value  # type: ignore[arg-type]


def test_listed_values_in_any_case() -> None:
    column = Column("recognition", values=("fnx", "school"))
    assert read_cell(column, "FNX") == "fnx"
    with pytest.raises(BadCell, match="fnx, school"):
        read_cell(column, "escola")


def test_rounds_of_mixed_rhythm() -> None:
    spans = read_round_rhythms(" 6 - 7 : Rápido ; 1-5:STD; 8:blitz ")
    assert spans == ((1, 5, "STD"), (6, 7, "RPD"), (8, 8, "BLZ"))
    assert round_rhythms_text(spans) == "1-5:STD;6-7:RPD;8:BLZ"


@pytest.mark.parametrize(
    "cell", ["5-1:STD", "0-3:STD", "1-5:STD;5-7:RPD", "1-5", "1-5:XYZ", "STD", "1-5:STD;"]
)
def test_impossible_rounds(cell: str) -> None:
    with pytest.raises(BadCell):
        read_round_rhythms(cell)

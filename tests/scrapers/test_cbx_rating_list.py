"""CBX rating lists: the same rows from CSV, .xlsx and a saved page; unknown layouts are refused."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.cbx import CbxListRow, CbxRatingList, rating_list_json, read_rating_list
from scrapers.records import InputFile

Cell = str | int | float | date | None
HEADINGS = ("ID CBX", "Nome", "Data Nasc.", "UF", "ID FIDE", "Clássico", "Rápido", "Blitz")
ROWS: tuple[tuple[Cell, ...], ...] = (
    ("990001", "ANA SÁ", "09/02/2011", "RN", "999000001", "1822", "1.790", ""),
    ("990002", "BIA LIMA", "", "PB", "0", "1800", "", "1801"),
)
EXPECTED = (
    CbxListRow("990001", "ANA SÁ", "RN", "999000001", 2011, 1822, 1790, None),
    CbxListRow("990002", "BIA LIMA", "PB", None, None, 1800, None, 1801),
)


def csv(
    delimiter: str = ",", rows: Sequence[Sequence[Cell]] = ROWS, headings: Sequence[str] = HEADINGS
) -> str:
    return "\r\n".join(delimiter.join(str(cell) for cell in row) for row in (headings, *rows))


def xlsx(*rows: Sequence[Cell]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))  # type: ignore[union-attr]
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def html(caption: str = "Total de Jogadores: 2", pager: str = "") -> str:
    head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in ROWS)
    return (
        f'<html><body><table><tr><td>Menu</td></tr></table><table class="grid" id="x_gdvMain">'
        f"<caption>{caption}</caption><tr>{head}</tr>{body}{pager}</table></body></html>"
    )


def read(data: str | bytes, name: str = "2025-11.csv") -> CbxRatingList:
    return read_rating_list(InputFile(name, data.encode() if isinstance(data, str) else data))


def codes(list_: CbxRatingList) -> list[str]:
    return [finding.code for finding in list_.findings]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (csv(","), "2025-11.csv"),
        (csv(";"), "2025-11 RN.csv"),
        ("\ufeff" + csv(";"), "lista_2025-11.csv"),
        (xlsx(HEADINGS, *ROWS), "2025-11.xlsx"),
        (xlsx(["Lista de rating CBX"], [], HEADINGS, *ROWS), "2025-11.xlsx"),
        (html(), "2025-11.html"),
    ],
)
def test_the_three_forms(data: str | bytes, name: str) -> None:
    list_ = read(data, name)
    assert (list_.status, list_.reason, list_.month) == ("ok", None, "2025-11")
    assert list_.rows == EXPECTED
    assert list_.findings == ()


def test_windows_text() -> None:
    list_ = read(csv(";").encode("cp1252"))
    assert (list_.rows, codes(list_)) == (EXPECTED, ["encoding"])


def test_numbers_and_dates_of_a_workbook() -> None:
    row = (990001.0, "ANA SÁ", date(2011, 2, 9), "RN", 999000001, 1822.0, 1790, None)
    assert read(xlsx(HEADINGS, row), "2025-11.xlsx").rows == EXPECTED[:1]


@pytest.mark.parametrize(
    ("birth", "year", "warned"),
    [
        ("2011", 2011, 0),
        ("40583", 2011, 0),
        ("2011-02-09", 2011, 0),
        ("00/00/2011", None, 1),
        ("??", None, 1),
    ],
)
def test_birth_years(birth: str, year: int | None, warned: int) -> None:
    list_ = read(csv(rows=[("990001", "ANA", birth, "RN", "", "1800", "", "")]))
    assert (list_.rows[0].birth_year, len(list_.findings)) == (year, warned)
    assert not any(birth in finding.message_pt for finding in list_.findings)


def test_columns_in_any_order_and_vocabulary() -> None:
    list_ = read(
        csv(rows=[("1", "ANA", "2", "990001", "3")], headings=("BLZ", "NOME", "STD", "ID_CBX", "RPD"))
    )
    assert list_.rows == (CbxListRow("990001", "ANA", None, None, None, 2, 3, 1),)


def test_list_of_one_rhythm_only() -> None:
    list_ = read(csv(rows=[("990001", "ANA", "1800")], headings=("ID", "Nome", "Clássico")))
    assert list_.rows[0].std == 1800
    assert codes(list_) == ["missing_column", "missing_column"]


def test_rows_that_cannot_be_used_are_reported() -> None:
    rows = [
        *ROWS,
        ("Total", "2", "", "", "", "", "", ""),
        ("990001", "OUTRA", "", "", "", "1900", "", ""),
        ("990003", "CAIO", "", "Rio", "x9", "9999", "", ""),
    ]
    list_ = read(csv(rows=rows))
    assert list_.rows[:2] == EXPECTED
    assert list_.rows[2] == CbxListRow("990003", "CAIO", None, None, None, None, None, None)
    assert codes(list_) == ["cbx_id", "id_twice", "fide_id", "rating"]
    assert [f.where for f in list_.findings] == ["line 4", "line 5", "line 6", "line 6"]


def test_month_is_in_the_name_only() -> None:
    list_ = read(csv(), "lista.csv")
    assert (list_.status, list_.month, codes(list_)) == ("ok", None, ["no_month"])
    assert read(csv(), "2025-13.csv").month is None


def test_page_that_is_one_of_many() -> None:
    link = '<table><tr><td><a href="Page$2">2</a></td></tr></table>'
    pager = f'<tr class="grid-pager"><td colspan="8">{link}</td></tr>'
    list_ = read(html("Total de Jogadores: 1.234", pager), "2025-11.html")
    assert (list_.rows, codes(list_)) == (EXPECTED, ["partial_list"])


@pytest.mark.parametrize(
    "data",
    [
        "",
        "a,b\n1,2",
        csv(headings=[*HEADINGS[:5], "Longo", "Rápido", "Blitz"]),
        csv(headings=[*HEADINGS[:5], "Clássico", "Clássico", "Blitz"]),
        csv(headings=["Nº", *HEADINGS[1:]]),
        csv(headings=[*HEADINGS[:5], "X", "Rápido", "Blitz"], rows=[("1", "A", "", "", "", "", "", "")]),
        html()[:-20],
        "<html><body>Manutencao</body></html>",
        b"PK\x03\x04 not a workbook",
        b"\xd0\xcf\x11\xe0",
        b"\x00\x01\x02",
        xlsx(["Nome", "Rating"], ["ANA", 1800]),
        xlsx(HEADINGS, *ROWS)[:-200],
    ],
)
def test_lists_that_are_refused(data: str | bytes) -> None:
    list_ = read(data)
    assert (list_.status, list_.rows) == ("rejected", ())
    assert list_.reason
    assert codes(list_)[-1] == "rejected"


def test_json_is_like_that_of_a_fide_list() -> None:
    found = rating_list_json(read(csv()), 1)
    assert found["list"] == {"date": "2025-11-01", "players": 2}
    assert found["rows"] == [
        {
            "cbx_id": "990001",
            "name": "ANA SÁ",
            "uf": "RN",
            "fide_id": "999000001",
            "birth_year": 2011,
            "std": 1822,
            "rpd": 1790,
            "blz": None,
        }
    ]


_WORKBOOK = xlsx(HEADINGS, *ROWS)


@settings(max_examples=120, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).map(lambda text: (csv() + text).encode("utf-8", "replace")),
        st.lists(st.lists(st.text(max_size=8), max_size=9), max_size=4).map(
            lambda rows: csv(rows=rows).encode("utf-8", "replace")
        ),
        st.tuples(st.integers(0, len(_WORKBOOK) - 1), st.integers(0, 255)).map(
            lambda change: _WORKBOOK[: change[0]] + bytes([change[1]]) + _WORKBOOK[change[0] + 1 :]
        ),
    )
)
def test_any_bytes(data: bytes) -> None:
    list_ = read(data)
    assert (list_.status == "ok") == (list_.reason is None)

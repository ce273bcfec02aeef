"""The CBX calendar: blocks by whole numbers, labels inside the text, dates and rhythms as people type
them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.cbx import CbxCalendar, CbxCalendarTournament, read_calendar
from scrapers.inspection import inspect
from scrapers.records import InputFile
from tests.builders.replica import ERROR_PAGE, calendar_block


def page(*rows: dict[str, str], total: str | None = None, blocks: str | None = None) -> bytes:
    body = blocks if blocks is not None else "".join(calendar_block(at, row) for at, row in enumerate(rows))
    said = f"<span>Total de Torneios: {total if total is not None else len(rows)}</span>"
    return f"<html><head><title>Torneios</title></head><body>{said}{body}</body></html>".encode()


def read(*rows: dict[str, str]) -> CbxCalendar:
    return read_calendar(InputFile("torneios.html", page(*rows)))


def one(**row: str) -> tuple[CbxCalendarTournament, list[str]]:
    found = read({"number": "9422/25", **row})
    assert found.status == "ok", found.reason
    return found.tournaments[0], [finding.code for finding in found.findings]


def test_a_whole_block() -> None:
    row = {
        "number": "9422/25",
        "name": "Circuito Potiguar - RPD (Etapa 2)",
        "period": "14/02/2025 a 16/02/2025",
        "rhythm": "Rápido",
        "rating": "CBX e FIDE",
        "status": "Oficializado",
        "place": "Mossoró RN",
        "notes": "SS6<br>10'+5''<br />Est.25",
    }
    found = read(row)
    assert (found.total, found.findings) == (1, ())
    assert found.tournaments == (
        CbxCalendarTournament(
            number="9422",
            name="Circuito Potiguar - RPD (Etapa 2)",
            start_date="2025-02-14",
            end_date="2025-02-16",
            rhythm="RPD",
            rated_by=("CBX", "FIDE"),
            status="Oficializado",
            place="Mossoró RN",
            uf="RN",
            organizer="Clube Inventado",
            notes=("SS6", "10'+5''", "Est.25"),
            link="/torneio/9422/x",
        ),
    )


def test_a_tournament_is_known_by_its_number_alone() -> None:
    found = read({"number": "9025/05", "period": "02/03/2025"}, {"number": "9025/25"}, {"number": "09026/25"})
    assert [one.number for one in found.tournaments] == ["9025", "9026"]
    assert found.tournaments[0].start_date == found.tournaments[0].end_date == "2025-03-02"
    assert [finding.code for finding in found.findings] == ["tournament_twice"]


def test_blocks_are_told_apart_by_their_whole_number() -> None:
    rows = [{"number": f"{8000 + at}/25", "name": f"Torneio {at}"} for at in range(25)]
    found = read(*rows)
    assert [(one.number, one.name, one.link) for one in found.tournaments] == [
        (f"{8000 + at}", f"Torneio {at}", f"/torneio/{8000 + at}/x") for at in range(25)
    ]


@pytest.mark.parametrize("period", ["28/06/0205", "04/04/0225 a 04/04/0225", "31/02/2025", "a definir"])
def test_impossible_dates(period: str) -> None:
    found, codes = one(period=period)
    assert (found.start_date, found.end_date, set(codes)) == (None, None, {"tournament_date"})


def test_an_end_before_its_start_is_kept_and_reported() -> None:
    found, codes = one(period="05/02/2025 a 04/02/2025")
    assert (found.start_date, found.end_date, codes) == ("2025-02-05", "2025-02-04", ["tournament_date"])


@pytest.mark.parametrize(
    ("rhythm", "expected"),
    [("Rápido", "RPD"), ("Classico", "STD"), ("Blitz", "BLZ"), ("STD", "STD"), ("RPD", "RPD"), ("", None)],
)
def test_both_vocabularies_of_rhythms(rhythm: str, expected: str | None) -> None:
    found, codes = one(rhythm=rhythm)
    assert (found.rhythm, codes) == (expected, [])


def test_an_unknown_rhythm_is_reported() -> None:
    assert one(rhythm="Épico") == (one(rhythm="")[0], ["tournament_rhythm"])


@pytest.mark.parametrize(
    ("place", "uf"),
    [
        ("Natal RN", "RN"),
        ("Rio de Janeiro/RJ.", "RJ"),
        ("Fortaleza Ceara", None),
        ("Natal", None),
        ("", None),
    ],
)
def test_the_state_at_the_end_of_a_place(place: str, uf: str | None) -> None:
    assert one(place=place)[0].uf == uf


@pytest.mark.parametrize(
    ("rating", "rated"), [("CBX", ("CBX",)), ("FIDE", ("FIDE",)), ("Sem rating", ()), ("", ())]
)
def test_who_rates_it(rating: str, rated: tuple[str, ...]) -> None:
    assert one(rating=rating)[0].rated_by == rated


def test_a_block_without_a_number_is_passed_over() -> None:
    found = read({"number": "curso"}, {"number": "7/25"})
    assert [one.number for one in found.tournaments] == ["7"]
    assert [finding.code for finding in found.findings] == ["tournament"]


def test_an_unknown_element_is_reported_once() -> None:
    blocks = "".join(calendar_block(at, {"number": f"{at + 1}/25"}) for at in range(3)).replace(
        "lblStatus", "lblSituacaoNova"
    )
    found = read_calendar(InputFile("t.html", page(total="3", blocks=blocks)))
    assert (len(found.tournaments), [f.code for f in found.findings]) == (3, ["unknown_column"])


def test_a_year_without_tournaments() -> None:
    assert read().status == "ok"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        ERROR_PAGE,
        page({"number": "1/25"})[:-20],
        page(total="12"),
        page(total="1", blocks=calendar_block(0, {"number": "x"})),
        b"<html><body>Noticias</body></html>",
    ],
)
def test_pages_that_are_refused(data: bytes) -> None:
    found = read_calendar(InputFile("t.html", data))
    assert found.status == "rejected" and found.reason
    assert found.tournaments == ()


def test_inspect_reads_a_saved_calendar(tmp_path: Path) -> None:
    path = tmp_path / "torneios.html"
    path.write_bytes(page({"number": "9422/25", "rhythm": "Blitz"}))
    report = json.loads(json.dumps(inspect([path])))
    assert (report["format"], report["status"]) == ("cbx_calendar", "ok")
    assert report["rows"][0]["rhythm"] == "BLZ"


_WHOLE = page({"number": "9422/25", "period": "14/02/2025"}, {"number": "9423/25"})


@settings(max_examples=80, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=200),
        st.integers(0, len(_WHOLE)).map(lambda n: _WHOLE[:n]),
        st.tuples(st.integers(0, len(_WHOLE)), st.integers(0, 200), st.binary(max_size=20)).map(
            lambda cut: _WHOLE[: cut[0]] + cut[2] + _WHOLE[cut[0] + cut[1] :]
        ),
    )
)
def test_any_bytes(data: bytes) -> None:
    found = read_calendar(InputFile("t.html", data))
    assert (found.status == "ok") == (found.reason is None)
    assert len({one.number for one in found.tournaments}) == len(found.tournaments)

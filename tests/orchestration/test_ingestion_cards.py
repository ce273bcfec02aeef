"""Several saved cards of one CBX id: the newest capture counts, nothing known vanishes, contradictions are
told.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from orchestration.home import Home
from orchestration.ingestion import ingest
from orchestration.ingestion.cbx import captured_on
from orchestration.pool import read_pool
from tests.builders.home_files import CbxLine, card_html

OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)
Tournament = tuple[int, date, date, str]
CUP: Tournament = (9101, date(2026, 9, 5), date(2026, 9, 6), "RPD")


def save(
    home: Home,
    name: str,
    *months: tuple[date, int],
    person: str = "Ana Inventada",
    fide_id: str | None = None,
    uf: str = "RN",
    tournaments: tuple[Tournament, ...] = (),
) -> None:
    line = CbxLine("990001", person, uf, fide_id, None, months, tournaments)
    (home.cbx_cards / name).write_text(card_html(line), encoding="utf-8")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path)
    made.make_layout()
    return made


def read(home: Home) -> tuple[dict[str, date | None], list[str], list[str]]:
    """Captures by file, codes and texts of the remarks about contradictions."""
    found = ingest(home, read_pool(home.pool_file, "x"), date(2026, 11, 15), lambda text: None)
    cards = found.tables["raw.cbx_cards"].to_pylist()
    told = [one for one in found.findings if one.code.endswith("_changed")]
    return (
        {row["source_file"]: row["captured"] for row in cards},
        [one.code for one in told],
        [f"{one.source_file} {one.message_pt}" for one in told],
    )


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("990001-2026-11-03.html", date(2026, 11, 3)),
        ("990001-2026-11-03_r02.html", date(2026, 11, 3)),
        ("990001_2026-11.html", NOVEMBER),
        ("990001.html", None),
        ("990001-2026-02-30.html", None),
        ("20261103.html", None),
    ],
)
def test_the_day_in_a_name(name: str, day: date | None) -> None:
    assert captured_on(name) == day


def test_a_card_without_a_day_was_taken_in_its_newest_month_at_the_earliest(home: Home) -> None:
    save(home, "990001.html", (NOVEMBER, 1800), (OCTOBER, 1800))
    save(home, "990001-2026-10-20.html", (OCTOBER, 1800))
    save(home, "990001b.html")
    captures, codes, _ = read(home)
    assert captures == {
        "990001.html": NOVEMBER,
        "990001-2026-10-20.html": date(2026, 10, 20),
        "990001b.html": None,
    }
    assert codes == []


def test_contradictions_are_told_of_the_newer_card(home: Home) -> None:
    save(home, "990001.html", (OCTOBER, 1800), fide_id="999000001", tournaments=(CUP,))
    save(
        home,
        "990001-2026-11-03.html",
        (NOVEMBER, 1815),
        (OCTOBER, 1810),
        person="Ana I. Silva",
        fide_id="999000002",
        uf="PB",
        tournaments=((9101, date(2026, 9, 5), date(2026, 9, 7), "BLZ"),),
    )
    _, codes, texts = read(home)
    assert codes == [
        "card_fide_id_changed",
        "card_name_changed",
        "card_rating_changed",
        "card_tournament_changed",
        "card_tournament_changed",
    ]
    assert all(text.startswith("inbox/cbx/cards/990001-2026-11-03.html ID CBX 990001") for text in texts)
    assert "o rating de 2026-10 mudou de 1800 para 1810" in texts[2]


def test_what_only_one_card_shows_contradicts_nothing(home: Home) -> None:
    save(home, "990001-2026-10-03.html", (OCTOBER, 1800), tournaments=(CUP,))
    save(home, "990001-2026-11-03.html", (NOVEMBER, 1810), fide_id="999000001", uf="PB")
    assert read(home)[1] == []

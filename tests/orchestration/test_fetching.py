"""Visits into a home: what is asked and why, what is kept under which name, and that nothing is ever lost."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import fields
from datetime import date
from pathlib import Path

import pytest

from orchestration.fetching.cbx import visit_cbx
from orchestration.fetching.fide import visit_fide
from orchestration.fetching.memory import Memory, visiting
from orchestration.fetching.settings import FetchSettings
from orchestration.fetching.visit import Report
from orchestration.home import HomeError
from orchestration.pool import PoolError, read_pool
from scrapers.cbx import read_rating_list
from scrapers.fide import read_list
from scrapers.records import InputFile
from tests.builders.replica import File
from tests.orchestration.fetch_homes import (
    BUILT,
    REBUILT,
    Visits,
    card_of,
    combined_list,
    standard_list,
    visits,
)


@pytest.fixture
def trip(tmp_path: Path) -> Iterator[Visits]:
    with visits(tmp_path / "home") as made:
        yield made


def fide(trip: Visits, **changes: object) -> Report:
    return visit_fide(trip.home, trip.settings(**changes), trip.world())


def cbx(trip: Visits, players: tuple[str, ...] = (), **changes: object) -> Report:
    return visit_cbx(trip.home, trip.settings(**changes), trip.world(), players=players)


def results(report: Report) -> list[tuple[str, str]]:
    return [(one.key, one.result) for one in report.outcomes]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


# ------------------------------------------------------------------------------------------------------- FIDE


def test_the_lists_of_the_month_are_kept_under_names_that_tell_it(trip: Visits) -> None:
    report = fide(trip)
    assert names(trip.home.fide) == ["players_list_2026-11.zip", "standard_nov26frl.zip"]
    assert report.count("saved") == 2 and report.health.troubles == 0
    for name, scope in (("players_list_2026-11.zip", "combined"), ("standard_nov26frl.zip", "standard")):
        found = read_list(name, io.BytesIO((trip.home.fide / name).read_bytes()))
        assert (found.status, found.date, found.scope) == ("ok", "2026-11-01", scope)
    assert names(trip.home.fetched / "partial") == []


def test_a_second_visit_asks_for_heads_only(trip: Visits) -> None:
    fide(trip)
    trip.site.requests.clear()
    report = fide(trip)
    assert results(report) == [("standard_rating_list.zip", "unchanged"), ("players_list.zip", "unchanged")]
    assert trip.site.asked("GET", "/download/") == []


def test_a_rebuilt_month_is_a_new_snapshot_and_the_old_one_stays(trip: Visits) -> None:
    fide(trip)
    used = (trip.home.fide / "standard_nov26frl.zip").read_bytes()
    trip.site.files["standard_rating_list.zip"] = File(standard_list(1510), REBUILT)
    report = fide(trip)
    assert results(report)[0] == ("standard_rating_list.zip", "saved")
    assert "refez" in report.outcomes[0].message_pt
    assert (trip.home.fide / "standard_nov26frl.zip").read_bytes() == used
    again = trip.home.fide / "standard_nov26frl_r02.zip"
    found = read_list(again.name, io.BytesIO(again.read_bytes()), limit=3)
    assert (found.date, found.rows[0].standard, found.findings) == ("2026-11-01", 1510, ())
    assert max(names(trip.home.fide)) == again.name


def test_the_same_content_under_a_new_date_is_not_kept_twice(trip: Visits) -> None:
    fide(trip)
    trip.site.files["standard_rating_list.zip"].modified = REBUILT
    assert results(fide(trip))[0] == ("standard_rating_list.zip", "unchanged")
    assert names(trip.home.fide) == ["players_list_2026-11.zip", "standard_nov26frl.zip"]


def test_a_combined_list_whose_month_nothing_proves_is_kept_without_one(trip: Visits) -> None:
    trip.site.files["players_list.zip"] = File(combined_list(1500), "Fri, 30 Oct 2026 06:00:00 GMT")
    fide(trip)
    assert "players_list_2026-11.zip" in names(trip.home.fide)
    trip.site.files["players_list.zip"] = File(combined_list(1520), "Wed, 21 Oct 2026 06:00:00 GMT")
    fide(trip)
    name = "players_list_sem_mes.zip"
    found = read_list(name, io.BytesIO((trip.home.fide / name).read_bytes()))
    assert (found.status, found.date) == ("ok", None)


def test_past_months_come_from_the_archive_once(trip: Visits) -> None:
    trip.site.files["standard_oct26frl.zip"] = File(standard_list(1490, date(2026, 10, 1)), BUILT)
    (trip.home.fide / "standard_sep26frl.zip").write_bytes(standard_list(1480, date(2026, 9, 1)))
    since = date(2026, 8, 1)
    report = fide(trip, fide_since=since, fide_lists=("standard",))
    assert results(report) == [
        ("standard_rating_list.zip", "saved"),
        ("standard_oct26frl.zip", "saved"),
        ("standard_aug26frl.zip", "not_found"),
    ]
    assert report.cut_short is None
    again = fide(trip, fide_since=since, fide_lists=("standard",))
    assert [one.key for one in again.plan] == ["standard_rating_list.zip", "standard_aug26frl.zip"]


@pytest.mark.parametrize("fault", ["503", "truncated"])
def test_a_site_that_is_down_ends_the_visit_and_the_next_one_goes_on(trip: Visits, fault: str) -> None:
    trip.site.files["standard_rating_list.zip"] = File(standard_list(1500, count=3000), BUILT)
    trip.site.faults["/download/standard_rating_list.zip"] = [fault] * 4
    report = fide(trip)
    assert [one.kind for one in report.outcomes] == ["down"]
    assert report.cut_short is not None
    assert (report.health.troubles, report.health.last_success) == (1, None)
    assert names(trip.home.fide) == []
    report = fide(trip)
    assert (report.count("saved"), report.health.troubles, report.health.last_problem) == (2, 0, None)
    assert names(trip.home.fetched / "partial") == []


def test_an_error_page_is_reported_and_the_rest_of_the_visit_goes_on(trip: Visits) -> None:
    trip.site.files["standard_rating_list.zip"] = File(b"<html>Em obras</html>", BUILT)
    report = fide(trip)
    assert [one.kind for one in report.outcomes] == ["error_page", None]
    assert names(trip.home.fide) == ["players_list_sem_mes.zip"]


# -------------------------------------------------------------------------------------------------------- CBX


def test_a_visit_asks_for_list_calendar_and_the_cards_that_are_needed(trip: Visits) -> None:
    report = visit_cbx(trip.home, trip.settings(), trip.world(), dry_run=True)
    assert [one.key for one in report.plan] == [
        "rating/RN",
        "torneios",
        "jogador/990003",
        "jogador/990009",
        "jogador/990001",
        "jogador/990002",
    ]
    assert "evento" in report.plan[2].why_pt and "registro" in report.plan[4].why_pt
    assert trip.site.requests == []
    assert not trip.home.fetched.exists()


def test_everything_is_kept_under_the_day_it_was_taken(trip: Visits) -> None:
    report = cbx(trip)
    assert report.count("saved") == 6, [one.message_pt for one in report.outcomes]
    assert names(trip.home.cbx_cards) == [f"99000{n}-2026-11-10.html" for n in (1, 2, 3, 9)]
    (name,) = names(trip.home.cbx_lists)
    found = read_rating_list(InputFile(name, (trip.home.cbx_lists / name).read_bytes()))
    assert (found.month, found.status, found.findings) == ("2026-11", "ok", ())
    assert [(row.cbx_id, row.std, row.birth_year) for row in found.rows] == [
        ("990001", 1800, 2001),
        ("990002", None, 2001),
    ]
    assert b"05/03" not in (trip.home.cbx_lists / name).read_bytes()
    (calendar,) = names(trip.home.cbx_calendar)
    assert b"9422" in (trip.home.cbx_calendar / calendar).read_bytes()
    assert report.plan and not cbx(trip).plan


def test_cards_are_asked_for_again_when_they_are_old(trip: Visits) -> None:
    cbx(trip)
    trip.wait_days(34)
    assert [one.key for one in cbx(trip).plan] == ["rating/RN", "torneios"]
    trip.wait_days(1)
    trip.site.cards["990001"] = card_of("990001", 1850)
    report = cbx(trip)
    assert dict(results(report)) == {
        "jogador/990003": "unchanged",
        "jogador/990009": "unchanged",
        "jogador/990001": "saved",
        "jogador/990002": "unchanged",
    }
    assert names(trip.home.cbx_cards)[:2] == ["990001-2026-11-10.html", "990001-2026-12-15.html"]
    assert cbx(trip).plan == []


def test_a_card_with_the_same_facts_is_not_kept_twice(trip: Visits) -> None:
    trip.site.card_etags = False
    cbx(trip)
    trip.site.cards["990001"] = trip.site.cards["990001"].replace(b'value="AAA="', b'value="BBB="')
    report = cbx(trip, players=("990001",))
    assert results(report) == [("jogador/990001", "unchanged")]
    trip.site.cards["990001"] = card_of("990001", 1801)
    assert results(cbx(trip, players=("990001",))) == [("jogador/990001", "saved")]
    assert names(trip.home.cbx_cards)[:2] == ["990001-2026-11-10.html", "990001-2026-11-10_r02.html"]


def test_an_id_that_vanishes_keeps_its_card_and_is_left_alone(trip: Visits) -> None:
    cbx(trip)
    trip.wait_days(36)
    del trip.site.cards["990001"]
    report = cbx(trip)
    gone = next(one for one in report.outcomes if one.key == "jogador/990001")
    assert (gone.result, "continua valendo" in gone.message_pt) == ("not_found", True)
    assert "990001-2026-11-10.html" in names(trip.home.cbx_cards)
    assert (report.cut_short, report.health.troubles, report.health.last_problem) == (None, 0, None)
    assert "jogador/990001" not in [one.key for one in cbx(trip).plan]


def test_a_changed_layout_changes_nothing_and_stops_the_visit(trip: Visits) -> None:
    cbx(trip)
    before = {path.name: path.read_bytes() for path in trip.home.cbx_cards.iterdir()}
    trip.wait_days(60)
    trip.site.renamed_heading = True
    report = cbx(trip)
    kinds = ["layout_changed", None, "layout_changed", "layout_changed", "stopped"]
    assert [one.kind for one in report.outcomes] == kinds
    assert {path.name: path.read_bytes() for path in trip.home.cbx_cards.iterdir()} == before
    assert "rating-RN-2027-01-09.html" in names(trip.home.fetched / "refused")
    assert report.health.troubles == 1 and report.health.last_kind == "stopped"


def test_the_daily_budget_is_kept_on_disk_and_begins_anew_the_next_day(trip: Visits) -> None:
    report = cbx(trip, daily_budget=5)
    assert [one.kind for one in report.outcomes][-1] == "budget"
    assert (report.requests, report.budget_left, report.cut_short) == (5, 0, None)
    assert len(trip.site.requests) == 5
    again = cbx(trip, daily_budget=5)
    assert ([one.kind for one in again.outcomes], again.health.troubles) == (["budget"], 0)
    assert len(trip.site.requests) == 5
    trip.wait_days(1)
    assert cbx(trip, daily_budget=50).count("saved") > 0


def test_a_disk_that_refuses_ends_the_visit(trip: Visits) -> None:
    trip.home.cbx_cards.rmdir()
    trip.home.cbx_cards.write_text("no folder", encoding="utf-8")
    report = cbx(trip, players=("990001", "990002"))
    assert [one.kind for one in report.outcomes] == ["disk"]
    assert report.cut_short is not None and report.health.troubles == 1


def test_a_saved_page_that_is_no_card_does_not_stand_for_one(trip: Visits) -> None:
    (trip.home.cbx_cards / "990001.html").write_text("<html>Runtime Error</html>", encoding="utf-8")
    (trip.home.cbx_cards / "990002.html").write_bytes(card_of("990002", 1800)[:-20])
    plan = visit_cbx(trip.home, trip.settings(), trip.world(), dry_run=True).plan
    assert {"jogador/990001", "jogador/990002"} <= {one.key for one in plan}


def test_a_forbidden_path_ends_the_visit(trip: Visits) -> None:
    trip.site.robots = "User-agent: *\nDisallow: /\n"
    report = cbx(trip)
    assert [one.kind for one in report.outcomes] == ["forbidden"]
    assert trip.site.asked("GET") == ["/robots.txt"]


def test_the_list_is_not_asked_for_on_the_first_day_of_a_month(trip: Visits) -> None:
    trip.day = date(2026, 12, 1)
    assert "rating/RN" not in [one.key for one in cbx(trip).plan]
    trip.wait_days(1)
    assert "rating/RN" in [one.key for one in cbx(trip).plan]


def test_a_memory_that_cannot_be_read_costs_requests_and_nothing_else(trip: Visits) -> None:
    fide(trip)
    memory = trip.home.fetched / "fide.json"
    assert json.loads(memory.read_text())["spent"] == 3
    memory.write_text("{broken", encoding="utf-8")
    report = fide(trip)
    assert [one.result for one in report.outcomes] == ["unchanged", "unchanged"]
    assert names(trip.home.fide) == ["players_list_2026-11.zip", "standard_nov26frl.zip"]
    assert Memory.of(trip.home, "fide").items["standard_rating_list.zip"]["month"] == "2026-11-01"


def test_two_visits_at_once_are_kept_apart(trip: Visits) -> None:
    again, message = visiting(trip.home, "cbx"), "another fnx fetch is visiting cbx"
    with (
        visiting(trip.home, "cbx"),
        visiting(trip.home, "fide"),
        pytest.raises(HomeError, match=message),
        again,
    ):
        raise AssertionError("two visits at once")


# --------------------------------------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[fetch]\ndelay = 0.2\n", "fetch.delay"),
        ("[fetch]\ndaily_budget = 0\n", "fetch.daily_budget"),
        ("[fetch]\ncbx_url = 'cbx.org.br'\n", "http"),
        ("[fetch]\nfide_lists = ['standart']\n", "standard"),
        ("[fetch]\nfide_lists = ['combined']\n", "month"),
        ("[fetch]\ncbx_ufs = ['rn']\n", "cbx_ufs"),
        ("[fetch]\nhurry = true\n", "unknown setting fetch.hurry"),
    ],
)
def test_wrong_settings_are_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "pool.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PoolError, match=message):
        read_pool(path, "x")


def test_every_setting_is_in_the_operators_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operators.md").read_text(encoding="utf-8")
    assert [one.name for one in fields(FetchSettings) if f"\n| `{one.name}` |" not in page] == []


def test_settings_and_their_defaults(tmp_path: Path) -> None:
    path = tmp_path / "pool.toml"
    assert read_pool(path, "x").fetch.fide_url == "https://ratings.fide.com/download/"
    path.write_text(
        "[fetch]\ncontact = 'rating@exemplo.org'\ndelay = 8\n"
        "fide_since = 2025-12-01\ncbx_ufs = ['RN', 'PB']\n",
        encoding="utf-8",
    )
    fetch = read_pool(path, "x").fetch
    assert (fetch.contact, fetch.delay, fetch.fide_since, fetch.cbx_ufs) == (
        "rating@exemplo.org",
        8,
        date(2025, 12, 1),
        ("RN", "PB"),
    )

"""Explanations: every number is that of the files, and a move without a game says where it comes from."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from orchestration.publication.explanation import UnknownPlayerError, explain
from orchestration.publication.explanation_page import explanation_page
from orchestration.publication.explanation_text import explanation_text
from orchestration.publication.publish import publish
from orchestration.publication.wording import added_pt, decimal_pt, signed_decimal_pt
from tests.builders.season import build_season
from tests.conftest import append_row, make_writable, rows_of

FIRST, SECOND = "2026-06-28", "2026-07-05"


@pytest.fixture(scope="module")
def lists(
    tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]
) -> tuple[Path, str, str]:
    """Two lists, an event withdrawn between them: the second's folder, the event, one of its players."""
    home = build_season(tmp_path_factory.mktemp("explained") / "home", 11, players=40, events=8)
    first = compute(home, FIRST)
    ledger = [row for row in rows_of(first / "ledger.csv") if row["rated"] == "true" and row["score"] == "1"]
    listed = {row["fnx_id"] for row in rows_of(first / "list.csv")}
    game = next(row for row in ledger if row["fnx_id"] in listed)
    publish(home / "exports", date.fromisoformat(FIRST), datetime(2026, 7, 1, 8))
    append_row(
        home / "registry" / "corrections.csv",
        correction_id="C-901",
        registered_at="2026-07-06",
        kind="duplicate",
        event_id=game["event_id"],
        grounds="repetido",
    )
    return compute(home, SECOND), game["event_id"], game["fnx_id"]


def test_every_event_re_adds_to_the_rating_of_the_list(lists: tuple[Path, str, str]) -> None:
    folder, _, _ = lists
    told_players = 0
    for row in rows_of(folder / "list.csv"):
        told = explain(folder, row["fnx_id"])
        chosen = [entry for entry in told.entries if entry["chosen"]]
        rating = (chosen[0]["corrected"] or chosen[0]["converted"]) if chosen else None
        for event in told.events:
            assert event["rating_before"] == rating
            assert sum(side["change_units"] or 0 for side in event["sides"]) == event["change_units"]
            rating = event["rating_after"]
        assert str(rating) == row["rating"]
        text = explanation_text(told)
        assert row["rating"] in text and row["fnx_id"] in text
        told_players += 1
    assert told_players > 20


def test_a_move_without_playing_names_the_correction(lists: tuple[Path, str, str]) -> None:
    folder, event_id, fnx_id = lists
    told = explain(folder, fnx_id)
    revision = next(one for one in told.revisions if one.event_id == event_id)
    assert revision.original is not None and revision.revised is None
    assert any("C-901" in fact for fact in revision.facts_pt)
    said = explanation_text(told)
    assert "C-901" in said and "antes:" in said and "agora: não constava" in said
    assert told.player is not None and told.player["change"]
    top = said.split("\n\n", 1)[0]
    assert "Mudou sem evento novo (Arts. 20 e 23):" in top or "Eventos novos desde então" in top
    assert f"Recalculado: {event_id}, por correção C-901: repetido" in top


def test_a_recalculated_event_says_whose_rating_moved_before_it(lists: tuple[Path, str, str]) -> None:
    """Who did not play in the corrected event: the opponents, or own earlier events, that carry it on."""
    folder, event_id, _ = lists
    moved = [
        row
        for row in rows_of(folder / "revisions.csv")
        if row["kind"] == "recalculated" and row["event_id"] != event_id
    ]
    told_causes, origins = 0, set[str]()
    for row in moved:
        told = explain(folder, row["fnx_id"])
        revision = next(one for one in told.revisions if one.event_id == row["event_id"])
        assert revision.facts_pt == ()
        assert revision.original is not None and revision.revised is not None
        own = revision.original["rating_used"] != revision.revised["rating_used"]
        assert any(cause.startswith("o próprio") for cause in revision.causes_pt) is own
        told_causes += bool(revision.causes_pt)
        origins.update(told.origins_pt)
    assert told_causes and any("correção C-901" in origin for origin in origins)


def test_the_numbers_of_the_working_are_those_in_force(tmp_path: Path, lists: tuple[Path, str, str]) -> None:
    """An act changed offset, floor and experience on 1 May: entries before it keep the numbers of then."""
    folder, _, _ = lists
    changed = tmp_path / folder.name
    shutil.copytree(folder, changed)
    manifest = json.loads((changed / "manifest.json").read_bytes())
    assert manifest["methodology"]["numbers"]["floor"] == "100"
    manifest["methodology"]["numbers"] |= {"floor": "120", "external_offset": "900", "full_experience": "500"}
    manifest["methodology"]["versions"] = [
        {
            "effective_from": "2026-01-01",
            "numbers": {"floor": "100", "external_offset": "1000", "full_experience": "600"},
        },
        {"effective_from": "2026-05-01", "numbers": {}},
    ]
    (changed / "manifest.json").write_text(json.dumps(manifest))
    rows = [row for row in rows_of(folder / "entry_ratings.csv") if row["source"] == "fide"]
    early = next(row["fnx_id"] for row in rows if row["entry_date"] < "2026-05-01")
    assert "menos 1000, piso 100 =" in explanation_text(explain(changed, early))
    late = [row["fnx_id"] for row in rows if row["entry_date"] >= "2026-05-01"]
    for fnx_id in late:
        assert "menos 900, piso 120 =" in explanation_text(explain(changed, fnx_id))
    told = explain(changed, early)
    assert [told.number("floor", date(2026, month, 30)) for month in (4, 5)] == ["100", "120"]
    assert told.number("floor", date(2025, 1, 1)) == "100"


def test_a_later_base_date_stands_in_the_story(tmp_path: Path, lists: tuple[Path, str, str]) -> None:
    """Policy ``annual_rollover = reassess``: the sources of the date, and the move that is no event's."""
    folder, _, fnx_id = lists
    changed = tmp_path / folder.name
    shutil.copytree(folder, changed)
    shutil.copytree(folder.parent.parent / FIRST, tmp_path / FIRST)
    table = pq.read_table(changed / "reassessments.parquet")
    day = date(2026, 7, 1)
    common = {"fnx_id": fnx_id, "base_date": day, "weight": 1}
    fide = {"source": "fide", "source_value": 1900, "converted": 900, "initial_games": 60, "chosen": True}
    carried = {"source": "transported", "source_value": 700, "converted": 700, "initial_games": 40}
    rows = [common | fide, common | carried | {"chosen": False}]
    pq.write_table(pa.Table.from_pylist(rows, table.schema), changed / "reassessments.parquet")
    told = explain(changed, fnx_id)
    said = explanation_text(told)
    assert (
        "Na data-base de 01/07/2026, rating FIDE (900) tomou o lugar do rating transportado (Art. 14)."
        in said
    )
    assert "→ rating FIDE: 1900, vale 900" in said and "  rating transportado: 700" in said
    assert "Data-base de 01/07/2026" in explanation_page(told)


def test_a_player_is_found_by_any_id_and_by_name_without_accents(lists: tuple[Path, str, str]) -> None:
    folder, _, _ = lists
    row = next(row for row in rows_of(folder / "list.csv") if row["cbx_id"] and row["fide_id"])
    assert {explain(folder, row[key]).fnx_id for key in ("fnx_id", "cbx_id", "fide_id")} == {row["fnx_id"]}
    names = [other["name"] for other in rows_of(folder / "list.csv")]
    if names.count(row["name"]) == 1:
        assert explain(folder, row["name"].upper()).fnx_id == row["fnx_id"]
    with pytest.raises(UnknownPlayerError, match="ninguém"):
        explain(folder, "Ninguém Com Este Nome")
    with pytest.raises(UnknownPlayerError, match="mais de um"):
        explain(folder, "a")


def test_the_page_is_self_contained_and_escapes_names(lists: tuple[Path, str, str]) -> None:
    folder, _, fnx_id = lists
    told = explain(folder, fnx_id)
    page = explanation_page(told)
    assert page.startswith("<!doctype html>") and "<script" not in page
    assert not re.search(r"""(?:src|href)=["']?https?:""", page)
    hostile = {**told.player, "name": "<img src=x onerror=alert(1)>"} if told.player else None
    object.__setattr__(told, "player", hostile)
    assert "<img" not in explanation_page(told)


def test_json_keeps_every_digit(lists: tuple[Path, str, str]) -> None:
    folder, _, _ = lists
    fnx_id = next(row["fnx_id"] for row in rows_of(folder / "event_results.csv"))
    told = explain(folder, fnx_id)
    value = json.loads(json.dumps(told.as_json()))
    assert Decimal(value["events"][0]["change_exact"]) == told.events[0]["change_exact"]


def test_a_list_without_the_one_before_is_explained_all_the_same(
    lists: tuple[Path, str, str], tmp_path: Path
) -> None:
    folder, _, fnx_id = lists
    shutil.copytree(folder, tmp_path / "alone" / folder.name)
    assert explain(tmp_path / "alone" / folder.name, fnx_id).revisions == ()


def test_decimals_as_people_read_them() -> None:
    assert decimal_pt(Decimal("3.211378825918"), 3) == "3,211"
    assert decimal_pt(Decimal("5.0"), 1) == "5"
    assert signed_decimal_pt(Decimal("-0.5")) == "−0,5"
    assert signed_decimal_pt(Decimal("26.829317611229")) == "+26,8293"


def test_a_change_is_a_term_of_a_sum() -> None:
    assert [added_pt(value) for value in (12, -3, 0)] == ["+12", "−3", "+0"]


def test_a_merged_row_is_told_and_its_events_are_not_late(
    tmp_path: Path, lists: tuple[Path, str, str]
) -> None:
    """The list before had the player's events under a row that was merged since (Art. 19)."""
    folder, _, _ = lists
    now, before = tmp_path / folder.name, tmp_path / FIRST
    shutil.copytree(folder, now)
    shutil.copytree(folder.parent.parent / FIRST, before)
    revised = {row["fnx_id"] for row in rows_of(now / "revisions.csv")}
    results = pq.read_table(before / "event_results.parquet").to_pylist()
    listed = {row["fnx_id"] for row in rows_of(now / "list.csv")}
    mine = next(row for row in results if row["fnx_id"] in listed - revised)
    for name in ("event_results", "ledger"):
        make_writable(before)
        table = pq.read_table(before / f"{name}.parquet")
        rows = table.to_pylist()
        for row in rows:
            if row["fnx_id"] == mine["fnx_id"]:
                row["fnx_id"] = "FNX-9999"
        pq.write_table(pa.Table.from_pylist(rows, table.schema), before / f"{name}.parquet")
    table = pq.read_table(now / "revisions.parquet")
    changed = [
        {
            "event_id": row["event_id"],
            "fnx_id": mine["fnx_id"],
            "kind": "recalculated",
            "original_games": row["games"],
            "original_score": row["score"],
            "original_rating_before": row["rating_before"],
            "original_change": row["change_rounded"],
            "original_rating_after": row["rating_after"],
        }
        for row in results
        if row["fnx_id"] == mine["fnx_id"]
    ]
    pq.write_table(
        pa.Table.from_pylist([*table.to_pylist(), *changed], table.schema), now / "revisions.parquet"
    )
    told = explain(now, mine["fnx_id"])
    assert told.facts_pt == ("O cadastro FNX-9999 foi unificado com este (Art. 19).",)
    assert not [one for one in told.revisions if one.original is None]
    assert "O cadastro FNX-9999 foi unificado com este" in explanation_text(told)


def test_an_outdated_draft_says_so_on_the_page(lists: tuple[Path, str, str]) -> None:
    folder, _, fnx_id = lists
    told = explain(folder, fnx_id)
    assert "mais antigo que os registros" in explanation_page(told, outdated=True)
    assert "mais antigo que os registros" not in explanation_page(told)

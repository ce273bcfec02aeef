"""The numbers of the regulation, the policies a pool may set, and what a list prints of them."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

import engine
from engine.methodology import FNX_2026, methodology_for
from engine.policies import POLICIES

ROOT = Path(engine.__file__).parent.parent
SIGNATURE = "7e17c9ddf7ce8f0f081e22d872cf1bb00b33f86d65dbabe470d3c6380bc25e68"


@pytest.mark.parametrize(
    ("rhythm", "developing", "ordinary"), [("STD", 50, 25), ("RPD", 30, 15), ("BLZ", 20, 10)]
)
def test_k_by_rhythm(rhythm: str, developing: int, ordinary: int) -> None:
    assert FNX_2026.k_of(rhythm, True) == developing
    assert FNX_2026.k_of(rhythm, False) == ordinary


def test_an_unknown_rhythm_is_refused() -> None:
    with pytest.raises(ValueError, match="rhythm 'XYZ' is not one of STD, RPD, BLZ"):
        FNX_2026.k_of("XYZ", True)


@pytest.mark.parametrize(
    ("age", "points"),
    [
        *((0, 200), (6, 200), (7, 250), (8, 250), (9, 300), (10, 300), (11, 350), (12, 350)),
        *((13, 400), (14, 400), (15, 450), (16, 450), (17, 500), (18, 500), (19, 550), (80, 550)),
    ],
)
def test_age_references(age: int, points: int) -> None:
    assert FNX_2026.reference_for_age(age) == points


@pytest.mark.parametrize(
    ("games", "rating", "continues"),
    [(29, 600, True), (30, 600, False), (29, 601, False), (0, 100, True), (31, 100, False)],
)
def test_milestones_of_development(games: int, rating: int, continues: bool) -> None:
    assert FNX_2026.development_continues(games, rating) is continues


def test_ranking_categories_in_display_order() -> None:
    rows = FNX_2026.ranking_categories
    assert [row.order for row in rows] == list(range(1, 43))
    codes = [row.code for row in rows]
    assert codes[:4] == ["geral", "feminino", "sub-05", "sub-05-feminino"]
    seniors = [f"o{age}{sex}" for age in (35, 50, 65, 75) for sex in ("", "-feminino")]
    assert codes[-8:] == seniors
    assert {row.code: (row.sex, row.min_age, row.max_age) for row in rows}["sub-08-feminino"] == (
        "F",
        None,
        8,
    )
    assert {row.code: (row.sex, row.min_age, row.max_age) for row in rows}["o65"] == (None, 65, None)


def test_no_override_is_the_regulation() -> None:
    assert methodology_for({}) == FNX_2026
    assert methodology_for({}).signature() == FNX_2026.signature() == SIGNATURE


@pytest.mark.parametrize(
    ("key", "value", "field", "read"),
    [
        ("k_granularity", "game", "k_granularity", "game"),
        ("pre_event", "order", "pre_event", "order"),
        ("untimed_last", False, "untimed_last", False),
        ("untimed_last", "false", "untimed_last", False),
        ("annual_rollover", "reassess", "annual_rollover", "reassess"),
        ("list_unrated", True, "list_unrated", True),
        ("minor_names", "initials", "minor_names", "initials"),
        ("min_ranking_size", 3, "min_ranking_size", 3),
        ("min_ranking_size", "3", "min_ranking_size", 3),
        ("base_date", date(2027, 1, 1), "base_date", date(2027, 1, 1)),
        ("base_date", "2027-01-01", "base_date", date(2027, 1, 1)),
        ("ranking_categories", ["Sub-12", "sub-08", "O50"], "youth_ages", (8, 12)),
        ("ranking_categories", "Sub-12, O60, o50", "senior_ages", (50, 60)),
        ("ranking_categories", [], "youth_ages", ()),
    ],
)
def test_overrides(key: str, value: object, field: str, read: object) -> None:
    methodology = methodology_for({key: value})
    assert getattr(methodology, field) == read
    assert methodology.signature() != FNX_2026.signature()


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("k_granularity", "round", "event, game"),
        ("pre_event", None, "start, order"),
        ("untimed_last", 1, "true, false"),
        ("annual_rollover", "reset", "carry, reassess"),
        ("list_unrated", "talvez", "true, false"),
        ("minor_names", "hidden", "full, initials"),
        ("min_ranking_size", 0, "a whole number from 1"),
        ("min_ranking_size", True, "a whole number from 1"),
        ("ranking_categories", ["Sub-1800"], "Sub-N"),
        ("ranking_categories", 12, "Sub-N"),
        ("base_date", "01/01/2027", "YYYY-MM-DD"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(key: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match=re.escape(key)) as refused:
        methodology_for({key: value})
    assert repr(value) in str(refused.value) or key == "base_date"
    assert allowed in str(refused.value)


def test_an_unknown_policy_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown policy k_factor = 40") as refused:
        methodology_for({"k_factor": 40})
    assert all(policy.key in str(refused.value) for policy in POLICIES)


def test_the_signature_covers_every_field() -> None:
    canonical = json.loads(FNX_2026.canonical())
    assert set(canonical) == {field.name for field in dataclasses.fields(FNX_2026)}
    for field in dataclasses.fields(FNX_2026):
        changed = dataclasses.replace(FNX_2026, **{field.name: "another"})
        assert changed.signature() != SIGNATURE


def test_the_section_of_a_list_names_every_policy_in_force() -> None:
    rows = methodology_for({"pre_event": "order", "min_ranking_size": 3}).describe()
    assert len({row.key for row in rows}) == len(rows)
    values = {row.key: row.value for row in rows}
    assert values["pre_event"] == "order"
    assert values["min_ranking_size"] == "3"
    assert values["k_development"] == "50 / 30 / 20"
    assert {policy.key for policy in POLICIES} - set(values) == {"ranking_categories"}
    assert all(row.article.startswith("Art") and row.text_pt for row in rows)
    assert FNX_2026.policies()["untimed_last"] == "true"
    assert FNX_2026.policies()["ranking_categories"].startswith("sub-05, sub-06")


def test_every_public_name_is_there() -> None:
    assert all(getattr(engine, name) is not None for name in engine.__all__)
    with pytest.raises(AttributeError, match="no attribute 'glicko'"):
        engine.glicko  # noqa: B018


def test_importing_the_room_is_cheap_and_free_of_others() -> None:
    code = (
        "import sys, time; t = time.process_time(); import engine; spent = time.process_time() - t;"
        "import engine.replay, engine.rankings;"
        "bad = [m for m in ('dagster', 'duckdb', 'numpy', 'scrapers') if m in sys.modules];"
        "print(spent < 0.03, bad)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(3)
    ]
    assert "True []\n" in runs

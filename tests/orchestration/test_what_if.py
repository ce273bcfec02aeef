"""What would be: computed beside the home, which stays as it is to the byte."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from engine.methodology import FNX_2026, PerRhythm
from orchestration.home import Home
from orchestration.pool import Pool, read_pool
from orchestration.what_if import WhatIfError, changed_rules, fit_of, what_if
from tests.builders.season import build_season
from tests.conftest import rows_of

CUTOFF = "2026-06-28"


@pytest.fixture(scope="module")
def drafted(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> Path:
    home = build_season(tmp_path_factory.mktemp("what-if") / "home", 11, players=40, events=8)
    compute(home, CUTOFF)
    return home


def tree(root: Path) -> dict[str, str]:
    files = [path for path in root.rglob("*") if path.is_file() and "dbt" not in path.parts]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def asked(home: Path, change: Path) -> str:
    opened = Home.open(home)
    pool = read_pool(opened.pool_file, opened.root.name)
    return what_if(opened, pool, date.fromisoformat(CUTOFF), change, print)


def games_told(said: str) -> list[int]:
    return [int(line.split(": ")[1].split()[0]) for line in said.splitlines() if "partidas, perda" in line]


def test_a_withdrawn_event_moves_its_players_and_writes_nothing(drafted: Path, tmp_path: Path) -> None:
    events = rows_of(drafted / "exports" / "drafts" / CUTOFF / "events.csv")
    included = [row for row in events if row["status"] == "included"]
    event = max(included, key=lambda row: int(row["rated_games"]))
    change = tmp_path / "change.csv"
    change.write_text(f"correction_id,kind,event_id\nC-999,duplicate,{event['event_id']}\n")
    before = tree(drafted)
    said = asked(drafted, change)
    assert tree(drafted) == before
    assert not said.startswith("Mudariam 0 ")
    with_it, without = games_told(said)
    assert with_it - without == int(event["rated_games"])


def test_other_rules_are_computed_with_the_same_games(drafted: Path, tmp_path: Path) -> None:
    change = tmp_path / "rules.toml"
    change.write_text("k_ordinary = [50, 30, 20]\n")
    said = asked(drafted, change)
    assert len(set(games_told(said))) == 1
    assert "rating" in said.splitlines()[1]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "x,y\n1,2\n", "heading of no register"),
        ("a.toml", "k_ordinary = 3\n", "allowed are three numbers, STD / RPD / BLZ"),
        ("a.toml", "k_granularity = 'year'\n", "k_granularity"),
        ("a.toml", "nothing_known = 1\n", "nothing_known"),
        ("a.txt", "", "expected rows of a register"),
    ],
)
def test_a_file_that_cannot_be_used_is_said(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(WhatIfError, match=message):
        changed_rules(Pool("P", FNX_2026), tmp_path / name)


def test_policies_and_numbers_together(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(
        "floor = 200\n[policies]\npre_event = 'order'\n[methodology]\nk_development = [6, 4, 2]\n"
    )
    methodology = changed_rules(Pool("P", FNX_2026), path)[0].methodology
    assert (methodology.floor, methodology.pre_event) == (200, "order")
    assert methodology.k_development == PerRhythm(6, 4, 2)
    assert methodology.k_ordinary == FNX_2026.k_ordinary


def test_the_fit_counts_each_game_once(drafted: Path) -> None:
    folder = drafted / "exports" / "drafts" / CUTOFF
    fit = fit_of(folder)
    rated = [row for row in rows_of(folder / "ledger.csv") if row["rated"] == "true"]
    assert 2 * fit.games == len(rated) == sum(sides for _, _, sides in fit.calibration)
    assert 0 < fit.log_loss < 2

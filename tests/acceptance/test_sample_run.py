"""The sample season through the command itself: what a newcomer sees, and what nobody may see."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

FNX = Path(sys.executable).parent / "fnx"
CUTOFFS = ("2026-11-15", "2026-11-22")


def fnx(*arguments: str) -> str:
    done = subprocess.run([str(FNX), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sample") / "home"
    fnx("init", str(root), "--sample")
    for cutoff in CUTOFFS:
        told = fnx("run", "--home", str(root), "--cutoff", cutoff)
        assert "Eventos pendentes" in told
    # The second draft knew nothing of the first list; its publication computes it again.
    for cutoff in CUTOFFS:
        fnx("publish", "--home", str(root), "--cutoff", cutoff)
    return root


def test_both_lists_are_published_final_and_chained(home: Path) -> None:
    exports = home / "exports"
    assert (exports / "latest").resolve().name == CUTOFFS[-1]
    assert "nada mudou" in fnx("publish", "--home", str(home), "--cutoff", CUTOFFS[-1])
    assert not [path for path in exports.glob("2026-*/*") if path.stat().st_mode & 0o222]
    with duckdb.connect(str(home / "warehouse" / "publicado.duckdb"), read_only=True) as connection:
        lists = connection.execute("select distinct list::varchar from marts.fct_list order by 1").fetchall()
    assert [one for (one,) in lists] == list(CUTOFFS)


def test_no_birth_date_and_nobody_outside_the_pool_in_any_published_byte(home: Path) -> None:
    """Years stand in many dates, so what is looked for are birth dates as cards write them, columns that
    would carry a year, and the names of FIDE list rows that belong to nobody in the pool."""
    published = b"\n".join(
        path.read_bytes() for folder in CUTOFFS for path in sorted((home / "exports" / folder).iterdir())
    )
    cards = "\n".join(path.read_text("utf-8") for path in (home / "inbox" / "cbx" / "cards").iterdir())
    birth_dates = set(re.findall(r"Data Nasc\.: (\d\d/\d\d/\d{4})", cards))
    assert len(birth_dates) > 30
    played_on = set(re.findall(rb"\d\d/\d\d/2026", published))
    assert [day for day in birth_dates if day.encode() in published and day.encode() not in played_on] == []
    for path in (home / "exports" / CUTOFFS[-1]).glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as stream:
            head = next(csv.reader(stream, delimiter=";" if path.stem == "swiss_manager" else ","))
        assert not [column for column in head if "birth" in column.lower() and column != "Birthday"], (
            path.name
        )
    with (home / "exports" / CUTOFFS[-1] / "swiss_manager.csv").open(encoding="utf-8", newline="") as stream:
        assert {row["Birthday"] for row in csv.DictReader(stream, delimiter=";")} == {""}
    with (home / "registry" / "players.csv").open(encoding="utf-8-sig", newline="") as stream:
        initials = [row["name"] for row in csv.DictReader(stream) if row["publish_name"] == "initials"]
    assert len(initials) == 2
    assert [name for name in initials if name.encode() in published] == []


def test_a_draft_older_than_the_list_before_builds_on_it_all_the_same(home: Path) -> None:
    manifest = json.loads((home / "exports" / CUTOFFS[1] / "manifest.json").read_text("utf-8"))
    assert manifest["previous_list"] == CUTOFFS[0]

"""What a list may not tell (Art. 19): birth years, names under initials, names of auxiliary players.

Belongs here: reading every published byte, Parquet decoded, and every explanation, as somebody curious would.
Does not belong here: how a name becomes initials (the unit tests of `dim_player`).
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from orchestration.publication.explanation import explain
from orchestration.publication.explanation_page import explanation_page
from orchestration.publication.explanation_text import explanation_text
from orchestration.publication.publish import publish
from tests.acceptance.oracle import read_csv
from tests.builders.home_files import write_register
from tests.builders.season import build_season
from tests.conftest import append_row, rows_of

FIRST, SECOND = "2026-06-21", "2026-06-28"
YEAR = re.compile(r"(?<![\w.+−-])(?<!\d,)(19[2-9]\d|20[01]\d|202[0-4])(?![\w.])")


def _minor(row: dict[str, str]) -> bool:
    return bool(row["birth_year"]) and row["birth_proven"] != "no" and 2026 - int(row["birth_year"]) < 18


@pytest.fixture(scope="module")
def season(
    tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]
) -> tuple[Path, list[dict[str, str]]]:
    """Two lists of a pool that publishes minors by initials, a correction between them; the register."""
    home = build_season(tmp_path_factory.mktemp("privacy") / "home", 23, players=60, events=8)
    (home / "pool.toml").write_text('[policies]\nminor_names = "initials"\n', encoding="utf-8")
    register = read_csv(home / "registry" / "players.csv")
    adults = [row for row in register if not _minor(row)]
    for row in adults[::3]:
        row["publish_name"] = "initials"
    minors = [row for row in register if _minor(row)]
    minors[0]["publish_name"] = "full"
    write_register(home, "players", register)
    first = compute(home, FIRST)
    game = next(row for row in rows_of(first / "ledger.csv") if row["rated"] == "true")
    publish(home / "exports", date.fromisoformat(FIRST), datetime(2026, 6, 24, 8))
    append_row(
        home / "registry" / "corrections.csv",
        correction_id="C-901",
        registered_at="2026-06-29",
        kind="duplicate",
        event_id=game["event_id"],
        grounds="repetido",
    )
    return compute(home, SECOND), register


@pytest.fixture(scope="module")
def published(season: tuple[Path, list[dict[str, str]]]) -> dict[str, str]:
    """Every file of a list as text, Parquet as its values, and every explanation in its three forms."""
    folder, told = season[0], {}
    for path in sorted(folder.iterdir()):
        if path.suffix == ".parquet":
            table = pq.read_table(path)
            values = [str(value) for row in table.to_pylist() for value in row.values() if value is not None]
            told[path.name] = "\n".join(values) + str(table.schema.metadata)
        else:
            told[path.name] = path.read_text(encoding="utf-8")
    for fnx_id in sorted({row["fnx_id"] for row in rows_of(folder / "entry_ratings.csv")}):
        story = explain(folder, fnx_id)
        told[f"{fnx_id}.txt"] = explanation_text(story)
        told[f"{fnx_id}.html"] = explanation_page(story)
        told[f"{fnx_id}.json"] = json.dumps(story.as_json(), ensure_ascii=False)
    return told


def _names(row: dict[str, str]) -> set[str]:
    given, _, surname = row["name"].partition(" ")
    return {row["name"], f"{surname}, {given}", f"{surname} {given}"}


def test_who_is_published_by_initials_is_so_on_every_page(
    season: tuple[Path, list[dict[str, str]]], published: dict[str, str]
) -> None:
    folder, register = season
    on_list = {row["fnx_id"]: row["name"] for row in rows_of(folder / "list.csv")}
    hidden = [
        row
        for row in register
        if (row["publish_name"] or ("initials" if _minor(row) else "full")) == "initials"
    ]
    public = {row["name"] for row in register if row not in hidden}
    hidden = [row for row in hidden if row["name"] not in public]
    assert sum(row["fnx_id"] in on_list for row in hidden) > 10
    for row in hidden:
        assert re.fullmatch(r"(\w\. ?)+", on_list.get(row["fnx_id"], "A."))
    for where, text in published.items():
        for row in hidden:
            assert not [name for name in _names(row) if name in text], (where, row["fnx_id"])
    full = next(row for row in register if _minor(row) and row["publish_name"] == "full")
    assert on_list.get(full["fnx_id"], full["name"]) == full["name"]


def test_auxiliary_players_have_no_name(
    season: tuple[Path, list[dict[str, str]]], published: dict[str, str]
) -> None:
    folder, register = season
    on_list = {row["fnx_id"] for row in rows_of(folder / "list.csv")}
    listed = {row["name"] for row in register if row["fnx_id"] in on_list}
    rated = {row["fnx_id"] for row in rows_of(folder / "event_results.csv")}
    auxiliary = [row for row in register if row["fnx_id"] in rated - on_list and row["name"] not in listed]
    for where, text in published.items():
        for row in auxiliary:
            assert not [name for name in _names(row) if name in text], (where, row["fnx_id"])
    assert rated - on_list  # registered or not, somebody was rated who is on no list


def test_no_birth_year_is_told(season: tuple[Path, list[dict[str, str]]], published: dict[str, str]) -> None:
    """No column of births, no date before the sources' own, and in the pages no year of the past at all."""
    folder, register = season
    born = {row["fnx_id"]: row["birth_year"] for row in register if row["birth_year"]}
    ratings = {"rating", "source_value", "converted"}
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter=";" if path.name == "swiss_manager.csv" else ","))
        for row in rows:
            assert row.get("Birthday", "") == ""
            year = born.get(row.get("fnx_id", ""), "none")
            for column, cell in row.items():
                assert column in ratings or year not in re.split(r"\D+", cell), (path.name, row)
            dates = re.findall(r"\b(\d{4})-\d\d-\d\d", " ".join(row.values()))
            assert all(int(year) >= 2025 for year in dates), (path.name, row)
    for where, text in published.items():
        if where.endswith((".html", ".txt")):
            shown = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<code>[^<]*</code>", "", text, flags=re.DOTALL)
            found = set(YEAR.findall(shown)) - _rating_words(shown)
            lines = [line for line in shown.splitlines() if YEAR.search(line)]
            assert not found & set(born.values()), (where, found, lines)
        assert not re.search(r"\bnasc|birth(?!day|_year_differs)", text, re.IGNORECASE) or where in {
            "relatorio.html",
            "datapackage.json",
            "manifest.json",
        }, where


def _rating_words(text: str) -> set[str]:
    """Four digits that an explanation gives as the rating of a source."""
    return set(re.findall(r"(?:FIDE|CBX|FNX[^:]*|expressa): (\d{4})", text))

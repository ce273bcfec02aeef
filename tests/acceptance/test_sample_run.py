"""The sample season through the command itself: what a newcomer sees, and what nobody may see."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from orchestration.publication.explanation import explain
from orchestration.publication.explanation_page import explanation_page
from orchestration.publication.explanation_text import explanation_text

FNX = Path(sys.executable).parent / "fnx"
CUTOFFS = ("2026-11-15", "2026-11-22")
MONTHS = (
    *("janeiro", "fevereiro", "março", "abril", "maio", "junho"),
    *("julho", "agosto", "setembro", "outubro", "novembro", "dezembro"),
)


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
    """Years stand in many dates, so what is looked for are the birth dates that cards and tournament files
    tell, in every spelling, columns that would carry a year, and names that were asked to be initials."""
    births = _births(home)
    assert len(births) > 30
    assert _dates(" ".join(_spellings(births[0]))) == [births[0]] * len(_spellings(births[0]))
    texts = dict(_published_texts(home))
    assert {"index.json", "2026-11-22/ledger.parquet", "publicado.duckdb fct_list"} <= texts.keys()
    assert len([where for where in texts if where.startswith("explanation")]) > 100
    assert [(where, day) for where, text in texts.items() for day in _dates(text) if day in births] == []
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
    assert [(name, where) for name in initials for where, text in texts.items() if name in text] == []


def _births(home: Path) -> list[date]:
    """The birth dates that saved cards and tournament files tell, all of years before the season's."""
    told = [path.read_text("utf-8") for path in (home / "inbox" / "cbx" / "cards").iterdir()]
    found = {date(int(y), int(m), int(d)) for d, m, y in re.findall(r"(\d\d)/(\d\d)/(\d{4})", "".join(told))}
    for path in (home / "inbox" / "events").iterdir():
        text = path.read_text("latin-1")
        dates = re.findall(r"\b(\d{4})/(\d\d)/(\d\d)\b", text)
        dates += [(y, m, d) for d, m, y in re.findall(r"\b(\d\d)\.(\d\d)\.(\d{4})\b", text)]
        found |= {date(int(y), int(m), int(d)) for y, m, d in dates if m != "00" != d}
    return sorted(day for day in found if day.year < 2022)


def _spellings(day: date) -> list[str]:
    numbers = [f"{day:%Y}{mark}{day:%m}{mark}{day:%d}" for mark in ("-", "/", ".", "")]
    numbers += [f"{day:%d}{mark}{day:%m}{mark}{day:%Y}" for mark in ("-", "/", ".", "")]
    words = [f"{day.day} de {MONTHS[day.month - 1]} de {day.year}", f"{day.day}/{day.month}/{day.year}"]
    return [*numbers, f"{day:%d/%m/%y}", *words]


_YEAR_FIRST = re.compile(r"(?<![\w/.-])(\d{4})([-/.]?)(\d\d)\2(\d\d)(?![\w/])")
_DAY_FIRST = re.compile(r"(?<![\w/.-])(\d\d?)([-/.])(\d\d?)\2(\d{4}|\d\d)(?![\w/])")
_DIGITS = re.compile(r"(?<![\w/.-])(\d\d)(\d\d)(\d{4})(?![\w/])")
_IN_WORDS = re.compile(rf"(?<![\w/.-])(\d\d?) de ({'|'.join(MONTHS)}) de (\d{{4}})(?![\w/])")


def _dates(text: str) -> list[date]:
    """Every date that a text tells, in any of `_spellings`."""
    found = [(y, m, d) for y, _, m, d in _YEAR_FIRST.findall(text)]
    found += [(y, m, d) for d, _, m, y in _DAY_FIRST.findall(text)]
    found += [(y, m, d) for d, m, y in _DIGITS.findall(text)]
    found += [(y, str(1 + MONTHS.index(m)), d) for d, m, y in _IN_WORDS.findall(text)]
    dates = []
    for y, m, d in found:
        century = "" if len(y) == 4 else "19" if int(y) > 30 else "20"
        with suppress(ValueError):
            dates.append(date(int(century + y), int(m), int(d)))
    return dates


def _published_texts(home: Path) -> Iterator[tuple[str, str]]:
    """Everything that others may read, as text: files, Parquet and DuckDB as values, explanations."""
    yield "index.json", (home / "exports" / "index.json").read_text("utf-8")
    for folder in (home / "exports" / cutoff for cutoff in CUTOFFS):
        for path in sorted(folder.iterdir()):
            where = f"{folder.name}/{path.name}"
            if path.suffix == ".parquet":
                table = pq.read_table(path)
                yield where, f"{table.schema} {table.schema.metadata} {_values(table.to_pylist())}"
            else:
                yield where, path.read_text("utf-8")
    with duckdb.connect(str(home / "warehouse" / "publicado.duckdb"), read_only=True) as connection:
        for (name,) in connection.execute("select table_name from duckdb_tables()").fetchall():
            table = connection.execute(f"select * from marts.{name}").to_arrow_table()
            yield f"publicado.duckdb {name}", f"{table.schema} {_values(table.to_pylist())}"
    newest = home / "exports" / CUTOFFS[-1]
    for fnx_id in sorted(
        {row["fnx_id"] for row in pq.read_table(newest / "entry_ratings.parquet").to_pylist()}
    ):
        story = explain(newest, fnx_id)
        yield (
            f"explanation {fnx_id}",
            " ".join(
                [
                    explanation_text(story),
                    explanation_page(story),
                    json.dumps(story.as_json(), ensure_ascii=False),
                ]
            ),
        )


def _values(rows: list[dict[str, object]]) -> str:
    return "\n".join(str(value) for row in rows for value in row.values() if value is not None)


def test_a_draft_older_than_the_list_before_builds_on_it_all_the_same(home: Path) -> None:
    manifest = json.loads((home / "exports" / CUTOFFS[1] / "manifest.json").read_text("utf-8"))
    assert manifest["previous_list"] == CUTOFFS[0]

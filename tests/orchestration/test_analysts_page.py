"""docs/analysts.md tells what is there: every column of the marts, and queries that run on the copy.

What belongs here: the page against the YAML of the marts and against `publicado.duckdb`. What does not: the
content of the copy itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from orchestration.publication.analysts_copy import refresh
from orchestration.publication.contract import EXPORTS

REPO = Path(__file__).resolve().parents[2]
PAGE = (REPO / "docs" / "analysts.md").read_text(encoding="utf-8")
MARTS = sorted((REPO / "dbt_project" / "models" / "marts").glob("*.sql"))
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
#: The first three columns of every table about players.
PLAYER = "'P', date '2026-02-01', 'FNX-1'"


def mart(sql: Path) -> dict[str, Any]:
    document = yaml.safe_load(sql.with_suffix(".yml").read_text(encoding="utf-8"))
    (model,) = document["models"]
    return dict(model)


def section(name: str) -> str:
    """The part of the page about one table."""
    match = re.search(rf"^### `marts\.{name}`\n(.*?)(?=^### |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return match[1] if match else ""


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The analysts' copy of no list at all, as tables that a test can fill."""
    target = tmp_path / "publicado.duckdb"
    refresh(tmp_path, target)
    target.chmod(0o644)
    with duckdb.connect(str(target)) as connection:
        yield connection


@pytest.mark.parametrize("sql", MARTS, ids=lambda sql: sql.stem)
def test_every_column_of_a_mart_is_on_the_page(sql: Path) -> None:
    model, text = mart(sql), section(sql.stem)
    assert " ".join(model["description"].split()) in " ".join(text.split())
    rows = [
        f"| `{column['name']}` | {column['data_type']} | {column['description'].strip()} |"
        for column in model["columns"]
    ]
    assert [row for row in rows if row not in text.replace("(warehouse only) ", "")] == []
    assert text.count("\n| `") == len(rows)


@pytest.mark.parametrize("export", [one for one in EXPORTS if one.parquet], ids=lambda export: export.name)
def test_what_is_marked_warehouse_only_is_not_in_the_copy(
    export: Any, copy: duckdb.DuckDBPyConnection
) -> None:
    marked = dict(
        re.findall(
            r"^\| `(\w+)` \| [^|]+ \| (\(warehouse only\))?", section(export.mart.split(".")[1]), re.MULTILINE
        )
    )
    in_the_copy = {row[0] for row in copy.execute(f"describe {export.mart}").fetchall()}
    assert {name for name, mark in marked.items() if not mark} == in_the_copy


def test_the_queries_run(copy: duckdb.DuckDBPyConnection) -> None:
    assert len(QUERIES) == 3
    fill(copy)
    top, explained, ended = (copy.execute(query).fetchall() for query in QUERIES)
    assert [row[:4] for row in top] == [(1, "Ana Alves", 613, 13)]
    assert [(row[0], float(row[5])) for row in explained] == [
        ("entry: fide", 600.0),
        ("E1", 12.5),
        ("E1: rounding and floor", 0.5),
    ]
    assert float(explained[-1][6]) == 613.0
    assert [(row[1], row[3]) for row in ended] == [("FNX-1", "Aberto")]


def fill(copy: duckdb.DuckDBPyConnection) -> None:
    """One list with one player, who entered with 600 and won 12.5 points in one game."""
    for statement in (
        "insert into marts.dim_list (pool, list) values ('P', '2026-02-01')",
        f"insert into marts.fct_list (pool, list, fnx_id, name, rating, change)"
        f" values ({PLAYER}, 'Ana Alves', 613, 13)",
        f"insert into marts.fct_ranking (pool, list, fnx_id, ranking, place, name, rating, games_year)"
        f" values ({PLAYER}, 'geral', 1, 'Ana Alves', 613, 1)",
        f"insert into marts.fct_entry_rating (pool, list, fnx_id, source, converted, chosen)"
        f" values ({PLAYER}, 'fide', 600, true), ({PLAYER}, 'age_reference', 550, false)",
        f"insert into marts.fct_ledger"
        f" (pool, list, fnx_id, event_id, event_order, round, score, k, rated, change)"
        f" values ({PLAYER}, 'E1', 1, 1, 1, 25, true, 12.5), ({PLAYER}, 'E1', 1, 2, 1, null, false, null)",
        f"insert into marts.fct_event_result (pool, list, fnx_id, event_id, event_order, change_exact,"
        f" change_rounded, floor_applied, in_development_before, in_development_after)"
        f" values ({PLAYER}, 'E1', 1, 12.5, 13, 0, true, false)",
        "insert into marts.dim_event (pool, list, event_id, name, end_date)"
        " values ('P', '2026-02-01', 'E1', 'Aberto', '2026-01-31')",
    ):
        copy.execute(statement)

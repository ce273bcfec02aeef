"""dbt's sources are the tables that a run loads: the same tables, columns and order, each described."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from orchestration.raw_tables import tables

SOURCES = Path(__file__).resolve().parents[2] / "dbt_project" / "models" / "sources.yml"


def declared() -> dict[str, dict[str, Any]]:
    """``schema.name`` to what sources.yml says of the table."""
    document = yaml.safe_load(SOURCES.read_text(encoding="utf-8"))
    return {
        f"{source['schema']}.{table['name']}": table
        for source in document["sources"]
        for table in source["tables"]
    }


def test_the_tables_are_those_that_a_run_loads() -> None:
    assert sorted(declared()) == sorted(tables())


def test_the_columns_are_those_that_a_run_loads() -> None:
    in_yaml = {name: [column["name"] for column in table["columns"]] for name, table in declared().items()}
    loaded = {name: list(columns) for name, columns in tables().items()}
    assert {name: in_yaml[name] for name in loaded if in_yaml.get(name) != loaded[name]} == {}


def test_everything_is_described() -> None:
    blank = [
        f"{name}.{part.get('name')}"
        for name, table in declared().items()
        for part in (table, *table["columns"])
        if not part.get("description")
    ]
    assert blank == []


def test_a_source_is_named_as_its_schema() -> None:
    document = yaml.safe_load(SOURCES.read_text(encoding="utf-8"))
    assert [source["name"] for source in document["sources"]] == [
        source["schema"] for source in document["sources"]
    ]

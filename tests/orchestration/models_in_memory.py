"""dbt models run on a DuckDB in memory, without dbt: their SQL rendered with the project's own macros.

Belongs here: rendering, the order of the models, loading raw rows. Does not belong here: anything that is
checked. What dbt itself makes of the project is tested in `test_dbt_project`; this is for tests that run the
same models over hundreds of invented facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

import duckdb
import jinja2

from orchestration.raw_tables import as_table, tables
from orchestration.warehouse import load
from tests.orchestration.dbt_in_process import PROJECT

LIST_PARAMETERS = {
    "pool": "Teste",
    "list": date(2026, 2, 1),
    "known_before": datetime(2026, 2, 2),
    "frozen_before": datetime(2026, 2, 4),
    "base_date": date(2026, 1, 1),
    "minor_names": "full",
    "linked_uf": "RN",
}


@cache
def _places() -> Mapping[str, tuple[str, str]]:
    """Model to its layer and its SQL."""
    return {
        path.stem: (path.parent.name, path.read_text(encoding="utf-8"))
        for path in (PROJECT / "models").rglob("*.sql")
    }


@cache
def rendered(model: str) -> tuple[str, tuple[str, ...]]:
    """The SQL of a model, and the models it reads."""
    read: list[str] = []

    def ref(name: str) -> str:
        read.append(name)
        return f"{_places()[name][0]}.{name}"

    macros = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((PROJECT / "macros").glob("*.sql"))
        if path.stem != "generate_schema_name"
    )
    template = jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(
        macros + _places()[model][1], globals={"ref": ref, "source": lambda schema, name: f"{schema}.{name}"}
    )
    return template.render(), tuple(dict.fromkeys(read))


def upstream(wanted: Iterable[str]) -> list[str]:
    """The models needed for those wanted, in an order in which they can be built."""
    ordered: list[str] = []

    def visit(model: str) -> None:
        if model not in ordered:
            for parent in rendered(model)[1]:
                visit(parent)
            ordered.append(model)

    for model in wanted:
        visit(model)
    return ordered


def build(
    wanted: Sequence[str], rows: Mapping[str, Sequence[Mapping[str, Any]]], **parameters: Any
) -> duckdb.DuckDBPyConnection:
    """The wanted models over these rows of raw tables; every other loaded table is empty."""
    connection = duckdb.connect()
    given = {"home.list_parameters": [LIST_PARAMETERS | parameters], **rows}
    load(connection, {name: as_table(columns, given.get(name, [])) for name, columns in tables().items()})
    for layer in ("staging", "intermediate", "marts"):
        connection.execute(f"create schema {layer}")
    for model in upstream(wanted):
        layer = _places()[model][0]
        kind = "view" if layer == "staging" else "table"
        connection.execute(f"create {kind} {layer}.{model} as {rendered(model)[0]}")
    return connection

"""The dbt models built by the statements that dbt runs, without dbt: for lists computed to be compared.

Belongs here: keeping what dbt ran, once per version of the project, and running it.
Does not belong here: the weekly run, which goes through dbt with its tests and events (`dbt`).

A model's statements follow from the project alone: they name schemas and tables, and nothing of a home. dbt
spends some fifty milliseconds of Python on each model, DuckDB a few.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import duckdb

from orchestration.dbt_process import MANIFEST, project_hash, shared_target

STATEMENTS = "statements.json"


@dataclass(frozen=True, slots=True)
class ModelStatements:
    """What builds one model: its name, its tags and the statements, contract and constraints included."""

    name: str
    tags: Sequence[str]
    sql: str


def kept_statements(folder: Path) -> list[ModelStatements] | None:
    """The statements of this version of the project, each after those it builds on; None if none are kept.

    They are looked for in the checkout, then below a home's `folder`.
    """
    for target in (shared_target(), folder / project_hash()):
        kept = target / STATEMENTS
        if kept.exists():
            return [ModelStatements(*row) for row in json.loads(kept.read_text(encoding="utf-8"))]
    return None


def keep_statements(target: Path) -> None:
    """Keep what dbt ran in `target`, if every model was built there: beside the manifest, like lineage."""
    nodes = json.loads((target / MANIFEST).read_text(encoding="utf-8"))["nodes"]
    models = {key: node for key, node in nodes.items() if node["resource_type"] == "model"}
    parents = {key: set(models) & set(node["depends_on"]["nodes"]) for key, node in models.items()}
    ran = []
    for key in TopologicalSorter(parents).static_order():
        node = models[key]
        written = target / "run" / node["package_name"] / node["original_file_path"]
        if not written.exists():
            return
        ran.append(ModelStatements(node["name"], node["tags"], written.read_text(encoding="utf-8")))
    place = shared_target() if os.access(shared_target(), os.W_OK) else target
    partial = place / f".{STATEMENTS}.{os.getpid()}.tmp"
    partial.write_text(json.dumps([astuple(model) for model in ran]), encoding="utf-8")
    partial.replace(place / STATEMENTS)


def run_statements(connection: duckdb.DuckDBPyConnection, models: Iterable[ModelStatements]) -> None:
    """Build these models in their order, all or none. Raises duckdb.Error."""
    connection.execute("begin")
    try:
        for schema in ("staging", "intermediate", "marts"):
            connection.execute(f"create schema if not exists {schema}")
        for model in models:
            connection.execute(model.sql)
        connection.execute("commit")
    except BaseException:
        connection.execute("rollback")
        raise

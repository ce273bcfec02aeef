"""dbt for tests: the project parsed or run inside this process, in a folder of the test's own.

Belongs here: calling dbt, and a warehouse with empty tables. Does not belong here: anything that is checked.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from dbt.adapters.duckdb.connections import DuckDBConnectionManager
from dbt.adapters.duckdb.impl import DuckDBAdapter
from dbt.cli.main import dbtRunner, dbtRunnerResult

from orchestration.dbt_process import prepared_target
from orchestration.raw_tables import as_table, tables
from orchestration.warehouse import connect, load

REPO = Path(__file__).resolve().parents[2]
PROJECT = REPO / "dbt_project"


def target_of(folder: Path) -> Path:
    """dbt's target folder for `folder`, with the parse of this project version that the checkout keeps."""
    return prepared_target(folder / "dbt")


def dbt(command: Sequence[str], folder: Path, manifest: Any = None) -> dbtRunnerResult:
    """Run one dbt command inside `folder`, where `fnx.duckdb` lies or will lie, writing only there and in
    the kept parse of the checkout.
    """
    target = target_of(folder)
    arguments = [
        *command,
        *("--project-dir", str(PROJECT)),
        *("--profiles-dir", str(PROJECT)),
        *("--target-path", str(target)),
        *("--log-path", str(folder / "logs")),
        *("--log-level", "none"),
        *("--log-level-file", "none"),
        # Threads of one process wait for each other more than for the database.
        *(("--threads", "1") if command[0] == "build" else ()),
    ]
    here = Path.cwd()
    os.chdir(folder)
    try:
        with patch.object(DuckDBAdapter, "get_columns_in_relation", _asked_once()):
            return dbtRunner(manifest=manifest).invoke(arguments)
    finally:
        os.chdir(here)
        # dbt keeps the file open in this process, and the next connection would find another configuration.
        if DuckDBConnectionManager._ENV is not None:
            DuckDBConnectionManager._ENV.close()
            DuckDBConnectionManager._ENV = None


def _asked_once() -> Any:
    """dbt's way to ask for the columns of a relation, which a warehouse built once need be asked only once.

    Unit tests ask for those of every parent again, about 500 times in all.
    """
    ask = DuckDBAdapter.get_columns_in_relation
    known: dict[str, Any] = {}

    def get_columns_in_relation(self: DuckDBAdapter, relation: Any) -> Any:
        name = str(relation)
        columns = known.get(name) or ask(self, relation)
        if columns:  # a relation that is not built yet has none
            known[name] = columns
        return columns

    return get_columns_in_relation


def empty_warehouse(folder: Path) -> Path:
    """`fnx.duckdb` in `folder` with every loaded table, all empty but for the one row that names the list."""
    parameters = {
        "pool": "Teste",
        "list": date(2026, 2, 1),
        "known_before": datetime(2026, 2, 2),
        "frozen_before": datetime(2026, 2, 4),
        "base_date": date(2026, 1, 1),
        "list_unrated": False,
        "min_ranking_size": 1,
        "minor_names": "full",
        "majority_age": 18,
        "appeal_days": 7,
        "linked_uf": "RN",
    }
    path = folder / "fnx.duckdb"
    with connect(path) as connection:
        load(
            connection,
            {
                name: as_table(columns, [parameters] if name == "home.list_parameters" else [])
                for name, columns in tables().items()
            },
        )
    return path

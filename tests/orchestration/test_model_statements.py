"""What dbt ran, run without it, builds the same tables; and what fails there is told by dbt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from orchestration.computing import MARTS, build_by_dbt, build_models
from orchestration.dbt_process import DbtError
from orchestration.home import Home
from orchestration.model_statements import kept_statements, run_statements
from orchestration.warehouse import connect
from tests.builders.season import build_season

CORE, LISTS = ("--exclude", MARTS), ("--select", MARTS)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> Home:
    root = build_season(tmp_path_factory.mktemp("statements") / "home", 7, players=30, events=6)
    compute(root, "2026-11-29")
    return Home.open(root)


def contents(home: Home) -> dict[str, tuple[object, ...]]:
    """Kind, columns with types and nulls allowed, and rows of every model."""
    with connect(home.warehouse) as connection:
        models = connection.execute(
            "select table_schema || '.' || table_name, table_type from information_schema.tables "
            "where table_schema in ('staging', 'intermediate', 'marts')"
        ).fetchall()
        return {
            name: (
                kind,
                connection.execute(f"describe {name}").fetchall(),
                connection.execute(f"select * from {name} order by all").fetchall(),
            )
            for name, kind in models
        }


def test_the_statements_build_what_dbt_builds(home: Home) -> None:
    build_by_dbt(home, CORE)
    build_by_dbt(home, LISTS)
    by_dbt = contents(home)
    kept = kept_statements(home.dbt)
    assert kept is not None and len(kept) == len(by_dbt) > 60
    with connect(home.warehouse) as connection:
        for schema in ("marts", "intermediate", "staging"):
            connection.execute(f"drop schema {schema} cascade")
        run_statements(connection, kept)
    assert contents(home) == by_dbt


def test_they_are_run_all_or_none(home: Home) -> None:
    kept = kept_statements(home.dbt)
    assert kept is not None
    before = contents(home)
    with connect(home.warehouse) as connection:
        connection.execute("create or replace table raw.registry_events_kept as from raw.registry_events")
        connection.execute("alter table raw.registry_events drop column event_id")
        with pytest.raises(duckdb.Error):
            run_statements(connection, kept)
        connection.execute("create or replace table raw.registry_events as from raw.registry_events_kept")
        connection.execute("drop table raw.registry_events_kept")
    assert contents(home) == before


def test_what_fails_is_told_by_dbt_with_the_model_s_name(home: Home) -> None:
    with connect(home.warehouse) as connection:
        connection.execute("create or replace table raw.registry_events_kept as from raw.registry_events")
        connection.execute("alter table raw.registry_events drop column event_id")
    try:
        with pytest.raises(DbtError, match="stg_registry__events"):
            build_models(home, CORE)
    finally:
        with connect(home.warehouse) as connection:
            connection.execute("create or replace table raw.registry_events as from raw.registry_events_kept")
            connection.execute("drop table raw.registry_events_kept")

"""An asset declares every table that it reads, so that the graph in the UI is the way of the data."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb
import pytest

from orchestration.dbt import asset_key_of
from orchestration.home import Home
from orchestration.listing import write_list_draft
from orchestration.pool import read_pool
from orchestration.rating import rate
from tests.orchestration.models_in_memory import _places, build

_TABLE = re.compile(r"\b((?:home|raw|staging|intermediate|ratings|marts)\.[a-z]\w+)")
CUTOFF = date(2026, 2, 1)


class Recording:
    """A connection that keeps the names of the tables that its statements read."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, query: str, *arguments: Any) -> Any:
        self.read.update(_TABLE.findall(query))
        return self._connection.execute(query, *arguments)

    def sql(self, query: str, **arguments: Any) -> Any:
        self.read.update(_TABLE.findall(query))
        return self._connection.sql(query, **arguments)


def an_empty_list() -> duckdb.DuckDBPyConnection:
    """Every model over empty tables."""
    return build(
        [name for name, (layer, _) in _places().items() if layer != "staging"],
        {"home.numbers": [{"denominator": 18384022038382}]},
        list=CUTOFF,
    )


def ratings_of(connection: Any, home: Home) -> None:
    rate(connection, read_pool(home.pool_file, "Teste"))


def draft_of(connection: Any, home: Home) -> None:
    write_list_draft(connection, home, read_pool(home.pool_file, "Teste"), CUTOFF)


@pytest.mark.parametrize("system", ["fnx", "clube"])
@pytest.mark.parametrize(
    ("step", "asset"),
    [(ratings_of, ("ratings", "ledger")), (draft_of, ("exports", "draft"))],
    ids=["ratings", "draft"],
)
def test_an_asset_declares_what_it_reads(
    step: Callable[[Any, Home], None], asset: tuple[str, str], system: str, tmp_path: Path
) -> None:
    from orchestration.definitions import defs

    home = Home.open(tmp_path)
    home.pool_file.write_text(f'[pool]\nsystem = "{system}"\n', encoding="utf-8")
    recording = Recording(an_empty_list())
    step(recording, home)
    own = "ratings." if asset[0] == "ratings" else "nothing."  # the last computation, which it replaces
    read = {_key(table) for table in recording.read if not table.startswith(own)}
    assert len(read) > 5
    declared = defs.resolve_asset_graph().get(dg.AssetKey(asset)).parent_keys
    assert read - declared == set()


def _key(table: str) -> dg.AssetKey:
    layer, _, name = table.partition(".")
    return (
        dg.AssetKey([layer, name]) if layer in ("staging", "intermediate", "marts") else asset_key_of(table)
    )

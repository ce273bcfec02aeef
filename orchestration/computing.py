"""A list computed in this process by the functions that the assets call, without Dagster.

Belongs here: their order. Does not belong here: what they do. The weekly run goes through the assets, so that
it is seen in the UI; what asks "what would come out" (`verification`, the tests) goes through here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import duckdb

from orchestration.checks import Check, Result, audit
from orchestration.dbt_process import DbtError, prepared_target, worker
from orchestration.home import Home
from orchestration.ingestion import ingest
from orchestration.listing import write_list_draft
from orchestration.model_statements import keep_statements, kept_statements, run_statements
from orchestration.pool import Pool
from orchestration.rating import rate
from orchestration.warehouse import connect, load

MARTS = "tag:marts"


class AuditFailed(Exception):
    """A check that stops the draft did not pass: the message names each with what it found."""


def compute_list(home: Home, pool: Pool, cutoff: date, say: Callable[[str], None]) -> Path:
    """Compute the list of `cutoff` from the home's inputs; the folder of its draft.

    The caller holds the home. Raises AuditFailed, DbtError, HomeError.
    """
    read = ingest(home, pool, cutoff, say)
    with connect(home.warehouse) as connection:
        load(connection, read.tables)
    build_models(home, ("--exclude", MARTS))
    with connect(home.warehouse) as connection:
        load(connection, rate(connection, pool))
    build_models(home, ("--select", MARTS))
    with connect(home.warehouse) as connection:
        failed = [found for found in audit(connection) if not found[1].passed and found[0].stops_the_draft]
        if failed:
            raise AuditFailed("; ".join(map(_told, failed)))
        return write_list_draft(connection, home, pool, cutoff)


def build_models(home: Home, selection: tuple[str, str]) -> None:
    """Build the selected dbt models of a home: by what dbt ran before where that is kept. Raises DbtError."""
    kept = kept_statements(home.dbt)
    if kept is not None:
        option, _ = selection
        chosen = [model for model in kept if ("marts" in model.tags) == (option == "--select")]
        try:
            with connect(home.warehouse) as connection:
                run_statements(connection, chosen)
            return
        except duckdb.Error:
            pass  # dbt finds the same, and tells it with the model's name, or knows what was in the way
    build_by_dbt(home, selection)


def build_by_dbt(home: Home, selection: tuple[str, str]) -> None:
    """Build the selected dbt models of a home by dbt. Raises DbtError."""
    target = prepared_target(home.dbt)
    command = ["build", "--resource-type", "model", "--no-write-json", *selection]
    for event in worker(target).run(command, target, home.warehouse_dir):
        if event["info"]["level"] == "error":
            raise DbtError(event["info"]["msg"])
    keep_statements(target)


def _told(found: tuple[Check, Result]) -> str:
    check, result = found
    return f"{check.name}: {result.detail_pt}"

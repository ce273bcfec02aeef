"""The draft of a list: all its files, complete or not at all, in `exports/drafts/<cut-off>/`.

Belongs here: the order in which a list's files are made, and putting the finished folder in place.
Does not belong here: what the files say, and making them public (`publish`).

Nothing in a draft depends on the clock or on where it is written, so the same marts and context give the same
bytes (`fnx verify` compares them). The manifest is written last.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from orchestration.durable import clear_leftovers, flush_path, preparing_folder, swap_folder, write_flushed
from orchestration.publication.chain import DRAFTS_NAME, cutoff_of, published_lists
from orchestration.publication.contract import exports_for
from orchestration.publication.datapackage import DATAPACKAGE_NAME, build_datapackage, datapackage_bytes
from orchestration.publication.exports import write_tables
from orchestration.publication.manifest import (
    MANIFEST_NAME,
    ListContext,
    build_manifest,
    manifest_bytes,
    output_hashes,
)
from orchestration.publication.report import REPORT_NAME, render_report


def draft_directory(exports_root: Path, cutoff: date) -> Path:
    """Where the draft of a list lives."""
    return exports_root / DRAFTS_NAME / cutoff.isoformat()


def newest_cutoff(exports_root: Path) -> date | None:
    """The newest cut-off that has a draft, else the newest published one; None where there is neither."""
    drafts = exports_root / DRAFTS_NAME
    entries = drafts.iterdir() if drafts.is_dir() else ()
    found = [cutoff for entry in entries if (cutoff := cutoff_of(entry.name)) is not None]
    if found:
        return max(found)
    published = published_lists(exports_root)
    return published[-1].cutoff if published else None


def write_draft(
    con: duckdb.DuckDBPyConnection,
    exports_root: Path,
    context: ListContext,
    compare: Callable[[Path, Path], object] | None = None,
) -> Path:
    """Write the draft of `context.cutoff` from the marts of `con` and return its folder.

    An older draft is replaced in whole; a kill at any moment leaves one complete draft, at its place or
    (between two renames) set aside until the next run puts it back. `compare` is shown the older folder and
    the finished new one before that. The caller holds the home's lock. Raises `ExportError`.
    """
    target = draft_directory(exports_root, context.cutoff)
    target.parent.mkdir(parents=True, exist_ok=True)
    clear_leftovers(target.parent)
    with preparing_folder(target) as partial:
        # The link to the list before depends on when that one was published: publication adds it (`publish`).
        write_list_files(con, partial, context, previous_manifest_sha256=None)
        if compare is not None and target.is_dir():
            compare(target, partial)
        swap_folder(partial, target)
    return target


def write_list_files(
    con: duckdb.DuckDBPyConnection,
    directory: Path,
    context: ListContext,
    previous_manifest_sha256: str | None,
) -> None:
    """Write every file of a list into the empty folder `directory`, the manifest last."""
    exports = exports_for(context.system)
    tables = write_tables(con, directory, context.cutoff, exports)
    rows = {name: table.rows for name, table in tables.items()}
    package = build_datapackage(context.pool, context.cutoff, directory, rows, exports)
    write_flushed(directory / DATAPACKAGE_NAME, datapackage_bytes(package))
    report = render_report(con, context, files=output_hashes(directory))
    write_flushed(directory / REPORT_NAME, report.encode("utf-8"))
    manifest = build_manifest(
        context,
        outputs=output_hashes(directory),
        counts={"rows": rows, **_list_counts(con, context.cutoff)},
        findings=_finding_counts(con, context.cutoff),
        previous_manifest_sha256=previous_manifest_sha256,
    )
    write_flushed(directory / MANIFEST_NAME, manifest_bytes(manifest))
    flush_path(directory)


def _list_counts(con: duckdb.DuckDBPyConnection, cutoff: date) -> dict[str, Any]:
    players = con.execute(
        "SELECT count(*), count(*) FILTER (active) FROM marts.fct_list WHERE list = ?", [cutoff]
    ).fetchone()
    events = con.execute(
        "SELECT count(*) FILTER (status = 'included'), count(*) FILTER (status = 'included' AND new_in_list),"
        " count(*) FILTER (status = 'pending'), count(*) FILTER (status = 'withdrawn'),"
        " coalesce(sum(rated_games) FILTER (status = 'included'), 0)::BIGINT"
        " FROM marts.dim_event WHERE list = ?",
        [cutoff],
    ).fetchone()
    assert players is not None and events is not None
    return {
        "players": players[0],
        "active_players": players[1],
        "events_included": events[0],
        "events_new": events[1],
        "events_pending": events[2],
        "events_withdrawn": events[3],
        "rated_games": events[4],
    }


def _finding_counts(con: duckdb.DuckDBPyConnection, cutoff: date) -> dict[str, int]:
    found = dict(
        con.execute(
            "SELECT severity, count(*) FROM marts.fct_finding WHERE list = ? GROUP BY severity", [cutoff]
        ).fetchall()
    )
    return {severity: found.get(severity, 0) for severity in ("error", "warning", "info")}

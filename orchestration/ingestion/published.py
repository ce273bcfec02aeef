"""What is published already: the facts that later lists start from.

Belongs here: reading the exports of earlier lists. Does not belong here: writing them (`publication`).
"""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime
from pathlib import Path

import pyarrow.parquet as pq

from orchestration import week
from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, Input, Rows
from orchestration.ingestion.registers import compare_with_used
from orchestration.raw_tables import tables
from scrapers.registers import Register


def read_published(
    home: Home,
    archive: Archive,
    cutoff: date,
    registers: dict[str, Register],
    rows: Rows,
    found: Ingested,
) -> None:
    from orchestration.publication import wording
    from orchestration.publication.chain import PublicationRefused, differing_files, published_lists

    earlier = [published for published in published_lists(home.exports) if published.cutoff < cutoff]
    rows["raw.published_lists"] = [
        (
            one.cutoff,
            week.frozen_before(one.cutoff),
            datetime.fromisoformat(one.manifest["published_at"]).date(),
        )
        for one in earlier
    ]
    if not earlier:
        return
    previous = earlier[-1]
    found.previous_list = previous.cutoff
    altered = differing_files(previous)
    if altered:  # what it says is a fact of this list: taken from an altered file, it would be absorbed
        raise PublicationRefused(
            "published_list_changed",
            wording.published_changed(previous.cutoff, wording.differing_files(altered)),
            previous.cutoff,
        )
    for used in previous.manifest["inputs"]:
        name = Path(used["path"]).stem
        if used["path"].startswith("registry/") and name in registers:
            compare_with_used(archive, name, used["sha256"], registers[name], found)
    folder = previous.directory
    rows["raw.published_list_rows"] = [
        (row["cutoff"], row["fnx_id"], row["rating"], row["games_total"], row["place"])
        for row in pq.read_table(folder / "history.parquet").to_pylist()
    ]
    columns = tables()["raw.published_entry_ratings"]
    rows["raw.published_entry_ratings"] = pq.read_table(
        folder / "entry_ratings.parquet", columns=list(columns)
    ).to_pylist()
    columns = tables()["raw.published_reassessments"]
    if (folder / "reassessments.parquet").exists():  # a list from before the policy was computed has none
        rows["raw.published_reassessments"] = pq.read_table(
            folder / "reassessments.parquet", columns=list(columns)
        ).to_pylist()
    columns = tables()["raw.published_event_results"]
    rows["raw.published_event_results"] = pq.read_table(
        folder / "event_results.parquet", columns=list(columns)
    ).to_pylist()
    rows["raw.published_events"] = [
        (row["event_id"],)
        for row in pq.read_table(folder / "events.parquet", columns=["event_id", "status"]).to_pylist()
        if row["status"] == "included"
    ]
    # What the previous list says, not when it was published: a list must not depend on the clock.
    outputs = json.dumps(previous.manifest["outputs"], sort_keys=True).encode()
    found.inputs.append(
        Input(f"exports/{previous.cutoff}", hashlib.sha256(outputs).hexdigest(), len(outputs))
    )

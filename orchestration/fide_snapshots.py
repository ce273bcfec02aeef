"""FIDE lists as Parquet in the archive: one file per scope, month and content, made once.

Belongs here: where a snapshot lies, that it is whole or not there, and looking up players in it. Does not
belong here: the layouts (`scrapers.fide`), and which players and lists count (`ingestion.fide`).

A snapshot is made of an archived list and nothing else. It is sorted by FIDE id, so that the ids of a
federation lie in few row groups; pages carry checksums, and a seal beside it its hash. One that is missing,
damaged, without its seal or of another reader version is made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from orchestration.durable import replacing, sha256_of
from orchestration.home import write_sealed
from scrapers.fide.columns import CATEGORIES, NUMBERS, SCHEMA
from scrapers.fide.conversion import READER_VERSION, Conversion, opened_list
from scrapers.records import Finding

ROWS_PER_GROUP = 1 << 15
#: How often a conversion says how far it is, in players.
PROGRESS = 500_000
_ABOUT = b"fnx.fide_list"
#: What reading a damaged snapshot raises.
DAMAGED = (pa.ArrowInvalid, pa.ArrowKeyError, OSError, ValueError, KeyError, TypeError)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A list of which the archive has all rows. ``month`` is its first day, None where nothing tells it.

    ``made`` is when the archive in which it came says that it was written. ``findings`` are those on the list
    as a whole and on lines that are no rows.
    """

    path: Path
    name: str
    sha256: str
    scope: str
    month: date | None
    made: str | None
    players: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class RefusedList:
    """A list that cannot be used, and why, in pt-BR."""

    reason: str
    findings: tuple[Finding, ...]


def snapshot(
    folder: Path, name: str, original: Path, sha256: str, say: Callable[[str], None]
) -> Snapshot | RefusedList:
    """The snapshot of an archived list, made if need be; `name` is that of the file in the inbox.

    Reads no more than the beginning of a list whose snapshot is there.
    """
    with original.open("rb") as stream, opened_list(name, stream) as conversion:
        beginning = conversion.findings
        if conversion.reason is not None:
            return RefusedList(conversion.reason, beginning)
        month = date.fromisoformat(conversion.date) if conversion.date else None
        dated = f"{month:%Y-%m}" if month else "undated"
        path = folder / f"{conversion.scope}-{dated}-{sha256}.parquet"
        about = _about(path) if seal_of(path).exists() else None
        if about is None:
            say(f"FIDE: reading {name} ({original.stat().st_size / 1e6:.0f} MB) ...")
            folder.mkdir(parents=True, exist_ok=True)
            about = _write(conversion, len(beginning), path, name, say)
            say(f"FIDE: {name}: {about['players']:,} players archived")
        findings = (*beginning, *(Finding(**one) for one in about["findings"]))
        if about["reason"] is not None:
            return RefusedList(about["reason"], findings)
        return Snapshot(
            path,
            name,
            sha256,
            str(conversion.scope),
            month,
            conversion.made,
            about["players"],
            findings,
        )


def _about(path: Path) -> dict[str, Any] | None:
    """What a whole snapshot of this reader version says of itself."""
    with suppress(*DAMAGED):
        metadata = pq.read_metadata(path)
        about: dict[str, Any] = json.loads(metadata.metadata[_ABOUT])
        if about["reader"] == READER_VERSION and metadata.num_rows == about["rows"]:
            return about
    return None


def _write(
    conversion: Conversion, known: int, path: Path, name: str, say: Callable[[str], None]
) -> dict[str, Any]:
    batches = []
    told = 0
    for batch in conversion.batches():
        batches.append(batch)
        if conversion.players - told >= PROGRESS:
            told = conversion.players
            say(f"FIDE: {name}: {told:,} players read ...")
    if conversion.reason is not None:
        # A list refused half way is remembered without its rows: nothing may use them.
        batches.clear()
    about = {
        "reader": READER_VERSION,
        "format": conversion.format,
        "players": conversion.players,
        "rows": sum(batch.num_rows for batch in batches),
        "reason": conversion.reason,
        "findings": [asdict(one) for one in conversion.findings[known:]],
    }
    with replacing(path) as partial:
        write_sorted(batches, partial, {_ABOUT: json.dumps(about, ensure_ascii=False).encode()})
    write_sealed(seal_of(path), ("file", "sha256"), [(path.name, sha256_of(path))])
    return about


def seal_of(path: Path) -> Path:
    """The small file beside a snapshot that carries its hash: `fnx verify` finds an altered byte by it."""
    return path.with_suffix(".seal")


def write_sorted(batches: list[pa.RecordBatch], path: Path, metadata: dict[bytes, bytes]) -> None:
    """Write rows of `SCHEMA` in the order of id and line.

    Empties ``batches``: the memory of a whole list is needed but once.
    """
    table = pa.Table.from_batches(batches, SCHEMA).unify_dictionaries()
    batches.clear()
    order = _order(table)
    whole = []
    while table.num_columns:
        whole.append(table.column(0).combine_chunks())
        table = table.remove_column(0)
    columns = pa.table(whole, schema=SCHEMA)
    del whole
    schema = SCHEMA.with_metadata(metadata)
    groups = (
        columns.take(pa.array(order[start : start + ROWS_PER_GROUP])).cast(schema)
        for start in range(0, len(order), ROWS_PER_GROUP)
    )
    # One group is written while the next one is put together.
    with (
        pq.ParquetWriter(
            path,
            schema,
            compression="zstd",
            compression_level=1,
            use_dictionary=[*CATEGORIES, *NUMBERS],
            column_encoding={"fide_id": "DELTA_BINARY_PACKED", "line": "PLAIN"},
            write_statistics=["fide_id"],
            write_page_checksum=True,
        ) as writer,
        ThreadPoolExecutor(1) as written,
    ):
        last: Future[None] | None = None
        for group in groups:
            if last is not None:
                last.result()
            last = written.submit(writer.write_table, group)
        if last is not None:
            last.result()


def _order(table: pa.Table) -> NDArray[np.int64]:
    ids = table.column("fide_id").to_numpy()
    order = np.argsort(ids)
    ordered = ids[order]
    if len(ids) and bool((ordered[1:] == ordered[:-1]).any()):
        order = np.lexsort((table.column("line").to_numpy(), ids))
    return order


def players(path: Path, ids: NDArray[np.int64], columns: Sequence[str]) -> pa.Table:
    """These columns of the rows with these FIDE ids, by id. Raises one of `DAMAGED` on a damaged file.

    ``ids`` are sorted. Only row groups that can hold one of them are read, and of those that do not, only the
    ids.
    """
    with pq.ParquetFile(path, page_checksum_verification=True) as file:
        metadata, schema = file.metadata, file.schema_arrow
        place = schema.get_field_index("fide_id")
        found = []
        for number in range(metadata.num_row_groups):
            bounds = metadata.row_group(number).column(place).statistics
            first, behind = np.searchsorted(ids, bounds.min), np.searchsorted(ids, bounds.max, side="right")
            if first < behind:
                rows = _places(file.read_row_group(number, ["fide_id"]), ids[first:behind])
                if len(rows):
                    found.append(file.read_row_group(number, list(columns)).take(pa.array(rows)))
        if not found:
            return pa.schema([schema.field(name) for name in columns]).empty_table()
        return pa.concat_tables(found).unify_dictionaries()


def _places(table: pa.Table, ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of a sorted table with these ids, of which a list may have one twice."""
    listed = table.column(0).to_numpy()
    first, behind = np.searchsorted(listed, ids), np.searchsorted(listed, ids, side="right")
    if (behind - first > 1).any():
        return np.flatnonzero(np.isin(listed, ids))
    return first[behind > first]

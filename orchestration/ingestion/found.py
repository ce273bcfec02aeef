"""What a run has read: the raw rows, the inputs with their hashes, and every remark about them.

Belongs here: what the readers of each source share. Does not belong here: any one source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from orchestration.home import Archive
from orchestration.raw_tables import tables
from scrapers.records import Finding

MAX_INPUT_BYTES = 200 * 1024 * 1024
#: The rows of every raw table: mappings, or values in column order; or the Arrow table itself.
Rows = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Input:
    """One input that the list depends on. For registers the hash is over the rows in any order."""

    path: str
    sha256: str
    bytes: int


@dataclass(slots=True)
class Ingested:
    """Everything a run loads before dbt."""

    tables: dict[str, pa.Table] = field(default_factory=dict)
    inputs: list[Input] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unusable_registers: list[str] = field(default_factory=list)
    changed_files: list[str] = field(default_factory=list)
    changed_rows: list[str] = field(default_factory=list)
    previous_list: date | None = None
    #: The bytes that lay at each path, by their hash; None where there was nothing to read.
    seen: dict[str, str | None] = field(default_factory=dict)

    def remark(self, source: str, where: str, code: str, severity: Any, message_pt: str) -> None:
        self.findings.append(Finding(source, where, code, severity, message_pt))


def unreadable(path: Path, most_bytes: int = MAX_INPUT_BYTES) -> str | None:
    """Why a path cannot be read as an input file, in pt-BR; None if it can."""
    if path.is_dir():
        return "é uma pasta; era esperado um arquivo"
    try:
        if path.stat().st_size > most_bytes:
            return f"maior que {most_bytes // 2**20} MB; confira se é o arquivo certo"
        with path.open("rb"):
            return None
    except OSError as error:
        return f"não pode ser lido ({error.strerror})"


def listed(folder: Path, *endings: str) -> Iterator[Path]:
    """The files of a folder with one of these endings, by name; hidden ones are passed over."""
    for path in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not path.name.startswith(".") and path.suffix.lower() in endings:
            yield path


def archived(path: Path, source: str, archive: Archive, found: Ingested) -> bytes | None:
    problem = unreadable(path)
    if problem is not None:
        found.remark(source, "arquivo", "unreadable", "error", f"{source}: {problem}")
        return None
    data = path.read_bytes()
    found.seen[source] = archive.store(data)
    found.inputs.append(Input(source, found.seen[source] or "", len(data)))
    return data


def iso_date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def column_of(table: str, column: str, rows: Rows) -> Iterator[Any]:
    """The values of a raw table's column, each at least once, in no order."""
    if isinstance(rows[table], pa.Table):
        yield from rows[table][column].unique().to_pylist()
        return
    yield from rows_of_column(table, column, rows)


def rows_of_column(table: str, column: str, rows: Rows) -> Iterator[Any]:
    """The value of every row, in the order of the rows."""
    if isinstance(rows[table], pa.Table):
        yield from rows[table][column].to_pylist()
        return
    position = list(tables()[table]).index(column)
    for row in rows[table]:
        yield row[column] if isinstance(row, dict) else row[position]

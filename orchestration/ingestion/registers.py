"""The federation's registers: read, archived, and compared with what a published list used.

Belongs here: which register row says what. Does not belong here: how a register is read (`scrapers`).
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, Input, unreadable
from scrapers.records import InputFile
from scrapers.registers import REGISTERS, Register, RegisterSpec, read_register

#: What stands for a cell that says something nobody can read.
UNREADABLE = "?"


def read_home_register(home: Home, archive: Archive, name: str, found: Ingested) -> Register:
    path = home.registry / f"{name}.csv"
    source = f"registry/{name}.csv"
    empty = Register(name=name, usable=True, rows=(), findings=())
    if not path.exists():
        return empty
    problem = unreadable(path)
    if problem is None:
        data = path.read_bytes()
        register = read_register(REGISTERS[name], InputFile(f"{name}.csv", data))
        found.findings.extend(replace(finding, source_file=source) for finding in register.findings)
        found.seen[source] = sha256 = archive.store(data)
        content = content_of(register, sha256)
        archive.keep_claim(f"register:{name}", content, sha256)
        found.inputs.append(Input(source, content, len(data)))
        if register.usable:
            return register
    else:
        found.remark(source, "arquivo", "unreadable", "error", f"{source}: {problem}")
    found.unusable_registers.append(_why_unusable(source, found))
    return empty


def _why_unusable(source: str, found: Ingested) -> str:
    """The first error found in a register that cannot be used; it names file, line and column."""
    errors = [f.message_pt for f in found.findings if f.source_file == source and f.severity == "error"]
    return errors[0] if errors else source


def read_issued_ids(home: Home, archive: Archive, found: Ingested) -> Iterator[dict[str, Any]]:
    """The ids issued in earlier runs, archived as read."""
    if home.issued_ids.exists():
        found.seen[f"registry/{home.issued_ids.name}"] = archive.store(home.issued_ids.read_bytes())
    return issued_ids(home)


def issued_ids(home: Home) -> Iterator[dict[str, Any]]:
    """The ids issued in earlier runs; the file is the platform's own (`listing.record_issued_ids`)."""
    if home.issued_ids.exists():
        for row in csv.DictReader(io.StringIO(home.issued_ids.read_text(encoding="utf-8"))):
            yield {
                "fnx_id": row["fnx_id"],
                "cbx_id": row["cbx_id"] or None,
                "fide_id": row["fide_id"] or None,
                "event_id": row["event_id"] or None,
                "number": int(row["number"]) if row["number"] else None,
            }


def rhythm_spans(event: dict[str, Any]) -> str | None:
    """``rounds_rhythm`` as the reader understood it, ``1-5:STD;6-7:RPD``; UNREADABLE if it could not."""
    spans = event["round_rhythms"]
    if spans:
        return ";".join(f"{first}-{last}:{rhythm}" for first, last, rhythm in spans)
    return UNREADABLE if event["rounds_rhythm"] else None


def content_of(register: Register, sha256: str) -> str:
    """A register's content without the order of its rows, which carries no meaning (ADR 9).

    Where the register cannot be used, the hash of its bytes.
    """
    if not register.usable:
        return sha256
    lines = sorted(
        repr([(key, str(value)) for key, value in sorted(row.items()) if key != "line"])
        for row in register.rows
    )
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def compare_with_used(archive: Archive, name: str, content: str, register: Register, found: Ingested) -> None:
    """Rows that disappeared, and values that changed, since a published list used this register.

    Filling in what was blank is how registers are kept (an event is homologated, a birth year proven).
    """
    sha256 = archive.claimed(f"register:{name}", content)
    if sha256 is None or not archive.path_of(sha256).exists():
        return
    spec = REGISTERS[name]
    used = read_register(spec, InputFile(f"{name}.csv", archive.read(sha256)))
    now = {key_of_row(spec, row): row for row in register.rows}
    source = f"registry/{name}.csv"
    for row in used.rows:
        key = key_of_row(spec, row)
        today = now.get(key)
        if today is None:
            found.changed_rows.append(f"{source}: {key}")
            message = f"{source}: a linha {key}, que uma lista publicada usou, não está mais no registro."
            found.remark(source, str(key), "row_vanished", "error", message)
            continue
        changed = [
            column for column in spec.names if row[column] is not None and row[column] != today[column]
        ]
        if changed:
            found.changed_rows.append(f"{source}: {key}")
            message = (
                f"{source}: a linha {key} mudou depois que uma lista publicada a usou "
                f"({', '.join(changed)}). Erro material se corrige em corrections.csv (Art. 23)."
            )
            found.remark(source, str(key), "row_changed", "error", message)


def key_of_row(spec: RegisterSpec, row: Mapping[str, Any]) -> str | None:
    """What names a row of a register: its first key column that is not blank."""
    return next((str(row[column]) for column in spec.key if row[column] is not None), None)

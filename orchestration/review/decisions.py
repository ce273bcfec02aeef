"""``registry/identity_decisions.csv``: which decisions stand, and new ones appended (data home; Art. 19).

Belongs here: the file as people keep it (separator, columns, line ends, encoding) and unique ids. Does not
belong here: what a decision does to a list (dbt replays them).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from orchestration.durable import replace_file
from orchestration.home import HomeError
from orchestration.publication.exports import formula_safe
from scrapers.records import InputFile
from scrapers.registers import REGISTERS, read_register
from scrapers.registers.delimited import clean, decode, find_header

SPEC = REGISTERS["identity_decisions"]
NEEDED = ("decision_id", "decided_at", "action", "subject", "target")


@dataclass(frozen=True, slots=True)
class Decision:
    """A row of the register; times are wall time of Fortaleza."""

    decision_id: str
    decided_at: datetime
    decided_by: str
    action: str
    subject: str
    target: str = ""
    grounds: str = ""


def rows_of(path: Path) -> tuple[Mapping[str, Any], ...]:
    """The register's rows. Raises HomeError where it cannot be read, with what is wrong."""
    if not path.exists() or not path.read_bytes().strip():
        return ()
    read = read_register(SPEC, InputFile(path.name, path.read_bytes()))
    errors = [one.message_pt for one in read.findings if one.severity == "error"]
    if not read.usable:
        raise HomeError(errors[0] if errors else f"{path} cannot be read")
    return read.rows


def standing(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The decisions that no undo in effect withdraws, in the order in which they apply.

    An undo has effect unless an undo in effect withdraws it; undos in a circle have none (data home).
    """
    undoing: dict[str, list[str]] = {}
    for row in rows:
        if row["action"] == "undo":
            undoing.setdefault(row["subject"], []).append(row["decision_id"])
    targets = {row["decision_id"]: row["subject"] for row in rows if row["action"] == "undo"}
    effective: set[str] = set()
    withdrawn: set[str] = set()
    open_undos = {undo: sum(1 for one in undoing.get(undo, ()) if one in targets) for undo in targets}
    ready = [undo for undo, waiting in open_undos.items() if not waiting]
    while ready:
        undo = ready.pop()
        if undo not in withdrawn:
            effective.add(undo)
            withdrawn.add(targets[undo])
        target = targets[undo]
        if target in open_undos:
            open_undos[target] -= 1
            if not open_undos[target] or (undo in effective and target not in effective):
                ready += [target] if open_undos[target] >= 0 else []
                open_undos[target] = -1
    stand = [row for row in rows if row["action"] != "undo" and row["decision_id"] not in withdrawn]
    return sorted(stand, key=lambda row: (row["decided_at"] or datetime.min, row["decision_id"]))


def settled(rows: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """``event_id#number`` to the decision that stands for it."""
    return {row["subject"]: row for row in standing(rows) if row["action"] in ("same", "new", "unidentified")}


def new_ids(taken: Collection[str], moment: datetime, count: int) -> list[str]:
    """Ids that no row has, in an order that is also their order as text (rows of one second apply so)."""
    found: list[str] = []
    number = 1
    while len(found) < count:
        candidate = f"R{moment:%Y%m%d-%H%M%S}-{number:04d}"
        if candidate not in taken:
            found.append(candidate)
        number += 1
    return found


def append(path: Path, decisions: Sequence[Decision]) -> None:
    """Add rows at the end, in the file's own separator, columns, line ends and encoding, in one step.

    What stands there stays byte for byte. Raises HomeError if the file is not one that rows can be added to.
    """
    before = rows_of(path)
    data = path.read_bytes() if path.exists() else b""
    if not data.strip():
        data = (",".join(SPEC.names) + "\n").encode()
    text = decode(data)
    assert text is not None  # rows_of read it
    header = find_header(text.content, SPEC.names)
    assert header is not None
    delimiter, head = header
    columns = [clean(cell).lower() for cell in head.cells or ()]
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise HomeError(f"{path} has no column {', '.join(missing)}: add it to the header and try again")
    ending = "\r\n" if b"\r\n" in data else "\n"
    added = io.StringIO()
    writer = csv.writer(added, delimiter=delimiter, lineterminator=ending)
    for decision in decisions:
        cells = asdict(decision) | {"decided_at": decision.decided_at.isoformat(timespec="seconds")}
        cells |= {name: _free_text(cells[name]) for name in ("decided_by", "grounds")}
        writer.writerow([cells.get(column, "") for column in columns])
    try:
        new = added.getvalue().encode("cp1252" if text.fallback else "utf-8")
    except UnicodeEncodeError:
        data, new = text.content.encode(), added.getvalue().encode()
    gap = b"" if data.endswith((b"\n", b"\r")) else ending.encode()
    result = data + gap + new
    read = read_register(SPEC, InputFile(path.name, result)).rows
    if len(read) != len(before) + len(decisions):
        raise HomeError(f"{path}: the rows to add could not be read back, nothing was written")
    replace_file(path, result)


def _free_text(text: str) -> str:
    return formula_safe(" ".join(text.split()))

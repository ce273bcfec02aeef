"""The tournament files that the event register and its corrections name, each content read once.

Belongs here: which file stands for which claim. Does not belong here: reading and keeping what was read
(`reading`), how a format is read (`scrapers`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

import pyarrow as pa

from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, Input, unreadable
from orchestration.ingestion.reading import ReadTables, Request, read_all
from orchestration.progress import counted
from scrapers.records import EventRecord, Finding, InputFile
from scrapers.registers import Register
from scrapers.tournaments import read_tournament

FILE_CHANGED = "file_changed"
#: New contents are archived together, so that the disk is waited for once and not for every file.
MOST_FILES_TOGETHER, MOST_BYTES_TOGETHER = 500, 50_000_000


@dataclass(slots=True)
class _Claim:
    """A fact of a register that names files: an event, or a `replace_file` correction."""

    event_id: str
    correction_id: str | None
    text: str
    problem: str | None = None
    hashes: list[str] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return [name.strip() for name in self.text.split(";") if name.strip()]

    @property
    def archive_claim(self) -> str:
        return f"correction:{self.correction_id}" if self.correction_id else f"event:{self.event_id}"

    @property
    def content_key(self) -> str:
        """One file's hash, or one over the sorted hashes of a pair."""
        if len(self.hashes) == 1:
            return self.hashes[0]
        return hashlib.sha256("".join(sorted(self.hashes)).encode()).hexdigest()


def read_event_files(
    home: Home,
    archive: Archive,
    registers: dict[str, Register],
    rows: dict[str, Any],
    found: Ingested,
    say: Callable[[str], None],
) -> None:
    """Fill the raw tables of event files, participants and games; remarks go to ``found``."""
    claims = _claims(registers)
    files = _Files(home, archive, found)
    with counted("tournament files", len(claims), say) as advance:
        for claim in claims:
            files.resolve(claim)
            advance(1)
        files.store()
    requests: dict[str, Request] = {}
    for claim in claims:
        if claim.problem is None and claim.content_key not in requests:
            paths = tuple(str(archive.path_of(sha256)) for sha256 in claim.hashes)
            requests[claim.content_key] = Request(claim.content_key, tuple(claim.names), paths)
    read = read_all(home.read_tournaments, list(requests.values()), say)
    _keep_findings(read, requests, found)
    rows["raw.event_files"] = _event_files(claims, read, requests)
    rows["raw.event_participants"] = read.by_name["participants"].drop_columns(["read_id"])
    rows["raw.event_games"] = read.by_name["games"].drop_columns(["read_id"])
    named = {name for claim in claims for name in claim.names}
    for path in sorted(home.events.iterdir(), key=lambda entry: entry.name):
        if path.name not in named and not path.name.startswith("."):
            found.remark(
                f"inbox/events/{path.name}",
                "arquivo",
                "file_not_registered",
                "info",
                f"{path.name} está em inbox/events, mas nenhum evento de registry/events.csv o cita.",
            )
    say(f"tournament files: {len(requests)} read for {len(registers['events'].rows)} events")


def _claims(registers: dict[str, Register]) -> list[_Claim]:
    claims = [
        _Claim(str(row["event_id"]), None, str(row["file"] or "")) for row in registers["events"].rows
    ] + [
        _Claim(str(row["event_id"]), str(row["correction_id"]), str(row["value"] or ""))
        for row in registers["corrections"].rows
        if row["kind"] == "replace_file" and row["event_id"] is not None
    ]
    return sorted(claims, key=lambda claim: (claim.event_id, claim.correction_id or "", claim.text))


class _Files:
    """Finds and archives the files of claims."""

    def __init__(self, home: Home, archive: Archive, found: Ingested) -> None:
        self.home, self.archive, self.found = home, archive, found
        self._inputs = set(found.inputs)
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0

    def resolve(self, claim: _Claim) -> None:
        """Fill in the hashes of a claim's files, or the problem."""
        names = claim.names
        if not names:
            claim.problem = "o registro não informa um nome de arquivo válido em inbox/events"
        for name in names:
            if PurePosixPath(name).name != name or "\\" in name or name in ("..", "."):
                claim.problem = f"nome de arquivo inválido: {name!r} (use só o nome, sem pastas)"
                return
            problem = self._resolve_one(claim, name)
            if problem is not None:
                claim.problem = problem
                return

    def _resolve_one(self, claim: _Claim, name: str) -> str | None:
        path = self.home.events / name
        problem = unreadable(path) if path.exists() else "não está em inbox/events"
        data = path.read_bytes() if problem is None else None
        here = hashlib.sha256(data).hexdigest() if data is not None else None
        self.found.seen[f"inbox/events/{name}"] = here
        claimed = self.archive.claimed(claim.archive_claim, name)
        if claimed is not None and self._archived(claimed):
            if here is not None and here != claimed and data is not None:
                self._keep(data)
                self._changed(claim.event_id, name, self.archive.read(claimed), data)
            used, size = claimed, self.archive.path_of(claimed).stat().st_size
        elif data is None or here is None:
            self.found.remark(
                f"inbox/events/{name}",
                claim.event_id,
                "file_missing",
                "error",
                f"Evento {claim.event_id}: {name} {problem}.",
            )
            return f"arquivo {name} {problem}"
        else:
            self._keep(data)
            self.archive.keep_claim(claim.archive_claim, name, here)
            used, size = here, len(data)
        claim.hashes.append(used)
        one = Input(f"inbox/events/{name}", used, size)
        if one not in self._inputs:
            self._inputs.add(one)
            self.found.inputs.append(one)
        return None

    def _archived(self, sha256: str) -> bool:
        return self.archive.path_of(sha256).exists()

    def _changed(self, event_id: str, name: str, archived: bytes, data: bytes) -> None:
        self.found.changed_files.append(f"inbox/events/{name}")
        self.found.remark(
            f"inbox/events/{name}",
            "arquivo",
            FILE_CHANGED,
            "error",
            f"{name} mudou depois de lido para {event_id}; continua valendo o conteúdo arquivado. "
            "Para usar o novo, registre uma correção replace_file (Art. 23)."
            + which_save(*(read_tournament([InputFile(name, one)]).event for one in (archived, data))),
        )

    def _keep(self, data: bytes) -> None:
        self._waiting.append(data)
        self._waiting_bytes += len(data)
        if len(self._waiting) >= MOST_FILES_TOGETHER or self._waiting_bytes >= MOST_BYTES_TOGETHER:
            self.store()

    def store(self) -> None:
        """Archive what waits for it."""
        self.archive.store_all(self._waiting)
        self._waiting, self._waiting_bytes = [], 0


def which_save(archived: EventRecord, changed: EventRecord) -> str:
    """What two files of one name are to each other, by the tournament's id and save counter at the source."""
    if archived.source_id is None or changed.source_id is None:
        return ""
    if archived.source_id != changed.source_id:
        return f" O novo é de outro torneio (número {changed.source_id} na origem)."
    if archived.revision is None or changed.revision is None or archived.revision == changed.revision:
        return ""
    age = "mais nova" if changed.revision > archived.revision else "mais antiga"
    counters = f"contador {changed.revision}; arquivado: {archived.revision}"
    return f" O novo é uma gravação {age} do mesmo torneio ({counters})."


def _keep_findings(read: ReadTables, requests: dict[str, Request], found: Ingested) -> None:
    key_of = {request.read_id: key for key, request in requests.items()}
    found.findings.extend(
        Finding(f"inbox/events/{file}", where, code, severity, message, key_of[read_id])
        for read_id, file, where, code, severity, message in _tuples(read.by_name["findings"])
    )


def _tuples(table: pa.Table) -> Any:
    return zip(*(column.to_pylist() for column in table.columns), strict=True)


def _event_files(
    claims: Sequence[_Claim], read: ReadTables, requests: dict[str, Request]
) -> list[dict[str, Any]]:
    told = {row["read_id"]: row for row in read.by_name["tournaments"].to_pylist()}
    found = []
    for claim in claims:
        row: dict[str, Any] = {
            "event_id": claim.event_id,
            "correction_id": claim.correction_id,
            "file": claim.text,
        }
        if claim.problem is not None:
            row |= {"status": "missing", "reason": claim.problem}
        else:
            row |= told[requests[claim.content_key].read_id]
            row |= {"content_key": claim.content_key, "file_sha256": ";".join(claim.hashes)}
        found.append(row)
    return found

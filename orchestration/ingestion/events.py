"""The tournament files that the event register and its corrections name, each content read once.

Belongs here: which file stands for which claim. Does not belong here: how a format is read (`scrapers`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, Input, iso_date, unreadable
from scrapers.records import InputFile, Tournament
from scrapers.registers import Register

FILE_CHANGED = "file_changed"


def read_event_files(
    home: Home,
    archive: Archive,
    registers: dict[str, Register],
    rows: dict[str, list[Any]],
    found: Ingested,
    say: Callable[[str], None],
) -> None:
    claims: list[tuple[str, str | None, str]] = [
        (str(row["event_id"]), None, str(row["file"] or "")) for row in registers["events"].rows
    ] + [
        (str(row["event_id"]), str(row["correction_id"]), str(row["value"] or ""))
        for row in registers["corrections"].rows
        if row["kind"] == "replace_file" and row["event_id"] is not None
    ]
    read: dict[str, Tournament] = {}
    named: set[str] = set()
    for event_id, correction_id, text in sorted(claims, key=lambda claim: (claim[0], claim[1] or "")):
        names = [name.strip() for name in text.split(";") if name.strip()]
        named.update(names)
        claim = f"correction:{correction_id}" if correction_id else f"event:{event_id}"
        files, problem = _claimed_files(home, archive, claim, event_id, names, found)
        if problem is not None:
            rows["raw.event_files"].append(
                {
                    "event_id": event_id,
                    "correction_id": correction_id,
                    "file": text,
                    "status": "missing",
                    "reason": problem,
                }
            )
            continue
        hashes = [hashlib.sha256(file.data).hexdigest() for file in files]
        key = hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(sorted(hashes)).encode()).hexdigest()
        if key not in read:
            read[key] = _read_tournament(files, key, ";".join(names), rows, found)
        record = read[key]
        event = record.event
        rows["raw.event_files"].append(
            {
                "event_id": event_id,
                "correction_id": correction_id,
                "file": text,
                "content_key": key,
                "file_sha256": ";".join(hashes),
                "format": record.format,
                "status": record.status,
                "reason": record.reason,
                "name": event.name,
                "start_date": iso_date(event.start_date),
                "end_date": iso_date(event.end_date),
                "rounds": event.rounds,
                "rhythm": event.rhythm,
                "kind": event.kind,
                "source_id": event.source_id,
                "revision": event.revision,
            }
        )
    for path in sorted(home.events.iterdir(), key=lambda entry: entry.name):
        if path.name not in named and not path.name.startswith("."):
            found.remark(
                f"inbox/events/{path.name}",
                "arquivo",
                "file_not_registered",
                "info",
                f"{path.name} está em inbox/events, mas nenhum evento de registry/events.csv o cita.",
            )
    say(f"tournament files: {len(read)} read for {len(registers['events'].rows)} events")


def _claimed_files(
    home: Home, archive: Archive, claim: str, event_id: str, names: Sequence[str], found: Ingested
) -> tuple[list[InputFile], str | None]:
    if not names:
        return [], "o registro não informa um nome de arquivo válido em inbox/events"
    files = []
    for name in names:
        if PurePosixPath(name).name != name or "\\" in name or name in ("..", "."):
            return [], f"nome de arquivo inválido: {name!r} (use só o nome, sem pastas)"
        path = home.events / name
        problem = "não está em inbox/events" if not path.exists() else unreadable(path)
        claimed = archive.claimed(claim, name)
        data = path.read_bytes() if problem is None else None
        found.seen[f"inbox/events/{name}"] = None if data is None else archive.store(data)
        if claimed is not None and archive.path_of(claimed).exists():
            if data is not None and hashlib.sha256(data).hexdigest() != claimed:
                found.changed_files.append(f"inbox/events/{name}")
                found.remark(
                    f"inbox/events/{name}",
                    "arquivo",
                    FILE_CHANGED,
                    "error",
                    f"{name} mudou depois de lido para {event_id}; continua valendo o conteúdo arquivado. "
                    "Para usar o novo, registre uma correção replace_file (Art. 23).",
                )
            data = archive.read(claimed)
        elif data is None:
            found.remark(
                f"inbox/events/{name}",
                event_id,
                "file_missing",
                "error",
                f"Evento {event_id}: {name} {problem}.",
            )
            return [], f"arquivo {name} {problem}"
        else:
            archive.keep_claim(claim, name, archive.store(data))
        files.append(InputFile(name, data))
        used = Input(f"inbox/events/{name}", hashlib.sha256(data).hexdigest(), len(data))
        if used not in found.inputs:
            found.inputs.append(used)
    return files, None


def _read_tournament(
    files: Sequence[InputFile], key: str, name: str, rows: dict[str, list[Any]], found: Ingested
) -> Tournament:
    from scrapers.tournaments import read_tournament

    record = read_tournament(files)
    found.findings.extend(
        replace(finding, source_file=f"inbox/events/{finding.source_file or name}", sha256=key)
        for finding in record.findings
    )
    rows["raw.event_participants"].extend(
        (
            key,
            one.number,
            one.name,
            one.sex,
            one.federation,
            one.fide_id,
            one.national_id,
            one.birth_year,
            one.club,
            one.team,
        )
        for one in record.participants
    )
    rows["raw.event_games"].extend(
        (
            key,
            game_no,
            game.round,
            game.board,
            game.white,
            game.black,
            game.raw,
            game.white_half_points,
            game.black_half_points,
            game.rated,
            game.reason,
        )
        for game_no, game in enumerate(record.games, start=1)
    )
    return record

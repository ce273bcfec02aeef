"""Tournament files into the rows of the raw tables, each content read once in the life of a home.

Belongs here: reading archived files, in several processes where there are many, and what is kept of it in
`warehouse/read`. Does not belong here: which files an event has (`events`), how a format is read
(`scrapers`).

What is kept is derived: a folder for the version of the readers, in it one file for each run that read
something new. Deleting it costs time, a damaged file is read anew, and a changed reader starts over.
"""

from __future__ import annotations

import hashlib
import io
import multiprocessing
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import date
from functools import cache
from multiprocessing import connection
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

import scrapers.records
import scrapers.tournaments
from orchestration.durable import replace_file
from orchestration.home import HomeError
from orchestration.progress import counted
from orchestration.raw_tables import TEXT, as_table, tables
from scrapers.records import InputFile

#: With fewer files to read, starting processes costs more than it saves.
WORTH_PROCESSES = 400
FILES_A_BATCH = 50
#: Kept files of one home; beyond it they are joined.
MOST_KEPT = 16
_CHECKSUM_BYTES = 32
#: Columns of `raw.event_files` that the register tells, not the file.
_OF_THE_CLAIM = ("event_id", "correction_id", "file", "content_key", "file_sha256")


class Request(NamedTuple):
    """One event's files: the key of their content, their names, and where the archive has them."""

    content_key: str
    names: tuple[str, ...]
    paths: tuple[str, ...]

    @property
    def read_id(self) -> str:
        """Content and names, since remarks name the file."""
        return hashlib.sha256("\0".join((self.content_key, *self.names)).encode()).hexdigest()


@cache
def schemas() -> Mapping[str, Mapping[str, pa.DataType]]:
    """What is kept of a tournament: four tables, each with the id of the request first."""
    raw = tables()
    return {
        "tournaments": {
            "read_id": TEXT,
            **{name: kind for name, kind in raw["raw.event_files"].items() if name not in _OF_THE_CLAIM},
        },
        "participants": {"read_id": TEXT, **raw["raw.event_participants"]},
        "games": {"read_id": TEXT, **raw["raw.event_games"]},
        "findings": {
            "read_id": TEXT,
            "source_file": TEXT,
            "position": TEXT,
            "code": TEXT,
            "severity": TEXT,
            "message_pt": TEXT,
        },
    }


@dataclass(frozen=True, slots=True)
class ReadTables:
    """What was read of some requests: tables by the names of `schemas`."""

    by_name: Mapping[str, pa.Table]

    def ids(self) -> list[str]:
        """The requests, one for each row of `tournaments`."""
        found: list[str] = self.by_name["tournaments"]["read_id"].to_pylist()
        return found


def read_all(folder: Path, requests: Sequence[Request], say: Callable[[str], None]) -> ReadTables:
    """What all requests tell, in their order: kept from earlier runs in ``folder``, or read now and kept.

    The result does not depend on what was kept, on batches or on processes.
    """
    kept = _Kept(folder)
    wanted = {request.read_id: request for request in requests}
    known = set(kept.ids())
    missing = [request for read_id, request in wanted.items() if read_id not in known]
    if missing:
        with counted("reading tournament files", len(missing), say) as advance:
            kept.add(_joined(_read(missing, advance)))
    kept.tidy(wanted)
    return _in_order(kept.parts, list(wanted))


def _read(requests: Sequence[Request], advance: Callable[[int], None]) -> Iterator[ReadTables]:
    batches = [requests[start : start + FILES_A_BATCH] for start in range(0, len(requests), FILES_A_BATCH)]
    done = 0
    workers = min(os.cpu_count() or 1, len(batches))
    if len(requests) >= WORTH_PROCESSES and workers > 1 and not multiprocessing.current_process().daemon:
        spawn = multiprocessing.get_context("spawn")
        try:
            with ProcessPoolExecutor(workers, mp_context=spawn, initializer=end_with_parent) as pool:
                for batch, payload in zip(batches, pool.map(_read_payload, batches), strict=True):
                    yield _from_payload(payload)
                    advance(len(batch))
                    done += 1
        except BrokenProcessPool:
            # A worker was killed, by want of memory for instance: one process needs less.
            pass
    for batch in batches[done:]:
        yield read_batch(batch)
        advance(len(batch))


def end_with_parent() -> None:
    """Make a worker process end when the one that started it does, however that ended.

    A worker waits for work on a pipe that it holds open itself, so it would wait for ever.
    """
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            connection.wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def read_batch(requests: Iterable[Request]) -> ReadTables:
    """Read some requests in this process."""
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in schemas()}
    for request in requests:
        _read_one(request, rows)
    return ReadTables({name: as_table(columns, rows[name]) for name, columns in schemas().items()})


def _read_one(request: Request, rows: dict[str, list[tuple[Any, ...]]]) -> None:
    files = [
        InputFile(name, _archived(Path(path)))
        for name, path in zip(request.names, request.paths, strict=True)
    ]
    record = scrapers.tournaments.read_tournament(files)
    read_id, key, event = request.read_id, request.content_key, record.event
    rows["tournaments"].append(
        (
            read_id,
            record.format,
            record.status,
            record.reason,
            event.name,
            _date(event.start_date),
            _date(event.end_date),
            event.rounds,
            event.rhythm,
            event.kind,
            event.source_id,
            event.revision,
        )
    )
    rows["participants"].extend(
        (
            read_id,
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
            one.national_federation,
            one.uf,
        )
        for one in record.participants
    )
    rows["games"].extend(
        (
            read_id,
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
    rows["findings"].extend(
        (
            read_id,
            finding.source_file or ";".join(request.names),
            finding.where,
            finding.code,
            finding.severity,
            finding.message_pt,
        )
        for finding in record.findings
    )


def _archived(path: Path) -> bytes:
    """The content that the archive has there. Raises HomeError if it is not what was archived."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != path.name:
        raise HomeError(f"{path} is not what was archived: restore it from a copy of the home")
    return data


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


@cache
def reader_version() -> str:
    """A name for all that decides what is read of a file: the readers' own code and the columns kept."""
    digest = hashlib.sha256(
        repr([(name, list(columns.items())) for name, columns in schemas().items()]).encode()
    )
    sources = sorted(Path(scrapers.tournaments.__file__).parent.glob("*.py"))
    for path in (Path(scrapers.records.__file__), Path(__file__), *sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


class _Kept:
    """The kept files of this version of the readers; those of other versions are removed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / reader_version()
        self.paths: list[Path] = []
        self.parts: list[ReadTables] = []
        if not folder.is_dir():
            return
        for other in folder.iterdir():
            if other != self.folder:
                shutil.rmtree(other, ignore_errors=True)
        for path in sorted(self.folder.glob("*.arrow")):
            part = _from_file(path)
            if part is None:
                path.unlink(missing_ok=True)
                continue
            # A run killed while it joined files leaves the joined one beside those in it.
            known = set(self.ids())
            new = [read_id for read_id in part.ids() if read_id not in known]
            self.paths.append(path)
            self.parts.append(part if len(new) == len(part.ids()) else _in_order([part], new))

    def ids(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.ids()

    def add(self, part: ReadTables) -> None:
        """Keep what was read now."""
        self.folder.mkdir(parents=True, exist_ok=True)
        payload = _payload(part)
        path = self.folder / f"{hashlib.sha256(payload).hexdigest()[:32]}.arrow"
        replace_file(path, hashlib.sha256(payload).digest() + payload)
        if path not in self.paths:
            self.paths.append(path)
            self.parts.append(part)

    def tidy(self, wanted: Iterable[str]) -> None:
        """Join many kept files into one, without what no register names any more."""
        if len(self.paths) <= MOST_KEPT:
            return
        joined = _in_order(self.parts, list(wanted))
        old = self.paths
        self.paths, self.parts = [], []
        self.add(joined)
        for path in set(old) - set(self.paths):
            path.unlink(missing_ok=True)


def _joined(parts: Iterable[ReadTables]) -> ReadTables:
    listed = list(parts)
    return ReadTables({name: pa.concat_tables([part.by_name[name] for part in listed]) for name in schemas()})


def _in_order(parts: Sequence[ReadTables], read_ids: Sequence[str]) -> ReadTables:
    """The rows of these requests, request by request; rows of others are left out. No two parts hold one."""
    order = pa.array(read_ids, type=TEXT)
    found: dict[str, pa.Table] = {}
    for name, columns in schemas().items():
        schema = pa.schema(list(columns.items()))
        table = pa.concat_tables([part.by_name[name] for part in parts]) if parts else schema.empty_table()
        positions = pc.index_in(table["read_id"], value_set=order).combine_chunks()
        chosen = pc.array_sort_indices(positions)
        chosen = chosen.slice(0, len(chosen) - positions.null_count)
        found[name] = table.take(chosen).combine_chunks()
    return ReadTables(found)


def _read_payload(requests: Sequence[Request]) -> bytes:
    """What a worker process sends back."""
    return _payload(read_batch(requests))


def _payload(part: ReadTables) -> bytes:
    """The tables as Arrow streams, one after the other in the order of `schemas`."""
    sink = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    for name in schemas():
        table = part.by_name[name]
        with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
            writer.write_table(table.combine_chunks())
    return sink.getvalue()


def _from_payload(payload: bytes) -> ReadTables:
    """The tables of a payload. Raises what Arrow raises for bytes that are none."""
    source = pa.BufferReader(payload)
    found = {}
    for name, columns in schemas().items():
        with pa.ipc.open_stream(source) as reader:
            found[name] = reader.read_all()
        if found[name].schema != pa.schema(list(columns.items())):
            raise pa.ArrowInvalid(f"{name}: other columns than expected")
    return ReadTables(found)


def _from_file(path: Path) -> ReadTables | None:
    """A kept file, or None where it is damaged."""
    try:
        data = path.read_bytes()
        checksum, payload = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
        if hashlib.sha256(payload).digest() != checksum:
            return None
        return _from_payload(payload)
    except (OSError, pa.ArrowException):
        return None

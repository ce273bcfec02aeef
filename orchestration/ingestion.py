"""From the data home to raw tables: every input read once, archived, and every remark about it kept.

Belongs here: which file is read for which claim, and the shape of the raw tables.
Does not belong here: how a format is read (`scrapers`), and any rule about what counts (dbt).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq

from engine.expected_score import DENOMINATOR
from engine.methodology import RHYTHMS
from orchestration import week
from orchestration.home import Archive, Home
from orchestration.pool import Pool
from orchestration.raw_tables import as_table, tables
from scrapers.records import Finding, InputFile, Tournament
from scrapers.registers import REGISTERS, Register, read_register

MAX_INPUT_BYTES = 200 * 1024 * 1024
#: What makes a register unusable stops publication: a list without it could be wrong.
REGISTER_UNUSABLE = "register_unusable"
FILE_CHANGED = "file_changed"
#: What stands for a cell that says something nobody can read.
UNREADABLE = "?"


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

    def remark(self, source: str, where: str, code: str, severity: Any, message_pt: str) -> None:
        self.findings.append(Finding(source, where, code, severity, message_pt))


def ingest(home: Home, pool: Pool, cutoff: date, say: Callable[[str], None]) -> Ingested:
    """Read everything in the home that a list of `cutoff` may need. Never raises for bad data."""
    archive = Archive(home)
    found = Ingested()
    registers = {name: _register(home, archive, name, found) for name in REGISTERS}
    say(f"registers: {sum(len(register.rows) for register in registers.values())} rows")
    rows: dict[str, list[Any]] = {name: [] for name in tables()}
    for name, register in registers.items():
        rows[f"raw.registry_{name}"] = list(register.rows)
    for row in rows["raw.registry_events"]:
        row["rounds_rhythm"] = _spans(row)
    rows["raw.registry_correction_assignments"] = [
        (row["correction_id"], field_name, value)
        for row in registers["corrections"].rows
        for field_name, value in cast(tuple[tuple[str, str], ...], row["assignments"])
    ]
    rows["raw.issued_ids"] = list(_issued_ids(home))
    _event_files(home, archive, registers, rows, found, say)
    _cbx(home, archive, rows, found, say)
    _fide(home, archive, rows, found, say)
    _published(home, archive, cutoff, registers, rows, found)
    _parameters(pool, cutoff, found, rows)
    if home.pool_file.exists():
        data = home.pool_file.read_bytes()
        found.inputs.append(Input("pool.toml", archive.store(data), len(data)))
    archive.save()
    found.findings.sort(key=lambda f: (f.source_file, f.where, f.code, f.message_pt))
    rows["raw.findings"] = [
        (f.source_file, f.sha256 or None, f.where, f.code, f.severity, f.message_pt) for f in found.findings
    ]
    found.inputs.sort(key=lambda one: (one.path, one.sha256))
    rows["home.inputs"] = [(one.path, one.sha256, one.bytes) for one in found.inputs]
    rows["home.input_checks"] = [
        (
            "registers_kept",
            not found.changed_rows,
            False,
            "mudaram ou sumiram: " + ", ".join(sorted(found.changed_rows)) if found.changed_rows else "",
        ),
        (
            "registers_readable",
            not found.unusable_registers,
            True,
            " ".join(found.unusable_registers),
        ),
        (
            "files_unchanged",
            not found.changed_files,
            False,
            "mudaram depois de arquivados: " + ", ".join(sorted(set(found.changed_files)))
            if found.changed_files
            else "",
        ),
    ]
    schema = tables()
    found.tables = {
        name: as_table(schema[name], rows[name]) for name in schema if not name.startswith("ratings.")
    }
    return found


def _register(home: Home, archive: Archive, name: str, found: Ingested) -> Register:
    path = home.registry / f"{name}.csv"
    source = f"registry/{name}.csv"
    empty = Register(name=name, usable=True, rows=(), findings=())
    if not path.exists():
        return empty
    problem = _unreadable(path)
    if problem is None:
        data = path.read_bytes()
        register = read_register(REGISTERS[name], InputFile(f"{name}.csv", data))
        found.findings.extend(replace(finding, source_file=source) for finding in register.findings)
        sha256 = archive.store(data)
        content = _row_hash(register) if register.usable else sha256
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


def _issued_ids(home: Home) -> Iterator[dict[str, Any]]:
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


def _spans(event: dict[str, Any]) -> str | None:
    """``rounds_rhythm`` as the reader understood it, ``1-5:STD;6-7:RPD``; UNREADABLE if it could not."""
    spans = event["round_rhythms"]
    if spans:
        return ";".join(f"{first}-{last}:{rhythm}" for first, last, rhythm in spans)
    return UNREADABLE if event["rounds_rhythm"] else None


def _row_hash(register: Register) -> str:
    """A register's content without the order of its rows, which carries no meaning."""
    lines = sorted(
        repr([(key, str(value)) for key, value in sorted(row.items()) if key != "line"])
        for row in register.rows
    )
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def _unreadable(path: Path) -> str | None:
    """Why a path cannot be read as an input file, in pt-BR; None if it can."""
    if path.is_dir():
        return "é uma pasta; era esperado um arquivo"
    try:
        if path.stat().st_size > MAX_INPUT_BYTES:
            return f"maior que {MAX_INPUT_BYTES // 2**20} MB; confira se é o arquivo certo"
        with path.open("rb"):
            return None
    except OSError as error:
        return f"não pode ser lido ({error.strerror})"


def _listed(folder: Path, *endings: str) -> Iterator[Path]:
    """The files of a folder with one of these endings, by name; hidden ones are passed over."""
    for path in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not path.name.startswith(".") and path.suffix.lower() in endings:
            yield path


# --- tournament files -------------------------------------------------------------------------------------


def _event_files(
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
                "start_date": _iso(event.start_date),
                "end_date": _iso(event.end_date),
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
        problem = "não está em inbox/events" if not path.exists() else _unreadable(path)
        claimed = archive.claimed(claim, name)
        data = path.read_bytes() if problem is None else None
        if claimed is not None and archive.path_of(claimed).exists():
            if data is not None and hashlib.sha256(data).hexdigest() != claimed:
                archive.store(data)
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


def _iso(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


# --- CBX and FIDE -----------------------------------------------------------------------------------------


def _cbx(
    home: Home, archive: Archive, rows: dict[str, list[Any]], found: Ingested, say: Callable[[str], None]
) -> None:
    from scrapers.cbx import read_card, read_rating_list

    cards = 0
    for path in _listed(home.cbx_cards, ".html", ".htm"):
        source = f"inbox/cbx/cards/{path.name}"
        data = _archived(path, source, archive, found)
        if data is None:
            continue
        card = read_card(InputFile(path.name, data))
        found.findings.extend(replace(finding, source_file=source) for finding in card.findings)
        if card.status != "ok" or card.cbx_id is None:
            found.remark(source, "arquivo", "card_rejected", "error", f"{path.name}: {card.reason}")
            continue
        cards += 1
        rows["raw.cbx_cards"].append(
            (card.cbx_id, card.name, card.uf, card.fide_id, card.birth_year, path.name)
        )
        rows["raw.cbx_card_ratings"].extend(
            (card.cbx_id, date.fromisoformat(f"{month.month}-01"), month.std, path.name)
            for month in card.ratings
        )
        rows["raw.cbx_card_tournaments"].extend(
            (card.cbx_id, one.id, _iso(one.end_date), one.rhythm, path.name) for one in card.tournaments
        )
    for path in _listed(home.cbx_lists, ".csv", ".xlsx", ".html", ".htm"):
        source = f"inbox/cbx/lists/{path.name}"
        data = _archived(path, source, archive, found)
        if data is None:
            continue
        listed = read_rating_list(InputFile(path.name, data))
        found.findings.extend(replace(finding, source_file=source) for finding in listed.findings)
        if listed.status != "ok" or listed.month is None:
            found.remark(source, "arquivo", "cbx_list_rejected", "error", f"{path.name}: {listed.reason}")
            continue
        month = date.fromisoformat(f"{listed.month}-01")
        rows["raw.cbx_list_rows"].extend(
            (month, row.cbx_id, row.name, row.uf, row.fide_id, row.birth_year, row.std, path.name)
            for row in listed.rows
        )
    say(f"CBX: {cards} cards, {len(rows['raw.cbx_list_rows'])} list rows")


def _archived(path: Path, source: str, archive: Archive, found: Ingested) -> bytes | None:
    problem = _unreadable(path)
    if problem is not None:
        found.remark(source, "arquivo", "unreadable", "error", f"{source}: {problem}")
        return None
    data = path.read_bytes()
    found.inputs.append(Input(source, archive.store(data), len(data)))
    return data


def _fide(
    home: Home, archive: Archive, rows: dict[str, list[Any]], found: Ingested, say: Callable[[str], None]
) -> None:
    paths = list(_listed(home.fide, ".txt", ".zip", ".xml"))
    if not paths:
        return
    from scrapers.fide import read_list

    wanted = frozenset(
        str(value)
        for name in (
            "raw.registry_players",
            "raw.registry_previous_ratings",
            "raw.issued_ids",
            "raw.event_participants",
            "raw.cbx_cards",
            "raw.cbx_list_rows",
        )
        for value in _column(name, "fide_id", rows)
        if value is not None
    ) | frozenset(_fide_ids_named_by_decisions(rows))
    lists = 0
    for path in paths:
        source = f"inbox/fide/{path.name}"
        data = _archived(path, source, archive, found)
        if data is None:
            continue
        fide = read_list(path.name, io.BytesIO(data), wanted=wanted)
        found.findings.extend(replace(finding, source_file=source) for finding in fide.findings)
        if fide.status != "ok":
            found.remark(source, "arquivo", "fide_list_rejected", "error", f"{path.name}: {fide.reason}")
            continue
        if fide.date is None:
            found.remark(
                source,
                "arquivo",
                "fide_list_undated",
                "warning",
                f"{path.name} não diz de que mês é; serve para reconhecer jogadores, mas não como fonte de "
                "rating. Renomeie como baixado da FIDE (standard_jan26frl.txt) ou com o mês "
                "(players_list_2026-01.txt).",
            )
        lists += 1
        rows["raw.fide_ratings"].extend(
            (
                _iso(fide.date),
                fide.scope,
                row.fide_id,
                row.name,
                row.federation,
                row.sex,
                row.birth_year,
                row.standard,
                path.name,
            )
            for row in fide.rows
        )
    say(f"FIDE: {lists} lists, {len(rows['raw.fide_ratings'])} rows of the pool's people")


def _fide_ids_named_by_decisions(rows: dict[str, list[Any]]) -> Iterator[str]:
    """FIDE ids inside issued ids (``F<fide id>``) that a decision, correction or approval points to."""
    for table, columns in (
        ("raw.registry_identity_decisions", ("subject", "target")),
        ("raw.registry_corrections", ("value", "fnx_id")),
        ("raw.registry_rating_approvals", ("fnx_id",)),
    ):
        for column in columns:
            for value in _column(table, column, rows):
                if isinstance(value, str) and re.fullmatch(r"F\d+", value):
                    yield value[1:]


def _column(table: str, column: str, rows: dict[str, list[Any]]) -> Iterator[Any]:
    position = list(tables()[table]).index(column)
    for row in rows[table]:
        yield row[column] if isinstance(row, dict) else row[position]


# --- what is published already, and what is asked ---------------------------------------------------------


def _published(
    home: Home,
    archive: Archive,
    cutoff: date,
    registers: dict[str, Register],
    rows: dict[str, list[Any]],
    found: Ingested,
) -> None:
    from orchestration.publication.chain import published_lists

    earlier = [published for published in published_lists(home.exports) if published.cutoff < cutoff]
    rows["raw.published_lists"] = [(one.cutoff, week.frozen_before(one.cutoff)) for one in earlier]
    if not earlier:
        return
    previous = earlier[-1]
    found.previous_list = previous.cutoff
    for used in previous.manifest["inputs"]:
        name = Path(used["path"]).stem
        if used["path"].startswith("registry/") and name in registers:
            _compare_with_used(archive, name, used["sha256"], registers[name], found)
    folder = previous.directory
    rows["raw.published_list_rows"] = [
        (row["cutoff"], row["fnx_id"], row["rating"], row["games_total"], row["place"])
        for row in pq.read_table(folder / "history.parquet").to_pylist()
    ]
    columns = tables()["raw.published_entry_ratings"]
    rows["raw.published_entry_ratings"] = pq.read_table(
        folder / "entry_ratings.parquet", columns=list(columns)
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


def _compare_with_used(
    archive: Archive, name: str, content: str, register: Register, found: Ingested
) -> None:
    """Rows that disappeared, and values that changed, since a published list used this register.

    Filling in what was blank is how registers are kept (an event is homologated, a birth year proven).
    """
    sha256 = archive.claimed(f"register:{name}", content)
    if sha256 is None or not archive.path_of(sha256).exists():
        return
    spec = REGISTERS[name]
    used = read_register(spec, InputFile(f"{name}.csv", archive.read(sha256)))

    def key_of(row: Mapping[str, Any]) -> str | None:
        return next((str(row[column]) for column in spec.key if row[column] is not None), None)

    now = {key_of(row): row for row in register.rows}
    source = f"registry/{name}.csv"
    for row in used.rows:
        key = key_of(row)
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


def _parameters(pool: Pool, cutoff: date, found: Ingested, rows: dict[str, list[Any]]) -> None:
    methodology = pool.methodology
    rows["home.list_parameters"] = [
        {
            "pool": pool.name,
            "list": cutoff,
            "known_before": week.known_before(cutoff),
            "frozen_before": week.frozen_before(cutoff),
            "base_date": methodology.base_date,
            "previous_list": found.previous_list,
            "untimed_last": methodology.untimed_last,
            "list_unrated": methodology.list_unrated,
            "min_ranking_size": methodology.min_ranking_size,
            "minor_names": methodology.minor_names,
            "majority_age": methodology.majority_age,
            "linked_uf": methodology.home_uf,
            "k_granularity": methodology.k_granularity,
        }
    ]
    rows["home.k_factors"] = [
        (rhythm, reason, methodology.k_of(rhythm, reason == "development"))
        for rhythm in RHYTHMS
        for reason in ("development", "ordinary")
    ]
    rows["home.numbers"] = [(DENOMINATOR, methodology.floor)]
    rows["home.ranking_categories"] = [
        {
            "ranking": category.code,
            "ranking_order": category.order,
            "sex": category.sex,
            "min_age": category.min_age,
            "max_age": category.max_age,
        }
        for category in methodology.ranking_categories
    ]

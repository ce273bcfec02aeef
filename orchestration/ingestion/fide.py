"""FIDE lists: the rows of the people that the pool may need.

Belongs here: whose rows those are, and which of two contents of one list counts. Does not belong here: the
layouts (`scrapers.fide`) and how lists are kept (`fide_snapshots`).

FIDE publishes a month again when it corrects it. Of the contents of one scope and month in the inbox the one
whose archive says that it was written last counts; then the one with more players; then the one whose hash is
greater. All of that is in the content, so that the same files give the same ratings whatever their names and
whenever they came. A list without a month has no rival: it only says who people are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from orchestration.durable import clear_leftovers
from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, Input, Rows, column_of, listed, unreadable
from orchestration.raw_tables import tables

if TYPE_CHECKING:
    from orchestration.fide_snapshots import Snapshot

TABLE = "raw.fide_ratings"
#: What is read of a snapshot.
_COLUMNS = ("fide_id", "name", "federation", "sex", "birth_year", "standard", "line", "damaged")


def read_fide(home: Home, archive: Archive, rows: Rows, found: Ingested, say: Callable[[str], None]) -> None:
    """Fill `raw.fide_ratings`, each list of the inbox archived and converted once."""
    paths = list(listed(home.fide, ".txt", ".zip", ".xml"))
    if not paths:
        return
    clear_leftovers(home.archive_fide)
    wanted = np.array(sorted(_wanted(rows)), np.int64)
    lists = [one for path in paths if (one := _kept(home, archive, path, found, say)) is not None]
    people = {one: _rows_of(home, archive, one, wanted, say) for one in lists}
    counting = [one for one in lists if _counts(one, lists)]
    _report_rivals(lists, people, found)
    schema = pa.schema(list(tables()[TABLE].items()))
    parts = []
    for one in counting:
        found.findings.extend(_damaged_rows(people[one], one))
        parts.append(_loaded(people[one], one, schema))
    table = pa.concat_tables(parts) if parts else schema.empty_table()
    rows[TABLE] = table.combine_chunks()
    say(f"FIDE: {len(counting)} lists, {table.num_rows} rows of the pool's people")


def _kept(
    home: Home, archive: Archive, path: Path, found: Ingested, say: Callable[[str], None]
) -> Snapshot | None:
    """The list in a file of the inbox, archived; None, with a finding, where it cannot be used."""
    from orchestration.fide_snapshots import RefusedList, snapshot
    from scrapers.fide.container import MAX_UNPACKED

    source = f"inbox/fide/{path.name}"
    problem = unreadable(path, MAX_UNPACKED)
    if problem is None:
        try:
            sha256 = archive.store_file(path)
        except OSError as error:
            problem = f"não pode ser lido ({error.strerror})"
    if problem is not None:
        found.remark(source, "arquivo", "unreadable", "error", f"{source}: {problem}")
        return None
    found.seen[source] = sha256
    original = archive.path_of(sha256)
    found.inputs.append(Input(source, sha256, original.stat().st_size))
    one = snapshot(home.archive_fide, path.name, original, sha256, say)
    found.findings.extend(replace(finding, source_file=source) for finding in one.findings)
    if isinstance(one, RefusedList):
        found.remark(source, "arquivo", "fide_list_rejected", "error", f"{path.name}: {one.reason}")
        return None
    if one.month is None:
        found.remark(
            source,
            "arquivo",
            "fide_list_undated",
            "warning",
            f"{path.name} não diz de que mês é; serve para reconhecer jogadores, mas não como fonte de "
            "rating. Renomeie como baixado da FIDE (standard_jan26frl.txt) ou com o mês "
            "(players_list_2026-01.txt).",
        )
    return one


def _rows_of(
    home: Home, archive: Archive, one: Snapshot, wanted: NDArray[np.int64], say: Callable[[str], None]
) -> pa.Table:
    from orchestration.fide_snapshots import DAMAGED, players, snapshot

    try:
        return players(one.path, wanted, _COLUMNS)
    except DAMAGED:
        say(f"FIDE: the archived rows of {one.name} are damaged and are read again")
        one.path.unlink(missing_ok=True)
        snapshot(home.archive_fide, one.name, archive.path_of(one.sha256), one.sha256, say)
        return players(one.path, wanted, _COLUMNS)


def _loaded(table: pa.Table, one: Snapshot, schema: pa.Schema) -> pa.Table:
    """The rows as they are loaded for dbt."""
    constant: Mapping[str, Any] = {
        "list_date": one.month,
        "scope": one.scope,
        "source_file": one.name,
        "sha256": one.sha256,
    }
    from scrapers.fide.columns import with_split_names

    table = with_split_names(table)
    columns = []
    for column in schema:
        if column.name in constant:
            columns.append(pa.repeat(pa.scalar(constant[column.name], column.type), table.num_rows))
        else:
            columns.append(table.column(column.name).cast(column.type))
    return pa.table(columns, schema=schema)


def _damaged_rows(table: pa.Table, one: Snapshot) -> Sequence[Any]:
    from scrapers.fide import messages
    from scrapers.fide.rows import Log

    log = Log(f"inbox/fide/{one.name}")
    for line in sorted(table.filter(table.column("damaged")).column("line").to_pylist()):
        log.add(line, "row_unreadable", messages.unreadable(line))
    return log.all()


def _counts(one: Snapshot, lists: Sequence[Snapshot]) -> bool:
    """Whether no other content of the same list comes before this one; of one content, the first file."""
    rivals = [other for other in lists if other.month is not None and _list_of(other) == _list_of(one)]
    best = max(rivals, key=_standing, default=one)
    return one is next((other for other in rivals if other.sha256 == best.sha256), one)


def _list_of(one: Snapshot) -> tuple[object, str]:
    return one.month, one.scope


def _standing(one: Snapshot) -> tuple[str, int, str]:
    return one.made or "", one.players, one.sha256


def _report_rivals(lists: Sequence[Snapshot], people: Mapping[Snapshot, pa.Table], found: Ingested) -> None:
    """Says which lists are there with two contents, and whether that matters to the pool's people."""
    for one in lists:
        if _counts(one, lists):
            continue
        rival = next(other for other in lists if _list_of(other) == _list_of(one) and _counts(other, lists))
        source = f"inbox/fide/{one.name}"
        what = f"a lista {one.scope} de {one.month:%Y-%m}" if one.month else "a lista"
        if one.sha256 == rival.sha256:
            found.remark(
                source,
                "arquivo",
                "fide_list_twice",
                "info",
                f"{one.name} e {rival.name} têm o mesmo conteúdo; {what} foi lida uma vez.",
            )
            continue
        mine, others = _ratings(people[one]), _ratings(people[rival])
        differing = sum(mine.get(who) != others.get(who) for who in mine | others)
        found.remark(
            source,
            "arquivo",
            "fide_list_rebuilt",
            "warning" if differing else "info",
            f"{one.name} e {rival.name} são {what} com conteúdos diferentes; vale {rival.name} "
            "(gravada por último; em empate, a que tem mais jogadores). "
            f"Pessoas desta base com rating diferente entre as duas: {differing}.",
        )


def _ratings(table: pa.Table) -> dict[int, int | None]:
    return dict(zip(table.column("fide_id").to_pylist(), table.column("standard").to_pylist(), strict=True))


def _wanted(rows: Rows) -> frozenset[int]:
    """The FIDE ids of everybody whom another source names."""
    texts = {
        str(value)
        for name in (
            "raw.registry_players",
            "raw.registry_previous_ratings",
            "raw.issued_ids",
            "raw.event_participants",
            "raw.cbx_cards",
            "raw.cbx_list_rows",
        )
        for value in column_of(name, "fide_id", rows)
        if value is not None
    } | set(_fide_ids_named_by_decisions(rows))
    return frozenset(int(text) for text in texts if re.fullmatch(r"[1-9][0-9]{0,11}", text))


def _fide_ids_named_by_decisions(rows: Rows) -> Iterator[str]:
    """FIDE ids inside issued ids (``F<fide id>``) that a decision, correction or approval points to."""
    for table, columns in (
        ("raw.registry_identity_decisions", ("subject", "target")),
        ("raw.registry_corrections", ("value", "fnx_id")),
        ("raw.registry_rating_approvals", ("fnx_id",)),
    ):
        for column in columns:
            for value in column_of(table, column, rows):
                if isinstance(value, str) and re.fullmatch(r"F\d+", value):
                    yield value[1:]

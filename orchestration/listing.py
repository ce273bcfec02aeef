"""The draft of a list from the warehouse: what the manifest says of it is gathered here.

Belongs here: the step between marts and files. Does not belong here: the files (`publication`).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import duckdb

from engine.methodology import FNX_2026
from engine.versions import Rulebook
from orchestration import week
from orchestration.checks import audit
from orchestration.code_version import code_version
from orchestration.durable import replace_file
from orchestration.home import Home
from orchestration.pool import Pool
from orchestration.publication.differences import differences
from orchestration.publication.draft import write_draft
from orchestration.publication.manifest import AuditCheck, InputHash, ListContext, Methodology, MethodologyRow
from orchestration.publication.systems_pt import manifest_rules, rules_rows
from orchestration.review.queue import write_queue
from orchestration.rules import rules_in_force

#: People with a rating whom no register row names: under which id, and by what they are known.
ISSUED_IDS = """
    select
        people.fnx_id,
        people.cbx_id,
        people.fide_id,
        decisions.event_id,
        decisions.number
    from intermediate.int_people__known as people
    left join (
        select
            coalesce(target, 'E' || event_id || '-' || number) as fnx_id,
            min(event_id) as event_id,
            min(number) as number
        from intermediate.int_identity__decisions_in_effect
        where action = 'new'
        group by 1
    ) as decisions on people.fnx_id = decisions.fnx_id
    where not people.registered and people.fnx_id in (select fnx_id from ratings.player_states)
    order by people.fnx_id
"""
ISSUED_COLUMNS = ("fnx_id", "cbx_id", "fide_id", "event_id", "number", "first_list")


def record_issued_ids(connection: duckdb.DuckDBPyConnection, home: Home, cutoff: date) -> int:
    """Add the ids that this list issued to ``registry/issued_ids.csv``; rows there never change.

    Returns how many are new.
    """
    path = home.issued_ids
    known = path.read_text(encoding="utf-8") if path.exists() else ",".join(ISSUED_COLUMNS) + "\n"
    recorded = {row["fnx_id"] for row in csv.DictReader(io.StringIO(known))}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    issued = [row for row in connection.execute(ISSUED_IDS).fetchall() if row[0] not in recorded]
    writer.writerows([*row, cutoff] for row in issued)
    if issued:
        replace_file(path, (known.removesuffix("\n") + "\n" + text.getvalue()).encode("utf-8"))
    return len(issued)


def _rules(
    connection: duckdb.DuckDBPyConnection, pool: Pool, cutoff: date
) -> tuple[Methodology, tuple[MethodologyRow, ...]]:
    """The rules in force: the methodology of the regulation, or those of the pool's own system."""
    if pool.own is not None:
        policies = pool.own.policies(pool.methodology)
        return (
            replace(
                manifest_rules(pool.own, policies, pool.own.signature(pool.methodology)),
                numbers={"appeal_days": str(pool.methodology.appeal_days)},
            ),
            rules_rows(pool.own, policies),
        )
    rules = rules_in_force(connection, pool.methodology)
    methodology = rules.on(cutoff)
    return (
        Methodology(
            methodology.version,
            rules.signature(),
            methodology.policies(),
            _versions(rules, methodology.numbers()),
            methodology.numbers(),
        ),
        (
            *(MethodologyRow(row.article, row.key, row.value, row.text_pt) for row in methodology.describe()),
            *_version_rows(rules),
        ),
    )


def write_list_draft(connection: duckdb.DuckDBPyConnection, home: Home, pool: Pool, cutoff: date) -> Path:
    """Write the draft of the list that the marts hold; its folder."""
    record_issued_ids(connection, home, cutoff)
    write_queue(connection, home.identity_queue, pool.school_categories)
    (previous,) = connection.execute("select previous_list from home.list_parameters").fetchone() or (None,)
    methodology, rows = _rules(connection, pool, cutoff)
    context = ListContext(
        pool=pool.name,
        cutoff=cutoff,
        freeze=week.freeze(cutoff),
        publication_date=week.publication_date(cutoff),
        previous_list=previous,
        methodology=methodology,
        methodology_rows=rows,
        inputs=tuple(
            InputHash(*row)
            for row in connection.execute(
                "select path, sha256, bytes from home.inputs order by all"
            ).fetchall()
        ),
        audit=tuple(
            AuditCheck(check.name, check.title_pt, result.passed, check.blocking, result.detail_pt)
            for check, result in audit(connection)
        ),
        code_version=code_version(),
        system=pool.system,
        visibility=None if pool.own is None else pool.own.visibility,
    )
    said = home.draft_changes(cutoff)
    said.unlink(missing_ok=True)

    def compare(old: Path, new: Path) -> None:
        changes = differences(old, new)
        if changes is not None:
            replace_file(said, "".join(f"{line}\n" for line in changes).encode("utf-8"))

    return write_draft(connection, home.exports, context, compare)


def _versions(rules: Rulebook, numbers: Mapping[str, str]) -> tuple[dict[str, object], ...]:
    """All versions with date and act, and the numbers that differ, where acts changed the methodology."""
    if len(rules.versions) == 1 and rules.versions[0].act == FNX_2026.act:
        return ()
    return tuple(
        {
            "version": one.version,
            "effective_from": one.effective_from.isoformat(),
            "act": one.act,
            "signature": one.signature(),
            "numbers": {key: value for key, value in one.numbers().items() if numbers.get(key) != value},
        }
        for one in rules.versions
    )


def _version_rows(rules: Rulebook) -> Iterator[MethodologyRow]:
    """Where there are several versions: from when each one counts, and the values that it changed."""
    for before, one in pairwise(rules.versions):
        was = {row.key: row.value for row in before.describe()}
        yield from (
            MethodologyRow(
                "Art. 26",
                f"{row.key} ({one.version})",
                f"{was.get(row.key, '-')} até {one.effective_from - timedelta(days=1)}; depois {row.value}",
                f"{row.text_pt} (eventos encerrados a partir de {one.effective_from})",
            )
            for row in one.describe()
            if row.key not in ("version", "effective_from") and was.get(row.key) != row.value
        )

"""From the data home to raw tables: every input read once, archived, and every remark about it kept.

Belongs here: the order in which the sources are read, and what a list is asked for.
Does not belong here: one source (the modules of this package), how a format is read (`scrapers`), and any
rule about what counts (dbt).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, cast

import pyarrow as pa

from engine.base_dates import later_base_dates
from engine.expected_score import DENOMINATOR
from orchestration import week
from orchestration.home import Archive, Home
from orchestration.ingestion.cbx import read_cbx
from orchestration.ingestion.events import read_event_files
from orchestration.ingestion.fide import read_fide
from orchestration.ingestion.found import Ingested, Input, Rows
from orchestration.ingestion.names import names_apart, standard_names
from orchestration.ingestion.published import read_published
from orchestration.ingestion.registers import read_home_register, read_issued_ids, rhythm_spans
from orchestration.ingestion.sources import record_sources
from orchestration.pool import Pool
from orchestration.raw_tables import as_table, tables
from orchestration.rules import k_rows, rules_of, version_rows
from scrapers.registers import REGISTERS

__all__ = ["ingest"]


def ingest(home: Home, pool: Pool, cutoff: date, say: Callable[[str], None]) -> Ingested:
    """Read everything in the home that a list of `cutoff` may need. Never raises for bad data."""
    archive = Archive(home)
    found = Ingested()
    registers = {name: read_home_register(home, archive, name, found) for name in REGISTERS}
    say(f"registers: {sum(len(register.rows) for register in registers.values())} rows")
    rows: dict[str, Any] = {name: [] for name in tables()}
    for name, register in registers.items():
        rows[f"raw.registry_{name}"] = list(register.rows)
    for row in rows["raw.registry_events"]:
        row["rounds_rhythm"] = rhythm_spans(row)
    rows["raw.registry_correction_assignments"] = [
        (row["correction_id"], field_name, value)
        for row in registers["corrections"].rows
        for field_name, value in cast(tuple[tuple[str, str], ...], row["assignments"])
    ]
    rows["raw.issued_ids"] = list(read_issued_ids(home, archive, found))
    read_event_files(home, archive, registers, rows, found, say)
    read_cbx(home, archive, rows, found, say)
    read_fide(home, archive, rows, found, say)
    rows["raw.names_apart"] = list(names_apart(rows))
    rows["raw.standard_names"] = list(standard_names(rows))
    read_published(home, archive, cutoff, registers, rows, found)
    list_parameters(pool, cutoff, found, rows)
    if home.pool_file.exists():
        data = home.pool_file.read_bytes()
        found.seen["pool.toml"] = sha256 = archive.store(data)
        found.inputs.append(Input("pool.toml", sha256, len(data)))
    archive.save()
    record_sources(home, cutoff, found)
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
        name: rows[name] if isinstance(rows[name], pa.Table) else as_table(schema[name], rows[name])
        for name in schema
        if not name.startswith("ratings.")
    }
    return found


def list_parameters(pool: Pool, cutoff: date, found: Ingested, rows: Rows) -> None:
    rules, refused = rules_of(pool.methodology, rows["raw.registry_acts"], week.frozen_before(cutoff).date())
    found.findings += refused
    methodology = rules.on(cutoff)
    rows["home.list_parameters"] = [
        {
            "pool": pool.name,
            "list": cutoff,
            "known_before": week.known_before(cutoff),
            "frozen_before": week.frozen_before(cutoff),
            "base_date": methodology.base_date,
            "previous_list": found.previous_list,
            "list_unrated": methodology.list_unrated,
            "min_ranking_size": methodology.min_ranking_size,
            "minor_names": methodology.minor_names,
            "majority_age": methodology.majority_age,
            "appeal_days": methodology.appeal_days,
            "linked_uf": methodology.home_uf,
            "own_rules": pool.own_rules,
            "all_initials": pool.all_initials,
        }
    ]
    rows["home.methodology_versions"] = list(version_rows(rules))
    rows["home.reassessment_dates"] = [
        (day,) for day in (() if pool.own_rules else later_base_dates(rules, cutoff))
    ]
    rows["home.k_factors"] = k_rows(rules)
    rows["home.numbers"] = [(DENOMINATOR,)]
    rows["home.ranking_categories"] = [
        {
            "ranking": category.code,
            "ranking_order": category.order,
            "sex": category.sex,
            "min_age": category.min_age,
            "max_age": category.max_age,
            "provisional": category.provisional,
            "places": category.places,
        }
        for category in pool.rankings
    ]

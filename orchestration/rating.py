"""The engine's step: from the intermediate models to entry ratings, ledger, event results and states.

Belongs here: entry ratings, rows to the engine's values and back, and the order of the step.
Does not belong here: any number of the regulation, and the columns of games (`rating_columns`).
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import duckdb
import pyarrow as pa

from engine.chain import chain_of
from engine.entry import (
    EntryCandidate,
    EntryInputs,
    EntryState,
    candidates,
    chosen,
    published_entry_state,
    unmapped_categories,
)
from engine.kernel import run
from engine.versions import Rulebook, lowest_floor
from orchestration.pool import Pool
from orchestration.rating_by_system import named_rows, rate_by_system
from orchestration.rating_columns import computed_tables, read_book
from orchestration.raw_tables import as_table, tables
from orchestration.reassessment import other_sources, reassessment_rows
from orchestration.recalculation import chain_rows, recalculation_rows, stored_chain
from orchestration.rules import rules_in_force

Row = dict[str, Any]


def rate(connection: duckdb.DuckDBPyConnection, pool: Pool) -> dict[str, pa.Table]:
    """Compute every ``ratings.*`` table from the warehouse's intermediate models."""
    if pool.own_rules:
        return rate_by_system(connection, pool)
    rules = rules_in_force(connection, pool.methodology)
    entries, findings = _entry_ratings(connection, pool, rules)
    states = _entry_states(entries, rules)
    others = other_sources(connection, pool, rules, {state.fnx_id for state in states}, _entry_inputs)
    findings += others.findings
    rated = read_book(connection, states, rules, others.reassessments(rules))
    computed = run(rated.book)
    links = chain_of(rated.book, computed)
    rows: dict[str, list[Any]] = {
        "ratings.entry_ratings": entries,
        "ratings.findings": findings,
        "ratings.reassessments": reassessment_rows(others, rated.book, computed),
        "ratings.player_states": _unrated(connection, pool, rules, set(rated.book.player_ids)),
        "ratings.computation": [("near_ties", computed.near_ties)],
        "ratings.chain": chain_rows(links),
        "ratings.recalculation": recalculation_rows(connection, stored_chain(connection), links),
    }
    found = {name: as_table(columns, rows[name]) for name, columns in tables().items() if name in rows}
    for name, table in computed_tables(rated, computed).items():
        found[name] = pa.concat_tables([table, found[name]]) if name in found else table
    return found


# --- entry ratings (Arts. 9-14) ---------------------------------------------------------------------------


def _entry_ratings(
    connection: duckdb.DuckDBPyConnection, pool: Pool, rules: Rulebook
) -> tuple[list[Row], list[Row]]:
    """All candidates of everybody: computed, or as a published list fixed them (Art. 3)."""
    corrected = {
        row["fnx_id"]: row["rating"]
        for row in named_rows(
            connection, "select fnx_id, rating from intermediate.int_players__entry_corrections"
        )
        if row["rating"] >= lowest_floor(rules)
    }
    published = named_rows(connection, "select * from intermediate.int_players__published_entries")
    fixed = {row["fnx_id"]: row for row in published if row["chosen"]}
    rows: list[Row] = []
    findings: list[Row] = []
    for source in named_rows(
        connection,
        "select * from intermediate.int_players__entry_inputs where not reassessed order by fnx_id",
    ):
        inputs = _entry_inputs(source)
        methodology = rules.on(inputs.entry_date)
        if inputs.approval_rating is not None and inputs.approval_rating < methodology.floor:
            findings.append(_approved_under_the_floor(inputs, methodology.floor))
            inputs = replace(inputs, approval_rating=None, approval_date=None)
        found = candidates(inputs, methodology, pool.school_categories)
        if source["is_published"]:
            findings += _moved_at_the_source(fixed[inputs.fnx_id], chosen(found))
            continue
        for candidate in found:
            rows.append(
                {
                    "fnx_id": candidate.fnx_id,
                    "entry_date": candidate.entry_date,
                    "source": candidate.source,
                    "source_value": candidate.source_value,
                    "source_date": candidate.source_date,
                    "experience_points": candidate.experience_points,
                    "weight": _weight(candidate.weight_numerator, candidate.weight_denominator),
                    "converted": candidate.converted,
                    "initial_games": candidate.initial_games,
                    "chosen": candidate.chosen,
                }
            )
        if inputs.birth_year is None and not inputs.base_date_entry:
            findings += [
                _unmapped(inputs.fnx_id, text)
                for text in unmapped_categories(inputs.category_texts, pool.school_categories)
            ]
    rows += published
    for row in rows:
        if row["chosen"]:
            row["corrected"] = corrected.get(row["fnx_id"])
    rows.sort(key=lambda row: (row["fnx_id"], not row["chosen"], row["source"]))
    return rows, findings


def _weight(numerator: int, denominator: int) -> Decimal:
    """A weight to six places, rounded half up; the exact fraction decided the rating already."""
    return Decimal((2 * numerator * 10**6 + denominator) // (2 * denominator)).scaleb(-6)


def _entry_inputs(row: Row) -> EntryInputs:
    return EntryInputs(
        fnx_id=row["fnx_id"],
        entry_date=row["entry_date"],
        base_date_entry=row["on_base_date"],
        birth_year=row["proven_birth_year"],
        category_texts=row["first_event_category"],
        fide_rating=row["fide_rating"],
        fide_date=row["fide_date"],
        cbx_rating=row["cbx_rating"],
        cbx_date=row["cbx_date"],
        cbx_std=row["cbx_std"],
        cbx_rpd=row["cbx_rpd"],
        cbx_blz=row["cbx_blz"],
        previous_fnx=row["previous_fnx"],
        previous_date=row["previous_date"],
        approval_rating=row["approval_rating"],
        approval_date=row["approval_date"],
    )


def _moved_at_the_source(fixed: Row, today: EntryCandidate) -> list[Row]:
    """Art. 3: what a published entry rating would be today is shown, and changes nothing by itself."""
    if (fixed["converted"], fixed["source"]) == (today.converted, today.source):
        return []
    return [
        {
            "source_file": "exports",
            "position": fixed["fnx_id"],
            "code": "entry_source_changed",
            "severity": "warning",
            "message_pt": (
                f"O rating inicial publicado de {fixed['fnx_id']} é {fixed['converted']} "
                f"({fixed['source']}); "
                f"com as fontes de hoje seria {today.converted} ({today.source}). Vale o publicado "
                "(Art. 3º); se houve erro, registre uma correção entry_rating (Art. 23)."
            ),
        }
    ]


def _approved_under_the_floor(inputs: EntryInputs, floor: int) -> Row:
    return {
        "source_file": "registry/rating_approvals.csv",
        "position": inputs.fnx_id,
        "code": "approval_under_floor",
        "severity": "warning",
        "message_pt": (
            f"O rating {inputs.approval_rating} aprovado para {inputs.fnx_id} está abaixo do piso de {floor} "
            "em vigor na entrada; a aprovação não conta. Confira a aprovação e o ato que mudou o piso."
        ),
    }


def _unmapped(fnx_id: str, category: str) -> Row:
    return {
        "source_file": "registry/events.csv",
        "position": fnx_id,
        "code": "category_unmapped",
        "severity": "warning",
        "message_pt": (
            f"A categoria {category!r} do primeiro evento de {fnx_id} não diz a idade; vale a referência "
            "neutra. Se ela tem faixa etária, informe-a em pool.toml, [school_categories]."
        ),
    }


def _entry_states(rows: list[Row], rules: Rulebook) -> list[EntryState]:
    """The states in which players enter; a published rating stays, whatever floor came after it (Art. 3)."""
    floor = lowest_floor(rules)
    return [
        published_entry_state(
            row["fnx_id"],
            row["source"],
            row["converted"],
            row["initial_games"],
            replace(rules.on(row["entry_date"]), floor=floor),
            row.get("corrected"),
        )
        for row in rows
        if row["chosen"]
    ]


def _unrated(
    connection: duckdb.DuckDBPyConnection, pool: Pool, rules: Rulebook, rated: set[str]
) -> list[tuple[Any, ...]]:
    """Registered RN players without a source, under the policy ``list_unrated``: their age reference."""
    (cutoff,) = connection.execute("select list from home.list_parameters").fetchone() or (None,)
    if cutoff is None or not rules.on(cutoff).list_unrated:
        return []
    opening = rules.on(pool.methodology.base_date)
    found = []
    for row in named_rows(
        connection,
        "select fnx_id, proven_birth_year from intermediate.int_players__profile "
        "where registered and linked order by fnx_id",
    ):
        if row["fnx_id"] in rated:
            continue
        inputs = EntryInputs(
            row["fnx_id"], pool.methodology.base_date, True, birth_year=row["proven_birth_year"]
        )
        (only,) = candidates(inputs, opening, pool.school_categories)
        state = published_entry_state(only.fnx_id, only.source, only.converted, only.initial_games, opening)
        found.append((state.fnx_id, state.rating, state.games, state.in_development, None, None))
    return found

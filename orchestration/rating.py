"""The engine's step: from the intermediate models to entry ratings, ledger, event results and states.

Belongs here: rows to the engine's values and back. Does not belong here: any number of the regulation.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import duckdb
import pyarrow as pa

from engine.entry import (
    EntryCandidate,
    EntryInputs,
    EntryState,
    candidates,
    chosen,
    published_entry_state,
    unmapped_categories,
)
from engine.expected_score import format_units
from engine.methodology import Methodology
from engine.replay import RatedEvent, RatedGame, Replay, replay
from orchestration.pool import Pool
from orchestration.raw_tables import as_table, tables

Row = dict[str, Any]


def rate(connection: duckdb.DuckDBPyConnection, pool: Pool) -> dict[str, pa.Table]:
    """Compute every ``ratings.*`` table from the warehouse's intermediate models."""
    entries, findings = _entry_ratings(connection, pool)
    states = _entry_states(entries, pool.methodology)
    replayed = _replay(connection, states, pool.methodology)
    rows: dict[str, list[Any]] = {
        "ratings.entry_ratings": entries,
        "ratings.findings": findings,
        "ratings.ledger": [_ledger_row(side) for side in replayed.ledger],
        "ratings.event_results": [_result_row(result) for result in replayed.event_results],
        "ratings.player_states": [
            (state.fnx_id, state.rating, state.games, state.in_development) for state in replayed.states
        ],
        "ratings.computation": [("near_ties", replayed.near_ties)],
    }
    rows["ratings.player_states"] += _unrated(connection, pool, {state.fnx_id for state in replayed.states})
    return {name: as_table(columns, rows[name]) for name, columns in tables().items() if name in rows}


def _rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[Row]:
    result = connection.execute(query)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, values, strict=True)) for values in result.fetchall()]


# --- entry ratings (Arts. 9-14) ---------------------------------------------------------------------------


def _entry_ratings(connection: duckdb.DuckDBPyConnection, pool: Pool) -> tuple[list[Row], list[Row]]:
    """All candidates of everybody: computed, or as a published list fixed them (Art. 3)."""
    corrected = {
        row["fnx_id"]: row["rating"]
        for row in _rows(connection, "select fnx_id, rating from intermediate.int_players__entry_corrections")
        if row["rating"] >= pool.methodology.floor
    }
    published = _rows(connection, "select * from intermediate.int_players__published_entries")
    fixed = {row["fnx_id"]: row for row in published if row["chosen"]}
    rows: list[Row] = []
    findings: list[Row] = []
    for source in _rows(connection, "select * from intermediate.int_players__entry_inputs order by fnx_id"):
        inputs = _entry_inputs(source)
        found = candidates(inputs, pool.methodology, pool.school_categories)
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


def _entry_states(rows: list[Row], methodology: Methodology) -> list[EntryState]:
    return [
        published_entry_state(
            row["fnx_id"],
            row["source"],
            row["converted"],
            row["initial_games"],
            methodology,
            row.get("corrected"),
        )
        for row in rows
        if row["chosen"]
    ]


def _unrated(connection: duckdb.DuckDBPyConnection, pool: Pool, rated: set[str]) -> list[tuple[Any, ...]]:
    """Registered RN players without a source, under the policy ``list_unrated``: their age reference."""
    if not pool.methodology.list_unrated:
        return []
    found = []
    for row in _rows(
        connection,
        "select fnx_id, proven_birth_year from intermediate.int_players__profile "
        "where registered and linked order by fnx_id",
    ):
        if row["fnx_id"] in rated:
            continue
        inputs = EntryInputs(
            row["fnx_id"], pool.methodology.base_date, True, birth_year=row["proven_birth_year"]
        )
        (only,) = candidates(inputs, pool.methodology, pool.school_categories)
        state = published_entry_state(
            only.fnx_id, only.source, only.converted, only.initial_games, pool.methodology
        )
        found.append((state.fnx_id, state.rating, state.games, state.in_development))
    return found


# --- the replay (Arts. 6-8) -------------------------------------------------------------------------------


def _replay(
    connection: duckdb.DuckDBPyConnection, states: list[EntryState], methodology: Methodology
) -> Replay:
    games = [
        RatedGame(
            event_id=event_id,
            round=round_,
            board=game_no,  # unique in the event, so that a side of the ledger leads back to its game
            white=white,
            black=black,
            white_half_points=half_points,
            rhythm=rhythm,
        )
        for event_id, round_, game_no, white, black, half_points, rhythm in connection.execute(
            "select event_id, round, game_no, white_fnx_id, black_fnx_id, white_half_points, rhythm "
            "from intermediate.int_games__rateable where rated order by event_order, round, game_no"
        ).fetchall()
    ]
    events = [
        RatedEvent(
            event_id=event_id,
            start_date=start_date,
            end_date=end_date,
            end_time=end_time,
            homologation_no=homologation_no,
            rhythms_differ=rhythms_differ,
        )
        for event_id, start_date, end_date, end_time, homologation_no, rhythms_differ in connection.execute(
            "select events.event_id, events.start_date, events.end_date, events.end_time, "
            "events.homologation_no, count(distinct games.rhythm) > 1 "
            "from intermediate.int_events__ordered as events "
            "left join intermediate.int_games__rateable as games on events.event_id = games.event_id "
            "group by all order by any_value(events.event_order)"
        ).fetchall()
    ]
    replayed = replay(states, events, games, methodology)
    _same_order(connection, replayed)
    return replayed


def _same_order(connection: duckdb.DuckDBPyConnection, replayed: Replay) -> None:
    """Entry dates were found in SQL's order of events; the engine must have replayed in the same."""
    in_sql = dict(
        connection.execute(
            "select event_id, dense_rank() over (order by event_order) from intermediate.int_events__ordered"
        ).fetchall()
    )
    for result in replayed.event_results:
        if in_sql[result.event_id] != result.event_order:
            raise RuntimeError(f"event {result.event_id}: SQL and the engine order events differently")


def _ledger_row(side: Any) -> tuple[Any, ...]:
    return (
        side.event_id,
        side.board,
        side.fnx_id,
        side.rating,
        side.opponent_rating,
        side.k,
        side.k_reason,
        format_units(side.expected_units),
        format_units(side.change_units),
        side.change_units,
    )


def _result_row(result: Any) -> tuple[Any, ...]:
    return (
        result.event_id,
        result.event_order,
        result.fnx_id,
        result.rating_used,
        result.rating_before,
        result.k,
        result.games,
        Decimal(result.half_points) / 2,
        format_units(result.expected_units),
        format_units(result.change_units),
        result.change_units,
        result.change_rounded,
        result.floor_applied,
        result.rating_after,
        result.games_before,
        result.games_after,
        result.in_development_before,
        result.in_development_after,
    )

"""The tables that a run loads before dbt: their columns and types, declared once.

Belongs here: the seam between what is read (`ingestion`, `rating`) and dbt's sources.
Does not belong here: how the rows come about.

Schema `home` holds what the run decides (which list, which policies), `raw` what was read, `ratings` what the
engine computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

TEXT, INTEGER, LONG, BOOLEAN = pa.string(), pa.int32(), pa.int64(), pa.bool_()
DATE, TIMESTAMP = pa.date32(), pa.timestamp("us")
UNITS_TO_12_PLACES, SIX_PLACES, ONE_PLACE = pa.decimal128(18, 12), pa.decimal128(7, 6), pa.decimal128(5, 1)

REGISTER_TYPES: Mapping[str, pa.DataType] = {
    "integer": INTEGER,
    "date": DATE,
    "timestamp": TIMESTAMP,
}


#: A source on a later base date, as computed and as published.
_REASSESSED: dict[str, pa.DataType] = {
    "fnx_id": TEXT,
    "base_date": DATE,
    "source": TEXT,
    "source_value": INTEGER,
    "source_date": DATE,
    "experience_points": INTEGER,
    "weight": SIX_PLACES,
    "converted": INTEGER,
    "initial_games": INTEGER,
}


def _register_columns(name: str) -> dict[str, pa.DataType]:
    from scrapers.registers import REGISTERS

    columns = {column.name: REGISTER_TYPES.get(column.kind, TEXT) for column in REGISTERS[name].columns}
    return {**columns, "line": INTEGER}


def tables() -> dict[str, dict[str, pa.DataType]]:
    """Every table loaded for dbt: ``schema.name`` to its columns."""
    from scrapers.registers import REGISTERS

    registers = {f"raw.registry_{name}": _register_columns(name) for name in REGISTERS}
    return {
        "home.list_parameters": {
            "pool": TEXT,
            "list": DATE,
            "known_before": TIMESTAMP,
            "frozen_before": TIMESTAMP,
            "base_date": DATE,
            "previous_list": DATE,
            "list_unrated": BOOLEAN,
            "min_ranking_size": INTEGER,
            "minor_names": TEXT,
            "majority_age": INTEGER,
            "appeal_days": INTEGER,
            "linked_uf": TEXT,
            "own_rules": BOOLEAN,
            "all_initials": BOOLEAN,
        },
        "home.methodology_versions": {
            "version_no": INTEGER,
            "version": TEXT,
            "effective_from": DATE,
            "effective_until": DATE,
            "floor": INTEGER,
            "untimed_last": BOOLEAN,
            "k_granularity": TEXT,
        },
        "home.reassessment_dates": {"base_date": DATE},
        "home.k_factors": {"version_no": INTEGER, "rhythm": TEXT, "reason": TEXT, "k": INTEGER},
        "home.numbers": {"denominator": LONG},
        "home.ranking_categories": {
            "ranking": TEXT,
            "ranking_order": INTEGER,
            "sex": TEXT,
            "min_age": INTEGER,
            "max_age": INTEGER,
            "provisional": BOOLEAN,
            "places": INTEGER,
        },
        "home.inputs": {"path": TEXT, "sha256": TEXT, "bytes": LONG},
        "home.input_checks": {"name": TEXT, "passed": BOOLEAN, "blocking": BOOLEAN, "detail_pt": TEXT},
        **registers,
        "raw.issued_ids": {
            "fnx_id": TEXT,
            "cbx_id": TEXT,
            "fide_id": TEXT,
            "event_id": TEXT,
            "number": INTEGER,
        },
        "raw.registry_correction_assignments": {"correction_id": TEXT, "field": TEXT, "value": TEXT},
        "raw.event_files": {
            "event_id": TEXT,
            "correction_id": TEXT,
            "file": TEXT,
            "content_key": TEXT,
            "file_sha256": TEXT,
            "format": TEXT,
            "status": TEXT,
            "reason": TEXT,
            "name": TEXT,
            "start_date": DATE,
            "end_date": DATE,
            "rounds": INTEGER,
            "rhythm": TEXT,
            "kind": TEXT,
            "source_id": TEXT,
            "revision": INTEGER,
        },
        "raw.event_participants": {
            "content_key": TEXT,
            "number": INTEGER,
            "name": TEXT,
            "sex": TEXT,
            "federation": TEXT,
            "fide_id": TEXT,
            "national_id": TEXT,
            "birth_year": INTEGER,
            "club": TEXT,
            "team": TEXT,
            "national_federation": TEXT,
            "uf": TEXT,
        },
        "raw.event_games": {
            "content_key": TEXT,
            "game_no": INTEGER,
            "round": INTEGER,
            "board": INTEGER,
            "white": INTEGER,
            "black": INTEGER,
            "raw_result": TEXT,
            "white_half_points": INTEGER,
            "black_half_points": INTEGER,
            "rated": BOOLEAN,
            "reason": TEXT,
        },
        "raw.fide_ratings": {
            "list_date": DATE,
            "scope": TEXT,
            "fide_id": TEXT,
            "name": TEXT,
            "family_name": TEXT,
            "given_name": TEXT,
            "federation": TEXT,
            "sex": TEXT,
            "birth_year": INTEGER,
            "standard": INTEGER,
            "source_file": TEXT,
            "sha256": TEXT,
            "line": INTEGER,
        },
        "raw.cbx_cards": {
            "cbx_id": TEXT,
            "name": TEXT,
            "uf": TEXT,
            "fide_id": TEXT,
            "birth_year": INTEGER,
            "captured": DATE,
            "source_file": TEXT,
        },
        "raw.cbx_card_ratings": {
            "cbx_id": TEXT,
            "month": DATE,
            "standard": INTEGER,
            "captured": DATE,
            "source_file": TEXT,
        },
        "raw.cbx_card_tournaments": {
            "cbx_id": TEXT,
            "tournament_id": TEXT,
            "end_date": DATE,
            "rhythm": TEXT,
            "captured": DATE,
            "source_file": TEXT,
        },
        "raw.cbx_list_rows": {
            "month": DATE,
            "cbx_id": TEXT,
            "name": TEXT,
            "uf": TEXT,
            "fide_id": TEXT,
            "birth_year": INTEGER,
            "standard": INTEGER,
            "source_file": TEXT,
        },
        "raw.names_apart": {"written": TEXT, "known": TEXT},
        "raw.standard_names": {"written": TEXT, "standard": TEXT},
        "raw.published_lists": {"list": DATE, "frozen_before": TIMESTAMP, "published_on": DATE},
        "raw.published_list_rows": {
            "list": DATE,
            "fnx_id": TEXT,
            "rating": INTEGER,
            "games_total": INTEGER,
            "place": INTEGER,
        },
        "raw.published_entry_ratings": {
            "fnx_id": TEXT,
            "entry_date": DATE,
            "source": TEXT,
            "source_value": INTEGER,
            "source_date": DATE,
            "experience_points": INTEGER,
            "weight": SIX_PLACES,
            "converted": INTEGER,
            "initial_games": INTEGER,
            "chosen": BOOLEAN,
        },
        "raw.published_reassessments": _REASSESSED,
        "raw.published_event_results": {
            "event_id": TEXT,
            "fnx_id": TEXT,
            "event_order": INTEGER,
            "games": INTEGER,
            "score": ONE_PLACE,
            "rating_before": INTEGER,
            "change_exact": UNITS_TO_12_PLACES,
            "change_units": LONG,
            "change_rounded": INTEGER,
            "rating_after": INTEGER,
        },
        "raw.published_events": {"event_id": TEXT},
        "raw.findings": {
            "source_file": TEXT,
            "sha256": TEXT,
            "position": TEXT,
            "code": TEXT,
            "severity": TEXT,
            "message_pt": TEXT,
        },
        "ratings.entry_ratings": {
            "fnx_id": TEXT,
            "entry_date": DATE,
            "source": TEXT,
            "source_value": INTEGER,
            "source_date": DATE,
            "experience_points": INTEGER,
            "weight": SIX_PLACES,
            "converted": INTEGER,
            "corrected": INTEGER,
            "initial_games": INTEGER,
            "chosen": BOOLEAN,
        },
        "ratings.reassessments": {**_REASSESSED, "chosen": BOOLEAN},
        "ratings.ledger": {
            "event_id": TEXT,
            "game_no": INTEGER,
            "fnx_id": TEXT,
            "rating": INTEGER,
            "opponent_rating": INTEGER,
            "k": INTEGER,
            "k_reason": TEXT,
            "expected": UNITS_TO_12_PLACES,
            "change": UNITS_TO_12_PLACES,
            "change_units": LONG,
            "exact_rating": UNITS_TO_12_PLACES,
            "exact_opponent_rating": UNITS_TO_12_PLACES,
            "unrated_reason": TEXT,
        },
        "ratings.event_results": {
            "event_id": TEXT,
            "event_order": INTEGER,
            "fnx_id": TEXT,
            "rating_used": INTEGER,
            "rating_before": INTEGER,
            "k": INTEGER,
            "games": INTEGER,
            "score": ONE_PLACE,
            "expected": UNITS_TO_12_PLACES,
            "change_exact": UNITS_TO_12_PLACES,
            "change_units": LONG,
            "change_rounded": INTEGER,
            "floor_applied": INTEGER,
            "rating_after": INTEGER,
            "games_before": INTEGER,
            "games_after": INTEGER,
            "in_development_before": BOOLEAN,
            "in_development_after": BOOLEAN,
            "exact_rating_used": UNITS_TO_12_PLACES,
            "exact_rating_before": UNITS_TO_12_PLACES,
            "exact_floor_applied": UNITS_TO_12_PLACES,
            "exact_rating_after": UNITS_TO_12_PLACES,
        },
        "ratings.findings": {
            "source_file": TEXT,
            "position": TEXT,
            "code": TEXT,
            "severity": TEXT,
            "message_pt": TEXT,
        },
        "ratings.computation": {"name": TEXT, "value": LONG},
        "ratings.chain": {
            "event_id": TEXT,
            "event_order": INTEGER,
            "facts_hash": TEXT,
            "methodology_hash": TEXT,
            "games_hash": TEXT,
            "entry_ratings_hash": TEXT,
            "outputs_hash": TEXT,
            "link": TEXT,
        },
        "ratings.recalculation": {
            "event_id": TEXT,
            "event_order": INTEGER,
            "reason": TEXT,
            "other_event_id": TEXT,
            "events_changed": INTEGER,
            "message_pt": TEXT,
        },
        "ratings.player_states": {
            "fnx_id": TEXT,
            "rating": INTEGER,
            "games": INTEGER,
            "in_development": BOOLEAN,
            "exact_rating": UNITS_TO_12_PLACES,
            "ranked": BOOLEAN,
        },
    }


_INPUT_ASSETS = (
    "home",
    "raw.registry",
    "raw.issued",
    "raw.event",
    "raw.fide",
    "raw.cbx",
    "raw.names",
    "raw.standard",
    "raw.published",
    "raw.findings",
)
_ASSET_NAMES = {
    "home": "raw.list",
    "raw.issued": "raw.registry",
    "raw.event": "raw.tournaments",
    "raw.names": "raw.tournaments",
    "raw.standard": "raw.tournaments",
}


def input_asset(table: str) -> str:
    """The asset, as ``group.name``, that shows a table: inputs of one kind are one asset, others their own.

    The tables of inputs change together and by one step; one event each in every run would cost more than it
    shows.
    """
    for start in _INPUT_ASSETS:
        if table.startswith(start):
            return _ASSET_NAMES.get(start, start)
    return table


def as_table(
    columns: Mapping[str, pa.DataType], rows: Iterable[Mapping[str, Any] | Sequence[Any]]
) -> pa.Table:
    """Rows, as mappings or in column order, as an Arrow table of exactly these columns."""
    names = list(columns)
    listed = [[row.get(name) for name in names] if isinstance(row, Mapping) else row for row in rows]
    data = zip(*listed, strict=True) if listed else [()] * len(names)
    return pa.table(
        {name: pa.array(values, type=columns[name]) for name, values in zip(names, data, strict=True)}
    )

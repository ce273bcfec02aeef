"""A small set of marts for the tests of publication: two pages of invented players with awkward names.

Belongs here: the tables of schema `marts` with their exact columns, and a context for one list.
Does not belong here: anything that is checked.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import duckdb

from orchestration.publication.manifest import AuditCheck, InputHash, ListContext, Methodology, MethodologyRow

FIRST = date(2026, 2, 1)
SECOND = date(2026, 2, 8)

#: Columns after `pool` and `list`, as in the marts.
_COLUMNS = {
    "fct_list": (
        "fnx_id VARCHAR, cbx_id VARCHAR, fide_id VARCHAR, name VARCHAR, city VARCHAR, club VARCHAR, "
        "rating INTEGER, previous_rating INTEGER, change INTEGER, games_total INTEGER, games_year "
        "INTEGER, active BOOLEAN, in_development BOOLEAN, entry_source VARCHAR, sex VARCHAR, uf "
        "VARCHAR, exact_rating DECIMAL(18, 12)"
    ),
    "fct_ranking": (
        "ranking VARCHAR, ranking_order INTEGER, place INTEGER, fnx_id VARCHAR, name VARCHAR, rating "
        "INTEGER, games_year INTEGER"
    ),
    "fct_ledger": (
        "event_id VARCHAR, event_order INTEGER, round INTEGER, board INTEGER, fnx_id VARCHAR, "
        "opponent_fnx_id VARCHAR, team VARCHAR, opponent_team VARCHAR, color VARCHAR, rhythm VARCHAR, "
        "raw_result VARCHAR, score DECIMAL(2,1), rated BOOLEAN, reason VARCHAR, rating INTEGER, "
        "opponent_rating INTEGER, k INTEGER, k_reason VARCHAR, expected DECIMAL(18,12), "
        "change DECIMAL(18,12), change_units BIGINT"
    ),
    "fct_event_result": (
        "event_id VARCHAR, event_order INTEGER, fnx_id VARCHAR, rating_used INTEGER, rating_before "
        "INTEGER, k INTEGER, games INTEGER, score DECIMAL(5,1), expected DECIMAL(18,12), change_exact "
        "DECIMAL(18,12), change_units BIGINT, change_rounded INTEGER, floor_applied INTEGER, "
        "rating_after INTEGER, games_before INTEGER, games_after INTEGER, in_development_before "
        "BOOLEAN, in_development_after BOOLEAN"
    ),
    "fct_entry_rating": (
        "fnx_id VARCHAR, entry_date DATE, source VARCHAR, source_value INTEGER, source_date DATE, "
        "experience_points INTEGER, weight DECIMAL(7,6), converted INTEGER, corrected INTEGER, "
        "initial_games INTEGER, chosen BOOLEAN"
    ),
    "fct_reassessment": (
        "fnx_id VARCHAR, base_date DATE, source VARCHAR, source_value INTEGER, source_date DATE, "
        "experience_points INTEGER, weight DECIMAL(7,6), converted INTEGER, initial_games INTEGER, "
        "chosen BOOLEAN"
    ),
    "dim_event": (
        "event_id VARCHAR, name VARCHAR, rhythm VARCHAR, start_date DATE, end_date DATE, end_time "
        "VARCHAR, city VARCHAR, uf VARCHAR, category VARCHAR, homologation_no INTEGER, event_order "
        "INTEGER, status VARCHAR, new_in_list BOOLEAN, reason VARCHAR, rated_games INTEGER, "
        "unrated_games INTEGER, file_sha256 VARCHAR"
    ),
    "fct_correction": (
        "correction_id VARCHAR, registered_at TIMESTAMP, registered_by VARCHAR, kind VARCHAR, "
        "event_id VARCHAR, round INTEGER, number INTEGER, fnx_id VARCHAR, value VARCHAR, appeal_id "
        "VARCHAR, grounds VARCHAR, first_list DATE, players_affected VARCHAR"
    ),
    "fct_revision": (
        "event_id VARCHAR, fnx_id VARCHAR, end_date DATE, kind VARCHAR, original_games INTEGER, "
        "original_score DECIMAL(5,1), original_rating_before INTEGER, original_change INTEGER, "
        "original_rating_after INTEGER, revised_games INTEGER, revised_score DECIMAL(5,1), "
        "revised_rating_before INTEGER, revised_change INTEGER, revised_rating_after INTEGER"
    ),
    "fct_appeal": (
        "appeal_id VARCHAR, received_at TIMESTAMP, contested_list DATE, fnx_id VARCHAR, event_id VARCHAR, "
        "subject VARCHAR, status VARCHAR, answer VARCHAR, accepted_through DATE, in_time BOOLEAN, "
        "correction_ids VARCHAR"
    ),
    "fct_act": (
        "act_id VARCHAR, act_date DATE, kind VARCHAR, subject VARCHAR, value VARCHAR, grounds VARCHAR, "
        "retroactive BOOLEAN"
    ),
    "fct_history": ("fnx_id VARCHAR, cutoff DATE, rating INTEGER, games_total INTEGER, place INTEGER"),
    "fct_identity": (
        "kind VARCHAR, event_id VARCHAR, number INTEGER, name VARCHAR, fnx_id VARCHAR, "
        "target_fnx_id VARCHAR, detail_pt VARCHAR, games BIGINT, holds_event BOOLEAN"
    ),
    "fct_finding": (
        "source_file VARCHAR, sha256 VARCHAR, position VARCHAR, code VARCHAR, severity VARCHAR, "
        "message_pt VARCHAR"
    ),
}

#: fnx_id, name, club, rating, previous rating, games in the year, sex
_PLAYERS: tuple[tuple[str, str, str | None, int, int | None, int, str | None], ...] = (
    ("FNX-1", "=1+1", "Clube; da \"Torre\"", 900, 880, 5, "M"),
    ("FNX-2", "<script>alert(1)</script>", None, 700, 700, 3, "F"),
    ("FNX-3", 'Zé "Peão" d\'Água', "A & B", 700, 712, 3, "M"),
    ("FNX-4", "Álvaro; Souza", "@clube", 700, None, 3, None),
    ("FNX-5", "Ana,\nduas linhas", "-", 700, 690, 4, "F"),
    ("FNX-6", "Inácio Parado", "", 550, 550, 0, "M"),
)  # fmt: skip


def rows_of(cutoff: date) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every mart for one list, without pool and list."""
    first = cutoff == FIRST
    listed = [
        (
            key, f"99{key[-1]}", f"999{key[-1]}", name, "Natal", club, rating,
            None if first else before, None if first or before is None else rating - before,
            30 + games, games, games > 0, key == "FNX-5", "fide" if key == "FNX-1" else "cbx", sex, "RN",
        )
        for key, name, club, rating, before, games, sex in _PLAYERS
    ]  # fmt: skip
    places = {"FNX-1": 1, "FNX-5": 2, "FNX-4": 3, "FNX-2": 3, "FNX-3": 3}
    ranked = [
        ("geral", 1, places[key], key, name, rating, games)
        for key, name, _, rating, _, games, _ in _PLAYERS
        if games
    ]
    ranked += [
        ("feminino", 2, 1, "FNX-5", _PLAYERS[4][1], 700, 4),
        ("feminino", 2, 2, "FNX-2", _PLAYERS[1][1], 700, 3),
    ]
    ranked += [("sub-08-feminino", 3, 1, "FNX-5", _PLAYERS[4][1], 700, 4)]
    half, tenth = Decimal("0.5"), Decimal("0.090909090909")
    ledger = [
        ("E1", 1, 1, 1, "FNX-1", "FNX-2", "Torre", "Dama", "white", "STD", "=", half, True, None, 900, 500,
         25, "ordinary", Decimal("0.909090909091"), Decimal("-10.227272727273"), -188018407210725),
        ("E1", 1, 1, 1, "FNX-2", "FNX-1", "Dama", "Torre", "black", "STD", "=", half, True, None, 500, 900,
         25, "ordinary", tenth, Decimal("10.227272727273"), 188018407210725),
        ("E1", 1, 1, None, None, None, None, None, None, "STD", "=-+", None, False, "unidentified",
         None, None, None, None, None, None, None),
        ("E1", 1, 1, None, None, None, None, None, None, "STD", "-", None, False, "bye", None, None,
         None, None, None, None, None),
    ]  # fmt: skip
    results = [
        ("E1", 1, "FNX-1", 900, 900, 25, 1, half, Decimal("0.909090909091"), Decimal("-12.500000000000"), -5,
         -12, 0, 888, 30, 31, False, False),
        ("E1", 1, "FNX-2", 500, 100, None, 1, Decimal("10.0"), tenth, Decimal("0E-12"), 0,
         0, 2, 100, 30, 31, True, False),
    ]  # fmt: skip
    entries = [
        ("FNX-1", date(2026, 1, 1), "age_reference", None, None, None, Decimal(0), 550, None, 0, False),
        ("FNX-1", date(2026, 1, 1), "fide", 1900, date(2026, 1, 1), None, Decimal(1), 900, None, 60, True),
        ("FNX-5", date(2026, 1, 1), "cbx", 1700, date(2025, 12, 1), 290, Decimal("0.483333"), 580, 600, 29,
         True),
    ]  # fmt: skip
    events = [
        ("E1", "Aberto <b>de</b> Natal", "STD", date(2026, 1, 10), date(2026, 1, 11), "18:00", "Natal", "RN",
         "Absoluto", 7, 1, "included", first, None, 2, 2, "a" * 64),
        ("E2", "Blitz; noturno", "BLZ", date(2026, 1, 20), date(2026, 1, 20), None, "Natal", "RN",
         None, None, None, "pending", False, "falta a homologação & o arquivo", 0, 4, "b" * 64),
        ("E3", "Repetido", "RPD", date(2026, 1, 21), date(2026, 1, 21), None, None, "RN",
         None, 9, None, "withdrawn", False, "duplicidade (C1)", 0, 0, None),
    ]  # fmt: skip
    corrections = [
        ("C1", datetime(2026, 1, 30, 9, 5), "Secretaria", "duplicate", "E3", None, None, None, None, None,
         "mesmo torneio <i>duas</i> vezes", FIRST, 0),
    ]  # fmt: skip
    history = [
        (key, FIRST, rating - 7, 30, places.get(key))
        for key, _, _, rating, before, _, _ in _PLAYERS
        if before
    ]
    if not first:
        history += [(key, cutoff, rating, 30, places.get(key)) for key, _, _, rating, _, _, _ in _PLAYERS]
    revisions = [] if first else [
        ("E1", "FNX-1", date(2026, 1, 11), "corrected", 1, Decimal("1.0"), 900, 2, 902, 1, half, 900,
         -12, 888),
        ("E3", "FNX-3", date(2026, 1, 21), "withdrawn", 2, Decimal("1.5"), 700, 12, 712, None, None,
         None, None, None),
    ]  # fmt: skip
    appeals = [] if first else [
        ("A1", datetime(2026, 2, 6, 10), FIRST, "FNX-3", "E3", "evento <b>repetido</b>", "deferida",
         "=retirado", date(2026, 2, 11), True, "C1"),
        ("A2", datetime(2026, 2, 12, 10), FIRST, None, None, None, None, None, date(2026, 2, 11), False,
         None),
    ]  # fmt: skip
    acts = [("ATO-1", date(2026, 1, 2), "policy", "minor_names", "full", "Diretoria & Conselho", False)]
    findings = [
        ("events.csv", "c" * 64, "line 2", "name_markup", "warning", "nome com <b>"),
        ("cards/1.html", "d" * 64, "line 9", "birth_year_differs", "warning", "nascido em 2011"),
        ("cards/1.html", "d" * 64, "line 9", "note", "info", "nada"),
    ]
    return {
        # The exact rating is the rating, where the system rounds.
        "fct_list": [(*row, row[6]) for row in listed],
        "fct_ranking": ranked,
        "fct_ledger": ledger,
        "fct_event_result": results,
        "fct_entry_rating": entries,
        "fct_reassessment": [],
        "dim_event": events,
        "fct_correction": corrections,
        "fct_revision": revisions,
        "fct_appeal": appeals,
        "fct_act": acts,
        "fct_history": history,
        "fct_finding": findings,
        "fct_identity": [
            ("unresolved", "2026-003", 7, "Fulana", None, None, "nenhum ID conhecido", 3, True),
            ("merged", None, None, None, "FNX-9", "FNX-1", "unificado pela decisão DE1", None, False),
        ],
    }


def marts(cutoff: date = FIRST, *, threads: int = 1, seed: int | None = None) -> duckdb.DuckDBPyConnection:
    """An in-memory database with the marts of one list, and rows of another that must not be exported.

    `seed` shuffles the order of insertion.
    """
    con = duckdb.connect(config={"threads": threads})
    con.execute("CREATE SCHEMA marts")
    other = cutoff + timedelta(days=70)
    for table, columns in _COLUMNS.items():
        con.execute(f"CREATE TABLE marts.{table} (pool VARCHAR, list DATE, {columns})")
        rows = [("FNX", cutoff, *row) for row in rows_of(cutoff)[table]]
        rows += [("FNX", other, *row) for row in rows_of(cutoff)[table]]
        if seed is not None:
            random.Random(seed).shuffle(rows)
        values = ", ".join(f"({', '.join(map(_literal, row))})" for row in rows)
        if rows:
            con.execute(f"INSERT INTO marts.{table} VALUES {values}")
    return con


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    # Text and dates are cast by the column they go into.
    return str(value) if isinstance(value, int | Decimal) else "'" + str(value).replace("'", "''") + "'"


def context(cutoff: date = FIRST) -> ListContext:
    """The facts of the list beside its marts; all checks pass."""
    titles = [
        "Identidades",
        "Fontes",
        "Partidas",
        "Ritmos",
        "Fatores K",
        "Arredondamentos",
        "Pisos",
        "Continuidade",
    ]
    return ListContext(
        pool="Rating FNX <2026>",
        cutoff=cutoff,
        freeze=datetime.combine(cutoff + timedelta(days=2), datetime.min.time()).replace(hour=23, minute=59),
        publication_date=cutoff + timedelta(days=3),
        previous_list=None if cutoff == FIRST else cutoff - timedelta(days=7),
        methodology=Methodology("2026.1", "f" * 64, {"pre_event": "start", "untimed_last": True}),
        methodology_rows=(MethodologyRow("Art. 6", "k_standard", "25", "K ordinário & clássico"),),
        inputs=(
            InputHash("registry/players.csv", "2" * 64, 20),
            InputHash("registry/events.csv", "1" * 64, 10),
        ),
        audit=tuple(AuditCheck(title.lower(), title, True, True, "nada a dizer") for title in titles),
        code_version="0.1.0",
    )


def failing(base: ListContext, *, blocking: bool) -> ListContext:
    """The same context with its third check failed."""
    check = replace(base.audit[2], passed=False, blocking=blocking, detail_pt="2 partidas <sem> razão")
    return replace(base, audit=(*base.audit[:2], check, *base.audit[3:]))

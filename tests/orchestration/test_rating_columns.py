"""From the warehouse to the engine and back by columns: the same rows as the specification gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.books import History, hostile, ordinary
from engine.columns import as_lists
from engine.entry import EntryState
from engine.expected_score import DENOMINATOR, expected_table, format_units
from engine.kernel import run
from engine.methodology import FNX_2026, RHYTHMS
from engine.replay import replay
from engine.rows import EventResult, LedgerSide, RatedGame, Replay
from orchestration import rating_columns
from orchestration.rating_columns import computed_tables, read_book, twelve_places
from orchestration.raw_tables import as_table, tables

CHECKS = Path(rating_columns.__file__).parent / "checks"


@pytest.fixture
def warehouse() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    connection.execute("create schema intermediate; create schema marts; create schema home")
    yield connection
    connection.close()


def fill(connection: duckdb.DuckDBPyConnection, history: History) -> list[EntryState]:
    """The two intermediate models that the engine reads, from an invented history."""
    number = np.repeat(np.arange(len(history.events)), np.diff(history.first_game))
    incoming = {
        "events": pa.table(
            {
                "event_id": [one.event_id for one in history.events],
                "event_order": pa.array(range(1, len(history.events) + 1), pa.int32()),
                "start_date": [one.start_date for one in history.events],
                "end_date": [one.end_date for one in history.events],
                "end_time": pa.nulls(len(history.events), pa.string()),
                "homologation_no": pa.array([one.homologation_no for one in history.events], pa.int32()),
            }
        ),
        "games": pa.table(
            {
                "event_id": [history.events[one].event_id for one in number],
                "event_order": pa.array(number + 1, pa.int32()),
                "game_no": pa.array(np.arange(len(number)) - history.first_game[number] + 1, pa.int32()),
                "round": pa.array(history.round, pa.int32()),
                "white_fnx_id": [history.player_ids[one] for one in history.white],
                "black_fnx_id": [history.player_ids[one] for one in history.black],
                "rhythm": [RHYTHMS[one] for one in history.rhythm],
                "white_half_points": pa.array(history.half_points, pa.int32()),
                "rated": pa.array(np.ones(len(number), dtype=bool)),
            }
        ),
    }
    for name, model in (("events", "int_events__ordered"), ("games", "int_games__rateable")):
        connection.register("incoming", incoming[name])
        connection.execute(f"create table intermediate.{model} as select * from incoming order by random()")
        connection.unregister("incoming")
    players = as_lists(history.players)
    return [
        EntryState(*values)
        for values in zip(
            history.player_ids, players.rating, players.games, map(bool, players.development), strict=True
        )
    ]


def specification(connection: duckdb.DuckDBPyConnection, states: list[EntryState]) -> Replay:
    games = connection.execute(
        "select event_id, round, game_no, white_fnx_id, black_fnx_id, white_half_points, rhythm "
        "from intermediate.int_games__rateable"
    ).fetchall()
    events = rating_columns._events(connection, FNX_2026)
    return replay(states, events, [RatedGame(*row) for row in games], FNX_2026)


def side_row(side: LedgerSide) -> tuple[Any, ...]:
    return (
        *(side.event_id, side.board, side.fnx_id, side.rating, side.opponent_rating, side.k, side.k_reason),
        *(side.expected, side.change, side.change_units),
    )


def result_row(row: EventResult) -> tuple[Any, ...]:
    return (
        *(row.event_id, row.event_order, row.fnx_id, row.rating_used, row.rating_before, row.k, row.games),
        *(row.score, row.expected, row.change_exact, row.change_units, row.change_rounded),
        *(row.floor_applied, row.rating_after, row.games_before, row.games_after),
        *(row.in_development_before, row.in_development_after),
    )


def padded(rows: list[Any], width: int) -> list[tuple[Any, ...]]:
    """Rows with the columns of other systems, which the regulation leaves empty."""
    return [(*row, *(None,) * (width - len(row))) for row in rows]


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("make", [ordinary, hostile], ids=["ordinary", "hostile"])
def test_the_rows_of_the_specification(
    warehouse: duckdb.DuckDBPyConnection,
    make: Callable[..., History],
    compiled: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states = fill(warehouse, make(1500, 80))
    if compiled:
        monkeypatch.setattr(rating_columns, "speed_for", lambda games: "compiled")
    rated = read_book(warehouse, states, FNX_2026)
    assert isinstance(rated.book.games.white, list) is not compiled
    found = computed_tables(rated, run(rated.book, "compiled" if compiled else "plain"))
    expected = specification(warehouse, states)
    rows: dict[str, list[Any]] = {
        "ratings.ledger": [side_row(side) for side in expected.ledger],
        "ratings.event_results": [result_row(row) for row in expected.event_results],
        "ratings.player_states": list(expected.states),
    }
    assert {
        name: table.equals(as_table(tables()[name], padded(rows[name], len(tables()[name]))))
        for name, table in found.items()
    } == dict.fromkeys(rows, True)


def test_the_audit_in_sql_rounds_as_the_engine_does(warehouse: duckdb.DuckDBPyConnection) -> None:
    """Sums and halves below zero too: DuckDB's ``//`` truncates, the regulation floors."""
    rated = read_book(warehouse, fill(warehouse, hostile(3000, 60, far=False)), FNX_2026)
    found = computed_tables(rated, run(rated.book))
    results = found["ratings.event_results"]
    below = [
        units
        for units in results.column("change_units").to_pylist()
        if units < 0 and (2 * units) % (2 * DENOMINATOR) == DENOMINATOR
    ]
    assert below, "no exact half below zero: the data would show nothing"
    warehouse.register("ledger", found["ratings.ledger"])
    warehouse.register("results", results)
    warehouse.execute("create table marts.fct_ledger as select *, true as rated from ledger")
    warehouse.execute("create table marts.fct_event_result as select * from results")
    warehouse.execute(f"create table home.numbers as select {DENOMINATOR} as denominator")
    rounding = (CHECKS / "rounding.sql").read_text(encoding="utf-8")
    assert warehouse.execute(rounding).fetchall() == []
    assert warehouse.execute(
        "select sum(change_units) = (select sum(change_units) from results) from ledger"
    ).fetchone() == (True,)
    warehouse.execute("update marts.fct_event_result set change_rounded = change_rounded - 1")
    assert len(warehouse.execute(rounding).fetchall()) > results.num_rows / 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "update {games} set white_fnx_id = 'X' where game_no = 1",
            "player X has no",
        ),
        (
            "update {games} set black_fnx_id = null",
            "player None has no entry rating",
        ),
        ("update {games} set black_fnx_id = white_fnx_id", "paired with themself"),
        ("update {games} set white_half_points = 3", "3 half points are no result"),
        ("update {games} set rhythm = 'ABC'", "rhythm 'ABC' is not one of"),
    ],
)
def test_a_game_that_cannot_be_is_named(
    warehouse: duckdb.DuckDBPyConnection, change: str, message: str
) -> None:
    states = fill(warehouse, ordinary(200, 40))
    warehouse.execute(change.format(games="intermediate.int_games__rateable"))
    with pytest.raises(ValueError, match=rf"event 000000, round 1: .*{message}"):
        read_book(warehouse, states, FNX_2026)


def test_another_order_in_sql_is_refused(warehouse: duckdb.DuckDBPyConnection) -> None:
    states = fill(warehouse, ordinary(500, 40))
    warehouse.execute("update intermediate.int_events__ordered set event_order = -event_order")
    with pytest.raises(RuntimeError, match="order events differently"):
        read_book(warehouse, states, FNX_2026)


def test_nothing_to_rate(warehouse: duckdb.DuckDBPyConnection) -> None:
    states = fill(warehouse, ordinary(100, 40))
    warehouse.execute("delete from intermediate.int_games__rateable")
    rated = read_book(warehouse, states, FNX_2026)
    found = computed_tables(rated, run(rated.book))
    assert {name: table.num_rows for name, table in found.items()} == {
        "ratings.ledger": 0,
        "ratings.event_results": 0,
        "ratings.player_states": 40,
    }


# --- units as decimals ------------------------------------------------------------------------------------


def test_every_expected_score_and_change_has_its_twelve_places() -> None:
    units = [DENOMINATOR // 2 * half - e for e in expected_table() for half in (0, 1, 2)]
    units = [k * one for k in (1, 10, 50) for one in units]
    assert twelve_places(np.array(units)).to_pylist() == [format_units(one) for one in units]


@given(st.lists(st.integers(1 - 2**63, 2**63 - 1)))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_any_sum_has_its_twelve_places(units: list[int]) -> None:
    found: list[Decimal] = twelve_places(np.array(units, dtype="q")).to_pylist()
    assert found == [format_units(one) for one in units]

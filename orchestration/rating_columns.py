"""Rated games from the warehouse as the engine's columns, and what the engine computed as Arrow tables.

No Python object per game on the way: DuckDB gives Arrow, Arrow gives numpy, and back.

Belongs here: the change of shape at both ends. Does not belong here: which games are rated (dbt), entry
ratings (`rating`), the calculation (`engine.kernel`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from engine.book import book_from_columns, player_columns
from engine.columns import BASE_DATE, Book, Computed, as_arrays
from engine.entry import EntryState
from engine.expected_score import DENOMINATOR
from engine.kernel import speed_for
from engine.methodology import RHYTHMS
from engine.order import in_order
from engine.rows import RatedEvent, Reassessment
from engine.versions import Rulebook
from orchestration.raw_tables import BOOLEAN, INTEGER, ONE_PLACE, TEXT, UNITS_TO_12_PLACES, tables

Array = npt.NDArray[Any]

#: One row per rated game, in the engine's order; players and rhythm by number, null where there is none.
GAMES = """
    select
        games.event_order,
        games.game_no,
        games.round,
        white.number as white,
        black.number as black,
        games.white_half_points,
        rhythms.number as rhythm
    from intermediate.int_games__rateable as games
    left join numbered_players as white on games.white_fnx_id = white.fnx_id
    left join numbered_players as black on games.black_fnx_id = black.fnx_id
    left join numbered_rhythms as rhythms on games.rhythm = rhythms.rhythm
    where games.rated
    order by games.event_order, games.round, games.game_no
"""
EVENTS = """
    select
        events.event_id, events.start_date, events.end_date, events.end_time, events.homologation_no,
        count(distinct games.rhythm) > 1
    from intermediate.int_events__ordered as events
    left join intermediate.int_games__rateable as games on events.event_id = games.event_id
    group by all
    order by any_value(events.event_order)
"""


#: Columns that only other systems fill (`rating_by_system`): under the regulation every rating is whole.
OF_OTHER_SYSTEMS = (
    "exact_rating",
    "exact_opponent_rating",
    "unrated_reason",
    "exact_rating_used",
    "exact_rating_before",
    "exact_floor_applied",
    "exact_rating_after",
    "ranked",
)


@dataclass(frozen=True, slots=True)
class RatedBook:
    """The engine's book, and the number of each game within its event."""

    book: Book
    game_no: Array


def read_book(
    connection: duckdb.DuckDBPyConnection,
    states: Sequence[EntryState],
    rules: Rulebook,
    reassessments: Sequence[Reassessment] | None = None,
) -> RatedBook:
    """The rated games of the warehouse; errors as those of `engine.replay.replay`."""
    events = _events(connection, rules)
    player_ids = sorted(state.fnx_id for state in states)
    numbered = {
        "numbered_players": pa.table({"fnx_id": pa.array(player_ids, TEXT), "number": _counting(player_ids)}),
        "numbered_rhythms": pa.table({"rhythm": pa.array(RHYTHMS, TEXT), "number": _counting(RHYTHMS)}),
    }
    for name, table in numbered.items():
        connection.register(name, table)
    rows = connection.execute(GAMES).to_arrow_table()
    for name in numbered:
        connection.unregister(name)
    _check(connection, rows)
    columns: list[Any] = [
        rows.column(name).to_numpy().astype(width)
        for name, width in (("white", "i"), ("black", "i"), ("white_half_points", "b"), ("rhythm", "b"))
    ]
    orders = rows.column("event_order").to_numpy()
    first_game: Any = np.searchsorted(orders, np.arange(1, len(events) + 2))
    if speed_for(rows.num_rows) == "plain":
        columns, first_game = [column.tolist() for column in columns], first_game.tolist()
    book = book_from_columns(
        rules,
        player_columns(states, rules),
        player_ids,
        events,
        first_game,
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        reassessments,
    )
    return RatedBook(book, rows.column("game_no").to_numpy())


def _counting(items: Sequence[str]) -> pa.Array:
    return pa.array(range(len(items)), INTEGER)


def _events(connection: duckdb.DuckDBPyConnection, rules: Rulebook) -> tuple[RatedEvent, ...]:
    """The events in the order of Art. 8.

    Entry dates were found in SQL's order of events, and games stand in it; the engine's must be the same.
    """
    in_sql = [RatedEvent(*row) for row in connection.execute(EVENTS).fetchall()]
    ordered = in_order(in_sql, rules)
    for one, other in zip(in_sql, ordered, strict=True):
        if one.event_id != other.event_id:
            raise RuntimeError(f"event {other.event_id}: SQL and the engine order events differently")
    return ordered


def _check(connection: duckdb.DuckDBPyConnection, games: pa.Table) -> None:
    """What a game must be for the loop, which looks no more; the first that is not is named."""
    white, black, half_points = (games.column(name) for name in ("white", "black", "white_half_points"))
    nulls = sum(column.null_count for column in games.columns)
    if not nulls and not (
        pc.any(pc.equal(white, black)).as_py()
        or pc.any(pc.greater(pc.abs(pc.subtract(half_points, 1)), 1)).as_py()
    ):
        return
    connection.register("games_to_rate", games)
    wrong = (
        connection.execute(
            """
        select
            ordered.event_id, games.round, games.white_fnx_id, games.black_fnx_id, games.white_half_points,
            games.rhythm, numbered.white, numbered.rhythm
        from games_to_rate as numbered
        inner join intermediate.int_events__ordered as ordered on numbered.event_order = ordered.event_order
        inner join intermediate.int_games__rateable as games
            on ordered.event_id = games.event_id and numbered.game_no = games.game_no
        where
            numbered.white is null or numbered.black is null or numbered.rhythm is null
            or numbered.white = numbered.black
            or coalesce(numbered.white_half_points, -1) not in (0, 1, 2)
        order by numbered.event_order, numbered.round, numbered.game_no
        limit 1
        """
        ).fetchone()
        or (None,) * 8
    )
    connection.unregister("games_to_rate")
    event_id, round_, white, black, half_points, rhythm, white_number, rhythm_number = wrong
    where = f"event {event_id}, round {round_}"
    if white == black:
        raise ValueError(f"{where}: player {white} is paired with themself")
    if half_points not in (0, 1, 2):
        raise ValueError(f"{where}: {half_points} half points are no result of a game")
    if rhythm_number is None:
        raise ValueError(f"{where}: rhythm {rhythm!r} is not one of {', '.join(RHYTHMS)}")
    raise ValueError(f"{where}: player {white if white_number is None else black} has no entry rating")


# --- what was computed ------------------------------------------------------------------------------------


def computed_tables(rated: RatedBook, computed: Computed) -> dict[str, pa.Table]:
    """The tables of the replay, ``ratings.ledger`` and others, as `raw_tables` declares them."""
    found = {
        "ratings.ledger": _ledger(rated, computed),
        "ratings.event_results": _event_results(rated.book, computed),
        "ratings.player_states": _player_states(rated.book, computed),
    }
    declared = tables()
    for name, table in found.items():
        for column, kind in declared[name].items():
            if column in OF_OTHER_SYSTEMS:
                table = table.append_column(column, pa.nulls(table.num_rows, kind))
        if table.schema != pa.schema(list(declared[name].items())):
            raise TypeError(f"{name}: the columns differ from their declaration")
        found[name] = table
    return found


def _ledger(rated: RatedBook, computed: Computed) -> pa.Table:
    """Two rows per game, white first, by event, round and number of the game."""
    book = rated.book
    games, entries, ledger = as_arrays(book.games), as_arrays(book.entries), as_arrays(computed.ledger)
    k_of = np.asarray(book.rules.k)
    event = np.repeat(np.arange(book.n_events), np.diff(np.asarray(book.events.first_game)))
    first_entry = np.asarray(book.events.first_entry)[event]
    player = _sides(entries.player[first_entry + games.white], entries.player[first_entry + games.black])
    rule = _sides(ledger.white_rule, ledger.black_rule)
    units = _sides(ledger.white_change, ledger.black_change)
    return pa.table(
        {
            "event_id": _text(book.event_ids, np.repeat(event, 2)),
            "game_no": pa.array(np.repeat(rated.game_no, 2), INTEGER),
            "fnx_id": _text(book.player_ids, player),
            "rating": pa.array(_sides(ledger.white_rating, ledger.black_rating), INTEGER),
            "opponent_rating": pa.array(_sides(ledger.black_rating, ledger.white_rating), INTEGER),
            "k": pa.array(k_of[rule], INTEGER),
            "k_reason": _text(("ordinary", "development"), rule & 1),
            "expected": twelve_places(_sides(ledger.expected, DENOMINATOR - ledger.expected)),
            "change": twelve_places(units),
            "change_units": pa.array(units),
        }
    )


def _event_results(book: Book, computed: Computed) -> pa.Table:
    """One row per player with a rated game in an event, by event and player."""
    entries, results = as_arrays(book.entries), as_arrays(computed.results)
    first = np.asarray(book.events.first_entry)
    is_event = np.asarray(book.events.rhythm) != BASE_DATE
    order = np.cumsum(is_event)
    event = np.repeat(np.arange(book.n_events), np.diff(first))
    if not is_event.all():  # the rows of later base dates are no event results
        rated = is_event[event]
        event = event[rated]
        entries = type(entries)(*(column[rated] for column in entries))
        results = type(results)(*(column[rated] for column in results))
    unlike = (results.rule < 0) | np.asarray(book.rhythms_differ, dtype=bool)[event]
    reached = results.rating_before.astype("i") + results.change_rounded
    return pa.table(
        {
            "event_id": _text(book.event_ids, event),
            "event_order": pa.array(order[event], INTEGER),
            "fnx_id": _text(book.player_ids, entries.player),
            "rating_used": pa.array(results.rating_used, INTEGER),
            "rating_before": pa.array(results.rating_before, INTEGER),
            "k": pa.array(np.asarray(book.rules.k)[results.rule], INTEGER, mask=unlike),
            "games": pa.array(entries.games, INTEGER),
            "score": _decimal(5 * entries.half_points.astype("q"), ONE_PLACE),
            "expected": twelve_places(results.expected),
            "change_exact": twelve_places(results.change),
            "change_units": pa.array(results.change),
            "change_rounded": pa.array(results.change_rounded, INTEGER),
            "floor_applied": pa.array(results.rating_after - reached, INTEGER),
            "rating_after": pa.array(results.rating_after, INTEGER),
            "games_before": pa.array(results.games_before, INTEGER),
            "games_after": pa.array(results.games_after, INTEGER),
            "in_development_before": pa.array(results.development_before.astype(bool), BOOLEAN),
            "in_development_after": pa.array(results.development_after.astype(bool), BOOLEAN),
        }
    )


def _player_states(book: Book, computed: Computed) -> pa.Table:
    states = as_arrays(computed.states)
    return pa.table(
        {
            "fnx_id": pa.array(book.player_ids, TEXT),
            "rating": pa.array(states.rating, INTEGER),
            "games": pa.array(states.games, INTEGER),
            "in_development": pa.array(states.development.astype(bool), BOOLEAN),
        }
    )


def _sides(white: Array, black: Array) -> Array:
    """White's and black's values one after the other, game by game."""
    both = np.empty(2 * len(white), dtype=np.result_type(white, black))
    both[0::2], both[1::2] = white, black
    return both


def _text(values: Sequence[str], places: Array) -> pa.Array:
    return pa.array(values, TEXT).take(pa.array(places))


#: Digits taken in one step of the long division: a rest times this fits 64 bits.
_STEP = 10_000


def twelve_places(units: Array) -> pa.Array:
    """`engine.expected_score.format_units` of a whole column, as decimals with twelve places.

    By long division in 64 bits, which hold half a million points: no more than the decimals do.
    """
    whole, rest = np.divmod(np.abs(units), DENOMINATOR)
    value = whole
    for _ in range(3):
        digits, rest = np.divmod(rest * _STEP, DENOMINATOR)
        value = value * _STEP + digits
    value += 2 * rest >= DENOMINATOR
    return _decimal(np.where(units < 0, -value, value), UNITS_TO_12_PLACES)


def _decimal(scaled: Array, kind: pa.DataType) -> pa.Array:
    """Whole numbers of the last place as decimals: little-endian, 128 bits, two halves of 64."""
    halves = np.empty((len(scaled), 2), dtype="<i8")
    halves[:, 0], halves[:, 1] = scaled, scaled >> 63
    return pa.Array.from_buffers(kind, len(scaled), [None, pa.py_buffer(halves)])

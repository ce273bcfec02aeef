"""A history of millions of games: computed from a DuckDB file, its ledger kept in Parquet, never written
twice.

The weekly step of one federation replaces its small tables whole (`rating`). Where the history is large,
what a computation did not change must not be written again. Here a ledger is a folder of *segments*,
numbered as they are written; the last segment that has an event holds its rows. The links of `engine.chain`
are kept beside them, so that each computation knows the first event that changed, and its result can be
compared with that of a full replay by one hash.

Three ways to the same rows: `compute` (all events), `append` (events after the last, from the states that the
stored results hold) and `correct` (all events in memory, only the changed ones written).

Inputs, in a DuckDB file: ``players(player_no, player_id, rating, games, development)`` by a number that never
changes, ``events(homologation_no, event_id, start_date, end_date, end_time, rhythms_differ)``,
``games(homologation_no, round, board, white, black, half_points, rhythm)`` with player numbers and the
place of the rhythm in `RHYTHMS`. Rows of the ledger name the event by its homologation number, which is
unique (Art. 8).

Belongs here: this store. Does not belong here: identities, entry ratings and the status of events.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from engine.base_dates import visible
from engine.book import book_from_columns, seat
from engine.chain import GENESIS, Change, Link, chained, first_change, inputs_of, outputs_of
from engine.columns import Book, Entries, Events, Players, Results, as_arrays, new_columns
from engine.kernel import run, speed_for
from engine.order import in_order
from engine.rows import RatedEvent
from engine.versions import Rulebook
from orchestration.ledger_segments import (
    Selection,
    places_of,
    segments,
    stored_links,
    stored_rows,
    views,
    write_chain,
    write_rows,
)

Array = npt.NDArray[Any]

_STATES = ("rating_after", "games_after", "development_after")


@dataclass(frozen=True, slots=True)
class Written:
    """What one computation wrote: its segment, the events in it, the first change, the last link."""

    segment: int
    events: int
    change: Change | None
    link: str


@contextmanager
def _no_cycles() -> Iterator[None]:
    """Without Python's collector of cycles, which would go through every link many times and find none."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_no_cycles()
def compute(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """Every event, into the first segment of a new ledger."""
    ledger.mkdir(parents=True, exist_ok=True)
    whole = _whole(inputs, rules)
    book = whole.book
    with ThreadPoolExecutor(1) as pool:  # one computes and writes while the other hashes
        computing = pool.submit(run, book, units=False)
        now = inputs_of(book)
        computed = computing.result()
        writing = pool.submit(write_rows, ledger, 0, whole, computed, np.arange(book.n_events))
        links = chained(now, outputs_of(book, computed))
        writing.result()
    write_chain(ledger, 0, whole.numbers, links, 0, whole.place_hashes)
    return Written(0, book.n_events, first_change([], [link.inputs for link in links]), links[-1].link)


@_no_cycles()
def correct(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """Every event again in memory; the events whose rows differ into a segment of their own."""
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(lambda: (stored_links(ledger), stored_rows(ledger)))
        whole = _whole(inputs, rules)
        book = whole.book
        before, (in_force, places_before) = reading.result()
        computing = pool.submit(run, book, units=False)
        now = inputs_of(book)
        computed = computing.result()
    change = first_change([link.inputs for link in before], now)
    moved = _first_difference(places_before, whole.place_hashes)
    if moved is not None and (change is None or moved < change.place):
        change = Change(moved, "games", book.event_ids[moved])
    if change is None:
        return Written(segments(ledger) - 1, 0, None, before[-1].link)
    first = change.place
    kept = before[:first]
    links = chained(now[first:], outputs_of(book, computed, first), kept[-1].link if kept else GENESIS)
    written = {
        link.inputs.event_id: (_rows_of(link, place), segment)
        for link, place, segment in zip(before, places_before, in_force, strict=True)
    }
    segment = segments(ledger)
    rows_in, differs = [], []
    for place, link in enumerate(links, first):
        rows, where = written.get(link.inputs.event_id, (None, segment))
        if rows != _rows_of(link, whole.place_hashes[place]):
            differs.append(place)
            where = segment
        rows_in.append(where)
    write_rows(ledger, segment, whole, computed, np.array(differs, dtype="q"))
    numbers, places = whole.numbers[first:], whole.place_hashes[first:]
    write_chain(ledger, segment, numbers, links, first, places, rows_in)
    return Written(segment, len(differs), change, (links or kept)[-1].link)


def _first_difference(before: Sequence[str], now: Sequence[str]) -> int | None:
    """The first place where two sequences differ, as far as both reach."""
    differences = (place for place, (old, new) in enumerate(zip(before, now, strict=False)) if old != new)
    return next(differences, None)


def _rows_of(link: Link, places: str) -> tuple[str, ...]:
    """What an event's rows are made of: its number and rules, who played what and where, what came out."""
    return link.inputs.facts, link.inputs.methodology, link.inputs.games, places, link.outputs


def append(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """The events after the last computed one, in the order of Art. 8, into a segment of their own.

    The events before are taken as they were computed; only `correct` reads them again. ``ValueError`` where
    one of them is new or gone: that is a correction.
    """
    with duckdb.connect() as connection:
        connection.execute(f"attach '{inputs}' as inputs (read_only)")
        views(connection, ledger)
        done, last_link = connection.execute(
            "select count(*), arg_max(link, place) from chain"
        ).fetchone() or (0, "")
        last_day, last_no = connection.execute(
            "select arg_max(end_date, place), arg_max(homologation_no, place) "
            "from chain inner join inputs.events using (homologation_no)"
        ).fetchone() or (None, 0)
        newer = in_order(_events(connection, f"where end_date >= date '{last_day}'"), rules)
        place = [one.homologation_no for one in newer].index(last_no) + 1
        fresh = newer[place:]
        known = connection.execute("select count(*) from inputs.events").fetchone() or (0,)
        if known[0] != done + len(fresh):
            raise ValueError("events before the last computed one are new or gone: a correction, not a week")
        if not fresh:
            return Written(segments(ledger) - 1, 0, None, last_link)
        week = _week(connection, fresh, done, rules)
    computed = run(week.book, known=week.known, known_events=week.known_events, units=False)
    now = inputs_of(week.book, week.known_events, week.met)
    links = chained(now, outputs_of(week.book, computed, week.known_events), last_link)
    segment = segments(ledger)
    new = np.arange(week.known_events, week.book.n_events)
    write_rows(ledger, segment, week, computed, new)
    numbers, places = week.numbers[week.known_events :], week.place_hashes[week.known_events :]
    write_chain(ledger, segment, numbers, links, done, places)
    return Written(segment, len(fresh), Change(done, "added", fresh[0].event_id), links[-1].link)


# --- reading ----------------------------------------------------------------------------------------------


def _events(connection: duckdb.DuckDBPyConnection, where: str = "") -> list[RatedEvent]:
    rows = connection.execute(
        "select event_id, start_date, end_date, end_time, homologation_no, rhythms_differ "
        f"from inputs.events {where}"
    ).fetchall()
    return [RatedEvent(*row) for row in rows]


def _whole(inputs: Path, rules: Rulebook) -> Selection:
    with ThreadPoolExecutor(2) as pool:
        with duckdb.connect() as connection:
            connection.execute(f"attach '{inputs}' as inputs (read_only)")
            reading = pool.submit(_game_rows, connection.cursor())
            (n_games,) = connection.execute("select count(*) from inputs.games").fetchone() or (0,)
            pool.submit(_get_ready, n_games)
            ordered = in_order(_events(connection), rules)
            players, ids = _players(connection)
            columns = _games(reading.result(), ordered)
        hashing = pool.submit(places_of, columns)
        places = {name: columns[name] for name in _PLACES}
        columns = {name: column for name, column in columns.items() if name not in ("round", "board")}
        plain = speed_for(n_games) == "plain"
        given: dict[str, Any] = {
            name: column.tolist() if plain else column for name, column in columns.items()
        }
        book = book_from_columns(rules, players, ids, ordered, **given)
        numbers = np.array([one.homologation_no for one in ordered], dtype="i")
        return Selection(book, numbers, places, hashing.result(), np.arange(len(ids), dtype="i"))


def _get_ready(n_games: int) -> None:
    """Numba's import and first steps, half a second, where it will be asked: beside the reading."""
    if speed_for(n_games) == "compiled":
        nobody = np.zeros(0, dtype="i")
        seat(np.zeros(1, dtype="q"), nobody, nobody, np.zeros(0, dtype="b"), 0)


def _players(connection: duckdb.DuckDBPyConnection, where: str = "") -> tuple[Players, list[str]]:
    table = connection.execute(
        f"select player_id, rating, games, development from inputs.players {where} order by player_no"
    ).to_arrow_table()
    columns = (table.column(name).to_numpy().copy() for name in ("rating", "games", "development"))
    return as_arrays(Players(*columns)), table.column("player_id").to_pylist()


#: The columns of a game, and their types.
_GAME = {
    "round": "smallint",
    "board": "smallint",
    "white": "integer",
    "black": "integer",
    "half_points": "tinyint",
    "rhythm": "tinyint",
}
#: Those that the ledger takes as they are.
_PLACES = ("round", "board", "white", "black")


def _game_rows(connection: duckdb.DuckDBPyConnection, where: str = "") -> dict[str, Array]:
    """The games as DuckDB has them: the event's homologation number and the columns of `_GAME`."""
    columns = ", ".join(f"{name}::{kind} as {name}" for name, kind in _GAME.items())
    rows = connection.execute(
        f"select homologation_no::integer as homologation_no, {columns} from inputs.games {where}"
    ).to_arrow_table()
    return {name: np.require(rows.column(name).to_numpy(), requirements="W") for name in rows.column_names}


def _games(columns: dict[str, Array], ordered: Sequence[RatedEvent]) -> dict[str, Array]:
    """The games of the events in the engine's order: columns by name, and the offsets by event."""
    place_of = np.zeros(max((one.homologation_no for one in ordered), default=0) + 1, dtype="i")
    place_of[[one.homologation_no for one in ordered]] = np.arange(len(ordered))
    event = place_of[columns.pop("homologation_no")]

    def key(start: int, stop: int) -> Array:
        """Event, round and board in one number."""
        part = slice(start, stop)
        return (
            (event[part].astype("q") << 32)
            + (columns["round"][part].astype("q") << 16)
            + columns["board"][part]
        )

    if not all(_ascends(key(start, start + _KEYS + 1)) for start in range(0, len(event), _KEYS)):
        order = np.argsort(key(0, len(event)), kind="stable")
        event, columns = event[order], {name: column[order] for name, column in columns.items()}
    return {**columns, "first_game": np.searchsorted(event, np.arange(len(ordered) + 1)).astype("q")}


#: Keys made at a time: what the processor's cache holds.
_KEYS = 1 << 16


def _ascends(keys: Array) -> bool:
    return bool((keys[1:] >= keys[:-1]).all())


def _week(
    connection: duckdb.DuckDBPyConnection, fresh: Sequence[RatedEvent], done: int, rules: Rulebook
) -> Selection:
    """A small book: the new events, and before them the stored results that overlap them.

    Players start from their last result before every overlap; the results since are known rows.
    """
    opening = min(one.start_date for one in fresh)
    numbers = ", ".join(str(one.homologation_no) for one in fresh)
    where = f"where homologation_no in ({numbers})"
    columns = _games(_game_rows(connection, where), fresh)
    seated = np.unique(np.concatenate([columns["white"], columns["black"]]))
    # Numpy columns, not an Arrow table: to register one imports a quarter of a second of pyarrow.
    people = {"player_no": seated, "seat": np.arange(len(seated), dtype="i")}  # noqa: F841 (read by DuckDB)
    connection.execute("create temp table seated as from people")
    overlapped, overlapping_days = _overlapped(connection, done, opening)
    window = done - len(overlapped)
    players, ids = _players(connection, "semi join seated using (player_no)")
    past = connection.execute(
        "select any_value(seat) as seat, "
        + ", ".join(f"arg_max({name}, place) as {name}" for name in _STATES)
        + f" from results inner join seated using (player_no) where place < {window} group by player_no"
    ).to_arrow_table()
    for column, name in zip(players, _STATES, strict=True):
        column[past.column("seat").to_numpy()] = past.column(name).to_numpy()
    known = connection.execute(
        f"select place - {window} as event, seat, {', '.join(Results._fields)} "
        f"from results inner join seated using (player_no) where place >= {window} order by place, player_no"
    ).to_arrow_table()
    met = {*past.column("seat").to_pylist(), *known.column("seat").to_pylist()}
    place_hashes = [""] * len(overlapped) + places_of(columns)
    places = {name: columns.pop(name) for name in _PLACES}
    for name in ("white", "black"):
        columns[name] = np.searchsorted(seated, places[name])
    lists = {name: column.tolist() for name, column in columns.items()}
    book = book_from_columns(rules, players, ids, fresh, **lists)
    book = _behind(book, overlapped, overlapping_days, fresh, known, rules)
    rows = new_columns(Results, known.num_rows, arrays=False)
    for column, name in zip(rows, Results._fields, strict=True):
        column[:] = known.column(name).to_pylist()
    homologations = np.array([*overlapped, *(one.homologation_no for one in fresh)], dtype="i")
    return Selection(book, homologations, places, place_hashes, seated, len(overlapped), sorted(met), rows)


def _overlapped(
    connection: duckdb.DuckDBPyConnection, done: int, opening: date
) -> tuple[list[int], list[date]]:
    """The last computed events, from the first on that ended after the new events' earliest start."""
    rows = connection.execute(
        "select homologation_no, end_date from chain inner join inputs.events using (homologation_no) "
        "where end_date > ? order by place",
        [opening],
    ).fetchall()
    return [row[0] for row in rows], [row[1] for row in rows]


def _behind(
    book: Book,
    overlapped: Sequence[int],
    days: Sequence[date],
    fresh: Sequence[RatedEvent],
    known: pa.Table,
    rules: Rulebook,
) -> Book:
    """The book of the new events with the overlapped ones, whose results are known, put before them."""
    n, rows = len(overlapped), known.num_rows
    event = known.column("event").to_numpy()
    first_entry = np.searchsorted(event, np.arange(n)).tolist() if n else []
    old = [
        RatedEvent(str(number), day, day, None, number, False)
        for number, day in zip(overlapped, days, strict=True)
    ]
    return replace(
        book,
        events=Events(
            first_game=[0] * n + book.events.first_game,
            first_entry=first_entry + [rows + first for first in book.events.first_entry],
            visible=visible([*old, *fresh], rules),
            version=[0] * n + book.events.version,
            rhythm=[0] * n + book.events.rhythm,
        ),
        entries=Entries(
            known.column("seat").to_pylist() + book.entries.player,
            [0] * rows + book.entries.games,
            [0] * rows + book.entries.half_points,
        ),
        event_ids=[str(number) for number in overlapped] + list(book.event_ids),
        rhythms_differ=[False] * n + list(book.rhythms_differ),
        event_facts=[""] * n + list(book.event_facts),
    )

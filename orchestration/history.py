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

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from engine.base_dates import visible
from engine.book import book_from_columns
from engine.chain import GENESIS, Change, Link, chained, first_change, inputs_of, outputs_of
from engine.columns import Book, Entries, Events, Games, Players, Results, as_arrays, new_columns
from engine.kernel import run, speed_for
from engine.order import in_order
from engine.rows import RatedEvent
from engine.versions import Rulebook
from orchestration.ledger_segments import (
    Selection,
    rows_in,
    segments,
    stored_links,
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


def compute(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """Every event, into the first segment of a new ledger."""
    ledger.mkdir(parents=True, exist_ok=True)
    whole = _whole(inputs, rules)
    book = whole.book
    with ThreadPoolExecutor(1) as pool:  # one computes and writes while the other hashes
        computing = pool.submit(run, book)
        now = inputs_of(book)
        computed = computing.result()
        writing = pool.submit(write_rows, ledger, 0, whole, computed, np.arange(book.n_events))
        links = chained(now, outputs_of(book, computed))
        writing.result()
    write_chain(ledger, 0, whole.numbers, links, 0)
    return Written(0, book.n_events, first_change([], [link.inputs for link in links]), links[-1].link)


def correct(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """Every event again in memory; the events whose rows differ into a segment of their own."""
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(stored_links, ledger)
        whole = _whole(inputs, rules)
        book = whole.book
        before = reading.result()
        computing = pool.submit(run, book)
        now = inputs_of(book)
        change = first_change([link.inputs for link in before], now)
        computed = computing.result()
    if change is None:
        return Written(segments(ledger) - 1, 0, None, before[-1].link)
    first = change.place
    kept = before[:first]
    links = chained(now[first:], outputs_of(book, computed, first), kept[-1].link if kept else GENESIS)
    stored = {link.inputs.event_id: _rows_of(link) for link in before}
    differs = [
        first + n for n, link in enumerate(links) if stored.get(link.inputs.event_id) != _rows_of(link)
    ]
    segment = segments(ledger)
    write_rows(ledger, segment, whole, computed, np.array(differs, dtype="q"))
    elsewhere = rows_in(ledger)
    for place in differs:
        elsewhere.pop(book.event_ids[place], None)
    write_chain(ledger, segment, whole.numbers[first:], links, first, elsewhere)
    return Written(segment, len(differs), change, (links or kept)[-1].link)


def _rows_of(link: Link) -> tuple[str, str]:
    """What an event's rows are made of: who played what, and what came out."""
    return link.inputs.games, link.outputs


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
    computed = run(week.book, known=week.known, known_events=week.known_events)
    now = inputs_of(week.book, week.known_events, week.met)
    links = chained(now, outputs_of(week.book, computed, week.known_events), last_link)
    segment = segments(ledger)
    new = np.arange(week.known_events, week.book.n_events)
    write_rows(ledger, segment, week, computed, new)
    write_chain(ledger, segment, week.numbers[week.known_events :], links, done)
    return Written(segment, len(fresh), Change(done, "added", fresh[0].event_id), links[-1].link)


# --- reading ----------------------------------------------------------------------------------------------


def _events(connection: duckdb.DuckDBPyConnection, where: str = "") -> list[RatedEvent]:
    rows = connection.execute(
        "select event_id, start_date, end_date, end_time, homologation_no, rhythms_differ "
        f"from inputs.events {where}"
    ).fetchall()
    return [RatedEvent(*row) for row in rows]


def _whole(inputs: Path, rules: Rulebook) -> Selection:
    with duckdb.connect() as connection, ThreadPoolExecutor(1) as pool:
        connection.execute(f"attach '{inputs}' as inputs (read_only)")
        (n_games,) = connection.execute("select count(*) from inputs.games").fetchone() or (0,)
        pool.submit(speed_for, n_games)  # numba is imported while DuckDB reads
        ordered = in_order(_events(connection), rules)
        players, ids = _players(connection)
        columns = _games(connection, ordered)
    places = {name: columns.pop(name) for name in ("round", "board")}
    plain = speed_for(len(columns["white"])) == "plain"
    given: dict[str, Any] = {name: column.tolist() if plain else column for name, column in columns.items()}
    book = book_from_columns(rules, players, ids, ordered, **given)
    numbers = np.array([one.homologation_no for one in ordered], dtype="i")
    return Selection(book, numbers, places, np.arange(len(ids), dtype="i"))


def _players(connection: duckdb.DuckDBPyConnection, where: str = "") -> tuple[Players, list[str]]:
    table = connection.execute(
        f"select player_id, rating, games, development from inputs.players {where} order by player_no"
    ).to_arrow_table()
    columns = (table.column(name).to_numpy().copy() for name in ("rating", "games", "development"))
    return as_arrays(Players(*columns)), table.column("player_id").to_pylist()


def _games(
    connection: duckdb.DuckDBPyConnection, ordered: Sequence[RatedEvent], where: str = ""
) -> dict[str, Array]:
    """The games of the events in the engine's order: columns by name, and the offsets by event."""
    widths = {"round": "h", "board": "h", "white": "i", "black": "i", "half_points": "b", "rhythm": "b"}
    rows = connection.execute(
        f"select homologation_no, {', '.join(widths)} from inputs.games {where}"
    ).to_arrow_table()
    place_of = np.zeros(max((one.homologation_no for one in ordered), default=0) + 1, dtype="i")
    place_of[[one.homologation_no for one in ordered]] = np.arange(len(ordered))
    event = place_of[rows.column("homologation_no").to_numpy()]
    columns = {name: rows.column(name).to_numpy().astype(width, copy=False) for name, width in widths.items()}
    del rows
    key = event.astype("q")
    for name in ("round", "board"):  # in place: ten million rows fit beside it
        key <<= 16
        key += columns[name]
    if (key[1:] < key[:-1]).any():
        order = np.argsort(key, kind="stable")
        event, columns = event[order], {name: column[order] for name, column in columns.items()}
    return {**columns, "first_game": np.searchsorted(event, np.arange(len(ordered) + 1)).astype("q")}


def _week(
    connection: duckdb.DuckDBPyConnection, fresh: Sequence[RatedEvent], done: int, rules: Rulebook
) -> Selection:
    """A small book: the new events, and before them the stored results that overlap them.

    Players start from their last result before every overlap; the results since are known rows.
    """
    opening = min(one.start_date for one in fresh)
    numbers = ", ".join(str(one.homologation_no) for one in fresh)
    where = f"where homologation_no in ({numbers})"
    columns = _games(connection, fresh, where)
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
    for name in ("white", "black"):
        columns[name] = np.searchsorted(seated, columns[name]).astype("i")
    places = {name: columns.pop(name) for name in ("round", "board")}
    lists = {name: column.tolist() for name, column in columns.items()}
    book = book_from_columns(rules, players, ids, fresh, **lists)
    book = _behind(book, overlapped, overlapping_days, fresh, known, rules)
    rows = new_columns(Results, known.num_rows, arrays=False)
    for column, name in zip(rows, Results._fields, strict=True):
        column[:] = known.column(name).to_pylist()
    homologations = np.array([*overlapped, *(one.homologation_no for one in fresh)], dtype="i")
    return Selection(book, homologations, places, seated, len(overlapped), sorted(met), rows)


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
        games=Games(
            [rows + row for row in book.games.white],
            [rows + row for row in book.games.black],
            *book.games[2:],
        ),
        event_ids=[str(number) for number in overlapped] + list(book.event_ids),
        rhythms_differ=[False] * n + list(book.rhythms_differ),
        event_facts=[""] * n + list(book.event_facts),
    )

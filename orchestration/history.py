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
import pyarrow.parquet as pq

from engine.book import book_from_columns, visible
from engine.chain import GENESIS, Change, Inputs, Link, chained, first_change, inputs_of, outputs_of
from engine.columns import Book, Computed, Entries, Events, Games, Players, Results, as_arrays, new_columns
from engine.kernel import run, speed_for
from engine.order import in_order
from engine.replay import RatedEvent
from engine.versions import Rulebook

Array = npt.NDArray[Any]

_STATES = ("rating_after", "games_after", "development_after")


@dataclass(frozen=True, slots=True)
class Written:
    """What one computation wrote: its segment, the events in it, the first change, the last link."""

    segment: int
    events: int
    change: Change | None
    link: str


@dataclass(frozen=True, slots=True)
class _Selection:
    """A book with the keys of its rows: homologation numbers by event, ``player_no`` by the book's numbers,
    round and board by game. A week's: events that are known already, players met before, known results."""

    book: Book
    numbers: Array
    places: dict[str, Array]
    player_no: Array
    known_events: int = 0
    met: Sequence[int] = ()
    known: Results | None = None


def compute(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """Every event, into the first segment of a new ledger."""
    ledger.mkdir(parents=True, exist_ok=True)
    whole = _whole(inputs, rules)
    book = whole.book
    computed = run(book)
    with ThreadPoolExecutor(1) as pool:  # one writes while the other hashes
        writing = pool.submit(_write, ledger, 0, whole, computed, np.arange(book.n_events))
        links = chained(inputs_of(book), outputs_of(book, computed))
        writing.result()
    _write_chain(ledger, 0, whole.numbers, links, 0)
    return Written(0, book.n_events, first_change([], [link.inputs for link in links]), links[-1].link)


def correct(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """Every event again in memory; the events whose rows differ into a segment of their own."""
    before = stored_links(ledger)
    whole = _whole(inputs, rules)
    book = whole.book
    now = inputs_of(book)
    change = first_change([link.inputs for link in before], now)
    if change is None:
        return Written(_segments(ledger) - 1, 0, None, before[-1].link)
    first = change.place
    computed = run(book)
    kept = before[:first]
    links = chained(now[first:], outputs_of(book, computed, first), kept[-1].link if kept else GENESIS)
    stored = {link.inputs.event_id: link.outputs for link in before}
    differs = [first + n for n, link in enumerate(links) if stored.get(link.inputs.event_id) != link.outputs]
    segment = _segments(ledger)
    _write(ledger, segment, whole, computed, np.array(differs, dtype="q"))
    _write_chain(ledger, segment, whole.numbers[first:], links, first)
    return Written(segment, len(differs), change, (links or kept)[-1].link)


def append(inputs: Path, ledger: Path, rules: Rulebook) -> Written:
    """The events after the last computed one, in the order of Art. 8, into a segment of their own.

    ``ValueError`` where an event stands before the last computed one: that is a correction.
    """
    with duckdb.connect() as connection:
        connection.execute(f"attach '{inputs}' as inputs (read_only)")
        views(connection, ledger)
        done, last_link = connection.execute(
            "select count(*), arg_max(link, place) from chain"
        ).fetchone() or (0, "")
        _, last_day, last_no = connection.execute(
            "select max(place), arg_max(end_date, place), arg_max(homologation_no, place) "
            "from chain inner join inputs.events using (homologation_no)"
        ).fetchone() or (None, None, None)
        newer = in_order(_events(connection, f"where end_date >= date '{last_day}'"), rules)
        place = [one.homologation_no for one in newer].index(last_no) + 1
        fresh = newer[place:]
        known = connection.execute("select count(*) from inputs.events").fetchone() or (0,)
        if known[0] != done + len(fresh):
            raise ValueError("events before the last computed one are new or gone: a correction, not a week")
        if not fresh:
            return Written(_segments(ledger) - 1, 0, None, last_link)
        week = _week(connection, fresh, done, rules)
    computed = run(week.book, known=week.known, known_events=week.known_events)
    now = inputs_of(week.book, week.known_events, week.met)
    links = chained(now, outputs_of(week.book, computed, week.known_events), last_link)
    segment = _segments(ledger)
    new = np.arange(week.known_events, week.book.n_events)
    _write(ledger, segment, week, computed, new)
    _write_chain(ledger, segment, week.numbers[week.known_events :], links, done)
    return Written(segment, len(fresh), Change(done, "added", fresh[0].event_id), links[-1].link)


# --- reading ----------------------------------------------------------------------------------------------


def _events(connection: duckdb.DuckDBPyConnection, where: str = "") -> list[RatedEvent]:
    rows = connection.execute(
        "select event_id, start_date, end_date, end_time, homologation_no, rhythms_differ "
        f"from inputs.events {where}"
    ).fetchall()
    return [RatedEvent(*row) for row in rows]


def _whole(inputs: Path, rules: Rulebook) -> _Selection:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{inputs}' as inputs (read_only)")
        ordered = in_order(_events(connection), rules)
        players, ids = _players(connection)
        columns = _games(connection, ordered)
    places = {name: columns.pop(name) for name in ("round", "board")}
    plain = speed_for(len(columns["white"])) == "plain"
    given: dict[str, Any] = {name: column.tolist() if plain else column for name, column in columns.items()}
    book = book_from_columns(rules, players, ids, ordered, **given)
    numbers = np.array([one.homologation_no for one in ordered], dtype="i")
    return _Selection(book, numbers, places, np.arange(len(ids), dtype="i"))


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
    found = connection.execute(
        f"select homologation_no, {', '.join(widths)} from inputs.games {where}"
    ).fetchnumpy()
    place_of = np.zeros(max((one.homologation_no for one in ordered), default=0) + 1, dtype="i")
    place_of[[one.homologation_no for one in ordered]] = np.arange(len(ordered))
    event = place_of[found.pop("homologation_no")]
    columns = {name: np.asarray(found.pop(name)).astype(width, copy=False) for name, width in widths.items()}
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
) -> _Selection:
    """A small book: the new events, and before them the stored results that overlap them.

    Players start from their last result before every overlap; the results since are known rows.
    """
    opening = min(one.start_date for one in fresh)
    numbers = ", ".join(str(one.homologation_no) for one in fresh)
    where = f"where homologation_no in ({numbers})"
    columns = _games(connection, fresh, where)
    seated = np.unique(np.concatenate([columns["white"], columns["black"]]))
    connection.register("seated", pa.table({"player_no": seated, "seat": np.arange(len(seated), dtype="i")}))
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
    return _Selection(book, homologations, places, seated, len(overlapped), sorted(met), rows)


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


# --- segments ---------------------------------------------------------------------------------------------


def _segments(ledger: Path) -> int:
    return len(list(ledger.glob("chain-*.parquet")))


def _write(ledger: Path, segment: int, selection: _Selection, computed: Computed, events: Array) -> None:
    """The ledger and the results of some events, in order, as one Parquet file each, a part at a time."""
    book, numbers, player_no = selection.book, selection.numbers, selection.player_no
    games, entries = as_arrays(book.games), as_arrays(book.entries)
    rows, results = as_arrays(computed.ledger), as_arrays(computed.results)
    first_game, first_entry = np.asarray(book.events.first_game), np.asarray(book.events.first_entry)
    k_of = np.asarray(book.rules.k).astype("h")

    def keys(part: Array, offsets: Array) -> dict[str, Array]:
        number = np.repeat(numbers[part], np.diff(offsets)[part])
        return {"segment": np.full(len(number), segment, dtype="i"), "homologation_no": number}

    def ledger_of(part: Array) -> pa.Table:
        chosen = _rows_of(first_game, part)
        white_rule, black_rule = rows.white_rule[chosen], rows.black_rule[chosen]
        return pa.table(
            {
                **keys(part, first_game),
                **{name: column[chosen] for name, column in selection.places.items()},
                "white": player_no[entries.player[games.white[chosen]]],
                "black": player_no[entries.player[games.black[chosen]]],
                "half_points": games.half_points[chosen],
                "rhythm": games.rhythm[chosen],
                "white_rating": rows.white_rating[chosen],
                "black_rating": rows.black_rating[chosen],
                "white_k": k_of[white_rule],
                "black_k": k_of[black_rule],
                "white_rule": white_rule,
                "black_rule": black_rule,
                "white_change_units": rows.white_change[chosen],
                "black_change_units": rows.black_change[chosen],
            }
        )

    def results_of(part: Array) -> pa.Table:
        chosen = _rows_of(first_entry, part)
        return pa.table(
            {
                **keys(part, first_entry),
                "player_no": player_no[entries.player[chosen]],
                "games": entries.games[chosen],
                "half_points": entries.half_points[chosen],
                **{name: column[chosen] for name, column in results._asdict().items()},
            }
        )

    for name, table_of, offsets in (("ledger", ledger_of, first_game), ("results", results_of, first_entry)):
        parts = _parts(offsets, events)
        first = table_of(parts[0])
        settings = {
            "compression": "zstd",
            "compression_level": 1,
            "use_dictionary": [one for one in first.column_names if one not in _MANY_VALUES],
            "write_statistics": ["segment", "homologation_no", "player_no"],
        }
        with pq.ParquetWriter(ledger / f"{name}-{segment:06d}.parquet", first.schema, **settings) as writer:
            writer.write_table(first)
            for part in parts[1:]:
                writer.write_table(table_of(part))


#: Rows written at a time, and columns whose values are too many for a dictionary.
_PART = 1_000_000
_MANY_VALUES = (
    "white",
    "black",
    "player_no",
    "expected",
    "change",
    "white_change_units",
    "black_change_units",
)


def _parts(offsets: Array, events: Array) -> list[Array]:
    """The events in parts of about `_PART` rows, in order; one, perhaps empty, at least."""
    reached = np.cumsum(np.diff(offsets)[events]) // _PART
    return np.split(events, np.flatnonzero(np.diff(reached)) + 1)


def _rows_of(offsets: Array, events: Array) -> Any:
    """The rows of some events: a slice where they are neighbours, or places."""
    if len(events) and events[-1] - events[0] + 1 == len(events):
        return slice(int(offsets[events[0]]), int(offsets[events[-1] + 1]))
    ranges = [np.arange(offsets[e], offsets[e + 1]) for e in events]
    return np.concatenate([*ranges, np.zeros(0, dtype="q")])


def _write_chain(ledger: Path, segment: int, numbers: Array, links: Sequence[Link], first: int) -> None:
    """The links from place ``first`` on, which replace all that stood there. Written last: it ends a
    segment.
    """
    columns = zip(*((*link.inputs, link.outputs, link.link) for link in links), strict=True)
    names = (*Inputs._fields, "outputs", "link")
    texts = dict(zip(names, map(list, columns), strict=True)) if links else {name: [] for name in names}
    n = len(links)
    table = pa.table(
        {
            "segment": np.full(n, segment, dtype="i"),
            "place": np.arange(first, first + n, dtype="i"),
            "homologation_no": numbers[:n],
            **{name: pa.array(values, pa.string()) for name, values in texts.items()},
        }
    )
    table = table.replace_schema_metadata({"first": str(first)})
    path = ledger / f"chain-{segment:06d}.parquet"
    partial = path.with_suffix(".partial")
    pq.write_table(table, partial, compression="zstd")
    partial.replace(path)


def stored_links(ledger: Path) -> list[Link]:
    """The chain as the segments left it, in order."""
    links: list[Link] = []
    for path in sorted(ledger.glob("chain-*.parquet")):
        table = pq.read_table(path)
        columns = [table.column(name).to_pylist() for name in (*Inputs._fields, "outputs", "link")]
        first = int((table.schema.metadata or {})[b"first"])
        links[first:] = [Link(Inputs(*row[:5]), row[5], row[6]) for row in zip(*columns, strict=True)]
    return links


def views(connection: duckdb.DuckDBPyConnection, ledger: Path) -> None:
    """Views ``chain``, ``results`` and ``ledger``: the rows now in force, each with the place of its
    event.
    """
    firsts = ", ".join(
        f"({segment}, {int((pq.read_schema(path).metadata or {})[b'first'])})"
        for segment, path in enumerate(sorted(ledger.glob("chain-*.parquet")))
    )
    connection.execute(
        f"""
        create or replace table chain as
        select place, homologation_no, event_id, link
        from read_parquet('{ledger}/chain-*.parquet') as links
        where not exists (
            select 1 from (values {firsts}) as later (segment, first)
            where later.segment > links.segment and later.first <= links.place
        )
        """
    )
    for name in ("results", "ledger"):
        connection.execute(
            f"""
            create or replace view {name} as
            select written.*, chain.place
            from read_parquet('{ledger}/{name}-*.parquet') as written
            inner join chain on written.homologation_no = chain.homologation_no
            inner join (
                select homologation_no, max(segment) as segment
                from read_parquet('{ledger}/{name}-*.parquet')
                group by homologation_no
            ) as latest
                on written.homologation_no = latest.homologation_no and written.segment = latest.segment
            """
        )

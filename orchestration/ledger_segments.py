"""The segments of a large history's ledger: Parquet files written once, and the rows now in force.

Belongs here: files and views. Does not belong here: what is computed, and which events are written
(`history`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from engine.chain import Inputs, Link
from engine.columns import Book, Computed, Results, as_arrays, as_list
from engine.expected_score import DENOMINATOR, expected_units
from engine.rows import HIGHEST_RATING

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Selection:
    """A book with the keys of its rows: homologation numbers by event, ``player_no`` by the book's numbers;
    round, board and the numbers of white and black by game, and by event the hash of `places_of`. A week's:
    events that are known already, players met before, known results."""

    book: Book
    numbers: Array
    places: dict[str, Array]
    place_hashes: Sequence[str]
    player_no: Array
    known_events: int = 0
    met: Sequence[int] = ()
    known: Results | None = None


def segments(ledger: Path) -> int:
    return len(list(ledger.glob("chain-*.parquet")))


def write_rows(ledger: Path, segment: int, selection: Selection, computed: Computed, events: Array) -> None:
    """The ledger and the results of some events, in order, a part at a time; both files at once."""
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(_write_results, ledger, segment, selection, computed, events)
        _write_ledger(ledger, segment, selection, computed, events)
        beside.result()


def _write_ledger(
    ledger: Path, segment: int, selection: Selection, computed: Computed, events: Array
) -> None:
    """The games; and what their rules and differences mean, from which the view ``ledger`` has the rest."""
    book = selection.book
    games = as_arrays(book.games)
    rows = as_arrays(computed.ledger)
    offsets = np.asarray(book.events.first_game)
    differs = np.zeros(2 * HIGHEST_RATING + 1, dtype=bool)

    def table_of(part: Array) -> dict[str, Array]:
        chosen = _rows_of(offsets, part)
        white_rating, black_rating = rows.white_rating[chosen], rows.black_rating[chosen]
        differs[white_rating.astype("i") - black_rating + HIGHEST_RATING] = True
        return {
            **_keys(segment, selection, part, offsets),
            **{name: column[chosen] for name, column in selection.places.items()},
            "half_points": games.half_points[chosen],
            "rhythm": games.rhythm[chosen],
            "white_rating": white_rating,
            "black_rating": black_rating,
            "white_rule": rows.white_rule[chosen],
            "black_rule": rows.black_rule[chosen],
        }

    _write(ledger / f"ledger-{segment:06d}.parquet", _parts(offsets, events), table_of)
    k_of = as_list(book.rules.k)
    rules = pa.table(
        {
            "segment": np.full(len(k_of), segment, dtype="i"),
            "rule": np.arange(len(k_of), dtype="h"),
            "k": np.array(k_of, dtype="q"),
            "development": np.arange(len(k_of)) % 2 == 1,
        }
    )
    pq.write_table(rules, ledger / f"rules-{segment:06d}.parquet")
    known = (np.flatnonzero(differs) - HIGHEST_RATING).tolist()
    pq.write_table(
        pa.table(
            {"difference": pa.array(known, pa.int32()), "units": [expected_units(one) for one in known]}
        ),
        ledger / f"expected-{segment:06d}.parquet",
    )


def _write_results(
    ledger: Path, segment: int, selection: Selection, computed: Computed, events: Array
) -> None:
    entries, results = as_arrays(selection.book.entries), as_arrays(computed.results)
    offsets = np.asarray(selection.book.events.first_entry)

    def table_of(part: Array) -> dict[str, Array]:
        chosen = _rows_of(offsets, part)
        return {
            **_keys(segment, selection, part, offsets),
            "player_no": selection.player_no[entries.player[chosen]],
            "games": entries.games[chosen],
            "half_points": entries.half_points[chosen],
            **{name: column[chosen] for name, column in results._asdict().items()},
        }

    _write(ledger / f"results-{segment:06d}.parquet", _parts(offsets, events), table_of)


def _keys(segment: int, selection: Selection, part: Array, offsets: Array) -> dict[str, Array]:
    number = np.repeat(selection.numbers[part], np.diff(offsets)[part])
    return {"segment": np.full(len(number), segment, dtype="i"), "homologation_no": number}


def _write(path: Path, parts: Sequence[Array], table_of: Callable[[Array], dict[str, Array]]) -> None:
    """The parts as row groups; a column as its values ask for: see `_REPEATED` and `_ANY`."""
    first = pa.table(table_of(parts[0]))
    schema = pa.schema([pa.field(one.name, one.type, nullable=False) for one in first.schema])
    packed = set(schema.names) - _REPEATED - _ANY
    settings = {
        "compression": {one: "snappy" if one in _REPEATED else "none" for one in schema.names},
        "column_encoding": {one: "DELTA_BINARY_PACKED" if one in packed else "PLAIN" for one in schema.names},
        "use_dictionary": False,
        "write_statistics": ["homologation_no", "player_no"],
    }
    with pq.ParquetWriter(path, schema, **settings) as writer:
        writer.write_table(first.cast(schema))
        for part in parts[1:]:
            writer.write_table(pa.table(table_of(part), schema))


#: Rows written at a time.
_PART = 1_000_000
#: Columns that say the same for many rows on end: they shrink to nothing.
_REPEATED = {"segment", "homologation_no", "round", "board", "games", "rhythm"}
#: Columns of units, where every value is another: they do not shrink. All the rest takes few bits a value.
_ANY = {"expected", "change"}


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


def write_chain(
    ledger: Path,
    segment: int,
    numbers: Array,
    links: Sequence[Link],
    first: int,
    places: Sequence[str],
    rows_in: Sequence[int] | None = None,
) -> None:
    """The links from place ``first`` on, which replace all that stood there. Written last: it ends a
    segment.

    ``places``: as `places_of`. ``rows_in``: the segment that holds the rows of each event; None: this one.
    """
    texts = {name: [getattr(link.inputs, name) for link in links] for name in Inputs._fields}
    texts |= {name: [getattr(link, name) for link in links] for name in ("outputs", "link")}
    n = len(links)
    table = pa.table(
        {
            "segment": np.full(n, segment, dtype="i"),
            "place": np.arange(first, first + n, dtype="i"),
            "homologation_no": numbers[:n],
            "rows_in": np.full(n, segment, dtype="i") if rows_in is None else pa.array(rows_in, pa.int32()),
            "places": pa.array(places, pa.string()),
            **{name: pa.array(values, pa.string()) for name, values in texts.items()},
        }
    )
    table = table.replace_schema_metadata({"first": str(first)})
    path = ledger / f"chain-{segment:06d}.parquet"
    partial = path.with_suffix(".partial")
    # Hashes do not shrink, but two columns say mostly the same.
    pq.write_table(table, partial, compression="none", use_dictionary=["methodology", "entry_ratings"])
    partial.replace(path)


def stored_links(ledger: Path) -> list[Link]:
    """The chain as the segments left it, in order."""
    links: list[Link] = []
    for path in sorted(ledger.glob("chain-*.parquet")):
        table = pq.ParquetFile(path).read()
        columns = [table.column(name).to_pylist() for name in (*Inputs._fields, "outputs", "link")]
        first = int((table.schema.metadata or {})[b"first"])
        links[first:] = [Link(Inputs(*row[:5]), row[5], row[6]) for row in zip(*columns, strict=True)]
    return links


def stored_rows(ledger: Path) -> tuple[list[int], list[str]]:
    """For each event in force, in order: the segment that holds its rows, and its `places_of`."""
    holding: list[int] = []
    places: list[str] = []
    for path in sorted(ledger.glob("chain-*.parquet")):
        table = pq.ParquetFile(path).read(["rows_in", "places"])
        first = int((table.schema.metadata or {})[b"first"])
        holding[first:], places[first:] = (column.to_pylist() for column in table.columns)
    return holding, places


def places_of(games: Mapping[str, Array]) -> list[str]:
    """Per event, the SHA-256 of its games' rounds and boards: the ledger has them, the engine's chain not."""
    pairs: Any = np.stack([games["round"], games["board"]], axis=1)
    packed = memoryview(pairs.astype("<h", copy=False).reshape(-1).view("B"))
    offsets = games["first_game"].tolist()
    return [sha256(packed[4 * start : 4 * stop]).hexdigest() for start, stop in pairwise(offsets)]


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
        select place, homologation_no, event_id, link, rows_in
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
            create or replace view {name}_in_force as
            select written.*, chain.place
            from read_parquet('{ledger}/{name}-*.parquet') as written
            inner join chain
                on written.homologation_no = chain.homologation_no and written.segment = chain.rows_in
            """
        )
    connection.execute("create or replace view results as from results_in_force")
    connection.execute(
        f"""
        create or replace view ledger as
        with rules as (
            from read_parquet('{ledger}/rules-*.parquet')
        ),

        expected as (
            select distinct difference, units from read_parquet('{ledger}/expected-*.parquet')
        )

        select
            games.* exclude (white_rule, black_rule),
            white.k as white_k,
            black.k as black_k,
            white.development as white_development,
            black.development as black_development,
            expected.units as expected_units,
            white.k * (games.half_points * {DENOMINATOR // 2} - expected.units) as white_change_units,
            black.k * (expected.units - games.half_points * {DENOMINATOR // 2}) as black_change_units
        from ledger_in_force as games
        inner join rules as white on games.segment = white.segment and games.white_rule = white.rule
        inner join rules as black on games.segment = black.segment and games.black_rule = black.rule
        inner join expected on games.white_rating - games.black_rating = expected.difference
        """
    )

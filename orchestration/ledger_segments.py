"""The segments of a large history's ledger: Parquet files written once, and the rows now in force.

Belongs here: files and views. Does not belong here: what is computed, and which events are written
(`history`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from engine.chain import Inputs, Link
from engine.columns import Book, Computed, Results, as_arrays

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Selection:
    """A book with the keys of its rows: homologation numbers by event, ``player_no`` by the book's numbers,
    round and board by game. A week's: events that are known already, players met before, known results."""

    book: Book
    numbers: Array
    places: dict[str, Array]
    player_no: Array
    known_events: int = 0
    met: Sequence[int] = ()
    known: Results | None = None


def segments(ledger: Path) -> int:
    return len(list(ledger.glob("chain-*.parquet")))


def write_rows(ledger: Path, segment: int, selection: Selection, computed: Computed, events: Array) -> None:
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


def write_chain(ledger: Path, segment: int, numbers: Array, links: Sequence[Link], first: int) -> None:
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

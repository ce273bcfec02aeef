"""The columns that the engine's loop takes and gives, and their normative encoding.

A *book* is a whole history as whole numbers: events in the order of Art. 8, games by event, round and board,
players numbered by their sorted ids. A column is a list of ints, or a one-dimensional numpy array of the
width in `WIDTHS`; both mean the same and have the same digest.

An *entry* is one player in one event, a row of the event results. Games name entries, not players, by their
*seat* (``white = 7``: the eighth of the event's rows), so the loop adds a player's games up in the row
itself, and no event changes what is said of another.

Belongs here: the shapes, the change from lists to arrays, the digest. Does not belong here: how a book is
made (`book`) and what is computed from it (`kernel`).
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import starmap
from struct import Struct
from typing import Any, NamedTuple, TypeAlias, TypeVar

#: ``list[int]``, or a numpy array of whole numbers.
Column: TypeAlias = Any

#: `Events.rhythm` of an event whose rated games differ in rhythm, and of a later base date (`base_dates`).
MIXED, BASE_DATE = -1, -2
#: `Results.rule` of a player whose games in the event differ in K.
DIFFERS = -1


class Rules(NamedTuple):
    """The numbers of each methodology version, one item per version; ``k`` has six.

    ``k`` is indexed by *rule*: ``6 x version + 2 x rhythm + development``, rhythms in the order of `RHYTHMS`.
    ``by_game``: policy ``k_granularity = game``.
    """

    k: Column
    floor: Column
    development_games: Column
    development_rating: Column
    by_game: Column


class Events(NamedTuple):
    """One item per event, in the order of Art. 8; the two offsets have one item more.

    A later base date with reassessments stands among them, with entries and without games.

    ``visible``: how many events, from the first on, are behind the ratings used (Art. 7 par. 1): those that
    ended on or before the start, or all that precede. ``rhythm``: of all rated games, or `MIXED`.
    """

    first_game: Column
    first_entry: Column
    visible: Column
    version: Column
    rhythm: Column


class Entries(NamedTuple):
    """One item per player and event, by event and then player: facts that no rating changes.

    ``games``, ``half_points``: how many rated games the player has in the event, and what they scored.
    """

    player: Column
    games: Column
    half_points: Column


class Games(NamedTuple):
    """One item per rated game. ``white``, ``black``: seats in the event. ``half_points``: white's, 0 to 2."""

    white: Column
    black: Column
    half_points: Column
    rhythm: Column


class Players(NamedTuple):
    """The state of each player: rating, valid games (equivalent ones included), development (0, 1)."""

    rating: Column
    games: Column
    development: Column


class Reassessed(NamedTuple):
    """What another source would give on a later base date, one item per entry of the base dates, in order.

    ``first``: one item per event, where its own begin (of a base date; any number for others).
    """

    first: Column
    rating: Column
    games: Column
    development: Column


class Ledger(NamedTuple):
    """One item per game. Ratings are those used; rules index `Rules.k` (odd: development).

    ``expected`` is white's, in units; black's is the denominator less it. Changes: ``K x (S - E)`` in units.
    """

    white_rating: Column
    black_rating: Column
    white_rule: Column
    black_rule: Column
    expected: Column
    white_change: Column
    black_change: Column


class Used(NamedTuple):
    """The first columns of the ledger: with the games they give the others (E by difference, K by rule)."""

    white_rating: Column
    black_rating: Column
    white_rule: Column
    black_rule: Column


class Results(NamedTuple):
    """One item per entry, as `replay.EventResult`. ``rule``: that of the games, or `DIFFERS`."""

    rule: Column
    rating_used: Column
    rating_before: Column
    expected: Column
    change: Column
    change_rounded: Column
    rating_after: Column
    games_before: Column
    games_after: Column
    development_before: Column
    development_after: Column


#: Array type codes: b, h, i, q are whole numbers of 1, 2, 4, 8 bytes, also in the normative encoding.
WIDTHS: dict[type, str] = {
    Rules: "qqqqq",
    Events: "qqihb",
    Entries: "iii",
    Games: "iibb",
    Players: "hib",
    Reassessed: "qhib",
    Ledger: "hhhhqqq",
    Used: "hhhh",
    Results: "hhhqqihiibb",
}

Columns = TypeVar("Columns", Rules, Events, Entries, Games, Players, Reassessed, Ledger, Used, Results)


@dataclass(frozen=True, slots=True)
class Book:
    """Everything the loop reads.

    Text is beside the columns: ``player_ids`` sorted, ``event_ids`` in order, ``rhythms_differ`` per event
    (its rounds differ in rhythm, whether rated or not), ``event_facts`` what Arts. 7 and 8 read of it,
    ``signatures`` of the methodology versions.
    """

    rules: Rules
    events: Events
    entries: Entries
    games: Games
    players: Players
    player_ids: Sequence[str]
    event_ids: Sequence[str]
    rhythms_differ: Sequence[bool]
    event_facts: Sequence[str]
    signatures: Sequence[str]
    reassessed: Reassessed = field(default_factory=lambda: Reassessed([], [], [], []))

    @property
    def n_events(self) -> int:
        return len(self.events.visible)

    @property
    def n_entries(self) -> int:
        return len(self.entries.player)

    @property
    def n_games(self) -> int:
        return len(self.games.white)


@dataclass(frozen=True, slots=True)
class Computed:
    """What the loop gives: ledger and results by game and entry, every player's state after everything.

    ``near_ties`` counts player-events decided with more digits than the table has.
    """

    ledger: Ledger
    results: Results
    states: Players
    near_ties: int


def new_columns(kind: type[Columns], length: int, arrays: bool) -> Columns:
    """Columns of zeros. Arrays share one block of memory: the system gives a large one in large pages."""
    widths = WIDTHS[kind]
    if not arrays:
        return kind(*([0] * length for _ in widths))
    import numpy as np

    block = np.zeros(length * record_size(kind), dtype="B")
    columns: list[Column] = [None] * len(widths)
    start = 0
    for place in sorted(range(len(widths)), key=lambda place: "qihb".index(widths[place])):
        stop = start + length * np.dtype(widths[place]).itemsize
        columns[place] = block[start:stop].view(widths[place])
        start = stop
    return kind(*columns)


def as_arrays(columns: Columns) -> Columns:
    """The same columns as numpy arrays of their widths; arrays that are so already stay."""
    import numpy as np

    kind = type(columns)
    return kind(*(np.asarray(one, dtype=code) for one, code in zip(columns, WIDTHS[kind], strict=True)))


def as_lists(columns: Columns) -> Columns:
    """The same columns as lists of ints."""
    return type(columns)(*(as_list(one) for one in columns))


def as_list(column: Column) -> list[int]:
    return column if isinstance(column, list) else column.tolist()


def book_of_arrays(book: Book) -> Book:
    """The book with numpy columns, as the compiled loop wants them."""
    return replace(
        book,
        rules=as_arrays(book.rules),
        events=as_arrays(book.events),
        entries=as_arrays(book.entries),
        games=as_arrays(book.games),
        players=as_arrays(book.players),
        reassessed=as_arrays(book.reassessed),
    )


def book_of_lists(book: Book) -> Book:
    """The book with lists, as the plain loop wants them."""
    return replace(
        book,
        rules=as_lists(book.rules),
        events=as_lists(book.events),
        entries=as_lists(book.entries),
        games=as_lists(book.games),
        players=as_lists(book.players),
        reassessed=as_lists(book.reassessed),
    )


# --- the normative encoding -------------------------------------------------------------------------------

_CHUNK = 1 << 20


def encoded(column: Column, width: str, start: int = 0, stop: int | None = None) -> bytes | memoryview:
    """Items ``start`` to ``stop`` as little-endian whole numbers; ``OverflowError`` if beyond the width."""
    part = column[start:stop]
    if isinstance(part, list):
        packed = array(width, part)
        if sys.byteorder == "big":
            packed.byteswap()
        return packed.tobytes()
    return memoryview(part.astype(f"<{width}", order="C", copy=False)).cast("B")


def record_size(kind: type[Columns]) -> int:
    """Bytes of one row as `records` packs it."""
    return Struct(f"<{WIDTHS[kind]}").size


def records(columns: Columns, start: int, stop: int) -> Any:
    """Rows ``start`` to ``stop`` packed, one after the other: each column little-endian in its width.

    Bytes, or a numpy array of bytes; ``struct.error`` for an item of a list beyond its width.
    """
    kind = type(columns)
    parts = [column[start:stop] for column in columns]
    if isinstance(parts[0], list):
        return b"".join(starmap(Struct(f"<{WIDTHS[kind]}").pack, zip(*parts, strict=True)))
    import numpy as np

    widths = [(name, f"<{code}") for name, code in zip(kind._fields, WIDTHS[kind], strict=True)]
    packed = np.empty(stop - start, dtype=widths)
    for name, part in zip(kind._fields, parts, strict=True):
        packed[name] = part
    return packed.view("B")


def _parts(columns: Ledger | Results | Players) -> Iterator[bytes | memoryview]:
    kind = type(columns)
    for name, column, width in zip(kind._fields, columns, WIDTHS[kind], strict=True):
        yield f"{kind.__name__}.{name}:{width}:{len(column)}\n".encode("ascii")
        for start in range(0, len(column), _CHUNK):
            yield encoded(column, width, start, start + _CHUNK)


def digest(computed: Computed) -> str:
    """SHA-256 (hexadecimal) of ledger, results, states and near ties in the normative encoding.

    Each column is preceded by a line ``Table.column:width:length``. Equal digests: equal to the last unit.
    """
    sha = hashlib.sha256()
    tables: tuple[Ledger | Results | Players, ...] = (computed.ledger, computed.results, computed.states)
    for columns in tables:
        for part in _parts(columns):
            sha.update(part)
    sha.update(f"near_ties:{computed.near_ties}\n".encode("ascii"))
    return sha.hexdigest()

"""The chain of events: what each was computed from, what came out, and a hash that joins it to all before.

A link is the SHA-256 of the link before, the event's inputs and its outputs. Two computations with the same
last link are the same to the last unit. And since the loop is a function of its inputs, equal inputs up to an
event mean equal results up to it: the first event whose inputs differ is where a calculation has to begin
again, and the results before it are its checkpoint.

Inputs of an event: its facts (Art. 8), the signature of its methodology, its games with who plays them, and
the entry states of the players whose first event it is. A later base date stands among the events: what other
sources would give on it is hashed with the entry states. Numbers are hashed as records: row by row, each
column in its width of `columns.WIDTHS`, little-endian, nothing between. A player is hashed as the SHA-256 of
the id in UTF-8.

Belongs here: hashes and their comparison. Does not belong here: where links are kept, what is said of them.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple

from engine.columns import BASE_DATE, Book, Column, Columns, Computed, Entries, Games, record_size, records

GENESIS = "0" * 64

Reason = Literal["first", "added", "removed", "moved", "methodology", "facts", "games", "entry_ratings"]


class Inputs(NamedTuple):
    """The hashes of one event's inputs (hexadecimal), each on its own, so that a difference has a name."""

    event_id: str
    facts: str
    methodology: str
    games: str
    entry_ratings: str

    @property
    def hash(self) -> str:
        """SHA-256 of the four."""
        return _sha("\n".join(self))


class Link(NamedTuple):
    """One event in the chain; ``outputs`` hashes its ledger and its results."""

    inputs: Inputs
    outputs: str
    link: str


class Change(NamedTuple):
    """The first event of a chain that is not as it was. ``place``: from 0. ``event_id``: None at the end.

    ``other``: the event that stood there before, where it is another.
    """

    place: int
    reason: Reason
    event_id: str | None
    other: str | None = None


def inputs_of(book: Book, first: int = 0, met: Iterable[int] = ()) -> list[Inputs]:
    """The inputs of every event from ``first`` on, in order; ``met``: players with an event before the
    book.
    """
    versions = _ints(book.events.version)[first:]
    return [
        Inputs(
            event_id,
            _sha(f"{event_id}\n{facts}"),
            book.signatures[version],
            games,
            debuts,
        )
        for event_id, facts, version, games, debuts in zip(
            book.event_ids[first:],
            book.event_facts[first:],
            versions,
            _games(book, first),
            _debuts(book, first, met),
            strict=True,
        )
    ]


def outputs_of(book: Book, computed: Computed, first: int = 0) -> list[str]:
    """The hash of what every event gave, from event ``first`` on: its ledger, then its results."""
    hashes = []
    for ledger, results in zip(
        _by_event(computed.ledger, _ints(book.events.first_game), first),
        _by_event(computed.results, _ints(book.events.first_entry), first),
        strict=True,
    ):
        sha = hashlib.sha256(ledger)
        sha.update(results)
        hashes.append(sha.hexdigest())
    return hashes


def chained(inputs: Sequence[Inputs], outputs: Sequence[str], before: str = GENESIS) -> list[Link]:
    """Links for events whose predecessor's link is ``before``."""
    links = []
    for one, output in zip(inputs, outputs, strict=True):
        before = _sha(f"{before}\n{one.hash}\n{output}")
        links.append(Link(one, output, before))
    return links


def chain_of(book: Book, computed: Computed) -> list[Link]:
    """The chain of a whole computation."""
    return chained(inputs_of(book), outputs_of(book, computed))


def first_change(before: Sequence[Inputs], now: Sequence[Inputs]) -> Change | None:
    """The first event to compute again, and why; None where nothing changed."""
    if not before:
        return Change(0, "first", now[0].event_id) if now else None
    known = {one.event_id for one in before}
    left = {one.event_id for one in now}
    for place, (old, new) in enumerate(zip_longest(before, now)):
        if old == new:
            continue
        if new is None:
            return Change(place, "removed", None, old.event_id)
        if old is None or new.event_id not in known:
            return Change(place, "added", new.event_id)
        if new.event_id != old.event_id:
            reason: Reason = "removed" if old.event_id not in left else "moved"
            return Change(place, reason, new.event_id, old.event_id)
        for name in ("methodology", "facts", "games", "entry_ratings"):
            if getattr(old, name) != getattr(new, name):
                return Change(place, name, new.event_id)
    return None


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _ints(column: Column) -> list[int]:
    return column if isinstance(column, list) else column.tolist()


#: Rows packed at a time: what the processor's cache holds.
_ROWS = 1 << 16


def _by_event(columns: Columns, offsets: Sequence[int], first: int) -> Iterator[memoryview]:
    """The records of each event, from event ``first`` on."""
    size = record_size(type(columns))
    for start, stop in _groups(offsets, first):
        base = offsets[start]
        packed = memoryview(records(columns, base, offsets[stop]))
        for e in range(start, stop):
            yield packed[size * (offsets[e] - base) : size * (offsets[e + 1] - base)]


def _groups(offsets: Sequence[int], first: int) -> Iterator[tuple[int, int]]:
    """Neighbouring events of some `_ROWS` rows together, one event at least."""
    last = len(offsets) - 1
    while first < last:
        stop = max(first + 1, bisect_right(offsets, offsets[first] + _ROWS, first + 1) - 1)
        yield first, stop
        first = stop


def _games(book: Book, first: int) -> Iterator[str]:
    """Per event: who plays (ids in order), then each game as places among them, score and rhythm."""
    first_game, first_entry = _ints(book.events.first_game), _ints(book.events.first_entry)
    for people, games in zip(
        _who(book, first_entry, first), _by_event(_seats(book), first_game, first), strict=True
    ):
        sha = hashlib.sha256(f"{len(people) // 32}\n".encode("ascii"))
        sha.update(people)
        sha.update(games)
        yield sha.hexdigest()


def _who(book: Book, first_entry: Sequence[int], first: int) -> Iterator[bytes | memoryview]:
    """Per event, the hashes of its players' ids, in order."""
    named = [hashlib.sha256(one.encode("utf-8")).digest() for one in book.player_ids]
    player = book.entries.player
    if isinstance(player, list):
        for start, stop in pairwise(first_entry[first:]):
            yield b"".join([named[p] for p in player[start:stop]])
        return
    import numpy as np

    table = np.frombuffer(b"".join(named), dtype="q").reshape(-1, 4)
    for start_event, stop_event in _groups(first_entry, first):
        base = first_entry[start_event]
        packed = memoryview(table[player[base : first_entry[stop_event]]].view("B").reshape(-1))
        for e in range(start_event, stop_event):
            yield packed[32 * (first_entry[e] - base) : 32 * (first_entry[e + 1] - base)]


def _seats(book: Book) -> Games:
    """The games with white and black as places among the event's players: no other event moves them."""
    games, events = book.games, book.events
    if not isinstance(games.white, list):
        import numpy as np

        first_entry = np.asarray(events.first_entry)[:-1].astype("i")
        before = np.repeat(first_entry, np.diff(np.asarray(events.first_game)))
        return games._replace(white=games.white - before, black=games.black - before)
    starts: list[int] = []
    for start, count in zip(events.first_entry, _lengths(events.first_game), strict=False):
        starts += [start] * count
    return games._replace(
        white=[row - start for row, start in zip(games.white, starts, strict=True)],
        black=[row - start for row, start in zip(games.black, starts, strict=True)],
    )


def _lengths(offsets: Sequence[int]) -> list[int]:
    return [stop - start for start, stop in pairwise(offsets)]


def _debuts(book: Book, first: int, known: Iterable[int]) -> Iterator[str]:
    """Per event: id, rating, games and development of the players who have no event before."""
    first_entry = _ints(book.events.first_entry)
    rating, games, development = (_ints(column) for column in book.players)
    met = set(known)
    debuts = [(row, p) for row, p in _first_rows(book.entries, len(rating)) if p not in met]
    at = bisect_right(debuts, (first_entry[first], -1))
    nobody = _sha("")
    other = book.reassessed
    rhythm = _ints(book.events.rhythm)
    for e in range(first, book.n_events):
        stop = first_entry[e + 1]
        lines = []
        if rhythm[e] == BASE_DATE:
            for row in range(first_entry[e], stop):
                n, p = other.first[e] + row - first_entry[e], int(book.entries.player[row])
                values = (other.rating[n], other.games[n], other.development[n])
                lines.append(" ".join(map(str, (book.player_ids[p], *values))))
        while at < len(debuts) and debuts[at][0] < stop:
            p = debuts[at][1]
            lines.append(f"{book.player_ids[p]}\n{rating[p]} {games[p]} {development[p]}")
            at += 1
        yield _sha("\n".join(lines)) if lines else nobody


def _first_rows(entries: Entries, n_players: int) -> list[tuple[int, int]]:
    """The first row of everybody who has one, with the player, by row."""
    player = entries.player
    if isinstance(player, list):
        found: dict[int, int] = {}
        for row, p in enumerate(player):
            found.setdefault(p, row)
        return [(row, p) for p, row in found.items()]
    import numpy as np

    first = np.full(n_players, -1, dtype="q")
    first[player[::-1]] = np.arange(len(player) - 1, -1, -1)  # of many values for one place the last stays
    seated = np.flatnonzero(first >= 0)
    order = np.argsort(first[seated])
    return list(zip(first[seated][order].tolist(), seated[order].tolist(), strict=True))

"""The chain of events: what each was computed from, what came out, and a hash that joins it to all before.

A link is the SHA-256 of the link before, the event's inputs and its outputs. Two computations with the same
last link are the same to the last unit. And since the loop is a function of its inputs, equal inputs up to an
event mean equal results up to it: the first event whose inputs differ is where a calculation has to begin
again, and the results before it are its checkpoint.

Inputs of an event: its facts (Art. 8), the signature of its methodology, its games with who plays them, and
the entry states of the players whose first event it is. A later base date stands among the events: what other
sources would give on it is hashed with the entry states. Outputs: the ratings and the rules that its games
used, and the results of its players; what else the ledger says of a game follows from these and the result.
Numbers are hashed as records: row by row, each column in its width of `columns.WIDTHS`, little-endian,
nothing between. A player is hashed as the SHA-256 of the id in UTF-8.

Belongs here: hashes and their comparison. Does not belong here: where links are kept, what is said of them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise, repeat, zip_longest
from typing import Any, Literal, NamedTuple

from engine.columns import Book, Column, Columns, Computed, Players, Used, record_size, records

GENESIS = "0" * 64

Reason = Literal["first", "added", "removed", "moved", "methodology", "facts", "games", "entry_ratings"]


class Inputs(NamedTuple):
    """The hashes of one event's inputs (hexadecimal), each on its own, so that a difference has a name."""

    event_id: str
    facts: str
    methodology: str
    games: str
    entry_ratings: str


class Link(NamedTuple):
    """One event in the chain; ``outputs`` hashes what it gave."""

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
    named = _named(book)
    return [
        Inputs(event_id, _sha(f"{event_id}\n{facts}"), book.signatures[version], games, debuts)
        for event_id, facts, version, games, debuts in zip(
            book.event_ids[first:],
            book.event_facts[first:],
            _ints(book.events.version)[first:],
            _games(book, named, first),
            _debuts(book, named, first, met),
            strict=True,
        )
    ]


def outputs_of(book: Book, computed: Computed, first: int = 0) -> list[str]:
    """The hash of what every event gave, from event ``first`` on: of its games, then of its players."""
    hashes = []
    for used, results in zip(
        _by_event(Used(*computed.ledger[: len(Used._fields)]), _ints(book.events.first_game), first),
        _by_event(computed.results, _ints(book.events.first_entry), first),
        strict=True,
    ):
        sha = sha256(used)
        sha.update(results)
        hashes.append(sha.hexdigest())
    return hashes


def chained(inputs: Sequence[Inputs], outputs: Sequence[str], before: str = GENESIS) -> list[Link]:
    """Links for events whose predecessor's link is ``before``."""
    links = []
    for one, output in zip(inputs, outputs, strict=True):
        before = _sha("\n".join((before, *one, output)))
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
    return sha256(text.encode("utf-8")).hexdigest()


def _ints(column: Column) -> list[int]:
    return column if isinstance(column, list) else column.tolist()


#: Rows packed at a time: what the processor's cache holds.
_ROWS = 1 << 16


def _by_event(columns: Columns, offsets: Sequence[int], first: int) -> Iterator[memoryview]:
    """The records of each event, from event ``first`` on."""
    size = record_size(type(columns))
    for start, stop in _groups(offsets, first):
        base = offsets[start]
        yield from _cut(records(columns, base, offsets[stop]), size, offsets[start : stop + 1])


def _cut(packed: Any, size: int, offsets: Sequence[int]) -> Iterator[memoryview]:
    """Records of ``size`` bytes, by event; the first offset is that of the first record."""
    whole = memoryview(packed)
    at = 0
    for start, stop in pairwise(offsets):
        end = at + size * (stop - start)
        yield whole[at:end]
        at = end


def _groups(offsets: Sequence[int], first: int) -> Iterator[tuple[int, int]]:
    """Neighbouring events of some `_ROWS` rows together, one event at least."""
    last = len(offsets) - 1
    while first < last:
        stop = max(first + 1, bisect_right(offsets, offsets[first] + _ROWS, first + 1) - 1)
        yield first, stop
        first = stop


def _named(book: Book) -> list[bytes]:
    return [sha256(one.encode("utf-8")).digest() for one in book.player_ids]


def _games(book: Book, named: Sequence[bytes], first: int) -> Iterator[str]:
    """Per event: who plays (ids in order), then each game by their seats, score and rhythm."""
    first_game, first_entry = _ints(book.events.first_game), _ints(book.events.first_entry)
    for people, games in zip(
        _who(book.entries.player, named, first_entry, first),
        _by_event(book.games, first_game, first),
        strict=True,
    ):
        sha = sha256(b"%d\n" % (len(people) // 32))
        sha.update(people)
        sha.update(games)
        yield sha.hexdigest()


def _who(
    player: Column, named: Sequence[bytes], offsets: Sequence[int], first: int
) -> Iterator[bytes | memoryview]:
    """Per event, the hashes of its players' ids, in order."""
    if isinstance(player, list):
        for start, stop in pairwise(offsets[first:]):
            yield b"".join([named[p] for p in player[start:stop]])
        return
    import numpy as np

    table = np.frombuffer(b"".join(named), dtype="V32")
    for start, stop in _groups(offsets, first):
        people = table[player[offsets[start] : offsets[stop]]]
        yield from _cut(people.view("B"), 32, offsets[start : stop + 1])


def _debuts(book: Book, named: Sequence[bytes], first: int, met: Iterable[int]) -> Iterator[str]:
    """Per event: the players who have no event before and their entry states; what others would give."""
    player, offsets = _first_seats(book, met)
    states = Players(*(_taken(column, player) for column in book.players))
    nobody = sha256().hexdigest()
    for people, rows, others in zip(
        _who(player, named, offsets, first),
        _by_event(states, offsets, first),
        _reassessed(book, first),
        strict=True,
    ):
        if people or others:
            sha = sha256(people)
            sha.update(rows)
            sha.update(others)
            yield sha.hexdigest()
        else:
            yield nobody


def _reassessed(book: Book, first: int) -> Iterator[bytes | memoryview]:
    """Per event: what other sources would give the players of a later base date, in their order."""
    start, *states = book.reassessed
    if not len(start):
        return repeat(b"", book.n_events - first)
    return _by_event(Players(*states), [*_ints(start), len(states[0])], first)


def _taken(column: Column, places: Column) -> Column:
    return [column[place] for place in places] if isinstance(places, list) else column[places]


def _first_seats(book: Book, met: Iterable[int]) -> tuple[Column, list[int]]:
    """Who sits down for the first time and was not met before, by their rows; and offsets by event."""
    player, first_entry = book.entries.player, book.events.first_entry
    if isinstance(player, list):
        rows: dict[int, int] = {}
        for row, p in enumerate(player):
            rows.setdefault(p, row)
        for p in met:
            rows.pop(p, None)
        firsts = list(rows.values())
        return list(rows), [bisect_left(firsts, start) for start in first_entry]
    import numpy as np

    row_of = np.full(len(book.player_ids), len(player), dtype="q")
    row_of[player[::-1]] = np.arange(len(player) - 1, -1, -1)  # of many values for one place the last stays
    row_of[list(met)] = len(player)
    order = np.argsort(row_of)
    offsets = np.searchsorted(row_of[order], np.asarray(first_entry))
    return order[: offsets[-1]], offsets.tolist()

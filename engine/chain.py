"""The chain of events: what each was computed from, what came out, and a hash that joins it to all before.

A link is the SHA-256 of the link before, the event's inputs and its outputs. Two computations with the same
last link are the same to the last unit. And since the loop is a function of its inputs, equal inputs up to an
event mean equal results up to it: the first event whose inputs differ is where a calculation has to begin
again, and the results before it are its checkpoint.

Inputs of an event: its facts (Art. 8), the signature of its methodology, its games with who plays them, and
the entry states of the players whose first event it is. Numbers are hashed in the widths of `columns.WIDTHS`,
little-endian; text in UTF-8.

Belongs here: hashes and their comparison. Does not belong here: where links are kept, what is said of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple

from engine.columns import WIDTHS, Book, Column, Computed, Games, Ledger, Results, encoded

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
    """The hash of what every event gave, from event ``first`` on."""
    first_game, first_entry = _ints(book.events.first_game), _ints(book.events.first_entry)
    ledger = [*zip(computed.ledger, WIDTHS[Ledger], strict=True)]
    results = [*zip(computed.results, WIDTHS[Results], strict=True)]
    hashes = []
    for e in range(first, book.n_events):
        sha = hashlib.sha256()
        for columns, offsets in ((ledger, first_game), (results, first_entry)):
            start, stop = offsets[e], offsets[e + 1]
            for column, width in columns:
                sha.update(encoded(column, width, start, stop))
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


def _games(book: Book, first: int) -> Iterator[str]:
    """Per event: who plays (ids in order), then each game as places among them, score and rhythm."""
    first_game, first_entry = _ints(book.events.first_game), _ints(book.events.first_entry)
    player = _ints(book.entries.player)
    columns = [*zip(_seats(book), WIDTHS[Games], strict=True)]
    id_of = book.player_ids.__getitem__
    for e in range(first, book.n_events):
        start, stop = first_entry[e], first_entry[e + 1]
        sha = hashlib.sha256("\n".join(map(id_of, player[start:stop])).encode("utf-8"))
        for column, width in columns:
            sha.update(encoded(column, width, first_game[e], first_game[e + 1]))
        yield sha.hexdigest()


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
    player = _ints(book.entries.player)
    rating, games, development = (_ints(column) for column in book.players)
    met = bytearray(len(rating))
    for p in known:
        met[p] = 1
    for e in range(book.n_events):
        lines = []
        for p in player[first_entry[e] : first_entry[e + 1]]:
            if not met[p]:
                met[p] = 1
                lines.append(f"{book.player_ids[p]}\n{rating[p]} {games[p]} {development[p]}")
        if e >= first:
            yield _sha("\n".join(lines))

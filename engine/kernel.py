"""The replay over columns: one loop (`loop`), plain on lists or compiled on arrays, and what it cannot
decide.

`replay.replay` is the specification; this gives the same numbers, faster. Lists need nothing but Python.
Large books are compiled by numba, an extra: importing it costs a quarter of a second, which pays from about
`COMPILE_FROM` games.

The loop knows whole numbers only. Where they do not suffice it stops before it has changed anything of the
event, says why, and `run` decides with big integers and fractions, then lets it go on: a difference of
ratings beyond the table, or a sum nearer to a half than the table can tell. Both give what the specification
gives.

Belongs here: what runs the loop. Does not belong here: the loop, and how columns come about (`book`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NoReturn

from engine.columns import (
    Book,
    Column,
    Computed,
    Ledger,
    Players,
    Results,
    Used,
    book_of_arrays,
    book_of_lists,
    new_columns,
)
from engine.exact import Term, decide
from engine.expected_score import expected_table, expected_units
from engine.loop import (
    DONE,
    FAR,
    STRIDE,
    TOO_HIGH,
    TOO_MANY,
    UNDECIDED,
    Scale,
    Working,
    replay_events,
    restore,
)

Speed = Literal["plain", "compiled"]

#: Games from which compiling pays in a process that has to import numba first.
COMPILE_FROM = 500_000


@cache
def _compiled(work: Callable[..., Any]) -> Callable[..., Any]:
    """The function compiled by numba, from its cache on disk where it has been compiled before."""
    import numba

    compiled: Callable[..., Any] = numba.njit(cache=True, nogil=True)(work)
    return compiled


def speed_for(n_games: int) -> Speed:
    """Compiled where the book is large and numba is installed (and not switched off); plain otherwise."""
    if n_games < COMPILE_FROM:
        return "plain"
    try:
        from numba.core import config
    except ImportError:
        return "plain"
    return "plain" if vars(config)["DISABLE_JIT"] else "compiled"


def run(
    book: Book,
    speed: Speed | None = None,
    known: Results | None = None,
    known_events: int = 0,
    units: bool = True,
) -> Computed:
    """Rate every game of a book. ``speed`` None: as `speed_for` says. Without ``units`` the ledger's columns
    of units, which follow from those of `Used`, stay empty.

    ``known``: results of the first ``known_events`` events, computed before (their rows alone are read): the
    loop goes on from there, and the ledger of those events stays zero. ``ValueError`` for a rating beyond
    `HIGHEST_RATING`, ``OverflowError`` where the units of one player in one event do not fit 64 bits.
    """
    if speed is None:
        speed = speed_for(book.n_games)
    arrays = speed == "compiled"
    book = book_of_arrays(book) if arrays else book_of_lists(book)
    loop, restored = replay_events, restore
    if arrays:
        loop, restored = _compiled(replay_events), _compiled(restore)
    events, n_entries = book.events, book.n_entries
    overlaps = _overlaps(book, known_events)
    ledger = new_columns(Ledger, book.n_games, arrays)
    if not units:
        left_out = Ledger._fields[len(Used._fields) :]
        ledger = ledger._replace(**dict.fromkeys(left_out, ledger.expected[:0]))
    results = new_columns(Results, n_entries, arrays)
    known_entries = int(events.first_entry[known_events])
    if known is not None:
        for column, values in zip(results, known, strict=True):
            column[:known_entries] = values[:known_entries]
    working = _working(book, arrays, overlaps)
    scale = _scale(list(expected_table()), arrays)
    restored(known_entries, book.entries.player, book.players, results, working, overlaps)

    first, last, near_ties = known_events, book.n_events, 0
    widest: Scale | None = None
    decided_rows: list[int] = []
    end = last
    while first < last:
        stopped, event, row = loop(
            first,
            end,
            overlaps,
            widest or scale,
            book.rules,
            events,
            book.entries,
            book.games,
            book.players,
            book.reassessed,
            ledger,
            results,
            working,
        )
        if stopped == DONE:
            for one in decided_rows:
                working.verdict[one] = UNDECIDED
            decided_rows.clear()
            first, end, widest = event, last, None
            continue
        if stopped in (TOO_HIGH, TOO_MANY):
            _refuse(book, stopped, event, row, results, working)
        first_row = int(events.first_entry[event])
        if stopped == FAR:
            widest = _wide_scale(book, event, results, arrays)
        else:
            decided = decide(_terms(book, event, row, ledger), int(results.change[row]))
            working.verdict[row - first_row] = decided.value
            decided_rows.append(row - first_row)
            near_ties += decided.near_tie
        # The event again, alone: with the wider table, or with the verdict.
        _zero(results, first_row, int(events.first_entry[event + 1]))
        first, end = event, event + 1
    states = Players(*(working.state[place::STRIDE] for place in range(3)))
    return Computed(ledger, results, states, near_ties)


def _overlaps(book: Book, known_events: int) -> bool:
    """Whether some event to rate does not see all that precede it."""
    visible = book.events.visible
    if isinstance(visible, list):
        return any(visible[e] < e for e in range(known_events, len(visible)))
    import numpy as np

    return bool((visible[known_events:] < np.arange(known_events, len(visible))).any())


def _working(book: Book, arrays: bool, overlaps: bool) -> Working:
    events, n_players, n_entries = book.events, len(book.players.rating), book.n_entries
    in_event, games_in_event = _longest(events.first_entry), _longest(events.first_game)

    def zeros(length: int, width: str, value: int = 0) -> Column:
        if not arrays:
            return [value] * length
        import numpy as np

        return np.full(length, value, dtype=width) if value else np.zeros(length, dtype=width)

    return Working(
        state=zeros(STRIDE * n_players, "i"),
        previous=zeros(n_entries if overlaps else 0, "i"),
        frozen_games=zeros(in_event, "q"),
        frozen_development=zeros(in_event, "q"),
        rated=zeros(in_event, "q"),
        k_sum=zeros(in_event, "q"),
        verdict=zeros(in_event, "q", UNDECIDED),
        start=zeros(in_event, "q"),
        link=zeros(2 * games_in_event, "q"),
    )


def _longest(offsets: Column) -> int:
    """The most rows of one event."""
    if isinstance(offsets, list):
        return max((after - before for before, after in pairwise(offsets)), default=0)
    import numpy as np

    return int(np.diff(offsets).max(initial=0))


def _scale(expected: list[int], arrays: bool) -> Scale:
    weight = [0] * (len(expected) // 2 + 1)
    if not arrays:
        return Scale(expected, weight)
    import numpy as np

    return Scale(np.array(expected, dtype="q"), np.array(weight, dtype="q"))


def _wide_scale(book: Book, event: int, results: Results, arrays: bool) -> Scale:
    """Units of E for the differences of one event, which go beyond the table."""
    used = results.rating_used
    first, last = int(book.events.first_entry[event]), int(book.events.first_entry[event + 1])
    rows = [int(one) for one in used[first:last]]
    reach = max(rows) - min(rows)
    expected = [0] * (2 * reach + 1)
    for i in range(int(book.events.first_game[event]), int(book.events.first_game[event + 1])):
        diff = rows[book.games.white[i]] - rows[book.games.black[i]]
        expected[diff + reach] = expected_units(diff)
    return _scale(expected, arrays)


def _terms(book: Book, event: int, row: int, ledger: Ledger) -> list[Term]:
    """The games of one entry, as `exact.decide` takes them."""
    terms: list[Term] = []
    seat = row - int(book.events.first_entry[event])
    for i in range(int(book.events.first_game[event]), int(book.events.first_game[event + 1])):
        diff = int(ledger.white_rating[i]) - int(ledger.black_rating[i])
        half_points = int(book.games.half_points[i])
        if book.games.white[i] == seat:
            terms.append((int(book.rules.k[ledger.white_rule[i]]), diff, half_points))
        elif book.games.black[i] == seat:
            terms.append((int(book.rules.k[ledger.black_rule[i]]), -diff, 2 - half_points))
    return terms


def _zero(results: Results, first: int, last: int) -> None:
    """The rows of an event as before its games, so that it can be rated again."""
    for column in (results.expected, results.change):
        for row in range(first, last):
            column[row] = 0


def _refuse(book: Book, why: int, event: int, row: int, results: Results, working: Working) -> NoReturn:
    player, event_id = int(book.entries.player[row]), book.event_ids[event]
    who = book.player_ids[player]
    if why == TOO_HIGH:
        reached = int(working.state[STRIDE * player]) + int(results.change_rounded[row])
        raise ValueError(f"event {event_id}: {who} would reach {reached}")
    raise OverflowError(f"event {event_id}: the games of {who} are too many to add up in 64 bits")

"""Books for the engine's loop: from the engine's values, or from columns of a database.

Belongs here: who sits in which event (entries), which events are behind an event's ratings, the rules by
version, and the way back to the rows of `replay`. Does not belong here: the loop (`kernel`), the order of
events (`order`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from itertools import count, pairwise
from typing import Any

from engine.base_date_columns import with_base_dates
from engine.base_dates import steps_of, visible
from engine.columns import (
    BASE_DATE,
    MIXED,
    Book,
    Column,
    Computed,
    Entries,
    Events,
    Games,
    Players,
    Rules,
    as_arrays,
    as_lists,
)
from engine.entry import EntryState
from engine.expected_score import DENOMINATOR
from engine.inputs import check_state, games_by_event
from engine.methodology import RHYTHMS
from engine.order import in_order
from engine.rows import (
    EventResult,
    LedgerSide,
    PlayerState,
    RatedEvent,
    RatedGame,
    RatingMoved,
    Reassessment,
    Replay,
)
from engine.versions import Rulebook


def book_of(
    entries: Sequence[EntryState],
    events: Sequence[RatedEvent],
    games: Sequence[RatedGame],
    rules: Rulebook,
    reassessments: Sequence[Reassessment] | None = None,
) -> Book:
    """A book from the engine's values; arguments and errors are those of `replay.replay`."""
    ordered = in_order(events, rules)
    grouped = games_by_event(ordered, games)
    players = player_columns(entries, rules)
    number = {entry.fnx_id: place for place, entry in enumerate(sorted(entries, key=lambda one: one.fnx_id))}
    code: dict[str, int] = {rhythm: place for place, rhythm in enumerate(RHYTHMS)}
    first_game, white, black, half_points, rhythm = [0], [], [], [], []
    for event in ordered:
        for game in grouped[event.event_id]:
            for fnx_id in (game.white, game.black):
                if fnx_id not in number:
                    raise ValueError(
                        f"event {game.event_id}, round {game.round}: player {fnx_id} has no entry rating"
                    )
            white.append(number[game.white])
            black.append(number[game.black])
            half_points.append(game.white_half_points)
            rhythm.append(code[game.rhythm])
        first_game.append(len(white))
    return book_from_columns(
        rules, players, sorted(number), ordered, first_game, white, black, half_points, rhythm, reassessments
    )


def book_from_columns(
    rules: Rulebook,
    players: Players,
    player_ids: Sequence[str],
    ordered: Sequence[RatedEvent],
    first_game: Column,
    white: Column,
    black: Column,
    half_points: Column,
    rhythm: Column,
    reassessments: Sequence[Reassessment] | None = None,
) -> Book:
    """A book from columns of games (lists, or numpy arrays) whose ``white`` and ``black`` are player numbers.

    ``ordered``: the events in the order of Art. 8. Games stand by event, round and board.
    """
    steps = steps_of(ordered, reassessments, rules)
    numbers = {id(version): place for place, version in enumerate(rules.versions)}
    version_of = [numbers[id(rules.on(event.end_date))] for event in ordered]
    first_entry, entries, white_seats, black_seats = seat(
        first_game, white, black, half_points, len(players.rating)
    )
    book = Book(
        rules=rule_columns(rules),
        events=Events(
            first_game=first_game,
            first_entry=first_entry,
            visible=visible(ordered, rules),
            version=version_of,
            rhythm=_rhythm_of_events(first_game, rhythm),
        ),
        entries=entries,
        games=Games(white_seats, black_seats, half_points, rhythm),
        players=players,
        player_ids=player_ids,
        event_ids=[event.event_id for event in ordered],
        rhythms_differ=[event.rhythms_differ for event in ordered],
        event_facts=[facts_of(event) for event in ordered],
        signatures=[version.signature() for version in rules.versions],
    )
    return book if len(steps) == len(ordered) else with_base_dates(book, steps, rules)


def player_columns(entries: Sequence[EntryState], rules: Rulebook) -> Players:
    """The entry states by sorted id; ``ValueError`` for a player twice and a state that cannot be."""
    by_id = sorted(entries, key=lambda entry: entry.fnx_id)
    for entry, following in pairwise(by_id):
        if entry.fnx_id == following.fnx_id:
            raise ValueError(f"player {entry.fnx_id} has two entry ratings")
    for entry in by_id:
        check_state(entry, rules)
    return Players(
        [entry.rating for entry in by_id],
        [entry.games for entry in by_id],
        [int(entry.in_development) for entry in by_id],
    )


def rule_columns(rules: Rulebook) -> Rules:
    """The numbers of every version (Arts. 6, 7)."""
    versions = rules.versions
    return Rules(
        k=[one.k_of(rhythm, bool(dev)) for one in versions for rhythm in RHYTHMS for dev in (0, 1)],
        floor=[one.floor for one in versions],
        development_games=[one.development_games for one in versions],
        development_rating=[one.development_rating for one in versions],
        by_game=[int(one.k_granularity == "game") for one in versions],
    )


def facts_of(event: RatedEvent) -> str:
    """What Arts. 7 and 8 read of an event, as text: dates, time, homologation, whether rhythms differ."""
    return "|".join(
        (
            event.start_date.isoformat(),
            event.end_date.isoformat(),
            event.end_time or "",
            str(event.homologation_no),
            str(int(event.rhythms_differ)),
        )
    )


def _rhythm_of_events(first_game: Column, rhythm: Column) -> Column:
    """The rhythm of all games of each event, or `MIXED`; 0 for an event without games."""
    if isinstance(rhythm, list):
        found = []
        for start, stop in pairwise(first_game):
            in_event = set(rhythm[start:stop])
            found.append(in_event.pop() if len(in_event) == 1 else MIXED if in_event else 0)
        return found
    import numpy as np

    offsets = np.asarray(first_game)
    column = np.zeros(len(offsets) - 1, dtype="b")
    some = offsets[1:] > offsets[:-1]
    if some.any():
        starts = offsets[:-1][some]
        low, high = np.minimum.reduceat(rhythm, starts), np.maximum.reduceat(rhythm, starts)
        column[some] = np.where(low == high, low, MIXED)
    return column


# --- who sits in which event ------------------------------------------------------------------------------


def seat(
    first_game: Column, white: Column, black: Column, half_points: Column, n_players: int
) -> tuple[Column, Entries, Column, Column]:
    """Entries from games by player number: offsets by event, entries, and the seats that the games name."""
    if isinstance(white, list):
        return _seat_lists(first_game, white, black, half_points)
    import numpy as np

    offsets = np.asarray(first_game, dtype="q")
    try:
        placed = _compiled_seats()
    except ImportError:
        rows = _seat_lists(offsets.tolist(), white.tolist(), black.tolist(), half_points.tolist())
        return (
            np.array(rows[0], dtype="q"),
            as_arrays(rows[1]),
            np.array(rows[2], dtype="i"),
            np.array(rows[3], dtype="i"),
        )
    first_entry = np.zeros(len(offsets), dtype="q")
    player, games, points = (np.empty(2 * len(white), dtype="i") for _ in range(3))
    white_seats, black_seats = np.empty(len(white), dtype="i"), np.empty(len(white), dtype="i")
    row_of = np.full(n_players, -1, dtype="q")
    total = placed(
        *(offsets, white, black, half_points, row_of, first_entry),
        *(player, games, points, white_seats, black_seats),
    )
    entries = Entries(*(column[:total] for column in (player, games, points)))
    return first_entry, entries, white_seats, black_seats


def _seat_lists(
    first_game: list[int], white: list[int], black: list[int], half_points: list[int]
) -> tuple[list[int], Entries, list[int], list[int]]:
    first_entry: list[int] = [0]
    player: list[int] = []
    games: list[int] = []
    points: list[int] = []
    white_seats: list[int] = []
    black_seats: list[int] = []
    for start, stop in pairwise(first_game):
        whites, blacks = white[start:stop], black[start:stop]
        roster = sorted({*whites, *blacks})
        seat_of = dict(zip(roster, count(), strict=False)).__getitem__
        whites, blacks = list(map(seat_of, whites)), list(map(seat_of, blacks))
        played, scored = [0] * len(roster), [0] * len(roster)
        for w, b, score in zip(whites, blacks, half_points[start:stop], strict=True):
            played[w] += 1
            played[b] += 1
            scored[w] += score
            scored[b] += 2 - score
        white_seats += whites
        black_seats += blacks
        player += roster
        games += played
        points += scored
        first_entry.append(len(player))
    return first_entry, Entries(player, games, points), white_seats, black_seats


def _place(
    first_game: Any,
    white: Any,
    black: Any,
    half_points: Any,
    row_of: Any,
    first_entry: Any,
    player: Any,
    games: Any,
    points: Any,
    white_seats: Any,
    black_seats: Any,
) -> int:
    """`_seat_lists` on arrays, to be compiled; ``row_of`` holds -1 for each player."""
    total = 0
    for e in range(len(first_game) - 1):
        start = total
        for i in range(first_game[e], first_game[e + 1]):
            if row_of[white[i]] < start:
                row_of[white[i]] = total
                player[total] = white[i]
                total += 1
            if row_of[black[i]] < start:
                row_of[black[i]] = total
                player[total] = black[i]
                total += 1
        player[start:total].sort()
        for r in range(start, total):
            row_of[player[r]] = r
            games[r] = points[r] = 0
        for i in range(first_game[e], first_game[e + 1]):
            w, b, scored = row_of[white[i]], row_of[black[i]], half_points[i]
            white_seats[i], black_seats[i] = w - start, b - start
            games[w] += 1
            games[b] += 1
            points[w] += scored
            points[b] += 2 - scored
        first_entry[e + 1] = total
    return total


@cache
def _compiled_seats() -> Any:
    import numba

    return numba.njit(cache=True, nogil=True)(_place)


# --- the way back to rows ---------------------------------------------------------------------------------


def as_replay(book: Book, computed: Computed, games: Sequence[RatedGame], rules: Rulebook) -> Replay:
    """The rows of `replay.replay` from what the loop computed, for small books: tests and explanations.

    ``games``: those the book was made of, in any order.
    """
    ledger, results, states = as_lists(computed.ledger), as_lists(computed.results), as_lists(computed.states)
    events, columns, k_of = as_lists(book.events), as_lists(book.games), as_lists(book.rules).k
    entries = as_lists(book.entries)
    by_event: dict[str, list[RatedGame]] = {}
    for game in games:
        by_event.setdefault(game.event_id, []).append(game)
    sides: list[LedgerSide] = []
    rows: list[EventResult] = []
    moved: list[RatingMoved] = []
    order = 0
    for e, event_id in enumerate(book.event_ids):
        if events.rhythm[e] == BASE_DATE:
            moved += [
                RatingMoved(
                    date.fromisoformat(book.event_facts[e]),
                    book.player_ids[entries.player[r]],
                    *(results.rating_before[r], results.rating_after[r]),
                    *(results.games_before[r], results.games_after[r]),
                    bool(results.development_before[r]),
                    bool(results.development_after[r]),
                )
                for r in range(events.first_entry[e], events.first_entry[e + 1])
            ]
            continue
        order += 1
        in_event = sorted(
            by_event.get(event_id, []),
            key=lambda one: (one.round, one.board is None, one.board or 0, one.white, one.black),
        )
        players = entries.player[events.first_entry[e] : events.first_entry[e + 1]]
        seated = [book.player_ids[player] for player in players]
        for i, game in zip(range(events.first_game[e], events.first_game[e + 1]), in_event, strict=True):
            white, black = seated[columns.white[i]], seated[columns.black[i]]
            half, expected = columns.half_points[i], ledger.expected[i]
            mine, theirs = ledger.white_rating[i], ledger.black_rating[i]
            head = (event_id, order, game.round, game.board)
            rule = ledger.white_rule[i]
            sides.append(
                LedgerSide(
                    *(*head, white, black, "white", RHYTHMS[columns.rhythm[i]], half, mine, theirs),
                    *(k_of[rule], "development" if rule & 1 else "ordinary"),
                    *(expected, ledger.white_change[i]),
                )
            )
            rule = ledger.black_rule[i]
            sides.append(
                LedgerSide(
                    *(*head, black, white, "black", RHYTHMS[columns.rhythm[i]], 2 - half, theirs, mine),
                    *(k_of[rule], "development" if rule & 1 else "ordinary"),
                    *(DENOMINATOR - expected, ledger.black_change[i]),
                )
            )
        for r, fnx_id in enumerate(seated, events.first_entry[e]):
            differs = book.rhythms_differ[e] or results.rule[r] < 0
            before, rounded = results.rating_before[r], results.change_rounded[r]
            rows.append(
                EventResult(
                    event_id=event_id,
                    event_order=order,
                    fnx_id=fnx_id,
                    rating_used=results.rating_used[r],
                    rating_before=before,
                    k=None if differs else k_of[results.rule[r]],
                    games=entries.games[r],
                    half_points=entries.half_points[r],
                    expected_units=results.expected[r],
                    change_units=results.change[r],
                    change_rounded=rounded,
                    floor_applied=results.rating_after[r] - (before + rounded),
                    rating_after=results.rating_after[r],
                    games_before=results.games_before[r],
                    games_after=results.games_after[r],
                    in_development_before=bool(results.development_before[r]),
                    in_development_after=bool(results.development_after[r]),
                )
            )
    final = tuple(
        PlayerState(fnx_id, states.rating[p], states.games[p], bool(states.development[p]))
        for p, fnx_id in enumerate(book.player_ids)
    )
    return Replay(tuple(sides), tuple(rows), final, computed.near_ties, tuple(moved))

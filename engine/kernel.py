"""The replay as one loop over columns: the same source runs plain on lists, or compiled on arrays.

`replay.replay` is the specification; this gives the same numbers, faster. Lists need nothing but Python.
Large books are compiled by numba, an extra: importing it costs a quarter of a second, which pays from about
`COMPILE_FROM` games.

The loop knows whole numbers only. Where they do not suffice it stops before it has changed anything of the
event, says why, and `run` decides with big integers and fractions, then lets it go on: a difference of
ratings beyond the table, or a sum nearer to a half than the table can tell. Both give what the specification
gives.

Belongs here: the loop and what runs it. Does not belong here: how columns come about (`book`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple, NoReturn

from engine.columns import (
    DIFFERS,
    Book,
    Column,
    Computed,
    Entries,
    Events,
    Games,
    Ledger,
    Players,
    Results,
    Rules,
    book_of_arrays,
    book_of_lists,
    new_columns,
)
from engine.exact import Term, decide
from engine.expected_score import DENOMINATOR, DIVISOR, TABULATED, expected_table, expected_units
from engine.replay import HIGHEST_RATING

Speed = Literal["plain", "compiled"]

#: Games from which compiling pays in a process that has to import numba first.
COMPILE_FROM = 500_000

# Why the loop stopped.
_DONE, _FAR, _NEAR_TIE, _TOO_HIGH, _TOO_MANY = range(5)

_HALF_POINT = DENOMINATOR // 2
#: No verdict: ratings and changes are far smaller.
_NONE = -(1 << 30)
#: K of a player's games in one event, added up, whose units still fit 64 bits.
_MOST_K = (1 << 62) // DENOMINATOR


class Scale(NamedTuple):
    """``expected``: units of E for each difference around the middle; ``weight``: one zero per difference."""

    expected: Column
    weight: Column


class Working(NamedTuple):
    """What the loop keeps: the players' states now, and the rows of each player's past results.

    ``history[head[p]:tail[p]]`` are the entries of player p so far, rising. The others are scratch, one item
    per entry of the largest event (two per game in ``link``).
    """

    rating: Column
    games: Column
    development: Column
    head: Column
    tail: Column
    history: Column
    frozen_games: Column
    frozen_development: Column
    rated: Column
    k_sum: Column
    verdict: Column
    start: Column
    link: Column


def restore(
    n_entries: int, player: Column, start: Players, results: Results, working: Working, overlaps: bool
) -> None:
    """The state after the first ``n_entries`` results, which are known: the results are the checkpoint."""
    rating, games, development = working.rating, working.games, working.development
    head, tail, history = working.head, working.tail, working.history
    rating_after, games_after = results.rating_after, results.games_after
    development_after = results.development_after
    for p in range(len(rating)):
        rating[p] = start.rating[p]
        games[p] = start.games[p]
        development[p] = start.development[p]
    if overlaps:
        for r in range(len(player)):
            head[player[r] + 1] += 1
        for p in range(len(rating)):
            head[p + 1] += head[p]
            tail[p] = head[p]
    for r in range(n_entries):
        p = player[r]
        rating[p] = rating_after[r]
        games[p] = games_after[r]
        development[p] = development_after[r]
        if overlaps:
            history[tail[p]] = r
            tail[p] += 1


def replay_events(
    first: int,
    last: int,
    overlaps: bool,
    scale: Scale,
    rules: Rules,
    events: Events,
    entries: Entries,
    games: Games,
    start: Players,
    ledger: Ledger,
    results: Results,
    working: Working,
) -> tuple[int, int, int]:
    """Rate events ``first`` to ``last`` (not included): (why it stopped, event, row of entries).

    Arts. 6 and 7; rows of results to fill must hold zeros. ``overlaps``: some event does not see all that
    precede it.
    """
    expected_of, weight = scale.expected, scale.weight
    reach = len(expected_of) // 2
    k_of = rules.k
    first_game, first_entry, visible = events.first_game, events.first_entry, events.visible
    white, black, half_points, rhythm = games.white, games.black, games.half_points, games.rhythm
    out_white_rating, out_black_rating = ledger.white_rating, ledger.black_rating
    out_white_rule, out_black_rule = ledger.white_rule, ledger.black_rule
    out_expected, out_white_change, out_black_change = (
        ledger.expected,
        ledger.white_change,
        ledger.black_change,
    )
    player, count, points = entries.player, entries.games, entries.half_points
    rule, used = results.rule, results.rating_used
    expected, change, change_rounded = results.expected, results.change, results.change_rounded
    rating_before, rating_after = results.rating_before, results.rating_after
    games_before, games_after = results.games_before, results.games_after
    development_before, development_after = results.development_before, results.development_after
    rating, played, development = working.rating, working.games, working.development
    head, tail, history = working.head, working.tail, working.history
    frozen_games, frozen_development = working.frozen_games, working.frozen_development
    rated, k_sum, verdict = working.rated, working.k_sum, working.verdict
    start_of, link = working.start, working.link

    for e in range(first, last):
        r0, r1 = first_entry[e], first_entry[e + 1]
        g0, g1 = first_game[e], first_game[e + 1]
        version = events.version[e]
        floor, milestone = rules.floor[version], rules.development_games[version]
        ceiling, by_game = rules.development_rating[version], rules.by_game[version]
        base = 6 * version
        one_k = by_game == 0 and events.rhythm[e] >= 0
        if one_k:
            base += 2 * events.rhythm[e]
        seen = first_entry[visible[e]]  # entries from here on are hidden from this event
        lowest, highest = 1 << 30, -1

        # 1. Freeze every player at the start (Art. 7 par. 1).
        for r in range(r0, r1):
            p = player[r]
            own, valid, developing = rating[p], played[p], development[p]
            if seen < r0 and head[p] < tail[p] and history[tail[p] - 1] >= seen:
                low, high = head[p], tail[p] - 1
                while low < high:  # the first result of theirs that is hidden
                    middle = (low + high) // 2
                    if history[middle] >= seen:
                        high = middle
                    else:
                        low = middle + 1
                if low == head[p]:
                    own, valid, developing = start.rating[p], start.games[p], start.development[p]
                else:
                    past = history[low - 1]
                    own, valid = rating_after[past], games_after[past]
                    developing = development_after[past]
            used[r] = own
            rule[r] = base + developing
            if own < lowest:
                lowest = own
            if own > highest:
                highest = own
            if not one_k:
                frozen_games[r - r0], frozen_development[r - r0] = valid, developing
                k_sum[r - r0], rated[r - r0] = 0, 0
        if highest - lowest > reach:
            return _FAR, e, r0

        # 2. The games (Art. 7).
        if one_k:
            for i in range(g0, g1):
                w, b, s = white[i], black[i], half_points[i]
                white_rating, black_rating = used[w], used[b]
                white_rule, black_rule = rule[w], rule[b]
                units = expected_of[white_rating - black_rating + reach]
                surplus = s * _HALF_POINT - units
                out_white_rating[i] = white_rating
                out_black_rating[i] = black_rating
                out_white_rule[i] = white_rule
                out_black_rule[i] = black_rule
                out_expected[i] = units
                out_white_change[i] = k_of[white_rule] * surplus
                out_black_change[i] = -k_of[black_rule] * surplus
                change[w] += surplus
                change[b] -= surplus
        else:
            for i in range(g0, g1):
                w, b, s = white[i], black[i], half_points[i]
                white_rating, black_rating = used[w], used[b]
                white_development, black_development = frozen_development[w - r0], frozen_development[b - r0]
                if by_game != 0:  # the games milestone counts inside the event too
                    if frozen_games[w - r0] + rated[w - r0] >= milestone:
                        white_development = 0
                    if frozen_games[b - r0] + rated[b - r0] >= milestone:
                        black_development = 0
                white_rule = base + 2 * rhythm[i] + white_development
                black_rule = base + 2 * rhythm[i] + black_development
                white_k, black_k = k_of[white_rule], k_of[black_rule]
                if rated[w - r0] == 0 or (rule[w] != DIFFERS and k_of[rule[w]] == white_k):
                    rule[w] = white_rule
                else:
                    rule[w] = DIFFERS
                if rated[b - r0] == 0 or (rule[b] != DIFFERS and k_of[rule[b]] == black_k):
                    rule[b] = black_rule
                else:
                    rule[b] = DIFFERS
                units = expected_of[white_rating - black_rating + reach]
                surplus = s * _HALF_POINT - units
                out_white_rating[i] = white_rating
                out_black_rating[i] = black_rating
                out_white_rule[i] = white_rule
                out_black_rule[i] = black_rule
                out_expected[i] = units
                out_white_change[i] = white_k * surplus
                out_black_change[i] = -black_k * surplus
                change[w] += white_k * surplus
                change[b] -= black_k * surplus
                expected[w] += units
                expected[b] += DENOMINATOR - units
                k_sum[w - r0] += white_k
                k_sum[b - r0] += black_k
                rated[w - r0] += 1
                rated[b - r0] += 1

        # 3. Round each sum once and apply it at the event's place (Art. 7 pars. 2, 3; Art. 6 pars. 2, 3).
        linked = False
        for r in range(r0, r1):
            n = count[r]
            if one_k:
                k = k_of[rule[r]]
                k_total = k * n
                if k_total > _MOST_K:
                    return _TOO_MANY, e, r
                expected[r] = points[r] * _HALF_POINT - change[r]
                total = k * change[r]
                change[r] = total
            else:
                k_total = k_sum[r - r0]
                if k_total > _MOST_K:
                    return _TOO_MANY, e, r
                total = change[r]
            rounded = (total + _HALF_POINT) // DENOMINATOR
            rest = total + _HALF_POINT - rounded * DENOMINATOR
            if 2 * rest <= k_total or 2 * (DENOMINATOR - rest) <= k_total:
                # In doubt, were every E wrong: see how much is left when games at +d and -d cancel.
                if not linked:
                    linked = True
                    for j in range(r1 - r0):
                        start_of[j] = -1
                    for i in range(g0, g1):
                        side = 2 * (i - g0)
                        link[side] = start_of[white[i] - r0]
                        start_of[white[i] - r0] = side
                        link[side + 1] = start_of[black[i] - r0]
                        start_of[black[i] - r0] = side + 1
                side = start_of[r - r0]
                while side >= 0:
                    i = g0 + side // 2
                    diff = out_white_rating[i] - out_black_rating[i]
                    game_k = k_of[out_white_rule[i]]
                    if side % 2 == 1:
                        diff = -diff
                        game_k = k_of[out_black_rule[i]]
                    if diff >= 0:
                        weight[diff] += game_k
                    else:
                        weight[-diff] -= game_k
                    side = link[side]
                unsure = 0
                side = start_of[r - r0]
                while side >= 0:
                    i = g0 + side // 2
                    diff = abs(out_white_rating[i] - out_black_rating[i])
                    if diff % DIVISOR != 0 or diff > TABULATED:
                        unsure += abs(weight[diff])
                    weight[diff] = 0
                    side = link[side]
                if unsure > 0 and (2 * rest <= unsure or 2 * (DENOMINATOR - rest) <= unsure):
                    if verdict[r - r0] == _NONE:
                        for q in range(r0, r):  # as if the event had not begun
                            p = player[q]
                            rating[p], played[p] = rating_before[q], games_before[q]
                            development[p] = development_before[q]
                            if overlaps:
                                tail[p] -= 1
                        return _NEAR_TIE, e, r
                    rounded = verdict[r - r0]
            p = player[r]
            before, valid, developing = rating[p], played[p], development[p]
            after = before + rounded
            change_rounded[r] = rounded
            if after < floor:
                after = floor
            if after > HIGHEST_RATING:
                return _TOO_HIGH, e, r
            rating_before[r], games_before[r], development_before[r] = before, valid, developing
            valid += n
            if developing != 0 and (valid >= milestone or after > ceiling):
                developing = 0
            rating_after[r], games_after[r], development_after[r] = after, valid, developing
            rating[p], played[p], development[p] = after, valid, developing
            if overlaps:
                history[tail[p]] = r
                tail[p] += 1
    return _DONE, last, 0


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
    book: Book, speed: Speed | None = None, known: Results | None = None, known_events: int = 0
) -> Computed:
    """Rate every game of a book. ``speed`` None: as `speed_for` says.

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
            ledger,
            results,
            working,
        )
        if stopped == _DONE:
            for one in decided_rows:
                working.verdict[one] = _NONE
            decided_rows.clear()
            first, end, widest = event, last, None
            continue
        if stopped in (_TOO_HIGH, _TOO_MANY):
            _refuse(book, stopped, event, row, results, working)
        first_row = int(events.first_entry[event])
        if stopped == _FAR:
            widest = _wide_scale(book, event, results, arrays)
        else:
            decided = decide(_terms(book, event, row, ledger), int(results.change[row]))
            working.verdict[row - first_row] = decided.value
            decided_rows.append(row - first_row)
            near_ties += decided.near_tie
        # The event again, alone: with the wider table, or with the verdict.
        _zero(results, first_row, int(events.first_entry[event + 1]))
        first, end = event, event + 1
    states = Players(working.rating, working.games, working.development)
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
    in_event = max(_steps(events.first_entry), default=0)
    games_in_event = max(_steps(events.first_game), default=0)

    def zeros(length: int, width: str, value: int = 0) -> Column:
        if not arrays:
            return [value] * length
        import numpy as np

        return np.full(length, value, dtype=width)

    indexed = n_players if overlaps else 0
    return Working(
        rating=zeros(n_players, "q"),
        games=zeros(n_players, "q"),
        development=zeros(n_players, "q"),
        head=zeros(indexed + 1, "q"),
        tail=zeros(indexed, "q"),
        history=zeros(n_entries if overlaps else 0, "i"),
        frozen_games=zeros(in_event, "q"),
        frozen_development=zeros(in_event, "q"),
        rated=zeros(in_event, "q"),
        k_sum=zeros(in_event, "q"),
        verdict=zeros(in_event, "q", _NONE),
        start=zeros(in_event, "q"),
        link=zeros(2 * games_in_event, "q"),
    )


def _steps(offsets: Column) -> list[int]:
    values = offsets if isinstance(offsets, list) else offsets.tolist()
    return [after - before for before, after in pairwise(values)]


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
        diff = int(used[book.games.white[i]]) - int(used[book.games.black[i]])
        expected[diff + reach] = expected_units(diff)
    return _scale(expected, arrays)


def _terms(book: Book, event: int, row: int, ledger: Ledger) -> list[Term]:
    """The games of one entry, as `exact.decide` takes them."""
    terms: list[Term] = []
    for i in range(int(book.events.first_game[event]), int(book.events.first_game[event + 1])):
        diff = int(ledger.white_rating[i]) - int(ledger.black_rating[i])
        half_points = int(book.games.half_points[i])
        if book.games.white[i] == row:
            terms.append((int(book.rules.k[ledger.white_rule[i]]), diff, half_points))
        elif book.games.black[i] == row:
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
    if why == _TOO_HIGH:
        reached = int(working.rating[player]) + int(results.change_rounded[row])
        raise ValueError(f"event {event_id}: {who} would reach {reached}")
    raise OverflowError(f"event {event_id}: the games of {who} are too many to add up in 64 bits")

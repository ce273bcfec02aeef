"""The loop of the replay over columns: Arts. 6 and 7 in whole numbers, one source for lists and for arrays.

Written so that numba can compile it and plain Python runs it as it stands: no strings, no objects, no calls.
`kernel.run` prepares its columns, compiles it where that pays, and decides what whole numbers cannot.

Belongs here: the loop and its state. Does not belong here: anything that needs more than 64 bits (`kernel`).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.columns import (
    BASE_DATE,
    DIFFERS,
    Column,
    Entries,
    Events,
    Games,
    Ledger,
    Players,
    Reassessed,
    Results,
    Rules,
)
from engine.expected_score import DENOMINATOR, DIVISOR, TABULATED
from engine.rows import HIGHEST_RATING

# Why the loop stopped.
DONE, FAR, NEAR_TIE, TOO_HIGH, TOO_MANY = range(5)

_HALF_POINT = DENOMINATOR // 2
#: No verdict: ratings and changes are far smaller.
UNDECIDED = -(1 << 30)
#: K of a player's games in one event, added up, whose units still fit 64 bits.
_MOST_K = (1 << 62) // DENOMINATOR


#: Items of `Working.state` per player.
STRIDE = 4


class Scale(NamedTuple):
    """``expected``: units of E for each difference around the middle; ``weight``: one zero per difference."""

    expected: Column
    weight: Column


class Working(NamedTuple):
    """What the loop keeps: the players' states now, and the way back to each player's past results.

    ``state`` has `STRIDE` items per player, side by side in memory: rating, games, development, their last
    entry (-1 none). ``previous`` has for every entry the player's entry before (-1 none). The others are
    scratch, one item per entry of the largest event (two per game in ``link``).
    """

    state: Column
    previous: Column
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
    state, previous = working.state, working.previous
    rating_after, games_after = results.rating_after, results.games_after
    development_after = results.development_after
    for p in range(len(start.rating)):
        own = STRIDE * p
        state[own], state[own + 1] = start.rating[p], start.games[p]
        state[own + 2], state[own + 3] = start.development[p], -1
    for r in range(n_entries):
        own = STRIDE * player[r]
        state[own], state[own + 1], state[own + 2] = rating_after[r], games_after[r], development_after[r]
        if overlaps:
            previous[r] = state[own + 3]
            state[own + 3] = r


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
    reassessed: Reassessed,
    ledger: Ledger,
    results: Results,
    working: Working,
) -> tuple[int, int, int]:
    """Rate events ``first`` to ``last`` (not included): (why it stopped, event, row of entries).

    Arts. 6 and 7; rows of results to fill must hold zeros. ``overlaps``: some event does not see all that
    precede it. The ledger's columns of units may be empty: then nothing is written there.
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
    with_units = len(out_expected) > 0
    player, count, points = entries.player, entries.games, entries.half_points
    rule, used = results.rule, results.rating_used
    expected, change, change_rounded = results.expected, results.change, results.change_rounded
    rating_before, rating_after = results.rating_before, results.rating_after
    games_before, games_after = results.games_before, results.games_after
    development_before, development_after = results.development_before, results.development_after
    state, previous = working.state, working.previous
    frozen_games, frozen_development = working.frozen_games, working.frozen_development
    rated, k_sum, verdict = working.rated, working.k_sum, working.verdict
    start_of, link = working.start, working.link

    for e in range(first, last):
        r0, r1 = first_entry[e], first_entry[e + 1]
        g0, g1 = first_game[e], first_game[e + 1]
        version = events.version[e]
        floor, milestone = rules.floor[version], rules.development_games[version]
        ceiling, by_game = rules.development_rating[version], rules.by_game[version]
        if events.rhythm[e] == BASE_DATE:  # Art. 14 again: as it was, unless the other source gives more
            for r in range(r0, r1):
                at = STRIDE * player[r]
                before, valid, developing = state[at], state[at + 1], state[at + 2]
                other = reassessed.first[e] + r - r0
                rule[r], used[r], rating_before[r] = DIFFERS, before, before
                games_before[r], development_before[r] = valid, developing
                after = reassessed.rating[other]
                if after > before:
                    if reassessed.games[other] > valid:
                        valid = reassessed.games[other]
                    if reassessed.development[other] == 0 or valid >= milestone or after > ceiling:
                        developing = 0
                else:
                    after = before
                change_rounded[r], rating_after[r] = after - before, after
                games_after[r], development_after[r] = valid, developing
                state[at], state[at + 1], state[at + 2] = after, valid, developing
                if overlaps:
                    previous[r] = state[at + 3]
                    state[at + 3] = r
            continue
        base = 6 * version
        one_k = by_game == 0 and events.rhythm[e] >= 0
        if one_k:
            base += 2 * events.rhythm[e]
        seen = first_entry[visible[e]]  # entries from here on are hidden from this event
        lowest, highest = 1 << 30, -1

        # 1. Freeze every player at the start (Art. 7 par. 1).
        for r in range(r0, r1):
            p = player[r]
            at = STRIDE * p
            own, valid, developing = state[at], state[at + 1], state[at + 2]
            if seen < r0 and state[at + 3] >= seen:
                past = state[at + 3]
                while past >= seen:  # back over the results of theirs that are hidden
                    past = previous[past]
                if past < 0:
                    own, valid, developing = start.rating[p], start.games[p], start.development[p]
                else:
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
            return FAR, e, r0

        # 2. The games (Art. 7).
        if one_k:
            for i in range(g0, g1):
                w, b, s = r0 + white[i], r0 + black[i], half_points[i]
                white_rating, black_rating = used[w], used[b]
                white_rule, black_rule = rule[w], rule[b]
                units = expected_of[white_rating - black_rating + reach]
                surplus = s * _HALF_POINT - units
                out_white_rating[i] = white_rating
                out_black_rating[i] = black_rating
                out_white_rule[i] = white_rule
                out_black_rule[i] = black_rule
                if with_units:
                    out_expected[i] = units
                    out_white_change[i] = k_of[white_rule] * surplus
                    out_black_change[i] = -k_of[black_rule] * surplus
                change[w] += surplus
                change[b] -= surplus
        else:
            for i in range(g0, g1):
                w, b, s = r0 + white[i], r0 + black[i], half_points[i]
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
                if with_units:
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
                    return TOO_MANY, e, r
                expected[r] = points[r] * _HALF_POINT - change[r]
                total = k * change[r]
                change[r] = total
            else:
                k_total = k_sum[r - r0]
                if k_total > _MOST_K:
                    return TOO_MANY, e, r
                total = change[r]
            rounded = (total + _HALF_POINT) // DENOMINATOR
            rest = total + _HALF_POINT - rounded * DENOMINATOR
            doubtful = 2 * rest <= k_total or 2 * (DENOMINATOR - rest) <= k_total
            if doubtful and not (n == 1 and expected[r] == _HALF_POINT):  # one game between equals is exact
                # In doubt, were every E wrong: see how much is left when games at +d and -d cancel.
                if not linked:
                    linked = True
                    for j in range(r1 - r0):
                        start_of[j] = -1
                    for i in range(g0, g1):
                        side = 2 * (i - g0)
                        link[side] = start_of[white[i]]
                        start_of[white[i]] = side
                        link[side + 1] = start_of[black[i]]
                        start_of[black[i]] = side + 1
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
                    if verdict[r - r0] == UNDECIDED:
                        for q in range(r0, r):  # as if the event had not begun
                            at = STRIDE * player[q]
                            state[at], state[at + 1] = rating_before[q], games_before[q]
                            state[at + 2] = development_before[q]
                            if overlaps:
                                state[at + 3] = previous[q]
                        return NEAR_TIE, e, r
                    rounded = verdict[r - r0]
            at = STRIDE * player[r]
            before, valid, developing = state[at], state[at + 1], state[at + 2]
            after = before + rounded
            change_rounded[r] = rounded
            if after < floor:
                after = floor
            if after > HIGHEST_RATING:
                return TOO_HIGH, e, r
            rating_before[r], games_before[r], development_before[r] = before, valid, developing
            valid += n
            if developing != 0 and (valid >= milestone or after > ceiling):
                developing = 0
            rating_after[r], games_after[r], development_after[r] = after, valid, developing
            state[at], state[at + 1], state[at + 2] = after, valid, developing
            if overlaps:
                previous[r] = state[at + 3]
                state[at + 3] = r
    return DONE, last, 0

"""FIDE's first rating and performance rating (Rating Regulations B.02, 7.1.4 and 8.2).

Reading: p is rounded to the nearest hundredth, .005 up, before table 8.1.1, as the Title Regulations say.

Belongs here: what results against rated opponents are worth by table 8.1.1, and the dates of FIDE's rules.
Does not belong here: which results are pooled (`fide`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, NamedTuple

from engine.systems.fide_tables import rating_difference
from engine.systems.logistic import half_away, half_up

#: By the text in force on a date, or as FIDE's own page computes.
FideRules = Literal["regulation", "online_calculator"]

RULES_2022 = date(2022, 1, 1)
RULES_2024 = date(2024, 3, 1)
#: The newest change of the rules: what a calculation without a date follows.
CURRENT_RULES = date(2025, 10, 1)

FLOOR, CEILING = 1400, 2200
FLOOR_BEFORE_2024 = 1000
LEAST_GAMES = 5
HYPOTHETICAL, HYPOTHETICAL_DRAWS = 1800, 2


class FirstRating(NamedTuple):
    """A first rating. ``average`` of the opponents as the rule counts them, ``percentage`` in hundredths.

    ``computed``: what the formula gives; ``rating``: what is published, None with its ``reason``.
    """

    games: int
    score: Fraction
    average: Fraction | None
    percentage: Fraction | None
    dp: int | None
    computed: int | None
    rating: int | None
    reason: str | None


def hundredths(share: Fraction) -> int:
    """A percentage score to the nearest hundredth, .005 up.

    >>> hundredths(Fraction(4, 7)), hundredths(Fraction(1, 8))
    (57, 13)
    """
    return half_up(100 * share)


def first_rating(
    opponents: Sequence[int | Fraction],
    half_points: int,
    on: date = CURRENT_RULES,
    rules: FideRules = "regulation",
) -> FirstRating:
    """The first rating of results against rated opponents, pooled over at most 26 months (7.1.4, 8.2).

    Since 1 March 2024 two hypothetical opponents rated 1800 are added, drawn with; ``Ru = Ra + dp``, at
    most 2200, published from 1400. FIDE's page, and the text from 2022 to February 2024: ``Ra``, plus 20
    for each half point above one half, or plus dp below it; published from 1000. ``ValueError`` for older
    dates.

    >>> first_rating([1800] * 5, 10).rating, first_rating([1800] * 4, 8).reason
    (2109, 'under_5_games')
    """
    if on < RULES_2022:
        raise ValueError(f"first ratings are computed by the rules from {RULES_2022}; {on} is before")
    games, score = len(opponents), Fraction(half_points, 2)
    if not 0 <= half_points <= 2 * games:
        raise ValueError(f"{half_points} half points in {games} games are impossible")
    if games == 0:
        return FirstRating(0, score, None, None, None, None, None, "under_5_games")
    total = Fraction(sum(Fraction(opponent) for opponent in opponents))
    if rules == "regulation" and on >= RULES_2024:
        average = (total + HYPOTHETICAL * HYPOTHETICAL_DRAWS) / (games + HYPOTHETICAL_DRAWS)
        share = hundredths((score + Fraction(HYPOTHETICAL_DRAWS, 2)) / (games + HYPOTHETICAL_DRAWS))
        dp = rating_difference(share)
        computed, floor = min(CEILING, half_away(average + dp)), FLOOR
    else:
        average, share = total / games, hundredths(score / games)
        above = half_points - games
        dp = 20 * above if above >= 0 else rating_difference(share)
        computed, floor = half_away(average + dp), FLOOR_BEFORE_2024
    reason = None
    if games < LEAST_GAMES:
        reason = "under_5_games"
    elif half_points == 0:
        reason = "zero_in_first_event"
    elif computed < floor:
        reason = "under_floor"
    published = computed if reason is None else None
    return FirstRating(games, score, average, Fraction(share, 100), dp, computed, published, reason)


class Performance(NamedTuple):
    """``Rp = Ra + dp``, rounded."""

    average: Fraction
    percentage: Fraction
    dp: int
    rating: int


def fide_performance(opponents: Sequence[int | Fraction], half_points: int) -> Performance:
    """The performance rating: average of the opponents and dp of table 8.1.1.

    >>> fide_performance([1500, 1500, 1500], 4).rating
    1625
    """
    games = len(opponents)
    if not games or not 0 <= half_points <= 2 * games:
        raise ValueError(f"{half_points} half points in {games} games are impossible")
    average = Fraction(sum(Fraction(opponent) for opponent in opponents)) / games
    share = hundredths(Fraction(half_points, 2 * games))
    dp = rating_difference(share)
    return Performance(average, Fraction(share, 100), dp, half_away(average + dp))

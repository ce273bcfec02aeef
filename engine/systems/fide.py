"""FIDE's ratings: change of a period, K, and the pool of monthly lists.

Regulations B.02 in force since 1 March 2024 with the amendment of 1 October 2025, and those for rapid and
blitz; article numbers are theirs. FIDE's online calculator does not follow them, so `FideRules` names which
is meant.

Readings, where the text leaves room:
- Before 1 March 2024 (from 2022) a player had one upgrade per tournament: of the games against lower rated
  opponents only the one with the largest difference is limited to 400; every game against higher rated ones
  is.
- Only the very first event of an unrated player is disregarded at zero points.
- A player who falls below 1400 is unrated on the list and earns a first rating anew; games and peak are kept.

Belongs here: FIDE's rules. Does not belong here: its tables (`fide_tables`), first ratings and performance
(`fide_first`), its lists (`scrapers.fide`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import ClassVar, NamedTuple

from engine.systems.facts import Event, Game
from engine.systems.fide_first import CURRENT_RULES, FLOOR, RULES_2022, RULES_2024, FideRules, first_rating
from engine.systems.fide_tables import scoring_probability
from engine.systems.logistic import half_away, whole
from engine.systems.season import Period, Side
from engine.systems.system import Factor, RatingSystem, Standing, Waiting

LIMIT = 400
MONTHS = 26
K_CAP = 700
_UNLIMITED_FROM = 2650
_LIMIT_400_FROM = date(2009, 7, 1)
_GAP_RULE_FROM = date(2024, 12, 1)
_GAP, _GAP_ABOVE = 600, 2600
_ZERO = Fraction(0)


# --- one game (8.3.1, 8.3.2) -------------------------------------------------------------------------------


def limit_of(own: int, on: date = CURRENT_RULES, rhythm: str = "STD") -> int | None:
    """The difference that counts at most for a player rated ``own`` in an event starting on a date (8.3.1).

    None: the true difference, from 2650 upwards in standard since 1 October 2025. It goes by the player's own
    rating alone, so that the two sides of one game may differ. Rapid and blitz (7.3.1): 400 for everybody.

    >>> limit_of(2649), limit_of(2650), limit_of(2650, rhythm="BLZ"), limit_of(2650, date(2025, 9, 30))
    (400, None, 400, 400)
    """
    if on < _LIMIT_400_FROM:
        return 350
    if rhythm == "STD" and on >= CURRENT_RULES and own >= _UNLIMITED_FROM:
        return None
    return LIMIT


def fide_expected(own: int, opponent: int, on: date = CURRENT_RULES, rhythm: str = "STD") -> Fraction:
    """PD by table 8.1.2 within the limit of 8.3.1.

    Between 2022 and February 2024 a whole event decides, see `fide_period`.

    >>> fide_expected(1800, 2000), fide_expected(2813, 2400), fide_expected(2400, 2813)
    (Fraction(6, 25), Fraction(93, 100), Fraction(2, 25))
    """
    return scoring_probability(_limited(own - opponent, limit_of(own, on, rhythm)))


def _limited(difference: int, limit: int | None) -> int:
    return difference if limit is None else max(-limit, min(limit, difference))


def too_far_apart(own: int, opponent: int, on: date, rhythm: str) -> bool:
    """Rapid and blitz since 1 December 2024: 600 or more apart, one above 2600, is not rated (7.3.1)."""
    return (
        rhythm != "STD"
        and on >= _GAP_RULE_FROM
        and abs(own - opponent) >= _GAP
        and max(own, opponent) > _GAP_ABOVE
    )


def fide_rhythm(
    base_minutes: int, increment: int, highest_rating: int, moves_first_control: int | None = None
) -> str | None:
    """The list a time control counts for, over 60 moves: ``STD``, ``RPD``, ``BLZ``; None: for none (1.1).

    ``increment`` in seconds. Standard asks 120 minutes of each player if one is rated 2400 or more, 90 if
    one is rated 1800 or more, else 60; a first control has at least 30 moves. Rapid: over 10 and under 60
    minutes; blitz: over 3, at most 10.

    >>> fide_rhythm(90, 30, 2400), fide_rhythm(15, 10, 2000), fide_rhythm(3, 0, 2000)
    ('STD', 'RPD', None)
    """
    seconds = 60 * base_minutes + 60 * increment
    needed = 120 if highest_rating >= 2400 else 90 if highest_rating >= 1800 else 60
    if seconds >= 60 * needed:
        return "STD" if moves_first_control is None or moves_first_control >= 30 else None
    if 600 < seconds < 3600:
        return "RPD"
    return "BLZ" if 180 < seconds <= 600 else None


# --- K (8.3.3) ---------------------------------------------------------------------------------------------


def fide_k(
    rating: int | Fraction,
    games: int,
    year: int,
    birth_year: int | None = None,
    peak: int | Fraction | None = None,
) -> Factor:
    """K on the list of a year; ``games`` rated so far, ``peak`` the highest published rating so far.

    Published 2400 once: 10 for good; under 2300 ever since, until the end of the year of the 18th birthday:
    40; under 30 games: 40; else 20.

    >>> fide_k(2299, 100, 2026, birth_year=2010), fide_k(2250, 100, 2026, 1990, peak=2400)
    (Factor(value=Fraction(40, 1), reason='junior'), Factor(value=Fraction(10, 1), reason='reached_2400'))
    """
    highest = rating if peak is None else max(rating, peak)
    if highest >= 2400:
        return Factor(Fraction(10), "reached_2400")
    if birth_year is not None and year <= birth_year + 18 and highest < 2300:
        return Factor(Fraction(40), "junior")
    if games < 30:
        return Factor(Fraction(40), "under_30_games")
    return Factor(Fraction(20), "under_2400")


def capped_k(k: int | Fraction, games: int) -> Fraction:
    """K so that ``K x games`` does not exceed 700: the largest whole number, never more than K.

    >>> capped_k(20, 35), capped_k(20, 39)
    (Fraction(20, 1), Fraction(17, 1))
    """
    return Fraction(k) if k * games <= K_CAP else Fraction(K_CAP // games)


# --- a period (8.3) ----------------------------------------------------------------------------------------


class FideGame(NamedTuple):
    """A game of the period.

    ``opponent`` None: unrated. ``own``, ``on``, ``event``: where they differ by event.
    """

    opponent: int | None
    half_points: int
    own: int | None = None
    on: date | None = None
    event: str | None = None


class FideGameChange(NamedTuple):
    """``counted_opponent``: the rating that counts (8.3.1); ``reason``: why the game is not rated."""

    opponent: int | None
    counted_opponent: int | None
    half_points: int
    expected: Fraction | None
    change: Fraction
    reason: str | None


class FidePeriod(NamedTuple):
    """The period of one player: K as used, games, sum, rounded sum, new rating."""

    k: Fraction
    games: tuple[FideGameChange, ...]
    expected: Fraction
    change: Fraction
    rounded: int
    new_rating: int


def fide_period(
    rating: int,
    k: int | Fraction,
    games: Sequence[FideGame],
    on: date = CURRENT_RULES,
    rhythm: str = "STD",
    rules: FideRules = "regulation",
    cap_k: bool = True,
) -> FidePeriod:
    """All games of a player in one period: rounded once, a half away from zero (8.3.4).

    ``k`` is that of the list in force; ``on`` the start of the event. ``rules = online_calculator``: FIDE's
    page, which limits the difference to 400 for everybody and takes K as typed. ``cap_k`` False: no limit
    of 700 (CBX).

    >>> period = fide_period(2813, 10, [FideGame(2400, 2), FideGame(2505, 1)], date(2025, 11, 7))
    >>> [float(game.change) for game in period.games], period.rounded, period.new_rating
    ([0.7, -3.6], -3, 2810)
    """
    by_text = rules == "regulation"
    reasons = [_not_rated(game, rating, on, rhythm) if by_text else _unknown(game) for game in games]
    used_k = Fraction(k)
    if by_text and cap_k:
        used_k = capped_k(used_k, max(1, reasons.count(None)))
    upgraded = _upgrades(games, rating, on, rhythm) if by_text else None
    rows = []
    for number, (game, reason) in enumerate(zip(games, reasons, strict=True)):
        if reason is not None or game.opponent is None:
            rows.append(FideGameChange(game.opponent, None, game.half_points, None, _ZERO, reason))
            continue
        own = rating if game.own is None else game.own
        limit = limit_of(own, game.on or on, rhythm) if by_text else LIMIT
        if upgraded is not None and (game.on or on) < RULES_2024 and own > game.opponent:
            limit = limit if number in upgraded else None
        difference = _limited(own - game.opponent, limit)
        expected = scoring_probability(difference)
        change = used_k * (Fraction(game.half_points, 2) - expected)
        rows.append(FideGameChange(game.opponent, own - difference, game.half_points, expected, change, None))
    change = sum((row.change for row in rows), _ZERO)
    expected = sum((row.expected or _ZERO for row in rows), _ZERO)
    rounded = half_away(change)
    return FidePeriod(used_k, tuple(rows), expected, change, rounded, rating + rounded)


def _unknown(game: FideGame) -> str | None:
    return "unrated_opponent" if game.opponent is None else None


def _not_rated(game: FideGame, rating: int, on: date, rhythm: str) -> str | None:
    own, day = rating if game.own is None else game.own, game.on or on
    if game.opponent is not None and too_far_apart(own, game.opponent, day, rhythm):
        return "too_far_apart"
    return _unknown(game)


def _upgrades(games: Sequence[FideGame], rating: int, on: date, rhythm: str) -> set[int] | None:
    """Standard from 2022 to February 2024: the one game of each event that is limited; None: no such rule."""
    if rhythm != "STD" or not any(RULES_2022 <= (game.on or on) < RULES_2024 for game in games):
        return None
    best: dict[tuple[date, str | None], tuple[int, int]] = {}
    for number, game in enumerate(games):
        if game.opponent is None:
            continue
        difference = (rating if game.own is None else game.own) - game.opponent
        event = (game.on or on, game.event)
        if difference > best.get(event, (0, 0))[0]:
            best[event] = (difference, number)
    early = {number for number, game in enumerate(games) if (game.on or on) < RULES_2022}
    return {number for _, number in best.values()} | early


# --- the pool ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fide(RatingSystem):
    """A pool of one of FIDE's three lists, month by month, by the rules since 1 March 2024.

    Ratings are those of the list in force when an event began, K that of the list before the one at hand. A
    player of a rapid or blitz pool without a rating there enters with the standard rating and counts as
    rated (7.2.1).
    """

    code: ClassVar[str] = "fide"
    name_pt: ClassVar[str] = "FIDE"
    period = "month"

    rhythm: str = "STD"

    def unrated(self, event: Event, game: Game, own: Standing, other: Standing) -> str | None:
        if event.start_date < RULES_2024:
            raise ValueError(f"event {event.event_id}: FIDE pools follow the rules from {RULES_2024}")
        if game.rhythm != self.rhythm:
            return "other_rhythm"
        if other.rating is None:
            return "unrated_opponent"
        if own.rating is None:
            return None
        gap = too_far_apart(whole(own.rating), whole(other.rating), event.start_date, self.rhythm)
        return "too_far_apart" if gap else None

    def seen(self, visible: Standing, before: Standing) -> Standing:
        # 8.2.4: who has received a rating since plays with it, though for the opponents they are unrated.
        return before if visible.rating is None or before.rating is None else visible

    def k(self, used: Standing, before: Standing, period: Period, game: Game, games: int) -> Factor:
        assert before.rating is not None
        listed = period.effective
        year = listed.year - 1 if listed.month == 1 else listed.year  # of the list before
        factor = fide_k(before.rating, before.games, year, before.birth_year, before.peak)
        capped = capped_k(factor.value, games)
        return factor if capped == factor.value else Factor(capped, "limit_700")

    def expected(self, own: Fraction, other: Fraction, event: Event, rhythm: str) -> Fraction:
        return fide_expected(whole(own), whole(other), event.start_date, rhythm)

    def rounded(self, change: Fraction) -> Fraction:
        return Fraction(half_away(change))

    def close(self, before: Standing, sides: Sequence[Side], change: Fraction, period: Period) -> Standing:
        if before.rating is None:
            return self._first(before, sides, period)
        after = super().close(before, sides, change, period)
        if after.rating is not None and after.rating < FLOOR:
            return after._replace(rating=None, waiting=())
        return after

    def _first(self, before: Standing, sides: Sequence[Side], period: Period) -> Standing:
        # sides of an unrated player against rated opponents, event by event in their order
        fresh: list[Waiting] = []
        first = before.games == 0 and not before.waiting and before.last_played is None
        counted = [side for side in sides if side.reason == "unrated_player"]
        for event_id, rows in groupby(counted, key=lambda side: side.event_id):
            results = [
                Waiting(period.effective, event_id, side.opponent_rating, side.half_points)
                for side in rows
                if side.opponent_rating is not None and side.half_points is not None
            ]
            if not (first and all(result.half_points == 0 for result in results)):
                fresh += results
            first = False
        if not counted:
            return before
        months = _month_number(period.effective)
        waiting = (
            *(row for row in before.waiting if months - _month_number(row.list_date) < MONTHS),
            *fresh,
        )
        found = first_rating(
            [row.opponent_rating for row in waiting],
            sum(row.half_points for row in waiting),
            period.effective,
        )
        if found.rating is None:
            return before._replace(waiting=waiting, last_played=period.last_day)
        rating = Fraction(found.rating)
        return before._replace(
            rating=rating,
            games=before.games + found.games,
            peak=rating if before.peak is None else max(before.peak, rating),
            last_played=period.last_day,
            waiting=(),
        )

    def ranked(self, standing: Standing, on: date | None) -> bool:
        """With a rating; on a day, also active: a rated game within a year (7.2.2)."""
        if standing.rating is None:
            return False
        if on is None or standing.last_played is None:
            return True
        year_before = on.replace(year=on.year - 1, day=min(on.day, 28) if on.month == 2 else on.day)
        return standing.last_played >= year_before


def _month_number(day: date) -> int:
    return 12 * day.year + day.month


FIDE = Fide()
FIDE_RAPID = Fide("RPD")
FIDE_BLITZ = Fide("BLZ")

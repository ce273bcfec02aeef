"""Plain Elo: ``R' = R + K (S - E)``, K free, nothing rounded.

Belongs here: one game, a batch against an average opponent, and the pool that does the same event by event.
Does not belong here: the formula itself (`logistic`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from engine.systems.facts import Game, Number
from engine.systems.logistic import elo_expected
from engine.systems.season import Period
from engine.systems.system import Factor, RatingSystem, Standing


class EloChange(NamedTuple):
    """Expected points, change and new rating, exact."""

    expected: Fraction
    change: Fraction
    new_rating: Fraction


class EloOutcomes(NamedTuple):
    """The new rating after each result of one game."""

    win: Fraction
    draw: Fraction
    loss: Fraction


def elo_batch(rating: Number, opponent: Number, k: Number, games: int, points: Number) -> EloChange:
    """``games`` games against opponents of average rating ``opponent``: ``R + K (points - games x E)``.

    The average stands for the group: opponents one by one give another sum, since E is not linear.
    ``ValueError`` for points that so many games cannot give.

    >>> float(round(elo_batch(1500, 1600, 32, 6, Fraction(7, 2)).new_rating, 5))
    1542.89248
    """
    points = Fraction(points)
    if games < 1 or not 0 <= points <= games:
        raise ValueError(f"{points} points in {games} games are impossible")
    own = Fraction(rating)
    expected = games * elo_expected(own, Fraction(opponent))
    change = Fraction(k) * (points - expected)
    return EloChange(expected, change, own + change)


def elo_game(rating: Number, opponent: Number, k: Number, score: Number) -> EloChange:
    """One game; ``score`` 1, 1/2 or 0.

    >>> float(round(elo_game(2600, 2300, 16, 1).new_rating, 6))
    2602.415673
    """
    return elo_batch(rating, opponent, k, 1, score)


def elo_outcomes(rating: Number, opponent: Number, k: Number) -> EloOutcomes:
    """What a win, a draw and a loss would give.

    >>> [float(value) for value in elo_outcomes(1500, 1500, 20)]
    [1510.0, 1500.0, 1490.0]
    """
    win, draw, loss = (elo_game(rating, opponent, k, score).new_rating for score in (1, Fraction(1, 2), 0))
    return EloOutcomes(win, draw, loss)


@dataclass(frozen=True)
class Elo(RatingSystem):
    """A pool by plain Elo, event by event on the ratings from before each event.

    ``start`` None: only who enters with a rating is rated.
    """

    code: ClassVar[str] = "elo"
    name_pt: ClassVar[str] = "Elo"

    k_factor: Number = 20
    start: Number | None = None

    @property
    def entry_rating(self) -> Fraction | None:
        return None if self.start is None else Fraction(self.start)

    def k(self, used: Standing, before: Standing, period: Period, game: Game, games: int) -> Factor:
        return Factor(Fraction(self.k_factor), "fixed")


ELO = Elo()

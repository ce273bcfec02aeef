"""What a rating system is: a value that answers eight questions, and nothing more.

| question | answered by |
|---|---|
| entry rule | `RatingSystem.enter`, ``entry_rating`` |
| validity | `RatingSystem.unrated` |
| period | ``period``, `RatingSystem.list_date`, ``frozen`` |
| K rule | `RatingSystem.k` |
| expected score | `RatingSystem.expected` (and `RatingSystem.rate` where a change is not ``K x (S - E)``) |
| rounding | `RatingSystem.rounded` |
| floor | ``floor`` (and `RatingSystem.close` where the floor does more than hold a rating up) |
| provisional state | `RatingSystem.provisional` |

The fold (`season.replay`) asks them in this order for each period; a system never loops itself. All numbers
are fractions: nothing is rounded before the end, and sums do not depend on the order of games.

Belongs here: the contract and what most systems answer. Does not belong here: the loop (`season`) and the
answers of one system (its module).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import ClassVar, Literal, NamedTuple

from engine.systems.facts import Entry, Event, Game
from engine.systems.logistic import elo_expected
from engine.systems.season import Bout, Period, Place, Replay, Side, ranking, replay

PeriodKind = Literal["event", "month", "game"]


class Waiting(NamedTuple):
    """A result of a player without a rating, kept until there are enough of them (FIDE B.02 7.1.4)."""

    list_date: date
    event_id: str
    opponent_rating: Fraction
    half_points: int


class Standing(NamedTuple):
    """A player at a moment. ``rating`` None: without a rating; ``peak``: the highest one ever published."""

    rating: Fraction | None
    games: int = 0
    wins: int = 0
    peak: Fraction | None = None
    birth_year: int | None = None
    settled: bool = False
    last_played: date | None = None
    waiting: tuple[Waiting, ...] = ()


class Factor(NamedTuple):
    """A K factor and the code of its reason."""

    value: Fraction
    reason: str


@dataclass(frozen=True)
class RatingSystem:
    """The contract; each method says what it returns where a system does not answer otherwise."""

    code: ClassVar[str]
    name_pt: ClassVar[str]
    #: What is closed at once: an event, the events of a monthly list, or a single game.
    period: ClassVar[PeriodKind] = "event"
    #: Which ratings a game uses: those in force when the event began, or the latest.
    frozen: ClassVar[Literal["start", "latest"]] = "start"
    #: How many places a ranking of its own shows (TOP100); None: it has none.
    top: ClassVar[int | None] = None

    @property
    def entry_rating(self) -> Fraction | None:
        """The rating of who enters without one; None: they have none until `close` gives one."""
        return None

    @property
    def floor(self) -> Fraction | None:
        """No rating is lower; None: no floor."""
        return None

    def enter(self, entry: Entry) -> Standing:
        """The standing an entry gives. ``ValueError`` where it is out of range."""
        rating = self.entry_rating if entry.rating is None else Fraction(entry.rating)
        if entry.games < 0 or not 0 <= entry.wins <= entry.games:
            raise ValueError(
                f"entry of {entry.player_id}: {entry.wins} wins in {entry.games} games is impossible"
            )
        if rating is not None and self.floor is not None and rating < self.floor:
            raise ValueError(f"entry rating {rating} of {entry.player_id} is under the floor of {self.floor}")
        peak = rating if entry.peak is None else max(Fraction(entry.peak), rating or Fraction(entry.peak))
        return Standing(
            rating,
            entry.games,
            entry.wins,
            peak,
            entry.birth_year,
            entry.settled,
            entry.last_played,
        )

    def unrated(self, event: Event, game: Game, own: Standing, other: Standing) -> str | None:
        """Why a played game changes nothing for ``own``; None: it counts.

        Games that nobody played, byes and variants never come here: no system counts them.
        """
        return "unrated_opponent" if other.rating is None else None

    def seen(self, visible: Standing, before: Standing) -> Standing:
        """A player's own standing in a game: ``visible`` when the event began, ``before`` this period."""
        return visible

    def k(self, used: Standing, before: Standing, period: Period, game: Game, games: int) -> Factor | None:
        """The K factor of one game; ``games``: how many count for the player in the period. None: no K."""
        return None

    def expected(self, own: Fraction, other: Fraction, event: Event, rhythm: str) -> Fraction:
        """The expected score: the Elo formula."""
        return elo_expected(own, other)

    def rate(
        self, own: Standing, other: Standing, half_points: int, factor: Factor | None, bout: Bout
    ) -> tuple[Fraction | None, Fraction]:
        """Expected score (None: the system has none) and change of one game: ``K x (S - E)``."""
        assert factor is not None and own.rating is not None and other.rating is not None
        expected = self.expected(own.rating, other.rating, bout.event, bout.game.rhythm)
        return expected, factor.value * (Fraction(half_points, 2) - expected)

    def rounded(self, change: Fraction) -> Fraction:
        """The sum of a period as it is added: unrounded."""
        return change

    def close(self, before: Standing, sides: Sequence[Side], change: Fraction, period: Period) -> Standing:
        """The standing after a period: ``sides`` are the player's games in it, ``change`` is rounded."""
        played = [side for side in sides if side.rated]
        if before.rating is None or not played:
            return before
        rating = before.rating + change
        if self.floor is not None:
            rating = max(self.floor, rating)
        return before._replace(
            rating=rating,
            games=before.games + len(played),
            wins=before.wins + sum(side.half_points == 2 for side in played),
            peak=rating if before.peak is None else max(before.peak, rating),
            last_played=period.last_day,
        )

    def list_date(self, event: Event) -> date:
        """The monthly list that rates an event: the first of the month after its end, or as reported."""
        if event.list_date is not None:
            return event.list_date
        end = event.end_date
        return date(end.year + end.month // 12, end.month % 12 + 1, 1)

    def provisional(self, standing: Standing) -> bool:
        """Whether a rating is shown apart and below: never."""
        return False

    def ranked(self, standing: Standing, on: date | None) -> bool:
        """Whether a player stands in the ranking of a day: with a rating and a game that counted."""
        return standing.rating is not None and standing.games > 0

    def replay(self, entries: Iterable[Entry], events: Iterable[Event], games: Iterable[Game]) -> Replay:
        """`season.replay` of this system."""
        return replay(self, entries, events, games)

    def ranking(self, run: Replay, on: date | None = None, limit: int | None = None) -> tuple[Place, ...]:
        """`season.ranking` of this system."""
        return ranking(self, run, on, limit)

"""A club's own ranking: Elo from one club night to the next.

Everybody starts at 1200. K is 40 for the first 20 games, then 20. A rating is provisional under five games,
and an established player does not move against a provisional one, who does; two provisionals count in full.
A whole event uses the ratings, K and provisional state from before it began. Byes, forfeits and bughouse
never count. Ratings are not rounded, only shown so.

Reading: "games" are those that counted for the player. A game in which an established player did not move
counts for the provisional one alone.

Belongs here: these rules. Does not belong here: who is who (a person confirms it), who may see the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import ClassVar, NamedTuple

from engine.systems.facts import Entry, Event, Game, Number
from engine.systems.logistic import half_up
from engine.systems.season import Period, Side
from engine.systems.system import Factor, RatingSystem, Standing


@dataclass(frozen=True)
class Clube(RatingSystem):
    """The club ranking; a club that wants other numbers says so: ``Clube(start=1000)``."""

    code: ClassVar[str] = "clube"
    name_pt: ClassVar[str] = "Ranking de clube"

    start: Number = 1200
    k_new: int = 40
    k_settled: int = 20
    new_games: int = 20
    provisional_games: int = 5

    @property
    def entry_rating(self) -> Fraction | None:
        return Fraction(self.start)

    def unrated(self, event: Event, game: Game, own: Standing, other: Standing) -> str | None:
        if self.provisional(other) and not self.provisional(own):
            return "provisional_opponent"
        return None

    def k(self, used: Standing, before: Standing, period: Period, game: Game, games: int) -> Factor:
        return self.k_after(used.games)

    def k_after(self, games: int) -> Factor:
        """K of who has so many games before an event."""
        if games < self.new_games:
            return Factor(Fraction(self.k_new), "new")
        return Factor(Fraction(self.k_settled), "settled")

    def provisional(self, standing: Standing) -> bool:
        return standing.games < self.provisional_games


CLUBE = Clube()


class ClubResult(NamedTuple):
    """A player after one event. ``k``: the one from before it, whether or not a game counted."""

    rating_before: Fraction
    k: Fraction
    change: Fraction
    new_rating: Fraction
    games: int
    provisional: bool

    @property
    def shown(self) -> int:
        """The new rating as it is shown."""
        return half_up(self.new_rating)


#: White, black (None: a bye), white's score (None: nobody played).
ClubGame = tuple[str, str | None, Number | None]


class ClubEvent(NamedTuple):
    """One event: every player, and both sides of every game, byes and games nobody played included."""

    players: dict[str, ClubResult]
    sides: tuple[Side, ...]


def club_event(
    players: Mapping[str, tuple[Number | None, int]],
    games: Iterable[ClubGame],
    club: Clube = CLUBE,
    variant: str | None = None,
) -> ClubEvent:
    """One event of a club: players with rating (None: new) and games so far, games with white's score.

    ``variant``: ``bughouse`` and the like, which nobody is rated for. ``ValueError`` for a name that is not
    among the players, and for an impossible score.
    """
    day = date(2026, 1, 1)  # any: one event alone has no order
    entries = [Entry(name, rating, played) for name, (rating, played) in players.items()]
    facts = []
    for number, (white, black, score) in enumerate(games, start=1):
        for name in (white, black):
            if name is not None and name not in players:
                raise ValueError(f"{name} is in a game but not among the players")
        half_points = None if score is None else 2 * Fraction(score)
        if half_points not in (None, 0, 1, 2):
            raise ValueError(f"game of {white} and {black}: {score} is not 1, 1/2 or 0")
        whole = None if half_points is None else int(half_points)
        facts.append(Game("event", number, white, black, whole))
    run = club.replay(entries, [Event("event", day, day, variant=variant)], facts)
    changes = {result.player_id: result.change for result in run.results}
    found = {}
    for entry in entries:
        before, after = club.enter(entry), run.standings[entry.player_id]
        assert before.rating is not None and after.rating is not None
        found[entry.player_id] = ClubResult(
            before.rating,
            club.k_after(before.games).value,
            changes.get(entry.player_id, Fraction(0)),
            after.rating,
            after.games,
            club.provisional(after),
        )
    return ClubEvent(found, run.ledger)


def club_night(
    players: Mapping[str, tuple[Number | None, int]], games: Iterable[ClubGame], club: Clube = CLUBE
) -> dict[str, ClubResult]:
    """The players of `club_event`: where everybody stands after one night.

    >>> night = club_night({"Ana": (1200, 0), "Bia": (None, 0)}, [("Ana", "Bia", 1), ("Bia", None, 1)])
    >>> for name, row in night.items():
    ...     print(name, row.shown, row.provisional)
    Ana 1220 True
    Bia 1180 True
    """
    return club_event(players, games, club).players

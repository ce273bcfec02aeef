"""The permanent ranking of Xadrez Online: sequential, game by game, hourly list, TOP100.

A win takes ``(FO + 30) / 2`` points from the loser to the winner, with the opponent's strength ``FO = (%V +
(Rp - Rv)) / 10``: ``%V`` the loser's percentage of wins, ``Rp - Rv`` loser's rating less winner's, kept
within 300 either way. In a draw each player adds ``(FO + 15) / 2`` by the strength of their own opponent.
All as it stood before the game; ``%V`` is 0 without games; start 1500, nobody under 1300; a game in which
nobody made 11 moves is not valid. Nothing is rounded but what is shown.

Belongs here: these rules. Does not belong here: who may play whom, clocks, the deletion of games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import ClassVar, Literal, NamedTuple

from engine.systems.facts import Event, Game, Number
from engine.systems.season import Bout, PeriodResult, Place, Replay, ranking
from engine.systems.system import Factor, RatingSystem, Standing

START, FLOOR = 1500, 1300
LIMIT = 300
WIN, DRAW = 30, 15
LEAST_MOVES = 11
TOP = 100


class XolPlayer(NamedTuple):
    """A player before a game."""

    rating: Fraction
    wins: int
    games: int


class XolSide(NamedTuple):
    """``strength``: FO of the opponent (in a decided game, of the loser); ``change`` before the floor."""

    strength: Fraction | None
    change: Fraction
    new_rating: Fraction
    wins: int
    games: int


class XolGame(NamedTuple):
    """What a game does to both; an invalid one, nothing."""

    valid: bool
    white: XolSide
    black: XolSide


def strength(own: Fraction, opponent: XolPlayer) -> Fraction:
    """FO of an opponent for a player rated ``own``.

    >>> strength(Fraction(1500), XolPlayer(Fraction(1900), 6, 10))
    Fraction(36, 1)
    """
    won = Fraction(100 * opponent.wins, opponent.games) if opponent.games else Fraction(0)
    return (won + max(Fraction(-LIMIT), min(Fraction(LIMIT), opponent.rating - own))) / 10


def xol_change(own: XolPlayer, opponent: XolPlayer, half_points: int) -> tuple[Fraction, Fraction]:
    """The strength that counted and the change of ``own``; ``half_points`` 2, 1 or 0."""
    if half_points == 0:
        lost = strength(opponent.rating, own)
        return lost, -(lost + WIN) / 2
    found = strength(own.rating, opponent)
    return found, (found + (WIN if half_points == 2 else DRAW)) / 2


def xol_game(white: XolPlayer, black: XolPlayer, white_half_points: int, moves: int | None = None) -> XolGame:
    """One game; ``moves`` of the player who made more, None: not told, taken as enough.

    >>> game = xol_game(XolPlayer(Fraction(1500), 3, 8), XolPlayer(Fraction(1900), 6, 10), 2, 34)
    >>> int(game.white.new_rating), int(game.black.new_rating)
    (1533, 1867)
    """
    valid = moves is None or moves >= LEAST_MOVES

    def side(own: XolPlayer, opponent: XolPlayer, half_points: int) -> XolSide:
        if not valid:
            return XolSide(None, Fraction(0), own.rating, own.wins, own.games)
        found, change = xol_change(own, opponent, half_points)
        rating = max(Fraction(FLOOR), own.rating + change)
        return XolSide(found, change, rating, own.wins + (half_points == 2), own.games + 1)

    return XolGame(valid, side(white, black, white_half_points), side(black, white, 2 - white_half_points))


@dataclass(frozen=True)
class Xol(RatingSystem):
    """The ranking as a pool: each game sees what the one before it left."""

    code: ClassVar[str] = "xol"
    name_pt: ClassVar[str] = "Xadrez Online"
    period = "game"
    frozen: ClassVar[Literal["start", "latest"]] = "latest"
    top: ClassVar[int | None] = TOP

    start: Number = START

    @property
    def entry_rating(self) -> Fraction | None:
        return Fraction(self.start)

    @property
    def floor(self) -> Fraction | None:
        return Fraction(FLOOR)

    def unrated(self, event: Event, game: Game, own: Standing, other: Standing) -> str | None:
        return "short_game" if game.moves is not None and game.moves < LEAST_MOVES else None

    def rate(
        self, own: Standing, other: Standing, half_points: int, factor: Factor | None, bout: Bout
    ) -> tuple[Fraction | None, Fraction]:
        # No K and no expectation: points change hands by the strength of the opponent.
        return None, xol_change(_player(own), _player(other), half_points)[1]


def _player(standing: Standing) -> XolPlayer:
    assert standing.rating is not None
    return XolPlayer(standing.rating, standing.wins, standing.games)


def top100(run: Replay) -> tuple[Place, ...]:
    """The TOP100 as it stands after all games."""
    return ranking(XOL, run, limit=TOP)


def hourly_lists(
    run: Replay, standings_before: dict[str, Standing] | None = None
) -> Iterator[tuple[datetime, tuple[Place, ...]]]:
    """The TOP100 at each full hour in which something changed, from the results of a replay.

    A game counts at the first full hour not before its end. ``standings_before``: entries that should show
    before their first game of the replay. ``ValueError`` for a game without a time.
    """
    standings = dict(standings_before or {})
    at: datetime | None = None
    for result in run.results:
        if result.moment is None:
            raise ValueError(f"game {result.period} has no time: hourly lists need one")
        hour = _next_hour(result.moment)
        if at is not None and hour != at:
            yield at, top100(Replay((), (), standings))
        at = hour
        standings[result.player_id] = _after(result)
    if at is not None:
        yield at, top100(Replay((), (), standings))


def _next_hour(moment: datetime) -> datetime:
    full = moment.replace(minute=0, second=0, microsecond=0)
    return full if full == moment else full + timedelta(hours=1)


def _after(result: PeriodResult) -> Standing:
    return Standing(result.rating_after, result.games_after)


XOL = Xol()

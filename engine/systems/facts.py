"""The facts a rating system is given: who enters with what, which events there were, who played whom.

They are those of `engine.replay` with what other systems look at besides: a rating that may be missing, wins,
the highest published rating, the month of a list, the number of moves, and games that were not played, which
every system must leave alone.

Belongs here: the shapes and their reading from the rows of the FNX replay. Does not belong here: a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.rows import RatedEvent, RatedGame

#: A number as facts may give it; the fold computes with fractions.
Number = int | Fraction | Decimal


class Entry(NamedTuple):
    """A player before the first event.

    ``rating`` None: none yet, and the system's entry rule applies. ``games`` and ``wins`` count those that
    counted so far. ``peak``: highest published rating so far, where it was higher than ``rating``.
    ``settled``: FNX, development over whatever the games (Art. 6 par. 4). ``last_played``: last rated game.
    """

    player_id: str
    rating: Number | None = None
    games: int = 0
    wins: int = 0
    peak: Number | None = None
    birth_year: int | None = None
    settled: bool = False
    last_played: date | None = None


class Event(NamedTuple):
    """An event. ``end_time``: ``HH:MM``; ``variant``: ``bughouse`` and the like, never rated.

    ``list_date``: for systems with monthly lists, the list that rates the event where it is not the one of
    the month after its end (a report that came late).
    """

    event_id: str
    start_date: date
    end_date: date
    end_time: str | None = None
    homologation_no: int = 0
    variant: str | None = None
    list_date: date | None = None


class Game(NamedTuple):
    """A pairing. ``black`` None: a bye. ``white_half_points``: 2, 1, 0; None: without result.

    ``unplayed``: why nobody played (``forfeit``, ``absent`` ...), whatever the score says. ``moves``: of the
    player who made more; ``ended_at``: local time without offset. Both are known of games online.
    """

    event_id: str
    round: int
    white: str
    black: str | None
    white_half_points: int | None
    board: int | None = None
    rhythm: str = "STD"
    unplayed: str | None = None
    moves: int | None = None
    ended_at: datetime | None = None


def events_of(rated: Iterable[RatedEvent]) -> list[Event]:
    """The events of the FNX replay as facts of any system."""
    return [
        Event(row.event_id, row.start_date, row.end_date, row.end_time, row.homologation_no) for row in rated
    ]


def games_of(rated: Iterable[RatedGame]) -> list[Game]:
    """The games of the FNX replay as facts of any system."""
    return [
        Game(row.event_id, row.round, row.white, row.black, row.white_half_points, row.board, row.rhythm)
        for row in rated
    ]

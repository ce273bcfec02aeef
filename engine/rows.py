"""The rows that the replay takes and gives (Arts. 5-8): one shape, whatever computes them.

Belongs here: what an event, a game, a side of the ledger, a result and a state are made of.
Does not belong here: how they come about (`replay`, `kernel`), and the same as plain columns (`columns`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

from engine.entry import EntryState
from engine.expected_score import format_units

#: A rating beyond this is an error of the data, not a result; the regulation has no upper limit.
HIGHEST_RATING = 9999

KReason = Literal["development", "ordinary"]


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """An event to rate. ``end_time``: ``HH:MM`` or None; ``rhythms_differ``: its rounds differ in rhythm."""

    event_id: str
    start_date: date
    end_date: date
    end_time: str | None
    homologation_no: int
    rhythms_differ: bool


class RatedGame(NamedTuple):
    """A game that counts (Art. 5). ``white_half_points``: 2 white won, 1 draw, 0 black won."""

    event_id: str
    round: int
    board: int | None
    white: str
    black: str
    white_half_points: int
    rhythm: str


@dataclass(frozen=True, slots=True)
class Reassessment:
    """Policy ``annual_rollover = reassess``: the best other source of a player on a later base date.

    ``rating``, ``games`` and ``in_development`` are those of the state that source alone would give.
    """

    base_date: date
    state: EntryState


class LedgerSide(NamedTuple):
    """One side of a rated game. Units are 1/`DENOMINATOR` of a point; ratings are the ones used."""

    event_id: str
    event_order: int
    round: int
    board: int | None
    fnx_id: str
    opponent_fnx_id: str
    color: Literal["white", "black"]
    rhythm: str
    half_points: int
    rating: int
    opponent_rating: int
    k: int
    k_reason: KReason
    expected_units: int
    change_units: int

    @property
    def score(self) -> Decimal:
        """Points: 0, 0.5 or 1."""
        return Decimal(5 * self.half_points).scaleb(-1)

    @property
    def expected(self) -> Decimal:
        """The expected score with twelve decimals."""
        return format_units(self.expected_units)

    @property
    def change(self) -> Decimal:
        """``K x (S - E)`` with twelve decimals."""
        return format_units(self.change_units)


class EventResult(NamedTuple):
    """One player with a rated game in one event.

    ``rating_used`` is the frozen rating, ``rating_before`` the one the change is added to; games and
    development are as the event is processed. ``k`` is None where the games differ in K. ``floor_applied``
    is what the floor added, ``change_units`` the exact sum in units.
    """

    event_id: str
    event_order: int
    fnx_id: str
    rating_used: int
    rating_before: int
    k: int | None
    games: int
    half_points: int
    expected_units: int
    change_units: int
    change_rounded: int
    floor_applied: int
    rating_after: int
    games_before: int
    games_after: int
    in_development_before: bool
    in_development_after: bool

    @property
    def score(self) -> Decimal:
        """Points."""
        return Decimal(5 * self.half_points).scaleb(-1)

    @property
    def expected(self) -> Decimal:
        """The sum of expected scores with twelve decimals."""
        return format_units(self.expected_units)

    @property
    def change_exact(self) -> Decimal:
        """The sum before rounding with twelve decimals."""
        return format_units(self.change_units)


class PlayerState(NamedTuple):
    """A player after everything: rating, valid games (equivalent ones included), development."""

    fnx_id: str
    rating: int
    games: int
    in_development: bool


class RatingMoved(NamedTuple):
    """What a reassessment did to one player on a base date; equal on both sides where no source gave more."""

    base_date: date
    fnx_id: str
    rating_before: int
    rating_after: int
    games_before: int
    games_after: int
    in_development_before: bool
    in_development_after: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """All rows in a total order: ledger by event, round, board, white first; results by event and player;
    states by player. ``near_ties`` counts player-events decided with more digits than the table has."""

    ledger: tuple[LedgerSide, ...]
    event_results: tuple[EventResult, ...]
    states: tuple[PlayerState, ...]
    near_ties: int
    reassessed: tuple[RatingMoved, ...] = ()

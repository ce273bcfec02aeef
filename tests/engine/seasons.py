"""Small invented seasons for the tests of the engine: short constructors and a slow, separate replay.

Belongs here: what several test files of this folder share. Does not belong here: anything of `engine`'s
arithmetic; the slow replay is written from the regulation with its own numbers and digits.
"""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from engine.entry import EntryState
from engine.rows import RatedEvent, RatedGame

DAY = date(2026, 1, 10)


def player(fnx_id: str, rating: int, games: int = 60, developing: bool = False) -> EntryState:
    return EntryState(fnx_id, rating, games, developing)


def event(
    event_id: str, start: int, end: int | None = None, time: str | None = None, number: int = 1
) -> RatedEvent:
    """``start`` and ``end`` are days after `DAY`."""
    last = start if end is None else end
    return RatedEvent(event_id, DAY + timedelta(days=start), DAY + timedelta(days=last), time, number, False)


def game(
    event_id: str, white: str, black: str, half_points: int, rhythm: str = "STD", round: int = 1
) -> RatedGame:
    return RatedGame(event_id, round, None, white, black, half_points, rhythm)


# --- the slow replay --------------------------------------------------------------------------------------

_K = {("STD", True): 50, ("RPD", True): 30, ("BLZ", True): 20, ("STD", False): 25, ("RPD", False): 15}
_K["BLZ", False] = 10
_DIGITS = Context(prec=110)


def slow_expected(own: int, other: int) -> Decimal | Fraction:
    if (own - other) % 400 == 0:
        return 1 / (1 + Fraction(10) ** ((other - own) // 400))
    exponent = _DIGITS.divide(Decimal(other - own), Decimal(400))
    return _DIGITS.divide(Decimal(1), _DIGITS.add(Decimal(1), _DIGITS.power(Decimal(10), exponent)))


def slow_round(terms: list[tuple[int, int, int, int]]) -> int:
    """floor(sum of K (S - E) + 1/2) of (k, own, other, half points), taken as whole within 1e-90."""
    rational, rest = Fraction(1, 2), Decimal(0)
    for k, own, other, half_points in terms:
        rational += Fraction(k * half_points, 2)
        expected = slow_expected(own, other)
        if isinstance(expected, Fraction):
            rational -= k * expected
        else:
            rest = _DIGITS.subtract(rest, _DIGITS.multiply(Decimal(k), expected))
    value = _DIGITS.add(rest, _DIGITS.divide(Decimal(rational.numerator), Decimal(rational.denominator)))
    nearest = value.to_integral_value()
    if abs(_DIGITS.subtract(value, nearest)) < Decimal("1e-90"):
        return int(nearest)
    return int(value.to_integral_value(ROUND_FLOOR))


def slow_replay(
    entries: list[EntryState],
    events: list[RatedEvent],
    games: list[RatedGame],
    by_game: bool = False,
    from_start: bool = True,
    untimed_last: bool = True,
) -> tuple[list[tuple[object, ...]], dict[str, tuple[int, int, bool]]]:
    """Rows (event, player, used, before, games, rounded, rating, games, development) and final states."""

    def key(item: RatedEvent) -> tuple[object, ...]:
        late = (item.end_time is None) == untimed_last
        return item.end_date, late, item.end_time or "", item.homologation_no

    past: list[tuple[RatedEvent, str, tuple[int, int, bool]]] = []
    initial = {entry.fnx_id: (entry.rating, entry.games, entry.in_development) for entry in entries}

    def state(who: str, seen_by: RatedEvent | None) -> tuple[int, int, bool]:
        found = initial[who]
        for earlier, name, after in past:
            if name == who and (seen_by is None or earlier.end_date <= seen_by.start_date):
                found = after
        return found

    rows: list[tuple[object, ...]] = []
    for item in sorted(events, key=key):
        mine = sorted(
            (one for one in games if one.event_id == item.event_id),
            key=lambda one: (one.round, one.white, one.black),
        )
        seen_by = item if from_start else None
        terms: dict[str, list[tuple[int, int, int, int]]] = {}
        for one in mine:
            for own, other, half in (
                (one.white, one.black, one.white_half_points),
                (one.black, one.white, 2 - one.white_half_points),
            ):
                rating, played, developing = state(own, seen_by)
                list_ = terms.setdefault(own, [])
                if by_game and played + len(list_) >= 30:
                    developing = False
                list_.append((_K[one.rhythm, developing], rating, state(other, seen_by)[0], half))
        done = []
        for who in sorted(terms):
            before = state(who, None)
            rounded = slow_round(terms[who])
            rating = max(100, before[0] + rounded)
            played = before[1] + len(terms[who])
            after = (rating, played, before[2] and played < 30 and rating <= 600)
            used = state(who, seen_by)[0]
            rows.append((item.event_id, who, used, before[0], len(terms[who]), rounded, *after))
            done.append((item, who, after))
        past += done
    return rows, {who: state(who, None) for who in initial}

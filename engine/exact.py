"""Rounding the sum of an event (Art. 7 par. 2) without ever being wrong at a half.

The sum of ``K x (S - E)`` in whole units differs from the true sum by less than half a unit for each point of
K whose E is not exact. Only a sum that close to a half is in doubt. It is then decided in three steps, each
exact where the one before was not:

1. Pairs of games at ``+d`` and ``-d`` cancel (``E(-d) = 1 - E(d)``); what is left may be exact, or far enough
   from the half for the error that remains.
2. What is left at multiples of 400 is rational at any size (2400: 1/1000001): fractions.
3. The rest is irrational term by term. More digits tell the side of the half; and whether the sum is the half
   itself is decided algebraically, because the powers of 10^(1/400) from 0 to 399 are linearly independent
   over the rationals (x^400 - 10 is irreducible: Eisenstein's criterion at 2).

Belongs here: the decision. Does not belong here: which games are in the sum (`replay`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from engine.expected_score import DENOMINATOR, DIVISOR, TABULATED, expected_units

#: (K, own rating - opponent's, own half points) of one game.
Term = tuple[int, int, int]

_HALF_POINT = DENOMINATOR // 2
_FIRST_DIGITS = 60
_GUARD_DIGITS = 15


class Rounded(NamedTuple):
    """The rounded sum; ``near_tie``: no exact tie, but decided with more digits than the table has."""

    value: int
    near_tie: bool


def change_units(k: int, diff: int, half_points: int) -> int:
    """``K x (S - E)`` of one game in units of 1/`DENOMINATOR` (Art. 7)."""
    return k * (_HALF_POINT * half_points - expected_units(diff))


def round_units(total: int) -> int:
    """``floor(total / DENOMINATOR + 1/2)``: the nearest whole number, a half upwards (-2.5 -> -2)."""
    return (2 * total + DENOMINATOR) // (2 * DENOMINATOR)


def in_doubt(total: int, k_sum: int) -> bool:
    """Whether a sum of units lies within the error of games whose K add up to ``k_sum`` from a half."""
    return abs(2 * (total % DENOMINATOR) - DENOMINATOR) <= k_sum


def round_event(terms: Sequence[Term]) -> Rounded:
    """The sum of ``K x (S - E)`` over the games of one player in one event, rounded half up, exactly."""
    total = sum(change_units(k, diff, half_points) for k, diff, half_points in terms)
    if not in_doubt(total, sum(k for k, _, _ in terms)):
        return Rounded(round_units(total), False)
    return decide(terms, total)


def decide(terms: Sequence[Term], total: int) -> Rounded:
    """`round_event` for a sum in doubt; ``total`` is the sum of units of ``terms``."""
    # The sum is  sure - sum(weight[a] * E(a)),  with a > 0 and `sure` a whole number of half points.
    weights: dict[int, int] = {}
    half_sure = 0
    for k, diff, half_points in terms:
        half_sure += k * half_points
        if diff == 0:
            half_sure -= k
        elif diff > 0:
            weights[diff] = weights.get(diff, 0) + k
        else:
            weights[-diff] = weights.get(-diff, 0) - k
            half_sure -= 2 * k
    left = [(diff, weight) for diff, weight in sorted(weights.items()) if weight]
    unsure = sum(abs(weight) for diff, weight in left if diff % DIVISOR or diff > TABULATED)
    if unsure == 0 or not in_doubt(total, unsure):
        return Rounded(round_units(total), False)

    sure = Fraction(half_sure, 2)
    for diff, weight in left:
        if diff % DIVISOR == 0:
            power = 10 ** (diff // DIVISOR)
            sure -= Fraction(weight * power, power + 1)
    irrational = [(diff, weight) for diff, weight in left if diff % DIVISOR]
    if not irrational:
        exact_tie = (sure + Fraction(1, 2)).denominator == 1
        return Rounded((sure + Fraction(1, 2)).__floor__(), not exact_tie)

    # The half in question: the one nearest to the sum of units.
    half = Fraction(2 * (total // DENOMINATOR) + 1, 2)
    side = _sign(sure - half, irrational, _FIRST_DIGITS)
    if side is None:
        if _is_zero(sure - half, irrational):
            return Rounded((half + Fraction(1, 2)).__floor__(), False)
        digits = _FIRST_DIGITS
        while side is None:
            digits *= 2
            side = _sign(sure - half, irrational, digits)
    below = (half - Fraction(1, 2)).__floor__()
    return Rounded(below + 1 if side > 0 else below, True)


def _sign(sure: Fraction, irrational: Iterable[tuple[int, int]], digits: int) -> int | None:
    """Sign of ``sure - sum(weight x E(diff))``; None where ``digits`` cannot tell it from zero."""
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN)
    value = context.divide(Decimal(sure.numerator), Decimal(sure.denominator))
    for diff, weight in irrational:
        odds = context.power(Decimal(10), context.divide(Decimal(diff), Decimal(DIVISOR)))
        share = context.divide(odds, context.add(odds, Decimal(1)))
        value = context.subtract(value, context.multiply(Decimal(weight), share))
    if context.abs(value) <= Decimal(1).scaleb(_GUARD_DIGITS - digits):
        return None
    return 1 if value > 0 else -1


def _is_zero(sure: Fraction, irrational: Iterable[tuple[int, int]]) -> bool:
    """Whether ``sure - sum(weight x E(diff))`` is zero, by its coordinates over 10^(j/400), j = 0..399.

    With ``x = 10^(d/400)`` and ``x^n = 10^m`` in lowest terms, ``E = 1 - 1/(1+x)`` and
    ``1/(1+x) = (1 - x + x^2 - ... ) / (1 - (-1)^n 10^m)``, the sum taken over n powers.
    """
    coordinates = [Fraction(0)] * DIVISOR
    coordinates[0] = sure
    for diff, weight in irrational:
        shared = gcd(diff, DIVISOR)
        count = DIVISOR // shared
        norm = 1 - (-1) ** count * 10 ** (diff // shared)
        coordinates[0] -= weight
        for power in range(count):
            tens, place = divmod(power * diff, DIVISOR)
            coordinates[place] += Fraction(weight * (-1) ** power * 10**tens, norm)
    return not any(coordinates)

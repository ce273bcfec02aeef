"""The expected score of the Elo formula for real ratings, and the rounding rules the systems use.

``E = 1 / (1 + 10^((other - own) / 400))``. Where the difference is a multiple of 400 the value is rational
and exact; elsewhere it is the nearest multiple of 10^-40. Either way ``E(own, other) + E(other, own)`` is
exactly 1 and sums of such values are exact, so that no result depends on the order of games, processor or
library.

Belongs here: the formula with real numbers. Does not belong here: the whole units of the FNX list
(`engine.elo_expected`), tables (`fide_tables`).
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

DIVISOR = 400
_PLACES = 40
_GRID = 10**_PLACES
_CONTEXT = Context(prec=70, rounding=ROUND_HALF_EVEN)
_HALF = Fraction(1, 2)


def elo_expected(own: Fraction | int, other: Fraction | int) -> Fraction:
    """The expected score of ``own`` against ``other``.

    >>> elo_expected(1500, 1500)
    Fraction(1, 2)
    >>> elo_expected(2400, 2000)
    Fraction(10, 11)
    >>> round(float(elo_expected(1500, 1600)), 6)
    0.359935
    """
    diff = Fraction(own) - Fraction(other)
    if diff == 0:
        return _HALF
    return _favourite(diff) if diff > 0 else 1 - _favourite(-diff)


def _favourite(diff: Fraction) -> Fraction:
    if diff.denominator == 1 and diff.numerator % DIVISOR == 0:
        odds = 10 ** (diff.numerator // DIVISOR)
        return Fraction(odds, odds + 1)
    context = _CONTEXT
    exponent = context.divide(Decimal(diff.numerator), Decimal(-DIVISOR * diff.denominator))
    against = context.power(Decimal(10), exponent)
    share = context.divide(Decimal(1), context.add(Decimal(1), against))
    return Fraction(int(context.multiply(share, Decimal(_GRID)).to_integral_value(ROUND_HALF_EVEN)), _GRID)


def half_up(value: Fraction) -> int:
    """The nearest whole number, a half upwards (FNX Art. 7 par. 2; also how unrounded ratings are shown).

    >>> half_up(Fraction(5, 2)), half_up(Fraction(-5, 2))
    (3, -2)
    """
    return (value + _HALF).__floor__()


def half_away(value: Fraction) -> int:
    """The nearest whole number, a half away from zero (FIDE B.02 8.3.4).

    >>> half_away(Fraction(5, 2)), half_away(Fraction(-5, 2))
    (3, -3)
    """
    return half_up(value) if value >= 0 else -half_up(-value)


def whole(rating: Fraction) -> int:
    """A rating of a system that has whole ones; ``ValueError`` for another.

    >>> whole(Fraction(1500))
    1500
    """
    if rating.denominator != 1:
        raise ValueError(f"ratings of this system are whole numbers, not {rating}")
    return rating.numerator

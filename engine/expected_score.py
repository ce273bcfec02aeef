"""The expected score of Art. 7 in whole units, and the proof that each unit is right.

``E(d) = 1 / (1 + 10^(-d/400))`` with ``d`` = own rating - opponent's. E is rational only where ``d`` is a
multiple of 400: 1/2, 1/11, 1/101, 1/1001, 1/10001, 1/100001 and their complements. The smallest number that
all six denominators divide is the unit here: ``DENOMINATOR`` units are one point. So those values are exact,
``E(-d) = 1 - E(d)`` is exact, and every other value is the nearest whole unit, wrong by less than half a unit
(3e-14 of a point). Sums of whole units do not depend on order, processor or library.

Belongs here: the table, its proof, and units as decimal text. Does not belong here: K, scores and rounding
of sums (`exact`, `replay`).
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache, lru_cache
from math import gcd

#: Units in one point: the least common multiple of 2, 11, 101, 1001, 10001 and 100001.
DENOMINATOR = 18384022038382
#: Differences up to this one, either way, are tabulated.
TABULATED = 2000
#: Points of rating for a factor of ten in the odds (Art. 7).
DIVISOR = 400

# From here on 1 - E(d) is under half a unit (10^(d/400) > 2 * DENOMINATOR), so the nearest unit is the end.
_SATURATED = 6000
_DIGITS = 60


@cache
def expected_table() -> tuple[int, ...]:
    """Units of E for every difference from -2000 to 2000; the entry of ``d`` is at ``d + TABULATED``."""
    context = Context(prec=_DIGITS)
    root = context.power(Decimal(10), context.divide(Decimal(1), Decimal(DIVISOR)))
    odds = Decimal(1)
    upper: list[int] = []
    for _ in range(TABULATED + 1):
        upper.append(_nearest(context, odds))
        odds = context.multiply(odds, root)
    return tuple([DENOMINATOR - units for units in upper[:0:-1]] + upper)


def expected_units(diff: int) -> int:
    """The whole number nearest to ``DENOMINATOR x E(diff)``; ``diff`` = own rating - opponent's, any size."""
    if -TABULATED <= diff <= TABULATED:
        return expected_table()[diff + TABULATED]
    return _far(diff) if diff > 0 else DENOMINATOR - _far(-diff)


@lru_cache(maxsize=4096)
def _far(diff: int) -> int:
    if diff >= _SATURATED:
        return DENOMINATOR
    context = Context(prec=_DIGITS)
    exponent = context.divide(Decimal(diff), Decimal(DIVISOR))
    units = _nearest(context, context.power(Decimal(10), exponent))
    # 60 digits leave no doubt in practice; the integer proof leaves none at all.
    if not _is_nearest(diff, units):
        raise ArithmeticError(f"expected score of difference {diff} could not be proved")
    return units


def _nearest(context: Context, odds: Decimal) -> int:
    share = context.divide(odds, context.add(odds, Decimal(1)))
    return int(context.multiply(share, Decimal(DENOMINATOR)).to_integral_value(ROUND_HALF_UP))


def prove(diff: int) -> bool:
    """Whether ``expected_units(diff)`` is the nearest whole unit, by comparing integer powers only.

    ``E / (1 - E) = 10^(d/400)``, so units ``e`` are nearest exactly when
    ``(2e-1) / (2D-2e+1) < 10^(d/400) < (2e+1) / (2D-2e-1)``, each side raised to the power of 400.
    The negative difference is proved by ``E(-d) = 1 - E(d)``.
    """
    units = expected_units(diff)
    if diff < 0:
        return expected_units(-diff) == DENOMINATOR - units and _is_nearest(-diff, DENOMINATOR - units)
    return _is_nearest(diff, units)


def _is_nearest(diff: int, units: int) -> bool:
    # d/400 in lowest terms: an odd multiple of 1 needs the power of 400, a multiple of 400 only the first.
    shared = gcd(diff, DIVISOR)
    power, ten = DIVISOR // shared, 10 ** (diff // shared)
    below = (2 * units - 1) ** power < ten * (2 * DENOMINATOR - 2 * units + 1) ** power
    room = 2 * DENOMINATOR - 2 * units - 1
    above = room <= 0 or ten * room**power < (2 * units + 1) ** power
    return below and above


_WIDE = Context(prec=120)


def format_units(units: int, places: int = 12) -> Decimal:
    """Units as points with ``places`` decimals, rounded half up in magnitude, exactly.

    Symmetric: ``format_units(-u) == -format_units(u)``, so the two sides of a game print opposite numbers.
    With one place or more a tie cannot occur (``DENOMINATOR`` is 2 times a number without factors 2 and 5),
    so this is also the plain nearest decimal, and the expected scores of two sides print a sum of 1.
    """
    scaled, sign = abs(units) * 10**places, 1 if units >= 0 else -1
    nearest = (2 * scaled + DENOMINATOR) // (2 * DENOMINATOR)
    return Decimal(sign * nearest).scaleb(-places, _WIDE)

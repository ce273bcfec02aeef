"""How numbers and results are written for people, in pt-BR.

Belongs here: words that several calculators share. Does not belong here: the working of one calculator.
"""

from __future__ import annotations

from fractions import Fraction

RESULTS = {2: "vitória", 1: "empate", 0: "derrota"}
RHYTHMS = {"STD": "clássico", "RPD": "rápido", "BLZ": "blitz"}


def amount(value: Fraction | int, places: int = 2) -> str:
    """A number with a comma and at most so many decimals, rounded half away from zero for display.

    >>> amount(Fraction(27, 10)), amount(Fraction(-1, 3), 4), amount(5)
    ('2,7', '-0,3333', '5')
    """
    scaled = (abs(Fraction(value)) * 10**places + Fraction(1, 2)).__floor__()
    whole, rest = divmod(scaled, 10**places)
    decimals = f"{rest:0{places}d}".rstrip("0") if places else ""
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole}" + (f",{decimals}" if decimals else "")


def signed(value: Fraction | int, places: int = 2) -> str:
    """`amount` with its sign.

    >>> signed(Fraction(5, 2)), signed(Fraction(-5, 2)), signed(0)
    ('+2,5', '-2,5', '0')
    """
    text = amount(value, places)
    return f"+{text}" if value > 0 and text != "0" else text


def share(value: Fraction) -> str:
    """A probability in percent.

    >>> share(Fraction(76, 100))
    '76%'
    """
    return f"{amount(100 * value, 1)}%"


def points(half_points: int) -> str:
    """Points as players write them.

    >>> points(5), points(1), points(4)
    ('2,5', '0,5', '2')
    """
    return amount(Fraction(half_points, 2), 1)


def counted(games: int) -> str:
    """So many games.

    >>> counted(1), counted(3)
    ('1 partida', '3 partidas')
    """
    return f"{games} partida{'' if games == 1 else 's'}"

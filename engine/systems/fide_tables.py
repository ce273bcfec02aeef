"""FIDE's two tables as data (Rating Regulations B.02, in force since 1 March 2024).

Belongs here: tables 8.1.1 and 8.1.2 and looking them up. Does not belong here: what is looked up (`fide`).
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

#: Table 8.1.1: the rating difference dp of a percentage score p, for p = 0.50, 0.51 ... 1.00; dp(1-p) =
#: -dp(p).
TABLE_8_1_1 = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)

#: Table 8.1.2: the largest difference at which the higher rated scores 0.50, 0.51 ... 0.99; beyond, 1.00.
TABLE_8_1_2 = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)


def rating_difference(hundredths: int) -> int:
    """dp of table 8.1.1 for a percentage score in hundredths, 0 to 100.

    >>> rating_difference(57), rating_difference(43)
    (50, -50)
    """
    if not 0 <= hundredths <= 100:
        raise ValueError(f"a score of {hundredths} hundredths is not between 0 and 100")
    return TABLE_8_1_1[hundredths - 50] if hundredths >= 50 else -TABLE_8_1_1[50 - hundredths]


def scoring_probability(difference: int) -> Fraction:
    """PD of table 8.1.2 for own rating - opponent's.

    >>> scoring_probability(200), scoring_probability(-736)
    (Fraction(19, 25), Fraction(0, 1))
    """
    hundredths = 50 + bisect_left(TABLE_8_1_2, abs(difference))
    return Fraction(hundredths if difference >= 0 else 100 - hundredths, 100)

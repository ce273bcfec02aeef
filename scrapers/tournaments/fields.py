"""Single fields of a tournament file, as typed by organisers, into values.

Belongs here: dates, sex, titles, ids, ratings and scores that more than one format writes. Does not
belong here: where a field stands in a file. A value that cannot be read is None; the caller decides
whether that deserves a remark.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Literal

from scrapers.text import OLD_TITLES, fold

#: Titles as FIDE spells them, by what programs write (Swiss-Manager and Vega: `GM`; TRF06: `g`, `wg`).
_TITLES = {**OLD_TITLES, "mi": "IM", "gmi": "GM", "mf": "FM"}

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("jan", "ene"),
            ("feb", "fev"),
            ("mar",),
            ("apr", "abr"),
            ("may", "mai"),
            ("jun",),
            ("jul",),
            ("aug", "ago"),
            ("sep", "set"),
            ("oct", "out"),
            ("nov",),
            ("dec", "dez", "dic"),
        ),
        start=1,
    )
    for name in names
}

_THREE_NUMBERS = re.compile(r"(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})(?:\D.*)?")
_MONTH_FIRST = re.compile(r"([a-z]{3,10})\.? (\d{1,2}),? (\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.? (?:de )?([a-z]{3,10})\.?,? (?:de )?(\d{4})")
_YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)")
_SCORE = re.compile(r"(\d+)?(?:[.,](\d+))?")


def iso_date(text: str) -> str | None:
    """A date as ISO text, or None when there is none or it is impossible.

    Reads `2026/03/21`, `2026-03-21`, `21/03/2026`, `28. 07. 2005`, `Dec 10, 2020`, `10 de março de 2026`
    and `20260321`. With three numbers of two digits the year comes first, as TRF06 writes (`10.09.13` is
    13 September 2010); if that is no date, the day does.
    """
    text = fold(text)
    if re.fullmatch(r"\d{8}", text):
        return iso_day(int(text[:4]), int(text[4:6]), int(text[6:]))
    if match := _THREE_NUMBERS.fullmatch(text):
        first, middle, last = match.groups()
        if len(first) > 2:
            return iso_day(int(first), int(middle), int(last))
        if len(last) > 2:
            return iso_day(int(last), int(middle), int(first))
        return iso_day(_century(first), int(middle), int(last)) or iso_day(
            _century(last), int(middle), int(first)
        )
    if match := _MONTH_FIRST.fullmatch(text):
        return iso_day(int(match[3]), _MONTHS.get(match[1][:3], 0), int(match[2]))
    if match := _DAY_FIRST.fullmatch(text):
        return iso_day(int(match[3]), _MONTHS.get(match[2][:3], 0), int(match[1]))
    return None


def iso_day(year: int, month: int, day: int) -> str | None:
    """A day as ISO text, or None when there is no such day, or none of our time."""
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found.isoformat() if 1880 <= year <= 2100 else None


@lru_cache(maxsize=4096)
def birth_year(text: str) -> int | None:
    """The year of a birth date in any order (`1977/03/09`, `02.12.1993`, `1980`); 0000 is None."""
    match = _YEAR.search(text)
    if not match or not match[1].isascii():
        return None
    year = int(match[1])
    return year if 1880 <= year <= 2100 else None


def sex(text: str) -> Literal["F", "M"] | None:
    """`m` is M; `w` (woman, weiblich) and `f` are F; anything else is unknown."""
    letter = text.strip().lower()
    return "M" if letter == "m" else "F" if letter in ("f", "w") else None


@lru_cache(maxsize=4096)
def title(text: str) -> str | None:
    """A title in FIDE's spelling (`g` is GM, `wf` is WFM); titles unknown to FIDE in capitals, as given."""
    word = text.strip()
    return _TITLES.get(word.lower(), word.upper()) if word.strip("-") else None


def number_id(text: str) -> str | None:
    """An id of digits without padding; None for zero, blank or anything else."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        return None
    return digits.lstrip("0") or None


def national_id(text: str) -> str | None:
    """A national id, which may hold letters elsewhere; `, 12345` is 12345 and a lone `,` is None."""
    word = text.strip(" ,;")
    if not any(c.isdigit() for c in word):
        return None
    return (word.lstrip("0") or None) if word.isdigit() else word


def rating(text: str) -> int | None:
    """A rating; 0, blank and anything but up to four digits are None."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        return None
    return int(digits) or None


def whole(text: str) -> int | None:
    """A whole number of up to nine digits, or None."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


@lru_cache(maxsize=4096)
def half_points(text: str) -> int | None:
    """A score in half points (`1`, `0.5`, `0,5`, `½`, `4½`), or None when it is no multiple of a half."""
    word = text.strip().replace(" ", "")
    if not word.isascii():
        word = word.replace("½", ".5")
    match = _SCORE.fullmatch(word)
    if not match or not word or len(word) > 8 or not word.isascii():
        return None
    fraction = (match[2] or "0").rstrip("0")
    if fraction not in ("", "5"):
        return None
    return 2 * int(match[1] or 0) + (1 if fraction else 0)


def points_text(half_points: int) -> str:
    """Half points as an officer reads them: 5 is `2,5`."""
    return f"{half_points // 2},{5 * (half_points % 2)}"


def _century(two_digits: str) -> int:
    year = int(two_digits)
    return year + (2000 if year < 70 else 1900)

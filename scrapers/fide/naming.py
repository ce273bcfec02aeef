"""What the name of a list file tells: its month, and which rating it holds.

Belongs here: ``standard_feb26frl.txt``, ``players_list_foa_2026-02.txt``, ``mar11frl.zip``. Does not belong
here: what the content tells (`text_list`, `xml_list`). Source: FIDE notes, section 1.1.
"""

from __future__ import annotations

import re
from typing import Literal

from scrapers.fide.rows import Refused

FIRST_YEAR, LAST_YEAR = 1970, 2099

_MONTHS = {
    word: number
    for number, words in enumerate(
        (
            "jan",
            "feb fev",
            "mar",
            "apr abr",
            "may mai",
            "jun",
            "jul",
            "aug ago",
            "sep set",
            "oct out",
            "nov",
            "dec dez",
        ),
        start=1,
    )
    for word in words.split()
}
_WORD_MONTH = re.compile(
    rf"(?<![a-z])({'|'.join(_MONTHS)})[-_ ]?((?:19|20)[0-9]{{2}}|[0-9]{{2}})(?![0-9])", re.IGNORECASE
)
_NUMBER_MONTH = re.compile(
    r"(?<![0-9])((?:19|20)[0-9]{2})[-_.]?(0[1-9]|1[0-2])(?:[-_.]?[0-3][0-9])?(?![0-9])"
)
_SCOPES = re.compile(r"(?<![a-z])(standard|std|rapid|rpd|blitz|blz)(?![a-z])", re.IGNORECASE)
_SCOPE_OF: dict[str, Literal["standard", "rapid", "blitz"]] = {
    "standard": "standard",
    "std": "standard",
    "rapid": "rapid",
    "rpd": "rapid",
    "blitz": "blitz",
    "blz": "blitz",
}


def month_token(text: str) -> str | None:
    """A heading such as ``FEB26`` or ``sep12`` as the first day of that month, ISO; None for other text."""
    match = _WORD_MONTH.fullmatch(text)
    return _first_day(match) if match else None


def _first_day(match: re.Match[str]) -> str:
    year = int(match[2])
    if year < 100:
        year += 1900 if year >= FIRST_YEAR % 100 else 2000
    return f"{year}-{_MONTHS[match[1].lower()]:02d}-01"


def dates_in_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The different months that the names tell, as first days (ISO), in order."""
    found: list[str] = []
    for name in names:
        found += [_first_day(match) for match in _WORD_MONTH.finditer(name)]
        found += [f"{match[1]}-{match[2]}-01" for match in _NUMBER_MONTH.finditer(name)]
    return tuple(dict.fromkeys(found))


def scope_in_names(names: tuple[str, ...]) -> Literal["standard", "rapid", "blitz"] | None:
    """Which rating the names tell, None where they tell none or contradict each other."""
    found = {_SCOPE_OF[match[1].lower()] for name in names for match in _SCOPES.finditer(name)}
    return found.pop() if len(found) == 1 else None


def single_scope(
    names: tuple[str, ...], date: str | None, no_scope: str
) -> Literal["standard", "rapid", "blitz"]:
    """The rating of a list that has one only. Raises `Refused` with ``no_scope`` where nothing tells it.

    Rapid and blitz lists exist since 2012; the files before, and for some months after, that bear no type
    (``mar11frl``) are standard.
    """
    scope = scope_in_names(names)
    if scope is not None:
        return scope
    contradicting = any(_SCOPES.search(name) for name in names)
    old = date is not None and date < "2012-01-01"
    untyped = any(re.match(r"[a-z]{3}[0-9]{2}frl(?![a-z])", name, re.IGNORECASE) for name in names)
    if not contradicting and (old or untyped):
        return "standard"
    raise Refused(no_scope)

"""The rows of a FIDE list, in one model for all layouts, and how single values are read.

Belongs here: the records and the conversions that the text and the XML form share. Does not belong here:
where a value stands in a file (`text_list`, `xml_list`), and the rule of a rating system.

Source: FIDE notes, section 1.4 (values and oddities).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scrapers.records import Finding, Severity
from scrapers.text import OLD_TITLES

Scope = Literal["combined", "standard", "rapid", "blitz"]
SCOPES: tuple[Literal["standard", "rapid", "blitz"], ...] = ("standard", "rapid", "blitz")

HIGHEST_RATING = 3500
FIRST_YEAR, LAST_YEAR = 1850, 2100
#: Findings of one code beyond this number are only counted: a list has two million rows.
MAX_FINDINGS = 50


@dataclass(frozen=True, slots=True)
class FideRow:
    """One player of a list. Unknown is None; where a rating is blank or 0, its games and K are None too.

    ``inactive`` is the flag of the list itself: in the combined list, of standard chess only.
    """

    fide_id: str
    name: str
    federation: str | None = None
    sex: Literal["F", "M"] | None = None
    title: str | None = None
    w_title: str | None = None
    o_title: str | None = None
    foa_title: str | None = None
    standard: int | None = None
    standard_games: int | None = None
    standard_k: int | None = None
    rapid: int | None = None
    rapid_games: int | None = None
    rapid_k: int | None = None
    blitz: int | None = None
    blitz_games: int | None = None
    blitz_k: int | None = None
    birth_year: int | None = None
    inactive: bool = False

    @property
    def family_name(self) -> str | None:
        """What stands before the first comma of the name; the whole name where it has none."""
        return split_name(self.name)[0]

    @property
    def given_name(self) -> str | None:
        """What stands after the first comma of the name, further commas included."""
        return split_name(self.name)[1]


@dataclass(frozen=True, slots=True)
class FideList:
    """One list. ``date`` is the first day of its month (ISO), None where neither content nor name tells it.

    ``players`` counts all rows of the list, ``rows`` are the first of them. ``status`` rejected: not usable,
    ``reason`` says why, and what could still be read is kept.
    """

    format: Literal["fide_txt", "fide_xml"]
    status: Literal["ok", "rejected"]
    reason: str | None = None
    date: str | None = None
    scope: Scope | None = None
    players: int = 0
    rows: tuple[FideRow, ...] = ()
    findings: tuple[Finding, ...] = ()


class Refused(Exception):
    """The list cannot be used; the text is the reason, in pt-BR."""


@dataclass(slots=True)
class Log:
    """The findings of one list, with a limit per code."""

    file: str
    findings: list[Finding] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, line: int, code: str, message: str, severity: Severity = "warning") -> None:
        self.counts[code] = self.counts.get(code, 0) + 1
        if self.counts[code] <= MAX_FINDINGS:
            self.findings.append(Finding(self.file, f"line {line}", code, severity, message))

    def all(self) -> tuple[Finding, ...]:
        more = [
            Finding(self.file, "line 1", code, "warning", f"Mais {n - MAX_FINDINGS} avisos deste tipo.")
            for code, n in self.counts.items()
            if n > MAX_FINDINGS
        ]
        return (*self.findings, *more)


def split_name(name: str) -> tuple[str | None, str | None]:
    """Family and given name: split once, at the first comma; blank parts are None.

    Lists have names without a comma, with two or three of them, and with nothing before it (FIDE notes, 1.4).
    """
    family, _, given = name.partition(",")
    return family.strip() or None, given.strip() or None


def text(value: str) -> str | None:
    return value or None


def sex(value: str) -> Literal["F", "M"] | None:
    letter = value.upper()
    return "F" if letter == "F" else "M" if letter == "M" else None


def title(value: str) -> str | None:
    """A title in FIDE's spelling; lists until 2012 write one letter (`g`), women's titles two (`wg`)."""
    return OLD_TITLES.get(value.lower(), value.upper()) or None


def number(value: str) -> int | None:
    return int(value) if re.fullmatch(r"[0-9]{1,4}", value) else None


def rating(value: str) -> int | None:
    """A rating; blank and 0 are unrated, and so is what no list can hold."""
    points = number(value)
    return points if points is not None and 0 < points <= HIGHEST_RATING else None


def factor(value: str) -> int | None:
    """The K factor; 0 stands in the rows of unrated players."""
    return number(value) or None


def birth_year(value: str) -> int | None:
    """The year, also out of a full date; ``0``, ``0000`` and blank are unknown."""
    match = re.search(r"(?<![0-9])[0-9]{4}(?![0-9])", value)
    year = int(match[0]) if match else 0
    return year if FIRST_YEAR <= year <= LAST_YEAR else None


def inactive(value: str) -> bool:
    """Whether a flag says so: `i` and `wi` do, `w` marks a woman."""
    return "i" in value.lower()


#: How the text of each column is read, but for id and name: the one definition for all readers.
READ: Mapping[str, Callable[[str], str | int | None]] = {
    "federation": text,
    "sex": sex,
    "title": title,
    "w_title": title,
    "o_title": text,
    "foa_title": text,
    **dict.fromkeys(SCOPES, rating),
    **dict.fromkeys((f"{scope}_games" for scope in SCOPES), number),
    **dict.fromkeys((f"{scope}_k" for scope in SCOPES), factor),
    "birth_year": birth_year,
    "inactive": inactive,
}
_FIDE_ID = re.compile(r"0*([1-9][0-9]{0,11})")


def fide_id(value: str) -> str | None:
    """An id without the zeros in front, None where the text is none."""
    match = _FIDE_ID.fullmatch(value.strip())
    return match[1] if match else None


def make_row(fide_id: str, values: Mapping[str, str]) -> FideRow:
    """The row from the texts, without blanks around, per field name of `FideRow`."""
    read: dict[str, Any] = {name: convert(values.get(name, "")) for name, convert in READ.items()}
    for scope in SCOPES:
        if read[scope] is None:
            read[f"{scope}_games"] = read[f"{scope}_k"] = None
    return FideRow(fide_id=fide_id, name=values.get("name", ""), **read)

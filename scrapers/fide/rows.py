"""The rows of a FIDE list, in one model for all layouts, and how single values are read.

Belongs here: the records and the conversions that the text and the XML form share. Does not belong here:
where a value stands in a file (`text_list`, `xml_list`), and the rule of a rating system.

Source: FIDE notes, section 1.4 (values and oddities).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scrapers.records import Finding, Severity

Scope = Literal["combined", "standard", "rapid", "blitz"]
SCOPES: tuple[Literal["standard", "rapid", "blitz"], ...] = ("standard", "rapid", "blitz")

HIGHEST_RATING = 3500
FIRST_YEAR, LAST_YEAR = 1850, 2100
#: Findings of one code beyond this number are only counted: a list has two million rows.
MAX_FINDINGS = 50

_OLD_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
}


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


@dataclass(frozen=True, slots=True)
class FideList:
    """One list. ``date`` is the first day of its month (ISO), None where neither content nor name tells it.

    ``players`` counts all rows of the list, ``rows`` are those asked for. ``status`` rejected: not usable,
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


def make_row(fide_id: str, values: Mapping[str, str]) -> FideRow:
    """The row from the texts per field name of `FideRow`; ``birth`` and ``flag`` as the list has them."""
    numbers: dict[str, int | None] = {}
    for scope in SCOPES:
        rating = _number(values.get(scope, ""))
        if rating is None or not 0 < rating <= HIGHEST_RATING:
            continue
        numbers[scope] = rating
        numbers[f"{scope}_games"] = _number(values.get(f"{scope}_games", ""))
        numbers[f"{scope}_k"] = _number(values.get(f"{scope}_k", "")) or None
    sex = values.get("sex", "").upper()
    return FideRow(
        fide_id=fide_id,
        name=values.get("name", ""),
        federation=values.get("federation") or None,
        sex="F" if sex == "F" else "M" if sex == "M" else None,
        title=title(values.get("title", "")),
        w_title=title(values.get("w_title", "")),
        o_title=values.get("o_title") or None,
        foa_title=values.get("foa_title") or None,
        birth_year=birth_year(values.get("birth", "")),
        inactive="i" in values.get("flag", "").lower(),
        **numbers,
    )


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None


def title(text: str) -> str | None:
    """A title in FIDE's spelling; lists until 2012 write one letter (`g`), women's titles two (`wg`)."""
    return _OLD_TITLES.get(text.lower(), text.upper()) or None


def birth_year(text: str) -> int | None:
    """The year, also out of a full date; ``0``, ``0000`` and blank are unknown."""
    match = re.search(r"(?<![0-9])[0-9]{4}(?![0-9])", text)
    year = int(match[0]) if match else 0
    return year if FIRST_YEAR <= year <= LAST_YEAR else None

"""The rhythm an event's own file tells: Standard, Rapid or Blitz.

Belongs here: reading rhythm words, coded time controls (TRF26 line 222, in seconds) and time controls as
people write them. Does not belong here: which rhythm counts; the event register wins, and what is found
here is only compared with it.

FIDE's limits on base time plus 60 increments: up to 10 minutes Blitz, under 60 Rapid, else Standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scrapers.records import Rhythm
from scrapers.text import fold

_WORDS: tuple[tuple[re.Pattern[str], Rhythm], ...] = (
    (re.compile(r"\b(standard|classic[oa]?s?|classical|clasic[oa]s?|pensado)\b"), "STD"),
    (re.compile(r"\b(rapid|rapid[oa]s?|rapidplay|rapide|schnellschach|active)\b"), "RPD"),
    (re.compile(r"\b(blitz|blitzschach|relampagos?)\b"), "BLZ"),
)

_CODED_PERIOD = re.compile(r"(?:\d+/)?(\d+)(?:[+d](\d+))?")
_ALTERNATIVE = re.compile(r"\b(?:ou|or|oder)\b")
_TERM = re.compile(r"[+|&]|\bplus\b|\bmais\b|\band\b|\bund\b|\be\b|(?<!\d),|,(?!\d)|;")
_HOURS = re.compile(
    r"(?<![\d:])(\d{1,2})(?:\s*h(?:oras?|ours?|rs?)?\s*(\d{1,2}(?!\d))?|:([0-5]\d)(?!\d))(?:\s*m\w*)?"
)
_SECONDS = re.compile(r"(\d+)\s*(?:''|\"|s(?:e[cgk]\w*)?\b)")
_MINUTES = re.compile(r"(?:\d+\s*/\s*)?(\d+)\s*(?:'|m(?:in\w*)?\b)")
_MOVES_AND_TIME = re.compile(r"(?:\d+|\bg)\s*/\s*(\d+)")
_NUMBER = re.compile(r"\d+")
#: Periods of byo-yomi (`3x20`), which are no base time.
_PERIODS = re.compile(r"\d\s*x\s*\d")


def from_words(text: str) -> Rhythm | None:
    """The rhythm named in a text (`Individual: Swiss-System (Standard)`); None if none or several are."""
    folded = fold(text)
    found = {rhythm for pattern, rhythm in _WORDS if pattern.search(folded)}
    return found.pop() if len(found) == 1 else None


def from_coded(text: str) -> Rhythm | None:
    """The rhythm of a coded time control in seconds: `5400+30`, `40/6000+30:900+30`, `W300-B240`."""
    sides = [re.sub(r"^[WB]", "", side.strip()) for side in re.split(r"-(?=[WB])", text.strip())]
    longest: float | None = None
    for side in sides:
        periods = [_CODED_PERIOD.fullmatch(period.strip()) for period in side.split(":")]
        if not all(periods):
            return None
        base = sum(int(period[1][:9]) for period in periods if period)
        increment = next((int(period[2][:9]) for period in periods if period and period[2]), 0)
        longest = max(longest or 0.0, base / 60 + increment)
    return _by_minutes(longest)


def from_time_control(text: str) -> Rhythm | None:
    """The rhythm of a time control as people write it.

    `90 min + 30 sec increment`, `1:30 + 10 from move 1`, `40/120, 60`, `7'+5'' ou 12' KO` (the first of
    two alternatives), `100'x40mm + 50'x20mm + 30"`, `15+5`. None when no base time can be made out.
    """
    plain = re.sub("[’′´`]", "'", text[:400].replace("″", '"').replace("”", '"'))
    first = _ALTERNATIVE.split(fold(plain), maxsplit=1)[0]
    if _PERIODS.search(first):
        return None
    base = 0.0
    increment = 0
    position = 0
    while position <= len(first):
        match = _TERM.search(first, position)
        end = match.start() if match else len(first)
        joined_by_plus = position > 0 and first[position - 1] not in ",;"
        minutes, seconds = _term(first[position:end], is_first=base == 0, joined_by_plus=joined_by_plus)
        base += minutes
        increment = increment or seconds
        position = match.end() if match else len(first) + 1
    return _by_minutes(base + increment) if base else None


def from_sources(
    coded: str, words: Iterable[str], time_control: str, *, flag: Rhythm | None = None
) -> tuple[Rhythm | None, bool]:
    """The rhythm by the fixed order of sources, and whether they contradict each other.

    Order: the flag of a binary file, coded time control, words in the type and then the name, the written
    time control (its words, then its numbers).
    """
    found = [flag, from_coded(coded) if coded.strip() else None]
    found.extend(from_words(text) for text in words)
    found.append(from_words(time_control))
    found.append(from_time_control(time_control))
    known = [rhythm for rhythm in found if rhythm]
    return (known[0] if known else None), len(set(known)) > 1


def _term(term: str, *, is_first: bool, joined_by_plus: bool) -> tuple[float, int]:
    """Minutes of base time and seconds of increment in one term of a time control."""
    minutes = 0.0
    for match in _HOURS.finditer(term):
        minutes_and_seconds = match[3] is not None and int(match[1]) > 4
        minutes += (
            int(match[1]) if minutes_and_seconds else 60 * int(match[1]) + int(match[2] or match[3] or 0)
        )
    rest = _HOURS.sub(" ", term)
    seconds = [int(match[1][:9]) for match in _SECONDS.finditer(rest)]
    rest = _SECONDS.sub(" ", rest)
    minutes += sum(int(match[1][:9]) for match in _MINUTES.finditer(rest))
    if minutes or seconds:
        if is_first and not minutes:
            return seconds[0] / 60, 0
        return minutes, seconds[0] if seconds else 0
    if of_moves := _MOVES_AND_TIME.search(rest):
        return int(of_moves[1][:9]), 0
    if bare := _NUMBER.search(rest):
        number = int(bare[0][:9])
        if is_first:
            return (number / 60 if number > 600 else number), 0
        return (0.0, number) if joined_by_plus else (float(number), 0)
    return 0.0, 0


def _by_minutes(minutes: float | None) -> Rhythm | None:
    if not minutes:
        return None
    return "BLZ" if minutes <= 10 else "RPD" if minutes < 60 else "STD"

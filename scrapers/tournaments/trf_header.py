"""The tournament lines of a TRF (`ddd text`, and `XXR`): what the file says of the event.

Belongs here: which lines are header lines and their values. Does not belong here: players and games.
Header fields are typed by hand or by websites: nothing here stops a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from scrapers.records import EventRecord
from scrapers.text import fold
from scrapers.tournaments import event_fields, fields, limits, rhythm
from scrapers.tournaments.messages import Remarks

Kind = Literal["swiss", "round_robin", "team_swiss", "team_round_robin"]

_ROUND_ROBIN = re.compile(
    r"round[ _-]?robin|berger|schuring|rundenturnier|todos contra todos|\bleague\b|\bliga\b|roundrobin"
)
_SWISS = re.compile(r"swiss|suico|suizo|schweizer|dutch|dubov|burstein|baku|type[ab]\b|type[ab]_")
_TEAM = re.compile(r"\bteams?\b|team_|equipes?\b|equipos?\b|mannschaft")

#: `A` and `Z` both stand for absence: the text of the format changed between its drafts.
_DEFAULT_POINTS = {"W": 2, "D": 1, "L": 0, "A": 0, "Z": 0, "P": 2, "X": 1}


@dataclass(frozen=True, slots=True)
class Header:
    """The first filled line of each tag: (number of the line, text after the tag)."""

    lines: Mapping[str, tuple[int, str]]

    def text(self, tag: str) -> str:
        """The text of a tag, or an empty text."""
        return self.lines[tag][1] if tag in self.lines else ""

    def where(self, tag: str) -> str:
        """``line N`` of a tag."""
        return f"line {self.lines[tag][0]}" if tag in self.lines else "line 1"

    def whole(self, tag: str) -> int | None:
        """The first number of a tag's text (`9 (9)` is 9), or None."""
        match = re.match(r"\d{1,9}", self.text(tag))
        return fields.whole(match[0]) if match else None


def read_header(lines: Iterable[tuple[int, str]]) -> Header:
    """Header from (number of the line, text); ruler lines were left out by the caller."""
    found: dict[str, tuple[int, str]] = {}
    for number, text in lines:
        value = text[3 : 3 + event_fields.MAX_TEXT].strip()
        if value:
            found.setdefault(text[:3].upper(), (number, value))
    return Header(found)


def declared_rounds(header: Header, remarks: Remarks) -> int | None:
    """The number of rounds by 142 (TRF26), else XXR (JaVaFo); None when neither says one."""
    found: dict[str, int] = {}
    for tag in ("142", "XXR"):
        if not header.text(tag):
            continue
        rounds = header.whole(tag)
        if rounds and rounds <= limits.MAX_ROUNDS:
            found[tag] = rounds
        else:
            remarks.add("bad_rounds", header.where(tag), found=header.text(tag), limit=limits.MAX_ROUNDS)
    if len(set(found.values())) > 1:
        remarks.add("rounds_contradict", header.where("142"), first=found["142"], second=found["XXR"])
    return found.get("142", found.get("XXR"))


def scores_are_usual(header: Header) -> bool:
    """Whether the points column can be compared with the rounds.

    Not so if a win, draw or loss counts otherwise (162), or somebody was given or lost points (299).
    """
    if header.text("299"):
        return False
    for symbol, value in re.findall(r"([WDLAZPX])\s*(\d+[.,]?\d*)", header.text("162")):
        if fields.half_points(value) != _DEFAULT_POINTS[symbol]:
            return False
    return True


def event_of(header: Header, rounds: int | None, *, has_teams: bool, remarks: Remarks) -> EventRecord:
    """The event as the header tells it; doubtful fields are None with a remark."""
    start = event_fields.day(header.text("042"), "início (042)", header.where("042"), remarks)
    end = event_fields.day(header.text("052"), "término (052)", header.where("052"), remarks)
    event_fields.check_order(start, end, header.where("052"), remarks)
    city = event_fields.city(header.text("022"), header.where("022"), remarks)
    federation = event_fields.federation(header.text("032"), header.where("032"), remarks)
    found_rhythm, contradicts = rhythm.from_sources(
        header.text("222"), (header.text("092"), header.text("012")), header.text("122")
    )
    if contradicts:
        tag = next(tag for tag in ("222", "122", "092", "012") if header.text(tag))
        sources = "; ".join(header.text(tag) for tag in ("222", "092", "012", "122") if header.text(tag))
        remarks.add("rhythm_contradicts", header.where(tag), found=sources, rhythm=found_rhythm)
    return EventRecord(
        name=header.text("012") or None,
        city=city,
        federation=federation,
        start_date=start,
        end_date=end,
        rounds=rounds,
        rhythm=found_rhythm,
        kind=_kind(header, has_teams=has_teams),
    )


def _kind(header: Header, *, has_teams: bool) -> Kind | None:
    """By the coded type (192) and the type in words (092); None when they do not say the system."""
    words = fold(f"{header.text('192')} {header.text('092')}")
    team = has_teams or bool(_TEAM.search(words))
    if _ROUND_ROBIN.search(words):
        return "team_round_robin" if team else "round_robin"
    if _SWISS.search(words):
        return "team_swiss" if team else "swiss"
    return None

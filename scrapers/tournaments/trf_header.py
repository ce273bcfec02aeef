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
from scrapers.tournaments import fields, limits, rhythm
from scrapers.tournaments.messages import Remarks

Kind = Literal["swiss", "round_robin", "team_swiss", "team_round_robin"]

_ROUND_ROBIN = re.compile(
    r"round[ _-]?robin|berger|schuring|rundenturnier|todos contra todos|\bleague\b|\bliga\b|roundrobin"
)
_SWISS = re.compile(r"swiss|suico|suizo|schweizer|dutch|dubov|burstein|baku|type[ab]\b|type[ab]_")
_TEAM = re.compile(r"\bteams?\b|team_|equipes?\b|equipos?\b|mannschaft")
_ADDRESS = re.compile(r"\w+://|\bwww\.", re.IGNORECASE)
#: Header texts are cut here; real ones are far shorter.
MAX_TEXT = 500

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
        value = text[3 : 3 + MAX_TEXT].strip()
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
    start = _date(header, "042", "início (042)", remarks)
    end = _date(header, "052", "término (052)", remarks)
    if start and end and end < start:
        remarks.add("end_before_start", header.where("052"), start=start, end=end)
    city: str | None = header.text("022") or None
    if city and _ADDRESS.search(city):
        remarks.add("address_in_city", header.where("022"), found=city)
        city = None
    federation: str | None = header.text("032").upper() or None
    if federation and not re.fullmatch("[A-Z]{3}", federation):
        remarks.add("bad_federation", header.where("032"), found=federation)
        federation = None
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
    words = fields.fold(f"{header.text('192')} {header.text('092')}")
    team = has_teams or bool(_TEAM.search(words))
    if _ROUND_ROBIN.search(words):
        return "team_round_robin" if team else "round_robin"
    if _SWISS.search(words):
        return "team_swiss" if team else "swiss"
    return None


def _date(header: Header, tag: str, what: str, remarks: Remarks) -> str | None:
    text = header.text(tag)
    if not text or not text.strip("0/.- "):
        return None
    found = fields.iso_date(text)
    if found is None:
        remarks.add("bad_date", header.where(tag), what=what, found=text)
    return found

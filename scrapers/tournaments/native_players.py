"""Swiss-Manager's binary: the participants and the event, from raw numbers and texts.

Belongs here: names, ids, ratings, births, teams; name, place, dates, rhythm and kind of the event. Does not
belong here: where they stand in the file (`native_layout`), games (`native_games`).

Fields are tolerant: what cannot be is None with a remark, and stops nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scrapers.records import EventRecord, Participant, Rhythm
from scrapers.tournaments import event_fields, fields, rhythm
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.native_layout import Config, NativeFile, PlayerRow

Kind = Literal["swiss", "round_robin", "team_swiss", "team_round_robin"]

#: The file as a whole, in remarks: there are no lines in it.
WHOLE = "round 0, number 0"

#: By the type word.
KINDS: tuple[Kind, ...] = ("swiss", "round_robin", "team_round_robin", "team_swiss")
_RHYTHMS: dict[int, Rhythm] = {1: "STD", 2: "RPD", 3: "BLZ"}
_RHYTHM_NAMES: dict[Rhythm | None, str] = {"STD": "clássico", "RPD": "rápido", "BLZ": "blitz"}
_SEXES: dict[int, Literal["F", "M"]] = {0: "M", 1: "F"}
_COMPUTER = 2
#: FIDE ids have at least so many digits; shorter numbers were meant for another field.
_FIDE_ID_DIGITS = 5


class _Header(NamedTuple):
    """The texts of the header that are used, cut and cleaned."""

    name: str
    subtitle: str
    venue: str
    time_control: str
    federation: str


def participants_of(found: NativeFile, remarks: Remarks) -> tuple[Participant, ...]:
    """The players in the order of their start numbers, from 1."""
    return tuple(
        _participant(number, row, found.teams, remarks) for number, row in enumerate(found.players, start=1)
    )


def event_of(found: NativeFile, remarks: Remarks) -> EventRecord:
    """The event as header, configuration and rounds tell it; empty when the header was not reached."""
    config = found.config
    if config is None:
        return EventRecord()
    header = _header(found.texts)
    start, end = _days(config, found, remarks)
    return EventRecord(
        name=header.name or None,
        city=event_fields.city(header.venue, WHOLE, remarks),
        federation=event_fields.federation(header.federation, WHOLE, remarks),
        start_date=start,
        end_date=end,
        rounds=config.rounds or None,
        rhythm=_rhythm(config, header, remarks),
        kind=KINDS[config.type] if config.type < len(KINDS) else None,
        source_id=str(found.source_id) if found.source_id else None,
        revision=config.revision or None,
    )


def clean(text: str) -> str:
    """A text on one line without control characters, cut where no real one is so long."""
    text = text[: event_fields.MAX_TEXT]
    if not text or (text.isprintable() and "  " not in text and text[0] != " " and text[-1] != " "):
        return text
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _header(texts: Sequence[str]) -> _Header:
    def text(number: int) -> str:
        return clean(texts[number])

    return _Header(text(0), text(1), text(5), text(14), text(20))


def _participant(number: int, row: PlayerRow, teams: Sequence[str], remarks: Remarks) -> Participant:
    where = f"round 0, number {number}"
    texts = row.texts
    last, first = clean(texts[0]), clean(texts[1])
    name = f"{last}, {first}" if last and first else last or first or clean(texts[3])
    if not name:
        remarks.add("player_without_name", where, number=number)
    fide_id = str(row.fide_id) if row.fide_id else None
    if fide_id and len(fide_id) < _FIDE_ID_DIGITS:
        remarks.add("short_fide_id", where, number=number, found=fide_id)
    if row.sex not in _SEXES:
        code = "computer_player" if row.sex == _COMPUTER else "bad_sex"
        remarks.add(code, where, number=number, found=row.sex)
    team = None
    if row.team:
        if row.team <= len(teams):
            team = clean(teams[row.team - 1]) or f"#{row.team}"
        else:
            remarks.add("bad_team", where, number=number, found=row.team, count=len(teams))
    return Participant(
        number=number,
        name=name,
        sex=_SEXES.get(row.sex),
        title=fields.title(clean(texts[4])),
        federation=clean(texts[10]) or None,
        fide_id=fide_id,
        national_id=fields.national_id(clean(texts[5])),
        birth_year=_birth_year(row.birth, number, where, remarks) if row.birth else None,
        fide_rating=_rating(row.fide_rating, number, where, remarks),
        national_rating=_rating(row.national_rating, number, where, remarks),
        club=clean(texts[9]) or None,
        team=team,
    )


def _birth_year(birth: int, number: int, where: str, remarks: Remarks) -> int | None:
    """The year of YYYYMMDD, of which month and day may be zero."""
    year, month, day = birth // 10_000, birth // 100 % 100, birth % 100
    if fields.iso_day(year, month or 1, day or 1) is None:
        remarks.add("bad_birth", where, number=number, found=birth)
        return None
    return year


def _rating(rating: int, number: int, where: str, remarks: Remarks) -> int | None:
    if rating > 9999:
        remarks.add("bad_rating", where, number=number, found=rating)
        return None
    return rating or None


def _days(config: Config, found: NativeFile, remarks: Remarks) -> tuple[str | None, str | None]:
    """First and last day: the configuration's, else those of the rounds."""
    start = event_fields.day(_digits(config.start), "início", WHOLE, remarks)
    end = event_fields.day(_digits(config.end), "término", WHOLE, remarks)
    event_fields.check_order(start, end, WHOLE, remarks)
    rounds: list[tuple[int, str]] = []
    for number, row in enumerate(found.rounds, start=1):
        where = f"round {number}, number 0"
        day = event_fields.day(_digits(row.date), f"rodada {number}", where, remarks)
        if day is None:
            continue
        rounds.append((number, day))
        if (start and day < start) or (end and day > end):
            remarks.add(
                "round_outside_event", where, round=number, found=day, start=start or "?", end=end or "?"
            )
    days = [day for _, day in rounds]
    return start or min(days, default=None), end or max(days, default=None)


def _digits(date: int) -> str:
    return f"{date:08d}" if date else ""


def _rhythm(config: Config, header: _Header, remarks: Remarks) -> Rhythm | None:
    flag = _RHYTHMS.get(config.rhythm)
    if flag is None and config.rhythm:
        remarks.add("bad_rhythm_flag", WHOLE, found=config.rhythm)
    words = (header.name, header.subtitle)
    found, contradicts = rhythm.from_sources("", words, header.time_control, flag=flag)
    if contradicts:
        sources = [f"marca: {_RHYTHM_NAMES[flag]}"] if flag else []
        sources += [text for text in (header.time_control, *words) if text]
        remarks.add("rhythm_contradicts", WHOLE, found="; ".join(sources), rhythm=found)
    return found

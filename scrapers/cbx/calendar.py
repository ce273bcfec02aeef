"""The CBX tournament calendar (``/torneios``) as served: one block per tournament.

Belongs here: what each block says. Does not belong here: asking for the pages (`client`) and whether an event
counts (Art. 4).

A block is known by the number at the end of its element ids, whole: ``hlkTorneio_1`` is not
``hlkTorneio_12``. A tournament is known by its number alone: the year in ``9422/25`` comes from a typed date
and may be wrong. Source: CBX notes, section 1 (``/torneios`` blocks) and section 4 (prefix ids).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Literal

from bs4.element import Tag

from scrapers.cbx import messages
from scrapers.cbx.page import MAX_BYTES, Page, open_page
from scrapers.cbx.vocabulary import UFS, iso_date, rhythm_in, squeeze
from scrapers.records import Finding, InputFile, Rhythm
from scrapers.text import fold

_ELEMENT = re.compile(r"(?:.*_)?(lbl[A-Za-z]+|hlkTorneio)_([0-9]+)")
_NUMBER = re.compile(r"([0-9]+)(?:\s*/\s*[0-9]{2,4})?")
_DATE_LIKE = re.compile(r"[0-9]{1,2}/[0-9]{1,2}/[0-9]{1,4}")
_TOTAL = re.compile(r"Total de Torneios:\s*([0-9][0-9.]*)", re.IGNORECASE)
_LAST_WORD = re.compile(r"([A-Za-z]{2})\.?\s*$")
#: What a block's elements are called here, and the words that their text may begin with.
_FIELDS = {
    "lblIDTorneio": ("number", ("id",)),
    "lblNomeTorneio": ("name", ()),
    "lblMes": ("month", ()),
    "lblStatus": ("status", ("status", "situacao")),
    "lblRitmo": ("rhythm", ("ritmo",)),
    "lblRating": ("rating", ("rating",)),
    "lblLocal": ("place", ("local",)),
    "lblPeriodo": ("period", ("periodo",)),
    "lblOrganizador": ("organizer", ("organizador",)),
    "lblObs": ("notes", ("observacao", "obs")),
    "lblQtJogadores": ("players", ()),
    "lblQtJogadoresFIDE": ("fide_players", ()),
    "hlkTorneio": ("link", ()),
}


@dataclass(frozen=True, slots=True)
class CbxCalendarTournament:
    """One tournament of the calendar. Dates are ISO text, None where impossible; ``rated_by``: CBX, FIDE."""

    number: str
    name: str
    start_date: str | None
    end_date: str | None
    rhythm: Rhythm | None
    rated_by: tuple[str, ...]
    status: str | None
    place: str | None
    uf: str | None
    organizer: str | None
    notes: tuple[str, ...]
    link: str | None


@dataclass(frozen=True, slots=True)
class CbxCalendar:
    """One page of the calendar. ``total``: what the page says there are in all, None where it says
    nothing.
    """

    status: Literal["ok", "rejected"]
    reason: str | None = None
    format: Literal["cbx_calendar"] = "cbx_calendar"
    tournaments: tuple[CbxCalendarTournament, ...] = ()
    total: int | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class _Log:
    file: str
    sha256: str
    findings: list[Finding] = field(default_factory=list)

    def add(self, line: int, code: str, message: str) -> None:
        self.findings.append(Finding(self.file, f"line {line}", code, "warning", message, self.sha256))


@dataclass(slots=True)
class _Block:
    line: int
    elements: dict[str, Tag]

    def text(self, name: str) -> str:
        """The element's text without the label that stands inside it ("Local: Natal RN")."""
        element = self.elements.get(name)
        if element is None:
            return ""
        text = squeeze(element.get_text(" "))
        label, colon, rest = text.partition(":")
        return rest.strip() if colon and fold(label) in _FIELDS_BY_NAME[name] else text


_FIELDS_BY_NAME = dict(_FIELDS.values())


def read_calendar(file: InputFile) -> CbxCalendar:
    """The calendar page in ``file``. Never raises for bad data."""
    log = _Log(file.name, hashlib.sha256(file.data).hexdigest())
    reason, page = _why_unusable(file.data)
    total = None
    if page is not None and reason is None:
        said = _TOTAL.search(squeeze(page.tree.get_text(" ")))
        total = int(said[1].replace(".", "")) if said else None
        tournaments, blocks = _tournaments(page, log)
        if blocks and not tournaments:
            reason = messages.NO_CALENDAR_NUMBER
        elif not blocks and total != 0:
            reason = messages.NO_CALENDAR
        else:
            return CbxCalendar("ok", tournaments=tournaments, total=total, findings=tuple(log.findings))
    refusal = Finding(file.name, "line 1", "rejected", "error", reason or "", log.sha256)
    return CbxCalendar("rejected", reason, total=total, findings=(*log.findings, refusal))


def _why_unusable(data: bytes) -> tuple[str | None, Page | None]:
    if not data.strip():
        return messages.EMPTY, None
    if len(data) > MAX_BYTES:
        return messages.TOO_LARGE, None
    page = open_page(data)
    if page is None:
        return messages.NOT_HTML, None
    if page.tells_error():
        return messages.ERROR_PAGE_OF_SITE, page
    return (None, page) if page.whole else (messages.CUT_OFF, page)


def _tournaments(page: Page, log: _Log) -> tuple[tuple[CbxCalendarTournament, ...], int]:
    blocks: dict[int, _Block] = {}
    unknown: set[str] = set()
    for element in page.tree.find_all(id=_ELEMENT):
        match = _ELEMENT.fullmatch(str(element["id"]))
        if match is None:
            continue
        block = blocks.setdefault(int(match[2]), _Block(element.sourceline or 1, {}))
        if match[1] in _FIELDS:
            block.elements.setdefault(_FIELDS[match[1]][0], element)
        elif match[1] not in unknown:
            unknown.add(match[1])
            log.add(block.line, "unknown_column", messages.calendar_label(match[1]))
    found: dict[str, CbxCalendarTournament] = {}
    for _, block in sorted(blocks.items()):
        tournament = _tournament(block, log)
        if tournament is None:
            continue
        if tournament.number in found:
            log.add(block.line, "tournament_twice", messages.calendar_twice(tournament.number))
        else:
            found[tournament.number] = tournament
    return tuple(found.values()), len(blocks)


def _tournament(block: _Block, log: _Log) -> CbxCalendarTournament | None:
    said = block.text("number")
    match = _NUMBER.fullmatch(said)
    if match is None or not match[1].strip("0"):
        log.add(block.line, "tournament", messages.calendar_number(said))
        return None
    number = match[1].lstrip("0")
    start, end = _period(number, block, log)
    rhythm_text = block.text("rhythm")
    rhythm = rhythm_in(rhythm_text)
    if rhythm is None and rhythm_text:
        log.add(block.line, "tournament_rhythm", messages.calendar_rhythm(number, rhythm_text))
    rated = set(re.findall(r"[a-z]+", fold(block.text("rating"))))
    place = block.text("place")
    link = block.elements.get("link")
    notes = block.elements.get("notes")
    return CbxCalendarTournament(
        number=number,
        name=block.text("name"),
        start_date=start,
        end_date=end,
        rhythm=rhythm,
        rated_by=tuple(name for name in ("CBX", "FIDE") if name.lower() in rated),
        status=block.text("status") or None,
        place=place or None,
        uf=_uf(place),
        organizer=block.text("organizer") or None,
        notes=_lines(notes) if notes is not None else (),
        link=str(link["href"]) if link is not None and link.get("href") else None,
    )


def _period(number: str, block: _Block, log: _Log) -> tuple[str | None, str | None]:
    text = block.text("period")
    texts = _DATE_LIKE.findall(text)[:2]
    dates = [iso_date(one) for one in texts]
    for one, day in zip(texts, dates, strict=True):
        if day is None:
            log.add(block.line, "tournament_date", messages.calendar_date(number, one))
    if not texts:
        if text:
            log.add(block.line, "tournament_date", messages.calendar_date(number, text))
        return None, None
    start, end = dates[0], dates[-1]
    if start and end and end < start:
        log.add(block.line, "tournament_date", messages.tournament_reversed(number))
    return start, end


def _uf(place: str) -> str | None:
    """The state that a place ends with ("Natal RN", "Rio de Janeiro/RJ."); None where it names none."""
    match = _LAST_WORD.search(place)
    if match is None or (match.start() and place[match.start() - 1].isalnum()):
        return None
    return match[1].upper() if match[1].upper() in UFS and match[1].isupper() else None


def _lines(element: Tag) -> tuple[str, ...]:
    lines = [squeeze(line) for line in re.split(r"[\r\n]+", element.get_text("\n"))]
    first, *rest = [line for line in lines if line] or [""]
    label, colon, after = first.partition(":")
    if colon and fold(label) in _FIELDS_BY_NAME["notes"]:
        first = after.strip()
    return tuple(line for line in (first, *rest) if line)


def calendar_json(calendar: CbxCalendar, limit: int | None = None) -> dict[str, object]:
    """The object of ``fnx inspect --json`` for a calendar page."""
    return {
        "format": calendar.format,
        "status": calendar.status,
        "reason": calendar.reason,
        "list": {"tournaments": calendar.total},
        "rows": [
            {
                "number": one.number,
                "name": one.name,
                "start_date": one.start_date,
                "end_date": one.end_date,
                "rhythm": one.rhythm,
                "rated_by": list(one.rated_by),
                "status": one.status,
                "place": one.place,
                "uf": one.uf,
                "organizer": one.organizer,
                "notes": list(one.notes),
                "link": one.link,
            }
            for one in calendar.tournaments[:limit]
        ],
        "warnings": [{"code": f.code, "where": f.where, "message": f.message_pt} for f in calendar.findings],
    }

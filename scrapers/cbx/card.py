"""The public card of a CBX player (``/jogador/<id>``) as saved: who, monthly ratings, tournaments.

Belongs here: what the card says, and the refusal of pages that are no usable card, each with its own
reason: an id nobody has, an error page, a page cut off, a layout that changed. Does not belong here: what
the tournaments weigh (Art. 12).

Columns are found by their headings, never by place. Of the birth date only the year is kept.
Source: CBX notes, section 1 (the card), section 4 (failures seen elsewhere) and section 5 (variants).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal

from bs4.element import NavigableString, Tag

from scrapers.cbx import messages
from scrapers.cbx.page import MAX_BYTES, Grid, GridRow, Page, open_page, read_grid
from scrapers.cbx.variation import (
    VARIATION_FIELDS,
    CbxVariation,
    names_variation,
    tournament_heading,
    variation_of,
)
from scrapers.cbx.vocabulary import (
    birth_year,
    dates_in,
    heading_field,
    iso_date,
    looks_like_rating,
    month_of,
    rating_of,
    rhythm_in,
    squeeze,
)
from scrapers.records import Finding, InputFile, Rhythm, Severity
from scrapers.text import fold

_TITLE_ID = re.compile(r"Jogador:\s*([0-9]+)\s*-")
_ADDRESS_ID = re.compile(r"/jogador/([0-9]+)", re.IGNORECASE)
_FILE_ID = re.compile(r"([0-9]+)")
_LABEL_ID = re.compile(r"ID\s+CBX\s*:\s*([0-9]+)", re.IGNORECASE)
_LABEL_FIDE = re.compile(r"ID\s+FIDE\s*:\s*(\S*)", re.IGNORECASE)
_LABEL_UF = re.compile(r"\bUF\s*:\s*([A-Za-z]{2})\b")
_LABEL_BIRTH = re.compile(r"Data\s+(?:de\s+)?Nasc[a-z]*\.?\s*:\s*([0-9/.-]*)", re.IGNORECASE)
_TOURNAMENT = re.compile(r"([0-9]+)(?:/[0-9]{2,4})?\s*[-–—]\s*(.*)", re.DOTALL)
_DATE_TEXT = re.compile(r"[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}")
_BRACKETS = re.compile(r"\(([^()]*)\)")

_RATING_FIELDS = ("std", "rpd", "blz")

#: Why a page is no usable card. ``not_found``: an id nobody has, which says nothing about what was known.
Refusal = Literal["empty", "not_html", "cut_off", "error_page", "not_found", "layout_changed"]


@dataclass(frozen=True, slots=True)
class CbxMonth:
    """The ratings of one month (``YYYY-MM``), which counts from its first day; None for a blank cell."""

    month: str
    std: int | None
    rpd: int | None
    blz: int | None


@dataclass(frozen=True, slots=True)
class CbxTournament:
    """One tournament of the card. Dates are ISO text, None where impossible.

    ``variation`` is None where no heading names a column of it; no rule of the rating uses it.
    """

    id: str
    name: str
    start_date: str | None
    end_date: str | None
    rhythm: Rhythm | None
    variation: CbxVariation | None = None


@dataclass(frozen=True, slots=True)
class CbxCard:
    """One card. ``status`` rejected: not usable, ``reason`` and ``refusal`` say why; what could be read is
    kept.
    """

    status: Literal["ok", "rejected"]
    reason: str | None = None
    refusal: Refusal | None = None
    format: Literal["cbx_card"] = "cbx_card"
    cbx_id: str | None = None
    name: str | None = None
    uf: str | None = None
    fide_id: str | None = None
    birth_year: int | None = None
    ratings: tuple[CbxMonth, ...] = ()
    tournaments: tuple[CbxTournament, ...] = ()
    findings: tuple[Finding, ...] = ()


class _LayoutChanged(Exception):
    """The page has a form that this reader does not know; the text is the reason."""


@dataclass(slots=True)
class _Log:
    file: str
    sha256: str
    findings: list[Finding] = field(default_factory=list)

    def add(self, line: int, code: str, message: str, severity: Severity = "warning") -> None:
        self.findings.append(Finding(self.file, f"line {line}", code, severity, message, self.sha256))


def read_card(file: InputFile) -> CbxCard:
    """The card in ``file``. Never raises for bad data."""
    log = _Log(file.name, hashlib.sha256(file.data).hexdigest())
    card = _read(file, log)
    if card.reason is not None:
        log.add(1, "rejected", card.reason, "error")
    return replace(card, findings=tuple(log.findings))


def _read(file: InputFile, log: _Log) -> CbxCard:
    if not file.data.strip():
        return CbxCard("rejected", messages.EMPTY, "empty")
    if len(file.data) > MAX_BYTES:
        return CbxCard("rejected", messages.TOO_LARGE, "layout_changed")
    page = open_page(file.data)
    if page is None:
        return CbxCard("rejected", messages.NOT_HTML, "not_html")
    if not page.utf8:
        log.add(1, "encoding", messages.ENCODING)
    block = page.by_id("dados-jogador-row1")
    card = CbxCard("ok", cbx_id=_cbx_id(page, block, file, log))
    if not _is_player_page(page):
        if page.tells_error():
            return CbxCard("rejected", messages.ERROR_PAGE, "error_page")
        if not page.whole:
            return CbxCard("rejected", messages.CUT_OFF, "cut_off")
        return CbxCard("rejected", messages.NOT_A_CARD, "layout_changed")
    if block is not None:
        card = _player(card, page, block, log)
    if not page.whole:
        return _refused(card, messages.CUT_OFF, "cut_off")
    if block is None:
        return _without_player(page, card)
    if card.name is None:
        return _refused(card, messages.NO_NAME, "layout_changed")
    if card.cbx_id is None:
        return _refused(card, messages.NO_ID, "layout_changed")
    reasons: list[str] = []
    try:
        card = replace(card, tournaments=_tournaments(page, log))
    except _LayoutChanged as problem:
        reasons.append(str(problem))
    try:
        card = replace(card, ratings=_ratings(page, log))
    except _LayoutChanged as problem:
        reasons.append(str(problem))
    return _refused(card, " ".join(reasons), "layout_changed") if reasons else card


def _refused(card: CbxCard, reason: str, refusal: Refusal) -> CbxCard:
    return replace(card, status="rejected", reason=reason, refusal=refusal)


def _is_player_page(page: Page) -> bool:
    if page.title.startswith("Jogador:"):
        return True
    return any(
        page.by_id(name) for name in ("dados-jogador", "dados-jogador-row1", "gdvRating", "gdvTorneios")
    )


def _without_player(page: Page, card: CbxCard) -> CbxCard:
    for name in ("gdvRating", "gdvTorneios"):
        table = page.by_id(name)
        if table is not None and read_grid(table).rows:
            return _refused(card, messages.PLAYER_BLOCK_GONE, "layout_changed")
    return _refused(card, messages.not_found(card.cbx_id), "not_found")


def _cbx_id(page: Page, block: Tag | None, file: InputFile, log: _Log) -> str | None:
    named = _FILE_ID.match(file.name)
    form = page.tree.find("form", action=True)
    found = (
        (_LABEL_ID.search(squeeze(block.get_text(" "))) if block else None)
        or _TITLE_ID.search(page.title)
        or (_ADDRESS_ID.search(str(form["action"])) if isinstance(form, Tag) else None)
    )
    page_id = found[1].lstrip("0") if found else ""
    file_id = named[1].lstrip("0") if named else ""
    if page_id and file_id and page_id != file_id:
        log.add(1, "file_name", messages.other_file_name(page_id, file_id))
    return page_id or file_id or None


def _player(card: CbxCard, page: Page, block: Tag, log: _Log) -> CbxCard:
    line = block.sourceline or 1
    heading = block.find("h2")
    wrapper = page.by_id("dados-jogador")
    text = squeeze((wrapper or block).get_text(" "))
    if _LABEL_BIRTH.search(text) is None:
        text = squeeze(block.get_text(" "))
    uf = _LABEL_UF.search(text)
    fide = _LABEL_FIDE.search(text)
    fide_id: str | None = None
    if fide and re.fullmatch(r"[0-9]{1,12}", fide[1]):
        fide_id = fide[1].lstrip("0") or None
    elif fide and re.search(r"[0-9]", fide[1]):
        log.add(line, "fide_id", messages.fide_id(fide[1]))
    birth = _LABEL_BIRTH.search(text)
    year, readable = birth_year(birth[1]) if birth else (None, True)
    if not readable:
        log.add(line, "birth_date", messages.BIRTH_DATE)
    return replace(
        card,
        name=(squeeze(heading.get_text()) or None) if isinstance(heading, Tag) else None,
        uf=uf[1].upper() if uf else None,
        fide_id=fide_id,
        birth_year=year,
    )


def _ratings(page: Page, log: _Log) -> tuple[CbxMonth, ...]:
    table = page.by_id("gdvRating")
    if table is None:
        captions = [
            c for c in page.tree.find_all("caption") if fold(squeeze(c.get_text())) == "evolucao rating"
        ]
        table = captions[0].find_parent("table") if len(captions) == 1 else None
        if table is None:
            if captions or "evolucao rating" in fold(squeeze(page.tree.get_text(" "))):
                raise _LayoutChanged(messages.RATING_GRID_GONE)
            log.add(1, "no_ratings", messages.NO_RATING_GRID, "info")
            return ()
    grid = read_grid(table)
    if not grid.headings:
        if all(_is_empty_note(row) for row in grid.rows):
            return ()
        raise _LayoutChanged(messages.NO_RATING_HEADER)
    places = _rating_columns(grid, table, log)
    if grid.paged:
        log.add(table.sourceline or 1, "more_pages", messages.MORE_RATINGS, "info")
    months: dict[str, CbxMonth] = {}
    for row in grid.rows:
        if _is_empty_note(row):
            continue
        texts = row.texts
        if len(texts) != len(grid.headings):
            log.add(row.line, "row_width", messages.row_width(len(texts), len(grid.headings)))
            continue
        month = month_of(texts[places["month"]])
        if month is None:
            log.add(row.line, "month", messages.month(texts[places["month"]]))
            continue
        if month in months:
            log.add(row.line, "month_twice", messages.month_twice(month))
            continue
        values: list[int | None] = []
        for name in _RATING_FIELDS:
            value, readable = rating_of(texts[places[name]])
            if not readable:
                log.add(row.line, "rating", messages.rating(texts[places[name]], name.upper()))
            values.append(value)
        months[month] = CbxMonth(month, *values)
    return tuple(months.values())


def _rating_columns(grid: Grid, table: Tag, log: _Log) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, heading in enumerate(grid.headings):
        name = heading_field(heading)
        if name in ("month", *_RATING_FIELDS):
            if name in places:
                raise _LayoutChanged(messages.heading_twice(heading))
            places[name] = place
        elif not names_variation(heading) and any(
            len(row.cells) > place and looks_like_rating(row.texts[place]) for row in grid.rows
        ):
            raise _LayoutChanged(messages.unknown_heading(heading))
        else:
            log.add(table.sourceline or 1, "unknown_column", messages.ignored_column(heading))
    missing = [name for name in ("month", *_RATING_FIELDS) if name not in places]
    if missing:
        labels = {"month": "Mês/Ano", "std": "Clássico", "rpd": "Rápido", "blz": "Blitz"}
        wanted = ", ".join(labels[name] for name in missing)
        raise _LayoutChanged(messages.missing_heading(wanted, " | ".join(grid.headings)))
    return places


def _is_empty_note(row: GridRow) -> bool:
    """A row that only says that there is nothing ("Nenhum registro encontrado"), or has no text at all."""
    text = " ".join(row.texts).strip()
    return not text or (len(row.cells) == 1 and re.match(r"(?:nenhum|nao h|sem )", fold(text)) is not None)


def _tournaments(page: Page, log: _Log) -> tuple[CbxTournament, ...]:
    table = page.by_id("gdvTorneios")
    if table is None:
        return ()
    grid = read_grid(table)
    if grid.paged:
        log.add(table.sourceline or 1, "more_pages", messages.MORE_TOURNAMENTS)
    places = _variation_columns(grid, table, log)
    tournaments: dict[str, CbxTournament] = {}
    unread: list[tuple[int, str]] = []
    for row in grid.rows:
        if _is_empty_note(row):
            continue
        heading, rest = _heading_and_rest(_without(row, places))
        match = _TOURNAMENT.fullmatch(heading)
        if match is None:
            unread.append((row.line, squeeze(f"{heading} {rest}")))
            continue
        tournament = _tournament(match[1].lstrip("0") or "0", squeeze(match[2]), rest, row.line, log)
        if places:
            tournament = replace(tournament, variation=_variation(tournament.id, row, places, log))
        if tournament.id in tournaments:
            log.add(row.line, "tournament_twice", messages.tournament_twice(tournament.id))
        else:
            tournaments[tournament.id] = tournament
    if unread and not tournaments:
        raise _LayoutChanged(messages.no_tournament_read(unread[0][1]))
    for line, text in unread:
        log.add(line, "tournament", messages.tournament_unread(text))
    return tuple(tournaments.values())


def _variation_columns(grid: Grid, table: Tag, log: _Log) -> dict[str, int]:
    """Where the columns of the variation stand, by their headings; unknown headings are reported, not
    guessed.
    """
    places: dict[str, int] = {}
    for place, heading in enumerate(grid.headings):
        name = tournament_heading(heading)
        if name is None and heading:
            log.add(table.sourceline or 1, "unknown_column", messages.ignored_column(heading))
        elif name in VARIATION_FIELDS and name in places:
            log.add(table.sourceline or 1, "unknown_column", messages.column_twice(heading))
            places[name] = -1
        elif name in VARIATION_FIELDS:
            places[name] = place
    return {name: place for name, place in places.items() if place >= 0}


def _without(row: GridRow, places: dict[str, int]) -> GridRow:
    """The row without its columns of the variation: their numbers are no part of name, dates or rhythm."""
    taken = set(places.values())
    return GridRow(row.line, tuple(cell for at, cell in enumerate(row.cells) if at not in taken))


def _variation(number: str, row: GridRow, places: dict[str, int], log: _Log) -> CbxVariation:
    values: dict[str, Decimal | None] = {}
    for name, place in places.items():
        text = row.texts[place] if place < len(row.cells) else ""
        values[name], readable = variation_of(text, name.startswith("rating"))
        if not readable:
            log.add(row.line, "variation", messages.variation(number, text))
    return CbxVariation(**values)


def _heading_and_rest(row: GridRow) -> tuple[str, str]:
    """``ID - NAME`` and what follows it; a name may itself hold brackets, dashes and dates.

    The name is the ``strong`` element; where there is none, all before the last pair of dates.
    """
    for cell in row.cells:
        strong = cell.find("strong")
        if isinstance(strong, Tag):
            others = [
                str(text)
                for other in row.cells
                for text in other.find_all(string=True)
                if isinstance(text, NavigableString) and strong not in text.parents
            ]
            return squeeze(strong.get_text()), squeeze(" ".join(others))
    text = squeeze(" ".join(cell.get_text(" ") for cell in row.cells))
    dates = list(_DATE_TEXT.finditer(text))
    if not dates:
        return text, ""
    at = dates[max(0, len(dates) - 2)].start()
    return text[:at].strip(), text[at:]


def _tournament(number: str, name: str, rest: str, line: int, log: _Log) -> CbxTournament:
    texts = dates_in(rest)[:2]
    dates = [iso_date(text) for text in texts]
    for text in dict.fromkeys(texts):
        if iso_date(text) is None:
            log.add(line, "tournament_date", messages.tournament_date(number, text))
    if not texts:
        log.add(line, "tournament_date", messages.tournament_undated(number))
        dates = [None]
    start, end = dates[0], dates[-1]
    if start is not None and end is not None and end < start:
        log.add(line, "tournament_date", messages.tournament_reversed(number))
    after = rest[rest.rindex(texts[-1]) + len(texts[-1]) :] if texts else rest
    brackets = _BRACKETS.findall(after)
    rhythm = next((found for found in map(rhythm_in, brackets) if found), None)
    if rhythm is None:
        log.add(line, "tournament_rhythm", messages.tournament_rhythm(number, squeeze(after)))
    return CbxTournament(number, name, start, end, rhythm)


def card_json(card: CbxCard) -> dict[str, object]:
    """The object of ``fnx inspect --json`` for a card (data home, CBX cards)."""
    return {
        "format": card.format,
        "status": card.status,
        "reason": card.reason,
        "player": {
            "cbx_id": card.cbx_id,
            "name": card.name,
            "uf": card.uf,
            "fide_id": card.fide_id,
            "birth_year": card.birth_year,
        },
        "ratings": [{"month": m.month, "std": m.std, "rpd": m.rpd, "blz": m.blz} for m in card.ratings],
        "tournaments": [
            {
                "id": t.id,
                "name": t.name,
                "start_date": t.start_date,
                "end_date": t.end_date,
                "rhythm": t.rhythm,
                **(_variation_json(t.variation) if t.variation else {}),
            }
            for t in card.tournaments
        ],
        "warnings": [{"code": f.code, "where": f.where, "message": f.message_pt} for f in card.findings],
    }


def _variation_json(variation: CbxVariation) -> dict[str, str | None]:
    # Exact decimals as text: JSON numbers are binary.
    values = {name: getattr(variation, name) for name in VARIATION_FIELDS}
    return {name: None if value is None else str(value) for name, value in values.items()}

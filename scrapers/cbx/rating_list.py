"""A CBX rating list of one month: CSV, .xlsx, or the grid of a saved page.

Belongs here: the rows of the list, found by their headings. Does not belong here: which month counts
(Art. 12). Of a birth date only the year is kept.

Headings: CBX notes, section 1 (the ``/rating`` grid): ``ID CBX, Nome, Data Nasc., UF, ID FIDE, Clássico,
Rápido, Blitz``, also ``STD, RPD, BLZ``. A list whose headings leave a rating column unknown is refused.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice
from typing import Literal

import openpyxl
from openpyxl.utils.datetime import from_excel

from scrapers.cbx import messages
from scrapers.cbx.page import Page, open_page, read_grid
from scrapers.cbx.vocabulary import birth_year, heading_field, looks_like_rating, rating_of, squeeze
from scrapers.records import Finding, InputFile
from scrapers.registers.delimited import DELIMITERS, clean, decode, split_rows

MAX_BYTES = 50_000_000
#: An .xlsx that unpacks to more than this is refused before it is opened.
MAX_UNPACKED = 400_000_000
MAX_COLUMNS = 60
MAX_TABLES = 50
#: Titles may stand above the heading row, but not more of them than this.
MAX_ROWS_ABOVE = 20
#: Findings of one code beyond this number are only counted.
MAX_FINDINGS = 50

_MONTH_IN_NAME = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})-(0[1-9]|1[0-2])(?![0-9])")
_TOTAL = re.compile(r"Total de Jogadores:\s*([0-9][0-9.]*)", re.IGNORECASE)
_RATING_FIELDS = ("std", "rpd", "blz")
_LABELS = {"name": "Nome", "std": "Clássico", "rpd": "Rápido", "blz": "Blitz"}


@dataclass(frozen=True, slots=True)
class CbxListRow:
    """One player of the list. Ids are text digits; a rating is None where the cell is blank or 0."""

    cbx_id: str
    name: str
    uf: str | None
    fide_id: str | None
    birth_year: int | None
    std: int | None
    rpd: int | None
    blz: int | None


@dataclass(frozen=True, slots=True)
class CbxRatingList:
    """One list. ``month`` is ``YYYY-MM`` from the file name, None where the name does not tell it."""

    status: Literal["ok", "rejected"]
    reason: str | None = None
    format: Literal["cbx_list"] = "cbx_list"
    month: str | None = None
    rows: tuple[CbxListRow, ...] = ()
    findings: tuple[Finding, ...] = ()


class _Refused(Exception):
    """The file cannot be used; the text is the reason."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of any of the three forms: where it is (line of the file or row of the sheet) and its texts."""

    number: int
    texts: tuple[str, ...]


@dataclass(slots=True)
class _Log:
    file: str
    sha256: str
    findings: list[Finding] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, line: int, code: str, message: str) -> None:
        self.counts[code] = self.counts.get(code, 0) + 1
        if self.counts[code] <= MAX_FINDINGS:
            self.findings.append(Finding(self.file, f"line {line}", code, "warning", message, self.sha256))

    def all(self) -> tuple[Finding, ...]:
        more = [
            Finding(
                self.file, "line 1", code, "warning", messages.more_like_it(n - MAX_FINDINGS), self.sha256
            )
            for code, n in self.counts.items()
            if n > MAX_FINDINGS
        ]
        return (*self.findings, *more)


def read_rating_list(file: InputFile) -> CbxRatingList:
    """The list in ``file``. Never raises for bad data."""
    log = _Log(file.name, hashlib.sha256(file.data).hexdigest())
    match = _MONTH_IN_NAME.search(file.name)
    month = f"{match[1]}-{match[2]}" if match else None
    try:
        tables = _tables(file, log)
        rows = _read_tables(tables, log)
    except _Refused as problem:
        reason = str(problem)
        refusal = Finding(file.name, "line 1", "rejected", "error", reason, log.sha256)
        return CbxRatingList("rejected", reason, month=month, findings=(*log.all(), refusal))
    if month is None:
        log.add(1, "no_month", messages.NO_MONTH)
    return CbxRatingList("ok", month=month, rows=rows, findings=log.all())


def _tables(file: InputFile, log: _Log) -> Iterable[Iterator[_Line]]:
    """The candidate tables of the file, by its content."""
    data = file.data
    if not data.strip():
        raise _Refused(messages.EMPTY)
    if len(data) > MAX_BYTES:
        raise _Refused(messages.TOO_LARGE)
    if data.startswith(b"PK\x03\x04"):
        return _sheets(data)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise _Refused(messages.OLD_SPREADSHEET)
    if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        return _grids(data, log)
    return _csv(data, log)


def _csv(data: bytes, log: _Log) -> Iterable[Iterator[_Line]]:
    decoded = decode(data)
    if decoded is None:
        raise _Refused(messages.NOT_TEXT)
    if decoded.fallback:
        log.add(1, "encoding", messages.ENCODING)
    return [
        (
            _Line(line.number, tuple(clean(cell) for cell in line.cells or ()))
            for line in split_rows(decoded.content, delimiter)
        )
        for delimiter in DELIMITERS
    ]


def _sheets(data: bytes) -> Iterable[Iterator[_Line]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
                raise _Refused(messages.TOO_LARGE)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        # Lists have tens of thousands of short rows: read whole, so that a broken sheet is refused here.
        return [iter(_sheet_lines(sheet)) for sheet in book.worksheets]
    except _Refused:
        raise
    except Exception:  # openpyxl lets through whatever the parts of a broken workbook raise
        raise _Refused(messages.BAD_SPREADSHEET) from None


def _sheet_lines(sheet: object) -> list[_Line]:
    rows = sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True)  # type: ignore[attr-defined]
    return [
        _Line(number, texts)
        for number, row in enumerate(rows, start=1)
        if any(texts := tuple(_cell_text(value) for value in row))
    ]


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime | date):
        return value.strftime("%d/%m/%Y") if value.year >= 1000 else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return clean(str(value))


def _grids(data: bytes, log: _Log) -> Iterable[Iterator[_Line]]:
    page = open_page(data)
    if page is None:
        raise _Refused(messages.NOT_HTML)
    if not page.whole:
        raise _Refused(messages.CUT_OFF)
    if not page.utf8:
        log.add(1, "encoding", messages.ENCODING)
    grids = [read_grid(table) for table in page.tree.find_all("table", limit=MAX_TABLES)]
    total = players_in_all(page)
    listed = max((len(grid.rows) for grid in grids), default=0)
    if total and 0 < listed < total:
        log.add(1, "partial_list", messages.partial_list(listed, total))
    return [
        iter([_Line(1, grid.headings), *(_Line(row.line, row.texts) for row in grid.rows)]) for grid in grids
    ]


def players_in_all(page: Page) -> int | None:
    """What the page says of the size of the whole list (`Total de Jogadores: 1.234`); None if it says
    nothing.
    """
    total = _TOTAL.search(squeeze(page.tree.get_text(" ")))
    return int(total[1].replace(".", "")) if total else None


def _read_tables(tables: Iterable[Iterator[_Line]], log: _Log) -> tuple[CbxListRow, ...]:
    for table in tables:
        for line in islice(table, MAX_ROWS_ABOVE):
            fields = [heading_field(text) for text in line.texts]
            if "cbx_id" in fields and any(name in fields for name in (*_RATING_FIELDS, "name")):
                return _read_rows(line, list(table), log)
    raise _Refused(messages.NO_LIST)


def _read_rows(header: _Line, lines: list[_Line], log: _Log) -> tuple[CbxListRow, ...]:
    places = _columns(header, lines, log)
    rows: dict[str, CbxListRow] = {}
    for line in lines:
        row = _row(line, places, log)
        if row is None:
            continue
        if row.cbx_id in rows:
            log.add(line.number, "id_twice", messages.id_twice(row.cbx_id))
        else:
            rows[row.cbx_id] = row
    return tuple(rows.values())


def _columns(header: _Line, lines: list[_Line], log: _Log) -> dict[str, int]:
    places: dict[str, int] = {}
    unknown: list[int] = []
    for place, heading in enumerate(header.texts):
        name = heading_field(heading)
        if name is None or name == "month":
            unknown.append(place)
        elif name in places:
            raise _Refused(messages.heading_twice(heading))
        else:
            places[name] = place
    for place in unknown:
        heading = header.texts[place]
        if any(place < len(line.texts) and looks_like_rating(line.texts[place]) for line in lines):
            raise _Refused(messages.unknown_heading(heading))
        if heading:
            log.add(header.number, "unknown_column", messages.ignored_column(heading))
    missing = [name for name in _LABELS if name not in places]
    found = " | ".join(filter(None, header.texts))
    for name in missing:
        if name in ("name", "std"):
            raise _Refused(messages.missing_heading(_LABELS[name], found))
        log.add(header.number, "missing_column", messages.no_column(_LABELS[name]))
    return places


def _row(line: _Line, places: dict[str, int], log: _Log) -> CbxListRow | None:
    def text(name: str) -> str:
        place = places.get(name)
        return line.texts[place] if place is not None and place < len(line.texts) else ""

    found = text("cbx_id")
    if not re.fullmatch(r"[0-9]{1,12}", found) or not found.strip("0"):
        log.add(line.number, "cbx_id", messages.id_unread(found))
        return None
    fide: str | None = text("fide_id")
    if not re.fullmatch(r"[0-9]{0,12}", fide or "") and fide not in ("-", "—"):
        log.add(line.number, "fide_id", messages.fide_id(fide or ""))
    fide = (fide or "").lstrip("0") if re.fullmatch(r"[0-9]{1,12}", fide or "") else None
    year, readable = _birth_year(text("birth"))
    if not readable:
        log.add(line.number, "birth_date", messages.BIRTH_DATE)
    ratings: list[int | None] = []
    for name in _RATING_FIELDS:
        value, sound = rating_of(text(name))
        if not sound:
            log.add(line.number, "rating", messages.rating(text(name), name.upper()))
        ratings.append(value)
    uf = text("uf").upper()
    row = CbxListRow(
        found.lstrip("0"),
        squeeze(text("name")),
        uf if re.fullmatch(r"[A-Z]{2}", uf) else None,
        fide or None,
        year,
        None,
        None,
        None,
    )
    return replace(row, std=ratings[0], rpd=ratings[1], blz=ratings[2])


def _birth_year(text: str) -> tuple[int | None, bool]:
    # A spreadsheet that lost the date format shows the day as a serial number; 4 digits are a year.
    if re.fullmatch(r"[0-9]{5}", text):
        day = from_excel(int(text))
        return (day.year, True) if isinstance(day, datetime) else (None, False)
    return birth_year(text)


def rating_list_json(list_: CbxRatingList, limit: int | None = None) -> dict[str, object]:
    """The object of ``fnx inspect --json`` for a list, in the form of the FIDE lists."""
    return {
        "format": list_.format,
        "status": list_.status,
        "reason": list_.reason,
        "list": {"date": f"{list_.month}-01" if list_.month else None, "players": len(list_.rows)},
        "rows": [
            {
                "cbx_id": row.cbx_id,
                "name": row.name,
                "uf": row.uf,
                "fide_id": row.fide_id,
                "birth_year": row.birth_year,
                "std": row.std,
                "rpd": row.rpd,
                "blz": row.blz,
            }
            for row in list_.rows[:limit]
        ],
        "warnings": [{"code": f.code, "where": f.where, "message": f.message_pt} for f in list_.findings],
    }

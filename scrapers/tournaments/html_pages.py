"""A saved page of chess-results as the rows of its lists, like the sheet that the same page exports.

Belongs here: which parts of a page are rows of text, and whether the page is whole. Does not belong here:
what a row means (`xlsx_tables`).

The page is cut into tags and texts by one pass that never looks back, since hostile pages make tree
builders slow. Kept are headings, the two-column table of tournament details, and tables of class `CRs1`,
`CRs2`; a table inside one of their cells is that cell's text. Beside a name of a team's board stand the
colour and the start number, which the page shows only as a picture and a link: `□27 name`, `■13 name`.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from scrapers.records import InputFile
from scrapers.tournaments import decoding, signatures
from scrapers.tournaments.xlsx_book import MAX_COLUMNS, MAX_ROWS, MAX_TEXT, Sheet, Unreadable

#: Bytes of a page, and tags in it; one of 500 players has about 400,000 bytes and 30,000 tags.
MAX_PAGE = 4_000_000
MAX_TAGS = 300_000

_CHESS_RESULTS = re.compile(rb"chess-results", re.IGNORECASE)
_ANY_LIST = re.compile(rb"\bCRs[12]\b")
_END = re.compile(r"</html\s*>\s*\Z", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,15})\b([^<>]*)>")
_LIST = re.compile(r"\bclass\s*=\s*[\"']?CRs[12]\b", re.IGNORECASE)
_COLSPAN = re.compile(r"\bcolspan\s*=\s*[\"']?(\d{1,3})", re.IGNORECASE)
_FORM_OF = re.compile(r"\baction\s*=\s*[\"'][^\"']*?(tnr\d{1,12})\.aspx", re.IGNORECASE)
_COLOR = re.compile(r"\bFarbe([ws])T\b")
_START_NUMBER = re.compile(r"[?;&]snr=(\d{1,5})\b")
_HEADINGS = ("h1", "h2", "h3", "h4")
_SKIPPED = ("script", "style")


def recognises(data: bytes) -> bool:
    """A page of chess-results with a list on it."""
    return signatures.is_html(data) and bool(_CHESS_RESULTS.search(data)) and bool(_ANY_LIST.search(data))


def sheets_of(file: InputFile) -> list[Sheet]:
    """The lists of a page as one sheet. Raises `Unreadable` for a page that is cut off or too large."""
    if len(file.data) > MAX_PAGE or file.data.count(b"<") > MAX_TAGS:
        raise Unreadable("page_too_large")
    text = "\n".join(decoding.lines_of(file.data))
    if not _END.search(text[-4_000:].rstrip("\x00 \n")):
        raise Unreadable("page_cut")
    page = _Page()
    page.read(_without(text, "<!--", "-->"))
    if page.open_lists:
        raise Unreadable("page_cut")
    return [Sheet(file.name, tuple(enumerate(page.rows, start=1)), title=page.title)]


def _without(text: str, start: str, end: str) -> str:
    """A text without the parts between two marks; an open part ends it."""
    kept: list[str] = []
    place = 0
    while (begin := text.find(start, place)) >= 0:
        kept.append(text[place:begin])
        place = text.find(end, begin)
        if place < 0:
            raise Unreadable("page_cut")
        place += len(end)
    return "".join([*kept, text[place:]])


@dataclass(slots=True)
class _Table:
    """An open table: whether it is a list, its rows so far, and the cell that is being read."""

    is_list: bool
    rows: list[list[str]] = field(default_factory=list)
    cell: list[str] | None = None
    span: int = 1
    has_tables: bool = False


class _Page:
    """One pass over a page's tags."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = []
        self.title: str | None = None
        self.tables: list[_Table] = []
        self.heading: list[str] | None = None
        self.mark = ""

    @property
    def open_lists(self) -> bool:
        return any(table.is_list for table in self.tables)

    def read(self, text: str) -> None:
        place = 0
        skipped = ""
        for tag in _TAG.finditer(text):
            closes, name = tag[1] == "/", tag[2].lower()
            if skipped:
                if closes and name == skipped:
                    skipped = ""
                place = tag.end()
                continue
            self._text(text[place : tag.start()])
            place = tag.end()
            if name in _SKIPPED and not closes:
                skipped = name
            elif name == "table":
                self._end_table() if closes else self._begin_table(tag[3])
            elif name == "tr":
                self._end_cell()
                if not closes and self.tables:
                    self.tables[-1].rows.append([])
            elif name in ("td", "th"):
                self._end_cell()
                if not closes:
                    self._begin_cell(tag[3])
            elif name in _HEADINGS:
                self._heading(name, closes)
            elif not closes:
                self._remember(name, tag[3])

    def _text(self, text: str) -> None:
        if not text or text.isspace():
            return
        target = self.heading
        if target is None and self.tables:
            target = self.tables[-1].cell
        if target is not None:
            if self.mark and self.tables and self.tables[-1].cell is target:
                target.append(self.mark + " ")
                self.mark = ""
            target.append(html.unescape(text))

    def _begin_table(self, attributes: str) -> None:
        if len(self.tables) > 50:
            raise Unreadable("page_too_large")
        if self.tables:
            self.tables[-1].has_tables = True
        self.tables.append(_Table(bool(_LIST.search(attributes))))

    def _end_table(self) -> None:
        self._end_cell()
        if not self.tables:
            return
        table = self.tables.pop()
        if self.open_lists:
            outer = self.tables[-1]
            if outer.cell is not None:
                outer.cell.extend(" ".join(cell for cell in row if cell) for row in table.rows)
        elif table.is_list:
            for row in table.rows:
                self._emit(row)
        elif not table.has_tables:
            for row in table.rows:
                if len(row) == 2 and row[0] and row[1]:
                    self._emit([f"{row[0].rstrip(' :')} : {row[1]}"])

    def _begin_cell(self, attributes: str) -> None:
        if self.tables:
            span = _COLSPAN.search(attributes)
            self.tables[-1].cell = []
            self.tables[-1].span = min(int(span[1]), MAX_COLUMNS) if span else 1
            if self.tables[-1].is_list:
                self.mark = ""

    def _end_cell(self) -> None:
        table = self.tables[-1] if self.tables else None
        if table is None or table.cell is None:
            return
        if not table.rows:
            table.rows.append([])
        if len(table.rows) > MAX_ROWS or len(table.rows[-1]) > MAX_COLUMNS:
            raise Unreadable("page_too_large")
        table.rows[-1].append(" ".join("".join(table.cell)[:MAX_TEXT].split()))
        table.rows[-1].extend([""] * (table.span - 1))
        table.cell = None

    def _heading(self, name: str, closes: bool) -> None:
        """The first `h2` is the tournament's name; what stands before it are notices of the organiser."""
        if not closes:
            self.heading = []
        elif self.heading is not None:
            heading, self.heading = " ".join("".join(self.heading)[:MAX_TEXT].split()), None
            if self.title is not None:
                self._emit([heading])
            elif name == "h2":
                self.title = heading

    def _remember(self, name: str, attributes: str) -> None:
        """What a list shows otherwise than by text, and the tournament's number in the page's own form."""
        if name == "form" and (own := _FORM_OF.search(attributes)):
            self._emit([f"https://chess-results.com/{own[1]}.aspx"])
        if not self.open_lists or len(self.tables) < 2 or self.tables[-1].is_list:
            return
        if color := _COLOR.search(attributes):
            self.mark = "□" if color[1] == "w" else "■"
        elif self.mark and (number := _START_NUMBER.search(html.unescape(attributes))):
            self.mark += number[1]

    def _emit(self, row: list[str]) -> None:
        cells = [" ".join(cell[:MAX_TEXT].split()) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            self.rows.append(tuple(cells))
        if len(self.rows) > MAX_ROWS:
            raise Unreadable("page_too_large")

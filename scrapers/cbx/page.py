"""A saved CBX page: bytes to a tree, whether it is whole, and its grids.

Belongs here: what all CBX pages share (WebForms, grids with a heading row and a pager). Does not belong
here: which grid means what (`card`, `rating_list`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bs4 import BeautifulSoup
from bs4.element import Tag
from bs4.exceptions import ParserRejectedMarkup

from scrapers.cbx.vocabulary import heading_field, squeeze

MAX_BYTES = 5_000_000
#: A page of the site has a handful of tables; thousands, one inside the other, are an attack on the reader.
MAX_TABLES = 300

_ERROR_WORDS = re.compile(
    r"runtime error|server error|application error|service unavailable|bad gateway|gateway time-?out"
    r"|internal server|error [45][0-9]{2}|[45][0-9]{2} error|not found|access denied|forbidden"
    r"|erro (?:interno|no servidor|[45][0-9]{2})|p[áa]gina n[ãa]o encontrada|indispon[íi]vel"
    r"|manuten[çc][ãa]o",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a tree. ``whole``: not cut off. ``utf8`` is False where it was read as Windows-1252."""

    tree: BeautifulSoup
    whole: bool
    utf8: bool

    @property
    def title(self) -> str:
        return squeeze(self.tree.title.get_text()) if self.tree.title else ""

    def tells_error(self) -> bool:
        """Whether the title or the top of the page is that of a server error."""
        heading = self.tree.find(["h1", "h2"])
        top = f"{self.title} {heading.get_text(' ') if isinstance(heading, Tag) else ''}"
        if _ERROR_WORDS.search(top):
            return True
        return self.tree.find("table") is None and bool(_ERROR_WORDS.search(self.tree.get_text(" ")[:400]))

    def by_id(self, suffix: str) -> Tag | None:
        """The first element whose id is ``suffix`` or ends with it after the prefixes of WebForms."""
        found = self.tree.find(id=re.compile(rf"(?:^|_){re.escape(suffix)}$"))
        return found if isinstance(found, Tag) else None


@dataclass(frozen=True, slots=True)
class GridRow:
    """One row of a grid: the line of the file it starts on, and its cells."""

    line: int
    cells: tuple[Tag, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(squeeze(cell.get_text()) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its headings (none without a heading row), rows, caption; ``paged``: more pages exist."""

    headings: tuple[str, ...]
    rows: tuple[GridRow, ...]
    caption: str
    paged: bool


def open_page(data: bytes) -> Page | None:
    """The page in ``data``, or None for bytes that are no HTML text."""
    if b"\x00" in data:
        return None
    try:
        text, utf8 = data.decode("utf-8-sig"), True
    except UnicodeDecodeError:
        text, utf8 = data.decode("cp1252", errors="replace"), False
    if text.lower().count("<table") > MAX_TABLES:
        return None
    # The parser takes quadratic time over tags that are opened at the end and never closed.
    end = text.rfind(">") + 1
    text = text[:end] + text[end:].replace("<", "&lt;")
    try:
        tree = BeautifulSoup(text, "html.parser")
    except (ParserRejectedMarkup, RecursionError, ValueError):
        return None
    return Page(tree, _is_whole(text.lower()), utf8)


def _is_whole(text: str) -> bool:
    if "<html" in text:
        return "</html" in text
    return text.count("<table") <= text.count("</table")


def read_grid(table: Tag) -> Grid:
    """The table's own rows; those of a pager, which GridView nests as a table, are left out."""
    rows: list[GridRow] = []
    headings: tuple[str, ...] = ()
    paged = False
    for line in table.find_all("tr"):
        if line.find_parent("table") is not table:
            continue
        classes = line.get_attribute_list("class")
        link = line.find("a", href=re.compile(r"Page\$"))
        if "grid-pager" in classes or link is not None:
            paged = True
            continue
        cells = tuple(cell for cell in line.find_all(["td", "th"]) if cell.find_parent("tr") is line)
        if not cells:
            continue
        row = GridRow(line.sourceline or 1, cells)
        if not rows and not headings and _is_heading(row):
            headings = row.texts
        else:
            rows.append(row)
    caption = table.find("caption")
    text = squeeze(caption.get_text()) if isinstance(caption, Tag) else ""
    return Grid(headings, tuple(rows), text, paged)


def _is_heading(row: GridRow) -> bool:
    if all(cell.name == "th" for cell in row.cells):
        return True
    return len(row.cells) > 1 and sum(heading_field(text) is not None for text in row.texts) > 1

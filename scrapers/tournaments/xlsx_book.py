"""The sheets of an Excel workbook as rows of text, from bytes that nobody vouches for.

Belongs here: unpacking within bounds, refusing what no exported list contains, and the text of a cell. Does
not belong here: what a row means (`xlsx_tables`).

openpyxl reads whatever it is given, so the parts are vetted before it sees them: only the parts that hold
cells are unpacked, each through its CRC and never past its limit; document type declarations (entities),
encodings other than UTF-8, and more tags or rows than a tournament has are refused. openpyxl then reads a
zip rebuilt from the vetted parts alone, without styles: every cell is its stored value.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from scrapers.records import InputFile
from scrapers.tournaments import signatures

#: Unpacked bytes of all parts that are read; all lists of 500 players and 11 rounds have about 3 MB.
MAX_UNPACKED = 12_000_000
#: Tags in them: what parsing costs. A cell has four; the same lists have about 200,000.
MAX_TAGS = 500_000
#: Cells of one sheet, blank ones between others included.
MAX_CELLS = 400_000
#: Rows of all sheets, columns of one, and sheets of one file.
MAX_ROWS = 30_000
MAX_COLUMNS = 256
MAX_SHEETS = 200
#: Cells far to the right that are looked at: each makes its row as long as its column.
MAX_FAR_CELLS = 500
#: Characters of one cell that are kept.
MAX_TEXT = 1_000

_PARTS = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/workbook\.xml|xl/_rels/workbook\.xml\.rels"
    r"|xl/sharedStrings\.xml|xl/worksheets/[^/\\]+\.xml",
    re.IGNORECASE,
)
#: A declaration of a document type or an entity; comments and CDATA are harmless.
_DECLARATION = re.compile(rb"<!(?!--|\[CDATA\[)")
_ENCODING = re.compile(rb"\s*<\?xml[^<>]*?encoding\s*=\s*[\"']([^\"'<>]*)[\"']")
_ROW = re.compile(rb"<(?:\w+:)?row\b[^<>]*?\br=\"(\d{1,9})\"")
#: A cell in column AAA (703) or beyond.
_FAR_CELL = re.compile(rb"<(?:\w+:)?c\b[^<>]*?\br=\"[A-Za-z]{3}")
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s")
_CONTENT = re.compile(rb"<(?:\w+:)?(?:v|is)[\s>]")
_READABLE_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet, or one saved page: its file and its rows as (line, cells), blank rows left out.

    Cells are stripped texts without trailing blank ones; ``line`` is the row's number in the sheet.
    ``title`` is the tournament's name where it is known by itself, and not by its place among the rows.
    """

    file: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    hidden: bool = False
    title: str | None = None


class Unreadable(Exception):
    """A file that is refused as a whole: the code of its refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def sheets_of(file: InputFile) -> list[Sheet]:
    """The sheets of a workbook. Raises `Unreadable` for anything that is not a whole, bounded workbook."""
    parts = _parts(file.data)
    _vet(parts)
    try:
        book = openpyxl.load_workbook(_rebuilt(parts), read_only=True, data_only=True, keep_links=False)
        if len(book.worksheets) != len(_SHEET.findall(parts["xl/workbook.xml"])):
            raise Unreadable("workbook_damaged")
        if len(book.worksheets) > MAX_SHEETS:
            raise Unreadable("workbook_too_large")
        return [_sheet(file.name, sheet) for sheet in book.worksheets]
    except Unreadable:
        raise
    except Exception:  # openpyxl lets through whatever the parts of a broken workbook raise
        raise Unreadable("workbook_damaged") from None


def _parts(data: bytes) -> dict[str, bytes]:
    """The parts that hold cells, unpacked and checked by their CRC."""
    if not signatures.directory_is_bounded(data):
        raise Unreadable("workbook_damaged")
    parts: dict[str, bytes] = {}
    left = MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.infolist():
                if not _PARTS.fullmatch(member.filename):
                    continue
                if member.filename in parts or member.compress_type not in _READABLE_METHODS:
                    raise Unreadable("workbook_damaged")
                if member.file_size > left:
                    raise Unreadable("workbook_too_large")
                with archive.open(member) as stream:
                    part = stream.read(left + 1)
                left -= len(part)
                if len(part) != member.file_size:
                    raise Unreadable("workbook_damaged")
                parts[member.filename] = part
    except signatures.DAMAGED:
        raise Unreadable("workbook_damaged") from None
    if "xl/workbook.xml" not in parts:
        raise Unreadable("workbook_damaged")
    return parts


def _vet(parts: dict[str, bytes]) -> None:
    tags = far_cells = 0
    for name, part in parts.items():
        encoding = _ENCODING.match(part.removeprefix(b"\xef\xbb\xbf")[:200])
        if encoding and encoding[1].lower() not in (b"utf-8", b"us-ascii"):
            raise Unreadable("workbook_unusual")
        if b"\x00" in part or part.startswith((b"\xff\xfe", b"\xfe\xff")) or _DECLARATION.search(part):
            raise Unreadable("workbook_unusual")
        tags += part.count(b"<")
        if name.startswith("xl/worksheets/"):
            _vet_rows(part)
            far_cells += sum(1 for _ in _FAR_CELL.finditer(part))
    if tags > MAX_TAGS or far_cells > MAX_FAR_CELLS:
        raise Unreadable("workbook_too_large")


def _vet_rows(part: bytes) -> None:
    """Rows are numbered upwards; those beyond the limit are empty, as LibreOffice writes the last one."""
    last = 0
    for row in _ROW.finditer(part):
        number = int(row[1])
        if number <= last:
            raise Unreadable("workbook_damaged")
        if number > MAX_ROWS:
            if _CONTENT.search(part, row.end()):
                raise Unreadable("workbook_too_large")
            return
        last = number


def _rebuilt(parts: dict[str, bytes]) -> io.BytesIO:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    buffer.seek(0)
    return buffer


def _sheet(file: str, sheet: Worksheet) -> Sheet:
    rows: list[tuple[int, tuple[str, ...]]] = []
    # What the sheet claims as its size is not believed: rows are as long as their last cell.
    sheet.reset_dimensions()  # type: ignore[attr-defined]  # the stubs know no read-only sheets here
    found = sheet.iter_rows(max_row=MAX_ROWS, values_only=True)
    size = 0
    for line, values in enumerate(found, start=1):
        cells = texts(values)
        size += len(values)
        if len(cells) > MAX_COLUMNS or size > MAX_CELLS:
            raise Unreadable("workbook_too_large")
        if cells:
            rows.append((line, cells))
    return Sheet(file, tuple(rows), sheet.sheet_state != "visible")


def texts(values: Sequence[object]) -> tuple[str, ...]:
    """Values of a row as stripped texts, without the blank ones at its end."""
    end = len(values)
    while end and values[end - 1] is None:
        end -= 1
    cells = [_text(value) for value in values[:end]]
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def _text(value: object) -> str:
    """A cell as a person sees it; whole numbers without decimals."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value[:MAX_TEXT].strip()
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)[:MAX_TEXT].strip()

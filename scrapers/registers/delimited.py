"""Delimited text as spreadsheets write it: bytes to text, text to rows with their line numbers.

Belongs here: encodings, RFC 4180 quotes, the separator. Does not belong here: what a column means.

The standard ``csv`` module is not used because an opening quote that is never closed makes it swallow the
rest of the file in silence; here such a line is reported, and reading goes on with the next one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

DELIMITERS = (",", ";")
#: A quoted cell over more lines than this is an unclosed quote.
MAX_CELL_LINES = 200

_LINE_END = re.compile(r"\r\n|\n|\r")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_INVISIBLE = "\ufeff\u200b\u200e\u200f\u2060"


@dataclass(frozen=True, slots=True)
class Line:
    """One record: the 1-based line where it starts and its cells, None where a quote is never closed."""

    number: int
    cells: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Text:
    """Decoded bytes. ``fallback``: the bytes were not UTF-8 and were read as Windows-1252."""

    content: str
    fallback: bool


def decode(data: bytes) -> Text | None:
    """UTF-8 (with or without BOM), else Windows-1252; None for bytes that are no text (NUL bytes too)."""
    if b"\x00" in data:
        return None
    try:
        return Text(data.decode("utf-8-sig"), fallback=False)
    except UnicodeDecodeError:
        pass
    try:
        return Text(data.decode("cp1252"), fallback=True)
    except UnicodeDecodeError:
        return None


def clean(cell: str) -> str:
    """The cell without surrounding blanks, invisible marks and control characters."""
    if cell.isascii() and cell.isprintable():
        return cell.strip()
    return _CONTROL.sub("", cell).strip().strip(_INVISIBLE).strip()


def has_control_characters(cell: str) -> bool:
    """Whether the cell has characters that no text needs (tabs and line ends aside)."""
    return _CONTROL.search(cell) is not None


def split_rows(text: str, delimiter: str) -> Iterator[Line]:
    """All records that are not blank, in order."""
    lines = _LINE_END.split(text)
    index = 0
    while index < len(lines):
        start = index
        if '"' not in lines[index]:
            cells: tuple[str, ...] | None = tuple(lines[index].split(delimiter))
            index += 1
        else:
            cells, index = _quoted(lines, index, delimiter)
        if cells is None or any(clean(cell) for cell in cells):
            yield Line(start + 1, cells)


def _quoted(lines: list[str], first: int, delimiter: str) -> tuple[tuple[str, ...] | None, int]:
    """The record that starts at ``lines[first]`` and the index after it; None when a quote stays open."""
    cells: list[str] = []
    cell: list[str] = []
    inside = False
    for index in range(first, min(len(lines), first + MAX_CELL_LINES)):
        line = lines[index]
        at = 0
        while at < len(line):
            if inside:
                end = line.find('"', at)
                if end < 0:
                    cell.append(line[at:])
                    break
                cell.append(line[at:end])
                if line[end + 1 : end + 2] == '"':
                    cell.append('"')
                    at = end + 2
                else:
                    inside = False
                    at = end + 1
            elif line[at] == delimiter:
                cells.append("".join(cell))
                cell = []
                at += 1
            elif line[at] == '"' and not "".join(cell).strip():
                # Only a quote that opens a cell is special; one inside a word is a letter like others.
                cell = []
                inside = True
                at += 1
            else:
                end = line.find(delimiter, at)
                end = len(line) if end < 0 else end
                cell.append(line[at:end])
                at = end
        if not inside:
            cells.append("".join(cell))
            return tuple(cells), index + 1
        cell.append("\n")
    return None, first + 1


def find_header(text: str, known: Collection[str]) -> tuple[str, Line] | None:
    """The separator and the header row: the first row that is not blank, split so that it has most of the
    ``known`` names (compared trimmed and in lower case). None when there is no row. A line ``sep=;`` that
    spreadsheets put first is passed over."""
    best: tuple[int, int, str, Line] | None = None
    for preference, delimiter in enumerate(DELIMITERS):
        for row in split_rows(text, delimiter):
            if row.cells is not None and clean("".join(row.cells)).lower() in ("sep=", "sep=,", "sep=;"):
                continue
            cells = row.cells or ()
            score = (sum(clean(cell).lower() in known for cell in cells), -preference)
            if best is None or score > best[:2]:
                best = (*score, delimiter, row)
            break
    return None if best is None else (best[2], best[3])

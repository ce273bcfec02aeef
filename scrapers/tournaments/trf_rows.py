"""One row of a TRF: the player lines 001 and the national lines (NRS) of TRF26, sliced by column.

Belongs here: finding a row's columns, also where the writer padded by bytes or shifted them, and the
values in them. Does not belong here: comparing rows with each other (`trf_games`).

Columns (TRF16, 1-based): 5-8 start number, 10 sex, 11-13 title, 15-47 name, 49-52 rating, 54-56
federation, 58-68 FIDE number, 70-79 birth, 81-84 points, 86-89 rank, then from 92 ten columns a round:
opponent 92-95, colour 97, result 99. NRS lines have the same columns up to 79, with the national rating,
the origin (a state in Brazil) and the national number in place of FIDE's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from scrapers.tournaments import fields, limits

_POINTS = re.compile(r"(?<!\S)\d{1,3}[.,]\d(?!\S)")
_MIDDLE = re.compile(
    r"\s*(?P<rating>\d{1,4})?\s+(?P<federation>[A-Za-z]{2,3}(?!\S))?\s*(?P<id>[A-Za-z]?\d{5,11}(?!\S))?"
    r"\s*(?P<birth>[\d./-]{4,10})?\s*"
)
_CELL_START = 91
_CELL_WIDTH = 10


class Cell(NamedTuple):
    """What a row says of one round. ``opponent`` 0: nobody; -1: unreadable. ``text`` is the
    cell as it stands."""

    opponent: int
    color: str
    code: str
    text: str


EMPTY = Cell(0, "", "", "")


class Row(NamedTuple):
    """One line 001 or NRS. ``cells`` is None when the rounds could not be found in it."""

    line: int
    tag: str
    number: int
    name: str
    sex: Literal["F", "M"] | None
    title: str | None
    rating: int | None
    federation: str
    id_text: str
    birth: str
    points: int | None
    cells: tuple[Cell, ...] | None
    shifted: bool


def read_row(text: str, line: int) -> Row | None:
    """A player or national line; None when columns 5-8 hold no start number. Never raises."""
    number = fields.whole(text[4:8])
    if not number:
        return None
    row = text.ljust(_CELL_START)
    by_bytes = False
    if not _fits(row):
        if not row.isascii():
            bytes_as_text = text.encode("utf-8", errors="replace").decode("latin-1").ljust(_CELL_START)
            if _fits(bytes_as_text):
                row, by_bytes = bytes_as_text, True
        if not by_bytes:
            return _read_shifted(row, line, number)
    return Row(
        line=line,
        tag=text[:3],
        number=number,
        name=_name(row, by_bytes=by_bytes),
        sex=fields.sex(row[9]),
        title=fields.title(row[10:13]),
        rating=fields.rating(row[48:52]),
        federation=row[53:56].strip(),
        id_text=row[57:68].strip(),
        birth=row[69:79].strip(),
        points=fields.half_points(row[80:84]),
        cells=_cells(row[_CELL_START:]),
        shifted=False,
    )


def without_tail(text: str, rounds: int) -> str:
    """A row cut after so many rounds: what follows them may be anything."""
    return text[: _CELL_START + _CELL_WIDTH * rounds]


def _read_shifted(row: str, line: int, number: int) -> Row:
    """A row whose columns do not fit: the points (`3.5`) are its anchor, the rest is read around them.

    The rounds are taken where their own blanks fall into place, at the standard columns or as far away
    as the points are; otherwise not at all, since a result in the wrong round is worse than none.
    """
    anchor = _POINTS.search(row, 58, 110)
    cells: tuple[Cell, ...] | None = None
    for shift in (0, anchor.end() - 84 if anchor else 0):
        tail = row[_CELL_START + shift :]
        if _blanks_fall_into_place(tail) and not row[_CELL_START + shift - 2 : _CELL_START + shift].strip():
            found = _cells(tail)
            if all(cell.opponent >= 0 for cell in found):
                cells = found
                break
    middle = _MIDDLE.fullmatch(row[47 : anchor.start() if anchor else 80])
    found_in_middle = middle.groupdict(default="") if middle else {}
    return Row(
        line=line,
        tag=row[:3],
        number=number,
        name=_name(row, by_bytes=False),
        sex=fields.sex(row[9]),
        title=fields.title(row[10:13]),
        rating=fields.rating(found_in_middle.get("rating", "")),
        federation=found_in_middle.get("federation", ""),
        id_text=found_in_middle.get("id", ""),
        birth=found_in_middle.get("birth", ""),
        points=fields.half_points(anchor[0]) if anchor else None,
        cells=cells,
        shifted=True,
    )


def _name(row: str, *, by_bytes: bool) -> str:
    name = row[14:47]
    if by_bytes:
        name = name.encode("latin-1").decode("utf-8", errors="ignore")
    return " ".join(name.split())


def _fits(row: str) -> bool:
    """Whether all columns that TRF leaves blank between its fields are blank."""
    between = row[47] + row[52] + row[56] + row[68] + row[79] + row[84] + row[89:_CELL_START]
    return not between.strip() and _blanks_fall_into_place(row[_CELL_START:])


def _blanks_fall_into_place(tail: str) -> bool:
    return not (tail[4::10] + tail[6::10] + tail[8::10] + tail[9::10]).strip()


def _cells(tail: str) -> tuple[Cell, ...]:
    """The rounds of a row; trailing blank ones are left out, and all from `limits.MAX_ROUNDS` + 1 on."""
    tail = tail.rstrip()[: (limits.MAX_ROUNDS + 1) * _CELL_WIDTH]
    return tuple([_cell(tail[start : start + 8]) for start in range(0, len(tail), _CELL_WIDTH)])


@lru_cache(maxsize=65_536)
def _cell(text: str) -> Cell:
    named = text[:4].strip()
    opponent = int(named) if named.isdigit() and named.isascii() else -1 if named.strip("-") else 0
    code = text[7:8].strip().upper()
    return Cell(opponent, text[5:6].strip().lower(), "=" if code == "½" else code, text)

"""The tables on the sheets and pages of chess-results: found by their headings, in three languages.

Belongs here: headings, list titles that name a round, the lines of tournament details, and which rows are
data. Does not belong here: unpacking (`xlsx_book`, `html_pages`) and what a cell means (`xlsx_cells`).

A sheet is: a banner, the tournament's name, lines `label : value`, the title of a list, a row of headings,
rows, a footer with links. Any of these but headings and rows may be missing, and a sheet may hold several
lists below each other. Columns are found by heading alone; a blank heading beside the name is the title.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from scrapers.text import fold, letters_and_digits
from scrapers.tournaments import fields
from scrapers.tournaments.sm_tables import PLAYER_HEADINGS, Table
from scrapers.tournaments.xlsx_book import Sheet

Kind = Literal["players", "crosstable", "grid", "pairings", "boards", "teams"]

#: Headings of a start number, the unmistakable ones first: beside them `No.` may be a running number.
_NUMBER = ("sno", "snr", "noinic", "nin", "startno", "startnr", "num", "no", "nr", "n")
_RANK = ("rk", "rank", "rg", "rang", "cl", "clas", "pos", "posicao", "lugar", "pl")
_NAME = (*PLAYER_HEADINGS["name"], "jugador", "nombre")
_WHITE = (*_NAME, "white", "brancas", "blancas", "weiss")
_BLACK = (*_NAME, "black", "pretas", "negras", "schwarz")
_RESULT = ("result", "resultado", "erg", "ergebnis", "res")
_BOARD = ("bo", "tab", "br", "board", "brett", "tabuleiro", "mesa", "m")
_TEAM = ("team", "equipa", "equipe", "equipo", "mannschaft")
_POINTS = (*PLAYER_HEADINGS["points"], "ptos")
_RATING = ("rtg", "elo", "rating")
_MORE: Mapping[str, tuple[str, ...]] = {
    "fide_rating": ("eloi", "elof"),
    "national_rating": ("elon",),
    "fide_id": ("fide", "idfide"),
    "sex": ("s",),
    "team": _TEAM,
    "points": ("ptos",),
}
_ROUND_COLUMN = re.compile(
    r"(\d{1,3})\s*\.?\s*(?:rd|r|rod|rodada|ronda|runde|rnd|round)\.?|(?:rd|r)\.?\s*(\d{1,3})"
)
_ROUND_TITLE = re.compile(
    r"\b(?:round|rodada|ronda|runde|rd)\b\.?\s*(\d{1,3})(?!\d)|(?<!\d)(\d{1,3})\s*(?:\.|a|ª)?\s*(?:rodada|ronda|runde)\b"
)
#: Standings after a round are no page of it.
_AFTER = re.compile(r"\b(?:after|apos|depois|nach|despues)\b")
_LINK = re.compile(r"chess-results|https?://|swiss-manager")
_SOURCE_ID = re.compile(r"\btnr(\d{1,12})\b", re.IGNORECASE)
_DETAIL = re.compile(r"([^:]{2,60}?)\s*:\s+(\S.*)")
#: The first cell of a board in a team match: match and board.
_BOARD_OF_MATCH = re.compile(r"\d{1,4}\.\d{1,3}")

#: Details by what their label starts with, folded.
_LABELS: Mapping[str, tuple[str, ...]] = {
    "time_control": (
        "time control",
        "tempo de reflexao",
        "ritmo",
        "control de tiempo",
        "bedenkzeit",
        "tempo",
    ),
    "rounds": ("number of rounds", "numero de r", "no de r", "nº de r", "rundenanzahl", "anzahl runden"),
    "type": ("tournament type", "tipo de torneio", "tipo de torneo", "turniertyp", "turnierart"),
    "dates": ("date", "data", "fecha", "datum"),
    "federation": ("federation", "federacao", "federacion", "foderation"),
    "location": ("location", "localizacao", "local", "lugar", "ort", "cidade"),
    "rating": (
        "rating calculation",
        "calculo de rating",
        "calculo de elo",
        "elo-berechnung",
        "eloberechnung",
    ),
}


@dataclass(slots=True)
class Listed:
    """One table: its columns by field, its data rows as (line, cells), and what its kind needs besides.

    ``rounds``: round (in a grid: opponent) -> column. ``round``: that of a page of pairings, 0 where no title
    tells it. ``black``: columns of the right side of pairings. ``unread``: lines that should be data.
    """

    kind: Kind
    file: str
    columns: Mapping[str, int]
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    rounds: Mapping[int, int] = field(default_factory=dict)
    round: int = 0
    result: int = 0
    black: Mapping[str, int] = field(default_factory=dict)
    unread: list[tuple[int, str]] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The rows as a table of players (in pairings: of the left side)."""
        return Table(self.file, False, self.columns, self.rows, len(self.rows), None)

    @property
    def right(self) -> Table:
        """The rows of pairings as a table of the players on the right side."""
        return Table(self.file, False, self.black, self.rows, len(self.rows), None)

    def next_page(self, round_: int) -> Listed:
        """An empty page with the same headings, for another round."""
        return Listed(self.kind, self.file, self.columns, [], {}, round_, self.result, self.black)


class Detail(NamedTuple):
    """A line of the tournament details: its place, label and value."""

    line: int
    label: str
    value: str


@dataclass(slots=True)
class Pages:
    """All that the sheets of one event hold: tables, details by key, name and source ids."""

    tables: list[Listed] = field(default_factory=list)
    details: dict[str, Detail] = field(default_factory=dict)
    name: str | None = None
    source_ids: set[str] = field(default_factory=set)

    def detail(self, key: str) -> Detail:
        """A line of the details, or an empty one."""
        return self.details.get(key, Detail(1, "", ""))


def read_pages(sheets: Sequence[Sheet]) -> Pages:
    """The tables and details of all sheets, in their order. Never raises."""
    pages = Pages()
    for sheet in sheets:
        _read_sheet(sheet, pages)
    return pages


def _read_sheet(sheet: Sheet, pages: Pages) -> None:
    current: Listed | None = None
    round_ = 0
    name_is_due = sheet.title is None
    pages.name = pages.name or sheet.title
    for line, cells in sheet.rows:
        if current is not None and _is_data(current, cells):
            current.rows.append((line, list(cells)))
            continue
        if header := _header(cells, sheet.file):
            current = header
            current.round = round_
            if current.kind == "boards":
                current.rows.append((line, list(cells)))
            elif current.kind != "pairings":
                round_ = 0
            pages.tables.append(current)
            continue
        text = " ".join(dict.fromkeys(cell for cell in cells if cell))
        pages.source_ids.update(_SOURCE_ID.findall(text))
        linked = bool(_LINK.search(text.lower()))
        if current is None and (linked or _detail(line, text, pages)):
            continue
        if current is None and name_is_due:
            name_is_due = False
            pages.name = pages.name or text
            continue
        folded = fold(text)
        title = _ROUND_TITLE.search(folded) if len(text) <= 120 and not linked else None
        if title and not _AFTER.search(folded) and len(set(cells) - {""}) == 1:
            round_ = int(title[1] or title[2])
            # A title between rows starts another page of the same list, with or without headings.
            if current is not None and current.kind in ("pairings", "boards"):
                current = current.next_page(round_)
                pages.tables.append(current)
        elif current is not None and not linked and len(set(cells) - {""}) > 2:
            current.unread.append((line, ";".join(cells)))


def _is_data(listed: Listed, cells: Sequence[str]) -> bool:
    """Whether a row under the headings is one of the list's, and not a title, a note or a footer."""
    if listed.kind == "boards":
        return is_match_heading(cells) or bool(_BOARD_OF_MATCH.fullmatch(cells[0]))
    table = listed.table
    row = list(cells)
    numbered = any(
        fields.whole(table.cell(row, name).rstrip(".")) is not None for name in ("number", "rank", "board")
    )
    if listed.kind == "pairings":
        named = table.cell(row, "name") or listed.right.cell(row, "name")
        return bool(named) and (numbered or fields.whole(listed.right.cell(row, "number")) is not None)
    if listed.kind == "teams":
        return False
    # In a list by rank those who share one have it blank.
    by_rank = "number" not in listed.columns and not table.cell(row, "rank") and len(set(cells) - {""}) > 2
    return bool(table.cell(row, "name")) and (numbered or by_rank)


def _detail(line: int, text: str, pages: Pages) -> bool:
    """Keeps a line `label : value`; whether it is one."""
    match = _DETAIL.fullmatch(text)
    if not match:
        return False
    label = fold(match[1])
    for key, starts in _LABELS.items():
        if label.startswith(starts):
            pages.details.setdefault(key, Detail(line, match[1].strip(), match[2].strip()))
            break
    return True


def _header(cells: Sequence[str], file: str) -> Listed | None:
    """The table that a row of headings opens, or None for any other row."""
    headings = [letters_and_digits(cell) for cell in cells]
    return (
        _pairings(headings, file)
        or (Listed("boards", file, {}) if is_match_heading(cells) else None)
        or _teams(headings, file)
        or _crosstable(cells, headings, file)
        or _players(headings, file)
    )


def _pairings(headings: Sequence[str], file: str) -> Listed | None:
    results = [place for place, heading in enumerate(headings) if heading in _RESULT]
    for result in results:
        left = _side(headings, range(result), _WHITE)
        right = _side(headings, range(result + 1, len(headings)), _BLACK)
        if left and right:
            board = _first(headings, _BOARD)
            if board is not None:
                left["board"] = board
            return Listed("pairings", file, left, result=result, black=right)
    return None


def _side(headings: Sequence[str], places: range, names: Sequence[str]) -> dict[str, int] | None:
    """Columns of one side of a page of pairings: number and name, and rating and title where there are."""
    found: dict[str, int] = {}
    for key, known in (("number", _NUMBER), ("name", names), ("rating", _RATING)):
        place = next((place for place in places if headings[place] in known), None)
        if place is not None:
            found[key] = place
    if not {"number", "name"} <= found.keys():
        return None
    before = found["name"] - 1
    if before in places and not headings[before]:
        found["title"] = before
    return found


def is_match_heading(cells: Sequence[str]) -> bool:
    """The heading of a team match: board, number and name of a team, ..., `-`, the same of the other."""
    if not cells or "-" not in cells or letters_and_digits(cells[0]) not in _BOARD:
        return False
    middle = cells.index("-")
    return fields.whole(cells[1]) is not None and len(cells) > middle + 2 and bool(cells[2])


def _teams(headings: Sequence[str], file: str) -> Listed | None:
    return Listed("teams", file, {}) if sum(heading in _TEAM for heading in headings) == 2 else None


def _crosstable(cells: Sequence[str], headings: Sequence[str], file: str) -> Listed | None:
    columns = _player_columns(headings)
    if "name" not in columns:
        return None
    rounds: dict[int, int] = {}
    plain: dict[int, int] = {}
    for place, cell in enumerate(cells):
        if match := _ROUND_COLUMN.fullmatch(fold(cell)):
            rounds.setdefault(int(match[1] or match[2]), place)
        elif (number := fields.whole(cell)) is not None:
            plain.setdefault(number, place)
    kind: Kind = "crosstable" if rounds else "grid"
    found = rounds or plain
    if not found or sorted(found) != list(range(1, len(found) + 1)) or (kind == "grid" and len(found) < 3):
        return None
    return Listed(kind, file, columns, rounds=found)


def _players(headings: Sequence[str], file: str) -> Listed | None:
    columns = _player_columns(headings)
    if "name" not in columns or not {"number", "rank"} & columns.keys() or len(columns) < 3:
        return None
    return Listed("players", file, columns)


def _player_columns(headings: Sequence[str]) -> dict[str, int]:
    """Columns of a list of players by field; the title is the blank heading nearest before the name."""
    found: dict[str, int] = {}
    for name, known in PLAYER_HEADINGS.items():
        place = _first(headings, _NUMBER if name == "number" else (*known, *_MORE.get(name, ())))
        if place is not None:
            found[name] = place
    for name, known in (("rank", _RANK), ("rating", _RATING), ("team", _TEAM), ("name", _NAME)):
        place = _first(headings, known)
        if place is not None:
            found.setdefault(name, place)
    if "title" not in found and "name" in found:
        before = found["name"] - 1
        if before >= 0 and not headings[before]:
            found["title"] = before
    return found


def _first(headings: Sequence[str], known: Sequence[str]) -> int | None:
    """The column of the first known heading that is there, in the order of ``known``."""
    return next((headings.index(heading) for heading in known if heading in headings), None)

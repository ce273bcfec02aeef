"""The two tables of Swiss-Manager's text export: headings in three languages, and rows by field.

Belongs here: which heading means which field, delimiters, and reading rows. Does not belong here: what a
value means (`sm_text`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scrapers.records import InputFile
from scrapers.text import letters_and_digits
from scrapers.tournaments import decoding, limits

#: Field -> headings, folded to letters and digits (`Id. Nº` is `idno`); the first language is German.
PLAYER_HEADINGS: Mapping[str, tuple[str, ...]] = {
    "number": ("nr", "no", "sno", "startnr", "num", "numero", "noinic", "nin", "n"),
    "name": ("name", "nome", "jogador", "spieler", "player"),
    "surname": ("nachname", "surname", "lastname", "sobrenome", "apelido"),
    "given": ("vorname", "firstname", "givenname", "nomeproprio", "prenome"),
    "title": ("titel", "title", "titulo", "tit"),
    "national_id": ("identnr", "idno", "ident", "identno", "natid", "idnac", "idnacional", "id", "nident"),
    "national_rating": ("elonat", "rtgnat", "rtgn", "elonac", "elonacional", "ratingnac", "rtgnac"),
    "fide_rating": ("eloint", "rtgint", "rtgi", "elofide", "rtgfide", "ratingint", "ratingfide"),
    "birth": ("geburt", "geburtsdatum", "birthday", "birth", "birthdate", "nasc", "nascimento", "datanasc"),
    "federation": ("fed", "land", "federation", "federacao", "pais"),
    "sex": ("sex", "sexo", "geschlecht", "gender"),
    "club": ("klub", "verein", "club", "clubname", "clubcity", "clube", "clubecidade", "nomedoclube"),
    "fide_id": ("fideident", "fideno", "fideid", "fidenr", "idfide", "codfide", "nofide"),
    "points": ("pkt", "pts", "points", "punkte", "pontos"),
}
_ROUND = ("runde", "rd", "round", "ronda", "rodada", "rnd")
_BOARD = ("brett", "bo", "board", "tab", "tabuleiro", "mesa", "br")
_MATCH = ("mnr", "mno", "matchno", "matchnr")
_FORFEIT = ("kontumaz", "forfeit", "ko", "wo", "falta", "faltacomparencia")
_RESULT = ("erg", "ergebnis", "res", "result", "resultado")
#: Number and result headings of white and black come in pairs: `B` is black in English, white in Portuguese.
_SIDES: tuple[tuple[str, str], ...] = (("w", "s"), ("w", "b"), ("b", "p"), ("b", "n"))
_NUMBER_STEMS = ("nr", "no", "sno", "num", "n")
_RESULT_STEMS = ("erg", "res", "result", "resultado")


@dataclass(frozen=True, slots=True)
class Table:
    """A file as a table: columns by field, and rows with the line of the file on which each ends.

    ``broken_line`` is where the quoting of the file breaks, or its heading when the rows have more cells than
    that; None if neither. ``width`` counts the cells of the heading. ``open_end``: the last line has no line
    end, so that the file may have been cut in it.
    """

    file: str
    is_pairings: bool
    columns: Mapping[str, int]
    rows: Sequence[tuple[int, list[str]]]
    lines: int
    broken_line: int | None
    width: int = 0
    open_end: bool = False

    def cell(self, row: Sequence[str], name: str) -> str:
        """A field of a row; empty where the table has no such column or the row is short."""
        column = self.columns.get(name)
        return row[column].strip() if column is not None and column < len(row) else ""


def recognises(data: bytes) -> bool:
    """Whether the first filled line is the heading of a player list or of pairings."""
    lines = decoding.first_lines(data)
    heading = next((line for line in lines if line.strip()), "")
    if "\x00" in heading:
        return False
    columns = _headings(heading)
    return bool(_pairing_columns(columns) or _player_columns(columns))


def _headings(line: str) -> dict[str, int]:
    """Heading (folded to letters and digits) -> column; the first of equal headings."""
    columns: dict[str, int] = {}
    for position, cell in enumerate(line.split(_delimiter(line))):
        folded = letters_and_digits(cell)
        if folded:
            columns.setdefault(folded, position)
    return columns


def _delimiter(heading: str) -> str:
    return max(";\t,", key=heading.count)


def _player_columns(columns: Mapping[str, int]) -> dict[str, int] | None:
    """Columns of a player list by field: number, name and another; or no number, but five known fields.

    A list without start numbers is recognised so that it can be refused for just that.
    """
    found = {
        name: next(columns[heading] for heading in headings if heading in columns)
        for name, headings in PLAYER_HEADINGS.items()
        if any(heading in columns for heading in headings)
    }
    has_name = "name" in found or "surname" in found
    return found if has_name and len(found) >= (3 if "number" in found else 5) else None


def _pairing_columns(columns: Mapping[str, int]) -> dict[str, int] | None:
    """Columns of pairings by field: a round and the numbers of white and black."""
    round_column = _first(columns, _ROUND)
    if round_column is None:
        return None
    for white, black in _SIDES:
        for stem in _NUMBER_STEMS:
            if stem + white in columns and stem + black in columns:
                found = {
                    "round": round_column,
                    "white": columns[stem + white],
                    "black": columns[stem + black],
                }
                optional = {
                    "board": _first(columns, _BOARD),
                    "match": _first(columns, _MATCH),
                    "white_ident": _first(columns, ["ident" + white]),
                    "black_ident": _first(columns, ["ident" + black]),
                    "forfeit": _first(columns, _FORFEIT),
                    "result": _first(columns, _RESULT),
                    "white_score": _first(columns, [s + white for s in _RESULT_STEMS]),
                    "black_score": _first(columns, [s + black for s in _RESULT_STEMS]),
                    "elo_white": _first(columns, ["ergelo" + white, "reselo" + white]),
                    "elo_black": _first(columns, ["ergelo" + black, "reselo" + black]),
                }
                found.update((name, column) for name, column in optional.items() if column is not None)
                return found if {"result", "white_score"} & found.keys() else None
    return None


def _first(columns: Mapping[str, int], headings: Iterable[str]) -> int | None:
    return next((columns[heading] for heading in headings if heading in columns), None)


def read_table(file: InputFile) -> Table:
    """The rows under the heading. Never raises; a table that cannot be split to its end says where."""
    lines = decoding.lines_of(file.data)
    start = next((position for position, line in enumerate(lines) if line.strip()), 0)
    columns = _headings(lines[start])
    pairing_columns = _pairing_columns(columns)
    rows: list[tuple[int, list[str]]] = []
    broken: int | None = None
    reader = csv.reader(lines[start + 1 :][: limits.MAX_LINES], delimiter=_delimiter(lines[start]))
    try:
        for row in reader:
            if any(len(cell) > limits.MAX_CELL for cell in row):
                raise csv.Error("a cell that does not end")
            if any(cell.strip() for cell in row):
                rows.append((start + 1 + reader.line_num, row))
    except csv.Error:
        broken = start + 1 + reader.line_num
    by_field = pairing_columns or _player_columns(columns) or {}
    width = lines[start].count(_delimiter(lines[start])) + 1
    if broken is None and 2 * sum(is_longer(row, width) for _, row in rows) > len(rows):
        broken = start + 1
    open_end = bool(lines[-1].strip())
    return Table(file.name, pairing_columns is not None, by_field, rows, len(lines), broken, width, open_end)


def is_longer(row: Sequence[str], width: int) -> bool:
    """Whether a row has filled cells beyond the heading: some cell was split, and the others moved."""
    return any(cell.strip() for cell in row[width:])

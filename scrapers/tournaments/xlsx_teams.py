"""Pages of team matches board by board, as pages of pairings.

Belongs here: the layout of a match (a heading with both teams, a row for each board) and which player of a
board has white. Does not belong here: team points; the games of a team event are individual (Art. 4 §2).

A sheet shows neither colours nor start numbers: players are found by name in a list that has numbers, and
the team on the left is taken as white, with a remark. A saved page marks both beside the name (`html_pages`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.xlsx_players import name_key
from scrapers.tournaments.xlsx_tables import Listed, is_match_heading

_MARKED = re.compile(r"([□■])(\d{0,5})\s+(.*)")
_TWO_SIDES = re.compile(r"(\S+)\s*[-:]\s*(\S+)")
#: The columns of the rows that are made.
_LEFT = {"board": 0, "number": 1, "title": 2, "name": 3, "rating": 4, "team": 5}
_RESULT = 6
_RIGHT = {"number": 7, "title": 8, "name": 9, "rating": 10, "team": 11}


@dataclass(frozen=True, slots=True)
class _Side:
    """One player of a board: number, title, name, rating, team as texts, and the colour if it is shown."""

    cells: tuple[str, str, str, str, str]
    is_white: bool | None


def pairings_of_boards(page: Listed, numbers: Mapping[str, int | None], remarks: Remarks) -> Listed | None:
    """The boards of all matches of a page as pairings; None where a player has no start number."""
    found = Listed("pairings", page.file, _LEFT, round=page.round, result=_RESULT, black=_RIGHT)
    heading: Sequence[str] = ()
    unclear = False
    for line, row in page.rows:
        if is_match_heading(row):
            heading = row
            continue
        sides = _sides(row, heading, numbers)
        if sides is None:
            return None
        left, right = sides
        result = row[len(heading) - 1] if len(heading) <= len(row) else ""
        unclear = unclear or left.is_white is None or left.is_white == right.is_white
        if left.is_white is False and right.is_white:
            left, right = right, left
            result = _TWO_SIDES.sub(r"\2 : \1", result)
        found.rows.append((line, [row[0], *left.cells, result, *right.cells]))
    if unclear:
        remarks.add("board_colors_unknown", "line 1", page.file, round=page.round)
    return found


def _sides(
    row: Sequence[str], heading: Sequence[str], numbers: Mapping[str, int | None]
) -> tuple[_Side, _Side] | None:
    if "-" not in heading:
        return None
    middle = heading.index("-")
    left, right = _side(row, heading, 0, numbers), _side(row, heading, middle, numbers)
    return (left, right) if left and right else None


def _side(
    row: Sequence[str], heading: Sequence[str], before: int, numbers: Mapping[str, int | None]
) -> _Side | None:
    title, name, rating = (row[place] if place < len(row) else "" for place in range(before + 1, before + 4))
    marked = _MARKED.fullmatch(name)
    color, number, name = marked.groups() if marked else ("", "", name)
    if not name:
        return _Side(("-1", "", "bye", "", ""), None)
    known = number or numbers.get(name_key(name))
    if not known:
        return None
    is_white = None if not color else color == "□"
    return _Side((str(known), title, name, rating, heading[before + 2]), is_white)

"""The lines of a text pair's pairings: who plays whom in which round, and what the line says of the result.

Belongs here: reading one line. Does not belong here: what its result means (`sm_text`), and comparing it with
other lines (`sm_checks`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scrapers.tournaments import fields, limits
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.sm_tables import Table, is_longer

_RESULT_TEXT = re.compile(r"([\d.,½]+)\s*[:-]\s*([\d.,½]+)\s*([A-Za-z.]*)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the pairings. Scores are half points, start number 0 is an empty seat; ``forfeit`` is the
    mark (`K`), ``match`` the number of a match in a team event."""

    file: str
    line: int
    round: int
    board: int | None
    white: int
    black: int
    white_score: int | None
    black_score: int | None
    forfeit: bool
    raw: str
    contradiction: bool
    elo_result: str
    match: int = 0
    white_ident: str | None = None
    black_ident: str | None = None


def lines_of(table: Table, remarks: Remarks) -> list[Line]:
    """The lines of the pairings; unreadable ones are left out with an error."""
    found = []
    for line, row in table.rows:
        number_of_round = fields.whole(table.cell(row, "round"))
        white, black = _seat(table.cell(row, "white")), _seat(table.cell(row, "black"))
        if (
            not number_of_round
            or number_of_round > limits.MAX_ROUNDS
            or white is None
            or black is None
            or white == black
            or is_longer(row, table.width)
        ):
            remarks.add("game_line_unreadable", f"line {line}", table.file, found=";".join(row))
            continue
        result = _RESULT_TEXT.match(table.cell(row, "result"))
        mark = table.cell(row, "forfeit")
        scores = [fields.half_points(table.cell(row, name)) for name in ("white_score", "black_score")]
        shown = [fields.half_points(result[1]), fields.half_points(result[2])] if result else [None, None]
        contradiction = None not in scores and None not in shown and scores != shown
        # Where the forfeit mark may be missing, a game is not known to have been played.
        contradiction = contradiction or _may_lack_mark(table, row, line, legible=result is not None)
        if scores == [None, None]:
            scores = shown
        elo = [table.cell(row, name) for name in ("elo_white", "elo_black")]
        found.append(
            Line(
                file=table.file,
                line=line,
                round=number_of_round,
                board=fields.whole(table.cell(row, "board")) or None,
                white=white,
                black=black,
                white_score=scores[0],
                black_score=scores[1],
                forfeit=mark not in ("", "0", "-") or bool(result and result[3]),
                raw=_raw(table, row),
                contradiction=contradiction,
                elo_result=":".join(elo) if any(elo) and _differs(elo, scores) else "",
                match=fields.whole(table.cell(row, "match")) or 0,
                white_ident=fields.national_id(table.cell(row, "white_ident")),
                black_ident=fields.national_id(table.cell(row, "black_ident")),
            )
        )
    return found


def _may_lack_mark(table: Table, row: Sequence[str], line: int, *, legible: bool) -> bool:
    """Whether a forfeit mark could be lost: the row ends before its place, or there is no place for it.

    The mark has a column of its own and stands in the result (`1:0K`); either is enough.
    """
    marks = [table.columns[name] for name in ("forfeit", "result") if name in table.columns]
    if len(row) <= max(marks):
        return True
    if "forfeit" not in table.columns and not legible:
        return bool(table.cell(row, "white_score") or table.cell(row, "result"))
    if not table.open_end or line != table.rows[-1][0]:
        return False
    return len(row) < min(table.width, max(len(other) for _, other in table.rows))


def _seat(text: str) -> int | None:
    """A start number; 0 for an empty seat, a bye (`-1`) or a player not paired (`-2`)."""
    if text in ("-1", "-2"):
        return 0
    return fields.whole(text)


def _raw(table: Table, row: Sequence[str]) -> str:
    shown = table.cell(row, "result")
    if shown:
        return shown
    scores = f"{table.cell(row, 'white_score')}:{table.cell(row, 'black_score')}"
    return scores + table.cell(row, "forfeit")


def _differs(elo: Sequence[str], scores: Sequence[int | None]) -> bool:
    return [fields.half_points(text) for text in elo] != list(scores)

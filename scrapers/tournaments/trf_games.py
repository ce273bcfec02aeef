"""From the rows of a TRF to games: each game is seen from both players' rows, and both must agree.

Belongs here: which cells make one game, what a pair of result codes means, colours, and board numbers.
Does not belong here: slicing rows (`trf_rows`) and whether a conflict holds the event (dbt).

Reading of the codes (Art. 5; TRF16 and TRF26):

- ``1 = 0`` against an opponent whose row agrees: played and rated. Two played codes that sum to less
  than 1 are the arbiter's decision: ``double_zero`` or ``administrative``. More than 1: ``conflict``.
- ``+ -`` forfeit, ``W D L`` less than one move, ``H F U`` byes, ``Z`` absence; blank with an opponent, or
  ``?``, has no result yet: ``unfinished``.
- Two played codes under one colour (``w`` and ``w``) are a ``conflict``: one of the rows is of another game,
  or damaged. No colour, or one, is enough, with a remark where neither is clear.
- A bye code that still names an opponent is a bye or an absence, and no conflict, unless the opponent's
  row tells of a game played against this player. Against a forfeit code it is the other half of it.
- A row that names an opponent whose row does not name it back is a ``conflict``.
- A cell with neither opponent nor code, or no cell at all, is an absence with 0 points in a round that
  was paired; a round in which nobody has an opponent has only the rows that say something.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from scrapers.records import Game, Reason
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.trf_rows import EMPTY, Cell

_POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "W": 2, "D": 1, "L": 0, "F": 2, "U": 2, "H": 1, "Z": 0}

CodeKind = Literal["played", "forfeit", "short", "bye", "open", "unknown"]
_KINDS: dict[str, CodeKind] = {
    **dict.fromkeys("1=0", "played"),
    **dict.fromkeys("+-", "forfeit"),
    **dict.fromkeys("WDL", "short"),
    **dict.fromkeys("HFUZ", "bye"),
    "": "open",
    "?": "open",
}

#: What is remarked of a pair, by its reason; of a rated game only that its colours are unclear.
_PAIR_REMARKS: dict[Reason | None, str] = {
    None: "colors_unclear",
    "conflict": "conflict_codes",
    "unknown_code": "unknown_code",
    "double_zero": "double_zero",
    "administrative": "administrative",
    "short_game": "short_game",
}
#: The colours of white's and black's rows, joined, that leave no doubt: one of them is enough.
_CLEAR_COLORS = frozenset(("wb", "w", "b", "w-", "-b"))


class RoundsOfPlayer(Protocol):
    """A start number and its cells, one a round; None where they could not be read. ``line`` of its file.

    A row of a TRF is one; so is a player of any source that tells each game from both sides.
    """

    @property
    def number(self) -> int: ...

    @property
    def line(self) -> int: ...

    @property
    def cells(self) -> tuple[Cell, ...] | None: ...


class Verdict(NamedTuple):
    """What a pair of codes means; ``reason`` None is a rated game, scores are half points."""

    reason: Reason | None
    white: int | None
    black: int | None


class _Meeting(NamedTuple):
    """What two cells that name each other say; ``remark`` is the code of what an officer should know."""

    first_is_white: bool
    raw: str
    white: int | None
    black: int | None
    reason: Reason | None
    remark: str | None


class _Entry(NamedTuple):
    """A row of a round before it has a board; ``reason`` None is a rated game."""

    white: int
    black: int | None
    raw: str
    white_points: int | None
    black_points: int | None
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """A player's team (its number in the file) and place in the team's order, from 1.

    ``board`` is the board of a round, where the file says it; the team's order only puts boards in order.
    """

    team: int
    place: int
    board: int | None = None


def is_held(cells: Iterable[Cell]) -> bool:
    """Whether a round was paired: somebody names an opponent."""
    return any(cell.opponent for cell in cells)


@lru_cache(maxsize=1024)
def verdict(white: str, black: str) -> Verdict | None:
    """The meaning of the two codes of a pair that names each other; None: two byes, no game."""
    kinds = {_KINDS.get(white, "unknown"), _KINDS.get(black, "unknown")}
    white_points, black_points = _POINTS.get(white), _POINTS.get(black)
    total = (white_points or 0) + (black_points or 0)
    reason: Reason | None
    if "unknown" in kinds:
        reason = "unknown_code"
    elif kinds == {"bye"}:
        return None
    elif kinds <= {"open", "bye"}:
        return Verdict("unfinished", None, None)
    elif total > 2:
        reason = "conflict"
    elif kinds == {"played"}:
        reason = None if total == 2 else "administrative" if total else "double_zero"
    elif kinds <= {"forfeit", "bye"}:
        reason = "forfeit" if total == 2 else "administrative" if total else "double_forfeit"
    elif kinds == {"short"}:
        reason = "short_game"
    else:
        reason = "conflict"
    return Verdict(reason, white_points, black_points)


@lru_cache(maxsize=4096)
def _meeting(color: str, code: str, back_color: str, back_code: str) -> _Meeting | None:
    """The meaning of two cells that name each other, the smaller number first; None: two byes."""
    first_is_white = not ((back_color == "w" and color != "w") or (color == "b" and back_color != "b"))
    white_code, black_code = (code, back_code) if first_is_white else (back_code, code)
    white_color, black_color = (color, back_color) if first_is_white else (back_color, color)
    settled = verdict(white_code, black_code)
    if settled is None:
        return None
    reason = settled.reason
    remark = _PAIR_REMARKS.get(reason)
    if reason is None and color == back_color and color in ("w", "b"):
        reason, remark = "conflict", "conflict_colors"
    elif reason is None and white_color + black_color in _CLEAR_COLORS:
        remark = None
    return _Meeting(
        first_is_white, f"{white_code}/{black_code}", settled.white, settled.black, reason, remark
    )


def games_of(
    rows: Sequence[RoundsOfPlayer],
    rounds: int,
    repeated: frozenset[int],
    places: Mapping[int, TeamPlace],
    remarks: Remarks,
    orders: Mapping[int, Mapping[int, TeamPlace]] | None = None,
) -> list[Game]:
    """All games, byes and absences of ``rounds`` rounds, by round and board; byes after the games.

    ``repeated`` are start numbers that two different rows claim: their games are conflicts. ``orders`` are
    the places of some players in some rounds, where they differ from ``places``.
    """
    games: list[Game] = []
    in_order = sorted(rows, key=lambda row: row.number)
    lines = {row.number: row.line for row in in_order}
    legible = [(row.number, row.cells, len(row.cells)) for row in in_order if row.cells is not None]
    for number_of_round in range(1, rounds + 1):
        cells = {
            number: own[number_of_round - 1] if number_of_round <= written else EMPTY
            for number, own, written in legible
        }
        one_round = _Round(number_of_round, cells, lines, repeated, remarks)
        seats = {**places, **orders[number_of_round]} if orders and number_of_round in orders else places
        games.extend(_with_boards(number_of_round, one_round.entries(), seats))
    return games


class _Round:
    """One round while its cells are joined into games; ``cells`` and ``lines`` stand by number."""

    def __init__(
        self,
        number: int,
        cells: Mapping[int, Cell],
        lines: Mapping[int, int],
        repeated: frozenset[int],
        remarks: Remarks,
    ) -> None:
        self.number = number
        self.cells = cells
        self.lines = lines
        self.repeated = repeated
        self.remarks = remarks

    def entries(self) -> list[_Entry]:
        found: list[_Entry] = []
        settled: set[int] = set()
        named_in_vain: set[int] = set()
        for player, cell in self.cells.items():
            opponent = cell.opponent
            if player in settled or opponent <= 0 or opponent == player:
                continue
            back = self.cells.get(opponent)
            if back is not None and back.opponent == player:
                entry = self._pair(player, cell, opponent, back)
                if entry:
                    found.append(entry)
                    settled.update((player, opponent))
            elif _KINDS.get(cell.code) != "bye":
                found.append(self._one_sided(player, cell, back))
                settled.add(player)
                named_in_vain.add(opponent)
        held = is_held(self.cells.values())
        for player in self.lines:
            if player in settled:
                continue
            own = self.cells.get(player)
            if player in named_in_vain and (own is None or _names_nobody(own, player)):
                continue
            if held or own is None or own.text.strip():
                found.append(self._alone(player, own))
        return found

    def _pair(self, first: int, cell: Cell, second: int, back: Cell) -> _Entry | None:
        meeting = _meeting(cell.color, cell.code, back.color, back.code)
        if meeting is None:
            return None
        white, black = (first, second) if meeting.first_is_white else (second, first)
        reason = meeting.reason
        if white in self.repeated or black in self.repeated:
            reason = "conflict"
        elif meeting.remark:
            white_code, _, black_code = meeting.raw.partition("/")
            white_is_known = white_code in _KINDS
            self.remarks.add(
                meeting.remark,
                self._where(first),
                round=self.number,
                white=white,
                black=black,
                white_code=white_code or " ",
                black_code=black_code or " ",
                found=meeting.raw,
                number=black if white_is_known else white,
                code=black_code if white_is_known else white_code,
            )
        return _Entry(white, black, meeting.raw, meeting.white, meeting.black, reason)

    def _one_sided(self, player: int, cell: Cell, back: Cell | None) -> _Entry:
        """A row names an opponent whose row says otherwise, or who has no row."""
        missing = cell.opponent not in self.lines
        self.remarks.add(
            "conflict_opponent_missing" if missing else "conflict_one_sided",
            self._where(player),
            round=self.number,
            number=player,
            opponent=cell.opponent,
            code=cell.code or " ",
        )
        # Only a row that names nobody speaks of this game too; one that names somebody else does not.
        other_code = back.code if back is not None and back.opponent <= 0 else None
        own, other = _POINTS.get(cell.code), _POINTS.get(other_code or "?")
        is_white = cell.color != "b"
        if is_white:
            return _Entry(player, cell.opponent, f"{cell.code}/{other_code or ''}", own, other, "conflict")
        return _Entry(cell.opponent, player, f"{other_code or ''}/{cell.code}", other, own, "conflict")

    def _alone(self, player: int, cell: Cell | None) -> _Entry:
        """A bye, an absence, or a cell that cannot be a game for want of an opponent."""
        reason: Reason
        points: int | None = None
        if cell is None or cell.opponent == player:
            reason = "conflict"
            if cell is not None:
                self._no_opponent(player, cell)
        elif cell.opponent < 0:
            reason = "unknown_code"
            self.remarks.add(
                "unknown_code", self._where(player), round=self.number, number=player, code=cell.text
            )
        else:
            kind = _KINDS.get(cell.code, "unknown")
            points = _POINTS.get(cell.code, 0)
            if kind == "played" and cell.color in ("w", "b"):
                reason = "conflict"
                self._no_opponent(player, cell)
            elif kind == "short":
                reason = "short_game"
            elif cell.code == "?":
                reason, points = "unfinished", None
            elif kind == "unknown":
                reason, points = "unknown_code", None
                self.remarks.add(
                    "unknown_code", self._where(player), round=self.number, number=player, code=cell.code
                )
            else:
                reason = "bye" if points or cell.code in ("H", "F", "U") else "absent"
            if kind == "bye" and cell.opponent:
                self.remarks.add(
                    "bye_with_opponent",
                    self._where(player),
                    round=self.number,
                    number=player,
                    code=cell.code,
                    opponent=cell.opponent,
                    reading="ausência" if reason == "absent" else "bye",
                )
        return _Entry(player, None, " ".join(cell.text.split()) if cell else "", points, None, reason)

    def _no_opponent(self, player: int, cell: Cell) -> None:
        self.remarks.add(
            "played_without_opponent",
            self._where(player),
            round=self.number,
            number=player,
            code=cell.code or " ",
        )

    def _where(self, player: int) -> str:
        return f"round {self.number}, number {player}"


def _names_nobody(cell: Cell, player: int) -> bool:
    return cell.opponent in (0, player) or _KINDS.get(cell.code) == "bye"


def _with_boards(round_: int, entries: Sequence[_Entry], places: Mapping[int, TeamPlace]) -> list[Game]:
    """Board numbers, which a TRF does not have, in a fixed way; byes come last and have none.

    Individual events: by the smaller start number, from 1. Team events: the boards of each match from 1,
    by the order of the team with the smaller number.
    """
    paired = [entry for entry in entries if entry.black is not None]
    games = _with_match_boards(round_, paired, places) if places else []
    if not places:
        paired.sort(key=lambda entry: _board_key(entry.white, entry.black or 0, places))
        games = [_game(round_, board, entry) for board, entry in enumerate(paired, start=1)]
    alone = sorted((entry for entry in entries if entry.black is None), key=lambda entry: entry.white)
    return games + [_game(round_, None, entry) for entry in alone]


def _with_match_boards(round_: int, paired: Sequence[_Entry], places: Mapping[int, TeamPlace]) -> list[Game]:
    """Boards from 1 in each match, in the order of the team with the smaller number."""
    games: list[Game] = []
    match: tuple[int, int] | None = None
    board = 0
    keyed = [(_board_key(entry.white, entry.black or 0, places), entry) for entry in paired]
    for key, entry in sorted(keyed, key=lambda pair: pair[0]):
        board = board + 1 if key[:2] == match else 1
        match = key[:2]
        # A board that the file names is never under the boards before it: it leaves room for empty ones.
        board = max(board, _named_board(entry, places) or board)
        games.append(_game(round_, board, entry))
    return games


def _named_board(entry: _Entry, places: Mapping[int, TeamPlace]) -> int | None:
    """The board that the file names for one of the two players, the smaller team's first."""
    seats = [
        places[number] for number in (entry.white, entry.black) if number is not None and number in places
    ]
    named = [(seat.team, seat.board) for seat in seats if seat.board is not None]
    return min(named)[1] if named else None


def _game(round_: int, board: int | None, entry: _Entry) -> Game:
    return Game(
        round_,
        board,
        entry.white,
        entry.black,
        entry.raw,
        entry.white_points,
        entry.black_points,
        entry.reason is None,
        entry.reason,
    )


def _board_key(white: int, black: int, places: Mapping[int, TeamPlace]) -> tuple[int, int, int, int]:
    """Match (two team numbers, 0 and 0 outside of teams), then the order within it."""
    if white in places and black in places:
        sides = sorted(
            (places[number].team, places[number].board or places[number].place) for number in (white, black)
        )
        return sides[0][0], sides[1][0], sides[0][1], sides[1][1]
    return 0, 0, min(white, black), max(white, black)

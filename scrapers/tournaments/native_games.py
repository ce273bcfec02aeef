"""Swiss-Manager's binary: from the rows of its rounds to games, byes and absences.

Belongs here: what a result code means, who sits where, boards of team matches, and the checks of a round:
each player once and in the list, and in a team event each game between the two teams of its match. Does not
belong here: bytes (`native_layout`), whether a conflict holds the event (dbt).

Reading of the codes (Art. 5): the tables below. A game is stored once, so two rows cannot disagree; the
checks of the round take that part. A row that does not pass is a ``conflict``, and never rated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scrapers.records import Game, Reason
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.native_layout import BYE, EMPTY_SEAT, NOT_PAIRED, GameRow, MatchRow, NativeFile
from scrapers.tournaments.native_players import WHOLE
from scrapers.tournaments.rounds import by_board, seated_twice


class _Reading(NamedTuple):
    """Why a game is not rated (None: it is), and half points."""

    reason: Reason | None
    white: int | None = None
    black: int | None = None


#: Two players. 15 and 17 score as 1 and 3 do, with a mark of their own; 16 is the draw between them.
_PAIRS: dict[int, _Reading] = {
    0: _Reading("unfinished"),
    1: _Reading(None, 2, 0),
    2: _Reading(None, 1, 1),
    3: _Reading(None, 0, 2),
    4: _Reading("forfeit", 2, 0),
    5: _Reading("forfeit", 0, 2),
    6: _Reading("double_forfeit", 0, 0),
    10: _Reading("double_zero", 0, 0),
    15: _Reading("marked_unrated", 2, 0),
    16: _Reading("marked_unrated", 1, 1),
    17: _Reading("marked_unrated", 0, 2),
}
_CODE_TEXTS = tuple(str(code) for code in range(256))
_UNKNOWN = _Reading("unknown_code")
#: Half points of a bye or absence by code: 9 is the bye of the pairing, 1 2 3 a full, half and zero one.
_ALONE: dict[int, int] = {0: 0, 1: 2, 2: 1, 3: 0, 4: 2, 5: 0, 6: 0, 9: 2, 10: 0}
_PLAYED = frozenset((1, 2, 3, 10, 15, 16, 17))
_SENTINELS = frozenset((BYE, NOT_PAIRED))
_SENTINEL_NAMES = {BYE: "FFFF", NOT_PAIRED: "FFFE", EMPTY_SEAT: "0000"}
#: What is remarked of a pair, by its reason.
_PAIR_REMARKS: dict[Reason | None, str] = {
    "double_zero": "double_zero",
    "marked_unrated": "marked_unrated",
    "unknown_code": "unknown_code_native",
}
#: The bytes after the code: zeros, but the second may be 1 (seen in a few played games of large events).
_USUAL_RESTS = frozenset((bytes(16), bytes((0, 1)) + bytes(14)))


def games_of(found: NativeFile, remarks: Remarks) -> list[Game]:
    """All games, byes and absences, by round and board; byes after the games."""
    games: list[Game] = []
    for number, rows in enumerate(found.games, start=1):
        games.extend(_Round(number, rows, found, remarks).games())
    return games


def is_paired(found: NativeFile) -> bool:
    """Whether any row of the file pairs two players; absences may be entered before."""
    return any(_is_pair(row) for rows in found.games for row in rows)


def check_prohibited(found: NativeFile, remarks: Remarks) -> None:
    """Prohibited pairings name teams or players that exist; nothing else is taken from them."""
    highest = len(found.teams) or len(found.players)
    bad = [pair for pair in found.prohibited if not all(0 < number <= highest for number in pair)]
    if bad:
        remarks.add("bad_prohibited_pair", WHOLE, found=f"{bad[0][0]} x {bad[0][1]}", count=highest)


class _Round:
    """One round while its rows become games."""

    def __init__(self, number: int, rows: Sequence[GameRow], found: NativeFile, remarks: Remarks) -> None:
        self.number = number
        self.rows = rows
        self.found = found
        self.remarks = remarks
        self.last = len(found.players)
        seats = [row.white for row in rows if 0 < row.white < NOT_PAIRED]
        seats += [row.black for row in rows if 0 < row.black < NOT_PAIRED]
        self.seated = frozenset(seats)
        self.twice = seated_twice(number, seats, remarks) if len(self.seated) < len(seats) else frozenset()

    def games(self) -> list[Game]:
        """Games as the rows stand, so that the boards of a match follow each other; then all others."""
        pairs: list[Game] = []
        others: list[Game] = []
        for row, board in zip(self.rows, self._boards(), strict=True):
            if row.rest not in _USUAL_RESTS:
                self.remarks.add("odd_game_bytes", self._where(row.white), round=self.number)
            if _is_pair(row):
                pairs.append(self._pair(row, board))
            elif game := self._alone(row, board):
                others.append(game)
        if pairs and not self.found.teams:
            others += self._missing()
        return pairs + sorted(others, key=by_board)

    def _pair(self, row: GameRow, board: int | None) -> Game:
        white, black, code, _ = row
        reading = _PAIRS.get(code, _UNKNOWN)
        reason = reading.reason
        if white > self.last or black > self.last or (self.twice and not self.twice.isdisjoint(row[:2])):
            reason = "conflict"
            for number in (white, black):
                if number > self.last:
                    self._not_in_file(number)
        elif board is None:
            reason = "conflict"
            self._remark_on_pair("not_in_match", row)
        elif reason in _PAIR_REMARKS:
            self._remark_on_pair(_PAIR_REMARKS[reason], row)
        return Game(
            self.number,
            board,
            white,
            black,
            _CODE_TEXTS[code],
            reading.white,
            reading.black,
            reason is None,
            reason,
        )

    def _alone(self, row: GameRow, board: int | None) -> Game | None:
        """A row with one player or none: a bye, an absence, an empty seat, or a row that cannot be."""
        white, black, code = row.white, row.black, row.code
        present = white if 0 < white < NOT_PAIRED else black if 0 < black < NOT_PAIRED else 0
        if not present:
            if code in _PLAYED or (white, black) != (EMPTY_SEAT, EMPTY_SEAT):
                self._odd(row)
            return None
        other = black if present == white else white
        points: int | None = None
        reason: Reason
        if white == black or white in _SENTINELS:
            reason = "conflict"
            self._odd(row)
        elif present > self.last:
            reason = "conflict"
            self._not_in_file(present)
        elif other == EMPTY_SEAT:
            reason, points = self._against_nobody(present == white, present, code)
        elif code not in _ALONE:
            reason = "unknown_code"
            self._unknown(present, code)
        elif other == BYE:
            # A bye given in a round that is not over has no points yet.
            reason, points = "bye", _ALONE[code] if code else None
        else:
            points = _ALONE[code]
            reason = "bye" if points else "absent"
        nobody = _SENTINEL_NAMES.get(other, str(other))
        raw = f"{code} {nobody}" if present == white else f"{nobody} {code}"
        own_board = board if other == EMPTY_SEAT else None
        return Game(self.number, own_board, present, None, raw, points, None, False, reason)

    def _against_nobody(self, is_white: bool, present: int, code: int) -> tuple[Reason, int | None]:
        """A seat of a match that nobody took: a forfeit, or nothing yet; a played result cannot be."""
        reading = _PAIRS.get(code)
        if reading is None:
            self._unknown(present, code)
            return "unknown_code", None
        points = reading.white if is_white else reading.black
        if code in _PLAYED:
            where = self._where(present)
            self.remarks.add("played_without_opponent", where, round=self.number, number=present, code=code)
            return "conflict", points
        return (reading.reason, points) if code and reading.reason else ("absent", 0)

    def _missing(self) -> list[Game]:
        """Players without a row in a paired round of an individual event, where everybody has one.

        Teams have reserves: who has no row there was not lined up, which is no absence.
        """
        missing = sorted(frozenset(range(1, self.last + 1)) - self.seated)
        for number in missing:
            self.remarks.add("player_without_row", self._where(number), round=self.number, number=number)
        return [Game(self.number, None, number, None, "", 0, None, False, "absent") for number in missing]

    def _boards(self) -> list[int | None]:
        """The board of each row, from 1; None for a row that belongs to no match of a team event."""
        matches = self.found.matches[self.number - 1]
        if matches:
            return _Matches(self, matches).boards()
        if self.found.teams and self.rows:
            self.remarks.add("matches_missing", f"round {self.number}, number 0", round=self.number)
        return list(range(1, len(self.rows) + 1))

    def _where(self, number: int) -> str:
        return f"round {self.number}, number {number if number not in _SENTINELS else 0}"

    def _not_in_file(self, number: int) -> None:
        self.remarks.add("number_not_in_file", self._where(number), round=self.number, number=number)

    def _remark_on_pair(self, code: str, row: GameRow) -> None:
        self.remarks.add(
            code,
            self._where(row.white),
            round=self.number,
            white=row.white,
            black=row.black,
            code=row.code,
        )

    def _unknown(self, number: int, code: int) -> None:
        self.remarks.add(
            "unknown_code_native",
            self._where(number),
            round=self.number,
            white=number,
            black="-",
            code=code,
        )

    def _odd(self, row: GameRow) -> None:
        shown = " x ".join(_SENTINEL_NAMES.get(seat, str(seat)) for seat in row[:2])
        self.remarks.add(
            "odd_game_row", self._where(row.white), round=self.number, found=shown, code=row.code
        )


class _Matches:
    """The team matches of one round: which row belongs to which, and on which board.

    The rows of a match stand together, one for each board, in the order of the matches; where counts do not
    say so, a row is found by the teams of its players. Either way both players must be of the two teams.
    """

    def __init__(self, of_round: _Round, matches: Sequence[MatchRow]) -> None:
        self.of_round = of_round
        self.rows = of_round.rows
        self.team_of = [0, *(player.team for player in of_round.found.players)]
        last = len(of_round.found.teams)
        self.pairs = [
            frozenset(match[:2]) for match in matches if all(0 < team < NOT_PAIRED for team in match[:2])
        ]
        self.by_teams: dict[frozenset[int], int] = {}
        for match, pair in enumerate(self.pairs):
            for key in (pair, *(frozenset((team,)) for team in pair)):
                self.by_teams.setdefault(key, match)
        self._check_teams([team for match in matches for team in match[:2]], last)

    def boards(self) -> list[int | None]:
        own = [self._own_match(row) for row in self.rows]
        per_match = self.of_round.found.config.boards if self.of_round.found.config else 0
        in_blocks = per_match > 0 and len(self.rows) == per_match * len(self.pairs)
        if in_blocks:
            placed = sum(match == place // per_match for place, match in enumerate(own))
            if 2 * placed >= sum(match is not None for match in own):
                return [
                    place % per_match + 1 if self._fits(row, place // per_match) else None
                    for place, row in enumerate(self.rows)
                ]
        elif self.rows:
            self._remark("boards_differ", found=len(self.rows), matches=len(self.pairs), boards=per_match)
        counted: Counter[int] = Counter()
        found: list[int | None] = []
        for match in own:
            if match is None:
                found.append(None)
                continue
            counted[match] += 1
            found.append(counted[match])
        return found

    def _teams(self, row: GameRow) -> list[int]:
        """The teams of the players of a row; 0 for a number that is not in the file."""
        return [
            self.team_of[seat] if seat < len(self.team_of) else 0
            for seat in row[:2]
            if seat != EMPTY_SEAT and seat not in _SENTINELS
        ]

    def _fits(self, row: GameRow, match: int) -> bool:
        teams = self._teams(row)
        return len(set(teams)) == len(teams) and self.pairs[match].issuperset(teams)

    def _own_match(self, row: GameRow) -> int | None:
        teams = self._teams(row)
        return self.by_teams.get(frozenset(teams)) if len(set(teams)) == len(teams) else None

    def _check_teams(self, seats: Sequence[int], last: int) -> None:
        counts = Counter(team for team in seats if 0 < team < NOT_PAIRED)
        for team, count in sorted(counts.items()):
            if team > last:
                self._remark("match_team_unknown", found=team, count=last)
            elif count > 1:
                self._remark("team_twice", found=self.of_round.found.teams[team - 1])

    def _remark(self, code: str, **values: object) -> None:
        number = self.of_round.number
        self.of_round.remarks.add(code, f"round {number}, number 0", round=number, **values)


def _is_pair(row: GameRow) -> bool:
    return 0 < row.white < NOT_PAIRED and 0 < row.black < NOT_PAIRED and row.white != row.black

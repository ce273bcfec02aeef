"""Swiss-Manager's text exports: a list of players and the pairings, joined by start number.

Belongs here: the headings in German, English and Portuguese, and reading both tables. Does not belong
here: rating lists that Swiss-Manager imports (they have no start numbers).

Each game is one line here, so two rows cannot disagree; a player in two games of one round can. What the
text cannot tell apart, and how it is read:

- ``0:0`` without ``K`` is both a game without result and a double zero. In a round after which results
  of a later round follow it is a ``double_zero`` with a warning (a round is paired from the results of
  the one before); in the last round that has results, and after it, it is ``unfinished`` with a warning.
  Neither is rated (Art. 5).
- Half-point byes are missing from the export: a listed player without a line in a round is ``absent``
  with an unknown score.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scrapers.records import EventRecord, Game, InputFile, Participant, Reason, Tournament
from scrapers.tournaments import fields, limits
from scrapers.tournaments.messages import Remarks, refusal
from scrapers.tournaments.rounds import by_board, seated_twice
from scrapers.tournaments.sm_tables import Table, read_table
from scrapers.tournaments.standings import compare_points

FORMAT = "sm_text"

_RESULT_TEXT = re.compile(r"([\d.,½]+)\s*[:-]\s*([\d.,½]+)\s*([A-Za-z.]*)")


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the pairings. Scores are half points; ``forfeit`` is the mark (`K`)."""

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


def read(files: Sequence[InputFile]) -> Tournament:
    """The tournament in a player list and its pairings, in any order; several files of pairings may come.

    One of the two alone is refused, with what it tells (Art. 4 §1).
    """
    remarks = Remarks(files)
    tables = [read_table(file) for file in files]
    lists = [table for table in tables if not table.is_pairings]
    pairings = [table for table in tables if table.is_pairings]
    with_numbers = [table for table in lists if "number" in table.columns]
    participants, points, repeated = participants_of(with_numbers[:1], remarks)
    lines = [line for table in pairings for line in _lines(table, remarks)]
    rounds = max((line.round for line in lines), default=0)
    broken = next((t for t in (*lists, *pairings) if t.broken_line is not None), None)
    reason = None
    games: list[Game] = []
    if broken is not None:
        reason = refusal("broken_table", line=broken.broken_line)
    elif too_long := next((t for t in tables if t.lines > limits.MAX_LINES), None):
        reason = refusal("too_many_lines", lines=too_long.lines)
    elif len(with_numbers) < len(lists):
        reason = refusal("no_numbers")
    elif len(lists) > 1:
        reason = refusal("two_player_lists")
    elif rounds * len(participants) + len(lines) > limits.MAX_GAME_ROWS:
        reason = refusal("too_many_rows", players=len(participants), rounds=rounds)
    else:
        games = _games(lines, [p.number for p in participants], repeated, remarks, has_list=bool(lists))
        if not pairings or not lines:
            reason = refusal("no_pairings")
        elif not lists:
            reason = refusal("no_player_list")
        elif not participants:
            reason = refusal("no_listed_players")
        else:
            compare_points(points, games, lists[0].file, remarks)
    return Tournament(
        format=FORMAT,
        status="rejected" if reason else "ok",
        reason=reason,
        event=EventRecord(rounds=rounds or None),
        participants=participants,
        games=tuple(games),
        findings=remarks.findings(),
    )


def participants_of(
    tables: Sequence[Table], remarks: Remarks
) -> tuple[tuple[Participant, ...], dict[int, tuple[int, int]], frozenset[int]]:
    """Participants, (line, points in half points) by number, and numbers that different rows claim."""
    found: dict[int, Participant] = {}
    lines: dict[int, int] = {}
    points: dict[int, tuple[int, int]] = {}
    repeated: set[int] = set()
    for table in tables:
        for line, row in table.rows:
            number = fields.whole(table.cell(row, "number").rstrip("."))
            if not number:
                remarks.add("no_start_number", f"line {line}", table.file, found=table.cell(row, "number"))
                continue
            participant = _participant(table, row, number, line, remarks)
            if number in found:
                same = found[number] == participant
                if not same:
                    repeated.add(number)
                code = "duplicate_row" if same else "duplicate_number"
                remarks.add(code, f"line {line}", table.file, number=number, other=lines[number])
                continue
            found[number] = participant
            lines[number] = line
            score = fields.half_points(table.cell(row, "points"))
            if score is not None:
                points[number] = (line, score)
    return tuple(found.values()), points, frozenset(repeated)


def _participant(table: Table, row: Sequence[str], number: int, line: int, remarks: Remarks) -> Participant:
    def cell(name: str) -> str:
        return table.cell(row, name)

    both_names = ", ".join(part for part in (cell("surname"), cell("given")) if part)
    fide_id = fields.number_id(cell("fide_id"))
    if fide_id is None and cell("fide_id").strip("0-"):
        remarks.add("bad_fide_id", f"line {line}", table.file, found=cell("fide_id"), number=number)
    return Participant(
        number=number,
        name=" ".join((cell("name") or both_names).split()),
        sex=fields.sex(cell("sex")),
        title=fields.title(cell("title")),
        federation=cell("federation").upper().strip("-") or None,
        fide_id=fide_id,
        national_id=fields.national_id(cell("national_id")),
        birth_year=fields.birth_year(cell("birth")),
        fide_rating=fields.rating(cell("fide_rating")),
        national_rating=fields.rating(cell("national_rating")),
        club=cell("club") or None,
        team=cell("team") or None,
    )


def _lines(table: Table, remarks: Remarks) -> list[_Line]:
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
        ):
            remarks.add("game_line_unreadable", f"line {line}", table.file, found=";".join(row))
            continue
        result = _RESULT_TEXT.match(table.cell(row, "result"))
        mark = table.cell(row, "forfeit")
        scores = [fields.half_points(table.cell(row, name)) for name in ("white_score", "black_score")]
        shown = [fields.half_points(result[1]), fields.half_points(result[2])] if result else [None, None]
        contradiction = None not in scores and None not in shown and scores != shown
        if scores == [None, None]:
            scores = shown
        elo = [table.cell(row, name) for name in ("elo_white", "elo_black")]
        found.append(
            _Line(
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
            )
        )
    return found


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


def _games(
    lines: Sequence[_Line],
    listed: Sequence[int],
    repeated: frozenset[int],
    remarks: Remarks,
    *,
    has_list: bool,
) -> list[Game]:
    """Games, byes and absences by round and board."""
    last_with_results = max((line.round for line in lines if _has_result(line)), default=0)
    by_round: dict[int, list[_Line]] = {}
    for line in lines:
        by_round.setdefault(line.round, []).append(line)
    games: list[Game] = []
    known = frozenset(listed)
    missing: set[int] = set()
    for number_of_round in sorted(by_round):
        of_round = _without_repetitions(by_round[number_of_round], remarks)
        seats = [number for line in of_round for number in {line.white, line.black} - {0}]
        for line in of_round:
            for number in {line.white, line.black} - {0}:
                if has_list and number not in known and number not in missing:
                    missing.add(number)
                    remarks.add(
                        "player_not_in_list",
                        f"line {line.line}",
                        line.file,
                        number=number,
                        round=number_of_round,
                    )
        twice = seated_twice(number_of_round, seats, remarks)
        seated = frozenset(seats)
        in_doubt = twice | repeated
        found = [_game(line, in_doubt, last_with_results, remarks) for line in of_round]
        found.extend(
            Game(number_of_round, None, number, None, "", None, None, False, "absent")
            for number in listed
            if number not in seated
        )
        games.extend(sorted(found, key=by_board))
    return games


def _has_result(line: _Line) -> bool:
    return line.white > 0 and line.black > 0 and (line.forfeit or bool(line.white_score or line.black_score))


def _without_repetitions(lines: Sequence[_Line], remarks: Remarks) -> list[_Line]:
    """Lines of one round; the same line again (two exports that overlap) counts once."""
    first: dict[_Line, _Line] = {}
    for line in lines:
        key = replace(line, file="", line=0)
        known = first.setdefault(key, line)
        if known is not line:
            remarks.add("repeated_pairing", f"line {line.line}", line.file, other=known.line)
    return list(first.values())


def _game(line: _Line, in_doubt: set[int] | frozenset[int], last_with_results: int, remarks: Remarks) -> Game:
    if not (line.white and line.black):
        return _bye(line)
    where = f"line {line.line}"
    values = {"round": line.round, "white": line.white, "black": line.black}
    reason, white_score, black_score = _reading(line, last_with_results)
    if in_doubt & {line.white, line.black}:
        reason = "conflict"
    elif reason == "conflict":
        remarks.add("conflict_result", where, line.file, **values, found=line.raw)
    elif reason == "double_zero":
        remarks.add("double_zero_or_open", where, line.file, **values)
    elif reason == "unfinished" and white_score is None and line.white_score == 0:
        remarks.add("unfinished_text", where, line.file, **values)
    elif reason == "administrative":
        remarks.add("administrative", where, line.file, **values)
    if line.elo_result:
        remarks.add("elo_result_ignored", where, line.file, **values, found=line.elo_result)
    return Game(
        round=line.round,
        board=line.board,
        white=line.white,
        black=line.black,
        raw=line.raw,
        white_half_points=white_score,
        black_half_points=black_score,
        rated=reason is None,
        reason=reason,
    )


def _reading(line: _Line, last_with_results: int) -> tuple[Reason | None, int | None, int | None]:
    """Why the game is not rated (None: it is), and the scores."""
    white, black = line.white_score, line.black_score
    if white is None or black is None:
        return ("unfinished" if white is None and black is None else "conflict"), white, black
    total = white + black
    if line.contradiction or total > 2:
        return "conflict", white, black
    if line.forfeit:
        return ("administrative" if total == 1 else "forfeit" if total else "double_forfeit"), white, black
    if total == 0:
        if line.round < last_with_results:
            return "double_zero", white, black
        return "unfinished", None, None
    return ("administrative" if total == 1 else None), white, black


def _bye(line: _Line) -> Game:
    """One seat is empty: a bye when it brings points, else an absence; with `K` a forfeit."""
    player, score = (line.white, line.white_score) if line.white else (line.black, line.black_score)
    reason: Reason = "forfeit" if line.forfeit else "bye" if score else "absent"
    return Game(line.round, line.board, player or None, None, line.raw, score, None, False, reason)

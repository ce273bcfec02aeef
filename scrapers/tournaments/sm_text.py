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

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scrapers.records import EventRecord, Game, InputFile, Participant, Reason, Tournament
from scrapers.tournaments import fields, limits, sm_checks
from scrapers.tournaments.messages import Remarks, refusal
from scrapers.tournaments.rounds import by_board, seated_twice
from scrapers.tournaments.sm_lines import Line, lines_of
from scrapers.tournaments.sm_tables import Table, read_table
from scrapers.tournaments.standings import compare_points

FORMAT = "sm_text"


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
    lines = [
        line
        for table in pairings
        if {"forfeit", "result"} & table.columns.keys()
        for line in lines_of(table, remarks)
    ]
    rounds = max((line.round for line in lines), default=0)
    broken = next((t for t in (*lists, *pairings) if t.broken_line is not None), None)
    reason = None
    games: list[Game] = []
    if broken is not None:
        reason = refusal("broken_table", line=broken.broken_line)
    elif too_long := next((t for t in tables if t.lines > limits.MAX_LINES), None):
        reason = refusal("too_many_lines", lines=too_long.lines)
    elif any(not {"forfeit", "result"} & table.columns.keys() for table in pairings):
        reason = refusal("no_forfeits")
    elif len(with_numbers) < len(lists):
        reason = refusal("no_numbers")
    elif len(lists) > 1:
        reason = refusal("two_player_lists")
    elif rounds * len(participants) + len(lines) > limits.MAX_GAME_ROWS:
        reason = refusal("too_many_rows", players=len(participants), rounds=rounds)
    else:
        in_doubt = _in_doubt(lines, participants, points, remarks) if lists else frozenset()
        games = _games(
            lines, [p.number for p in participants], repeated, in_doubt, remarks, has_list=bool(lists)
        )
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


def _in_doubt(
    lines: Sequence[Line],
    participants: Sequence[Participant],
    points: Mapping[int, tuple[int, int]],
    remarks: Remarks,
) -> frozenset[tuple[str, int]]:
    """File and line of the lines that the rest of the two files contradicts, each remarked upon."""
    ids = {
        player.number: frozenset(one for one in (player.national_id, player.fide_id) if one)
        for player in participants
    }
    shown = {number: score for number, (_, score) in points.items()}
    found: set[tuple[str, int]] = set()
    for code, positions in (
        ("conflict_out_of_place", sm_checks.out_of_place(lines)),
        ("conflict_other_ident", sm_checks.other_idents(lines, ids)),
        ("conflict_seen_once", sm_checks.seen_once(lines, frozenset(ids))),
        ("conflict_points_of_another", sm_checks.of_somebody_else(lines, shown)),
    ):
        for position in sorted(positions):
            line = lines[position]
            found.add((line.file, line.line))
            where = f"line {line.line}"
            remarks.add(code, where, line.file, round=line.round, white=line.white, black=line.black)
    return frozenset(found)


def _games(
    lines: Sequence[Line],
    listed: Sequence[int],
    repeated: frozenset[int],
    in_doubt_lines: frozenset[tuple[str, int]],
    remarks: Remarks,
    *,
    has_list: bool,
) -> list[Game]:
    """Games, byes and absences by round and board."""
    last_with_results = max((line.round for line in lines if _has_result(line)), default=0)
    by_round: dict[int, list[Line]] = {}
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
        found = []
        for line in sorted(of_round, key=lambda line: (line.match, line.board or 0)):
            game = _game(line, in_doubt, last_with_results, remarks)
            if (line.file, line.line) in in_doubt_lines and game.black is not None:
                game = replace(game, rated=False, reason="conflict")
            found.append(game)
        found.extend(
            Game(number_of_round, None, number, None, "", None, None, False, "absent")
            for number in listed
            if number not in seated
        )
        # In a team event boards begin anew in each match, and the lines are in the order of matches.
        games.extend(found if any(line.match for line in of_round) else sorted(found, key=by_board))
    return games


def _has_result(line: Line) -> bool:
    return line.white > 0 and line.black > 0 and (line.forfeit or bool(line.white_score or line.black_score))


def _without_repetitions(lines: Sequence[Line], remarks: Remarks) -> list[Line]:
    """Lines of one round; the same line again (two exports that overlap) counts once."""
    first: dict[Line, Line] = {}
    for line in lines:
        key = replace(line, file="", line=0)
        known = first.setdefault(key, line)
        if known is not line:
            remarks.add("repeated_pairing", f"line {line.line}", line.file, other=known.line)
    return list(first.values())


def _game(line: Line, in_doubt: set[int] | frozenset[int], last_with_results: int, remarks: Remarks) -> Game:
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


def _reading(line: Line, last_with_results: int) -> tuple[Reason | None, int | None, int | None]:
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


def _bye(line: Line) -> Game:
    """One seat is empty: a bye when it brings points, else an absence; with `K` a forfeit."""
    player, score = (line.white, line.white_score) if line.white else (line.black, line.black_score)
    reason: Reason = "forfeit" if line.forfeit else "bye" if score else "absent"
    return Game(line.round, line.board, player or None, None, line.raw, score, None, False, reason)

"""Tournament Report Files: TRF06, TRF16, TRF26, and what Swiss-Manager, Vega and others make of them.

Belongs here: sorting a file's lines into header, players, national lines and teams, and putting the
`Tournament` together. Does not belong here: a row's columns (`trf_rows`), the meaning of results
(`trf_games`), header values (`trf_header`), team lines (`trf_teams`).

A file is refused only when it has no players or no rounds (Art. 4 §1); everything else is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from scrapers.records import Game, InputFile, Participant, Tournament
from scrapers.tournaments import decoding, fields, limits, trf_header, trf_teams
from scrapers.tournaments.messages import Remarks, refusal
from scrapers.tournaments.refused import refused
from scrapers.tournaments.standings import totals_of
from scrapers.tournaments.trf_games import games_of
from scrapers.tournaments.trf_rows import Row, read_row, without_tail

FORMAT = "trf"

_PLAYER = re.compile(r"001\s")
_HEADER = re.compile(r"(?:\d{3}|XXR)(?:\s|$)")
_TEAM = re.compile(r"(?:013|300|310|330)\s")
#: National lines (NRS): a federation's code, but not the extensions XXR, XXC, XXZ ... of pairing programs.
_NATIONAL = re.compile(r"(?!XX)[A-Z]{3} [ \d]{3}\d")
_SIGNATURE = re.compile(r"001\s[ \d]{3}\d[ \w]|0[1-4]2\s|0[1-4]2$")


def recognises(data: bytes) -> bool:
    """Whether there is a player line 001, or two different header lines."""
    found = {line[:3] for line in decoding.first_lines(data) if _SIGNATURE.match(line) and "\x00" not in line}
    return "001" in found or len(found) >= 2


def read(files: Sequence[InputFile]) -> Tournament:
    """The tournament in one TRF. Never raises for bad data; remarks name lines or round and number."""
    lines = decoding.lines_of(files[0].data)
    if len(lines) > limits.MAX_LINES:
        return refused(FORMAT, "too_many_lines", lines=len(lines))
    remarks = Remarks(files)
    sorted_lines = _sort(lines, remarks)
    header = trf_header.read_header(sorted_lines.header)
    declared = trf_header.declared_rounds(header, remarks)
    players = _with_tails_cut(sorted_lines.players, declared, remarks)
    rows, repeated = _without_repetitions(players, remarks)
    known = frozenset(row.number for row in rows)
    teams = trf_teams.read_teams(sorted_lines.teams, known, remarks)
    rounds = _last_round(rows, declared, header.where("142" if "142" in header.lines else "XXR"), remarks)
    told_rounds = max(declared or 0, rounds) or None
    event = trf_header.event_of(header, told_rounds, has_teams=bool(teams.names), remarks=remarks)
    national = _national_rows(sorted_lines.national, known, remarks)
    participants = tuple(
        _participant(row, national.get(row.number), teams.name_of(row.number), remarks) for row in rows
    )
    expected = header.whole("062")
    if rows and expected is not None and expected != len(rows):
        remarks.add("players_differ", header.where("062"), declared=expected, found=len(rows))
    reason = None
    games: list[Game] = []
    if not rows:
        reason = refusal("no_players")
    elif rounds == 0:
        reason = refusal("no_rounds")
    elif rounds > limits.MAX_ROUNDS or rounds * len(rows) > limits.MAX_GAME_ROWS:
        reason = refusal("too_many_rows", players=len(rows), rounds=rounds)
    else:
        games = games_of(rows, rounds, repeated, teams.places, remarks, teams.orders)
        teams.remark_on_forfeited(games, remarks)
        if trf_header.scores_are_usual(header):
            _compare_points(rows, games, remarks)
    return Tournament(
        format=FORMAT,
        status="rejected" if reason else "ok",
        reason=reason,
        event=event,
        participants=participants,
        games=tuple(games),
        findings=remarks.findings(),
    )


@dataclass(slots=True)
class _Lines:
    """A file's lines by what they are; each with its number in the file."""

    players: list[tuple[Row, str]] = field(default_factory=list)
    national: list[Row] = field(default_factory=list)
    header: list[tuple[int, str]] = field(default_factory=list)
    teams: list[tuple[int, str]] = field(default_factory=list)


def _sort(lines: Sequence[str], remarks: Remarks) -> _Lines:
    """Lines by kind. Ruler lines (`DDD SSSS ...`, `0123456789...`), comments and unknown tags are none."""
    found = _Lines()
    for number, text in enumerate(lines, start=1):
        if _PLAYER.match(text):
            row = read_row(text, number)
            if row is None:
                remarks.add("no_number", f"line {number}", found=text[4:8])
                continue
            found.players.append((row, text.rstrip()))
        elif _TEAM.match(text):
            found.teams.append((number, text))
        elif _HEADER.match(text):
            found.header.append((number, text))
        elif _NATIONAL.match(text) and (row := read_row(text, number)):
            found.national.append(row)
    return found


def _with_tails_cut(
    players: Sequence[tuple[Row, str]], declared: int | None, remarks: Remarks
) -> list[tuple[Row, str]]:
    """The rows; one that only does not fit after the last round (a comment, a counter) is read up to there.

    The last round is the declared one, else that of the longest row that fits.
    """
    fitting = [len(row.cells) for row, _ in players if row.cells is not None and not row.shifted]
    last = declared or max(fitting, default=0)
    found = []
    for row, text in players:
        where = f"line {row.line}"
        if row.shifted and last:
            again = read_row(without_tail(text, last), row.line)
            if again is not None and not again.shifted:
                remarks.add("row_too_long", where, number=row.number, rounds=last)
                found.append((again, text))
                continue
        if row.cells is None:
            remarks.add("row_unreadable", where, number=row.number)
        elif row.shifted:
            remarks.add("columns_shifted", where, number=row.number)
        found.append((row, text))
    return found


def _without_repetitions(
    players: Sequence[tuple[Row, str]], remarks: Remarks
) -> tuple[list[Row], frozenset[int]]:
    """One row for each start number (the first), and the numbers that different rows claim."""
    first: dict[int, tuple[Row, str]] = {}
    repeated: set[int] = set()
    for row, text in players:
        known = first.setdefault(row.number, (row, text))
        if known[0] is row:
            continue
        same = known[1] == text
        if not same:
            repeated.add(row.number)
        code = "duplicate_row" if same else "duplicate_number"
        remarks.add(code, f"line {row.line}", number=row.number, other=known[0].line)
    return [row for row, _ in first.values()], frozenset(repeated)


def _last_round(rows: Sequence[Row], declared: int | None, where: str, remarks: Remarks) -> int:
    """The last round to read: a pairing counts always, a lone code only within the declared rounds.

    Some writers put an empty cell after the last round, with or without `-`: it makes no round.
    """
    paired = coded = 0
    for row in rows:
        cells = row.cells or ()
        # From the end, and no further back than the last round already known.
        for position in range(len(cells), min(paired, coded), -1):
            cell = cells[position - 1]
            if cell.opponent and position > paired:
                paired = position
            if cell.code not in ("", "-") and position > coded:
                coded = position
    if declared is None:
        return max(paired, coded)
    if paired > declared:
        remarks.add("cells_beyond_rounds", where, declared=declared, found=paired)
    written = max((len(row.cells) for row in rows if row.cells is not None), default=0)
    return max(paired, min(declared, written))


def _national_rows(rows: Sequence[Row], known: frozenset[int], remarks: Remarks) -> dict[int, Row]:
    """The national line of each player: BRA before any other federation, then the first."""
    found: dict[int, Row] = {}
    foreign: set[str] = set()
    for row in rows:
        where = f"line {row.line}"
        if row.number not in known:
            remarks.add("national_row_without_player", where, tag=row.tag, number=row.number)
            continue
        if row.tag != "BRA" and row.tag not in foreign and fields.national_id(row.id_text):
            foreign.add(row.tag)
            remarks.add("national_number_not_brazilian", where, tag=row.tag)
        if row.number not in found or (row.tag == "BRA" != found[row.number].tag):
            found[row.number] = row
    return found


def _participant(row: Row, national: Row | None, team: str | None, remarks: Remarks) -> Participant:
    fide_id = fields.number_id(row.id_text)
    if fide_id is None and row.id_text.strip("0-"):
        remarks.add("bad_fide_id", f"line {row.line}", found=row.id_text, number=row.number)
    born = fields.birth_year(row.birth)
    return Participant(
        number=row.number,
        name=row.name,
        sex=row.sex or (national.sex if national else None),
        title=row.title,
        federation=row.federation.upper().strip("-") or None,
        fide_id=fide_id,
        national_id=fields.national_id(national.id_text) if national else None,
        birth_year=born or (fields.birth_year(national.birth) if national else None),
        fide_rating=row.rating,
        national_rating=national.rating if national else None,
        team=team,
        national_federation=national.tag if national and fields.national_id(national.id_text) else None,
        uf=_state(national) if national else None,
    )


def _state(national: Row) -> str | None:
    """The origin of a line BRA, which is a state (`SP`); other federations have regions of their own."""
    origin = national.federation.upper()
    return origin if national.tag == "BRA" and len(origin) == 2 and origin.isascii() else None


def _compare_points(rows: Sequence[Row], games: Sequence[Game], remarks: Remarks) -> None:
    """Points column against the rounds: a remark only, since byes may be in it before they happen."""
    totals = totals_of(games)
    for row in rows:
        found = totals.get(row.number, 0)
        if row.points is not None and row.cells is not None and row.points != found:
            remarks.add(
                "points_differ",
                f"line {row.line}",
                number=row.number,
                declared=fields.points_text(row.points),
                found=fields.points_text(found),
            )

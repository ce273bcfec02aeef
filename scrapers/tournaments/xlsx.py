"""Lists exported or saved from chess-results: starting list, crosstable, pairings; as workbooks or pages.

Belongs here: putting a `Tournament` together from the lists of one event, in one file or several, and
refusing what does not suffice. Does not belong here: unpacking (`xlsx_book`, `html_pages`), finding tables
(`xlsx_tables`), cells (`xlsx_cells`), players (`xlsx_players`), rounds (`xlsx_rounds`).

Art. 4 §1 asks for pairings and the result of each round. A crosstable tells both, with each game in two
rows; so do pages of pairings of all rounds, without byes. A starting list or final standings do not. A grid
of a round robin has neither rounds nor colours: it is only compared with the pairings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from scrapers.records import EventRecord, Game, InputFile, Tournament
from scrapers.text import fold
from scrapers.tournaments import fields, html_pages, limits, signatures, trf_header
from scrapers.tournaments.messages import Remarks, refusal
from scrapers.tournaments.refused import refused
from scrapers.tournaments.standings import compare_points
from scrapers.tournaments.trf_games import games_of
from scrapers.tournaments.xlsx_book import Sheet, Unreadable, sheets_of
from scrapers.tournaments.xlsx_cells import white_letter
from scrapers.tournaments.xlsx_players import (
    Crosstable,
    Roster,
    crosstable_of,
    linked_numbers,
    numbered,
    places_of,
    seated,
    start_numbers,
    with_rating,
)
from scrapers.tournaments.xlsx_rounds import (
    Pairings,
    PlayerRounds,
    Source,
    differing_pairs,
    grid_results,
    merged,
    on_boards,
    pairings_of,
    too_many,
)
from scrapers.tournaments.xlsx_tables import Detail, Listed, Pages, read_pages
from scrapers.tournaments.xlsx_teams import pairings_of_boards

FORMAT = "chess_results_xlsx"

_DATE = re.compile(r"\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}")
_FEDERATION = re.compile(r"\(\s*([A-Z]{3})\s*\)")
#: What a single rating column holds, by the line on rating calculation.
_NATIONAL = re.compile(r"\bnacional|\bnational")
_INTERNATIONAL = re.compile(r"\bintern|\bfide\b")
_IN_BRACKETS = re.compile(r"\([^()]*\)")


def recognises(data: bytes) -> bool:
    """Any workbook, and a zip that was one and is damaged: refused here in words about workbooks."""
    return signatures.is_workbook(data) or signatures.is_damaged_workbook(data)


def is_list_of_chess_results(file: InputFile) -> bool:
    """Whether a workbook is one of theirs: by its banner and links, or by rounds or pairings in it."""
    if signatures.is_chess_results_workbook(file.data):
        return True
    try:
        pages = read_pages(sheets_of(file))
    except Unreadable:
        return False
    return any(listed.kind not in ("players", "grid") for listed in pages.tables)


def read(files: Sequence[InputFile]) -> Tournament:
    """The event in workbooks of chess-results. Never raises for bad data."""
    return read_with(files, sheets_of)


def read_html(files: Sequence[InputFile]) -> Tournament:
    """The event in saved pages of chess-results. Never raises for bad data."""
    return read_with(files, html_pages.sheets_of)


def read_with(files: Sequence[InputFile], sheets: Callable[[InputFile], list[Sheet]]) -> Tournament:
    """The event in files whose sheets come from ``sheets``, which may raise `Unreadable`."""
    try:
        found = [sheet for file in files for sheet in sheets(file)]
    except Unreadable as error:
        return refused(FORMAT, error.code)
    if sum(len(sheet.rows) for sheet in found) > limits.MAX_LINES:
        return refused(FORMAT, "workbook_too_large")
    remarks = Remarks(files)
    for sheet in found:
        if sheet.hidden and sheet.rows:
            remarks.add("sheet_hidden", "line 1", sheet.file)
    pages = read_pages([sheet for sheet in found if not sheet.hidden])
    return _Reading(pages, remarks).tournament()


class _Reading:
    """One event while its lists are joined."""

    def __init__(self, pages: Pages, remarks: Remarks) -> None:
        self.pages = pages
        self.remarks = remarks
        self.roster = Roster()
        self.grid: dict[tuple[int, int], str] = {}
        shown = fold(pages.detail("rating").value)
        self.national = bool(_NATIONAL.search(shown)) and not _INTERNATIONAL.search(shown)

    def tournament(self) -> Tournament:
        tables = self._fill_roster()
        pages = self._of_kind("pairings")
        numbers = self.roster.numbers_by_name()
        boards = [pairings_of_boards(page, numbers, self.remarks) for page in self._of_kind("boards")]
        self._add_sides([page for page in boards if page])
        pairings = pairings_of([*pages, *(page for page in boards if page)], self.remarks)
        sources = [_source(table) for table in tables or ()] + [pairings.source]
        rounds = max((max(source.held(), default=0) for source in sources), default=0)
        reason = refusal("boards_not_linked") if None in boards else self._refusal(tables, pairings, rounds)
        games: list[Game] = []
        if reason is None:
            games = self._games(sources, pairings, rounds)
            reason = self._refusal_by_grids(games)
        return Tournament(
            format=FORMAT,
            status="rejected" if reason else "ok",
            reason=reason,
            event=self._event(rounds),
            participants=tuple(self.roster.players[number] for number in sorted(self.roster.players)),
            games=tuple(games),
            findings=self.remarks.findings(),
        )

    def _of_kind(self, *kinds: str) -> list[Listed]:
        return [listed for listed in self.pages.tables if listed.kind in kinds and listed.rows]

    def _fill_roster(self) -> list[Crosstable] | None:
        """All participants, and the crosstables under start numbers; None if one by rank cannot be linked."""
        for listed in self._titled("players", "crosstable", "grid"):
            for line, text in listed.unread:
                self.remarks.add("list_line_unreadable", f"line {line}", listed.file, found=text)
        for listed in self._of_kind("players"):
            if "number" in listed.columns:
                self._add(listed)
        listed_tables = self._of_kind("crosstable")
        texts = (
            row[column]
            for listed in listed_tables
            for _, row in listed.rows
            for column in listed.rounds.values()
            if column < len(row)
        )
        white = white_letter(texts)
        crosstables = [crosstable_of(listed, white) for listed in listed_tables]
        for table in crosstables:
            if not table.by_rank:
                self._add_crosstable(table)
        for listed in self._of_kind("grid"):
            if "number" in listed.columns:
                self._add(listed)
        self._add_sides(self._of_kind("pairings"))
        found: list[Crosstable] = [table for table in crosstables if not table.by_rank]
        have_numbers = bool(self.roster.players)
        for table in crosstables:
            if table.by_rank:
                by_name = self.roster.numbers_by_name()
                linked = table.linked(by_name, self.remarks) if have_numbers else table
                if linked is None:
                    return None
                self._add_crosstable(linked)
                found.append(linked)
        if not self.roster.players:
            for listed in self._of_kind("players", "grid"):
                self._add(listed, places_of(listed))
        return found if self._read_grids() else None

    def _read_grids(self) -> bool:
        """The results of all grids under start numbers; whether each could be linked to them."""
        for listed in self._of_kind("grid"):
            by_rank = "number" not in listed.columns
            keys: list[int] | None = start_numbers(listed)
            if by_rank:
                keys = linked_numbers(listed, self.roster.numbers_by_name())
            if keys is None:
                return False
            self.grid.update(grid_results(listed, keys, by_rank))
        return True

    def _add(self, listed: Listed, numbers: Sequence[int] | None = None, *, rounds: int = 0) -> None:
        table = numbered(listed, numbers) if numbers is not None else listed.table
        self.roster.add(
            with_rating(table, table.columns, national=self.national), self.remarks, rounds=rounds
        )

    def _add_sides(self, pages: Sequence[Listed]) -> None:
        for page in pages:
            for side in (page.table, page.right):
                table = with_rating(seated(side), side.columns, national=self.national)
                self.roster.add(table, self.remarks)

    def _add_crosstable(self, table: Crosstable) -> None:
        for key, (line, row) in zip(table.keys, table.listed.rows, strict=True):
            if not key:
                found = ";".join(row)
                self.remarks.add("list_line_unreadable", f"line {line}", table.listed.file, found=found)
        self._add(table.listed, table.keys, rounds=len(table.listed.rounds))

    def _refusal(self, tables: Sequence[Crosstable] | None, pairings: Pairings, rounds: int) -> str | None:
        """Why the lists do not suffice, or None."""
        kinds = {listed.kind for listed in self.pages.tables}
        players = len(self.roster.players)
        if len(self.pages.source_ids) > 1:
            return refusal("other_event", found=", ".join(sorted(self.pages.source_ids)))
        if not kinds:
            return refusal("no_lists")
        if tables is None:
            return refusal("ranking_not_linked")
        if any(table.is_shifted for table in tables):
            return refusal("crosstable_shifted")
        if any(page.round == 0 for page in self._of_kind("pairings", "boards")):
            return refusal("round_unknown")
        if rounds == 0 and not pairings.source.cells:
            code = "grid_alone" if "grid" in kinds else "teams_alone" if kinds <= {"teams"} else "no_rounds"
            return refusal(code)
        if too_many(players, rounds):
            return refusal("too_many_rows", players=players, rounds=rounds)
        told = pairings.source.held().union(*(_source(table).held() for table in tables))
        missing = [str(round_) for round_ in range(1, rounds + 1) if round_ not in told]
        if missing:
            return refusal("rounds_missing", found=", ".join(missing))
        return None

    def _games(self, sources: Sequence[Source], pairings: Pairings, rounds: int) -> list[Game]:
        numbers = sorted(self.roster.players)
        rows, disputed = merged(sources, numbers, rounds, self.remarks)
        disputed |= pairings.in_doubt
        games = games_of(rows, rounds, frozenset(self.roster.in_doubt), {}, self.remarks)
        games = on_boards(games, pairings.boards)
        if not any(source.is_crosstable for source in sources) and not self._of_kind("grid", "boards"):
            self.remarks.add("crosstable_missing", "line 1")
        covered = set().union(*(source.held() for source in sources if source.is_crosstable))
        games = [_settled(game, pairings, disputed, covered) for game in games]
        games = self._compared_with_grids(games, rows)
        for file, points, of_rounds in self.roster.points:
            compare_points(points, [game for game in games if game.round <= of_rounds], file, self.remarks)
        return games

    def _compared_with_grids(self, games: list[Game], rows: Sequence[PlayerRounds]) -> list[Game]:
        if not self.grid:
            return games
        differing = differing_pairs(self.grid, rows)
        for one, other in sorted(tuple(sorted(pair)) for pair in differing):
            self.remarks.add("conflict_grid", "line 1", white=one, black=other)
        return [_conflict(game) if {game.white, game.black} in differing else game for game in games]

    def _refusal_by_grids(self, games: Sequence[Game]) -> str | None:
        """The reason to refuse pairings that lack a game of the grid, which no conflict could show."""
        paired = {(game.white, game.black) for game in games if game.black is not None}
        missing = [pair for pair in self.grid if pair not in paired and pair[::-1] not in paired]
        if not missing:
            return None
        return refusal("game_missing", white=min(missing)[0], black=min(missing)[1])

    def _event(self, rounds: int) -> EventRecord:
        """The event by the tournament details, read as the same lines of a TRF are."""
        detail = self.pages.detail
        shown = max((page.round for page in self._titled("pairings", "boards", "teams")), default=0)
        declared = fields.whole(detail("rounds").value) or 0
        if declared > limits.MAX_ROUNDS:
            declared = 0
        if declared and rounds > declared:
            self.remarks.add("cells_beyond_rounds", _where(detail("rounds")), declared=declared, found=rounds)
        elif declared > rounds > 0:
            self.remarks.add("rounds_fewer", _where(detail("rounds")), declared=declared, found=rounds)
        dates = _DATE.findall(detail("dates").value)
        federation = _FEDERATION.search(detail("federation").value)
        control = detail("time_control")
        word = _IN_BRACKETS.search(control.label)
        lines = {
            "012": (1, self.pages.name or ""),
            "022": _line(detail("location")),
            "032": (detail("federation").line, federation[1] if federation else ""),
            "042": (detail("dates").line, dates[0] if dates else ""),
            "052": (detail("dates").line, dates[-1] if dates else ""),
            "092": (detail("type").line, f"{detail('type').value} {word[0] if word else ''}"),
            "122": _line(control),
        }
        header = trf_header.Header(lines)
        has_teams = bool(self._titled("boards", "teams"))
        event = trf_header.event_of(
            header, max(declared, rounds, shown) or None, has_teams=has_teams, remarks=self.remarks
        )
        ids = self.pages.source_ids
        return replace(event, source_id=next(iter(ids)) if len(ids) == 1 else None)

    def _titled(self, *kinds: str) -> list[Listed]:
        return [listed for listed in self.pages.tables if listed.kind in kinds]


def _line(detail: Detail) -> tuple[int, str]:
    return detail.line, detail.value


def _where(detail: Detail) -> str:
    return f"line {detail.line}"


def _source(table: Crosstable) -> Source:
    """A crosstable's cells by round and number; of two rows with one number the first."""
    found = Source(is_crosstable=True)
    for key, cells in zip(table.keys, table.rounds, strict=True):
        for round_, cell in enumerate(cells, start=1):
            if key:
                found.cells.setdefault(round_, {}).setdefault(key, cell)
    return found


def _settled(game: Game, pairings: Pairings, disputed: set[tuple[int, int]], covered: set[int]) -> Game:
    """A game as all sources together tell it: in doubt, a bye by word, or an absence that nobody tells of."""
    if {(game.round, game.white), (game.round, game.black)} & disputed:
        return _conflict(game)
    if game.black is not None or game.reason != "absent":
        return game
    if (game.round, game.white) in pairings.byes:
        return replace(game, reason="bye")
    # Pages of pairings drop byes: without a crosstable the score of who is not on them is unknown.
    return replace(game, white_half_points=None) if game.round not in covered and not game.raw else game


def _conflict(game: Game) -> Game:
    return replace(game, rated=False, reason="conflict")

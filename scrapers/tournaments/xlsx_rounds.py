"""Crosstables and pages of pairings of one event as one row of rounds for each player.

Belongs here: what each source says of a player in a round, where two sources differ, and boards. Does not
belong here: how a game is made of two rows (`trf_games`), participants (`xlsx_players`).

A page of pairings tells each game once and drops byes when the next round is paired; a crosstable tells
each game twice and keeps them. So byes are the crosstable's where there is one, and games must be in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scrapers.records import Game
from scrapers.tournaments import fields, limits
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.trf_rows import EMPTY, Cell
from scrapers.tournaments.xlsx_cells import absence, alone_code, grid_codes, result_codes
from scrapers.tournaments.xlsx_tables import Listed


@dataclass(slots=True)
class Source:
    """What one crosstable, or all pages of pairings together, say: round -> start number -> cell."""

    is_crosstable: bool
    cells: dict[int, dict[int, Cell]] = field(default_factory=dict)

    def held(self) -> set[int]:
        """Rounds in which somebody has an opponent."""
        return {
            round_
            for round_, cells in self.cells.items()
            if any(cell.opponent != 0 for cell in cells.values())
        }


@dataclass(slots=True)
class Pairings:
    """The pages of pairings: their cells, and what only they tell.

    ``boards``: (round, white, black) -> (place in the round, board). ``byes``: (round, number) called a bye
    by word. ``in_doubt``: (round, number) of players in more than one game.
    """

    source: Source = field(default_factory=lambda: Source(is_crosstable=False))
    boards: dict[tuple[int, int, int], tuple[int, int | None]] = field(default_factory=dict)
    byes: set[tuple[int, int]] = field(default_factory=set)
    in_doubt: set[tuple[int, int]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class PlayerRounds:
    """A player's cells, one a round."""

    number: int
    line: int
    cells: tuple[Cell, ...]


def pairings_of(pages: Iterable[Listed], remarks: Remarks) -> Pairings:
    """All pages of pairings. Lines that name no two sides are left out with an error."""
    found = Pairings()
    for page in pages:
        for line, text in page.unread:
            remarks.add("game_line_unreadable", f"line {line}", page.file, found=text)
        for line, row in page.rows:
            _add_line(page, line, row, found, remarks)
    return found


def _add_line(page: Listed, line: int, row: list[str], found: Pairings, remarks: Remarks) -> None:
    left, right = page.table, page.right
    numbers = [side.cell(row, "number") for side in (left, right)]
    missing = [
        absence(side.cell(row, "name"), number) for side, number in zip((left, right), numbers, strict=True)
    ]
    white, black = (0 if gone else _start_number(text) for gone, text in zip(missing, numbers, strict=True))
    if white is None or black is None or white == black:
        remarks.add("game_line_unreadable", f"line {line}", page.file, found=";".join(row))
        return
    result = row[page.result] if page.result < len(row) else ""
    round_ = page.round
    if not (white and black):
        player = white or black
        if "bye" in missing:
            found.byes.add((round_, player))
        word = "bye" if "bye" in missing else "not paired"
        cell = Cell(0, "", alone_code(result), f"{result} {word}".strip())
        _seat(found, round_, player, cell, page, line, remarks)
        return
    white_code, black_code = result_codes(result)
    key = (round_, white, black)
    cells = (Cell(black, "w", white_code, result), Cell(white, "b", black_code, result))
    of_round = found.source.cells.setdefault(round_, {})
    if key in found.boards and (of_round.get(white), of_round.get(black)) == cells:
        remarks.add("repeated_pairing", f"line {line}", page.file, other=found.boards[key][0])
        return
    found.boards.setdefault(key, (line, _board(left.cell(row, "board"))))
    for player, cell in zip((white, black), cells, strict=True):
        _seat(found, round_, player, cell, page, line, remarks)


def _seat(
    found: Pairings, round_: int, player: int, cell: Cell, page: Listed, line: int, remarks: Remarks
) -> None:
    """Gives a player a cell; a second, different one puts all who are named in doubt."""
    of_round = found.source.cells.setdefault(round_, {})
    known = of_round.setdefault(player, cell)
    if known == cell:
        return
    remarks.add(
        "conflict_repeated_player", f"round {round_}, number {player}", page.file, round=round_, number=player
    )
    found.in_doubt.update(
        (round_, number) for number in (player, known.opponent, cell.opponent) if number > 0
    )


def _start_number(text: str) -> int | None:
    return fields.whole(text.rstrip(".")) or None


def _board(text: str) -> int | None:
    """The board; of a team match (`3.2`) the board within it."""
    return fields.whole(text.rpartition(".")[2]) or None


def merged(
    sources: Sequence[Source], numbers: Sequence[int], rounds: int, remarks: Remarks
) -> tuple[list[PlayerRounds], set[tuple[int, int]]]:
    """Each player's rounds from all sources, and (round, number) of whom two sources say different things."""
    cells: dict[int, list[Cell]] = {number: [] for number in numbers}
    disputed: set[tuple[int, int]] = set()
    held = [source.held() for source in sources]
    for round_ in range(1, rounds + 1):
        speaking = [source for source, of in zip(sources, held, strict=True) if round_ in of] or sources
        for number in numbers:
            told = [source.cells.get(round_, {}).get(number) for source in speaking]
            # Whom the pairings of a round leave out has no opponent; who has no row in a crosstable may.
            said = [
                cell or EMPTY
                for source, cell in zip(speaking, told, strict=True)
                if cell is not None or not source.is_crosstable
            ]
            chosen = next((cell for cell in said if cell.opponent > 0), None)
            chosen = chosen or next((cell for cell in said if cell.text), EMPTY)
            cells[number].append(chosen)
            other = next((cell for cell in said if _contradict(chosen, cell)), None)
            if other is not None:
                disputed.update(
                    (round_, side) for side in (number, chosen.opponent, other.opponent) if side > 0
                )
                remarks.add(
                    "conflict_sources",
                    f"round {round_}, number {number}",
                    round=round_,
                    number=number,
                    first=chosen.text or "-",
                    second=other.text or "-",
                )
    return [PlayerRounds(number, 1, tuple(row)) for number, row in cells.items()], disputed


def _contradict(one: Cell, other: Cell) -> bool:
    if one.opponent != other.opponent:
        return True
    if one.opponent <= 0:
        return False
    return one.code != other.code or bool(one.color and other.color and one.color != other.color)


def grid_results(grid: Listed, keys: Sequence[int], by_rank: bool) -> dict[tuple[int, int], str]:
    """Results of a round robin's grid: (number, opponent) -> codes of all their games from number's side.

    ``keys`` are the start numbers of its rows; ``by_rank``: its columns are the places of the same rows.
    """
    found: dict[tuple[int, int], str] = {}
    for number, (_, row) in zip(keys, grid.rows, strict=True):
        for place, column in grid.rounds.items():
            codes = grid_codes(row[column]) if column < len(row) else ""
            opponent = place if not by_rank else keys[place - 1] if place <= len(keys) else 0
            if number and opponent and codes and number != opponent:
                found[number, opponent] = codes
    return found


def codes_by_pair(rows: Sequence[PlayerRounds]) -> dict[tuple[int, int], str]:
    """The same from each player's rounds."""
    found: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        for cell in row.cells:
            if cell.opponent > 0 and cell.code:
                found.setdefault((row.number, cell.opponent), []).append(cell.code)
    return {pair: "".join(sorted(codes)) for pair, codes in found.items()}


def differing_pairs(grid: Mapping[tuple[int, int], str], rows: Sequence[PlayerRounds]) -> set[frozenset[int]]:
    """Pairs of players of whom grid and rounds tell different results."""
    told = codes_by_pair(rows)
    return {frozenset(pair) for pair in grid.keys() | told.keys() if grid.get(pair) != told.get(pair)}


def too_many(players: int, rounds: int) -> bool:
    """Whether an event is larger than `limits` allow."""
    return rounds > limits.MAX_ROUNDS or players * rounds > limits.MAX_GAME_ROWS


def on_boards(
    games: Iterable[Game], boards: Mapping[tuple[int, int, int], tuple[int, int | None]]
) -> list[Game]:
    """Games with the boards of the pages of pairings, in their order; byes and absences last."""
    placed: list[tuple[tuple[int, bool, int, int, int], Game]] = []
    for game in games:
        place, board = boards.get((game.round, game.white or 0, game.black or 0), (0, game.board))
        placed.append(
            ((game.round, game.black is None, place, board or 0, game.white or 0), replace(game, board=board))
        )
    return [game for _, game in sorted(placed, key=lambda entry: entry[0])]

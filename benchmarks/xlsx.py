"""The reader of chess-results workbooks beside a plain pass of openpyxl over the same cells, in one run."""

from __future__ import annotations

import io
from collections.abc import Callable

import openpyxl

from scrapers.records import InputFile
from scrapers.tournaments import read_tournament

PLAYERS, ROUNDS = 200, 9


def crosstable() -> bytes:
    """A crosstable of a full Swiss in which everybody draws; opponents as a Berger table gives them."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(("From the Tournament-Database of Chess-Results https://chess-results.com",))
    sheet.append(("Banco de provas",))
    sheet.append(("Number of rounds : 9",))
    sheet.append(("Starting rank crosstable",))
    rounds = [f"{number}.Rd" for number in range(1, ROUNDS + 1)]
    sheet.append(("No.", None, "Name", "Rtg", "FED", *rounds, "Pts.", "Rk.", "TB1"))
    for number in range(1, PLAYERS + 1):
        cells = [_cell(number, round_) for round_ in range(ROUNDS)]
        sheet.append((number, None, f"Sobrenome {number}, Nome", 1500, "BRA", *cells, "4½", number, 40.5))
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _cell(number: int, round_: int) -> str:
    last = PLAYERS - 1
    if number == PLAYERS:
        other = next(n for n in range(1, PLAYERS) if (2 * n - round_) % last == 0)
    else:
        other = (round_ - number) % last or last
        other = PLAYERS if other == number else other
    return f"{other}{'w' if (number < other) else 'b'}½"


def plain_pass(data: bytes) -> int:
    """Every cell of the workbook once, as openpyxl gives it."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    return sum(len(row) for sheet in book.worksheets for row in sheet.iter_rows(values_only=True))


def xlsx_reader(measured: Callable[[Callable[[], object]], float]) -> None:
    """Prints milliseconds a file, and their ratio to the plain pass; ``measured`` gives CPU seconds."""
    data = crosstable()
    found = read_tournament([InputFile("banco.xlsx", data)])
    if sum(game.rated for game in found.games) != PLAYERS * ROUNDS // 2:
        raise SystemExit("the benchmark's workbook is not read whole")
    reading = measured(lambda: read_tournament([InputFile("banco.xlsx", data)]))
    yardstick = measured(lambda: plain_pass(data))
    print(
        f"xlsx reader   {PLAYERS} players, {ROUNDS} rounds    {reading * 1000:>10.1f} ms        "
        f"ratio {reading / yardstick:.2f} to a plain pass of openpyxl"
    )

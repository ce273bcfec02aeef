"""Participants from the lists of one event: start numbers, one participant of several rows, ranks.

Belongs here: which number a row has, joining what lists tell of one number, and crosstables by rank. Does
not belong here: values of fields (`sm_text`, `fields`) and rounds (`xlsx_rounds`).

In a crosstable by start number the cells name start numbers; in one by rank they name places, counted where
a shared rank is left blank. Such a table is joined by name to a list that has numbers; alone, its places are
the numbers of the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from dataclasses import fields as dataclass_fields

from scrapers.records import Participant
from scrapers.text import letters_and_digits
from scrapers.tournaments import fields
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.sm_tables import Table
from scrapers.tournaments.sm_text import participants_of
from scrapers.tournaments.trf_rows import Cell
from scrapers.tournaments.xlsx_cells import absence, crosstable_cell
from scrapers.tournaments.xlsx_tables import Listed

_JOINED = tuple(entry.name for entry in dataclass_fields(Participant) if entry.name not in ("number", "name"))


@dataclass(slots=True)
class Roster:
    """Participants by number; numbers that rows with different names claim; points that lists show."""

    players: dict[int, Participant] = field(default_factory=dict)
    in_doubt: set[int] = field(default_factory=set)
    points: list[tuple[str, Mapping[int, tuple[int, int]], int]] = field(default_factory=list)

    def add(self, table: Table, remarks: Remarks, *, rounds: int = 0) -> None:
        """Adds a list's rows: new numbers, and what the rows known so far leave blank."""
        participants, points, repeated = participants_of([table], remarks)
        self.in_doubt |= repeated
        if rounds:
            self.points.append((table.file, points, rounds))
        for one in participants:
            known = self.players.setdefault(one.number, one)
            if known is one:
                continue
            if name_key(known.name) != name_key(one.name):
                if one.number not in self.in_doubt:
                    remarks.add(
                        "names_differ",
                        "line 1",
                        table.file,
                        number=one.number,
                        first=known.name,
                        second=one.name,
                    )
                self.in_doubt.add(one.number)
                continue
            told = {name: getattr(one, name) for name in _JOINED if getattr(known, name) is None}
            self.players[one.number] = replace(known, **told)

    def numbers_by_name(self) -> dict[str, int | None]:
        """Number by name; None where two participants have one name."""
        found: dict[str, int | None] = {}
        for number, player in self.players.items():
            key = name_key(player.name)
            found[key] = None if key in found else number
        return found


def name_key(name: str) -> str:
    """A name for comparing: letters and digits without accents and case."""
    return letters_and_digits(name)


def with_rating(table: Table, columns: Mapping[str, int], *, national: bool) -> Table:
    """The table with a single rating column read as what the tournament details say it is."""
    name = "national_rating" if national else "fide_rating"
    if "rating" not in columns or {"fide_rating", "national_rating"} & columns.keys():
        return table
    return replace(table, columns={**columns, name: columns["rating"]})


def seated(table: Table) -> Table:
    """One side of pairings without the rows in which nobody sits there, or that have no start number."""
    rows = [
        (line, row)
        for line, row in table.rows
        if absence(table.cell(row, "name"), table.cell(row, "number")) is None
        and fields.whole(table.cell(row, "number").rstrip("."))
    ]
    return replace(table, rows=rows)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The rows of a crosstable: of each its key (start number, or place if ``by_rank``) and its cells."""

    listed: Listed
    keys: tuple[int, ...]
    rounds: tuple[tuple[Cell, ...], ...]
    by_rank: bool

    @property
    def is_shifted(self) -> bool:
        """Whether a round has more cells that cannot be read than others: headings and cells do not fit."""
        for cells in zip(*self.rounds, strict=True):
            unreadable = sum(cell.opponent < 0 for cell in cells)
            if unreadable > sum(bool(cell.text) for cell in cells) - unreadable:
                return True
        return False

    def linked(self, numbers: Mapping[str, int | None], remarks: Remarks) -> Crosstable | None:
        """A crosstable by rank under start numbers, by name; None where a name has no number, or two.

        A place that the list does not show is an opponent that cannot be known: -1. Who never has an opponent
        is on no page of pairings: such a player gets a number after all others.
        """
        idle = [not any(cell.opponent for cell in cells) for cells in self.rounds]
        found = linked_numbers(self.listed, _with_idle(self.listed, idle, numbers, remarks))
        if found is None:
            return None
        by_place = dict(zip(self.keys, found, strict=True))
        rounds = tuple(
            tuple(
                cell._replace(opponent=by_place.get(cell.opponent, -1)) if cell.opponent > 0 else cell
                for cell in cells
            )
            for cells in self.rounds
        )
        return Crosstable(self.listed, tuple(found), rounds, by_rank=False)


def linked_numbers(listed: Listed, numbers: Mapping[str, int | None]) -> list[int] | None:
    """The start number of each row by its name; None where a name has no number, or two."""
    keys = [numbers.get(name_key(listed.table.cell(row, "name"))) for _, row in listed.rows]
    found = [key for key in keys if key is not None]
    return found if len(set(found)) == len(keys) else None


def _with_idle(
    listed: Listed, idle: Sequence[bool], numbers: Mapping[str, int | None], remarks: Remarks
) -> dict[str, int | None]:
    """Numbers by name, with new ones for players without any game whom no other list has."""
    found = dict(numbers)
    last = max((number for number in numbers.values() if number), default=0)
    for (line, row), never_played in zip(listed.rows, idle, strict=True):
        name = listed.table.cell(row, "name")
        if never_played and name_key(name) not in found:
            last += 1
            found[name_key(name)] = last
            remarks.add("number_made", f"line {line}", listed.file, found=name, number=last)
    return found


def start_numbers(listed: Listed) -> list[int]:
    """The start number that each row has, 0 where there is none to read."""
    return [fields.whole(listed.table.cell(row, "number").rstrip(".")) or 0 for _, row in listed.rows]


def crosstable_of(listed: Listed, white: str) -> Crosstable:
    """The rows of a crosstable under the numbers that its cells name: start numbers, else places.

    Where both stand in a row, those are meant by which more cells name each other.
    """
    columns = [listed.rounds[round_] for round_ in sorted(listed.rounds)]
    rounds = tuple(
        tuple(crosstable_cell(row[column] if column < len(row) else "", white) for column in columns)
        for _, row in listed.rows
    )
    places = places_of(listed)
    numbers = start_numbers(listed)
    by_rank = "number" not in listed.columns or (
        "rank" in listed.columns and _mutual(places, rounds) > _mutual(numbers, rounds)
    )
    return Crosstable(listed, tuple(places if by_rank else numbers), rounds, by_rank)


def places_of(listed: Listed) -> list[int]:
    """The place of each row: its rank, or where it is blank (shared) the place after the row above."""
    places: list[int] = []
    for _, row in listed.rows:
        rank = fields.whole(listed.table.cell(row, "rank").rstrip("."))
        following = places[-1] + 1 if places else 1
        # A rank that is repeated is shared; one that jumps leaves out rows that the list does not show.
        places.append(rank if rank and rank >= following else following)
    return places


def _mutual(keys: Sequence[int], rounds: Sequence[tuple[Cell, ...]]) -> int:
    rows = dict(zip(keys, rounds, strict=True))
    return sum(
        cell.opponent > 0 and cell.opponent in rows and rows[cell.opponent][position].opponent == key
        for key, cells in rows.items()
        for position, cell in enumerate(cells)
    )


def numbered(listed: Listed, numbers: Iterable[int]) -> Table:
    """The rows of a list with these start numbers in place of their own; 0 leaves a row out."""
    table = listed.table
    width = max((len(row) for _, row in table.rows), default=0)
    rows = [
        (line, [*row, *[""] * (width - len(row)), str(number)])
        for (line, row), number in zip(table.rows, numbers, strict=True)
        if number
    ]
    return replace(table, columns={**table.columns, "number": width}, rows=rows)

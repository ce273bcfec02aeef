"""Lines of a text pair's pairings that the rest of the two files contradicts.

Belongs here: finding a line whose round or start number must be wrong. Does not belong here: reading lines
(`sm_lines`). A game stands in one line only, so a damaged number would give somebody a game they did not
play; what shows it are the order of the lines, the boards, the players' own numbers and their points.

Each check needs the rest of the file to be sound: where a file is sorted otherwise, or its list of players is
of another day, it says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scrapers.tournaments.sm_lines import Line


def out_of_place(lines: Sequence[Line]) -> set[int]:
    """Positions of lines that stand among another round's, on the board which that round lacks.

    Their own round has no place for them: the board is taken, or the board before it is missing.
    """
    if any(line.match for line in lines):
        return set()  # In a team event boards begin anew in each match.
    boards: dict[int, Counter[int]] = {}
    for line in lines:
        boards.setdefault(line.round, Counter())[line.board or 0] += 1
    found: set[int] = set()
    lonely = {
        position
        for position, line in enumerate(lines)
        if boards[line.round].total() == 1 and _turns_back(lines, position)
    }
    for position in sorted(range(len(lines)), key=lambda one: one not in lonely):
        line = lines[position]
        own, board = boards[line.round], line.board or 0
        neighbours = [
            lines[other]
            for other in (position - 1, position + 1)
            if 0 <= other < len(lines) and lines[other].file == line.file and other not in found
        ]
        alone = position in lonely
        fits = own[board] == 1 and (board == 1 or board - 1 in own) and not alone
        if not board or fits:
            continue
        if any(
            other.round != line.round
            and board not in boards[other.round]
            and (board == 1 or board - 1 in boards[other.round])
            for other in neighbours
        ):
            found.add(position)
    return found


def _turns_back(lines: Sequence[Line], position: int) -> bool:
    """Whether the rounds go up to this line and down after it, or down to it and up after it."""
    before = lines[position - 1].round if position else 0
    after = lines[position + 1].round if position + 1 < len(lines) else lines[position].round
    return not before <= lines[position].round <= after


def other_idents(lines: Sequence[Line], ids: Mapping[int, frozenset[str]]) -> set[int]:
    """Positions of lines whose own id of a player is not the one that the list of players has.

    Only if most ids of the lines agree with the list: otherwise the column holds other numbers.
    """
    agree, differ = 0, set()
    for position, line in enumerate(lines):
        for number, ident in ((line.white, line.white_ident), (line.black, line.black_ident)):
            if ident and ids.get(number):
                if ident in ids[number]:
                    agree += 1
                else:
                    differ.add(position)
    return differ if agree > len(differ) else set()


def seen_once(lines: Sequence[Line], listed: frozenset[int]) -> set[int]:
    """Positions of lines of a start number that is not in the list and stands in no other line."""
    seats: dict[int, list[int]] = {}
    for position, line in enumerate(lines):
        for number in {line.white, line.black} - {0} - listed:
            seats.setdefault(number, []).append(position)
    return {positions[0] for positions in seats.values() if len(positions) == 1}


def of_somebody_else(lines: Sequence[Line], points: Mapping[int, int]) -> set[int]:
    """Positions of lines that give a player more points than the list says, where another listed player lacks
    just these points and has no line in that round.

    Only if the points of nearly everybody else agree: otherwise the list is of another day.
    """
    total = dict.fromkeys(points, 0)
    for _, number, score in _seats(lines):
        if number in total:
            total[number] += score
    over = {
        number: total[number] - declared for number, declared in points.items() if total[number] > declared
    }
    if len(over) > max(1, len(points) // 20):
        return set()
    present: dict[int, set[int]] = {}
    for line in lines:
        present.setdefault(line.round, set()).update((line.white, line.black))
    return {
        position
        for position, number, score in _seats(lines)
        if score
        and score == over.get(number)
        and any(
            declared - total[other] >= score and other not in present[lines[position].round]
            for other, declared in points.items()
        )
    }


def _seats(lines: Sequence[Line]) -> Iterator[tuple[int, int, int]]:
    """(position of the line, start number, half points) of every filled seat."""
    for position, line in enumerate(lines):
        for number, score in ((line.white, line.white_score), (line.black, line.black_score)):
            if number:
                yield position, number, score or 0

"""What holds for the rounds of every format that lists pairings: each player once, games before byes.

Belongs here: checks and order of the rows of one round. Does not belong here: what a result means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scrapers.records import Game
from scrapers.tournaments.messages import Remarks


def seated_twice(round_: int, seats: Iterable[int], remarks: Remarks) -> frozenset[int]:
    """Start numbers that sit more than once in a round, each remarked; their games are conflicts."""
    twice = frozenset(number for number, count in Counter(seats).items() if count > 1)
    for number in sorted(twice):
        remarks.add(
            "conflict_repeated_player", f"round {round_}, number {number}", round=round_, number=number
        )
    return twice


def by_board(game: Game) -> tuple[bool, bool, int, int]:
    """Order within a round: games by board, then byes by their row's board, then players without a row."""
    return game.black is None, game.board is None, game.board or 0, game.white or 0

"""Sums over the games of a file, for comparing them with the points it shows.

Belongs here: what the rounds add up to. Does not belong here: results taken from points; they never are.
"""

from __future__ import annotations

from collections.abc import Iterable

from scrapers.records import Game


def totals_of(games: Iterable[Game]) -> dict[int, int]:
    """Half points of each start number over all rounds; unknown scores count nothing."""
    totals: dict[int, int] = {}
    for game in games:
        for number, score in ((game.white, game.white_half_points), (game.black, game.black_half_points)):
            if number is not None:
                totals[number] = totals.get(number, 0) + (score or 0)
    return totals

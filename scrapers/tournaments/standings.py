"""Sums over the games of a file, for comparing them with the points it shows.

Belongs here: what the rounds add up to. Does not belong here: results taken from points; they never are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scrapers.records import Game
from scrapers.tournaments import fields
from scrapers.tournaments.messages import Remarks


def totals_of(games: Iterable[Game]) -> dict[int, int]:
    """Half points of each start number over all rounds; unknown scores count nothing."""
    totals: dict[int, int] = {}
    for game in games:
        for number, score in ((game.white, game.white_half_points), (game.black, game.black_half_points)):
            if number is not None:
                totals[number] = totals.get(number, 0) + (score or 0)
    return totals


def compare_points(
    points: Mapping[int, tuple[int, int]], games: Sequence[Game], file: str, remarks: Remarks
) -> None:
    """Points column against the rounds: a remark only. Players with an unknown score are left out."""
    totals = totals_of(games)
    unknown = {game.white for game in games if game.white_half_points is None}
    unknown |= {game.black for game in games if game.black_half_points is None}
    for number, (line, declared) in points.items():
        found = totals.get(number, 0)
        if number not in unknown and declared != found:
            remarks.add(
                "points_differ",
                f"line {line}",
                file,
                number=number,
                declared=fields.points_text(declared),
                found=fields.points_text(found),
            )

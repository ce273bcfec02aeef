"""Places and memberships of the rankings (Arts. 17, 18), the same for every rating system.

Belongs here: who is in which ranking and which place they hold. Does not belong here: who is active or linked
to RN (decided before), and how a ranking is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.methodology import Methodology, RankingCategory
from engine.text import without_accents


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """An active player. ``age`` is the one reached in the civil year, None without a proven birth year."""

    fnx_id: str
    name: str
    rating: int
    games_year: int
    sex: str | None = None
    age: int | None = None


class RankingPlace(NamedTuple):
    """One row of a ranking; ``ranking_order`` is the place of the ranking among the rankings."""

    ranking: str
    ranking_order: int
    place: int
    fnx_id: str
    name: str
    rating: int
    games_year: int


def rank(rows: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The place of each (rating, games of the year), both descending, in the order given: 1, 2, 2, 4."""
    first: dict[tuple[int, int], int] = {}
    for place, row in enumerate(sorted(rows, reverse=True), start=1):
        first.setdefault(row, place)
    return tuple(first[row] for row in rows)


def belongs(category: RankingCategory, sex: str | None, age: int | None) -> bool:
    """Art. 17: whether a player is in a ranking; without a known age, in none that goes by age."""
    if category.sex is not None and sex != category.sex:
        return False
    if category.min_age is not None and (age is None or age < category.min_age):
        return False
    return category.max_age is None or (age is not None and age <= category.max_age)


def rankings(players: Sequence[RankedPlayer], methodology: Methodology) -> tuple[RankingPlace, ...]:
    """Every ranking with at least ``min_ranking_size`` players, in display order (Art. 18)."""
    places: list[RankingPlace] = []
    for category in methodology.ranking_categories:
        members = sorted(
            (player for player in players if belongs(category, player.sex, player.age)),
            key=lambda player: (-player.rating, -player.games_year, display_key(player.name), player.fnx_id),
        )
        if len(members) < max(1, methodology.min_ranking_size):
            continue
        for place, player in zip(
            rank([(member.rating, member.games_year) for member in members]), members, strict=True
        ):
            places.append(
                RankingPlace(
                    category.code,
                    category.order,
                    place,
                    player.fnx_id,
                    player.name,
                    player.rating,
                    player.games_year,
                )
            )
    return tuple(places)


def display_key(name: str) -> tuple[str, str]:
    """Alphabetical order in pt-BR for display: accents and case ignored, then the name itself."""
    return without_accents(name), name

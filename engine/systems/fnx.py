"""FNX as one system among the others, and what its calculator shows: one event, one entry rating.

Belongs here: the FNX rules in the terms of the contract, and the calculator's view of the engine. Does not
belong here: the numbers (`engine.methodology`), the entry rules (`engine.entry`), and the official replay
(`engine.replay`), which lists are made of: it decides exact halves with as many digits as it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import ClassVar, NamedTuple

from engine.entry import EntryCandidate, EntryInputs, candidates, chosen, entry_state
from engine.exact import Term, change_units, round_event
from engine.expected_score import DENOMINATOR, expected_units
from engine.methodology import FNX_2026, Methodology
from engine.systems.facts import Entry, Event, Game
from engine.systems.logistic import half_up, whole
from engine.systems.season import Period
from engine.systems.system import Factor, RatingSystem, Standing


class FnxGame(NamedTuple):
    """One game of the event, exact."""

    opponent: int
    half_points: int
    expected: Fraction
    change: Fraction


class FnxEvent(NamedTuple):
    """One player in one event (Arts. 6, 7)."""

    k: int
    in_development_before: bool
    games: tuple[FnxGame, ...]
    expected: Fraction
    change: Fraction
    rounded: int
    floor_applied: int
    new_rating: int
    games_after: int
    in_development: bool


def fnx_event(
    rating: int,
    games_before: int,
    rhythm: str,
    games: Sequence[tuple[int, int]],
    in_development: bool | None = None,
    methodology: Methodology = FNX_2026,
) -> FnxEvent:
    """One event of a player: ``games`` are (opponent's rating, half points).

    ``in_development`` None: as games and rating tell (Art. 6 par. 2). ``ValueError`` where it contradicts
    them.

    >>> event = fnx_event(550, 12, "STD", [(600, 2), (500, 1)])
    >>> event.k, event.rounded, event.new_rating, event.in_development
    (50, 25, 575, True)
    """
    continues = methodology.development_continues(games_before, rating)
    developing = continues if in_development is None else in_development
    if developing and not continues:
        raise ValueError(f"no development with {games_before} games and rating {rating} (Art. 6 par. 2)")
    k = methodology.k_of(rhythm, developing)
    terms: list[Term] = [(k, rating - opponent, half_points) for opponent, half_points in games]
    rows = tuple(
        FnxGame(
            opponent,
            half_points,
            Fraction(expected_units(diff), DENOMINATOR),
            Fraction(change_units(k, diff, half_points), DENOMINATOR),
        )
        for (opponent, half_points), (_, diff, _) in zip(games, terms, strict=True)
    )
    rounded = round_event(terms).value
    new_rating = max(methodology.floor, rating + rounded)
    games_after = games_before + len(games)
    return FnxEvent(
        k,
        developing,
        rows,
        sum((row.expected for row in rows), Fraction(0)),
        sum((row.change for row in rows), Fraction(0)),
        rounded,
        new_rating - rating - rounded,
        new_rating,
        games_after,
        developing and methodology.development_continues(games_after, new_rating),
    )


class FnxEntry(NamedTuple):
    """The sources compared, and the state the chosen one gives (Arts. 9-14)."""

    sources: tuple[EntryCandidate, ...]
    rating: int
    games: int
    in_development: bool


def fnx_entry(
    entry_date: date,
    birth_year: int | None = None,
    category: str | None = None,
    fide: int | None = None,
    cbx: int | None = None,
    cbx_tournaments: tuple[int, int, int] = (0, 0, 0),
    previous_fnx: int | None = None,
    approval: int | None = None,
    methodology: Methodology = FNX_2026,
) -> FnxEntry:
    """The initial rating with every source compared; CBX tournaments as (STD, RPD, BLZ).

    An entry on the base date is a base-date entry. ``previous_fnx`` is what closed at the end of the year
    before.

    >>> entry = fnx_entry(date(2026, 1, 1), birth_year=2012, fide=1450, cbx=1700, cbx_tournaments=(4, 3, 0))
    >>> [(source.source, source.converted, source.chosen) for source in entry.sources]
    [('fide', 450, False), ('cbx', 545, True), ('age_reference', 400, False)]
    """
    inputs = EntryInputs(
        fnx_id="calc",
        entry_date=entry_date,
        base_date_entry=entry_date == methodology.base_date,
        birth_year=birth_year,
        category_texts=category,
        fide_rating=fide,
        cbx_rating=cbx,
        cbx_std=cbx_tournaments[0],
        cbx_rpd=cbx_tournaments[1],
        cbx_blz=cbx_tournaments[2],
        previous_fnx=previous_fnx,
        previous_date=None if previous_fnx is None else date(entry_date.year - 1, 12, 31),
        approval_rating=approval,
    )
    sources = candidates(inputs, methodology, {})
    state = entry_state(chosen(sources), methodology)
    return FnxEntry(sources, state.rating, state.games, state.in_development)


@dataclass(frozen=True)
class Fnx(RatingSystem):
    """The FNX rules by the contract. It gives what `engine.replay` gives, which stays the official one."""

    code: ClassVar[str] = "fnx"
    name_pt: ClassVar[str] = "FNX"

    methodology: Methodology = FNX_2026

    @property
    def floor(self) -> Fraction | None:
        return Fraction(self.methodology.floor)

    def enter(self, entry: Entry) -> Standing:
        if entry.rating is None:
            raise ValueError(f"player {entry.player_id} has no entry rating (Art. 9)")
        return super().enter(entry)

    def k(self, used: Standing, before: Standing, period: Period, game: Game, games: int) -> Factor:
        developing = self.in_development(used)
        value = self.methodology.k_of(game.rhythm, developing)
        return Factor(Fraction(value), "development" if developing else "ordinary")

    def expected(self, own: Fraction, other: Fraction, event: Event, rhythm: str) -> Fraction:
        return Fraction(expected_units(whole(own) - whole(other)), DENOMINATOR)

    def rounded(self, change: Fraction) -> Fraction:
        return Fraction(half_up(change))

    def in_development(self, standing: Standing) -> bool:
        """Art. 6 par. 2, 3: neither milestone ever reached; the peak remembers a rating above 600."""
        highest = standing.peak or standing.rating or Fraction(0)
        return not standing.settled and (
            standing.games < self.methodology.development_games
            and highest <= self.methodology.development_rating
        )


FNX = Fnx()

"""Base dates after the first (Arts. 9, 13, 14): what stands between the events of one year and of the next.

Policy ``annual_rollover``: under ``carry`` nothing happens on them. Under ``reassess`` Art. 14 is applied
again, with the rating that was carried over as one of the sources: it stays unless another gives more. Which
policy holds is a question of the methodology version in force on the base date itself (Art. 26).

Belongs here: which base dates there are, their place among the events, and what one does to a player.
Does not belong here: what the other sources give (`entry`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple, TypeAlias

from engine.inputs import check_state
from engine.methodology import Methodology
from engine.rows import RatedEvent, Reassessment
from engine.versions import Rulebook


class BaseDate(NamedTuple):
    """A later base date with its reassessments, by player. It comes before the events that end on it."""

    end_date: date
    reassessments: tuple[Reassessment, ...]

    @property
    def event_id(self) -> str:
        """Its name in a chain of events, where people read it."""
        return f"data-base {self.end_date}"


#: What is processed one after the other.
Step: TypeAlias = RatedEvent | BaseDate


def later_base_dates(rules: Rulebook, until: date) -> tuple[date, ...]:
    """The base dates after the first one up to a day, included, on which Art. 14 is applied again."""
    first = rules.versions[0].base_date
    days = (_in_year(first, year) for year in range(first.year + 1, until.year + 1))
    return tuple(day for day in days if day <= until and rules.on(day).annual_rollover == "reassess")


def steps_of(
    ordered: Sequence[RatedEvent], reassessments: Sequence[Reassessment] | None, rules: Rulebook
) -> list[Step]:
    """Events in the order of Art. 8 with the base dates among them.

    ``reassessments`` None: not known, which is an error as soon as an event ends on or after a base date that
    asks for them. ``ValueError`` also for one that the policy does not ask for, that is on no later base
    date, or that is there twice.
    """
    if reassessments is None:
        asked = later_base_dates(rules, ordered[-1].end_date) if ordered else ()
        if asked:
            raise ValueError(
                f"annual_rollover = reassess: event {ordered[-1].event_id} ends on or after the base date "
                f"{asked[0]}, and the sources of that date are not given"
            )
        return list(ordered)
    by_day: dict[date, dict[str, Reassessment]] = {}
    first = rules.versions[0].base_date
    for item in reassessments:
        day, fnx_id = item.base_date, item.state.fnx_id
        if day <= first or day != _in_year(first, day.year) or fnx_id in by_day.get(day, ()):
            raise ValueError(f"reassessment of {fnx_id} on {day}: no later base date, or twice")
        if rules.on(day).annual_rollover != "reassess":
            raise ValueError("reassessments belong to the policy annual_rollover = reassess; it is carry")
        check_state(item.state, rules)
        by_day.setdefault(day, {})[fnx_id] = item
    bases = [
        BaseDate(day, tuple(by_day[day][fnx_id] for fnx_id in sorted(by_day[day]))) for day in sorted(by_day)
    ]
    # Stable: on one date the base date comes first, and events keep the order of Art. 8.
    return sorted([*bases, *ordered], key=lambda step: step.end_date)


def visible(steps: Sequence[Step], rules: Rulebook) -> list[int]:
    """Per step how many, from the first on, are behind its ratings (Art. 7 par. 1; policy `pre_event`)."""
    ends = [step.end_date for step in steps]
    return [
        min(place, bisect_right(ends, step.start_date))
        if not isinstance(step, BaseDate) and rules.on(step.end_date).pre_event == "start"
        else place
        for place, step in enumerate(steps)
    ]


def moved(
    rating: int, games: int, in_development: bool, item: Reassessment, methodology: Methodology
) -> tuple[int, int, bool]:
    """Rating, games and development after a reassessment (Art. 14): as they were, unless the source gives
    more.

    A source that replaces a rating brings its own equivalent games where they are more, and ends development
    where it would have ended it at an entry.
    """
    source = item.state
    if source.rating <= rating:
        return rating, games, in_development
    games = max(games, source.games)
    developing = (
        in_development and source.in_development and methodology.development_continues(games, source.rating)
    )
    return source.rating, games, developing


def _in_year(first: date, year: int) -> date:
    """The base date of a year; 29 February becomes 28 where there is none."""
    try:
        return first.replace(year=year)
    except ValueError:
        return first.replace(year=year, day=28)

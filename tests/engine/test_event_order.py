"""The order of Art. 8 and its policy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.methodology import FNX_2026, methodology_for
from engine.order import in_order
from engine.rows import RatedEvent
from tests.engine.seasons import event

SEASON = [
    event("untimed", 14, number=1),
    event("evening", 14, time="18:00", number=2),
    event("morning", 14, time="9:30", number=3),
    event("week before", 6, 7, number=4),
    event("untimed too", 14, number=5),
]


def ids(events: tuple[RatedEvent, ...]) -> list[str]:
    return [one.event_id for one in events]


def test_date_then_time_then_untimed_then_homologation() -> None:
    assert ids(in_order(SEASON, FNX_2026)) == ["week before", "morning", "evening", "untimed", "untimed too"]


def test_untimed_first_by_policy() -> None:
    methodology = methodology_for({"untimed_last": False})
    assert ids(in_order(SEASON, methodology)) == [
        "week before",
        "untimed",
        "untimed too",
        "morning",
        "evening",
    ]


@given(st.permutations(SEASON))
def test_the_order_of_the_register_does_not_matter(events: list[RatedEvent]) -> None:
    assert in_order(events, FNX_2026) == in_order(SEASON, FNX_2026)


def test_midnight_is_a_time() -> None:
    rows = [event("untimed", 1, number=1), event("midnight", 1, time="00:00", number=2)]
    assert ids(in_order(rows, FNX_2026)) == ["midnight", "untimed"]


def test_equal_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="events a and b have the same date, time and homologation number 3"):
        in_order([event("b", 1, number=3), event("a", 1, number=3)], FNX_2026)


@pytest.mark.parametrize("time", ["24:00", "9h30", "", "10:60"])
def test_a_time_that_is_none_is_refused(time: str) -> None:
    with pytest.raises(ValueError, match="event a: closing time"):
        in_order([event("a", 1, time=time)], FNX_2026)

"""The week of a list in Fortaleza's wall time (Art. 20)."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from orchestration import week

SUNDAY = date(2026, 11, 29)


def test_a_week_closes_freezes_and_publishes() -> None:
    assert week.known_before(SUNDAY) == datetime(2026, 11, 30)
    assert week.freeze(SUNDAY) == datetime(2026, 12, 1, 23, 59)
    assert week.frozen_before(SUNDAY) == datetime(2026, 12, 2)
    assert week.publication_date(SUNDAY) == date(2026, 12, 2)


@pytest.mark.parametrize(
    ("moment", "newest"),
    [
        (datetime(2026, 11, 29, 23, 59, 59), date(2026, 11, 22)),
        (datetime(2026, 11, 30, 0, 0, 0), date(2026, 11, 29)),
        (datetime(2026, 12, 5, 12, 0), date(2026, 11, 29)),
    ],
)
def test_a_cut_off_is_over_when_monday_begins(moment: datetime, newest: date) -> None:
    assert week.last_cutoff(moment) == newest
    assert week.cutoff_problem(newest, moment) is None


def test_the_zone_is_fortaleza_whatever_the_machine_says() -> None:
    assert week.local(datetime(2026, 11, 30, 2, 59, 59, tzinfo=UTC)) == datetime(2026, 11, 29, 23, 59, 59)


def test_a_day_that_cannot_be_a_list_names_the_nearest_ones() -> None:
    moment = datetime(2026, 11, 30, 8)
    assert "2026-11-15 and 2026-11-22" in str(week.cutoff_problem(date(2026, 11, 18), moment))
    assert str(week.cutoff_problem(date(2026, 12, 3), moment)).endswith("are 2026-11-29")
    assert "not over yet" in str(week.cutoff_problem(date(2026, 12, 6), moment))

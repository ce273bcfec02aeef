"""The chain of events: equal last links mean equal results, and the first change has a name."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.book import book_of
from engine.chain import GENESIS, Change, Inputs, chain_of, chained, first_change, inputs_of, outputs_of
from engine.columns import digest
from engine.entry import EntryState
from engine.kernel import run
from engine.methodology import FNX_2026, methodology_for
from engine.rows import RatedEvent, RatedGame, Reassessment
from tests.engine.seasons import event, game, player
from tests.engine.test_replay_properties import Season, seasons

EVENTS = [event(f"e{n}", n, number=n + 1) for n in range(4)]
PLAYERS = [player(name, rating, 0, True) for name, rating in (("A", 500), ("B", 550), ("C", 400), ("D", 450))]
GAMES = [game(f"e{n}", "AB"[n % 2], "CD"[n // 2], n % 3) for n in range(4)]


def changed(season: Season, rules: object = FNX_2026) -> Change | None:
    """What a season differs in from the one above."""
    before = inputs_of(book_of(PLAYERS, EVENTS, GAMES, FNX_2026))
    return first_change(before, inputs_of(book_of(*season, rules)))  # type: ignore[arg-type]


def swapped(games: list[RatedGame], place: int, **values: object) -> list[RatedGame]:
    return [one._replace(**values) if n == place else one for n, one in enumerate(games)]  # type: ignore[arg-type]


def test_nothing_changed() -> None:
    assert changed((PLAYERS[::-1], EVENTS[::-1], GAMES[::-1])) is None


def moved_event(place: int, days: int) -> list[RatedEvent]:
    return [
        replace(one, start_date=one.start_date + timedelta(days), end_date=one.end_date + timedelta(days))
        if n == place
        else one
        for n, one in enumerate(EVENTS)
    ]


@pytest.mark.parametrize(
    ("season", "expected"),
    [
        ((PLAYERS, EVENTS, swapped(GAMES, 2, white_half_points=0)), Change(2, "games", "e2")),
        ((PLAYERS, EVENTS, swapped(GAMES, 1, rhythm="BLZ")), Change(1, "games", "e1")),
        ((PLAYERS, EVENTS, swapped(GAMES, 1, black="A")), Change(1, "games", "e1")),
        ((PLAYERS, EVENTS, GAMES[:3]), Change(3, "games", "e3")),
        ((PLAYERS, EVENTS[:1] + EVENTS[2:], GAMES[:1] + GAMES[2:]), Change(1, "removed", "e2", "e1")),
        ((PLAYERS, EVENTS[:3], GAMES[:3]), Change(3, "removed", None, "e3")),
        ((PLAYERS, [*EVENTS, event("e9", 9, number=10)], GAMES), Change(4, "added", "e9")),
        ((PLAYERS, [*EVENTS, event("e9", 1, number=10)], GAMES), Change(2, "added", "e9")),
        ((PLAYERS, moved_event(1, 9), GAMES), Change(1, "moved", "e2", "e1")),
        ((PLAYERS, moved_event(3, 9), GAMES), Change(3, "facts", "e3")),
    ],
)
def test_the_first_change_has_a_name(season: Season, expected: Change | None) -> None:
    assert changed(season) == expected


def test_an_entry_rating_changes_the_first_event_of_its_player() -> None:
    entries = [replace(one, rating=451) if one.fnx_id == "D" else one for one in PLAYERS]
    assert changed((entries, EVENTS, GAMES)) == Change(2, "entry_ratings", "e2")


def test_a_methodology_changes_everything() -> None:
    assert changed((PLAYERS, EVENTS, GAMES), methodology_for({"pre_event": "order"})) == Change(
        0, "methodology", "e0"
    )


def test_a_source_on_a_later_base_date_changes_that_date() -> None:
    """Policy ``annual_rollover = reassess``: the base date is a link of its own, between two events."""
    rules = methodology_for({"annual_rollover": "reassess", "base_date": date(2025, 1, 12)})
    day = date(2026, 1, 12)

    def inputs(rating: int) -> list[Inputs]:
        source = [Reassessment(day, EntryState("A", rating, 60, False))]
        return inputs_of(book_of(PLAYERS, EVENTS, GAMES, rules, source))

    assert [one.event_id for one in inputs(900)] == ["e0", "e1", "data-base 2026-01-12", "e2", "e3"]
    assert first_change(inputs(900), inputs(901)) == Change(2, "entry_ratings", "data-base 2026-01-12")


def test_a_first_computation() -> None:
    book = book_of(PLAYERS, EVENTS, GAMES, FNX_2026)
    assert first_change([], inputs_of(book)) == Change(0, "first", "e0")
    assert first_change([], []) is None


@given(seasons(), st.data())
@settings(max_examples=60)
def test_an_incremental_result_is_that_of_a_full_replay(season: Season, data: st.DataObject) -> None:
    """One fact changes; from the first changed event on, with the rest as checkpoint: the same last link."""
    entries, events, games = season
    book = book_of(*season, FNX_2026)
    before = run(book)
    links = chain_of(book, before)
    where = data.draw(st.integers(0, len(games) - 1))
    other = [
        one._replace(white_half_points=(one.white_half_points + 1) % 3) if n == where else one
        for n, one in enumerate(games)
    ]
    corrected = book_of(entries, events, other, FNX_2026)
    full = run(corrected)
    whole = chain_of(corrected, full)

    inputs = inputs_of(corrected)
    change = first_change([link.inputs for link in links], inputs)
    assert change is not None and change.reason == "games" and change.event_id == games[where].event_id
    first = change.place
    rest = run(corrected, known=before.results, known_events=first)
    kept = links[:first]
    last = kept[-1].link if kept else GENESIS
    assert kept + chained(inputs[first:], outputs_of(corrected, rest, first), last) == whole
    assert rest.results == full.results and rest.states == full.states
    assert (digest(full) == digest(before)) is (whole[-1].outputs == links[-1].outputs and full == before)


def test_links_are_the_same_for_lists_and_arrays() -> None:
    from benchmarks.books import ordinary

    book = ordinary(2000, 90).book()
    chains = [chain_of(book, run(book, speed)) for speed in ("plain", "compiled")]  # type: ignore[arg-type]
    assert chains[0] == chains[1]
    assert len({link.link for link in chains[0]}) == book.n_events


def test_an_entry_of_a_player_without_games_changes_nothing() -> None:
    assert changed(([*PLAYERS, EntryState("Z", 500, 0, True)], EVENTS, GAMES)) is None

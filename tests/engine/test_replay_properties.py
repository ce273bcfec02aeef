"""What holds for every season: hostile seasons against the slow replay, and the laws of Arts. 6-8."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.entry import EntryState
from engine.expected_score import DENOMINATOR
from engine.methodology import FNX_2026, methodology_for
from engine.order import in_order
from engine.replay import replay
from engine.rows import RatedEvent, RatedGame, Replay
from tests.engine.seasons import event, game, player, slow_replay

Season = tuple[list[EntryState], list[RatedEvent], list[RatedGame]]

# Where halves, floors and milestones live: equal ratings, 400 apart, around 100 and 600.
_RATINGS = st.one_of(
    st.sampled_from([100, 101, 105, 300, 500, 500, 599, 600, 601, 700, 900, 1000, 1300, 2100, 2500, 2900]),
    st.integers(100, 3000),
)


@st.composite
def seasons(draw: st.DrawFn) -> Season:
    entries = []
    for name in "ABCDEFG"[: draw(st.integers(2, 7))]:
        rating, games = draw(_RATINGS), draw(st.sampled_from([0, 5, 27, 28, 29, 30, 60]))
        developing = rating <= 600 and games < 30 and draw(st.booleans())
        entries.append(player(name, rating, games, developing))
    events, games_ = [], []
    names = [entry.fnx_id for entry in entries]
    for number in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, 12))
        end = start + draw(st.sampled_from([0, 0, 1, 5, 20]))
        clock = draw(st.sampled_from([None, None, "09:00", "18:00"]))
        events.append(event(f"e{number}", start, end, clock, number + 1))
        rhythm = draw(st.sampled_from(["STD", "RPD", "BLZ"]))
        for round_ in range(1, draw(st.integers(1, 4)) + 1):
            order = draw(st.permutations(names))
            for white, black in zip(order[::2], order[1::2], strict=False):
                half_points = draw(st.sampled_from([0, 1, 2]))
                games_.append(game(f"e{number}", white, black, half_points, rhythm, round_))
    return entries, events, games_


def told(run: Replay) -> tuple[list[tuple[object, ...]], dict[str, tuple[int, int, bool]]]:
    rows = [
        (
            *(row.event_id, row.fnx_id, row.rating_used, row.rating_before, row.games, row.change_rounded),
            *(row.rating_after, row.games_after, row.in_development_after),
        )
        for row in run.event_results
    ]
    return rows, {state.fnx_id: (state.rating, state.games, state.in_development) for state in run.states}


@given(seasons(), st.booleans(), st.booleans(), st.booleans())
@settings(max_examples=200)
def test_the_same_as_the_slow_replay(season: Season, by_game: bool, from_start: bool, last: bool) -> None:
    methodology = methodology_for(
        {
            "k_granularity": "game" if by_game else "event",
            "pre_event": "start" if from_start else "order",
            "untimed_last": last,
        }
    )
    expected = slow_replay(*season, by_game=by_game, from_start=from_start, untimed_last=last)
    assert told(replay(*season, methodology)) == expected


@given(seasons(), st.data())
@settings(max_examples=50)
def test_the_order_of_the_inputs_does_not_matter(season: Season, data: st.DataObject) -> None:
    shuffled = [data.draw(st.permutations(rows)) for rows in season]
    assert replay(*shuffled, FNX_2026) == replay(*season, FNX_2026)  # type: ignore[arg-type]


@given(seasons())
@settings(max_examples=100)
def test_laws_of_every_row(season: Season) -> None:
    run = replay(*season, FNX_2026)
    for white, black in zip(run.ledger[::2], run.ledger[1::2], strict=True):
        assert (white.color, black.color) == ("white", "black")
        assert white.expected_units + black.expected_units == DENOMINATOR
        assert white.expected + black.expected == 1
        assert white.half_points + black.half_points == 2
        if white.k == black.k:
            assert white.change_units == -black.change_units
            assert white.change == -black.change
    sums: dict[tuple[int, str], int] = {}
    for side in run.ledger:
        key = side.event_order, side.fnx_id
        sums[key] = sums.get(key, 0) + side.change_units
    state = {entry.fnx_id: (entry.rating, entry.games, entry.in_development) for entry in season[0]}
    for row in run.event_results:
        assert sums[row.event_order, row.fnx_id] == row.change_units
        assert state[row.fnx_id] == (row.rating_before, row.games_before, row.in_development_before)
        assert row.rating_after == row.rating_before + row.change_rounded + row.floor_applied >= 100
        assert row.floor_applied == 0 or row.rating_after == 100
        assert abs(row.change_rounded * DENOMINATOR - row.change_units) <= DENOMINATOR // 2 + 500
        assert row.in_development_after <= row.in_development_before
        assert row.in_development_after <= (row.games_after < 30 and row.rating_after <= 600)
        state[row.fnx_id] = (row.rating_after, row.games_after, row.in_development_after)


@given(seasons(), st.integers(0, 6))
@settings(max_examples=100)
def test_the_replay_of_a_prefix_is_a_prefix_of_the_replay(season: Season, length: int) -> None:
    entries, events, games = season
    kept = in_order(events, FNX_2026)[:length]
    names = {one.event_id for one in kept}
    whole = replay(entries, events, games, FNX_2026)
    part = replay(entries, kept, [one for one in games if one.event_id in names], FNX_2026)
    assert part.ledger == whole.ledger[: len(part.ledger)]
    assert part.event_results == whole.event_results[: len(part.event_results)]
    assert {row.event_id for row in whole.event_results[len(part.event_results) :]}.isdisjoint(names)


@given(seasons(), st.data())
@settings(max_examples=100)
def test_a_better_result_never_lowers_a_rating_of_the_event(season: Season, data: st.DataObject) -> None:
    entries, events, games = season
    which = data.draw(st.integers(0, len(games) - 1))
    raised = list(games)
    raised[which] = games[which]._replace(white_half_points=2)
    mine = games[which].event_id, games[which].white

    def row(one: list[RatedGame]) -> tuple[int, int]:
        run = replay(entries, events, one, FNX_2026)
        (found,) = (row for row in run.event_results if (row.event_id, row.fnx_id) == mine)
        return found.change_rounded, found.rating_after

    assert row(raised) >= row(games)


@given(st.integers(100, 1200), st.integers(100, 1200), st.sampled_from(["STD", "RPD", "BLZ"]))
@settings(max_examples=100)
def test_a_win_gains_and_more_against_the_stronger(own: int, other: int, rhythm: str) -> None:
    def change(opponent: int) -> int:
        run = replay(
            [player("A", own), player("B", opponent)],
            [event("e", 0)],
            [game("e", "A", "B", 2, rhythm)],
            FNX_2026,
        )
        return run.event_results[0].change_units

    assert 0 < change(other) < change(other + 1)


def test_two_equal_careers_stay_a_mirror() -> None:
    """A hundred drawn events between equals: nothing moves, and every game counts."""
    events = [event(f"e{n:03d}", n, number=n + 1) for n in range(100)]
    games = [game(one.event_id, "A", "B", 1) for one in events]
    run = replay([player("A", 500, 0, True), player("B", 500, 0, True)], events, games, FNX_2026)
    assert run.states == (("A", 500, 100, False), ("B", 500, 100, False))
    assert [row.k for row in run.event_results if row.fnx_id == "A"] == [50] * 30 + [25] * 70


@pytest.mark.parametrize("policy", ["start", "order"])
def test_time_grows_with_the_games_and_no_faster(policy: str) -> None:
    methodology = methodology_for({"pre_event": policy})

    def spent(count: int) -> float:
        entries = [player(f"P{n:04d}", 400 + n) for n in range(40)]
        events, games = [], []
        for number in range(count):
            events.append(event(f"e{number}", number // 4, number // 4 + 9 * (number % 2), number=number + 1))
            for round_ in range(5):
                for board in range(20):
                    white, black = (board + round_) % 20, 20 + (board + number) % 20
                    result = (board + round_ + number) % 3
                    games.append(
                        game(f"e{number}", f"P{white:04d}", f"P{black:04d}", result, "STD", round_ + 1)
                    )
        best = float("inf")
        for _ in range(2):
            before = time.process_time()
            replay(entries, events, games, methodology)
            best = min(best, time.process_time() - before)
        return best

    times = [spent(count) for count in (50, 200)]
    assert all(slow < 10 * quick for quick, slow in pairwise(times))

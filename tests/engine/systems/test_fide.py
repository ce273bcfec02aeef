"""FIDE's rules on cases worked by hand: limit, K, first rating, and the pool of monthly lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby, pairwise

import pytest

from engine import (
    FIDE,
    FIDE_RAPID,
    Entry,
    Event,
    FideGame,
    Game,
    fide_expected,
    fide_k,
    fide_period,
    first_rating,
)
from engine.systems.fide_tables import TABLE_8_1_1, TABLE_8_1_2, rating_difference, scoring_probability
from engine.systems.season import Replay
from tests.conftest import SHARED
from tests.engine.systems.test_golden import PERIODS, Row, number

OPPONENTS = [Entry(f"o{rating}", rating, 100) for rating in range(1400, 2900, 50)]


def play(
    player: Entry, nights: Sequence[tuple[str, date, list[tuple[int, int]]]], rhythm: str = "STD"
) -> Replay:
    """One player with white against ``o<rating>``: event, day, (rating, half points) of each game."""
    events = [Event(code, day, day) for code, day, _ in nights]
    games = [
        Game(code, number, player.player_id, f"o{rating}", half_points, rhythm=rhythm)
        for code, _, rows in nights
        for number, (rating, half_points) in enumerate(rows, start=1)
    ]
    system = FIDE if rhythm == "STD" else FIDE_RAPID
    return system.replay([player, *OPPONENTS], events, games)


# --- the tables -------------------------------------------------------------------------------------------


def test_the_two_tables_agree() -> None:
    """A difference of table 8.1.2 lies between the dp of 8.1.1 it separates, up to .88 in the middle."""
    for place, (largest, (dp, following)) in enumerate(zip(TABLE_8_1_2, pairwise(TABLE_8_1_1), strict=True)):
        assert dp <= largest < following
        assert place > 38 or -1 <= largest - Fraction(dp + following, 2) <= Fraction(1, 2)


def test_values_of_the_tables_that_players_know() -> None:
    known = {100: 800, 99: 677, 75: 193, 67: 125, 57: 50, 50: 0, 25: -193, 0: -800}
    assert {p: rating_difference(p) for p in known} == known
    shown = {0: 50, 3: 50, 4: 51, 100: 64, 200: 76, 300: 85, 391: 91, 392: 92, 400: 92, 735: 99, 736: 100}
    assert {diff: scoring_probability(diff) * 100 for diff in shown} == shown
    with pytest.raises(ValueError, match="101"):
        rating_difference(101)


# --- one period -------------------------------------------------------------------------------------------


def test_the_guide_s_example() -> None:
    # 1800 draws with 2000, K 20: 0.5 - 0.24 = 0.26, +5.2, +5.
    period = fide_period(1800, 20, [FideGame(2000, 1)])
    assert (period.change, period.rounded, period.new_rating) == (Fraction(26, 5), 5, 1805)


def test_half_a_point_is_rounded_away_from_zero_on_both_sides() -> None:
    won, lost = (fide_period(1500, 5, [FideGame(1500, half_points)]) for half_points in (2, 0))
    assert (won.change, won.rounded) == (Fraction(5, 2), 3)
    assert (lost.change, lost.rounded) == (Fraction(-5, 2), -3)
    three = fide_period(1500, 5, [FideGame(1500, 2)] * 3)  # 7.5, not three times 3
    assert three.new_rating == 1508


def test_the_two_sides_of_a_game_across_2650() -> None:
    assert (fide_expected(2649, 2149), fide_expected(2650, 2150)) == (Fraction(92, 100), Fraction(96, 100))
    assert fide_expected(2700, 1964) == 1
    assert fide_expected(1964, 2700) == Fraction(8, 100)
    assert fide_expected(2700, 1964, date(2025, 9, 30)) == Fraction(92, 100)


def test_one_upgrade_per_tournament_from_2022_to_february_2024() -> None:
    games = [FideGame(2268, 2), FideGame(2200, 2), FideGame(3200, 1)]
    period = fide_period(2706, 10, games, date(2023, 5, 1))
    # 438 apart counts in full (.94), 506 is the largest and counts as 400 (.92); upwards every game is
    # limited.
    assert [row.expected for row in period.games] == hundredths(94, 92, 8)
    apart = [game._replace(event=f"t{n}") for n, game in enumerate(games)]
    assert [row.expected for row in fide_period(2706, 10, apart, date(2023, 5, 1)).games] == hundredths(
        92, 92, 8
    )
    assert fide_period(2706, 10, games, date(2021, 5, 1)).games[0].expected == Fraction(92, 100)
    older = fide_period(1900, 10, [FideGame(1500, 2)], date(2009, 6, 30))  # 350
    assert older.games[0].expected == Fraction(89, 100)


def hundredths(*values: int) -> list[Fraction]:
    return [Fraction(value, 100) for value in values]


def test_games_that_do_not_count_do_not_count_for_the_limit_of_700_either() -> None:
    games = [FideGame(1500, 1)] * 35 + [FideGame(None, 2)] * 10
    period = fide_period(1500, 20, games)
    assert (period.k, period.change) == (20, 0)
    assert {row.reason for row in period.games[35:]} == {"unrated_opponent"}
    assert fide_period(1500, 20, [FideGame(1500, 1)] * 36).k == 19
    assert fide_period(1500, 20, [FideGame(1500, 1)] * 36, rules="online_calculator").k == 20


def test_more_than_seven_hundred_games_leave_no_k() -> None:
    assert fide_period(1500, 10, [FideGame(1500, 2)] * 701).k == 0


@pytest.mark.parametrize(
    ("games", "half_points", "rating", "reason"),
    [
        ([1600] * 5, 0, None, "zero_in_first_event"),
        ([1500] * 5, 1, None, "under_floor"),  # Ra 11100/7, p 1.5/7 -> .21 -> -230: 1356
        ([1500] * 5, 2, 1428, None),  # p 2/7 -> .29 -> -158: 1427.71
        ([2300] * 4, 8, None, "under_5_games"),
        ([2300] * 5, 8, 2200, None),  # Ra 2157.14, p 5/7 -> .71 -> +158: the ceiling
        ([], 0, None, "under_5_games"),
    ],
)
def test_first_ratings_published_and_not(
    games: list[int], half_points: int, rating: int | None, reason: str | None
) -> None:
    found = first_rating(games, half_points)
    assert (found.rating, found.reason) == (rating, reason)


def test_first_ratings_before_2022_are_refused() -> None:
    with pytest.raises(ValueError, match="2022-01-01"):
        first_rating([1800] * 5, 5, date(2021, 12, 31))


# --- the pool ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not here")
@pytest.mark.parametrize(("case", "games"), PERIODS, ids=[case for case, _ in PERIODS])
def test_a_pool_fed_with_games_reproduces_published_periods(case: str, games: list[Row]) -> None:
    listed = date.fromisoformat(games[0]["rating_period"] + "-01")
    first, last = int(games[0]["own_rating_Ro"]), int(games[-1]["own_rating_Ro"])
    peak = 2400 if games[0]["K"] == "10" else None
    entries = [Entry("own", first, 200, peak=peak)]
    events, facts = [], []
    if first != last:  # the list between the events: +5 by a win, +1 more by a draw against .40
        events.append(Event("between", date(2025, 10, 5), date(2025, 10, 9)))
        entries += [Entry("b1", first, 200), Entry("b2", first + 72, 200)]
        facts.append(Game("between", 1, "own", "b1", 2))
        if last - first == 6:
            facts.append(Game("between", 2, "own", "b2", 1))
    for event_id, rows in groupby(games, key=lambda row: row["event_id"]):
        of_event = list(rows)
        start = date.fromisoformat(of_event[0]["event_start"])
        events.append(Event(event_id, start, start, list_date=listed))
        for round_, row in enumerate(of_event, start=1):
            rating = int(row["opponent_rating_used"])
            if row["capped_marker"] == "1":  # printed as limited: the opponent was further away
                rating += 50 if rating > int(row["own_rating_Ro"]) else -50
            opponent = f"{event_id}-{round_}"
            entries.append(Entry(opponent, rating, 200))
            facts.append(Game(event_id, round_, "own", opponent, int(2 * number(row["score"]))))
    run = FIDE.replay(entries, events, facts)
    result = next(row for row in run.results if row.player_id == "own" and row.effective == listed)
    assert result.rating_before == last
    assert result.change == sum(number(row["expected_K_chg"]) for row in games)
    published = {"F-P01": 2810, "F-P02": 2405, "F-P03": 2507, "F-P04": 2053, "F-P05": 2146}
    assert result.rating_after == published[case]


def test_ratings_of_the_list_at_the_event_s_start_k_of_the_list_before() -> None:
    # May: 1500 beats 1500 with K 40 (29 games): 1520 on the June list, 30 games: K 20.
    # An event that began in May and ended in June plays with 1500, but with K 20.
    events = [
        Event("may", date(2026, 5, 2), date(2026, 5, 3)),
        Event("long", date(2026, 5, 30), date(2026, 6, 2)),
    ]
    games = [Game("may", 1, "own", "o1500", 2), Game("long", 1, "own", "o1500", 2)]
    run = FIDE.replay([Entry("own", 1500, 29), *OPPONENTS], events, games)
    own = [row for row in run.ledger if row.player_id == "own"]
    assert [(row.rating, row.k, row.k_reason) for row in own] == [
        (1500, 40, "under_30_games"),
        (1500, 20, "under_2400"),
    ]
    assert run.rating("own") == 1530


def test_junior_until_the_list_of_december() -> None:
    player = Entry("own", 2000, 100, birth_year=2008)
    run = play(player, [("dec", date(2026, 12, 10), [(2000, 2)]), ("jan", date(2027, 1, 10), [(2000, 2)])])
    assert [row.k for row in run.ledger if row.player_id == "own"] == [40, 20]
    # 2020 against 2000: .53 -> 20 x .47 = 9.4
    assert [row.rating_after for row in run.results if row.player_id == "own"] == [2020, 2029]


def test_2400_once_published_is_for_good() -> None:
    assert fide_k(2399, 500, 2026, peak=2399).value == 20
    run = play(
        Entry("own", 2395, 100),
        [
            ("a", date(2026, 1, 5), [(2400, 2)]),  # .49 is expected of 2395 against 2400... +10: 2405
            ("b", date(2026, 2, 5), [(1900, 0)]),
            ("c", date(2026, 3, 5), [(2400, 2)]),
        ],
    )
    assert [row.k for row in run.ledger if row.player_id == "own"] == [20, 10, 10]


def test_a_first_rating_needs_five_games_within_26_months() -> None:
    two = [(1800, 1), (1800, 1)]
    three = [(1800, 1), (1800, 1), (1800, 1)]
    near = play(Entry("own"), [("a", date(2024, 4, 10), two), ("b", date(2026, 5, 10), three)])
    assert near.rating("own") == 1800 and near.standings["own"].games == 5
    far = play(Entry("own"), [("a", date(2024, 4, 10), two), ("b", date(2026, 6, 10), three)])
    assert far.rating("own") is None
    assert FIDE.enter(Entry("own")).rating is None


def test_zero_points_in_the_first_event_are_disregarded_in_the_second_they_count() -> None:
    zero, five = [(1800, 0)], [(1800, 1)] * 5
    once = play(Entry("own"), [("a", date(2026, 1, 5), zero), ("b", date(2026, 2, 5), five)])
    assert once.rating("own") == 1800
    for second in (date(2026, 1, 9), date(2026, 2, 9)):  # of the same list, of the next one
        twice = play(
            Entry("own"), [("a", date(2026, 1, 5), zero), ("b", second, zero), ("c", date(2026, 3, 5), five)]
        )
        # 6 games: (2.5 + 1) / 8 = .4375 -> .44 -> -43
        assert twice.rating("own") == 1757


def test_an_opponent_without_a_rating_moves_nobody_rated() -> None:
    run = play(Entry("own"), [("a", date(2026, 1, 5), [(1800, 2)] * 3)])
    assert run.rating("o1800") == 1800
    assert {(row.player_id, row.reason) for row in run.ledger} == {
        ("own", "unrated_player"),
        ("o1800", "unrated_opponent"),
    }


def test_a_newcomer_rated_since_plays_with_it_but_is_unrated_for_the_others() -> None:
    # 8.2.4: the event began before the list that brought the first rating, and is rated after it.
    events = [
        Event("first", date(2026, 1, 5), date(2026, 1, 9)),
        Event("late", date(2026, 1, 20), date(2026, 1, 21), list_date=date(2026, 3, 1)),
    ]
    games = [Game("first", n, "own", "o1800", 1) for n in range(1, 6)] + [Game("late", 1, "own", "o1800", 2)]
    run = FIDE.replay([Entry("own"), *OPPONENTS], events, games)
    assert run.rating("own") == 1820  # K 40, five games so far
    assert run.rating("o1800") == 1800


def test_under_1400_a_player_is_unrated() -> None:
    run = play(Entry("own", 1405, 100), [("a", date(2026, 1, 5), [(1400, 0)])])
    assert run.rating("own") is None
    assert [place.player_id for place in FIDE.ranking(run) if place.player_id == "own"] == []


def test_rapid_600_apart_is_not_rated_and_other_rhythms_are_another_list() -> None:
    run = play(Entry("own", 2650, 100), [("a", date(2026, 1, 5), [(2050, 2), (2100, 2)])], "RPD")
    assert [row.reason for row in run.ledger if row.player_id == "own"] == ["too_far_apart", None]
    blitz = FIDE.replay(
        OPPONENTS,
        [Event("a", date(2026, 1, 5), date(2026, 1, 5))],
        [Game("a", 1, "o1500", "o1600", 2, rhythm="BLZ")],
    )
    assert blitz.results == () and {row.reason for row in blitz.ledger} == {"other_rhythm"}


def test_who_has_not_played_for_a_year_is_in_no_ranking() -> None:
    run = play(Entry("own", 1900, 100, last_played=date(2024, 2, 29)), [("a", date(2026, 1, 5), [])])

    def listed(on: date) -> bool:
        return any(place.player_id == "own" for place in FIDE.ranking(run, on))

    assert listed(date(2025, 2, 28)) and not listed(date(2025, 3, 1))


def test_pools_follow_the_rules_of_2024() -> None:
    with pytest.raises(ValueError, match="2024-03-01"):
        play(Entry("own", 1900, 100), [("a", date(2024, 2, 5), [(1900, 2)])])

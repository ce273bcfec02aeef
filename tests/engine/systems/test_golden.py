"""Every row of the golden numbers: FIDE's publications and calculators, plain Elo, the club's cases."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest

from engine import (
    FideGame,
    club_night,
    elo_batch,
    elo_expected,
    fide_k,
    fide_performance,
    fide_period,
    fide_rhythm,
    first_rating,
)
from engine.systems.fide import capped_k, too_far_apart
from engine.systems.fide_tables import TABLE_8_1_2, rating_difference, scoring_probability
from engine.systems.logistic import half_away
from tests.conftest import SHARED

GOLDEN = SHARED / "golden"
pytestmark = pytest.mark.skipif(not GOLDEN.is_dir(), reason="../shared/golden is not here")

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    path: Path = GOLDEN / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def number(text: str) -> Fraction:
    return Fraction(float(text)).limit_denominator(10**9)


def each(name: str, label: str) -> pytest.MarkDecorator:
    found = rows(name)
    return pytest.mark.parametrize("row", found, ids=[f"{n}-{row[label]}" for n, row in enumerate(found)])


# --- FIDE -------------------------------------------------------------------------------------------------


@each("fide_table_8_1_1.csv", "p")
def test_table_8_1_1(row: Row) -> None:
    assert rating_difference(int(100 * number(row["p"]))) == int(row["dp"])


@each("fide_table_8_1_2.csv", "d_min")
def test_table_8_1_2(row: Row) -> None:
    ends = [int(row["d_min"]), int(row["d_max"] or 9999)]
    for difference in ends:
        assert scoring_probability(difference) == number(row["pd_high"])
        if difference:
            assert scoring_probability(-difference) == number(row["pd_low"])
    assert not row["d_max"] or ends[1] in TABLE_8_1_2


@each("fide/calculator_rating_change.csv", "case")
def test_both_modes_of_one_game(row: Row) -> None:
    game = FideGame(int(row["opponent"]), int(2 * number(row["score"])))

    def change(on: date, rhythm: str = "STD", **rules: str) -> Fraction:
        return fide_period(int(row["own"]), int(row["K"]), [game], on, rhythm, **rules).change  # type: ignore[arg-type]

    now, before = date(2025, 10, 1), date(2025, 9, 30)
    calculator = number(row["fide_online_calculator_2026_10_09"])
    assert change(now, rules="online_calculator") == calculator
    assert change(now) == number(row["regulation_from_2025_10_01"])
    for rhythm, on in (("STD", before), ("RPD", now), ("BLZ", now)):
        if rhythm != "STD" and too_far_apart(int(row["own"]), int(row["opponent"]), on, rhythm):
            # The golden column speaks of the limit of 400 alone; since December 2024 such a game is not
            # rated.
            assert change(on, rhythm) == 0
        else:
            assert change(on, rhythm) == number(row["rapid_blitz_or_before_2025_10"])


@each("fide/eligibility.csv", "expected")
def test_what_is_rated_where(row: Row) -> None:
    white, black = int(row["rating_white"]), int(row["rating_black"])
    if row["chapter_or_date"] == "classify":
        moves = int(row["moves_first_control"]) if row["moves_first_control"] else None
        codes = {"STD": "standard", "RPD": "rapid", "BLZ": "blitz", None: "none"}
        found = fide_rhythm(int(row["base_min"]), int(row["inc_s"]), max(white, black), moves)
        assert codes[found] == row["expected"]
        return
    chapter, day = row["chapter_or_date"].split()
    rhythm = {"standard": "STD", "rapid": "RPD", "blitz": "BLZ"}[chapter]
    for own, other in ((white, black), (black, white)):
        period = fide_period(own, 20, [FideGame(other, 1)], date.fromisoformat(day), rhythm)
        assert (period.games[0].reason == "too_far_apart") == (row["expected"] == "not rated")


@each("fide/initial_rating.csv", "case")
def test_first_rating_by_each_rule(row: Row) -> None:
    count, half_points = int(row["N"]), int(2 * number(row["W"]))
    opponents = [number(row["Rc_avg_rated_opponents"])] * count
    calculator = first_rating(opponents, half_points, rules="online_calculator")
    old, new = (first_rating(opponents, half_points, on) for on in (date(2024, 2, 29), date(2024, 3, 1)))
    told = row["fide_online_calculator_2026_10_09"].split()
    assert not told or calculator.computed == int(told[0])
    assert not row["rule_2022_2024"] or old.computed == int(row["rule_2022_2024"])
    assert new.computed == int(row["rule_from_2024_03"])
    assert (new.rating is None) == (count < 5)


@each("fide/k_700_cap.csv", "games_in_period")
def test_k_times_games(row: Row) -> None:
    assert capped_k(int(row["previous_list_K"]), int(row["games_in_period"])) == int(row["expected_K"])


@each("fide/k_rules.csv", "rule")
def test_k(row: Row) -> None:
    peak = 2400 if row["ever_2400"] == "1" else 2300 if row["ever_2300"] == "1" else None
    year = int(row["list_month"][:4])
    birth_year = int(row["birth_year"]) if row["birth_year"] else None
    found = fide_k(int(row["rating"]), int(row["games_counted"]), year, birth_year, peak)
    assert found.value == int(row["expected_K"])


@each("fide/performance_rating.csv", "opponents")
def test_performance(row: Row) -> None:
    if "x" in row["opponents"]:
        rating, times = row["opponents"].split("x")
        opponents = [int(rating)] * int(times)
    else:
        opponents = [int(rating) for rating in row["opponents"].split(";")]
    half_points = int(2 * float(row["score"].split()[0]))
    assert fide_performance(opponents, half_points).rating == int(row["expected"])


@each("fide/period_rounding.csv", "case")
def test_a_period_is_rounded_once(row: Row) -> None:
    rounded = half_away(number(row["sum_K_chg"]))
    assert rounded == int(row["rounded_once"])
    # Where FIDE started from another base or nobody knows why, the list shows something else.
    assert row["note"] or rounded == int(row["list_change"])


PUBLISHED = rows("fide/published_games.csv")


@each("fide/published_games.csv", "case")
def test_published_change_of_a_game(row: Row) -> None:
    game = FideGame(int(row["opponent_rating_used"]), int(2 * number(row["score"])))
    on = date.fromisoformat(row["event_start"])
    (found,) = fide_period(int(row["own_rating_Ro"]), int(row["K"]), [game], on).games
    assert found.expected is not None
    assert Fraction(game.half_points, 2) - found.expected == number(row["expected_chg"])
    assert found.change == number(row["expected_K_chg"])
    if row["capped_marker"] == "1":  # whoever the opponent was: beyond the limit nothing changes
        further = 100 if game.opponent > int(row["own_rating_Ro"]) else -100
        assert (
            fide_period(
                int(row["own_rating_Ro"]),
                int(row["K"]),
                [FideGame(game.opponent + further, game.half_points)],
                on,
            ).change
            == found.change
        )


PERIODS = [(case, list(games)) for case, games in groupby(PUBLISHED, key=lambda row: row["case"])]


@pytest.mark.parametrize(("case", "games"), PERIODS, ids=[case for case, _ in PERIODS])
def test_published_periods(case: str, games: list[Row]) -> None:
    """The games of one player in one period, with the rating from before each event."""
    listed = 20 if case == "F-P05" else int(games[0]["K"])  # 39 games: 700 / 39 = 17
    base = int(games[-1]["own_rating_Ro"])  # the list before the period, which the last event used
    period = fide_period(
        base,
        listed,
        [
            FideGame(
                int(row["opponent_rating_used"]),
                int(2 * number(row["score"])),
                int(row["own_rating_Ro"]),
                date.fromisoformat(row["event_start"]),
            )
            for row in games
        ],
    )
    assert period.k == int(games[0]["K"])
    assert period.change == sum(number(row["expected_K_chg"]) for row in games)
    published = {"F-P01": 2810, "F-P05": 2146}
    # F-P02 stood as 2406 on the list, which only rounding per tournament gives; the text says once.
    assert period.new_rating == published.get(case, base + half_away(period.change))


# --- plain Elo --------------------------------------------------------------------------------------------


@each("elo.csv", "case")
def test_elo(row: Row) -> None:
    text, count = row["opponents"], int(row["G"])
    points, k, own = number(row["points"]), int(row["K"]), int(row["Ra"])
    if ";" in text:
        expected = sum((elo_expected(own, int(one)) for one in text.split(";")), Fraction(0))
        change = k * (points - expected)
    else:
        found = elo_batch(own, int(text.removeprefix("mean ").split()[0]), k, count, points)
        expected, change = found.expected, found.change
        assert found.new_rating == own + change
    if row["expected_sum_E"]:
        assert float(expected) == pytest.approx(float(row["expected_sum_E"]), abs=6e-7)
    # Row E8 is told by a library's doubles: its sixth decimal is not the formula's (1530.530498).
    tolerance = 7e-6 if row["case"] == "E8" else 6e-7
    assert float(own + change) == pytest.approx(float(row["new_rating_unrounded"]), abs=tolerance)
    assert half_away(own + change) == int(row["rounded"])


# --- club -------------------------------------------------------------------------------------------------

SCORES = {"C5": "LWWW", "C4": "WWW", "C6": "WW"}


@each("club.csv", "case")
def test_club(row: Row) -> None:
    own = row["player"]
    players: dict[str, tuple[int | None, int]] = {own: (int(row["pre_rating"]), int(row["pre_games"]))}
    opponents: list[str | None] = []
    for text in row["opponents"].split(";"):
        name, _, told = text.strip().partition(" ")
        if name == "bye":
            opponents.append(None)
            continue
        rating, played = told.split("/")
        for copy in range({"three": 3, "four": 4}.get(name, 1)):
            opponents.append(f"{name}{copy}")
            players[f"{name}{copy}"] = (int(rating), int(played))
    scores: list[Fraction | None]
    if row["case"] in SCORES:
        scores = [Fraction({"W": 2, "D": 1, "L": 0}[letter], 2) for letter in SCORES[row["case"]]]
    else:
        scores = [number(score) for score in row["score"].split(";")]
    games = [(own, opponent, score) for opponent, score in zip(opponents, scores, strict=True)]
    night = club_night(players, games)
    assert float(night[own].new_rating) == pytest.approx(
        float(row["expected_new_unrounded"].split()[0]), abs=6e-7
    )
    assert row["K"].split()[0] == str(night[own].k)
    if row["case"] == "C6":  # provisional state is fixed before the event: nobody established moves
        assert [night[name].change for name in players if name != own] == [0, 0]

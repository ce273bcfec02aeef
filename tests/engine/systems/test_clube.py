"""The club ranking: a season of twelve nights against a computation written apart, and cases by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction

import pytest

from engine import CLUBE, Clube, Entry, Event, Game, club_night
from engine.systems.season import Replay

# --- the season -------------------------------------------------------------------------------------------

#: (night, number on the sheet): somebody who came that night.
Sheet = tuple[int, int]
Pairing = tuple[int, int, Sheet, Sheet | None, int | None, str | None]
Corrections = Mapping[tuple[int, int, Sheet], int]

MEMBERS = [
    "Ana Brito",
    "Bruno Sá",
    "Caio Lins",
    "Davi Luz",
    "Elis Maia",
    "João Silva",
    "João Silva Filho",
    "Lia",
]
VISITOR = "João Silva (visitante)"  # a namesake, who writes João Silva on the sheet
GUESTS = ["Nino", "Otto", VISITOR]
FIRST_NIGHT = date(2026, 3, 3)
NIGHTS = range(1, 13)
BUGHOUSE = 6


def season_sheets() -> tuple[dict[Sheet, str], list[Pairing]]:
    """Who came, and the pairings: night, round, white, black, half points of white, why nobody played."""
    rng = random.Random(2026)
    came: dict[Sheet, str] = {}
    games: list[Pairing] = []
    for night in NIGHTS:
        guests = rng.sample(GUESTS, rng.randint(0, 2))
        # The two of one name never come on the same night: no sheet tells them apart.
        members = [name for name in MEMBERS if name != "João Silva" or VISITOR not in guests]
        names = rng.sample(members, rng.randint(5, 7)) + guests
        keys = [(night, number) for number in range(1, len(names) + 1)]
        came.update(zip(keys, names, strict=True))
        for round_ in range(1, 6):
            order = rng.sample(keys, len(keys))
            if len(order) % 2:
                games.append((night, round_, order.pop(), None, 2, None))
            for white, black in zip(order[::2], order[1::2], strict=True):
                forfeit = "forfeit" if rng.random() < 0.08 else None
                games.append((night, round_, white, black, rng.choice([0, 0, 1, 2, 2]), forfeit))
    return came, games


CAME, PAIRINGS = season_sheets()


def facts(
    who: Mapping[Sheet, str], corrected: Corrections, without: Sequence[int] = ()
) -> tuple[list[Event], list[Game]]:
    events = [
        Event(
            f"n{night:02d}",
            FIRST_NIGHT + timedelta(weeks=night),
            FIRST_NIGHT + timedelta(weeks=night),
            variant="bughouse" if night == BUGHOUSE else None,
        )
        for night in NIGHTS
        if night not in without
    ]
    games = [
        Game(
            f"n{night:02d}",
            round_,
            who[white],
            None if black is None else who[black],
            corrected.get((night, round_, white), half_points),
            unplayed=unplayed,
        )
        for night, round_, white, black, half_points, unplayed in PAIRINGS
        if night not in without
    ]
    return events, games


# --- computed apart, with floats and plain loops -----------------------------------------------------------


def computed_apart(
    who: Mapping[Sheet, str], corrected: Corrections, without: Sequence[int] = ()
) -> dict[str, tuple[float, int]]:
    rating: dict[str, float] = dict.fromkeys(who.values(), 1200.0)
    played: dict[str, int] = dict.fromkeys(rating, 0)
    for night in NIGHTS:
        if night == BUGHOUSE or night in without:
            continue
        gain: dict[str, float] = dict.fromkeys(rating, 0.0)
        count: dict[str, int] = dict.fromkeys(rating, 0)
        for when, round_, white, black, half_points, unplayed in PAIRINGS:
            if when != night or black is None or unplayed or half_points is None:
                continue
            score = (corrected.get((night, round_, white), half_points) or 0) / 2
            for me, you, mine in ((who[white], who[black], score), (who[black], who[white], 1 - score)):
                if played[me] >= 5 and played[you] < 5:
                    continue
                k = 40 if played[me] < 20 else 20
                gain[me] += k * (mine - 1 / (1 + 10 ** ((rating[you] - rating[me]) / 400)))
                count[me] += 1
        for name in rating:
            rating[name] += gain[name]
            played[name] += count[name]
    return {name: (rating[name], played[name]) for name in rating}


def same(run: Replay, apart: Mapping[str, tuple[float, int]]) -> None:
    present = {name for name in apart if name in run.standings}
    assert present
    for name in present:
        standing = run.standings[name]
        assert standing.rating is not None
        assert float(standing.rating) == pytest.approx(apart[name][0], abs=1e-9)
        assert standing.games == apart[name][1]
    assert all(apart[name] == (1200.0, 0) for name in apart if name not in present)


def a_result(night: int) -> tuple[tuple[int, int, Sheet], int]:
    """A decided game of a night, and the opposite of its result."""
    for when, round_, white, black, half_points, unplayed in PAIRINGS:
        if when == night and black is not None and unplayed is None and half_points != 1:
            return (night, round_, white), 2 - (half_points or 0)
    raise AssertionError(night)


def test_a_season_with_guests_namesakes_corrections_and_undo() -> None:
    as_written = {key: "João Silva" if name == VISITOR else name for key, name in CAME.items()}
    key, result = a_result(3)
    correction = {key: result}

    def season(who: Mapping[Sheet, str], corrected: Corrections, without: Sequence[int] = ()) -> Replay:
        run = CLUBE.replay([], *facts(who, corrected, without))
        same(run, computed_apart(who, corrected, without))
        return run

    merged = season(as_written, {})  # taken for one person
    assert VISITOR not in merged.standings
    told_apart = season(CAME, {})  # weeks later somebody notices: the merge is undone, all is replayed
    assert told_apart.standings["João Silva"] != merged.standings["João Silva"]
    corrected = season(CAME, correction)  # a result of the third night, found after the last
    assert corrected.standings != told_apart.standings
    season(CAME, correction, without=[2])  # a night that was entered by mistake
    assert season(CAME, {}) == told_apart  # the correction undone
    assert season(as_written, {}) == merged  # merged again


def test_the_ranking_of_the_season_shows_provisionals_apart_and_below() -> None:
    run = CLUBE.replay([], *facts(CAME, {}, without=range(4, 13)))
    places = CLUBE.ranking(run)
    states = [place.provisional for place in places]
    assert states == sorted(states) and True in states and False in states
    for section in (False, True):
        rows = [place for place in places if place.provisional is section]
        assert rows[0].place == 1
        assert [row.rating for row in rows] == sorted((row.rating for row in rows), reverse=True)


# --- by hand ----------------------------------------------------------------------------------------------


def test_the_guide_s_example() -> None:
    # Ana, 1400 with 30 games: 2½/4 against 1500, 1300, 1600, 1350. Expected 1.81, so +13.8.
    players = {"Ana": (1400, 30), "B": (1500, 30), "C": (1300, 30), "D": (1600, 30), "E": (1350, 30)}
    half = Fraction(1, 2)
    night = club_night(players, [("Ana", "B", half), ("Ana", "C", 1), ("Ana", "D", half), ("Ana", "E", half)])
    assert float(night["Ana"].new_rating) == pytest.approx(1413.8, abs=0.05)
    assert night["Ana"].shown == 1414


def test_k_falls_after_the_event_of_the_twentieth_game_and_provisional_ends_at_five() -> None:
    before = {"A": (1200, 19), "B": (1200, 20), "C": (1200, 4)}
    night = club_night(before, [("A", "B", 1), ("B", "A", 1), ("C", "A", 1)])
    assert (night["A"].k, night["B"].k) == (40, 20)
    assert (night["A"].change, night["A"].games) == (0, 21)  # the game with C moved and counted for C alone
    assert (night["C"].change, night["C"].games, night["C"].provisional) == (20, 5, False)


def test_players_enter_by_playing_at_the_start_of_the_club() -> None:
    day = date(2026, 1, 1)
    run = Clube(start=1000).replay([], [Event("n", day, day)], [Game("n", 1, "A", "B", 2)])
    assert (run.rating("A"), run.rating("B")) == (1020, 980)


def test_nights_of_one_day_follow_each_other() -> None:
    day = date(2026, 1, 1)
    events = [Event("b", day, day, "21:00"), Event("a", day, day, "19:00")]
    games = [Game("a", 1, "A", "B", 2), Game("b", 1, "A", "B", 2)]
    run = CLUBE.replay([Entry("A", 1200, 4), Entry("B", 1200, 30)], events, games)
    assert [row.rating for row in run.ledger if row.player_id == "A"] == [1200, 1220]
    # provisional before the first night, not before the second
    assert [row.reason for row in run.ledger if row.player_id == "B"] == ["provisional_opponent", None]


@pytest.mark.parametrize(
    ("games", "told"),
    [
        ([("A", "X", 1)], "X is in a game"),
        ([("A", "B", 2)], "not 1, 1/2 or 0"),
        ([("A", "A", 1)], "paired with themself"),
    ],
)
def test_impossible_nights(games: list[tuple[str, str, int]], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        club_night({"A": (1200, 0), "B": (1200, 0)}, games)

"""Xadrez Online: cases by hand, and a season against a plain loop with its hourly lists."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest

from engine import XOL, Event, Game, XolPlayer, hourly_lists, top100, xol_game

EQUAL = XolPlayer(Fraction(1500), 0, 0)


def test_two_newcomers() -> None:
    # %V is 0 without games: FO 0; a win is 15 points, a draw 7.5 for both.
    won = xol_game(EQUAL, EQUAL, 2)
    assert (won.white.new_rating, won.black.new_rating) == (1515, 1485)
    drawn = xol_game(EQUAL, EQUAL, 1)
    assert (drawn.white.new_rating, drawn.black.new_rating) == (Fraction(3015, 2), Fraction(3015, 2))


def test_each_player_of_a_draw_has_an_own_strength() -> None:
    # White 1600 (50 %), black 1400 (25 %): FO of black for white (25 - 200) / 10 = -17.5 -> -1.25 points;
    # of white for black (50 + 200) / 10 = 25 -> 20 points.
    game = xol_game(XolPlayer(Fraction(1600), 5, 10), XolPlayer(Fraction(1400), 1, 4), 1)
    assert (game.white.strength, game.white.change) == (Fraction(-35, 2), Fraction(-5, 4))
    assert (game.black.strength, game.black.change) == (25, 20)


def test_the_difference_is_kept_within_300_either_way() -> None:
    strong, weak = XolPlayer(Fraction(2000), 9, 10), XolPlayer(Fraction(1400), 0, 10)
    assert xol_game(strong, weak, 2).white.change == 0  # FO (0 - 300) / 10 = -30, and 30 for the win
    assert xol_game(weak, strong, 2).white.change == Fraction(69, 2)  # FO (90 + 300) / 10 = 39


def test_floor_short_games_and_counts() -> None:
    low = XolPlayer(Fraction(1305), 0, 3)
    assert xol_game(low, EQUAL, 0).white.new_rating == 1300
    short = xol_game(EQUAL, EQUAL, 2, 10)
    assert (short.valid, short.white.new_rating, short.white.games) == (False, 1500, 0)
    counted = xol_game(EQUAL, EQUAL, 2, 11)
    assert (counted.valid, counted.white.wins, counted.black.wins, counted.black.games) == (True, 1, 0, 1)


START = datetime(2026, 5, 1, 20, 0)


def season() -> tuple[list[Event], list[Game]]:
    rng = random.Random(7)
    day = START.date()
    games = []
    ended = START
    for number in range(1, 200):
        white, black = rng.sample("ABCDEFGH", 2)
        ended += timedelta(minutes=rng.randint(1, 40))
        score, moves = rng.choice([0, 1, 2]), rng.choice([5, 11, 40])
        games.append(Game("xol", number, white, black, score, moves=moves, ended_at=ended))
    return [Event("xol", day, day + timedelta(days=30))], games


def plain(games: list[Game], until: datetime = datetime.max) -> dict[str, Fraction]:
    rating: dict[str, Fraction] = {}
    wins: dict[str, int] = {}
    played: dict[str, int] = {}
    for game in sorted(games, key=lambda game: game.ended_at or START):
        if (game.moves or 0) < 11 or (game.ended_at or START) > until:
            continue
        pair = (game.white, str(game.black))
        for name in pair:
            rating.setdefault(name, Fraction(1500))
            wins.setdefault(name, 0)
            played.setdefault(name, 0)
        r = [rating[name] for name in pair]
        v = [Fraction(100 * wins[name], played[name]) if played[name] else Fraction(0) for name in pair]
        gap = max(Fraction(-300), min(Fraction(300), r[1] - r[0]))  # black less white
        if game.white_half_points == 1:
            change = [((v[1] + gap) / 10 + 15) / 2, ((v[0] - gap) / 10 + 15) / 2]
        elif game.white_half_points == 2:
            points = ((v[1] + gap) / 10 + 30) / 2
            change = [points, -points]
        else:
            points = ((v[0] - gap) / 10 + 30) / 2
            change = [-points, points]
        for side, name in enumerate(pair):
            rating[name] = max(Fraction(1300), r[side] + change[side])
            played[name] += 1
            wins[name] += game.white_half_points == 2 - 2 * side
    return rating


def test_a_season_equals_a_plain_loop() -> None:
    events, games = season()
    run = XOL.replay([], events, list(reversed(games)))
    assert {name: run.rating(name) for name in run.standings} == plain(games)
    best = top100(run)
    assert [place.rating for place in best] == sorted(plain(games).values(), reverse=True)


def test_the_list_of_each_hour_holds_the_games_ended_by_then() -> None:
    events, games = season()
    lists = list(hourly_lists(XOL.replay([], events, games)))
    assert len(lists) > 20 and all(at.minute == 0 for at, _ in lists)
    for at, places in lists:
        assert {place.player_id: place.rating for place in places} == plain(games, at)


def test_hourly_lists_need_times() -> None:
    day = date(2026, 1, 1)
    run = XOL.replay([], [Event("e", day, day)], [Game("e", 1, "A", "B", 2)])
    with pytest.raises(ValueError, match="has no time"):
        list(hourly_lists(run))


def test_the_list_ends_at_a_hundred() -> None:
    day = date(2026, 1, 1)
    games = [Game("e", 1, f"w{number}", f"b{number}", 1, board=number) for number in range(1, 80)]
    run = XOL.replay([], [Event("e", day, day)], games)
    assert len(XOL.ranking(run)) == 158 and len(top100(run)) == 100

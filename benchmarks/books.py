"""Invented histories as columns, the same for one seed everywhere: ordinary ones, and hostile ones.

Ordinary: players of Zipf activity, Swiss-like events of 10 to 200 players and 5 to 11 rounds, some of them
long leagues that other events overlap, some of mixed rhythm. Hostile: events of one to three rounds between
players of equal seeds or a multiple of 400 apart, at the floor, at both milestones, and beyond the table:
what ordinary data never shows.

Belongs here: generators. Does not belong here: anything that is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

import numpy as np

from engine.book import book_from_columns
from engine.columns import Book, Players
from engine.methodology import FNX_2026
from engine.rows import RatedEvent
from engine.versions import Rulebook

FIRST_DAY = date(2006, 1, 1)
YEARS = 20


@dataclass(frozen=True, slots=True)
class History:
    """Players, events in the order of Art. 8, and their games by event and round; players by number."""

    player_ids: Sequence[str]
    players: Players
    events: Sequence[RatedEvent]
    first_game: Any
    round: Any
    board: Any
    white: Any
    black: Any
    half_points: Any
    rhythm: Any

    def book(self, rules: Rulebook = FNX_2026) -> Book:
        """The history as the engine's book."""
        return book_from_columns(
            rules,
            self.players,
            self.player_ids,
            self.events,
            self.first_game,
            self.white,
            self.black,
            self.half_points,
            self.rhythm,
        )


@lru_cache(maxsize=4096)
def _pairings(size: int, rounds: int) -> tuple[Any, Any, Any, Any]:
    """(white, black, round, board) of a circle schedule; with an odd size one player rests all through."""
    even = size - size % 2
    columns: list[list[Any]] = [[], [], [], []]
    for number in range(rounds):
        line = np.concatenate([[0], np.roll(np.arange(1, even), number)])
        left, right = line[: even // 2], line[even // 2 :][::-1]
        turned = (np.arange(even // 2) + number) % 2 == 1
        columns[0].append(np.where(turned, right, left))
        columns[1].append(np.where(turned, left, right))
        columns[2].append(np.full(even // 2, number + 1))
        columns[3].append(np.arange(even // 2) + 1)
    white, black, round_, board = (np.concatenate(parts).astype("i") for parts in columns)
    return white, black, round_, board


def ordinary(
    n_games: int,
    n_players: int,
    seed: int = 1,
    sizes: tuple[int, int] = (10, 200),
    rounds: tuple[int, int] = (5, 11),
    leagues: float = 0.05,
    mixed: float = 0.03,
) -> History:
    """About ``n_games`` games (the last event is cut) in `YEARS` years."""
    random = np.random.default_rng(seed)
    activity = np.cumsum((np.arange(n_players) + 20.0) ** -0.9)
    activity /= activity[-1]
    who = random.permutation(n_players)
    strength = random.normal(700, 250, n_players)
    smallest, largest = min(sizes[0], n_players // 2), min(sizes[1], n_players // 2)
    parts: list[list[Any]] = [[], [], [], [], []]
    total = number = 0
    while total < n_games:
        size = int(np.exp(random.uniform(np.log(smallest), np.log(largest + 1))))
        n_rounds = int(random.integers(rounds[0], rounds[1] + 1))
        field = np.unique(np.searchsorted(activity, random.random(3 * size)))
        while len(field) < size:
            more = np.searchsorted(activity, random.random(3 * size))
            field = np.unique(np.concatenate([field, more]))
        seats = who[random.permutation(field)[:size]]
        white, black, round_, board = _pairings(size, min(n_rounds, size - 1))
        for part, column in zip(
            parts, (seats[white], seats[black], round_, board, np.full(len(white), number)), strict=True
        ):
            part.append(column.astype("i"))
        total += len(white)
        number += 1
    white, black, round_, board, event = (np.concatenate(part)[:n_games] for part in parts)
    share = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
    draw = np.minimum(0.15, np.minimum(share, 1 - share) / 2)
    luck = random.random(len(white))
    half_points = np.where(luck < share - draw, 2, np.where(luck < share + draw, 1, 0)).astype("b")
    seeds = np.clip(strength + random.normal(0, 100, n_players), 100, 2000).astype("h")
    rating = np.where(random.random(n_players) < 0.8, 500, seeds).astype("h")
    games = np.where(rating > 600, 60, 0).astype("i")
    players = Players(rating, games, (rating <= 600).astype("b"))
    return _history(random, players, number, event, white, black, round_, board, half_points, leagues, mixed)


def hostile(n_games: int, n_players: int, seed: int = 1, far: bool = True) -> History:
    """Ties, floors, milestones, overlaps, mixed rhythms; ``far``: differences beyond the table too."""
    random = np.random.default_rng(seed)
    seeds = [100, 100, 101, 105, 500, 500, 500, 599, 600, 601, 900, 900, 1300, 1700, 2100]
    if far:
        seeds += [2500, 2900, 3300]
    rating = random.choice(seeds, n_players).astype("h")
    games = random.choice([0, 5, 27, 28, 29, 30, 60], n_players).astype("i")
    players = Players(
        rating, games, ((rating <= 600) & (games < 30) & (random.random(n_players) < 0.7)).astype("b")
    )
    parts: list[list[Any]] = [[], [], [], [], []]
    total = number = 0
    while total < n_games:
        size = int(random.choice([2, 2, 4, 8, 20, min(100, n_players)]))
        seats = random.permutation(n_players)[: min(size, n_players)]
        white, black, round_, board = _pairings(len(seats), min(int(random.integers(1, 4)), len(seats) - 1))
        for part, column in zip(
            parts, (seats[white], seats[black], round_, board, np.full(len(white), number)), strict=True
        ):
            part.append(column.astype("i"))
        total += len(white)
        number += 1
    white, black, round_, board, event = (np.concatenate(part)[:n_games] for part in parts)
    half_points = random.integers(0, 3, len(white)).astype("b")
    return _history(random, players, number, event, white, black, round_, board, half_points, 0.3, 0.2)


def _history(
    random: Any,
    players: Players,
    n_events: int,
    event: Any,
    white: Any,
    black: Any,
    round_: Any,
    board: Any,
    half_points: Any,
    leagues: float,
    mixed: float,
) -> History:
    """Dates and rhythms for the events; events in order, games with them."""
    last = np.sort(random.integers(60, YEARS * 365, n_events))
    length = np.where(
        random.random(n_events) < leagues, random.integers(7, 60, n_events), random.integers(0, 3, n_events)
    )
    rhythm_of = random.choice(3, n_events, p=[0.4, 0.4, 0.2]).astype("b")
    is_mixed = random.random(n_events) < mixed
    rhythm = rhythm_of[event]
    rhythm = np.where(is_mixed[event] & (round_ % 2 == 0), (rhythm + 1) % 3, rhythm).astype("b")
    days = [FIRST_DAY + timedelta(days=day) for day in range(YEARS * 365)]
    events = [
        RatedEvent(f"{n:06d}", days[int(end) - int(span)], days[int(end)], None, n + 1, bool(differs))
        for n, (end, span, differs) in enumerate(zip(last, length, is_mixed, strict=True))
    ]
    first_game = np.searchsorted(event, np.arange(n_events + 1)).astype("q")
    player_ids = [f"P{n:07d}" for n in range(len(players.rating))]
    return History(player_ids, players, events, first_game, round_, board, white, black, half_points, rhythm)

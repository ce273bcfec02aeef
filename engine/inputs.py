"""What the inputs of a replay must be: refused with the event and the round, or the player, that is wrong.

Belongs here: checks and the order of an event's games. Does not belong here: the calculation (`replay`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.entry import EntryState
from engine.methodology import RHYTHMS
from engine.rows import HIGHEST_RATING, RatedEvent, RatedGame
from engine.versions import Rulebook, lowest_floor


def check_state(entry: EntryState, rules: Rulebook) -> None:
    """``ValueError`` for an entry state that can be under no version (Arts. 6, 7)."""
    floor = lowest_floor(rules)
    if not floor <= entry.rating <= HIGHEST_RATING:
        raise ValueError(
            f"entry rating {entry.rating} of {entry.fnx_id} is not between {floor} and {HIGHEST_RATING}"
        )
    if entry.games < 0:
        raise ValueError(f"entry games {entry.games} of {entry.fnx_id} are negative")
    if entry.in_development and not any(
        one.development_continues(entry.games, entry.rating) for one in rules.versions
    ):
        raise ValueError(
            f"entry of {entry.fnx_id} is in development with {entry.games} games and rating {entry.rating}"
        )


def games_by_event(ordered: Sequence[RatedEvent], games: Sequence[RatedGame]) -> dict[str, list[RatedGame]]:
    """Games of each event by round, board (unknown last), white, black; checked."""
    grouped: dict[str, list[RatedGame]] = {}
    for event in ordered:
        if event.event_id in grouped:
            raise ValueError(f"event {event.event_id} is given twice")
        if event.start_date > event.end_date:
            raise ValueError(f"event {event.event_id} ends on {event.end_date}, before its start")
        grouped[event.event_id] = []
    for game in games:
        if game.event_id not in grouped:
            raise ValueError(f"{where(game)}: the event is not among the events to rate")
        if game.white == game.black:
            raise ValueError(f"{where(game)}: player {game.white} is paired with themself")
        if game.white_half_points not in (0, 1, 2):
            raise ValueError(f"{where(game)}: {game.white_half_points} half points are no result of a game")
        if game.rhythm not in RHYTHMS:
            raise ValueError(f"{where(game)}: rhythm {game.rhythm!r} is not one of {', '.join(RHYTHMS)}")
        grouped[game.event_id].append(game)
    for rows in grouped.values():
        rows.sort(key=_place)
        for game, following in pairwise(rows):
            if _place(game) == _place(following):
                raise ValueError(
                    f"{where(game)}: the game of {game.white} and {game.black} on this board is given twice"
                )
    return grouped


def _place(game: RatedGame) -> tuple[int, bool, int, str, str]:
    board = game.board
    return game.round, board is None, 0 if board is None else board, game.white, game.black


def where(game: RatedGame) -> str:
    return f"event {game.event_id}, round {game.round}"

"""The replay: entry states and rated games in, ledger, event results and final states out (Arts. 6-8).

This is the readable specification of the calculation. Events go by in the order of Art. 8. Each one is
*frozen at its start*: every game uses both players' ratings, and their K, from before the event began (Art. 7
par. 1; policy ``pre_event``). It is *applied at its place*: the sum of a player's changes, rounded once, is
added to the rating as it stands when the event is processed. For events that do not overlap the two ratings
are one and the same.

State is never stored between runs; a list is always the fold of all its facts, so a correction anywhere is a
replay with other inputs.

Belongs here: the loop. Does not belong here: the shapes of its rows (`rows`), what inputs must be (`inputs`),
which events and games are rated (decided before), entry ratings (`entry`), the decision of a half (`exact`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.base_dates import BaseDate, moved, steps_of
from engine.entry import EntryState
from engine.exact import Term, decide, in_doubt, round_units
from engine.expected_score import DENOMINATOR, TABULATED, expected_table, expected_units
from engine.inputs import check_state, games_by_event, where
from engine.methodology import RHYTHMS, Methodology
from engine.order import in_order
from engine.rows import (
    HIGHEST_RATING,
    EventResult,
    LedgerSide,
    PlayerState,
    RatedEvent,
    RatedGame,
    RatingMoved,
    Reassessment,
    Replay,
)
from engine.versions import Rulebook

_HALF_POINT = DENOMINATOR // 2


class _State(NamedTuple):
    rating: int
    games: int
    in_development: bool


class _Career:
    """The states of one player in time: ``states[i]`` holds from after step ``steps[i]`` on."""

    __slots__ = ("states", "steps")

    def __init__(self, entry: _State) -> None:
        self.steps = [-1]
        self.states = [entry]

    def before(self, step: int) -> _State:
        """The state when the first ``step`` steps are done."""
        if self.steps[-1] < step:
            return self.states[-1]
        return self.states[bisect_left(self.steps, step) - 1]

    def record(self, step: int, state: _State) -> None:
        self.steps.append(step)
        self.states.append(state)


@dataclass(slots=True)
class _Tally:
    """What one player has gathered in the event at hand."""

    frozen: _State
    terms: list[Term]
    half_points: int = 0
    expected: int = 0
    change: int = 0
    k_sum: int = 0
    k: int = 0
    k_differs: bool = False


def replay(
    entries: Sequence[EntryState],
    events: Sequence[RatedEvent],
    games: Sequence[RatedGame],
    rules: Rulebook,
    reassessments: Sequence[Reassessment] | None = None,
) -> Replay:
    """Rate every game. Order of the inputs is irrelevant; ``entries`` holds every player once.

    Each event follows the methodology version in force on its end date (Art. 26).

    ``reassessments`` belong to the policy ``annual_rollover = reassess`` alone (see `base_dates.steps_of`; an
    empty sequence: no player has a source).
    ``ValueError`` names event and round for an unknown player, a player against themself, the same game
    twice, an impossible score or rhythm, and a rating out of range.
    """
    careers = _careers(entries, rules)
    ordered = in_order(events, rules)
    grouped = games_by_event(ordered, games)
    steps = steps_of(ordered, reassessments, rules)
    step_dates = [step.end_date for step in steps]

    ledger: list[LedgerSide] = []
    results: list[EventResult] = []
    reassessed: list[RatingMoved] = []
    near_ties = 0
    event_order = 0
    for step, item in enumerate(steps):
        if isinstance(item, BaseDate):
            reassessed += _reassess(careers, step, item, rules.on(item.end_date))
            continue
        methodology = rules.on(item.end_date)
        event_order += 1
        # Steps ended on or before the start form a prefix, since steps go by the date of their end.
        visible = step
        if methodology.pre_event == "start":
            visible = min(step, bisect_right(step_dates, item.start_date))
        tallies = _rate_games(
            item, event_order, grouped[item.event_id], careers, visible, methodology, ledger
        )
        for fnx_id in sorted(tallies):
            tally = tallies[fnx_id]
            career = careers[fnx_id]
            before = career.states[-1]
            rounded = round_units(tally.change)
            if in_doubt(tally.change, tally.k_sum):
                rounded, near_tie = decide(tally.terms, tally.change)
                near_ties += near_tie
            after = _after(before, rounded, len(tally.terms), methodology)
            if after.rating > HIGHEST_RATING:
                raise ValueError(f"event {item.event_id}: {fnx_id} would reach {after.rating}")
            career.record(step, after)
            results.append(
                EventResult(
                    item.event_id,
                    event_order,
                    fnx_id,
                    tally.frozen.rating,
                    before.rating,
                    None if item.rhythms_differ or tally.k_differs else tally.k,
                    len(tally.terms),
                    tally.half_points,
                    tally.expected,
                    tally.change,
                    rounded,
                    after.rating - (before.rating + rounded),
                    after.rating,
                    before.games,
                    after.games,
                    before.in_development,
                    after.in_development,
                )
            )
    states = tuple(PlayerState(fnx_id, *careers[fnx_id].states[-1]) for fnx_id in sorted(careers))
    return Replay(tuple(ledger), tuple(results), states, near_ties, tuple(reassessed))


def _rate_games(
    event: RatedEvent,
    event_order: int,
    games: Sequence[RatedGame],
    careers: dict[str, _Career],
    visible: int,
    methodology: Methodology,
    ledger: list[LedgerSide],
) -> dict[str, _Tally]:
    """The games of one event into the ledger and into one tally per player, in round order."""
    table = expected_table()
    k_of: dict[tuple[str, bool], int] = {
        (rhythm, developing): methodology.k_of(rhythm, developing)
        for rhythm in RHYTHMS
        for developing in (True, False)
    }
    by_game = methodology.k_granularity == "game"
    milestone = methodology.development_games
    tallies: dict[str, _Tally] = {}

    def tally_of(fnx_id: str, game: RatedGame) -> _Tally:
        career = careers.get(fnx_id)
        if career is None:
            raise ValueError(f"{where(game)}: player {fnx_id} has no entry rating")
        tally = tallies[fnx_id] = _Tally(career.before(visible), [])
        return tally

    def side(
        game: RatedGame, color: Literal["white", "black"], own: _Tally, rating: int, other: int, expected: int
    ) -> None:
        half_points = game.white_half_points if color == "white" else 2 - game.white_half_points
        fnx_id, opponent = (game.white, game.black) if color == "white" else (game.black, game.white)
        developing = own.frozen.in_development
        if by_game:  # Art. 6 par. 2 game by game: the games milestone counts inside the event too
            developing = developing and own.frozen.games + len(own.terms) < milestone
        k = k_of[game.rhythm, developing]
        change = k * (_HALF_POINT * half_points - expected)
        if own.terms and k != own.k:
            own.k_differs = True
        own.terms.append((k, rating - other, half_points))
        own.k = k
        own.k_sum += k
        own.half_points += half_points
        own.expected += expected
        own.change += change
        ledger.append(
            LedgerSide(
                event.event_id,
                event_order,
                game.round,
                game.board,
                fnx_id,
                opponent,
                color,
                game.rhythm,
                half_points,
                rating,
                other,
                k,
                "development" if developing else "ordinary",
                expected,
                change,
            )
        )

    for game in games:
        white = tallies.get(game.white) or tally_of(game.white, game)
        black = tallies.get(game.black) or tally_of(game.black, game)
        white_rating, black_rating = white.frozen.rating, black.frozen.rating
        diff = white_rating - black_rating
        expected = table[diff + TABULATED] if -TABULATED <= diff <= TABULATED else expected_units(diff)
        side(game, "white", white, white_rating, black_rating, expected)
        side(game, "black", black, black_rating, white_rating, DENOMINATOR - expected)
    return tallies


def _after(before: _State, rounded: int, games: int, methodology: Methodology) -> _State:
    """Art. 7 par. 3 and Art. 6 par. 2, 3: the floor, and development, which never returns."""
    rating = max(methodology.floor, before.rating + rounded)
    total = before.games + games
    developing = before.in_development and methodology.development_continues(total, rating)
    return _State(rating, total, developing)


def _careers(entries: Sequence[EntryState], rules: Rulebook) -> dict[str, _Career]:
    careers: dict[str, _Career] = {}
    for entry in entries:
        if entry.fnx_id in careers:
            raise ValueError(f"player {entry.fnx_id} has two entry ratings")
        check_state(entry, rules)
        careers[entry.fnx_id] = _Career(_State(entry.rating, entry.games, entry.in_development))
    return careers


def _reassess(
    careers: dict[str, _Career], step: int, base: BaseDate, methodology: Methodology
) -> list[RatingMoved]:
    """Art. 14 again for everybody who has another source on a later base date."""
    rows = []
    for item in base.reassessments:
        career = careers.get(item.state.fnx_id)
        if career is None:
            raise ValueError(f"{base.event_id}: player {item.state.fnx_id} has no entry rating")
        before = career.states[-1]
        after = _State(*moved(before.rating, before.games, before.in_development, item, methodology))
        career.record(step, after)
        rows.append(
            RatingMoved(
                base.end_date,
                item.state.fnx_id,
                *(before.rating, after.rating),
                *(before.games, after.games),
                *(before.in_development, after.in_development),
            )
        )
    return rows

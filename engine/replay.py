"""The replay: entry states and rated games in, ledger, event results and final states out (Arts. 6-8).

This is the readable specification of the calculation. Events go by in the order of Art. 8. Each one is
*frozen at its start*: every game uses both players' ratings, and their K, from before the event began (Art. 7
par. 1; policy ``pre_event``). It is *applied at its place*: the sum of a player's changes, rounded once, is
added to the rating as it stands when the event is processed. For events that do not overlap the two ratings
are one and the same.

State is never stored between runs; a list is always the fold of all its facts, so a correction anywhere is a
replay with other inputs.

Belongs here: the loop and the shapes of its rows. Does not belong here: which events and games are rated
(decided before), entry ratings (`entry`), the decision of a half (`exact`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.entry import EntryState
from engine.exact import Term, decide, in_doubt, round_units
from engine.expected_score import DENOMINATOR, TABULATED, expected_table, expected_units, format_units
from engine.methodology import RHYTHMS, Methodology
from engine.order import in_order
from engine.versions import Rulebook, lowest_floor

#: A rating beyond this is an error of the data, not a result; the regulation has no upper limit.
HIGHEST_RATING = 9999

KReason = Literal["development", "ordinary"]
_HALF_POINT = DENOMINATOR // 2


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """An event to rate. ``end_time``: ``HH:MM`` or None; ``rhythms_differ``: its rounds differ in rhythm."""

    event_id: str
    start_date: date
    end_date: date
    end_time: str | None
    homologation_no: int
    rhythms_differ: bool


class RatedGame(NamedTuple):
    """A game that counts (Art. 5). ``white_half_points``: 2 white won, 1 draw, 0 black won."""

    event_id: str
    round: int
    board: int | None
    white: str
    black: str
    white_half_points: int
    rhythm: str


@dataclass(frozen=True, slots=True)
class Reassessment:
    """Policy ``annual_rollover = reassess``: the best other source of a player on a later base date.

    ``rating``, ``games`` and ``in_development`` are those of the state that source alone would give.
    """

    base_date: date
    state: EntryState


class LedgerSide(NamedTuple):
    """One side of a rated game. Units are 1/`DENOMINATOR` of a point; ratings are the ones used."""

    event_id: str
    event_order: int
    round: int
    board: int | None
    fnx_id: str
    opponent_fnx_id: str
    color: Literal["white", "black"]
    rhythm: str
    half_points: int
    rating: int
    opponent_rating: int
    k: int
    k_reason: KReason
    expected_units: int
    change_units: int

    @property
    def score(self) -> Decimal:
        """Points: 0, 0.5 or 1."""
        return Decimal(5 * self.half_points).scaleb(-1)

    @property
    def expected(self) -> Decimal:
        """The expected score with twelve decimals."""
        return format_units(self.expected_units)

    @property
    def change(self) -> Decimal:
        """``K x (S - E)`` with twelve decimals."""
        return format_units(self.change_units)


class EventResult(NamedTuple):
    """One player with a rated game in one event.

    ``rating_used`` is the frozen rating, ``rating_before`` the one the change is added to; games and
    development are as the event is processed. ``k`` is None where the games differ in K. ``floor_applied``
    is what the floor added, ``change_units`` the exact sum in units.
    """

    event_id: str
    event_order: int
    fnx_id: str
    rating_used: int
    rating_before: int
    k: int | None
    games: int
    half_points: int
    expected_units: int
    change_units: int
    change_rounded: int
    floor_applied: int
    rating_after: int
    games_before: int
    games_after: int
    in_development_before: bool
    in_development_after: bool

    @property
    def score(self) -> Decimal:
        """Points."""
        return Decimal(5 * self.half_points).scaleb(-1)

    @property
    def expected(self) -> Decimal:
        """The sum of expected scores with twelve decimals."""
        return format_units(self.expected_units)

    @property
    def change_exact(self) -> Decimal:
        """The sum before rounding with twelve decimals."""
        return format_units(self.change_units)


class PlayerState(NamedTuple):
    """A player after everything: rating, valid games (equivalent ones included), development."""

    fnx_id: str
    rating: int
    games: int
    in_development: bool


class RatingMoved(NamedTuple):
    """What a reassessment did to one player on a base date."""

    base_date: date
    fnx_id: str
    rating_before: int
    rating_after: int


@dataclass(frozen=True, slots=True)
class Replay:
    """All rows in a total order: ledger by event, round, board, white first; results by event and player;
    states by player. ``near_ties`` counts player-events decided with more digits than the table has."""

    ledger: tuple[LedgerSide, ...]
    event_results: tuple[EventResult, ...]
    states: tuple[PlayerState, ...]
    near_ties: int
    reassessed: tuple[RatingMoved, ...] = ()


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

    ``reassessments`` belong to the policy ``annual_rollover = reassess`` alone, which requires them as soon
    as an event ends on or after the base date of another year (an empty sequence: no player has a source).
    ``ValueError`` names event and round for an unknown player, a player against themself, the same game
    twice, an impossible score or rhythm, and a rating out of range.
    """
    careers = _careers(entries, rules)
    ordered = in_order(events, rules)
    grouped = games_by_event(ordered, games)
    steps = _timeline(ordered, reassessments, rules.versions[0])
    step_dates = [when for when, _ in steps]

    ledger: list[LedgerSide] = []
    results: list[EventResult] = []
    moved: list[RatingMoved] = []
    near_ties = 0
    event_order = 0
    for step, (_, item) in enumerate(steps):
        if isinstance(item, Reassessment):
            moved.append(_reassess(careers, step, item, rules.on(item.base_date)))
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
    return Replay(tuple(ledger), tuple(results), states, near_ties, tuple(moved))


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
            raise ValueError(f"{_where(game)}: player {fnx_id} has no entry rating")
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


def _reassess(
    careers: dict[str, _Career], step: int, item: Reassessment, methodology: Methodology
) -> RatingMoved:
    """Art. 14 on a later base date: the transported rating stays unless another source gives more.

    Transported, a rating keeps its games and its development. A source that replaces it brings its own
    equivalent games where they are more, and ends development where it would have ended it at an entry.
    """
    career = careers.get(item.state.fnx_id)
    if career is None:
        raise ValueError(f"base date {item.base_date}: player {item.state.fnx_id} has no entry rating")
    before = career.states[-1]
    after = before
    if item.state.rating > before.rating:
        games = max(before.games, item.state.games)
        developing = (
            before.in_development
            and item.state.in_development
            and methodology.development_continues(games, item.state.rating)
        )
        after = _State(item.state.rating, games, developing)
    career.record(step, after)
    return RatingMoved(item.base_date, item.state.fnx_id, before.rating, after.rating)


# --- reading the inputs -----------------------------------------------------------------------------------


def _careers(entries: Sequence[EntryState], rules: Rulebook) -> dict[str, _Career]:
    careers: dict[str, _Career] = {}
    for entry in entries:
        if entry.fnx_id in careers:
            raise ValueError(f"player {entry.fnx_id} has two entry ratings")
        check_state(entry, rules)
        careers[entry.fnx_id] = _Career(_State(entry.rating, entry.games, entry.in_development))
    return careers


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


def _timeline(
    ordered: Sequence[RatedEvent], reassessments: Sequence[Reassessment] | None, methodology: Methodology
) -> list[tuple[date, RatedEvent | Reassessment]]:
    """Events by their end and reassessments by their base date, which come first on a date."""
    if methodology.annual_rollover == "carry":
        if reassessments:
            raise ValueError("reassessments belong to the policy annual_rollover = reassess; it is carry")
        return [(event.end_date, event) for event in ordered]
    following = methodology.base_date.replace(year=methodology.base_date.year + 1)
    if reassessments is None:
        if ordered and ordered[-1].end_date >= following:
            raise ValueError(
                f"annual_rollover = reassess: event {ordered[-1].event_id} ends on or after the base date "
                f"{following}, and the sources of that date are not given"
            )
        reassessments = ()
    seen: set[tuple[date, str]] = set()
    for item in reassessments:
        key = (item.base_date, item.state.fnx_id)
        if item.base_date < following or key in seen:
            raise ValueError(f"reassessment of {key[1]} on {key[0]}: no later base date, or twice")
        seen.add(key)
        check_state(item.state, methodology)
    steps: list[tuple[date, RatedEvent | Reassessment]] = [
        (item.base_date, item)
        for item in sorted(reassessments, key=lambda item: (item.base_date, item.state.fnx_id))
    ]
    # Stable: equal dates keep reassessments first and events in the order of Art. 8.
    return sorted(steps + [(event.end_date, event) for event in ordered], key=lambda row: row[0])


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
            raise ValueError(f"{_where(game)}: the event is not among the events to rate")
        if game.white == game.black:
            raise ValueError(f"{_where(game)}: player {game.white} is paired with themself")
        if game.white_half_points not in (0, 1, 2):
            raise ValueError(f"{_where(game)}: {game.white_half_points} half points are no result of a game")
        if game.rhythm not in RHYTHMS:
            raise ValueError(f"{_where(game)}: rhythm {game.rhythm!r} is not one of {', '.join(RHYTHMS)}")
        grouped[game.event_id].append(game)
    for rows in grouped.values():
        rows.sort(key=_place)
        for game, following in pairwise(rows):
            if _place(game) == _place(following):
                raise ValueError(
                    f"{_where(game)}: the game of {game.white} and {game.black} on this board is given twice"
                )
    return grouped


def _place(game: RatedGame) -> tuple[int, bool, int, str, str]:
    board = game.board
    return game.round, board is None, 0 if board is None else board, game.white, game.black


def _where(game: RatedGame) -> str:
    return f"event {game.event_id}, round {game.round}"

"""The fold all systems share: entries, events and games in, ledger, results and standings out.

Games go by in periods: an event, the events of one monthly list, or a single game. Each game uses the
standings in force when its event began; the sum of a player's changes in a period is rounded by the
system's rule and applied at the period's place. Like `engine.replay` it never stores state: a correction, a
late event or an undone merge is the same fold over other facts.

Belongs here: the loop, its rows, and the order of a ranking. Does not belong here: a number or rule of any
system (`system` and the modules beside it); who is who and which events count, decided before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from fractions import Fraction
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.systems.facts import Entry, Event, Game
from engine.systems.logistic import half_up

if TYPE_CHECKING:
    from engine.systems.system import RatingSystem, Standing

Color = Literal["white", "black"]
_ZERO = Fraction(0)


class Bout(NamedTuple):
    """A game and the event it belongs to."""

    event: Event
    game: Game


class Period(NamedTuple):
    """What is closed at once.

    ``effective``: from which day its ratings hold; ``moment``: the end of a game.
    """

    label: str
    effective: date
    last_day: date
    bouts: tuple[Bout, ...]
    moment: datetime | None = None


class Side(NamedTuple):
    """One side of a pairing. ``reason``: why it is not rated. Rating, K and the rest are those used.

    ``expected`` and ``change`` are exact; of a side that is not rated they are None and 0. Systems without
    K or expectation leave them None.
    """

    event_id: str
    round: int
    board: int | None
    player_id: str
    opponent_id: str | None
    color: Color
    rhythm: str
    half_points: int | None
    rated: bool
    reason: str | None
    rating: Fraction | None
    opponent_rating: Fraction | None
    k: Fraction | None
    k_reason: str | None
    expected: Fraction | None
    change: Fraction


class PeriodResult(NamedTuple):
    """One player in one period. ``floor_applied``: what the floor added; ratings None: without one."""

    period: str
    effective: date
    moment: datetime | None
    player_id: str
    rating_before: Fraction | None
    games: int
    score: Fraction
    expected: Fraction
    change: Fraction
    rounded: Fraction
    floor_applied: Fraction
    rating_after: Fraction | None
    games_before: int
    games_after: int
    provisional_before: bool
    provisional_after: bool


class Replay(NamedTuple):
    """Ledger by period, event, round, board, white first; results by period and player; last standings."""

    ledger: tuple[Side, ...]
    results: tuple[PeriodResult, ...]
    standings: dict[str, Standing]

    def rating(self, player_id: str) -> Fraction | None:
        """The final rating, unrounded; None: without one. ``KeyError`` for nobody."""
        return self.standings[player_id].rating


class Place(NamedTuple):
    """One row of a ranking; provisional players come after the others, with places of their own."""

    place: int
    player_id: str
    rating: Fraction
    games: int
    provisional: bool

    @property
    def shown(self) -> int:
        """The rating as it is shown."""
        return half_up(self.rating)


class _Career:
    """The standings of one player in time: ``standings[i]`` holds from after step ``steps[i]`` on."""

    __slots__ = ("standings", "steps")

    def __init__(self, entry: Standing) -> None:
        self.steps = [-1]
        self.standings = [entry]

    def before(self, step: int) -> Standing:
        """The standing when the first ``step`` steps are done."""
        return self.standings[bisect_left(self.steps, step) - 1]


def replay(
    system: RatingSystem, entries: Iterable[Entry], events: Iterable[Event], games: Iterable[Game]
) -> Replay:
    """Rate every game by a system. The order of the inputs is irrelevant.

    Who plays without an entry enters by the system's entry rule. ``ValueError`` names event and round for a
    player against themself, a pairing given twice, an impossible score and an event that is not among the
    events.
    """
    careers: dict[str, _Career] = {}
    for entry in entries:
        if entry.player_id in careers:
            raise ValueError(f"player {entry.player_id} has two entries")
        careers[entry.player_id] = _Career(system.enter(entry))
    ledger: list[Side] = []
    results: list[PeriodResult] = []
    effective: list[date] = []
    for step, period in enumerate(_periods(system, _ordered(events), games)):
        for bout in period.bouts:
            for player_id in (bout.game.white, bout.game.black):
                if player_id is not None and player_id not in careers:
                    careers[player_id] = _Career(system.enter(Entry(player_id)))
        sides = list(_rated(system, period, careers, effective))
        ledger += sides
        for player_id, own in _by_player(sides):
            career = careers[player_id]
            standing, result = _close(system, period, player_id, career.standings[-1], own)
            if standing != career.standings[-1]:
                career.steps.append(step)
                career.standings.append(standing)
            if result is not None:
                results.append(result)
        effective.append(period.effective)
    standings = {player_id: careers[player_id].standings[-1] for player_id in sorted(careers)}
    return Replay(tuple(ledger), tuple(results), standings)


class _Pending(NamedTuple):
    bout: Bout
    color: Color
    used: Standing
    other: Standing
    reason: str | None


def _rated(
    system: RatingSystem, period: Period, careers: dict[str, _Career], effective: Sequence[date]
) -> Iterator[Side]:
    """The sides of one period: first which of them count, since K may depend on how many do."""
    pending: list[_Pending] = []
    counted: dict[str, int] = {}
    for bout in period.bouts:
        step = len(effective)
        if system.frozen == "start":
            step = min(step, bisect_right(effective, bout.event.start_date))
        colors: tuple[Color, Color] = ("white", "black")
        for color in colors if bout.game.black is not None else colors[:1]:
            player_id, opponent_id = _players(bout.game, color)
            before = careers[player_id].standings[-1]
            used = system.seen(careers[player_id].before(step), before)
            other = careers[opponent_id].before(step) if opponent_id is not None else used
            reason = _nothing_played(bout) or system.unrated(bout.event, bout.game, used, other)
            if reason is None and used.rating is not None:
                counted[player_id] = counted.get(player_id, 0) + 1
            pending.append(_Pending(bout, color, used, other, reason))
    for bout, color, used, other, reason in pending:
        event, game = bout
        player_id, opponent_id = _players(game, color)
        half_points = game.white_half_points
        if half_points is not None and color == "black":
            half_points = 2 - half_points
        rated = reason is None and used.rating is not None
        if reason is None and used.rating is None:
            reason = "unrated_player"
        head = (
            event.event_id,
            game.round,
            game.board,
            player_id,
            opponent_id,
            color,
            game.rhythm,
            half_points,
        )
        opponent_rating = None if opponent_id is None else other.rating
        if not rated:
            yield Side(*head, False, reason, used.rating, opponent_rating, None, None, None, _ZERO)
            continue
        assert half_points is not None
        factor = system.k(used, careers[player_id].standings[-1], period, game, counted[player_id])
        expected, change = system.rate(used, other, half_points, factor, bout)
        k, k_reason = (None, None) if factor is None else factor
        yield Side(*head, True, None, used.rating, other.rating, k, k_reason, expected, change)


def _close(
    system: RatingSystem, period: Period, player_id: str, before: Standing, sides: Sequence[Side]
) -> tuple[Standing, PeriodResult | None]:
    counted = [side for side in sides if side.rated]
    change = sum((side.change for side in counted), _ZERO)
    rounded = system.rounded(change)
    after = system.close(before, sides, rounded, period)
    if not counted and after.rating == before.rating:
        return after, None
    floor = _ZERO
    if before.rating is not None and after.rating is not None:
        floor = after.rating - before.rating - rounded
    return after, PeriodResult(
        period.label,
        period.effective,
        period.moment,
        player_id,
        before.rating,
        len(counted),
        Fraction(sum(side.half_points or 0 for side in counted), 2),
        sum((side.expected or _ZERO for side in counted), _ZERO),
        change,
        rounded,
        floor,
        after.rating,
        before.games,
        after.games,
        system.provisional(before),
        system.provisional(after),
    )


def _nothing_played(bout: Bout) -> str | None:
    """Byes, forfeits, games without a result and variants are no games for any system."""
    if bout.game.black is None:
        return "bye"
    if bout.game.unplayed is not None:
        return bout.game.unplayed
    if bout.event.variant is not None:
        return "variant"
    return "no_result" if bout.game.white_half_points is None else None


def _players(game: Game, color: Color) -> tuple[str, str | None]:
    if color == "white":
        return game.white, game.black
    assert game.black is not None
    return game.black, game.white


def _by_player(sides: Sequence[Side]) -> Iterator[tuple[str, list[Side]]]:
    ordered = sorted(sides, key=lambda side: side.player_id)  # stable: a player's games stay in their order
    for player_id, own in groupby(ordered, key=lambda side: side.player_id):
        yield player_id, list(own)


# --- reading the inputs -----------------------------------------------------------------------------------


def _ordered(events: Iterable[Event]) -> list[Event]:
    """Events as in Art. 8 of the FNX regulation: end date, timed ones first, homologation; then the code."""

    def key(event: Event) -> tuple[date, bool, int, int, str]:
        return (
            event.end_date,
            event.end_time is None,
            _minutes(event),
            event.homologation_no,
            event.event_id,
        )

    ordered = sorted(events, key=key)
    seen: set[str] = set()
    for event in ordered:
        if event.event_id in seen:
            raise ValueError(f"event {event.event_id} is given twice")
        if event.start_date > event.end_date:
            raise ValueError(f"event {event.event_id} ends on {event.end_date}, before its start")
        seen.add(event.event_id)
    return ordered


def _minutes(event: Event) -> int:
    if event.end_time is None:
        return 0
    try:
        closing = time.fromisoformat(event.end_time.zfill(5))
    except ValueError:
        raise ValueError(f"event {event.event_id}: closing time {event.end_time!r} is not HH:MM") from None
    return closing.hour * 60 + closing.minute


def _periods(system: RatingSystem, events: Sequence[Event], games: Iterable[Game]) -> list[Period]:
    grouped = _games_by_event(events, games)
    if system.period == "event":
        return [
            Period(
                event.event_id,
                event.end_date,
                event.end_date,
                tuple(Bout(event, game) for game in grouped[event.event_id]),
            )
            for event in events
        ]
    bouts = [Bout(event, game) for event in events for game in grouped[event.event_id]]
    if system.period == "month":
        # Stable: events of one list keep their order.
        bouts.sort(key=lambda bout: system.list_date(bout.event))
        periods = []
        for listed, rows in groupby(bouts, key=lambda bout: system.list_date(bout.event)):
            of_list = tuple(rows)
            last_day = max(bout.event.end_date for bout in of_list)
            periods.append(Period(listed.strftime("%Y-%m"), listed, last_day, of_list))
        return periods
    # A game is a period of its own. Stable: games without a time stay in the order of round and board.
    bouts.sort(key=_moment)
    return [
        Period(
            f"{bout.event.event_id}/{bout.game.round}/{bout.game.white}",
            _moment(bout).date(),
            _moment(bout).date(),
            (bout,),
            bout.game.ended_at,
        )
        for bout in bouts
    ]


def _moment(bout: Bout) -> datetime:
    """When a game ended, as far as it is known: its own time, its event's, the end of the day."""
    if bout.game.ended_at is not None:
        return bout.game.ended_at
    minutes = _minutes(bout.event) if bout.event.end_time is not None else 24 * 60 - 1
    return datetime.combine(bout.event.end_date, time(*divmod(minutes, 60)))


def _games_by_event(events: Sequence[Event], games: Iterable[Game]) -> dict[str, list[Game]]:
    """Games of each event by round, board (unknown last) and players; checked."""
    grouped: dict[str, list[Game]] = {event.event_id: [] for event in events}
    for game in games:
        where = f"event {game.event_id}, round {game.round}"
        if game.event_id not in grouped:
            raise ValueError(f"{where}: the event is not among the events")
        if game.white == game.black:
            raise ValueError(f"{where}: player {game.white} is paired with themself")
        if game.white_half_points not in (None, 0, 1, 2):
            raise ValueError(f"{where}: {game.white_half_points} half points are no result of a game")
        grouped[game.event_id].append(game)
    for event_id, rows in grouped.items():
        rows.sort(key=_place)
        for first, second in pairwise(rows):
            if _place(first) == _place(second):
                raise ValueError(
                    f"event {event_id}, round {first.round}: the pairing of {first.white} and {first.black} "
                    "is given twice"
                )
    return grouped


def _place(game: Game) -> tuple[int, bool, int, str, str, datetime]:
    return (
        game.round,
        game.board is None,
        game.board or 0,
        game.white,
        game.black or "",
        game.ended_at or datetime.min,
    )


# --- rankings ---------------------------------------------------------------------------------------------


def ranking(
    system: RatingSystem, run: Replay, on: date | None = None, limit: int | None = None
) -> tuple[Place, ...]:
    """The players in their order: rating, then games, both descending; equal on both, the same place.

    Provisional players stand apart and below, with places of their own. ``on``: the day whose activity
    counts, for systems that have such a rule. ``limit``: so many rows at most (TOP100).
    """
    rows = [
        (system.provisional(standing), -standing.rating, -standing.games, player_id)
        for player_id, standing in run.standings.items()
        if standing.rating is not None and system.ranked(standing, on)
    ]
    places: list[Place] = []
    for provisional, section in groupby(sorted(rows), key=lambda row: row[0]):
        previous: tuple[Fraction, int] | None = None
        place = 0
        for number, (_, rating, games, player_id) in enumerate(section, start=1):
            if (rating, games) != previous:
                place, previous = number, (rating, games)
            places.append(Place(place, player_id, -rating, -games, provisional))
    return tuple(places[:limit])

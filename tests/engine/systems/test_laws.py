"""What holds for every system, and FNX by the contract against its official replay."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine import (
    CBX,
    CLUBE,
    ELO,
    FIDE,
    FNX,
    XOL,
    Entry,
    Event,
    Game,
    RatingSystem,
    elo_expected,
    fide_expected,
    system_named,
)
from engine.methodology import FNX_2026
from engine.replay import replay as official_replay
from engine.systems import systems
from engine.systems.facts import events_of, games_of
from tests.engine.test_replay_properties import Season, seasons

ALL: list[RatingSystem] = [ELO, FIDE, CBX, XOL, CLUBE, FNX]
DAY = date(2026, 1, 10)
Facts = tuple[list[Entry], list[Event], list[Game]]

each_system = pytest.mark.parametrize("system", ALL, ids=[system.code for system in ALL])


@st.composite
def facts(draw: st.DrawFn, events: int = 4) -> Facts:
    names = "ABCDEF"[: draw(st.integers(2, 6))]
    entries = [
        Entry(
            name,
            draw(st.integers(1400, 2900)),
            games := draw(st.sampled_from([0, 3, 4, 5, 18, 29, 30, 100])),
            draw(st.integers(0, games)),
            birth_year=draw(st.sampled_from([None, 1980, 2010])),
        )
        for name in names
    ]
    held, games_ = [], []
    for number in range(draw(st.integers(1, events))):
        start = DAY + timedelta(days=draw(st.integers(0, 70)))
        held.append(Event(f"e{number}", start, start + timedelta(days=draw(st.sampled_from([0, 1, 9, 40])))))
        for round_ in range(1, draw(st.integers(1, 4)) + 1):
            order = draw(st.permutations(names))
            for white, black in zip(order[::2], order[1::2], strict=False):
                games_.append(Game(f"e{number}", round_, white, black, draw(st.sampled_from([0, 1, 2]))))
    return entries, held, games_


@each_system
@settings(max_examples=40)
@given(facts(), st.randoms(use_true_random=False))
def test_the_order_of_the_inputs_is_irrelevant(system: RatingSystem, given_: Facts, rng: object) -> None:
    entries, events, games = given_
    shuffled = [list(rows) for rows in given_]
    for rows in shuffled:
        rng.shuffle(rows)  # type: ignore[attr-defined]
    assert system.replay(*shuffled) == system.replay(entries, events, games)  # type: ignore[arg-type]


@pytest.mark.parametrize("system", [s for s in ALL if s is not XOL], ids=lambda system: system.code)
@settings(max_examples=40)
@given(facts())
def test_the_order_of_games_inside_a_period_does_not_matter(system: RatingSystem, given_: Facts) -> None:
    entries, events, games = given_
    turned = [_in_round(game, 9 - game.round) for game in games]
    plain, other = system.replay(entries, events, games), system.replay(entries, events, turned)
    assert (plain.results, plain.standings) == (other.results, other.standings)


def _in_round(game: Game, round_: int) -> Game:
    return Game(game.event_id, round_, game.white, game.black, game.white_half_points)


def test_in_xadrez_online_it_does() -> None:
    event = Event("e", DAY, DAY)
    order = [Game("e", 1, "A", "B", 2), Game("e", 2, "B", "C", 2)]
    turned = [Game("e", 2, "A", "B", 2), Game("e", 1, "B", "C", 2)]
    assert XOL.replay([], [event], order).standings != XOL.replay([], [event], turned).standings


@each_system
@settings(max_examples=40)
@given(facts(), st.data())
def test_byes_forfeits_and_variants_change_nothing(
    system: RatingSystem, given_: Facts, data: st.DataObject
) -> None:
    entries, events, games = given_
    names = [entry.player_id for entry in entries]
    extra = []
    for number in range(data.draw(st.integers(1, 5))):
        white, black = data.draw(st.permutations(names))[:2]
        code, round_ = data.draw(st.sampled_from(events)).event_id, 20 + number
        score = data.draw(st.sampled_from([0, 1, 2]))
        kind = data.draw(st.sampled_from(["bye", "forfeit", "variant", "no result"]))
        if kind == "bye":
            extra.append(Game(code, round_, white, None, score))
        elif kind == "forfeit":
            extra.append(Game(code, round_, white, black, score, unplayed="forfeit"))
        elif kind == "no result":
            extra.append(Game(code, round_, white, black, None))
        else:
            events = [*events, Event(f"bughouse{number}", DAY, DAY, variant="bughouse")]
            extra.append(Game(f"bughouse{number}", 1, white, black, score))
    plain, more = system.replay(*given_), system.replay(entries, events, [*games, *extra])
    assert (plain.results, plain.standings) == (more.results, more.standings)
    assert len(more.ledger) - len(plain.ledger) == sum(2 - (game.black is None) for game in extra)


@each_system
@settings(max_examples=60)
@given(facts(events=1), st.data())
def test_more_points_never_give_less_rating(system: RatingSystem, given_: Facts, data: st.DataObject) -> None:
    """In one period; for Xadrez Online in the last game, since a win changes what later games are worth."""
    entries, events, games = given_
    improvable = [game for game in games if game.white_half_points != 2]
    assume(improvable)
    game = data.draw(st.sampled_from(improvable))
    if system is XOL:
        games = [game]
    better = [
        Game(g.event_id, g.round, g.white, g.black, (g.white_half_points or 0) + (g is game)) for g in games
    ]
    plain, more = system.replay(entries, events, games), system.replay(entries, events, better)

    def height(run: object, name: str | None) -> Fraction:
        rating = run.rating(name)  # type: ignore[attr-defined]
        return Fraction(-1) if rating is None else rating  # under FIDE's floor

    assert height(more, game.white) >= height(plain, game.white)
    assert height(more, game.black) <= height(plain, game.black)


@given(st.fractions(0, 4000), st.fractions(0, 4000))
def test_elo_expectations_sum_to_one_and_favour_the_higher(own: Fraction, other: Fraction) -> None:
    expected = elo_expected(own, other)
    assert expected + elo_expected(other, own) == 1
    assert (expected > Fraction(1, 2)) == (own > other) or abs(own - other) < Fraction(1, 10**30)


@given(
    st.integers(1400, 3000),
    st.integers(1400, 3000),
    st.sampled_from(["STD", "RPD", "BLZ"]),
    st.sampled_from([date(2024, 3, 1), date(2025, 9, 30), date(2025, 10, 1)]),
)
def test_fide_expectations_sum_to_one_but_across_2650(own: int, other: int, rhythm: str, on: date) -> None:
    total = fide_expected(own, other, on, rhythm) + fide_expected(other, own, on, rhythm)
    across = (own >= 2650) != (other >= 2650) and abs(own - other) > 411  # up to 411 the table still says .92
    if across and rhythm == "STD" and on >= date(2025, 10, 1):
        assert total != 1
    else:
        assert total == 1


@given(st.integers(1400, 3000), st.integers(1400, 3000), st.integers(1, 50))
def test_fide_expects_no_less_of_the_higher_rated(own: int, other: int, more: int) -> None:
    assert fide_expected(own + more, other) >= fide_expected(own, other)


@settings(max_examples=60)
@given(seasons())
def test_fnx_by_the_contract_is_the_official_replay(season: Season) -> None:
    entries, events, games = season
    official = official_replay(entries, events, games, FNX_2026)
    entered = [
        Entry(entry.fnx_id, entry.rating, entry.games, settled=not entry.in_development) for entry in entries
    ]
    run = FNX.replay(entered, events_of(events), games_of(games))
    assert [
        (row.period, row.player_id, row.rating_after, row.rounded, row.floor_applied, row.games_after)
        for row in run.results
    ] == [
        (row.event_id, row.fnx_id, row.rating_after, row.change_rounded, row.floor_applied, row.games_after)
        for row in official.event_results
    ]
    assert {
        (player_id, standing.rating, FNX.in_development(standing))
        for player_id, standing in run.standings.items()
    } == {(state.fnx_id, state.rating, state.in_development) for state in official.states}


def test_fnx_development_ends_at_thirty_games_or_above_600_and_never_returns() -> None:
    def develops(rating: int, games: int, peak: int | None = None, settled: bool = False) -> bool:
        return FNX.in_development(FNX.enter(Entry("A", rating, games, peak=peak, settled=settled)))

    assert develops(600, 29) and not develops(601, 29) and not develops(600, 30)
    assert not develops(550, 0, peak=601) and not develops(550, 0, settled=True)


# --- the contract -----------------------------------------------------------------------------------------


def test_systems_are_found_by_code() -> None:
    assert sorted(systems()) == sorted(system.code for system in ALL)
    assert all(system_named(code).code == code for code in systems())
    with pytest.raises(ValueError, match="cbx, clube, elo"):
        system_named("glicko")


def test_every_public_name_is_there() -> None:
    assert [name for name in engine.__all__ if getattr(engine, name, None) is None] == []


@pytest.mark.parametrize(
    ("entries", "games", "told"),
    [
        ([Entry("A", 1500), Entry("A", 1500)], [], "two entries"),
        ([Entry("A", 1500, games=-1)], [], "impossible"),
        ([Entry("A", 1500, games=1, wins=2)], [], "impossible"),
        ([], [Game("x", 1, "A", "B", 2)], "not among the events"),
        ([], [Game("e", 1, "A", "B", 3)], "half points"),
        ([], [Game("e", 1, "A", "B", 2), Game("e", 1, "A", "B", 0)], "given twice"),
    ],
)
def test_impossible_facts_are_named(entries: list[Entry], games: list[Game], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        CLUBE.replay(entries, [Event("e", DAY, DAY)], games)


@pytest.mark.parametrize(
    "events",
    [
        [Event("e", DAY, DAY), Event("e", DAY, DAY)],
        [Event("e", DAY, DAY - timedelta(days=1))],
        [Event("e", DAY, DAY, "25:00")],
    ],
)
def test_impossible_events_are_named(events: list[Event]) -> None:
    with pytest.raises(ValueError, match="event e"):
        CLUBE.replay([], events, [])


def test_xol_entries_under_the_floor_and_fnx_without_rating_are_refused() -> None:
    with pytest.raises(ValueError, match="floor of 1300"):
        XOL.replay([Entry("A", 1299)], [], [])
    with pytest.raises(ValueError, match=r"Art\. 9"):
        FNX.replay([Entry("A")], [], [])


def test_cbx_starts_at_1800_and_rates_a_month_at_once() -> None:
    days = [DAY, DAY + timedelta(days=7)]
    events = [Event(f"e{number}", day, day) for number, day in enumerate(days)]
    games = [Game("e0", 1, "A", "B", 2), Game("e1", 1, "A", "B", 2, rhythm="BLZ")]
    run = CBX.replay([Entry("B", 2300, 50)], events, games)
    # A: 25 x (2 - 2 x .08) = 46; B: 10 x (-2 x .92) = -18.4
    assert (run.rating("A"), run.rating("B")) == (1846, 2282)


def test_equal_players_share_a_place() -> None:
    run = CLUBE.replay(
        [Entry("A", 1300, 9), Entry("B", 1300, 9), Entry("C", 1300, 8), Entry("D", 1500, 2)], [], []
    )
    assert [(place.place, place.player_id, place.provisional) for place in CLUBE.ranking(run)] == [
        (1, "A", False),
        (1, "B", False),
        (3, "C", False),
        (1, "D", True),
    ]

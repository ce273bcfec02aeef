"""The replay (Arts. 6-8) on small seasons worked by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from engine.base_dates import later_base_dates
from engine.entry import EntryState
from engine.methodology import FNX_2026, Methodology, methodology_for
from engine.replay import replay
from engine.rows import EventResult, RatedEvent, RatedGame, Reassessment, Replay
from engine.versions import Versions
from tests.engine.seasons import event, game, player


def results(run: Replay) -> dict[tuple[str, str], EventResult]:
    return {(row.event_id, row.fnx_id): row for row in run.event_results}


def near(value: Decimal, expected: str) -> bool:
    return abs(value - Decimal(expected)) < Decimal("0.001")


def test_half_points_and_a_draw_between_equals() -> None:
    run = replay(
        [player(name, 500) for name in "ABCD"],
        [event("e", 0)],
        [game("e", "A", "B", 2), game("e", "D", "C", 1)],
        FNX_2026,
    )
    rows = results(run)
    assert [
        (rows["e", n].change_exact, rows["e", n].change_rounded, rows["e", n].rating_after) for n in "ABCD"
    ] == [
        (Decimal("12.5"), 13, 513),
        (Decimal("-12.5"), -12, 488),
        (0, 0, 500),
        (0, 0, 500),
    ]
    assert rows["e", "C"].games == 1
    assert rows["e", "C"].games_after == 61
    assert run.near_ties == 0


def test_exactly_400_apart_and_the_floor() -> None:
    ratings = {"A": 500, "B": 100, "C": 500, "D": 900, "E": 105, "F": 105}
    games = [
        game("e", "A", "B", 0, "RPD", 1),
        game("e", "C", "D", 0, "RPD", 1),
        game("e", "E", "F", 0, "RPD", 1),
        game("e", "A", "C", 1, "RPD", 2),
        game("e", "D", "B", 2, "RPD", 2),
        game("e", "D", "A", 1, "RPD", 3),
        game("e", "B", "C", 0, "RPD", 3),
    ]
    run = replay([player(*row) for row in ratings.items()], [event("e", 0)], games, FNX_2026)
    rows = {name: results(run)["e", name] for name in ratings}
    assert rows["A"].change_units == -137880165287865
    assert (rows["A"].change_exact, rows["A"].change_rounded, rows["A"].rating_after) == (
        Decimal("-7.5"),
        -7,
        493,
    )
    assert near(rows["B"].change_exact, "12.1242")
    assert rows["B"].rating_after == 112
    assert (rows["C"].change_units, rows["C"].score, rows["C"].games) == (0, Decimal("1.5"), 3)
    assert near(rows["D"].change_exact, "-4.6242")
    assert rows["D"].rating_after == 895
    assert (rows["E"].change_rounded, rows["E"].rating_after, rows["E"].floor_applied) == (-7, 100, 2)
    assert (rows["F"].change_rounded, rows["F"].rating_after, rows["F"].floor_applied) == (8, 113, 0)
    sides = {(side.round, side.fnx_id): side for side in run.ledger}
    first, last = sides[1, "A"], sides[3, "A"]
    assert (first.opponent_fnx_id, first.color, first.score, first.k) == ("B", "white", 0, 15)
    assert (first.rating, first.opponent_rating, first.k_reason) == (500, 100, "ordinary")
    assert (first.expected, first.change_units) == (Decimal("0.909090909091"), -250691209614300)
    assert (last.color, last.score, last.change_units) == ("black", Decimal("0.5"), 112811044326435)


def test_the_end_of_development() -> None:
    entries = [
        *(player("A", 350, 29, True), player("B", 350), player("C", 575, 5, True), player("D", 575)),
        *(player("E", 576, 5, True), player("F", 576)),
    ]
    events = [event("1", 0, 1), event("2", 7, 8, number=2)]
    games = [
        *(game("1", "A", "B", 2), game("1", "C", "D", 2), game("1", "E", "F", 2)),
        *(game("1", "B", "A", 0, round=2), game("1", "F", "D", 1, round=2)),
        *(game("2", "A", "B", 2), game("2", "C", "E", 2)),
    ]
    rows = results(replay(entries, events, games, FNX_2026))
    assert (rows["1", "A"].k, rows["1", "A"].change_exact, rows["1", "A"].rating_after) == (50, 50, 400)
    assert (rows["1", "A"].games_before, rows["1", "A"].games_after) == (29, 31)
    assert (rows["1", "A"].in_development_before, rows["1", "A"].in_development_after) == (True, False)
    assert (rows["2", "A"].k, rows["2", "A"].rating_after) == (25, 410)
    assert near(rows["2", "A"].change_exact, "9.8428")
    assert (rows["1", "C"].rating_after, rows["1", "C"].in_development_after) == (600, True)
    assert (rows["2", "C"].k, rows["2", "C"].in_development_after) == (50, False)
    assert (rows["1", "E"].rating_after, rows["1", "E"].in_development_after) == (601, False)
    assert (rows["2", "E"].k, rows["2", "E"].in_development_after) == (25, False)
    assert near(rows["2", "C"].change_exact, "25.072")
    assert near(rows["2", "E"].change_exact, "-12.536")
    assert (rows["2", "C"].rating_after, rows["2", "E"].rating_after) == (625, 588)
    assert [rows["1", name].rating_after for name in "BDF"] == [325, 563, 563]
    assert near(rows["1", "F"].change_exact, "-12.536")


def test_the_order_of_events_of_one_day() -> None:
    events = [
        event("untimed", 14, number=1),
        event("evening", 14, time="18:00", number=2),
        event("morning", 14, time="09:30", number=3),
        event("before", 6, 7, number=4),
    ]
    games = [
        *(game("untimed", "A", "B", 1), game("evening", "C", "A", 2)),
        *(game("morning", "B", "C", 2), game("before", "A", "B", 2)),
    ]
    run = replay([player(name, 500) for name in "ABC"], events, games, FNX_2026)
    assert [
        (row.event_id, row.event_order, row.fnx_id, row.rating_before, row.rating_after)
        for row in run.event_results
    ] == [
        ("before", 1, "A", 500, 513),
        ("before", 1, "B", 500, 488),
        ("morning", 2, "B", 488, 501),
        ("morning", 2, "C", 500, 487),
        ("evening", 3, "A", 513, 500),
        ("evening", 3, "C", 487, 500),
        ("untimed", 4, "A", 500, 500),
        ("untimed", 4, "B", 501, 501),
    ]
    assert near(results(run)["evening", "C"].change_exact, "13.4338")
    assert near(results(run)["untimed", "A"].change_exact, "0.036")


LONG_SEASON = (
    [player("A", 500), player("B", 500), player("C", 550, 29, True)],
    [event("long", 4, 39), event("blitz", 21, number=2)],
    [
        game("long", "A", "B", 2, round=1),
        game("long", "C", "B", 1, round=2),
        game("long", "A", "C", 0, round=3),
        game("blitz", "A", "C", 2, "BLZ"),
    ],
)


def test_a_long_event_counts_with_the_state_before_its_start() -> None:
    run = replay(*LONG_SEASON, FNX_2026)
    rows = results(run)
    blitz, long = rows["blitz", "C"], rows["long", "C"]
    assert (blitz.k, blitz.change_rounded, blitz.rating_after) == (20, -11, 539)
    assert (blitz.games_after, blitz.in_development_after) == (30, False)
    assert (long.rating_used, long.rating_before, long.k, long.change_rounded) == (550, 539, 50, 18)
    assert (long.rating_after, long.games_before, long.games_after) == (557, 30, 32)
    assert (long.in_development_before, long.in_development_after) == (False, False)
    assert near(long.change_exact, "17.8533")
    assert (rows["long", "A"].rating_used, rows["long", "A"].rating_before) == (500, 506)
    assert (rows["long", "A"].rating_after, rows["long", "B"].rating_after) == (508, 489)
    last = next(
        side for side in run.ledger if side.event_id == "long" and side.round == 3 and side.fnx_id == "C"
    )
    assert (last.color, last.k, last.k_reason, last.rating, last.opponent_rating) == (
        *("black", 50, "development", 550, 500),
    )
    assert near(last.change, "21.4267")


def test_by_policy_a_long_event_counts_with_the_state_at_its_place() -> None:
    rows = results(replay(*LONG_SEASON, methodology_for({"pre_event": "order"})))
    assert (rows["long", "C"].rating_used, rows["long", "C"].k) == (539, 25)
    assert (rows["long", "A"].rating_used, rows["long", "A"].rating_before) == (506, 506)


def test_an_event_that_ends_the_day_another_starts_is_before_it() -> None:
    events = [event("first", 0, 3), event("second", 3, 5, number=2), event("third", 2, 5, number=3)]
    games = [game(name, "A", "B", 2) for name in ("first", "second", "third")]
    rows = results(replay([player("A", 500), player("B", 500)], events, games, FNX_2026))
    assert rows["second", "A"].rating_used == 513
    assert (rows["third", "A"].rating_used, rows["third", "A"].rating_before) == (500, 525)


def test_game_31_of_a_career_by_policy() -> None:
    entries = [player("A", 350, 28, True), player("B", 350)]
    games = [game("e", "A", "B", 1, round=round) for round in (3, 1, 2)]
    event_k = replay(entries, [event("e", 0)], games, FNX_2026)
    assert results(event_k)["e", "A"].k == 50
    run = replay(entries, [event("e", 0)], games, methodology_for({"k_granularity": "game"}))
    assert [(side.round, side.k, side.k_reason) for side in run.ledger if side.fnx_id == "A"] == [
        (1, 50, "development"),
        (2, 50, "development"),
        (3, 25, "ordinary"),
    ]
    assert results(run)["e", "A"].k is None
    assert results(run)["e", "B"].k == 25


def test_k_by_the_rhythm_of_the_game_and_blank_where_rounds_differ() -> None:
    mixed = replace(event("e", 0), rhythms_differ=True)
    games = [
        game("e", "A", "B", 2, "STD", 1),
        game("e", "B", "A", 2, "BLZ", 2),
        game("e", "C", "D", 2, "STD", 1),
    ]
    run = replay([player(name, 500) for name in "ABCD"], [mixed], games, FNX_2026)
    rows = results(run)
    assert [side.k for side in run.ledger if side.fnx_id == "A"] == [25, 10]
    assert (rows["e", "A"].k, rows["e", "A"].change_exact, rows["e", "A"].change_rounded) == (
        None,
        Decimal("7.5"),
        8,
    )
    assert rows["e", "C"].k is None


def test_a_single_rounding_for_the_whole_event() -> None:
    """Eleven games 400 points below with nine and a half points: -12.5 becomes -12."""
    entries = [player("A", 900)] + [player(f"B{n:02d}", 500) for n in range(11)]
    games = [game("e", "A", f"B{n:02d}", 2 if n < 9 else 10 - n, round=n + 1) for n in range(11)]
    row = results(replay(entries, [event("e", 0)], games, FNX_2026))["e", "A"]
    assert (row.score, row.change_exact, row.change_rounded, row.rating_after) == (
        *(Decimal("9.5"), Decimal("-12.5"), -12, 888),
    )


def test_near_ties_are_counted() -> None:
    entries = [player("A", 100)] + [player(f"B{d}", 100 + d) for d in (222, 1099, 1485, 1570)]
    games = [game("e", "A", one.fnx_id, 2, round=one.rating) for one in entries[1:]]
    assert replay(entries, [event("e", 0)], games, FNX_2026).near_ties == 1


def test_rows_are_in_one_order_whatever_the_inputs() -> None:
    entries = [player(name, 500) for name in "ABCD"]
    events = [event("x", 0, number=2), event("y", 0, number=1)]
    games = [
        RatedGame("x", 2, 1, "A", "B", 2, "STD"),
        RatedGame("x", 1, None, "C", "D", 2, "STD"),
        RatedGame("x", 1, 2, "B", "A", 2, "STD"),
        RatedGame("y", 1, 1, "D", "A", 1, "STD"),
    ]
    run = replay(entries, events, games, FNX_2026)
    assert [(side.event_id, side.round, side.board, side.fnx_id) for side in run.ledger] == [
        ("y", 1, 1, "D"),
        ("y", 1, 1, "A"),
        ("x", 1, 2, "B"),
        ("x", 1, 2, "A"),
        ("x", 1, None, "C"),
        ("x", 1, None, "D"),
        ("x", 2, 1, "A"),
        ("x", 2, 1, "B"),
    ]
    assert replay(entries[::-1], events[::-1], games[::-1], FNX_2026) == run
    assert [state.fnx_id for state in run.states] == list("ABCD")


def test_nothing_played_is_nothing_changed() -> None:
    run = replay([player("A", 500, 3, True)], [event("e", 0)], [], FNX_2026)
    assert (run.ledger, run.event_results, run.states) == ((), (), (("A", 500, 3, True),))


# --- refusals ---------------------------------------------------------------------------------------------

PAIR = [player("A", 500), player("B", 500)]


@pytest.mark.parametrize(
    ("entries", "events", "games", "message"),
    [
        (PAIR, [event("e", 0)], [game("e", "A", "Z", 2, round=3)], "event e, round 3: player Z has no entry"),
        (
            PAIR,
            [event("e", 0)],
            [game("e", "A", "A", 2)],
            "event e, round 1: player A is paired with themself",
        ),
        (PAIR, [event("e", 0)], [game("f", "A", "B", 2)], "event f, round 1: the event is not among"),
        (PAIR, [event("e", 0)], [game("e", "A", "B", 3)], "event e, round 1: 3 half points"),
        (PAIR, [event("e", 0)], [game("e", "A", "B", 2, "XYZ")], "event e, round 1: rhythm 'XYZ'"),
        (PAIR, [event("e", 0)], [game("e", "A", "B", 2), game("e", "A", "B", 0)], "round 1: .* given twice"),
        (PAIR, [event("e", 0), event("e", 1)], [], "event e is given twice"),
        (PAIR, [event("e", 3, 1)], [], "event e ends on 2026-01-11, before its start"),
        ([*PAIR, PAIR[0]], [], [], "player A has two entry ratings"),
        ([player("A", 99)], [], [], "entry rating 99 of A is not between 100 and 9999"),
        ([player("A", 10000)], [], [], "entry rating 10000 of A"),
        ([player("A", 500, -1)], [], [], "entry games -1 of A are negative"),
        ([player("A", 601, 0, True)], [], [], "in development with 0 games and rating 601"),
        (
            [player("A", 9999), player("B", 9999)],
            [event("e", 0)],
            [game("e", "A", "B", 2)],
            "event e: A would reach",
        ),
    ],
)
def test_impossible_inputs_are_refused(
    entries: list[EntryState], events: list[RatedEvent], games: list[RatedGame], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        replay(entries, events, games, FNX_2026)


# --- another year -----------------------------------------------------------------------------------------

REASSESS = methodology_for({"annual_rollover": "reassess"})
NEW_YEAR = date(2027, 1, 1)
TWO_YEARS = [event("2026", 0), event("across", 340, 370, number=2), event("2027", 372, number=3)]
GAMES = [game(one.event_id, "A", "B", 2) for one in TWO_YEARS]


def test_a_new_year_changes_nothing_by_default() -> None:
    run = replay([player("A", 500, 5, True), player("B", 500)], TWO_YEARS, GAMES, FNX_2026)
    assert [row.games_before for row in run.event_results if row.fnx_id == "A"] == [5, 6, 7]
    assert run.reassessed == ()


def test_reassessed_a_higher_source_replaces_the_transported_rating() -> None:
    sources = [
        Reassessment(NEW_YEAR, EntryState("A", 650, 60, False)),
        Reassessment(NEW_YEAR, EntryState("B", 300, 60, False)),
    ]
    run = replay([player("A", 500, 5, True), player("B", 500)], TWO_YEARS, GAMES, REASSESS, sources)
    rows = results(run)
    assert [(row.fnx_id, row.rating_before, row.rating_after) for row in run.reassessed] == [
        ("A", 525, 650),
        ("B", 488, 488),
    ]
    assert (rows["across", "A"].rating_used, rows["across", "A"].k) == (525, 50)
    assert (rows["across", "A"].rating_before, rows["across", "A"].in_development_before) == (650, False)
    assert (rows["2027", "A"].k, rows["2027", "A"].games_before) == (25, 61)
    assert rows["across", "B"].rating_before == 488


@pytest.mark.parametrize(
    ("methodology", "sources", "message"),
    [
        (REASSESS, None, "event 2027 ends on or after the base date 2027-01-01"),
        (FNX_2026, [Reassessment(NEW_YEAR, player("A", 500))], "it is carry"),
        (REASSESS, [Reassessment(date(2026, 1, 1), player("A", 500))], "no later base date"),
        (REASSESS, [Reassessment(NEW_YEAR, player("Z", 500))], "player Z has no entry rating"),
        (REASSESS, [Reassessment(NEW_YEAR, player("A", 500))] * 2, "or twice"),
    ],
)
def test_reassessments_that_do_not_fit(
    methodology: Methodology, sources: list[Reassessment] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        replay(PAIR, TWO_YEARS, GAMES, methodology, sources)


def test_an_act_makes_the_policy_hold_from_its_date_on() -> None:
    """Art. 26: the version in force on the base date says whether Art. 14 is applied on it."""
    later = replace(REASSESS, version="act", effective_from=date(2027, 6, 1))
    rules = Versions((FNX_2026, later))
    of_2027, of_2028 = (
        Reassessment(date(year, 1, 1), EntryState("A", 900, 60, False)) for year in (2027, 2028)
    )
    assert later_base_dates(rules, date(2029, 1, 1)) == (date(2028, 1, 1), date(2029, 1, 1))
    with pytest.raises(ValueError, match="it is carry"):
        replay(PAIR, TWO_YEARS, GAMES, rules, [of_2027])
    run = replay([player("A", 500, 5, True), player("B", 500)], TWO_YEARS, GAMES, rules, [of_2028])
    assert [(row.rating_after, row.games_after) for row in run.reassessed] == [(900, 60)]
    assert {state.fnx_id: state.rating for state in run.states}["A"] == 900


def test_reassessed_a_source_of_the_same_rating_leaves_the_career_alone() -> None:
    sources = [Reassessment(NEW_YEAR, EntryState("A", 525, 60, False))]
    run = replay([player("A", 500, 5, True), player("B", 500)], TWO_YEARS, GAMES, REASSESS, sources)
    assert results(run)["across", "A"].in_development_before
    assert results(run)["across", "A"].games_before == 6

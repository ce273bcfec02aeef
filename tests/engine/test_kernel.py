"""The loop over columns against the specification: plain, compiled, and both on hostile data."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.books import History, hostile, ordinary
from engine.base_dates import visible
from engine.book import as_replay, book_of
from engine.columns import Book, Computed, Results, as_arrays, as_lists, book_of_arrays, digest
from engine.entry import EntryState
from engine.expected_score import DENOMINATOR
from engine.kernel import Speed, run, speed_for
from engine.methodology import FNX_2026, RHYTHMS, PerRhythm, methodology_for
from engine.order import in_order
from engine.replay import replay
from engine.rows import RatedEvent, RatedGame, Reassessment, Replay
from engine.versions import Rulebook, Versions
from tests.engine.seasons import event, game, player
from tests.engine.test_replay_properties import Season, seasons

ROOT = Path(__file__).resolve().parents[2]
POLICIES = [(k, pre) for k in ("event", "game") for pre in ("start", "order")]


def all_three(season: Season, rules: Rulebook) -> Replay:
    """The specification's rows, after the plain and the compiled loop have given the same."""
    expected = replay(*season, rules)
    book = book_of(*season, rules)
    plain = run(book, "plain")
    assert as_replay(book, plain, season[2], rules) == expected
    assert digest(run(book, "compiled")) == digest(plain)
    return expected


@given(seasons(), st.sampled_from(POLICIES), st.booleans(), st.data())
@settings(max_examples=150)
def test_the_same_as_the_specification(
    season: Season, policy: tuple[str, str], last: bool, data: st.DataObject
) -> None:
    """Overlapping events, mixed rhythms, ties, floors, milestones, differences beyond the table."""
    entries, events, games = season
    mixed = [
        one._replace(rhythm=data.draw(st.sampled_from(RHYTHMS))) if data.draw(st.booleans()) else one
        for one in games
    ]
    rules = methodology_for({"k_granularity": policy[0], "pre_event": policy[1], "untimed_last": last})
    all_three((entries, events, mixed), rules)


@given(seasons(), st.sampled_from(POLICIES), st.data())
@settings(max_examples=120)
def test_later_base_dates_among_the_events(
    season: Season, policy: tuple[str, str], data: st.DataObject
) -> None:
    """Policy ``reassess``: a base date falls into the season, and events overlap it."""
    entries, events, games = season
    base = date(2025, 1, data.draw(st.integers(8, 24)))
    rules = methodology_for(
        {
            "annual_rollover": "reassess",
            "base_date": base,
            "k_granularity": policy[0],
            "pre_event": policy[1],
        }
    )
    sources = []
    for one in entries:
        if data.draw(st.booleans()):
            rating, valid = data.draw(st.integers(100, 1500)), data.draw(st.sampled_from([0, 28, 60]))
            developing = rating <= 600 and valid < 30 and data.draw(st.booleans())
            state = EntryState(one.fnx_id, rating, valid, developing)
            sources.append(Reassessment(base.replace(year=2026), state))
    expected = replay(entries, events, games, rules, sources)
    book = book_of(entries, events, games, rules, sources)
    plain = run(book, "plain")
    assert as_replay(book, plain, games, rules) == expected
    assert digest(run(book, "compiled")) == digest(plain)
    known = data.draw(st.integers(0, book.n_events))
    rest = run(book, "plain", known=plain.results, known_events=known)
    assert (rest.results, rest.states) == (plain.results, plain.states)


def as_values(history: History) -> Season:
    """A generated history as the specification takes it."""
    players = as_lists(history.players)
    entries = [
        EntryState(*values)
        for values in zip(
            history.player_ids, players.rating, players.games, map(bool, players.development), strict=True
        )
    ]
    games = []
    for place, one in enumerate(history.events):
        for i in range(int(history.first_game[place]), int(history.first_game[place + 1])):
            games.append(
                RatedGame(
                    *(one.event_id, int(history.round[i]), int(history.board[i])),
                    *(history.player_ids[history.white[i]], history.player_ids[history.black[i]]),
                    *(int(history.half_points[i]), RHYTHMS[history.rhythm[i]]),
                )
            )
    return entries, list(history.events), games


@pytest.mark.parametrize("policy", POLICIES, ids="-".join)
@pytest.mark.parametrize("make", [ordinary, hostile], ids=["ordinary", "hostile"])
def test_a_generated_history(make: Callable[..., History], policy: tuple[str, str]) -> None:
    rules = methodology_for({"k_granularity": policy[0], "pre_event": policy[1]})
    history = make(3000, 120)
    season = as_values(history)
    expected = all_three(season, rules)
    assert [row.floor_applied for row in expected.event_results if row.floor_applied] or make is ordinary
    # From columns as from values.
    assert digest(run(history.book(rules), "plain")) == digest(run(book_of(*season, rules), "plain"))


def test_versions_by_the_end_of_the_event() -> None:
    """Art. 26: each event follows the version in force on its end date, with its policies."""
    later = replace(
        FNX_2026,
        version="later",
        effective_from=date(2016, 1, 1),
        k_ordinary=PerRhythm(30, 20, 5),
        floor=200,
        development_games=20,
        k_granularity="game",
        pre_event="order",
    )
    first = replace(FNX_2026, effective_from=date(2006, 1, 1))
    season = as_values(hostile(2000, 80, seed=3))
    mixed = all_three(season, Versions((first, later)))
    assert mixed != replay(*season, first)
    changes = {one.end_date < later.effective_from for one in season[1]}
    assert changes == {True, False}
    end = {one.event_id: one.end_date for one in season[1]}
    assert {row.k for row in mixed.ledger if end[row.event_id] < later.effective_from} <= {
        50,
        30,
        20,
        25,
        15,
        10,
    }
    assert {row.k for row in mixed.ledger if end[row.event_id] >= later.effective_from} <= {50, 30, 20, 5}
    assert Versions((first,)).signature() != first.signature()
    with pytest.raises(ValueError, match="takes effect"):
        Versions((later, first))


@pytest.mark.parametrize("speed", ["plain", "compiled"])
def test_near_ties_are_decided_exactly_and_counted(speed: Speed) -> None:
    """A sum that the table puts on the half and that is not: found by search, decided with more digits."""
    season, rounded = near_tie()
    book = book_of(*season, FNX_2026)
    computed = run(book, speed)
    spec = replay(*season, FNX_2026)
    assert computed.near_ties == spec.near_ties > 0
    assert as_replay(book, computed, season[2], FNX_2026) == spec
    assert {row.change_rounded for row in spec.event_results if row.fnx_id == "A"} == {rounded}


def near_tie() -> tuple[Season, int]:
    """A against opponents at +2400: 1/1000001 is beyond the table, and rational."""
    # One win at D = -2400 is 25 x 1000000/1000001, no tie; with 2400 the guard needs a sum near a half:
    # 12.5 from a draw between equals plus or minus next to nothing.
    entries = [player("A", 600), player("B", 600), player("C", 9000), player("D", 9000)]
    games = [game("e1", "A", "B", 2, round=1), game("e1", "A", "C", 0, round=2)]
    return (entries, [event("e1", 0)], games), 12


def test_differences_beyond_the_table_take_the_exact_way() -> None:
    """Art. 7 has no limit: 2001, 2400 and 9000 points apart, in both loops, beside an ordinary event."""
    entries = [player("A", 100), player("B", 2101), player("C", 2500), player("D", 9100), player("E", 900)]
    events = [event(f"e{n}", n, number=n + 1) for n in range(3)]
    games = [
        game("e0", "A", "E", 2),
        game("e1", "A", "B", 2),
        game("e1", "C", "D", 1),
        game("e1", "A", "D", 1, round=2),
        game("e1", "C", "E", 0, round=2),
        game("e2", "A", "E", 1),
    ]
    result = all_three((entries, events, games), FNX_2026)
    assert max(abs(row.rating - row.opponent_rating) for row in result.ledger) > 8900


@pytest.mark.parametrize("speed", ["plain", "compiled"])
def test_refusals_are_those_of_the_specification(speed: Speed) -> None:
    season: Season = ([player("A", 9999), player("B", 9999)], [event("e1", 0)], [game("e1", "A", "B", 2)])
    with pytest.raises(ValueError, match="A would reach") as found:
        replay(*season, FNX_2026)
    with pytest.raises(ValueError, match=str(found.value)):
        run(book_of(*season, FNX_2026), speed)
    for entries, games, text in [
        ([player("A", 500), player("A", 500)], [], "two entry ratings"),
        ([player("A", 500)], [game("e1", "A", "B", 2)], "player B has no entry rating"),
        ([player("A", 50)], [], "not between"),
        ([player("A", 500)], [game("e9", "A", "B", 2)], "not among the events"),
    ]:
        with pytest.raises(ValueError, match=text):
            replay(entries, [event("e1", 0)], games, FNX_2026)
        with pytest.raises(ValueError, match=text):
            book_of(entries, [event("e1", 0)], games, FNX_2026)


@pytest.mark.parametrize("speed", ["plain", "compiled"])
def test_more_games_than_64_bits_hold_are_refused(speed: Speed) -> None:
    games = [game("e1", "A", "B", 2, round=n) for n in range(1, 10_100)]
    book = book_of([player("A", 500), player("B", 500)], [event("e1", 0)], games, FNX_2026)
    with pytest.raises(OverflowError, match="event e1: the games of A are too many"):
        run(book, speed)


@pytest.mark.parametrize("speed", ["plain", "compiled"])
@pytest.mark.parametrize("make", [ordinary, hostile], ids=["ordinary", "hostile"])
def test_known_results_are_a_checkpoint(make: Callable[..., History], speed: Speed) -> None:
    """From any event on, with overlaps, the loop gives what it gives from the first."""
    book = make(3000, 100, seed=2).book()
    whole = run(book, speed)
    for known in (0, 1, book.n_events // 2, book.n_events - 1, book.n_events):
        rest = run(book, speed, known=whole.results, known_events=known)
        assert rest.states[0][:] == pytest.approx(whole.states[0][:], abs=0)
        first = int(book.events.first_game[known])
        for column, other in zip(as_arrays(rest.results), as_arrays(whole.results), strict=True):
            assert np.array_equal(column, other)
        for column, other in zip(as_arrays(rest.ledger), as_arrays(whole.ledger), strict=True):
            assert np.array_equal(column[first:], other[first:])


def test_shuffled_games_and_the_two_ways_to_seat_agree() -> None:
    season = as_values(ordinary(2000, 90))
    shuffled = (season[0][::-1], season[1][::-1], season[2][::-1])
    book, again = book_of(*season, FNX_2026), book_of(*shuffled, FNX_2026)
    assert book == again
    columns = ordinary(2000, 90).book()
    assert as_lists(columns.entries) == book.entries
    assert as_lists(columns.games) == book.games
    assert list(columns.events.first_entry) == book.events.first_entry


def test_visible_events_end_by_the_start() -> None:
    events = in_order(
        [event("a", 0, 3, number=1), event("b", 2, 4, number=2), event("c", 4, 5, number=3)], FNX_2026
    )
    assert visible(events, FNX_2026) == [0, 0, 2]
    assert visible(events, methodology_for({"pre_event": "order"})) == [0, 1, 2]


def test_the_units_of_a_plain_book_are_whole_python_numbers() -> None:
    computed = run(ordinary(500, 40).book(), "plain")
    assert {type(value) for column in computed.results for value in column} == {int}
    assert all(0 < value < DENOMINATOR for value in computed.ledger.expected)


def test_small_books_stay_plain() -> None:
    assert speed_for(1000) == "plain"
    assert speed_for(10**7) == "compiled"


# --- nothing but the facts decides ------------------------------------------------------------------------

PRINT_DIGEST = """
from benchmarks.books import hostile, ordinary
from engine.columns import digest
from engine.kernel import run
print(*(digest(run(make(20000, 500).book(), {speed!r})) for make in (ordinary, hostile)))
"""


def digests(speed: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PRINT_DIGEST.format(speed=speed)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_digests_do_not_depend_on_hash_seed_processor_or_threads(tmp_path: Path) -> None:
    """The compiled loop for the plainest processor, without optimization, in a cache of its own."""
    expected = digests("plain", PYTHONHASHSEED="1")
    assert len(expected.split()) == 2
    plainest = {"NUMBA_CPU_NAME": "generic", "NUMBA_OPT": "0", "NUMBA_NUM_THREADS": "1"}
    assert digests("compiled", PYTHONHASHSEED="2", NUMBA_CACHE_DIR=str(tmp_path), **plainest) == expected
    assert (
        " ".join(digest(run(make(20000, 500).book(), "compiled")) for make in (ordinary, hostile)) == expected
    )


def test_with_compiling_switched_off_large_books_stay_plain() -> None:
    program = "from engine.kernel import speed_for; print(speed_for(10**7))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "plain"


def test_a_plain_run_imports_neither_numpy_nor_numba() -> None:
    program = (
        "import sys, datetime\n"
        "from engine.book import book_of\n"
        "from engine.entry import EntryState\n"
        "from engine.kernel import run\n"
        "from engine.methodology import FNX_2026\n"
        "from engine.rows import RatedEvent, RatedGame\n"
        "day = datetime.date(2026, 2, 1)\n"
        "season = ([EntryState('A', 500, 0, True), EntryState('B', 500, 0, True)],\n"
        "  [RatedEvent('e', day, day, None, 1, False)], [RatedGame('e', 1, 1, 'A', 'B', 2, 'STD')])\n"
        "run(book_of(*season, FNX_2026))\n"
        "print({'numpy', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "set()"


def test_the_digest_tells_every_column_apart() -> None:
    book: Book = ordinary(300, 30).book()
    computed: Computed = run(book, "plain")
    seen = {digest(computed)}
    for name in Results._fields:
        column = list(getattr(computed.results, name))
        column[-1] += 1
        seen.add(digest(replace(computed, results=computed.results._replace(**{name: column}))))
    assert len(seen) == len(Results._fields) + 1
    assert digest(run(book_of_arrays(book), "compiled")) == digest(computed)


def test_dates_far_apart_make_no_difference() -> None:
    """The order is all that counts: the same season a century later."""
    season = as_values(ordinary(500, 40, leagues=0.5))
    moved = [
        replace(one, start_date=one.start_date + timedelta(36525), end_date=one.end_date + timedelta(36525))
        for one in season[1]
    ]
    later: tuple[list[EntryState], list[RatedEvent], list[RatedGame]] = (season[0], moved, season[2])
    assert digest(run(book_of(*later, FNX_2026))) == digest(run(book_of(*season, FNX_2026)))

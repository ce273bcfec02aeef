"""The engine's speed: three forms of the calculation, what the cost grows with, peers, a large history.

Each figure stands beside others of the same run, in CPU seconds (medians), because machines and neighbours
differ. ``python -m benchmarks.engine`` takes ``--large`` for ten million games (ten minutes, 4 GB of disk)
and prints peers where ``riix``, ``elote`` and ``skelo`` can be imported; ``--history`` is the large history
alone, with ten million games, ``--linear`` what the cost per game grows with, in turn.

Belongs here: what is measured of the engine. Does not belong here: the data (`books`), the steps of a large
history (`history`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.timing import measured

if TYPE_CHECKING:
    from benchmarks.books import History

ROOT = Path(__file__).resolve().parent.parent


def engine(large: bool = False) -> None:
    """All of it."""
    forms(large)
    growth()
    rounds()
    if large:
        sizes()
    peers()
    large_history(10_000_000 if large else 1_000_000)


def forms(large: bool) -> None:
    """Specification, plain and compiled loop, each with the full ledger, beside a float loop without one."""
    from benchmarks.books import hostile, ordinary
    from engine.columns import book_of_arrays, book_of_lists
    from engine.kernel import run
    from engine.methodology import FNX_2026
    from engine.replay import replay
    from tests.engine.test_kernel import as_values

    print("games      players  data       M games/s: specification   plain  compiled   float loop, no ledger")
    sizes = [(10_000, 600), (100_000, 3_000), (1_000_000, 20_000), (10_000_000, 100_000)]
    for games, players in sizes if large else sizes[:3]:
        for make in (ordinary, hostile) if games <= 100_000 else (ordinary,):
            history = make(games, players)
            book = history.book()
            runs = 3 if games <= 1_000_000 else 1
            rates: list[float | None] = [None]
            if games <= 100_000:
                season = as_values(history)
                rates = [measured(partial(replay, *season, FNX_2026), 1)]
            rates.append(None)
            if games <= 1_000_000:
                rates[1] = measured(partial(run, book_of_lists(book), "plain"), runs)
            rates.append(measured(partial(run, book_of_arrays(book), "compiled"), 5))
            yardstick = partial(_float_loop, *_by_player(history))
            rates.append(measured(yardstick, runs) if games <= 1_000_000 else None)
            shown = "  ".join("      -" if one is None else f"{games / one / 1e6:>7.2f}" for one in rates)
            print(f"{games:>10,} {players:>8,}  {make.__name__:<10} {shown}", flush=True)


def _by_player(history: History) -> tuple[list[int], ...]:
    """Ratings, and white, black and half points by game."""
    columns = (history.players.rating, history.white, history.black, history.half_points)
    return tuple(column.tolist() for column in columns)


def _float_loop(start: list[int], white: list[int], black: list[int], scores: list[int]) -> None:
    """The yardstick: sequential Elo in floats, no ledger, no rounding, no development."""
    ratings = [float(one) for one in start]
    for p, q, half_points in zip(white, black, scores, strict=True):
        change = 15 * (half_points / 2 - 1 / (1 + 10 ** ((ratings[q] - ratings[p]) / 400)))
        ratings[p] += change
        ratings[q] -= change


def growth() -> None:
    """What the compiled and the plain loop cost per game by shape of the events and number of players."""
    from benchmarks.books import ordinary
    from engine.columns import book_of_arrays, book_of_lists
    from engine.kernel import run

    print("\n200,000 games, ns per game:     compiled    plain")
    shapes = [
        ("events of 10, 1 round", {"sizes": (10, 10), "rounds": (1, 1)}),
        ("events of 60, 1 round", {"sizes": (60, 60), "rounds": (1, 1)}),
        ("events of 60, 11 rounds", {"sizes": (60, 60), "rounds": (11, 11)}),
        ("events of 200, 11 rounds", {"sizes": (200, 200), "rounds": (11, 11)}),
    ]
    cases = [(name, ordinary(200_000, 5_000, **shape)) for name, shape in shapes]  # type: ignore[arg-type]
    cases += [(f"{players:,} players", ordinary(200_000, players)) for players in (1_000, 20_000, 200_000)]
    for name, history in cases:
        book = history.book()
        compiled = measured(partial(run, book_of_arrays(book), "compiled"), 5)
        plain = measured(partial(run, book_of_lists(book), "plain"), 1)
        print(f"  {name:<28} {compiled / 200_000 * 1e9:>9.1f} {plain / 200_000 * 1e9:>8.0f}", flush=True)


def rounds(games: int = 200_000) -> None:
    """Events of one round beside those of eleven: what a row of results costs."""
    from benchmarks.books import ordinary

    shapes = {f"events of 60, {n} rounds": (n, n) for n in (11, 1)}
    _in_turn(
        {name: ordinary(games, 5_000, sizes=(60, 60), rounds=shape) for name, shape in shapes.items()}, 12
    )


def sizes() -> None:
    """Ten million games beside one million: whether the cost per game stays."""
    from benchmarks.books import ordinary

    shapes = [(1_000_000, 20_000), (10_000_000, 20_000), (10_000_000, 100_000)]
    _in_turn(
        {f"{games:,} games, {players:,} players": ordinary(games, players) for games, players in shapes}, 7
    )


def _in_turn(histories: dict[str, History], turns: int) -> None:
    """The compiled loop on each history in turn: medians, and what they are to the first. Memory that the
    system has to find, which a process of its own pays once, is its own column.
    """
    from resource import RUSAGE_SELF, getrusage

    from engine.columns import book_of_arrays
    from engine.kernel import run

    books = {name: book_of_arrays(history.book()) for name, history in histories.items()}
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in books}
    for turn in range(turns + 1):
        for name, book in books.items():
            before = getrusage(RUSAGE_SELF)
            run(book, "compiled")
            after = getrusage(RUSAGE_SELF)
            if turn:
                used = (after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime)
                spent[name].append((used[0] / book.n_games * 1e9, used[1] / book.n_games * 1e9))
    print(f"\nin turn, {turns} times: ns per game (compiled), and of the system; ratio to the first")
    middle = {
        name: [sorted(one)[turns // 2] for one in zip(*times, strict=True)] for name, times in spent.items()
    }
    first = next(iter(middle.values()))[0]
    for name, (own, system) in middle.items():
        print(f"  {name:<34} {own:>6.1f} {system:>6.1f} {own / first:>6.2f}", flush=True)


# --- peers ------------------------------------------------------------------------------------------------


def peers(games: int = 1_000_000, players: int = 20_000, rounds: int = 3) -> None:
    """Elo of other libraries on the same games, turn by turn with ours. They do less: one K, floats, no
    ledger.
    """
    import numpy as np

    from benchmarks.books import ordinary
    from engine.columns import book_of_arrays, book_of_lists
    from engine.kernel import run

    history = ordinary(games, players)
    book = history.book()
    offsets = history.first_game
    matchups = np.ascontiguousarray(np.stack([history.white, history.black], axis=1))
    outcomes = history.half_points / 2.0
    lists = [column.tolist() for column in (history.white, history.black, history.half_points)]
    ours: dict[str, Callable[[], object]] = {
        "compiled": partial(run, book_of_arrays(book), "compiled"),
        "plain": partial(run, book_of_lists(book), "plain"),
    }
    theirs: dict[str, Callable[[], object]] = {}
    try:
        from riix.models.elo import Elo

        def riix() -> None:
            model = Elo(competitors=list(range(players)), update_method="batched")
            for start, stop in pairwise(offsets):
                model.update(matchups=matchups[start:stop], outcomes=outcomes[start:stop], use_cache=False)

        theirs["riix, batched by event"] = riix
    except ImportError:
        pass
    try:
        from elote import EloCompetitor

        def elote() -> None:
            people = [EloCompetitor(initial_rating=500) for _ in range(players)]
            for white, black, half_points in zip(*lists, strict=True):
                if half_points == 2:
                    people[white].beat(people[black])
                elif half_points == 1:
                    people[white].tied(people[black])
                else:
                    people[black].beat(people[white])

        theirs["elote, game by game"] = elote
    except ImportError:
        pass
    try:
        from skelo.model.elo import EloModel

        def skelo() -> None:  # draws do not exist there: they go to black
            model = EloModel(default_k=20)
            for player in range(players):
                model.add(player)
            for time_, (white, black, half_points) in enumerate(zip(*lists, strict=True)):
                first, second = (white, black) if half_points == 2 else (black, white)
                model.update(first, second, time_)

        theirs["skelo, winner and loser"] = skelo
    except ImportError:
        pass
    print(f"\npeers, {games:,} games: M games/s, and how many times as fast we are (compiled, plain)")
    if not theirs:
        print("  none can be imported: riix, elote and skelo in an environment of their own")
        return
    spent: dict[str, list[float]] = {name: [] for name in (*ours, *theirs)}
    for work in ours.values():
        work()
    for _ in range(rounds):
        for name, work in (*ours.items(), *theirs.items()):
            started = time.process_time()
            work()
            spent[name].append(time.process_time() - started)
    middle = {name: sorted(times)[len(times) // 2] for name, times in spent.items()}
    for name, seconds in middle.items():
        faster = [seconds / middle[mine] for mine in ours]
        ratio = "" if name in ours else f"  {faster[0]:>6.1f} {faster[1]:>6.2f}"
        print(f"  {name:<24} {games / seconds / 1e6:>8.3f}{ratio}", flush=True)


# --- a large history --------------------------------------------------------------------------------------


def large_history(games: int) -> None:
    """DuckDB to Parquet ledger, a week on top, a corrected result in the middle; each against a full
    replay.
    """
    from benchmarks.books import ordinary
    from benchmarks.history import cut, same_rows, write_inputs

    history = ordinary(games, games // 100)
    total = len(history.events)
    last = history.events[-1].end_date
    week = sum((last - one.end_date).days < 7 for one in history.events)
    print(f"\nhistory of {len(history.white):,} games, {total:,} events; last week {week} events")
    print("  step                      wall s   CPU s  peak MB  events written  load before")
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        inputs = folder / "inputs.duckdb"
        write_inputs(cut(history, total - week), inputs)
        _step("compute", folder)
        write_inputs(history, inputs)
        appended = _step("append", folder)
        game = int(history.first_game[total // 2])
        history.half_points[game] = (history.half_points[game] + 1) % 3
        write_inputs(history, inputs)
        corrected = _step("correct", folder)
        (folder / "ledger").rename(folder / "incremental")
        full = _step("compute", folder)
        same = corrected == full and all(same_rows(folder / "incremental", folder / "ledger"))
        print(f"  the corrected ledger is that of a full replay, bit by bit: {same} (week: {appended[:12]})")


def _step(name: str, folder: Path) -> str:
    load = os.getloadavg()[0]
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.history", name, str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    wall = time.perf_counter() - started
    cpu, peak, events, link = done.stdout.split()
    print(f"  {name:<24} {wall:>7.2f} {cpu:>7} {peak:>8} {events:>15} {load:>12.1f}", flush=True)
    return link


if __name__ == "__main__":
    print(f"python {sys.version.split()[0]}, medians of CPU time")
    if "--peers" in sys.argv:
        peers()
    elif "--history" in sys.argv:
        large_history(10_000_000)
    elif "--linear" in sys.argv:
        rounds()
        sizes()
    else:
        engine(large="--large" in sys.argv)

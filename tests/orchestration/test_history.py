"""A large history's ledger: whole, week by week and corrected, it is always that of a full replay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import numpy as np
import pytest

from benchmarks.books import History, hostile, ordinary
from benchmarks.history import cut, same_rows, write_inputs
from engine.chain import Change, chain_of
from engine.columns import Players
from engine.kernel import run
from engine.methodology import FNX_2026, PerRhythm
from engine.replay import RatedEvent
from engine.versions import Rulebook
from orchestration.history import Written, append, compute, correct
from orchestration.ledger_segments import stored_links, views


def last_link(history: History) -> str:
    book = history.book()
    return chain_of(book, run(book))[-1].link


@pytest.mark.parametrize(
    "history", [ordinary(4000, 150, leagues=0.3), hostile(1500, 60)], ids=["ordinary", "hostile"]
)
def test_weeks_appended_give_the_full_replay(tmp_path: Path, history: History) -> None:
    """Leagues that overlap the weeks, players who come for the first time."""
    total = len(history.events)
    write_inputs(cut(history, total // 2), tmp_path / "inputs.duckdb")
    compute(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
    for n_events in (total // 2 + 1, total - 5, total - 4, total):
        write_inputs(cut(history, n_events), tmp_path / "inputs.duckdb")
        written = append(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
        assert written.change is not None and written.change.reason == "added"
        assert written.link == last_link(cut(history, n_events))
    again = append(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
    assert (again.events, again.link) == (0, written.link)
    compute(tmp_path / "inputs.duckdb", tmp_path / "full", FNX_2026)
    assert same_rows(tmp_path / "ledger", tmp_path / "full") == (True, True)
    assert stored_links(tmp_path / "ledger") == stored_links(tmp_path / "full")


def test_a_correction_writes_what_changed_and_no_more(tmp_path: Path) -> None:
    history = ordinary(4000, 150)
    inputs, ledger = tmp_path / "inputs.duckdb", tmp_path / "ledger"
    write_inputs(history, inputs)
    whole = compute(inputs, ledger, FNX_2026)
    assert correct(inputs, ledger, FNX_2026).change is None
    middle = len(history.events) // 2
    game = int(history.first_game[middle])
    history.half_points[game] = (history.half_points[game] + 1) % 3
    write_inputs(history, inputs)
    written = correct(inputs, ledger, FNX_2026)
    assert written.change == Change(middle, "games", history.events[middle].event_id)
    assert 0 < written.events < whole.events - middle
    assert written.link == last_link(history)
    compute(inputs, tmp_path / "full", FNX_2026)
    assert same_rows(ledger, tmp_path / "full") == (True, True)
    # And back again: a third segment, the first chain.
    history.half_points[game] = (history.half_points[game] + 2) % 3
    write_inputs(history, inputs)
    assert correct(inputs, ledger, FNX_2026).link == whole.link


def in_force_as_computed(folder: Path, rules: Rulebook = FNX_2026) -> bool:
    """Whether the ledger in force has the rows of a full computation of the same inputs."""
    full = folder / f"full-{len(list(folder.iterdir()))}"
    compute(folder / "inputs.duckdb", full, rules)
    links = stored_links(folder / "ledger") == stored_links(full)
    return links and same_rows(folder / "ledger", full) == (True, True)


def altered(folder: Path, *statements: str) -> None:
    with duckdb.connect(str(folder / "inputs.duckdb")) as connection:
        for statement in statements:
            connection.execute(statement)


def by_hand() -> History:
    """A (500) beats B (640); a week later A draws with D. C (640) does not play."""
    days = [date(2026, 2, day) for day in (1, 8)]
    events = [RatedEvent(f"e{n}", day, day, None, n + 1, False) for n, day in enumerate(days)]
    states = Players(*(np.array(column) for column in ([500, 640, 640, 532], [60] * 4, [0] * 4)))
    columns = {"white": [0, 0], "black": [1, 3], "half_points": [2, 1], "rhythm": [0, 0]}
    games = {name: np.array(column) for name, column in {"round": [1, 1], "board": [1, 1], **columns}.items()}
    return History(["A", "B", "C", "D"], states, events, np.array([0, 1, 2]), **games)


def test_who_played_is_corrected_where_no_number_changes(tmp_path: Path) -> None:
    """Two debutants of one rating, one beside the other in every row: the results say the same of either."""
    write_inputs(by_hand(), tmp_path / "inputs.duckdb")
    compute(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
    altered(tmp_path, "update games set black = 2 where homologation_no = 1")
    written = correct(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
    assert written == Written(1, 1, Change(0, "games", "e0"), written.link)
    assert in_force_as_computed(tmp_path)
    with duckdb.connect() as connection:
        views(connection, tmp_path / "ledger")
        played = connection.execute("select white, black from ledger order by place").fetchall()
    assert played == [(0, 2), (0, 3)]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("update games set board = board + 1 where homologation_no = 6", "games"),
        ("update events set homologation_no = 90000 where homologation_no = 6", "facts"),
        ("update events set end_time = '23:59' where homologation_no = 6", "facts"),
    ],
    ids=["boards", "homologation number", "time"],
)
def test_an_event_is_written_again_for_what_changes_no_rating(
    tmp_path: Path, statement: str, reason: str
) -> None:
    """Boards, and the number or time of an event that is alone on its day and stays where it was."""
    history = ordinary(2000, 100)
    days = [one.end_date for one in history.events]
    place = 5
    assert days.count(days[place]) == 1
    write_inputs(history, tmp_path / "inputs.duckdb")
    compute(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
    renumbered = "update games set homologation_no = 90000 where homologation_no = 6"
    altered(tmp_path, statement, *([renumbered] if "90000" in statement else []))
    written = correct(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
    assert (written.change, written.events) == (Change(place, reason, history.events[place].event_id), 1)
    assert in_force_as_computed(tmp_path)
    assert correct(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026).change is None


def test_another_methodology_writes_everything_again(tmp_path: Path) -> None:
    """K is in the rows of every game, also where the changes are nothing at any K: a draw between equals."""
    history = by_hand()
    history.players.rating[:] = 600
    history.half_points[:] = 1
    write_inputs(history, tmp_path / "inputs.duckdb")
    compute(tmp_path / "inputs.duckdb", tmp_path / "ledger", FNX_2026)
    rules = replace(FNX_2026, version="other", k_ordinary=PerRhythm(26, 16, 12))
    written = correct(tmp_path / "inputs.duckdb", tmp_path / "ledger", rules)
    assert (written.events, written.change) == (2, Change(0, "methodology", "e0"))
    assert in_force_as_computed(tmp_path, rules)


@pytest.mark.parametrize("make", [ordinary, hostile], ids=["ordinary", "hostile"])
def test_weeks_and_corrections_in_turn(tmp_path: Path, make: Callable[..., History]) -> None:
    """A week, a correction, a week, an event that leaves in the middle, a week, and the event back: late."""
    history = make(1500, 80)
    total = len(history.events)
    inputs, ledger = tmp_path / "inputs.duckdb", tmp_path / "ledger"

    def known(n_events: int, *without: int) -> None:
        write_inputs(cut(history, n_events), inputs)
        for number in without:
            altered(
                tmp_path,
                f"delete from games where homologation_no = {number}",
                f"delete from events where homologation_no = {number}",
            )

    def last(step: Callable[[Path, Path, Rulebook], Written]) -> Change | None:
        written = step(inputs, ledger, FNX_2026)
        assert in_force_as_computed(tmp_path)
        return written.change

    known(total - 9)
    compute(inputs, ledger, FNX_2026)
    known(total - 6)
    assert last(append) == Change(total - 9, "added", history.events[total - 9].event_id)
    place = total // 3
    game = int(history.first_game[place])
    history.half_points[game] = (history.half_points[game] + 1) % 3
    known(total - 6)
    assert last(correct) == Change(place, "games", history.events[place].event_id)
    known(total - 3)
    assert last(append) == Change(total - 6, "added", history.events[total - 6].event_id)
    gone = total // 2
    known(total - 3, gone + 1)
    left, came = history.events[gone].event_id, history.events[gone + 1].event_id
    assert last(correct) == Change(gone, "removed", came, left)
    known(total, gone + 1)
    assert last(append) == Change(total - 4, "added", history.events[total - 3].event_id)
    known(total)
    assert last(correct) == Change(gone, "added", left)
    assert correct(inputs, ledger, FNX_2026).change is None


def test_a_late_event_is_a_correction_at_its_place(tmp_path: Path) -> None:
    history = ordinary(4000, 150)
    inputs, ledger = tmp_path / "inputs.duckdb", tmp_path / "ledger"
    write_inputs(history, inputs)
    place = len(history.events) // 3
    with duckdb.connect(str(inputs)) as connection:
        late = connection.execute(
            "delete from events where homologation_no = ? returning *", [place + 1]
        ).to_arrow_table()
        games = connection.execute(
            "delete from games where homologation_no = ? returning *", [place + 1]
        ).to_arrow_table()
    compute(inputs, ledger, FNX_2026)
    with duckdb.connect(str(inputs)) as connection:
        connection.register("late", late)
        connection.register("late_games", games)
        connection.execute("insert into events select * from late")
        connection.execute("insert into games select * from late_games")
    with pytest.raises(ValueError, match="a correction, not a week"):
        append(inputs, ledger, FNX_2026)
    written = correct(inputs, ledger, FNX_2026)
    assert written.change == Change(place, "added", history.events[place].event_id)
    assert written.link == last_link(history)
    compute(inputs, tmp_path / "full", FNX_2026)
    assert same_rows(ledger, tmp_path / "full") == (True, True)


def test_an_event_that_left_is_in_no_view(tmp_path: Path) -> None:
    history = ordinary(3000, 150)
    inputs, ledger = tmp_path / "inputs.duckdb", tmp_path / "ledger"
    write_inputs(history, inputs)
    compute(inputs, ledger, FNX_2026)
    shorter = cut(history, len(history.events) - 1)
    write_inputs(shorter, inputs)
    written = correct(inputs, ledger, FNX_2026)
    assert (written.events, written.link) == (0, last_link(shorter))
    assert written.change == Change(len(shorter.events), "removed", None, history.events[-1].event_id)
    compute(inputs, tmp_path / "full", FNX_2026)
    assert same_rows(ledger, tmp_path / "full") == (True, True)
    assert history.events[-1].end_date > date(2006, 1, 1)

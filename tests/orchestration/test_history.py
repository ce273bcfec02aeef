"""A large history's ledger: whole, week by week and corrected, it is always that of a full replay."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import duckdb
import pytest

from benchmarks.books import History, hostile, ordinary
from benchmarks.history import cut, same_rows, write_inputs
from engine.chain import Change, chain_of
from engine.kernel import run
from engine.methodology import FNX_2026
from orchestration.history import append, compute, correct
from orchestration.ledger_segments import stored_links


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

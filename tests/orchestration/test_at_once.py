"""Several at once: publications one after the other, and readers who never meet a lock."""

from __future__ import annotations

import multiprocessing
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

from orchestration.home import Home
from orchestration.publication.analysts_copy import is_current, refresh
from orchestration.publication.chain import altered_lists, published_lists
from orchestration.publication.draft import write_draft
from orchestration.publication.publish import publish
from tests.orchestration.publication_marts import FIRST, SECOND, context, marts

#: Processes start without the threads that Arrow and DuckDB have running in this one.
PROCESSES = multiprocessing.get_context("forkserver")
PUBLISHERS, READERS, SWAPS = 3, 5, 6


def _publish(root: Path, gate: Any, outcomes: Any) -> None:
    said: list[str] = []
    gate.wait()
    with Home(root).writer(said.append, wait_seconds=60):
        result = publish(root / "exports", FIRST, datetime(2026, 2, 4, 9))
        time.sleep(0.5)
    outcomes.put((result.status, len(said)))


def _read(copy: Path, stop: Any, outcomes: Any) -> None:
    """Open, count and close until told; a finished look says how many lists there were."""
    reads, last = 0, 0
    try:
        while not stop.is_set() or not reads:
            with duckdb.connect(str(copy), read_only=True) as con:
                (lists,) = con.execute("SELECT count(*) FROM marts.dim_list").fetchone() or (0,)
                (held,) = con.execute("SELECT count(DISTINCT list) FROM marts.fct_list").fetchone() or (0,)
            assert lists == held and lists >= last
            reads, last = reads + 1, lists
        outcomes.put(("read", reads))
    except Exception as error:
        outcomes.put((f"{type(error).__name__}: {error}", reads))


def test_publications_at_once_publish_once(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.make_layout()
    write_draft(marts(), home.exports, context())
    gate, outcomes = PROCESSES.Barrier(PUBLISHERS), PROCESSES.Queue()
    publishers = [
        PROCESSES.Process(target=_publish, args=(tmp_path, gate, outcomes)) for _ in range(PUBLISHERS)
    ]
    for process in publishers:
        process.start()
    found = sorted(outcomes.get(timeout=90) for _ in publishers)
    for process in publishers:
        process.join(30)
    assert [status for status, _ in found] == ["published", *["unchanged"] * (PUBLISHERS - 1)]
    assert sum(told for _, told in found) >= PUBLISHERS - 1  # each who waited said so once
    assert altered_lists(home.exports, with_files=True) == ()


def test_readers_of_the_analysts_copy_meet_no_lock_while_it_is_replaced(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.make_layout()
    write_draft(marts(), home.exports, context())
    publish(home.exports, FIRST, datetime(2026, 2, 4, 9))
    refresh(home.exports, home.analysts_copy)
    stop, outcomes = PROCESSES.Event(), PROCESSES.Queue()
    readers = [
        PROCESSES.Process(target=_read, args=(home.analysts_copy, stop, outcomes)) for _ in range(READERS)
    ]
    for process in readers:
        process.start()
    with home.writer(print):
        write_draft(marts(SECOND), home.exports, context(SECOND))
        publish(home.exports, SECOND, datetime(2026, 2, 11, 9))
        for _ in range(SWAPS):
            refresh(home.exports, home.analysts_copy)
    stop.set()
    found = [outcomes.get(timeout=60) for _ in readers]
    for process in readers:
        process.join(30)
    assert {status for status, _ in found} == {"read"}
    assert is_current(home.exports, home.analysts_copy) and len(published_lists(home.exports)) == 2

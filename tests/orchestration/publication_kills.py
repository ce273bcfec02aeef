"""A process that is killed at its n-th step on disk, for the tests of atomic publication.

Belongs here: counting what a process does to files (audit events) and killing it without warning.
Does not belong here: what must hold afterwards.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from orchestration.publication.draft import write_draft
from orchestration.publication.publish import publish
from tests.orchestration.publication_marts import FIRST, SECOND, context, marts

_MOVES = frozenset({"os.rename", "os.mkdir", "os.rmdir", "os.symlink"})
#: Steps that repeat for each of some twenty files: one in five is a place to be killed at.
_REPEATED = frozenset({"open", "os.remove", "os.chmod"})
_EVERY = 5


def kills(action: Callable[[Path], None], homes: Callable[[int], Path]) -> Iterator[tuple[int, Path, bool]]:
    """Run `action` in a process of its own, killed before its step 1, 2, 3 ... on a fresh home each time.

    Gives step, home and whether the process came to its end, which is the last one.
    """
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.orchestration.publication_kills"])
    step, finished = 0, False
    while not finished:
        step += 1
        home = homes(step)
        process = processes.Process(target=_act, args=(action, home, step))
        process.start()
        process.join(60)
        assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
        finished = process.exitcode == 0
        yield step, home, finished


def draft_second_version(exports: Path) -> None:
    """The draft of the first list again, from a later state of the marts."""
    write_draft(later_marts(), exports, context())


def publish_second(exports: Path) -> None:
    """Publication of the second list."""
    publish(exports, SECOND, datetime(2026, 2, 11, 9))


def later_marts() -> Any:
    """Marts of the first list in which one rating differs."""
    con = marts(FIRST)
    con.execute("UPDATE marts.fct_list SET rating = 901 WHERE fnx_id = 'FNX-1'")
    return con


def _act(action: Callable[[Path], None], home: Path, step: int) -> None:
    seen = repeated = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal seen, repeated
        if event in _REPEATED and (event != "open" or _writes(arguments, str(home))):
            repeated += 1
            seen += repeated % _EVERY == 1
        elif event in _MOVES:
            seen += 1
        else:
            return
        if seen == step:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    action(home)


def _writes(arguments: tuple[Any, ...], home: str) -> bool:
    path, mode = arguments[:2]
    return isinstance(path, str | Path) and str(path).startswith(home) and "w" in (mode or "")

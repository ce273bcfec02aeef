"""One way to time work, for every benchmark of this folder."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median


def measured(work: Callable[[], object], runs: int = 5) -> float:
    """The median CPU seconds of some work, after one run that is not counted."""
    return median(_seconds(work, runs))


def least(work: Callable[[], object], runs: int) -> float:
    """The least CPU seconds of some work: another process on the machine can only add to them."""
    return min(_seconds(work, runs))


def _seconds(work: Callable[[], object], runs: int) -> list[float]:
    work()
    times = []
    for _ in range(runs):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return times

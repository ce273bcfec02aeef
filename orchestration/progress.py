"""How far a long loop is, for whoever waits: a bar on a terminal, a line now and then elsewhere.

Belongs here: showing progress. Does not belong here: what is being done.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Loops shorter than this are over before anybody wonders.
WORTH_SHOWING = 200
SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def counted(text: str, total: int, say: Callable[[str], None]) -> Iterator[Callable[[int], None]]:
    """Gives a function to be told how many more are done; ``say`` takes the lines where there is no terminal.

    The bar goes to standard error and disappears when the loop ends. Short loops show nothing.
    """
    if total < WORTH_SHOWING:
        yield lambda more: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("  {task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(text, total=total)
            yield lambda more: bar.advance(task, more)
    else:
        yield _Lines(text, total, say).advance


class _Lines:
    """Says every few seconds how much is done."""

    def __init__(self, text: str, total: int, say: Callable[[str], None]) -> None:
        self.text, self.total, self.say = text, total, say
        self.done = 0
        self.last = time.monotonic()

    def advance(self, more: int) -> None:
        self.done += more
        now = time.monotonic()
        if now - self.last >= SECONDS_BETWEEN_LINES:
            self.last = now
            self.say(f"{self.text}: {self.done} of {self.total}")

"""What visits to the replica share: a clock that only waiting moves, and browsers in a hurry.

What belongs here: the injected time and the manners of tests. What does not: what a visit should find.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapers.web import Browser, Manners, user_agent

AGENT = user_agent("rating@exemplo.org")
MANNERS = Manners(AGENT, delay=5, attempts=4, first_wait=4, connect_timeout=2, read_timeout=0.2)


@dataclass
class Time:
    """Seconds that pass only by waiting."""

    now: float = 1000.0
    waits: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def clock(self) -> float:
        return self.now


def browser(time: Time | None = None, manners: Manners = MANNERS) -> Browser:
    time = time or Time()
    return Browser(manners, sleep=time.sleep, clock=time.clock)

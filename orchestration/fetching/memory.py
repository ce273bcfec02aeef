"""What is remembered of a source between visits: versions, the day's budget, health. One small file each.

Belongs here: `fetch/<source>.json` and the lock that keeps two visits apart. Does not belong here: what is
asked. Losing the folder loses no fact: the next visit asks for more than it needs to.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from orchestration.durable import clear_leftovers, replace_file
from orchestration.home import Home, HomeError
from scrapers.web import SourceProblem, Validators


@dataclass(slots=True)
class Health:
    """How the source has answered. ``troubles``: visits in a row that were cut short."""

    last_visit: str | None = None
    last_success: str | None = None
    troubles: int = 0
    last_problem: str | None = None
    last_kind: str | None = None


@dataclass(slots=True)
class Memory:
    """The memory of one source. ``items``: what is known of each thing asked for, by its key."""

    path: Path
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    health: Health = field(default_factory=Health)
    budget_day: str | None = None
    spent: int = 0

    @classmethod
    def of(cls, home: Home, source: str) -> Memory:
        """What is remembered; nothing where there is no file, or none that can be read."""
        memory = cls(home.fetched / f"{source}.json")
        try:
            saved = json.loads(memory.path.read_text(encoding="utf-8"))
            memory.items = {str(key): dict(value) for key, value in saved["items"].items()}
            memory.health = Health(**saved["health"])
            memory.budget_day, memory.spent = saved["budget_day"], int(saved["spent"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls(memory.path)
        return memory

    def save(self) -> None:
        saved = {
            "budget_day": self.budget_day,
            "spent": self.spent,
            "health": asdict(self.health),
            "items": dict(sorted(self.items.items())),
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(self.path, json.dumps(saved, ensure_ascii=False, indent=1).encode("utf-8"))

    def left(self, budget: int, today: date) -> int:
        return max(0, budget - (self.spent if self.budget_day == str(today) else 0))

    def allowance(self, budget: int, now: Callable[[], datetime]) -> Callable[[], None]:
        """Count one request before it is made, on disk: a killed visit has spent what it spent."""

        def allow() -> None:
            today = now().date()
            if not self.left(budget, today):
                raise SourceProblem(
                    "budget", f"o limite de {budget} pedidos por dia foi alcançado; continua amanhã."
                )
            if self.budget_day != str(today):
                self.budget_day, self.spent = str(today), 0
            self.spent += 1
            self.save()

        return allow

    def validators(self, key: str) -> Validators:
        item = self.items.get(key, {})
        return Validators(item.get("etag"), item.get("last_modified"), item.get("length"))

    def keep(self, key: str, validators: Validators, **facts: Any) -> None:
        self.items[key] = {**asdict(validators), **facts}

    def asked_on(self, key: str) -> date | None:
        asked = self.items.get(key, {}).get("asked_on")
        return date.fromisoformat(asked) if asked else None


@contextmanager
def visiting(home: Home, source: str) -> Iterator[None]:
    """Hold the right to visit a source: one visit at a time. Raises HomeError if another one goes on."""
    home.fetched.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(home.fetched / f"{source}.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HomeError(
                f"another fnx fetch is visiting {source} for {home.root}; wait for it to end"
            ) from None
        for folder in (home.fetched, home.fide, home.cbx_cards, home.cbx_lists, home.cbx_calendar):
            clear_leftovers(folder)
        yield
    finally:
        os.close(descriptor)

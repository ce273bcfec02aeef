"""What visits of both sources share: the plan, the outcomes, keeping files.

Belongs here: one thing to ask for, what became of it, the report; putting a file into the inbox in one step.
Does not belong here: any one source (`fide`, `cbx`).
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from orchestration import week
from orchestration.durable import flush_path, replace_file, staged
from orchestration.fetching.memory import Health, Memory
from orchestration.fetching.settings import FetchSettings
from orchestration.home import Home
from scrapers.web import Browser, Kind, Manners, SourceProblem, user_agent

#: Troubles that end a visit at once; after the others it goes on with the next thing.
ENDING: tuple[Kind, ...] = ("down", "forbidden", "budget", "stopped", "disk")
#: Endings that need a person, or another hour; a spent budget is only the end of the day.
CUT_SHORT: tuple[Kind, ...] = ("down", "forbidden", "stopped", "disk")

Result = Literal["saved", "unchanged", "not_found", "problem"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that a visit asks for. ``key`` names it in the memory."""

    key: str
    address: str
    why_pt: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it. ``saved_as``: the new file, below the home."""

    key: str
    result: Result
    message_pt: str
    saved_as: str | None = None
    sha256: str | None = None
    kind: Kind | None = None


@dataclass(slots=True)
class Report:
    """One visit: what was planned, what came of it, and how the source is doing."""

    source: str
    plan: list[Ask] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    health: Health = field(default_factory=Health)
    requests: int = 0
    budget_left: int = 0

    def count(self, result: Result) -> int:
        return sum(1 for outcome in self.outcomes if outcome.result == result)

    @property
    def problems(self) -> list[Outcome]:
        """What went wrong with the source; a spent budget is ours."""
        return [one for one in self.outcomes if one.result == "problem" and one.kind != "budget"]

    @property
    def cut_short(self) -> Outcome | None:
        return next((one for one in self.outcomes if one.kind in CUT_SHORT), None)


@dataclass(frozen=True, slots=True)
class World:
    """What a visit is handed from outside: time, and who listens. ``now``: wall time of Fortaleza."""

    now: Callable[[], datetime] = week.now
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    planned: Callable[[int], None] = lambda count: None
    heard: Callable[[Outcome], None] = lambda outcome: None
    begun: Callable[[Ask], None] = lambda ask: None
    progress: Callable[[int, int | None], None] = lambda done, total: None


def browser_for(settings: FetchSettings, memory: Memory, world: World) -> Browser:
    """A visitor with the manners of the settings, who spends the day's budget."""
    manners = Manners(user_agent(settings.contact), delay=settings.delay, attempts=settings.attempts)
    return Browser(
        manners,
        sleep=world.sleep,
        clock=world.clock,
        allow=memory.allowance(settings.daily_budget, world.now),
    )


def carry_out(
    report: Report, memory: Memory, settings: FetchSettings, world: World, one: Callable[[Ask], Outcome]
) -> Report:
    """Ask for everything planned, one after the other; remember after each what came of it."""
    spent_before = memory.spent if memory.budget_day == str(world.now().date()) else 0
    world.planned(len(report.plan))
    for ask in report.plan:
        world.begun(ask)
        try:
            outcome = one(ask)
        except SourceProblem as problem:
            outcome = Outcome(ask.key, "problem", problem.message_pt, kind=problem.kind)
        except OSError as problem:
            outcome = Outcome(ask.key, "problem", f"não foi possível gravar: {problem}", kind="disk")
        report.outcomes.append(outcome)
        world.heard(outcome)
        if outcome.kind in ENDING:
            break
        memory.save()
    _note_health(report, memory, world.now())
    today = world.now().date()
    report.requests = (memory.spent if memory.budget_day == str(today) else 0) - spent_before
    report.budget_left = memory.left(settings.daily_budget, today)
    if report.cut_short is None or report.cut_short.kind != "disk":
        memory.save()
    return report


def _note_health(report: Report, memory: Memory, moment: datetime) -> None:
    health = memory.health
    stamp = moment.isoformat(timespec="seconds")
    health.last_visit = stamp
    problems = report.problems
    answered = any(one.result != "problem" for one in report.outcomes)
    if answered:
        health.last_success = stamp
    if problems:
        health.last_problem, health.last_kind = problems[-1].message_pt, problems[-1].kind
    if report.cut_short or (problems and not answered):
        health.troubles += 1
    elif answered:
        health.troubles = 0
        if not problems:
            health.last_problem = health.last_kind = None
    report.health = health


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """A path that names nothing yet: ``stem.zip``, then ``stem_r02.zip`` ...; later ones sort after."""
    path = folder / f"{stem}{suffix}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stem}_r{number:02d}{suffix}"
    return path


def put_file(source: Path, target: Path) -> None:
    """Move a finished file into the inbox in one step, also from another disk."""
    try:
        source.replace(target)
    except OSError:
        partial = staged(target, "tmp")
        shutil.copyfile(source, partial)
        flush_path(partial)
        partial.replace(target)
        source.unlink()
    flush_path(target.parent)


def keep_refused(home: Home, name: str, page: bytes | None) -> str:
    """Keep a page that nobody could read, for a person to look at; where it lies, as a sentence."""
    if not page:
        return ""
    folder = home.fetched / "refused"
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / name, page)
    return f" A página está em fetch/refused/{name}."

"""A visit to FIDE: the month's lists, rebuilt months as new snapshots, past months that are missing.

Belongs here: which lists are at hand, under which name a new one is kept. Does not belong here: the download
(`scrapers.fide.download`), reading lists (`ingestion`).

A snapshot is never replaced: a month that FIDE rebuilt comes beside the one that a published list used.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from email.utils import parsedate_to_datetime
from typing import cast

from orchestration.durable import sha256_of
from orchestration.fetching.memory import Memory
from orchestration.fetching.settings import FetchSettings
from orchestration.fetching.visit import (
    Ask,
    Outcome,
    Report,
    World,
    browser_for,
    carry_out,
    free_name,
    put_file,
)
from orchestration.home import Home
from scrapers.fide.download import Downloaded, FideFile, FideSite, Scope, files_due, month_token_of
from scrapers.fide.naming import dates_in_names, scope_in_names
from scrapers.web import SourceProblem, Validators

#: The combined list does not tell its month: it is that of a list built within so many days of it.
BUILT_TOGETHER = timedelta(days=3)


def visit_fide(home: Home, settings: FetchSettings, world: World, dry_run: bool = False) -> Report:
    """Ask FIDE for what the day calls for; with ``dry_run`` only say what that is. Raises HomeError."""
    memory = Memory.of(home, "fide")
    today = world.now().date()
    files = planned(home, settings, today)
    report = Report("fide", health=memory.health, budget_left=memory.left(settings.daily_budget, today))
    site = FideSite(browser_for(settings, memory, world), settings.fide_url)
    report.plan = [Ask(file.name, site.address(file.name), file.why_pt) for file in files]
    if dry_run:
        return report
    by_name = {file.name: file for file in files}
    return carry_out(
        report,
        memory,
        settings,
        world,
        lambda ask: _fetch(home, site, by_name[ask.key], memory, world),
    )


def planned(home: Home, settings: FetchSettings, today: date) -> list[FideFile]:
    """What a visit on ``today`` asks for; the combined list last, since others tell its month."""
    scopes = cast(tuple[Scope, ...], settings.fide_lists)
    due = files_due(today, scopes, frozenset(months_at_hand(home)), settings.fide_since)
    return sorted(due, key=lambda file: file.scope == "combined")


def months_at_hand(home: Home) -> Iterator[tuple[Scope, date]]:
    """The lists of the inbox by what their names tell, whoever put them there."""
    if not home.fide.is_dir():
        return
    for path in home.fide.iterdir():
        if path.name.startswith("."):
            continue
        months = dates_in_names((path.name,))
        scope: Scope | None = scope_in_names((path.name,))
        if scope is None and path.name.startswith("players_list"):
            scope = "combined"
        if scope is not None and len(months) == 1:
            yield scope, date.fromisoformat(months[0])


def _fetch(home: Home, site: FideSite, file: FideFile, memory: Memory, world: World) -> Outcome:
    kept = memory.items.get(file.name, {})
    at_hand = kept.get("saved_as") and (home.root / kept["saved_as"]).exists()
    known = memory.validators(file.name) if at_hand else None
    partial = home.fetched / "partial" / file.name
    partial.parent.mkdir(parents=True, exist_ok=True)
    today = str(world.now().date())
    try:
        found = site.download(file, partial, known, world.progress)
    except SourceProblem as problem:
        if problem.kind == "not_found":
            return Outcome(file.name, "not_found", problem.message_pt, kind="not_found")
        raise
    if found is None:
        kept["asked_on"] = today
        return Outcome(
            file.name, "unchanged", f"{file.name}: sem mudança.", kept["saved_as"], kept.get("sha256")
        )
    month = found.month or (
        _month_of_companion(memory, found.validators) if file.scope == "combined" else None
    )
    outcome = _keep(home, file, found, month)
    memory.keep(
        file.name,
        found.validators,
        sha256=found.sha256,
        saved_as=outcome.saved_as,
        month=str(month) if month else None,
        asked_on=today,
    )
    return outcome


def _keep(home: Home, file: FideFile, found: Downloaded, month: date | None) -> Outcome:
    """Put the tested file into the inbox under a name of its own, unless the same content is there."""
    stem = _stem(file.scope, month)
    for path in sorted(home.fide.glob(f"{stem}*.zip")):
        if path.stat().st_size == found.size and sha256_of(path) == found.sha256:
            found.path.unlink()
            name = f"inbox/fide/{path.name}"
            return Outcome(file.name, "unchanged", f"{file.name}: já está em {name}.", name, found.sha256)
    target = free_name(home.fide, stem, ".zip")
    put_file(found.path, target)
    name = f"inbox/fide/{target.name}"
    size = f"{found.size / 2**20:.1f} MB".replace(".", ",")
    rebuilt = " A FIDE refez o mês: as versões anteriores ficam." if target.stem != stem else ""
    undated = " O mês não pôde ser provado: serve só para reconhecer jogadores." if month is None else ""
    return Outcome(
        file.name, "saved", f"{file.name}: guardado em {name} ({size}).{rebuilt}{undated}", name, found.sha256
    )


def _stem(scope: Scope, month: date | None) -> str:
    if scope != "combined" and month is not None:
        return f"{scope}_{month_token_of(month)}frl"
    return f"players_list_{month:%Y-%m}" if month is not None else "players_list_sem_mes"


def _month_of_companion(memory: Memory, validators: Validators) -> date | None:
    """The month of a list that tells it and was built together with this one; None where none was."""
    built = _day(validators.last_modified)
    months = {
        str(item["month"])
        for name, item in memory.items.items()
        if item.get("month")
        and not name.startswith("players_list")
        and built is not None
        and (other := _day(item.get("last_modified"))) is not None
        and abs(other - built) <= BUILT_TOGETHER
    }
    return date.fromisoformat(months.pop()) if len(months) == 1 else None


def _day(stamp: str | None) -> date | None:
    try:
        return parsedate_to_datetime(stamp).date() if stamp else None
    except ValueError:
        return None

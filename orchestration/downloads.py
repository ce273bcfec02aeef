"""The downloads in Dagster: one asset per source, beside the lists and never part of their job.

Belongs here: assets, their health check, freshness and retries. Does not belong here: the visits
(`orchestration.fetching`), and reading what was downloaded (`assets.inputs`).
"""

import hashlib
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import dagster as dg

from orchestration.durable import sha256_of
from orchestration.fetching.memory import visiting
from orchestration.fetching.visit import Report, World
from orchestration.home import Home
from orchestration.resources import HomeResource, progress

GROUP = "downloads"
OWNERS = ["team:ratings"]
FIDE, CBX = dg.AssetKey([GROUP, "fide_lists"]), dg.AssetKey([GROUP, "cbx_pages"])
HEALTH = "source_answers"
#: A site that is down is tried again later; what forbids or changed needs a person.
RETRIES = dg.RetryPolicy(
    max_retries=3, delay=600, backoff=dg.Backoff.EXPONENTIAL, jitter=dg.Jitter.PLUS_MINUS
)


def _spec(key: dg.AssetKey, description: str, days: int) -> dg.AssetSpec:
    return dg.AssetSpec(
        key,
        description=description,
        group_name=GROUP,
        kinds={"file"},
        owners=OWNERS,
        freshness_policy=dg.FreshnessPolicy.time_window(fail_window=timedelta(days=days)),
    )


def _health_check(key: dg.AssetKey) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(
        HEALTH, asset=key, description="The source answered, and in a form that is understood."
    )


@dg.multi_asset(
    name="fide_downloads",
    specs=[_spec(FIDE, "FIDE's lists of the month, each rebuilt month a snapshot of its own.", 35)],
    check_specs=[_health_check(FIDE)],
    retry_policy=RETRIES,
)
def fide_downloads(home: HomeResource) -> Iterator[Any]:
    """Ask FIDE for lists that are missing or were rebuilt."""
    from orchestration.fetching.fide import visit_fide

    opened, settings = home.open(), home.pool().fetch

    def visit(world: World) -> Report:
        return visit_fide(opened, settings, world)

    yield from _visited(FIDE, opened, settings.contact, visit, [opened.fide])


@dg.multi_asset(
    name="cbx_downloads",
    specs=[
        _spec(
            CBX, "CBX cards that are needed, the state's list, the calendar; as each day's budget allows.", 8
        )
    ],
    check_specs=[_health_check(CBX)],
    retry_policy=RETRIES,
)
def cbx_downloads(home: HomeResource) -> Iterator[Any]:
    """Ask CBX for what the registers and events need."""
    from orchestration.fetching.cbx import visit_cbx

    opened, settings = home.open(), home.pool().fetch

    def visit(world: World) -> Report:
        return visit_cbx(opened, settings, world)

    folders = [opened.cbx_cards, opened.cbx_lists, opened.cbx_calendar]
    yield from _visited(CBX, opened, settings.contact, visit, folders)


def _visited(
    key: dg.AssetKey, home: Home, contact: str, visit: Callable[[World], Report], folders: list[Path]
) -> Iterator[Any]:
    if not contact.strip():
        raise dg.Failure(
            "set contact under [fetch] in pool.toml: sites are told who asks", allow_retries=False
        )
    with visiting(home, key.path[-1].split("_")[0]):
        report = visit(World(heard=lambda outcome: progress.info(outcome.message_pt)))
    problems = report.problems
    yield dg.AssetCheckResult(
        check_name=HEALTH,
        asset_key=key,
        passed=not problems and report.health.troubles == 0,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={
            "last_visit": report.health.last_visit or "",
            "last_success": report.health.last_success or "",
            "visits_cut_short_in_a_row": report.health.troubles,
            "problems": dg.MetadataValue.md("\n".join(f"- {one.kind}: {one.message_pt}" for one in problems)),
        },
    )
    ending = report.cut_short
    if ending is not None:
        raise dg.Failure(ending.message_pt, allow_retries=ending.kind == "down")
    yield dg.MaterializeResult(
        asset_key=key,
        data_version=dg.DataVersion(content_hash(folders)),
        metadata={
            "new": report.count("saved"),
            "unchanged": report.count("unchanged"),
            "not_found": report.count("not_found"),
            "problems": report.count("problem"),
            "left_for_the_next_visit": len(report.plan) - len(report.outcomes),
            "requests": report.requests,
            "budget_left_today": report.budget_left,
        },
    )


def content_hash(folders: list[Path]) -> str:
    """One hash over names and contents of everything in the folders, in the order of names."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if path.is_file() and not path.name.startswith("."):
                digest.update(f"{path.name}\0{sha256_of(path)}\n".encode())
    return digest.hexdigest()[:16]

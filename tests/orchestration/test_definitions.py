"""The graph that the UI shows: assets, checks, jobs, schedules, and which list a tick asks for."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

import dagster as dg
import pytest

FORTALEZA = ZoneInfo("America/Fortaleza")


@pytest.fixture(scope="module")
def defs() -> dg.Definitions:
    from orchestration.definitions import defs

    return defs


def test_the_code_location_loads(defs: dg.Definitions) -> None:
    dg.Definitions.validate_loadable(defs)


def test_it_loads_without_dbt_which_has_a_process_of_its_own() -> None:
    asked = "import sys, orchestration.definitions; print('dbt.version' in sys.modules); import dbt.version"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr


def test_the_graph_leads_from_inputs_to_exports(defs: dg.Definitions) -> None:
    graph = defs.resolve_asset_graph()
    keys = {"/".join(key.path) for key in graph.get_all_asset_keys()}
    assert {
        key
        for key in keys
        if key.startswith(("raw/", "home_inputs/", "ratings/", "exports/", "publication/", "downloads/"))
    } == {
        "downloads/cbx_pages",
        "downloads/fide_lists",
        "home_inputs/cbx_pages",
        "home_inputs/fide_lists",
        "home_inputs/published_lists",
        "home_inputs/registry",
        "home_inputs/tournament_files",
        "raw/cbx",
        "raw/fide",
        "raw/findings",
        "raw/list",
        "raw/published",
        "raw/registry",
        "raw/tournaments",
        "ratings/chain",
        "ratings/computation",
        "ratings/entry_ratings",
        "ratings/event_results",
        "ratings/findings",
        "ratings/ledger",
        "ratings/player_states",
        "ratings/reassessments",
        "ratings/recalculation",
        "exports/draft",
        "exports/published",
        "publication/analysts_copy",
    }
    assert "marts/fct_list" in keys
    assert "intermediate/int_events__status" in keys

    def above(key: dg.AssetKey) -> set[dg.AssetKey]:
        found: set[dg.AssetKey] = set()
        waiting = [key]
        while waiting:
            for parent in graph.get(waiting.pop()).parent_keys:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return found

    ancestors = above(dg.AssetKey(["exports", "published"]))
    assert {
        dg.AssetKey(["home_inputs", name]) for name in ("registry", "tournament_files", "fide_lists")
    } <= ancestors


def test_the_network_is_used_by_one_job_alone(defs: dg.Definitions) -> None:
    downloads = {dg.AssetKey(["downloads", name]) for name in ("fide_lists", "cbx_pages")}

    def made_by(job: str) -> set[dg.AssetKey]:
        return set(defs.resolve_job_def(job).asset_layer.executable_asset_keys)

    assert made_by("fetch_job") == downloads
    assert made_by("list_job").isdisjoint(downloads) and made_by("publication_job").isdisjoint(downloads)
    graph = defs.resolve_asset_graph()
    assert graph.get(dg.AssetKey(["home_inputs", "cbx_pages"])).parent_keys == {
        dg.AssetKey(["downloads", "cbx_pages"])
    }
    assert {key.name for key in graph.asset_check_keys if key.asset_key in downloads} == {"source_answers"}


def test_every_schedule_and_sensor_is_off_by_default(defs: dg.Definitions) -> None:
    schedules = {one.name: one for one in defs.get_repository_def().schedule_defs}
    assert sorted(schedules) == ["daily_fetch", "sunday_cut_off", "tuesday_freeze", "wednesday_publication"]
    assert {one.default_status for one in schedules.values()} == {dg.DefaultScheduleStatus.STOPPED}
    sensors = {one.name: one.default_status for one in defs.get_repository_def().sensor_defs}
    assert sensors == {"outdated_draft": dg.DefaultSensorStatus.STOPPED}
    fetch = schedules["daily_fetch"]
    assert (fetch.cron_schedule, fetch.execution_timezone) == ("30 4 * * *", "America/Fortaleza")


def test_the_audit_stands_on_the_marts_and_a_wrong_list_is_blocked(defs: dg.Definitions) -> None:
    graph = defs.resolve_asset_graph()
    checks = {
        key.name: graph.get_check_spec(key).blocking
        for key in graph.asset_check_keys
        if key.asset_key.path[0] == "marts" and key.name in graph_names()
    }
    assert checks == {
        "identities": True,
        "sources": True,
        "games": True,
        "rhythms": True,
        "k_factors": True,
        "rounding": True,
        "floors": True,
        "continuity": True,
        "conservation": True,
        "improbable": False,
        "simultaneous": False,
        "identities_settled": False,
        "registers_readable": False,
        "registers_kept": False,
        "files_unchanged": False,
    }


def graph_names() -> set[str]:
    from orchestration.checks import AUDIT_CHECKS

    return {check.name for check in AUDIT_CHECKS}


@pytest.mark.parametrize(
    ("schedule", "cron", "tick", "cutoff"),
    [
        ("sunday_cut_off", "59 23 * * 0", datetime(2026, 11, 22, 23, 59), "2026-11-22"),
        ("tuesday_freeze", "0 0 * * 3", datetime(2026, 11, 25, 0, 0), "2026-11-22"),
        ("wednesday_publication", "0 8 * * 3", datetime(2026, 11, 25, 8, 0), "2026-11-22"),
    ],
)
def test_a_tick_asks_for_the_list_of_its_sunday(
    defs: dg.Definitions, schedule: str, cron: str, tick: datetime, cutoff: str
) -> None:
    definition = defs.resolve_schedule_def(schedule)
    assert (definition.cron_schedule, definition.execution_timezone) == (cron, "America/Fortaleza")
    with dg.instance_for_test() as instance:
        evaluated = definition.evaluate_tick(
            dg.build_schedule_context(
                instance=instance,
                repository_def=defs.get_repository_def(),
                scheduled_execution_time=tick.replace(tzinfo=FORTALEZA),
            )
        )
    assert [request.partition_key for request in evaluated.run_requests or ()] == [cutoff]

"""The downloads in Dagster: a job of their own, health as a check, versions by content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from orchestration import downloads
from orchestration.resources import HomeResource
from tests.builders.replica import File
from tests.orchestration.fetch_homes import REBUILT, Visits, standard_list, visits


@pytest.fixture
def trip(tmp_path: Path) -> Iterator[Visits]:
    with visits(tmp_path / "home") as made:
        made.write_settings()
        yield made


def run(trip: Visits, instance: dg.DagsterInstance, asset: Any = downloads.fide_downloads) -> Any:
    home = HomeResource(root=str(trip.home.root))
    return dg.materialize([asset], instance=instance, resources={"home": home}, raise_on_error=False)


def version(result: Any, key: dg.AssetKey) -> str:
    (event,) = result.asset_materializations_for_node(
        "fide_downloads" if key == downloads.FIDE else "cbx_downloads"
    )
    return str(event.tags["dagster/data_version"])


def test_versions_follow_the_content(trip: Visits) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        first = run(trip, instance)
        assert first.success and [one.passed for one in first.get_asset_check_evaluations()] == [True]
        again = run(trip, instance)
        assert version(again, downloads.FIDE) == version(first, downloads.FIDE)
        trip.site.files["standard_rating_list.zip"] = File(standard_list(1510), REBUILT)
        rebuilt = run(trip, instance)
        assert version(rebuilt, downloads.FIDE) != version(first, downloads.FIDE)
        cards = run(trip, instance, downloads.cbx_downloads)
        assert cards.success
        (shown,) = cards.asset_materializations_for_node("cbx_downloads")
        assert shown.metadata["new"].value == 6


@pytest.mark.parametrize(("fault", "again"), [("503", True), ("403", False)])
def test_a_source_that_is_down_fails_its_check_and_is_tried_again(
    trip: Visits, fault: str, again: bool
) -> None:
    """Called as a function: Dagster would wait out the ten minutes of the retry policy."""
    trip.site.faults["/robots.txt"] = [fault]
    events = downloads.fide_downloads(home=HomeResource(root=str(trip.home.root)))
    check = next(events)  # type: ignore[call-overload]
    assert (check.passed, check.severity) == (False, dg.AssetCheckSeverity.WARN)
    with pytest.raises(dg.Failure) as failure:
        next(events)  # type: ignore[call-overload]
    assert failure.value.allow_retries is again
    policy = downloads.fide_downloads.op.retry_policy
    assert policy is not None and policy.max_retries == 3 and policy.delay == 600


def test_a_changed_page_fails_the_check_and_not_the_run(trip: Visits) -> None:
    trip.site.files["standard_rating_list.zip"] = File(b"<html>Em obras</html>", REBUILT)
    with dg.DagsterInstance.ephemeral() as instance:
        result = run(trip, instance)
    assert result.success
    assert [one.passed for one in result.get_asset_check_evaluations()] == [False]


def test_nobody_is_asked_anonymously(trip: Visits) -> None:
    trip.home.pool_file.write_text("", encoding="utf-8")
    with dg.DagsterInstance.ephemeral() as instance:
        result = run(trip, instance)
    assert not result.success and trip.site.requests == []

"""A draft older than a fact says so wherever it is shown, and is computed again before publication."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import dagster as dg
import pytest

from orchestration import week
from orchestration.definitions import defs
from orchestration.freshness import bring_up_to_date, outdated, rebuild_due
from orchestration.home import Home
from orchestration.publication.draft import draft_directory
from orchestration.publication.publish import publish
from orchestration.resources import HomeResource
from orchestration.schedules import outdated_draft
from orchestration.status import status_pt
from tests.acceptance.test_same_bytes import shuffle_rows
from tests.builders.season import build_season
from tests.conftest import append_row, rows_of

CUTOFF = date(2026, 6, 28)
MONDAY, THURSDAY = datetime(2026, 6, 29, 9), datetime(2026, 7, 2, 9)


@pytest.fixture(scope="module")
def drafted(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> Path:
    home = build_season(tmp_path_factory.mktemp("drafted") / "home", 11, players=40, events=8)
    compute(home, str(CUTOFF))
    return home


@pytest.fixture
def home(drafted: Path, tmp_path: Path) -> Home:
    shutil.copytree(drafted, tmp_path / "home", symlinks=True)
    return Home.open(tmp_path / "home")


def paths_outdated(home: Home) -> dict[str, str]:
    draft = draft_directory(home.exports, CUTOFF)
    return {change.path: change.detail_pt for change in outdated(home, CUTOFF, draft)}


def withdraw_an_event(home: Home) -> None:
    """Register the correction C-900, which withdraws an event that the draft includes."""
    events = rows_of(draft_directory(home.exports, CUTOFF) / "events.csv")
    event = next(row for row in events if row["status"] == "included")
    append_row(
        home.registry / "corrections.csv",
        correction_id="C-900",
        registered_at="2026-06-29",
        kind="duplicate",
        event_id=event["event_id"],
        grounds="repetido",
    )


def test_a_new_draft_reflects_the_home(home: Home) -> None:
    assert paths_outdated(home) == {}


def test_rows_in_another_order_are_no_change(home: Home) -> None:
    shuffle_rows(home.registry / "players.csv", random.Random(4))
    assert paths_outdated(home) == {}


def test_a_register_row_and_a_file_that_changed_are_named(home: Home) -> None:
    withdraw_an_event(home)
    assert paths_outdated(home) == {"registry/corrections.csv": "linha nova: C-900"}
    event_file = sorted(home.events.iterdir())[0]
    event_file.write_bytes(event_file.read_bytes() + b"\r\n")
    (home.fide / "players_list_2026-06.txt").write_text("x")
    changed = paths_outdated(home)
    assert changed[f"inbox/events/{event_file.name}"] == "mudou"
    assert changed["inbox/fide/players_list_2026-06.txt"] == "apareceu"


def test_status_says_what_the_draft_does_not_reflect(home: Home) -> None:
    fresh = status_pt(home, CUTOFF, MONDAY)
    assert "em dia com os registros" in fresh and "o rascunho está pronto" in fresh
    withdraw_an_event(home)
    said = status_pt(home, CUTOFF, MONDAY)
    assert "DESATUALIZADO" in said and "C-900" in said and "auditoria" in said
    assert "o rascunho será calculado de novo antes" in said
    assert "a quarta-feira da publicação já passou" in status_pt(home, CUTOFF, THURSDAY)


def test_a_week_without_a_draft_says_what_to_run(home: Home) -> None:
    assert "fnx run --cutoff 2026-07-05" in status_pt(home, date(2026, 7, 5), datetime(2026, 7, 6, 9))


def test_publication_reflects_a_correction_registered_after_the_draft(
    home: Home, compute: Callable[[Path, str], Path]
) -> None:
    withdraw_an_event(home)
    said: list[str] = []
    bring_up_to_date(home, CUTOFF, lambda: compute(home.root, str(CUTOFF)), said.append)
    published = publish(home.exports, CUTOFF, MONDAY).directory
    assert "C-900" in {row["correction_id"] for row in rows_of(published / "corrections.csv")}
    assert any("correção C-900 passou a valer" in line for line in said)
    assert "definitiva" in status_pt(home, CUTOFF, MONDAY)
    # What comes later is for the next list, and status says that it waits.
    (home.fide / "players_list_2026-06.txt").write_text("x")
    assert "entra na próxima lista" in status_pt(home, CUTOFF, THURSDAY)


def test_a_draft_that_is_up_to_date_is_not_computed_again(home: Home) -> None:
    bring_up_to_date(home, CUTOFF, lambda: pytest.fail("computed again"), print)


def test_a_changed_register_asks_for_the_draft_again_until_the_freeze(home: Home) -> None:
    assert rebuild_due(home, CUTOFF, MONDAY) is None
    withdraw_an_event(home)
    key = rebuild_due(home, CUTOFF, MONDAY)
    assert key is not None and key == rebuild_due(home, CUTOFF, MONDAY)
    assert rebuild_due(home, CUTOFF, datetime(2026, 6, 30, 23, 59)) == key
    assert rebuild_due(home, CUTOFF, datetime(2026, 7, 1)) is None
    append_row(
        home.registry / "corrections.csv",
        correction_id="C-901",
        registered_at="2026-06-29",
        kind="undo",
        value="C-900",
        grounds="engano",
    )
    assert rebuild_due(home, CUTOFF, MONDAY) not in (None, key)


def test_no_draft_asks_for_nothing(home: Home) -> None:
    withdraw_an_event(home)
    shutil.rmtree(draft_directory(home.exports, CUTOFF))
    assert rebuild_due(home, CUTOFF, MONDAY) is None


def test_the_sensor_asks_for_the_list_job_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(week, "now", lambda: MONDAY)
    resource = HomeResource(root=str(home.root))
    with dg.instance_for_test() as instance:
        context = dg.build_sensor_context(instance=instance)
        assert isinstance(outdated_draft(context, home=resource), dg.SkipReason)
        withdraw_an_event(home)
        asked = outdated_draft(context, home=resource)
        assert isinstance(asked, dg.RunRequest)
        assert (asked.partition_key, asked.run_key) == (str(CUTOFF), rebuild_due(home, CUTOFF, MONDAY))
        instance.create_run_for_job(defs.resolve_job_def("list_job"), status=dg.DagsterRunStatus.STARTED)
        assert isinstance(outdated_draft(context, home=resource), dg.SkipReason)

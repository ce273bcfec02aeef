"""What tests of several rooms share: whole lists computed in this process, and the folder of shared cases."""

from __future__ import annotations

import csv
import stat
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from orchestration.checks import audit
from orchestration.dbt_process import prepared_target, worker
from orchestration.home import Home
from orchestration.ingestion import ingest
from orchestration.listing import write_list_draft
from orchestration.pool import read_pool
from orchestration.rating import rate
from orchestration.warehouse import connect, load

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No home or Dagster instance of the developer leaks into a test."""
    for name in ("FNX_HOME", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    yield


@pytest.fixture
def run_list() -> Callable[[Path, str], Path]:
    """Compute the list of a home for a cut-off in this process; the folder of the draft.

    The same functions that the assets call, in their order, without Dagster's events and dbt's data tests:
    those run in the tests that start the command itself.
    """

    def run(root: Path, cutoff: str) -> Path:
        home, day = Home.open(root), date.fromisoformat(cutoff)
        pool = read_pool(home.pool_file, home.root.name)
        with home.writer(print):
            read = ingest(home, pool, day, print)
            with connect(home.warehouse) as connection:
                load(connection, read.tables)
            build_models(home, "--exclude", "tag:marts")
            with connect(home.warehouse) as connection:
                load(connection, rate(connection, pool))
            build_models(home, "--select", "tag:marts")
            with connect(home.warehouse) as connection:
                failed = [(check.name, result) for check, result in audit(connection) if not result.passed]
                assert [name for name, _ in failed if name not in OF_INPUTS] == [], failed
                return write_list_draft(connection, home, pool, day)

    return run


#: Checks that fail because of what people put into a home, not because a list is wrong.
OF_INPUTS = ("registers_readable", "registers_kept", "files_unchanged")


def build_models(home: Home, *selection: str) -> None:
    """Build some of the dbt models of a home."""
    target = prepared_target(home.dbt)
    command = ["build", "--resource-type", "model", "--no-write-json", *selection]
    for event in worker(target).run(command, target, home.warehouse_dir):
        assert event["info"]["level"] != "error", event["info"]["msg"]


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of an exported CSV."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def make_writable(folder: Path) -> None:
    """Give the owner write permission below a copied folder."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of a list's folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

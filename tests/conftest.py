"""What tests of several rooms share: whole runs inside this process, and the folder of shared cases.

Dagster and dbt are imported once per process, so a run in process costs seconds and not tens of them.
"""

from __future__ import annotations

import csv
import stat
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from orchestration.home import Home

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No home or Dagster instance of the developer leaks into a test."""
    for name in ("FNX_HOME", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    yield


@pytest.fixture
def run_list() -> Callable[[Path, str], Path]:
    """Run the list job of a home for a cut-off in this process; the folder of the draft."""

    def run(root: Path, cutoff: str) -> Path:
        from orchestration.runs import run_job

        home = Home.open(root)
        outcome = run_job("list_job", home, date.fromisoformat(cutoff))
        assert outcome.success, outcome
        return home.exports / "drafts" / cutoff

    return run


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

"""What tests of several rooms share: whole lists computed in this process, and the folder of shared cases."""

from __future__ import annotations

import csv
import stat
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from orchestration.computing import compute_list
from orchestration.home import Home
from orchestration.pool import read_pool

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No home or Dagster instance of the developer leaks into a test."""
    for name in ("FNX_HOME", "DAGSTER_HOME"):
        monkeypatch.delenv(name, raising=False)
    yield


@pytest.fixture(scope="session")
def compute() -> Callable[[Path, str], Path]:
    """Compute the list of a home for a cut-off in this process; the folder of the draft.

    The same functions that the assets call, in their order, without Dagster's events and dbt's data tests:
    those run in the tests that start the command itself.
    """

    def run(root: Path, cutoff: str) -> Path:
        home = Home.open(root)
        pool = read_pool(home.pool_file, home.root.name)
        with home.writer(print):
            return compute_list(home, pool, date.fromisoformat(cutoff), print)

    return run


@pytest.fixture
def run_list(compute: Callable[[Path, str], Path]) -> Callable[[Path, str], Path]:
    return compute


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


def append_row(register: Path, **values: str) -> None:
    """Add a row to a register as a spreadsheet would: in its columns, with its separator."""
    with register.open(encoding="utf-8-sig", newline="") as stream:
        head = stream.readline().strip()
    separator = ";" if ";" in head else ","
    row = separator.join(values.get(name, "") for name in head.split(separator))
    register.write_bytes(register.read_bytes().rstrip() + f"\n{row}\n".encode())

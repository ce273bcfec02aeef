"""A disk that takes nothing more, or is only to be read: one clear line, and what was whole stays whole."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sqlite3
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from orchestration.cli.storage import storage_failure, tells_of_the_disk
from orchestration.durable import staged
from orchestration.home import Archive, Home, HomeError
from orchestration.publication.chain import altered_lists, published_lists
from orchestration.publication.draft import write_draft
from orchestration.publication.publish import publish
from orchestration.setup import create_home
from orchestration.unaltered import verify_archive
from tests.orchestration.publication_marts import FIRST, SECOND, context, marts

FNX = Path(sys.executable).parent / "fnx"
#: A process number that no system gives.
NOBODY = 2**22 + 1


def _tree(root: Path) -> dict[str, int]:
    return {str(path.relative_to(root)): path.lstat().st_mtime_ns for path in root.rglob("*")}


def _with_files_up_to(limit: int, exports: Path, outcome: list[str]) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        publish(exports, SECOND, datetime(2026, 2, 11, 9))
        outcome.append("published")
    except OSError as error:
        outcome.append(storage_failure(error) or "unknown")


@pytest.mark.parametrize("limit", [0, 100, 3_000, 10_000])
def test_publication_on_a_full_disk_changes_nothing_and_goes_on_later(limit: int, tmp_path: Path) -> None:
    exports = tmp_path / "exports"
    write_draft(marts(), exports, context())
    publish(exports, FIRST, datetime(2026, 2, 4, 9))
    write_draft(marts(SECOND), exports, context(SECOND))
    with multiprocessing.Manager() as manager:
        outcome = manager.list()
        process = multiprocessing.get_context("fork").Process(
            target=_with_files_up_to, args=(limit, exports, outcome)
        )
        process.start()
        process.join(60)
        (said,) = outcome
    assert said.startswith("cannot go on, ")
    assert "drafts" not in said.partition(";")[0]  # what could not be written is named, not what was read
    assert [entry.name for entry in exports.iterdir() if entry.name.startswith(".")] == []
    assert [one.cutoff for one in published_lists(exports)] == [FIRST]
    assert altered_lists(exports, with_files=True) == ()
    assert publish(exports, SECOND, datetime(2026, 2, 11, 9)).status == "published"
    assert [entry.name for entry in exports.iterdir() if entry.name.startswith(".")] == []


def test_a_run_on_a_full_disk_says_so_in_a_line(tmp_path: Path) -> None:
    list(create_home(tmp_path / "home", sample=True))
    done = subprocess.run(
        [str(FNX), "run", "--home", str(tmp_path / "home")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000)),
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("fnx: ")
    assert not list((tmp_path / "home" / "exports").glob("drafts/*"))


def test_looking_writes_nothing_and_needs_no_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "registry").mkdir()
    before = _tree(home)
    for command in (["status"], ["verify"], ["explain", "FNX-1"]):
        done = subprocess.run(
            [str(FNX), *command, "--home", str(home)], capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr
        assert done.returncode == (3 if command[0] == "explain" else 0), done.stderr
    assert _tree(home) == before


def test_a_home_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "warehouse").write_text("in the way")
    with pytest.raises(HomeError, match=str(tmp_path / "warehouse")):
        Home.open(tmp_path)
    with pytest.raises(HomeError, match=r"writer\.lock"), Home(tmp_path).writer(print):
        pass


def test_what_a_killed_writer_left_is_no_alteration_and_is_cleared(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.make_layout()
    kept = Archive(home).path_of(Archive(home).store(b"kept"))
    left = [
        path.with_name(staged(path, "tmp").name.replace(str(os.getpid()), str(NOBODY)))
        for path in (kept, home.issued_ids, home.archive_index, home.exports / "index.json")
    ]
    for path in left:
        path.write_bytes(b"ha")
    assert list(verify_archive(home)) == []
    with home.writer(print):
        assert [path for path in left if path.exists()] == []
    assert kept.read_bytes() == b"kept"


def test_errors_of_the_disk_are_known_by_what_a_step_left_of_them() -> None:
    assert tells_of_the_disk("exports__draft: PermissionError: [Errno 13] Permission denied: '/home/x.tmp'")
    assert tells_of_the_disk('inputs: IO Error: Could not write file "x.duckdb": No space left on device')
    assert not tells_of_the_disk("inputs: HomeError: archive/index.csv is not there any more")


def test_errors_of_the_disk_are_known_whoever_raises_them(tmp_path: Path) -> None:
    full = OSError(28, "No space left on device", "/home/list.csv")
    wrapped = RuntimeError("the step failed")
    wrapped.__cause__ = full
    assert storage_failure(wrapped) == (
        "cannot go on, /home/list.csv: No space left on device; nothing was left half written"
    )
    assert "disk is full" in (storage_failure(sqlite3.OperationalError("database or disk is full")) or "")
    assert storage_failure(ValueError("no disk in sight")) is None
    assert storage_failure(FileNotFoundError(2, "No such file", "x")) is None

"""The dbt project as a program: its parsed manifest, and the process that runs its commands.

Belongs here: what needs neither dbt nor Dagster imported, so that the worker can start before them.
Does not belong here: what happens inside that process (`dbt_worker`) and what its events mean (`dbt`).
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from orchestration.dbt_worker import PARSED

PROJECT_DIR = Path(__file__).resolve().parent.parent / "dbt_project"
PROJECT_PARTS = ("models", "macros", "tests", "dbt_project.yml", "profiles.yml")
MANIFEST = "manifest.json"
KEPT = (MANIFEST, PARSED)
#: How long a worker that has nothing to do may take to end.
ENDS_WITHIN_SECONDS = 5


class DbtError(Exception):
    """dbt could not do what was asked; the message carries what dbt said."""


@cache
def project_hash() -> str:
    """What the dbt project says, as a hash: manifest and lineage are made anew when it changes."""
    digest = hashlib.sha256()
    for part in PROJECT_PARTS:
        place = PROJECT_DIR / part
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.is_file():
                name = str(path.relative_to(PROJECT_DIR)).encode()
                digest.update(name + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def shared_target() -> Path:
    """Where the checkout keeps what is derived from this version of the project."""
    return PROJECT_DIR / "target" / project_hash()


def prepared_target(folder: Path) -> Path:
    """The dbt target folder of this project version below a home's `folder`, with its manifest.

    The manifest is parsed once per project version, in the checkout where that can be written, and copied
    from there into every home; a home that cannot find it parses its own.
    """
    target = folder / project_hash()
    if (target / MANIFEST).exists():
        return target
    shared = shared_target()
    if os.access(PROJECT_DIR, os.W_OK) and not (shared / MANIFEST).exists():
        _make_folder(shared, _parse)
    if (shared / MANIFEST).exists():
        _make_folder(target, lambda partial: [shutil.copy2(shared / name, partial) for name in KEPT])
    else:
        _make_folder(target, _parse)
    return target


def _parse(partial: Path) -> None:
    parsing = Worker(partial)
    try:
        for _ in parsing.run(["parse"], partial, partial):
            pass
    finally:
        parsing.close()


def _make_folder(folder: Path, fill: Callable[[Path], object]) -> None:
    """Fill a folder beside its place and put it there in one step; another process may have been faster."""
    partial = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        fill(partial)
        partial.rename(folder)
    except OSError:
        if not folder.exists():
            raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)


class Worker:
    """dbt's process (`dbt_worker`): started early, it is warm when the first build comes."""

    def __init__(self, target: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "orchestration.dbt_worker", str(target)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=PROJECT_DIR.parent,
            start_new_session=True,  # an interrupt is for the parent; the worker ends when its input does
        )
        self._busy = False

    @property
    def usable(self) -> bool:
        """Whether it runs and waits for a command."""
        return self._process.poll() is None and not self._busy

    def run(self, command: Sequence[str], target: Path, folder: Path) -> Iterator[dict[str, Any]]:
        """Run a dbt command inside `folder` (see profiles.yml); its events as they come. Raises DbtError."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        arguments = [
            *command,
            *("--project-dir", str(PROJECT_DIR)),
            *("--profiles-dir", str(PROJECT_DIR)),
            *("--target-path", str(target)),
            *("--log-path", str(target / "logs")),
            *("--log-level", "none"),
            *("--log-level-file", "none"),
        ]
        stdin.write(json.dumps({"folder": str(folder), "arguments": arguments}) + "\n")
        stdin.flush()
        self._busy = True
        for line in stdout:
            answer: dict[str, Any] = json.loads(line)
            if not answer.get("done"):
                yield answer
                continue
            self._busy = False
            if answer["exception"]:
                raise DbtError(answer["exception"])
            return
        raise DbtError(f"dbt's process ended by itself with status {self._process.wait()}")

    def close(self) -> None:
        """End the process: between commands it holds nothing, and what nobody follows is given up."""
        if self._busy:
            self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        try:
            self._process.wait(timeout=ENDS_WITHIN_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_workers: list[Worker] = []


def worker(target: Path) -> Worker:
    """This process's worker, started with the manifest of `target` if there is none; it ends with us."""
    while _workers and not _workers[-1].usable:
        _workers.pop().close()
    if not _workers:
        _workers.append(Worker(target))
    return _workers[-1]


@atexit.register
def _close_workers() -> None:
    while _workers:
        _workers.pop().close()

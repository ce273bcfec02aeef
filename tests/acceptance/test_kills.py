"""Commands killed at random moments: what is published is whole, and the next command ends the work.

`FNX_KILLS=100` kills `fnx publish` a hundred times and the whole job a fifth of that; the suite, which knows
every step on disk already (`orchestration.test_publication_kills`), does so a few times.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path

import duckdb
import pytest

from orchestration.durable import is_staged
from orchestration.home import Home
from orchestration.publication.analysts_copy import refresh
from orchestration.publication.chain import altered_lists, index_bytes, published_lists
from orchestration.publication.manifest import output_hashes
from orchestration.publication.publish import publish
from orchestration.setup import create_home
from orchestration.unaltered import verify_analysts_copy, verify_archive, verify_exports
from tests.builders.season import build_season

KILLS = int(os.environ.get("FNX_KILLS", "4"))
#: The whole job takes long: one killed for so many publications.
JOB_KILLS = max(1, KILLS // 5)
#: After so many kills, all is computed again by the command.
VERIFIED = 20
FNX = Path(sys.executable).parent / "fnx"
FIRST, SECOND = "2026-03-29", "2026-06-28"
SAMPLE = "2026-11-15"


def command(home: Path, *arguments: str) -> list[str]:
    return [str(FNX), *arguments, "--home", str(home)]


def done(home: Path, *arguments: str) -> str:
    """What a command said; it must end well."""
    ended = subprocess.run(
        command(home, *arguments), capture_output=True, text=True, check=False, timeout=600
    )
    assert ended.returncode == 0, (arguments, ended.stdout, ended.stderr)
    return ended.stdout


def killed(home: Path, arguments: tuple[str, ...], wait: Callable[[subprocess.Popen[bytes]], None]) -> bool:
    """Start a command and kill it when `wait` returns; whether it lived until then."""
    with subprocess.Popen(
        command(home, *arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        wait(process)
        alive = process.poll() is None
        process.send_signal(signal.SIGKILL)
    return alive


def after(seconds: float) -> Callable[[subprocess.Popen[bytes]], None]:
    def wait(process: subprocess.Popen[bytes]) -> None:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            return

    return wait


def after_first_write(folder: Path, seconds: float) -> Callable[[subprocess.Popen[bytes]], None]:
    """So long after the command began to write into a folder."""

    def wait(process: subprocess.Popen[bytes]) -> None:
        before = {entry.name for entry in folder.iterdir()}
        while process.poll() is None and {entry.name for entry in folder.iterdir()} == before:
            time.sleep(0.001)
        after(seconds)(process)

    return wait


def states(root: Path, cutoffs: tuple[str, ...], before: int) -> tuple[int, int, int, int]:
    """How many lists folders, index, `latest` and analysts' copy speak of: each `before`, or all.

    Everything published is whole, and whoever looks meets nothing half written.
    """
    home = Home(root)
    lists = published_lists(home.exports)
    assert altered_lists(home.exports, with_files=True) == ()
    counts = range(before, len(cutoffs) + 1)
    written = {index_bytes(lists[:count]): count for count in range(1, len(lists) + 1)}
    index, latest = home.exports / "index.json", home.exports / "latest"
    indexed = written[index.read_bytes()] if index.exists() else 0
    pointed = cutoffs.index(latest.resolve(strict=True).name) + 1 if latest.is_symlink() else 0
    copied = 0
    if home.analysts_copy.exists():
        with duckdb.connect(str(home.analysts_copy), read_only=True) as con:
            held = con.execute("select list::varchar from marts.dim_list order by list").fetchall()
            rows = con.execute("select count(distinct list) from marts.fct_list").fetchone()
        copied = len(held)
        assert tuple(row[0] for row in held) == cutoffs[:copied] and rows == (copied,)
    found = (len(lists), indexed, pointed, copied)
    assert [one in counts for one in found] == [True] * 4, found
    assert sorted(found, reverse=True) == list(found)  # in the order in which they are written
    assert [*verify_archive(home)] == []
    return found


def workers(root: Path) -> list[str]:
    """The command lines of processes that work in a home, but for those that only pass by."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = process.read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if f"{root}/" in line or line.rstrip().endswith(str(root)):
            found.append(line)
    return found


def require_alone(root: Path) -> None:
    """Nothing that a killed command started outlives it for long."""
    deadline = time.monotonic() + 10
    while workers(root):
        assert time.monotonic() < deadline, workers(root)
        time.sleep(0.1)


def require_finished(root: Path, outputs: dict[str, dict[str, str]]) -> None:
    """All lists are those of a home in which nobody was killed, and nothing is left over."""
    home = Home(root)
    assert {
        one.directory.name: output_hashes(one.directory) for one in published_lists(home.exports)
    } == outputs
    assert [*verify_exports(home), *verify_archive(home), *verify_analysts_copy(home)] == []
    # dbt's own target folder keeps what a killed parse left; nobody reads that.
    left = [path for path in root.rglob("*") if is_staged(path) and home.dbt not in path.parents]
    assert left == []
    assert [entry.name for entry in (home.exports / "drafts").iterdir()] == []


def outputs_of(root: Path) -> dict[str, dict[str, str]]:
    return {one.directory.name: output_hashes(one.directory) for one in published_lists(root / "exports")}


def copies(base: Path, folder: Path) -> Iterator[Path]:
    """Copies of a home, one after the other; each is removed for the next."""
    number = 0
    while True:
        number += 1
        root = folder / f"home{number}"
        shutil.copytree(base, root, symlinks=True)
        yield root
        subprocess.run(["chmod", "-R", "u+w", str(root)], check=True)
        shutil.rmtree(root)


@pytest.fixture(scope="module")
def drafted(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> Path:
    """A season with one published list, and the draft of the next."""
    home = build_season(tmp_path_factory.mktemp("killed") / "base", 5, players=40, events=8)
    compute(home, FIRST)
    publish(home / "exports", date.fromisoformat(FIRST), datetime(2026, 4, 1, 8))
    refresh(home / "exports", home / "warehouse" / "publicado.duckdb")
    compute(home, SECOND)
    return home


def test_publish_is_killed_at_random_moments(drafted: Path, tmp_path: Path) -> None:
    """Half of the kills fall into the time of writing, the others anywhere in the life of the command."""
    homes = copies(drafted, tmp_path)
    root = next(homes)
    started = time.monotonic()
    done(root, "publish")
    took = time.monotonic() - started
    outputs = outputs_of(root)
    moments, seen, count = random.Random(KILLS), set[tuple[int, ...]](), 0
    while count < KILLS:
        root = next(homes)
        if count % 2:
            wait = after(moments.uniform(0, took))
        else:
            wait = after_first_write(root / "exports", moments.choice([0.02, 0.1, 0.5]) * moments.random())
        if not killed(root, ("publish",), wait):
            continue
        count += 1
        found = states(root, (FIRST, SECOND), before=1)
        seen.add(found)
        require_alone(root)
        said = done(root, "publish")
        require_finished(root, outputs)
        if count % VERIFIED == 0:
            assert "Tudo confere" in done(root, "verify", SECOND)
        print(f"publish, kill {count}: lists, index, latest, copy {found}: {said.strip()[:60]}", flush=True)
    homes.close()
    assert (1, 1, 1, 1) in seen or KILLS < 10


def test_the_whole_job_is_killed_at_random_moments(tmp_path: Path) -> None:
    """`fnx run` and `fnx publish` of the sample, killed twice in a row; then both, as if nothing had been."""
    list(create_home(tmp_path / "base", sample=True))
    homes = copies(tmp_path / "base", tmp_path)
    root = next(homes)
    took = {}
    for step in ("run", "publish"):
        started = time.monotonic()
        done(root, step, "--cutoff", SAMPLE)
        took[step] = time.monotonic() - started
    outputs = outputs_of(root)
    moments, count = random.Random(KILLS), 0
    while count < JOB_KILLS:
        root = next(homes)
        for _ in range(min(2, JOB_KILLS - count)):
            moment = moments.uniform(0, sum(took.values()))
            if moment > took["run"] and (root / "exports" / "drafts" / SAMPLE).exists():
                step, moment = "publish", moment - took["run"]
            else:
                step, moment = "run", min(moment, took["run"])
            alive = killed(root, (step, "--cutoff", SAMPLE), after(moment))
            count += alive
            require_alone(root)
            found = states(root, (SAMPLE,), before=0)
            print(f"job, kill {count} in {step} after {moment:.1f} s: {found}", flush=True)
        done(root, "run", "--cutoff", SAMPLE)
        done(root, "publish", "--cutoff", SAMPLE)
        require_alone(root)
        require_finished(root, outputs)
        if count % VERIFIED == 0:
            assert "Tudo confere" in done(root, "verify")
    homes.close()

"""Commands killed at random moments: what is published is whole, and the next command ends the work.

`FNX_KILLS=100` kills `fnx publish` a hundred times and the whole job a fifth of that; the suite, which knows
every step on disk already (`orchestration.test_publication_kills`), does so a few times.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path

import duckdb
import pytest

from orchestration.cli import main
from orchestration.durable import is_staged
from orchestration.home import Home
from orchestration.publication.analysts_copy import refresh
from orchestration.publication.chain import altered_lists, index_bytes, published_lists
from orchestration.publication.manifest import output_hashes
from orchestration.publication.publish import publish
from orchestration.unaltered import verify_analysts_copy, verify_archive, verify_exports
from tests.builders.season import build_season

KILLS = int(os.environ.get("FNX_KILLS", "3"))
#: The whole job takes long: one killed for so many publications.
JOB_KILLS = max(1, KILLS // 5)
#: After so many kills, all is computed again by the command.
VERIFIED = 20
FNX = Path(sys.executable).parent / "fnx"
#: Processes that start with these loaded, and without the threads of this one.
PROCESSES = multiprocessing.get_context("forkserver")
LOADED = ("dagster", "orchestration.cli.app", "orchestration.freshness", "orchestration.runs")
FIRST, SECOND = "2026-03-29", "2026-06-28"


def command(home: Path, *arguments: str) -> list[str]:
    return [str(FNX), *arguments, "--home", str(home)]


def done(home: Path, *arguments: str) -> str:
    """What a command said; it must end well."""
    ended = subprocess.run(
        command(home, *arguments), capture_output=True, text=True, check=False, timeout=600
    )
    assert ended.returncode == 0, (arguments, ended.stdout, ended.stderr)
    return ended.stdout


def act(root: Path, arguments: tuple[str, ...]) -> None:
    """The command, in a process that has what it imports loaded: its life is its work."""
    sys.argv = command(root, *arguments)
    main()


def started(root: Path, *arguments: str) -> multiprocessing.process.BaseProcess:
    process = PROCESSES.Process(target=act, args=(root, arguments))
    process.start()
    return process


def kill_after(process: multiprocessing.process.BaseProcess, seconds: float) -> bool:
    """Kill a process so many seconds from now; whether it lived until then."""
    process.join(seconds)
    alive = process.exitcode is None
    if alive and process.pid is not None:
        os.kill(process.pid, signal.SIGKILL)
    process.join()
    return alive


def writing_began(process: multiprocessing.process.BaseProcess, exports: Path) -> None:
    """Wait until a process begins to write into a folder, or ends."""
    before = {entry.name for entry in exports.iterdir()}
    while process.exitcode is None and {entry.name for entry in exports.iterdir()} == before:
        time.sleep(0.001)


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
        root = folder / str(number) / "home"  # a pool without a name has its folder's
        shutil.copytree(base, root, symlinks=True)
        yield root
        subprocess.run(["chmod", "-R", "u+w", str(root)], check=True)
        shutil.rmtree(root)


def test_a_run_and_a_publication_at_once(drafted: Path, tmp_path: Path) -> None:
    """One waits for the other and says so; the run tells of its draft before a publication takes it."""
    root = next(copies(drafted, tmp_path))
    run, publication = (
        subprocess.Popen(
            command(root, step, "--cutoff", SECOND), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for step in ("run", "publish")
    )
    told = [process.communicate(timeout=600) for process in (run, publication)]
    assert (run.returncode, publication.returncode) == (0, 0), told
    assert sum("waiting for another fnx command" in said for _, said in told) == 1
    assert "lista de 28/06/2026" in told[0][0] and "publicada" in told[1][0]
    require_finished(root, outputs_of(root))


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
    """Of three kills, two fall into the time of writing, one anywhere in the life of the command."""
    PROCESSES.set_forkserver_preload(["tests.acceptance.test_kills", *LOADED])
    homes = copies(drafted, tmp_path)
    root = next(homes)
    began = time.monotonic()
    first = started(root, "publish")
    writing_began(first, root / "exports")
    before_writing = time.monotonic() - began
    first.join()
    took = time.monotonic() - began
    outputs = outputs_of(root)
    moments, seen, count = random.Random(KILLS), Counter[tuple[int, ...]](), 0
    while count < KILLS:
        root = next(homes)
        process = started(root, "publish")
        if count % 3:
            writing_began(process, root / "exports")
            # The list is in place before the copies are begun: every other of these kills comes that early.
            share = 0.05 if count % 3 == 1 else 1
            alive = kill_after(process, (took - before_writing) * moments.uniform(0, share))
        else:
            alive = kill_after(process, moments.uniform(0, took))
        if not alive:
            continue
        count += 1
        found = states(root, (FIRST, SECOND), before=1)
        seen[found] += 1
        require_alone(root)
        again = started(root, "publish")
        again.join()
        assert again.exitcode == 0
        require_finished(root, outputs)
        if count % VERIFIED == 0:
            assert "Tudo confere" in done(root, "verify", SECOND)
        print(f"publish, kill {count}: lists, index, latest, copy {found}", flush=True)
    homes.close()
    print(f"left by {KILLS} kills of publish: {dict(seen)}")


def test_the_whole_job_is_killed_at_random_moments(tmp_path: Path) -> None:
    """`fnx run` and `fnx publish`, killed several times in a row; then both, as if nothing had been."""
    build_season(tmp_path / "base", 6, players=40, events=8)
    cutoff = SECOND
    homes = copies(tmp_path / "base", tmp_path)
    root = next(homes)
    took = {}
    for step in ("run", "publish"):
        began = time.monotonic()
        done(root, step, "--cutoff", cutoff)
        took[step] = time.monotonic() - began
    outputs = outputs_of(root)
    moments, count = random.Random(KILLS), 0
    while count < JOB_KILLS:
        root = next(homes)
        for _ in range(min(5, JOB_KILLS - count)):
            moment = moments.uniform(0, sum(took.values()))
            if moment > took["run"] and (root / "exports" / "drafts" / cutoff).exists():
                step, moment = "publish", moment - took["run"]
            else:
                step, moment = "run", min(moment, took["run"])
            process = subprocess.Popen(
                command(root, step, "--cutoff", cutoff), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            try:
                process.wait(moment)
            except subprocess.TimeoutExpired:
                count += 1
            process.kill()
            process.wait()
            require_alone(root)
            found = states(root, (cutoff,), before=0)
            print(f"job, kill {count} in {step} after {moment:.1f} s: {found}", flush=True)
        done(root, "run", "--cutoff", cutoff)
        done(root, "publish", "--cutoff", cutoff)
        require_alone(root)
        require_finished(root, outputs)
        if count % VERIFIED == 0:
            assert "Tudo confere" in done(root, "verify")
    homes.close()

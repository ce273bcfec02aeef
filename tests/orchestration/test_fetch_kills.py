"""A download that is killed at any moment leaves no part of a list in the inbox, and the next visit
completes it.

`FNX_KILLS` asks for more kills than the suite makes.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from functools import partial
from pathlib import Path

from orchestration.fetching.fide import visit_fide
from orchestration.fetching.memory import visiting
from orchestration.fetching.settings import FetchSettings
from orchestration.fetching.visit import World
from orchestration.home import Home
from orchestration.setup import create_home
from tests.builders.replica import File, Replica, serving
from tests.orchestration.fetch_homes import BUILT, standard_list
from tests.orchestration.publication_kills import kills

KILLS = int(os.environ.get("FNX_KILLS", "5"))
NAME, PLAYERS = "standard_rating_list.zip", 6000
LIST = standard_list(1500, count=PLAYERS)
CHUNK = 1024


def visit(root: Path, url: str) -> None:
    """One visit for the standard list, as the command makes it."""
    home = Home(root)
    settings = FetchSettings(
        contact="rating@exemplo.org", delay=0, fide_url=f"{url}/download/", fide_lists=("standard",)
    )
    with visiting(home, "fide"):
        visit_fide(home, settings, World())


def inbox(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((root / "inbox" / "fide").iterdir(), key=age)}


def age(path: Path) -> tuple[int, str]:
    """Snapshots in the order in which they came: without a number, ``_r02``, ``_r03`` ..."""
    return len(path.name), path.name


def site() -> Replica:
    return Replica(files={NAME: File(LIST, BUILT)}, chunk=CHUNK)


def test_kills_at_random_moments_of_the_transfer(tmp_path: Path) -> None:
    """Each kill comes when the site has sent a random share of what was still missing; once a list is whole,
    FIDE builds it again.
    """
    list(create_home(tmp_path, sample=False))
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.orchestration.test_fetch_kills"])
    moments = random.Random(26)
    part = tmp_path / "fetch" / "partial" / NAME
    whole = [LIST]
    killed = 0
    with serving(site()) as replica:
        while killed < KILLS:
            done = part.stat().st_size if part.exists() else 0
            sent, last = 0, moments.randint(1, max(1, (len(whole[-1]) - done) // CHUNK))
            process = processes.Process(target=visit, args=(tmp_path, replica.url))

            def kill_in_time(
                process: multiprocessing.process.BaseProcess = process, last: int = last
            ) -> None:
                nonlocal sent
                sent += 1
                if sent == last and process.pid is not None:
                    os.kill(process.pid, signal.SIGKILL)

            replica.pause = kill_in_time
            process.start()
            process.join(60)
            assert process.exitcode in (0, -signal.SIGKILL)
            killed += process.exitcode != 0
            assert list(inbox(tmp_path).values()) in (whole, whole[:-1])
            if process.exitcode == 0:
                whole.append(standard_list(1500 + len(whole), count=PLAYERS))
                replica.files[NAME] = File(whole[-1], f"Mon, {len(whole):02d} Nov 2026 06:00:00 GMT")
        replica.pause = lambda: None
        visit(tmp_path, replica.url)
    assert list(inbox(tmp_path).values()) == whole
    assert list(part.parent.iterdir()) == []


def test_kills_before_every_step_on_disk(tmp_path: Path) -> None:
    def fresh(step: int) -> Path:
        root = tmp_path / str(step)
        Home(root).make_layout()
        return root

    with serving(site()) as replica:
        replica.chunk = 1 << 20
        steps = 0
        for step, root, finished in kills(partial(visit, url=replica.url), fresh):
            steps = step
            assert inbox(root) in ({}, {"standard_nov26frl.zip": LIST}), step
            if not finished:
                visit(root, replica.url)
            assert inbox(root) == {"standard_nov26frl.zip": LIST}, step
            assert list((root / "fetch" / "partial").iterdir()) == []
    assert steps > 5

"""The data home: layout, archive and the writer's lock."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from orchestration.home import Archive, Home, HomeError
from orchestration.setup import create_home


def test_init_completes_a_home_and_keeps_what_is_there(tmp_path: Path) -> None:
    register = tmp_path / "home" / "registry" / "players.csv"
    register.parent.mkdir(parents=True)
    register.write_text("fnx_id,name\nFNX-1,Ana\n", encoding="utf-8")
    lines = list(create_home(tmp_path / "home", sample=False))
    assert register.read_text(encoding="utf-8") == "fnx_id,name\nFNX-1,Ana\n"
    events = (tmp_path / "home" / "registry" / "events.csv").read_text(encoding="utf-8")
    assert events.startswith("event_id,name,file,rhythm,start_date,end_date")
    assert any("events.csv" in line for line in lines)
    assert next(iter(create_home(tmp_path / "home", sample=False))).startswith("data home ready")


def test_what_was_archived_stays_and_a_claim_keeps_its_first_content(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.make_layout()
    archive = Archive(home)
    first, second = archive.store(b"one"), archive.store(b"two")
    archive.keep_claim("event:1", "a.trf", first)
    archive.keep_claim("event:1", "a.trf", second)
    archive.save()
    again = Archive(home)
    assert again.claimed("event:1", "a.trf") == first
    assert again.read(first) == b"one"
    assert again.path_of(first).stat().st_mode & 0o222 == 0


def test_readers_share_a_home_and_wait_for_its_writer(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.reader(print):  # nobody ever wrote here: there is nothing to wait for, and nothing is made
        assert list(tmp_path.iterdir()) == []
    home.make_layout()
    said: list[str] = []
    with home.writer(print), pytest.raises(HomeError, match="another fnx"), home.reader(said.append, 0.3):
        pass
    assert ["waiting" in text for text in said] == [True]
    with (
        home.reader(print),
        home.reader(print),
        pytest.raises(HomeError, match="another fnx"),
        home.writer(print, wait_seconds=0.3),
    ):
        pass
    with home.writer(print):
        pass


def test_a_second_writer_waits_says_so_and_gives_up_with_a_message(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.make_layout()
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from orchestration.home import Home\n"
            f"with Home(Path({str(tmp_path)!r})).writer(print):\n"
            "    print('held', flush=True); time.sleep(30)",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "held\n"
        said: list[str] = []
        with (
            pytest.raises(HomeError, match="another fnx command"),
            home.writer(said.append, wait_seconds=0.5),
        ):
            pass
        assert len(said) == 1
        assert "waiting" in said[0]
        killer = threading.Timer(0.3, holder.kill)
        killer.start()
        started = time.monotonic()
        with home.writer(said.append, wait_seconds=20):
            assert time.monotonic() - started < 10  # a killed writer leaves no lock behind
    finally:
        holder.kill()
        holder.wait()

"""Event files into raw tables: what is kept of earlier runs never changes the result."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import pyarrow as pa
import pytest

from orchestration import progress
from orchestration.durable import create_files
from orchestration.home import Home, HomeError
from orchestration.ingestion import ingest, reading
from orchestration.ingestion.events import which_save
from orchestration.ingestion.found import Ingested
from orchestration.pool import read_pool
from scrapers.records import EventRecord
from tests.builders.description import Description, Pairing, Player
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf

EVENT = Description(
    (
        Player(1, "Silva, Ana", "w", "", 2050, 2101, "BRA", "999000001", "990001", 1990),
        Player(2, "Souza, Bento", "m", "", 1800, 0, "BRA", "999000002", "990002", 2004),
    ),
    ((Pairing(1, 2, "1"),), (Pairing(2, 1, "="),)),
)
TABLES = ("raw.event_files", "raw.event_participants", "raw.event_games", "raw.findings", "home.inputs")


def numbered(number: int) -> str:
    """A TRF with a remark of the reader (the declared number of players is wrong)."""
    return trf(replace(EVENT, name=f"Aberto {number}")).replace("062 2", "062 3")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Five TRFs, a text pair, a refused file, a missing file, and one content under two events."""
    (tmp_path / "home").mkdir()
    made = Home.open(tmp_path / "home")
    files = {f"{number}.trf": numbered(number) for number in range(1, 6)}
    files |= {
        "j.txt": players_text(EVENT),
        "p.txt": pairings_text(EVENT),
        "x.pdf": "nada",
        "copia.trf": numbered(1),
    }
    for name, text in files.items():
        (made.events / name).write_text(text, encoding="utf-8", newline="")
    register(made, *(f"{n}.trf" for n in range(1, 6)), "j.txt;p.txt", "x.pdf", "falta.trf", "copia.trf")
    return made


def register(home: Home, *files: str) -> None:
    """One event for each cell of files."""
    columns = ("event_id", "name", "file", "rhythm", "start_date", "end_date", "recognition")
    with (home.registry / "events.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        for number, name in enumerate(files, start=1):
            writer.writerow(
                (f"E{number}", f"Evento {number}", name, "STD", "2026-01-10", "2026-01-10", "fnx")
            )


def ingested(home: Home) -> Ingested:
    return ingest(home, read_pool(home.pool_file, "P"), date(2026, 2, 1), lambda line: None)


def tables(home: Home) -> Mapping[str, pa.Table]:
    read = ingested(home).tables
    return {name: read[name] for name in TABLES}


def kept_files(home: Home) -> list[Path]:
    return sorted(home.read_tournaments.rglob("*.arrow"))


def test_what_the_tables_hold(home: Home) -> None:
    read = ingested(home)
    files = {row["event_id"]: row for row in read.tables["raw.event_files"].to_pylist()}
    assert (files["E1"]["status"], files["E1"]["name"], files["E1"]["rounds"]) == ("ok", "Aberto 1", 2)
    assert (files["E6"]["format"], files["E6"]["file_sha256"].count(";")) == ("sm_text", 1)
    assert (files["E7"]["status"], files["E8"]["status"]) == ("rejected", "missing")
    assert files["E9"]["content_key"] == files["E1"]["content_key"]
    games = read.tables["raw.event_games"].to_pylist()
    assert [row["game_no"] for row in games if row["content_key"] == files["E1"]["content_key"]] == [1, 2]
    people = read.tables["raw.event_participants"].to_pylist()
    assert {(row["national_federation"], row["uf"]) for row in people if row["national_id"]} == {
        ("BRA", "RN"),
        (None, None),
    }
    differ = [f for f in read.findings if f.code == "players_differ"]
    assert {(f.source_file, f.sha256) for f in differ} == {
        (f"inbox/events/{number}.trf", files[f"E{number}"]["content_key"]) for number in range(1, 6)
    }


def test_a_second_run_reads_nothing_and_says_the_same(home: Home) -> None:
    first = tables(home)
    (kept,) = kept_files(home)
    written = kept.stat().st_mtime_ns
    assert tables(home) == first
    assert [path.stat().st_mtime_ns for path in kept_files(home)] == [written]


def test_what_is_kept_may_be_deleted_or_damaged(home: Home) -> None:
    first = tables(home)
    shutil.rmtree(home.read_tournaments)
    assert tables(home) == first
    (kept,) = kept_files(home)
    data = bytearray(kept.read_bytes())
    for place in (5, 40, len(data) // 2, len(data) - 1):
        damaged = bytearray(data)
        damaged[place] ^= 1
        kept.write_bytes(bytes(damaged))
        assert tables(home) == first
    kept.write_bytes(bytes(data[:20]))
    assert tables(home) == first


def test_what_another_version_of_the_readers_kept_is_removed(home: Home) -> None:
    other = home.read_tournaments / "0123456789abcdef"
    other.mkdir(parents=True)
    (other / "old.arrow").write_bytes(b"old")
    tables(home)
    assert not other.exists()
    assert len(kept_files(home)) == 1


def test_one_new_file_is_read_and_the_others_are_not(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    tables(home)
    (home.events / "novo.trf").write_text(numbered(9), encoding="utf-8", newline="")
    register(home, *(f"{n}.trf" for n in range(1, 6)), "novo.trf")
    asked: list[str] = []
    read_batch = reading.read_batch
    monkeypatch.setattr(
        reading, "read_batch", lambda batch: (asked.extend(r.names[0] for r in batch), read_batch(batch))[1]
    )
    told = tables(home)["raw.event_files"].to_pylist()
    assert asked == ["novo.trf"]
    assert [row["name"] for row in told] == [f"Aberto {n}" for n in (1, 2, 3, 4, 5, 9)]


def test_a_renamed_file_is_remarked_upon_under_its_new_name(home: Home) -> None:
    tables(home)
    shutil.copy(home.events / "1.trf", home.events / "outro.trf")
    register(home, "outro.trf")
    files = {f.source_file for f in ingested(home).findings if f.code == "players_differ"}
    assert files == {"inbox/events/outro.trf"}


def test_many_kept_files_are_joined_without_what_nobody_names(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_KEPT", 2)
    for number in range(1, 5):
        register(home, f"{number}.trf")
        tables(home)
    assert len(kept_files(home)) <= 2
    register(home, "4.trf", "3.trf")
    assert [row["name"] for row in tables(home)["raw.event_files"].to_pylist()] == ["Aberto 4", "Aberto 3"]


def test_a_run_killed_while_it_joined_kept_files_doubles_nothing(home: Home) -> None:
    register(home, "1.trf")
    tables(home)
    (one,) = kept_files(home)
    data = one.read_bytes()
    one.unlink()
    register(home, *(f"{n}.trf" for n in range(1, 6)))
    first = tables(home)
    for name in ("0", "z"):
        (one.parent / f"{name}.arrow").write_bytes(data)
    assert tables(home) == first


def test_several_processes_read_the_same(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tables(home)
    shutil.rmtree(home.read_tournaments)
    monkeypatch.setattr(reading, "WORTH_PROCESSES", 1)
    monkeypatch.setattr(reading, "FILES_A_BATCH", 2)
    assert tables(home) == first


STARTS_A_WORKER = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from orchestration.ingestion.reading import end_with_parent
if __name__ == "__main__":
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, initializer=end_with_parent) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(60)
"""


def test_a_killed_run_takes_its_workers_with_it(tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(STARTS_A_WORKER, encoding="utf-8")
    run = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    worker = int(run.stdout.readline())
    run.kill()
    run.wait()
    deadline = time.monotonic() + 30
    while is_running(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(worker)


def is_running(pid: int) -> bool:
    """Whether a process lives; one that ended and that nobody asked after (`Z`) does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_files_are_created_whole_with_their_permissions(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    contents = {tmp_path / "one": b"1", tmp_path / "a" / "two": b"22"}
    create_files(contents, mode=0o444)
    assert {path: path.read_bytes() for path in contents} == contents
    assert {path.stat().st_mode & 0o777 for path in contents} == {0o444}
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "one", "two"]


def test_progress_is_told_in_lines_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.0)
    said: list[str] = []
    with progress.counted("files", 400, said.append) as advance:
        advance(150)
        advance(250)
    assert said == ["files: 150 of 400", "files: 400 of 400"]
    with progress.counted("files", 10, said.append) as advance:
        advance(10)
    assert len(said) == 2


def test_progress_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    said: list[str] = []
    with progress.counted("files", 400, said.append) as advance:
        advance(400)
    assert said == []
    assert "files" in terminal.getvalue()
    assert "400/400" in terminal.getvalue()


def test_a_home_without_events(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    empty = Home.open(tmp_path / "empty")
    assert [table.num_rows for table in tables(empty).values()] == [0, 0, 0, 0, 0]
    assert kept_files(empty) == []


@pytest.mark.parametrize(
    ("archived", "changed", "said"),
    [
        (
            ("555", 9),
            ("555", 12),
            " O novo é uma gravação mais nova do mesmo torneio (contador 12; arquivado: 9).",
        ),
        (
            ("555", 9),
            ("555", 3),
            " O novo é uma gravação mais antiga do mesmo torneio (contador 3; arquivado: 9).",
        ),
        (("555", 9), ("556", 12), " O novo é de outro torneio (número 556 na origem)."),
        (("555", 9), ("555", 9), ""),
        (("555", None), ("555", 9), ""),
        ((None, None), ("555", 9), ""),
    ],
)
def test_what_a_changed_file_is_to_the_archived_one(
    archived: tuple[str | None, int | None], changed: tuple[str | None, int | None], said: str
) -> None:
    records = [EventRecord(source_id=source, revision=revision) for source, revision in (archived, changed)]
    assert which_save(*records) == said


def test_a_file_that_changes_is_remarked_upon_and_not_used(home: Home) -> None:
    first = tables(home)["raw.event_games"]
    (home.events / "1.trf").write_text(numbered(1).replace("2 w 1", "2 w 0"), encoding="utf-8", newline="")
    read = ingested(home)
    assert read.tables["raw.event_games"] == first
    assert read.changed_files == ["inbox/events/1.trf"]
    (remark,) = [f for f in read.findings if f.code == "file_changed"]
    assert "replace_file" in remark.message_pt


def test_an_archived_file_that_was_altered_is_not_read(home: Home) -> None:
    register(home, "1.trf")
    tables(home)
    shutil.rmtree(home.read_tournaments)
    (archived,) = [
        path for path in home.archive_files.rglob("*") if path.is_file() and b"Aberto 1" in path.read_bytes()
    ]
    archived.chmod(0o644)
    archived.write_bytes(archived.read_bytes() + b" ")
    with pytest.raises(HomeError, match="not what was archived"):
        ingested(home)

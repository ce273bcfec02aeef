"""FIDE lists in the archive: made once, whole or not there, and what a run takes from them."""

from __future__ import annotations

import hashlib
import io
import multiprocessing
import os
import random
import signal
import time
import zipfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from benchmarks.fide_lists import text_lines, xml_lines
from orchestration import fide_snapshots
from orchestration.fide_snapshots import DAMAGED, RefusedList, Snapshot, players, seal_of, snapshot
from orchestration.home import Archive, Home
from orchestration.ingestion.fide import read_fide
from orchestration.ingestion.found import Ingested, Rows
from orchestration.raw_tables import tables
from scrapers.fide import read_list
from tests.builders.home_files import FideLine, fide_combined_text, fide_standard_text

COUNT = 3000
TEXT = b"".join(text_lines(COUNT))
XML = b"".join(xml_lines(COUNT))


def zipped(member: str, data: bytes, day: int = 8) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(member, (2026, 10, day, 12, 0, 0)), data)
    return content.getvalue()


def kept(folder: Path, name: str, data: bytes, said: list[str] | None = None) -> Snapshot | RefusedList:
    original = folder / "original"
    original.write_bytes(data)
    sha256 = hashlib.sha256(data).hexdigest()
    return snapshot(folder / "fide", name, original, sha256, [].append if said is None else said.append)


def made(folder: Path, name: str = "players_list_oct26.txt", data: bytes = TEXT) -> Snapshot:
    found = kept(folder, name, data)
    assert isinstance(found, Snapshot)
    return found


@pytest.mark.parametrize(("name", "data"), [("a_oct26.txt", TEXT), ("a_oct26.xml", XML)])
def test_a_snapshot_has_all_rows_by_id(
    tmp_path: Path, name: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fide_snapshots, "ROWS_PER_GROUP", 700)
    one = made(tmp_path, name, data)
    sha256 = hashlib.sha256(data).hexdigest()
    assert one.path.name == f"combined-2026-10-{sha256}.parquet"
    assert (one.scope, one.month, one.players, one.sha256) == ("combined", date(2026, 10, 1), COUNT, sha256)
    rows = sorted(read_list(name, io.BytesIO(data)).rows, key=lambda row: int(row.fide_id))
    table = pq.read_table(one.path)
    assert pq.ParquetFile(one.path).num_row_groups == 5
    assert table["fide_id"].to_pylist() == [int(row.fide_id) for row in rows]
    for column in ("name", "federation", "title", "o_title", "standard", "blitz_k", "birth_year", "inactive"):
        assert table[column].to_pylist() == [getattr(row, column) for row in rows], column


def test_looking_up_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fide_snapshots, "ROWS_PER_GROUP", 500)
    one = made(tmp_path)
    listed = [int(row.fide_id) for row in read_list("a.txt", io.BytesIO(TEXT)).rows]
    chance = random.Random(5)
    for some in ([], [1], listed, listed[:1], [*chance.sample(listed, 40), 2, 10**11], [10**11]):
        ids = np.array(sorted(some), np.int64)
        found = players(one.path, ids, ("fide_id", "federation"))
        assert found["fide_id"].to_pylist() == sorted(set(some) & set(listed))
        assert found.column_names == ["fide_id", "federation"]


def test_a_player_listed_twice_is_found_twice(tmp_path: Path) -> None:
    lines = [
        FideLine("999000001", "Sá, Ana", "F", 1800, 1990),
        FideLine("999000001", "Sá, Ana", "F", 1700, 1990),
    ]
    data = fide_standard_text(date(2026, 2, 1), lines, True).encode()
    one = made(tmp_path, "standard_feb26frl.txt", data)
    found = players(one.path, np.array([999000001]), ("standard", "line"))
    assert found.to_pylist() == [{"standard": 1800, "line": 2}, {"standard": 1700, "line": 3}]


def test_a_snapshot_is_made_once(tmp_path: Path) -> None:
    said: list[str] = []
    first = kept(tmp_path, "players_list_oct26.zip", zipped("players_list_foa.txt", TEXT), said)
    assert isinstance(first, Snapshot)
    assert len(said) == 2
    before = first.path.stat()
    again = kept(tmp_path, "players_list_oct26.zip", zipped("players_list_foa.txt", TEXT), said)
    after = first.path.stat()
    assert (again, len(said)) == (first, 2)
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.parametrize("harm", ["cut", "empty", "other file", "older reader"])
def test_a_snapshot_that_is_not_whole_is_made_again(
    tmp_path: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = made(tmp_path)
    whole = one.path.read_bytes()
    if harm == "older reader":
        monkeypatch.setattr(fide_snapshots, "READER_VERSION", 0)
    else:
        one.path.write_bytes({"cut": whole[: len(whole) // 2], "empty": b"", "other file": b"PAR1" * 9}[harm])
    assert made(tmp_path) == one
    assert pq.read_table(one.path).num_rows == COUNT
    assert sorted(entry.name for entry in one.path.parent.iterdir()) == [
        one.path.name,
        seal_of(one.path).name,
    ]


def test_a_list_refused_half_way_is_read_once_and_leaves_no_rows(tmp_path: Path) -> None:
    said: list[str] = []
    first = kept(tmp_path, "players_list_xml_oct26.xml", XML[: len(XML) // 2], said)
    again = kept(tmp_path, "players_list_xml_oct26.xml", XML[: len(XML) // 2], said)
    assert isinstance(first, RefusedList)
    assert "cortada" in first.reason
    assert [finding.code for finding in first.findings] == ["rejected"]
    assert again == first
    assert len(said) == 2
    assert [pq.read_metadata(path).num_rows for path in (tmp_path / "fide").glob("*.parquet")] == [0]


# What a run takes from the lists in the inbox.


def home_at(root: Path, **files: bytes) -> Home:
    root.mkdir(exist_ok=True)
    home = Home.open(root)
    for name, data in files.items():
        stem, _, ending = name.rpartition("_")
        (home.fide / f"{stem}.{ending}").write_bytes(data)
    return home


def ingested(home: Home, wanted: Sequence[str]) -> tuple[list[dict[str, Any]], Ingested, list[str]]:
    rows: Rows = {name: [] for name in tables()}
    rows["raw.issued_ids"] = [(f"F{fide_id}", None, fide_id, None, None) for fide_id in wanted]
    found, said = Ingested(), list[str]()
    read_fide(home, Archive(home), rows, found, said.append)
    return rows["raw.fide_ratings"].to_pylist(), found, said


def standard(*ratings: int | None, month: date = date(2026, 2, 1)) -> bytes:
    lines = [
        FideLine(f"99900000{number}", f"Sobrenome{number}, Nome", "M", rating, 1990)
        for number, rating in enumerate(ratings, start=1)
    ]
    return fide_standard_text(month, lines, True).encode()


def test_only_people_of_the_pool_are_taken(tmp_path: Path) -> None:
    home = home_at(tmp_path, standard_feb26frl_txt=standard(1800, None, 1600))
    rows, found, said = ingested(home, ["999000001", "999000002", "999000009"])
    assert [(row["fide_id"], row["standard"], row["line"]) for row in rows] == [
        ("999000001", 1800, 2),
        ("999000002", None, 3),
    ]
    first = rows[0]
    assert (first["family_name"], first["given_name"]) == ("Sobrenome1", "Nome")
    assert (first["scope"], first["list_date"]) == ("standard", date(2026, 2, 1))
    assert (first["source_file"], first["sha256"]) == ("standard_feb26frl.txt", found.inputs[0].sha256)
    assert said[-1] == "FIDE: 1 lists, 2 rows of the pool's people"
    assert found.findings == []


def test_lists_that_did_not_change_are_not_read_again(tmp_path: Path) -> None:
    home = home_at(
        tmp_path, standard_feb26frl_txt=standard(1800), players_list_mar26_zip=zipped("a.txt", TEXT)
    )
    first, _, said = ingested(home, ["999000001"])
    assert sum("reading" in line for line in said) == 2
    again, _, said = ingested(home, ["999000001"])
    assert (again, [line for line in said if "reading" in line]) == (first, [])


def test_damaged_rows_of_the_pools_people_are_reported(tmp_path: Path) -> None:
    data = standard(1800, 1700, 1600).replace(b"1700", b"17O0").replace(b"1600", b"16O0")
    rows, found, _ = ingested(home_at(tmp_path, standard_feb26frl_txt=data), ["999000001", "999000002"])
    assert [row["standard"] for row in rows] == [1800, None]
    assert [(one.source_file, one.where, one.code) for one in found.findings] == [
        ("inbox/fide/standard_feb26frl.txt", "line 3", "row_unreadable")
    ]


def test_rows_damaged_on_disk_are_read_again_from_the_archived_list(tmp_path: Path) -> None:
    home = home_at(tmp_path, players_list_mar26_txt=TEXT)
    wanted = [row.fide_id for row in read_list("a.txt", io.BytesIO(TEXT)).rows]
    first, _, _ = ingested(home, wanted)
    (path,) = home.archive_fide.glob("*.parquet")
    spoiled = bytearray(path.read_bytes())
    spoiled[2000] ^= 0xFF
    path.write_bytes(bytes(spoiled))
    with pytest.raises(DAMAGED):
        players(path, np.array(sorted(map(int, wanted))), ("fide_id", "name"))
    again, _, said = ingested(home, wanted)
    assert again == first
    assert any("damaged" in line for line in said)


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_of_two_contents_of_a_month_the_one_written_last_counts(
    tmp_path: Path, names: tuple[str, str]
) -> None:
    early, late = (f"standard_feb26frl-{name}_zip" for name in names)
    home = home_at(
        tmp_path,
        **{
            early: zipped("standard_rating_list.txt", standard(1800, 1700, 1600), day=8),
            late: zipped("standard_rating_list.txt", standard(1850, 1700), day=9),
        },
    )
    rows, found, _ = ingested(home, ["999000001", "999000002", "999000003"])
    assert [(row["fide_id"], row["standard"]) for row in rows] == [("999000001", 1850), ("999000002", 1700)]
    (finding,) = found.findings
    assert (finding.code, finding.severity) == ("fide_list_rebuilt", "warning")
    assert early.replace("_zip", ".zip") in finding.message_pt
    assert late.replace("_zip", ".zip") in finding.message_pt
    assert finding.message_pt.endswith("entre as duas: 2.")
    assert len(found.inputs) == 2


def test_without_a_time_the_content_with_more_players_counts(tmp_path: Path) -> None:
    home = home_at(
        tmp_path, standard_feb26frl_txt=standard(1800), b_standard_feb26frl_txt=standard(1801, 1700)
    )
    rows, _, _ = ingested(home, ["999000001"])
    assert [row["standard"] for row in rows] == [1801]


def test_contents_that_agree_on_the_pools_people_are_no_warning(tmp_path: Path) -> None:
    home = home_at(tmp_path, players_list_oct26_txt=TEXT, players_list_xml_oct26_xml=XML)
    wanted = [row.fide_id for row in read_list("a.txt", io.BytesIO(TEXT), 50).rows]
    rows, found, _ = ingested(home, wanted)
    assert len(rows) == len(set(wanted))
    assert [(one.code, one.severity) for one in found.findings] == [("fide_list_rebuilt", "info")]


def test_one_content_under_two_names_is_taken_once(tmp_path: Path) -> None:
    home = home_at(tmp_path, standard_feb26frl_txt=standard(1800), standard_feb26_txt=standard(1800))
    rows, found, _ = ingested(home, ["999000001"])
    assert [row["source_file"] for row in rows] == ["standard_feb26.txt"]
    assert [one.code for one in found.findings] == ["fide_list_twice"]


def test_other_scopes_and_months_and_lists_without_a_month_are_no_rivals(tmp_path: Path) -> None:
    lines = [FideLine("999000001", "Sá, Ana", "F", 1790, 1990)]
    home = home_at(
        tmp_path,
        standard_feb26frl_txt=standard(1800),
        standard_mar26frl_txt=standard(1810, month=date(2026, 3, 1)),
        players_list_feb26_txt=fide_combined_text(lines).encode(),
        players_list_foa_txt=fide_combined_text(lines).encode(),
        rapid_feb26frl_txt=standard(2000),
    )
    rows, found, _ = ingested(home, ["999000001"])
    assert sorted((str(row["list_date"]), row["scope"], row["standard"]) for row in rows) == [
        ("2026-02-01", "combined", 1790),
        ("2026-02-01", "rapid", None),
        ("2026-02-01", "standard", 1800),
        ("2026-03-01", "standard", 1810),
        ("None", "combined", 1790),
    ]
    assert [one.code for one in found.findings] == ["fide_list_undated"]


def test_lists_that_cannot_be_used_are_reported_and_stop_nothing(tmp_path: Path) -> None:
    home = home_at(
        tmp_path,
        a_zip=b"PK\x03\x04",
        b_txt=b"Sobrenome, Nome\n",
        standard_feb26frl_txt=standard(1800),
        c_xml=b"",
    )
    (home.fide / "pasta.txt").mkdir()
    rows, found, _ = ingested(home, ["999000001"])
    assert len(rows) == 1
    codes = sorted((one.source_file, one.code) for one in found.findings if one.code != "rejected")
    assert codes == [
        ("inbox/fide/a.zip", "fide_list_rejected"),
        ("inbox/fide/b.txt", "fide_list_rejected"),
        ("inbox/fide/c.xml", "fide_list_rejected"),
        ("inbox/fide/pasta.txt", "unreadable"),
    ]


# A process killed at any moment.


def _ingest(root: Path, started: Any) -> None:
    started.set()
    ingested(Home.open(root), ["18000020"])


def test_a_kill_leaves_no_part_of_a_list(tmp_path: Path) -> None:
    """`FNX_KILLS` says at how many random moments; five in the suite."""
    data = b"".join(text_lines(30_000))
    lists = {"players_list_oct26_zip": zipped("a.txt", data), "players_list_sep26_txt": TEXT}
    expected, _, _ = ingested(home_at(tmp_path / "expected", **lists), ["18000020"])
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["orchestration.fide_snapshots", "orchestration.ingestion.fide"])
    chance = random.Random(11)
    longest = 0.0
    killed = 0
    for number in range(int(os.environ.get("FNX_KILLS", "5")) + 1):
        home = home_at(tmp_path / str(number), **lists)
        started = processes.Event()
        process = processes.Process(target=_ingest, args=(home.root, started))
        process.start()
        assert started.wait(60)
        began = time.monotonic()
        if number:
            process.join(chance.uniform(0, longest))
            process.kill()
        process.join(60)
        longest = longest or time.monotonic() - began
        assert process.exitcode in (0, -signal.SIGKILL)
        killed += process.exitcode != 0
        for folder in (home.archive_fide, *home.archive_files.iterdir()):
            for path in folder.iterdir():
                if path.name.startswith(".") or path.suffix == ".seal":
                    continue
                if folder == home.archive_fide:
                    assert pq.read_table(path, page_checksum_verification=True).num_rows in (30_000, COUNT)
                else:
                    assert hashlib.sha256(path.read_bytes()).hexdigest() == path.name
        rows, _, _ = ingested(home, ["18000020"])
        assert rows == expected
        assert sorted(path.name for path in home.archive_fide.iterdir()) == sorted(
            path.name for path in (tmp_path / "expected" / "archive" / "fide").iterdir()
        )
    assert killed

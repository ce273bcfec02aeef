"""`fnx verify`: green for what was published, red for any altered byte, whatever came later."""

from __future__ import annotations

import csv
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from orchestration.cli.app import app
from orchestration.fide_snapshots import seal_of
from orchestration.home import Archive, Home, HomeError, read_sealed, write_sealed
from orchestration.publication.analysts_copy import is_current, refresh
from orchestration.publication.chain import PublicationRefused, published_lists
from orchestration.publication.publish import publish
from orchestration.unaltered import verify_analysts_copy, verify_archive, verify_exports, verify_issued_ids
from orchestration.verification import verify, verify_computation
from tests.builders.season import build_season
from tests.conftest import make_writable

CUTOFFS = ("2026-03-29", "2026-06-28")
ALTERATIONS = 200


@pytest.fixture(scope="module")
def published_home(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> Path:
    """A season with two published lists, and a register row added after the second."""
    home = build_season(tmp_path_factory.mktemp("verified") / "home", 5, players=40, events=8)
    for cutoff in CUTOFFS:
        compute(home, cutoff)
        wednesday = datetime.fromisoformat(cutoff) + timedelta(days=3, hours=8)
        publish(home / "exports", date.fromisoformat(cutoff), wednesday)
    return home


@pytest.fixture
def copied(published_home: Path, tmp_path: Path) -> Path:
    shutil.copytree(published_home, tmp_path / "home", symlinks=True)
    make_writable(tmp_path / "home" / "archive")
    for cutoff in CUTOFFS:
        make_writable(tmp_path / "home" / "exports" / cutoff)
    return tmp_path / "home"


def test_published_lists_come_out_again_whatever_happened_to_the_registers_since(copied: Path) -> None:
    players = copied / "registry" / "players.csv"
    with players.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream, delimiter=";" if ";" in stream.readline() else ","))
    players.write_text("fnx_id,name\nFNX-1,Someone Else\n", encoding="utf-8")
    assert rows  # what was there is gone; the archive has it
    shutil.rmtree(copied / "inbox" / "events")
    shutil.rmtree(copied / "warehouse")
    assert verify(Home.open(copied), (), print) == ()


def test_a_list_that_was_never_published_is_said(copied: Path) -> None:
    (problem,) = verify(Home.open(copied), (date(2026, 7, 5),), print)
    assert problem.where == "exports/2026-07-05"


def test_any_altered_byte_of_exports_and_archive_is_found(copied: Path) -> None:
    """`ALTERATIONS` single bytes, drawn over files and places; each alone is found in the file it is in."""
    home = Home.open(copied)
    assert [*verify_exports(home), *verify_archive(home)] == []
    randomness = random.Random(20260628)
    files = sorted(
        path
        for part in ("exports", "archive")
        for path in (copied / part).rglob("*")
        if path.is_file()
        and not path.parent.is_symlink()
        and "latest" not in path.parts
        and path.stat().st_size
    )
    for _ in range(ALTERATIONS):
        path = randomness.choice(files)
        data = path.read_bytes()
        place = randomness.randrange(len(data))
        changed = bytearray(data)
        changed[place] ^= 1 << randomness.randrange(8)
        path.write_bytes(changed)
        inside = path.relative_to(copied).as_posix()
        problems = [*verify_exports(home), *verify_archive(home)]
        assert problems, f"byte {place} of {inside}"
        if inside.startswith("archive"):
            assert [problem.where for problem in problems] == [inside]
        path.write_bytes(data)
    assert [*verify_exports(home), *verify_archive(home)] == []


def test_every_kind_of_file_has_an_altered_byte_found(copied: Path) -> None:
    """One byte in one file of each kind, in turn; what is found names the file."""
    home = Home.open(copied)
    archive = Archive(home)
    registers = sorted(
        sha256 for (claim, _), sha256 in archive.claims.items() if claim.startswith("register:")
    )
    events = sorted(sha256 for (claim, _), sha256 in archive.claims.items() if claim.startswith("event:"))
    snapshot = min(home.archive_fide.glob("*.parquet"))
    published = home.exports / CUTOFFS[1]
    tables = [path for path in sorted(published.iterdir()) if path.name != "manifest.json"]
    for path, named in [
        *((path, f"exports/{CUTOFFS[1]}") for path in tables),
        (published / "manifest.json", f"exports/{CUTOFFS[1]}"),
        (home.exports / "index.json", "exports/index.json"),
        *((archive.path_of(one), f"archive/files/{one[:2]}/{one}") for one in (registers[0], events[0])),
        (home.archive_index, "archive/index.csv"),
        (home.archive_lists / f"{CUTOFFS[0]}.csv", f"archive/lists/{CUTOFFS[0]}.csv"),
        (snapshot, f"archive/fide/{snapshot.name}"),
        (seal_of(snapshot), f"archive/fide/{seal_of(snapshot).name}"),
    ]:
        data = path.read_bytes()
        for place in (0, len(data) // 2, len(data) - 1):
            path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
            problems = [*verify_exports(home), *verify_archive(home)]
            assert named in {problem.where for problem in problems}, (path, place, problems)
            if path in tables:
                assert any(path.name in problem.detail_pt for problem in problems)
        path.write_bytes(data)
    assert [*verify_exports(home), *verify_archive(home)] == []


def test_latest_that_points_elsewhere_is_found(copied: Path) -> None:
    home = Home.open(copied)
    latest = home.exports / "latest"
    latest.unlink()
    latest.symlink_to(CUTOFFS[0])
    assert [problem.where for problem in verify_exports(home)] == ["exports/latest"]


def test_the_command_names_the_altered_file_and_exits_with_3(copied: Path) -> None:
    path = copied / "exports" / CUTOFFS[0] / "ledger.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 64
    path.write_bytes(data)
    done = CliRunner().invoke(app, ["verify", CUTOFFS[0], "--home", str(copied)])
    assert done.exit_code == 3
    assert f"exports/{CUTOFFS[0]}: " in done.output and "ledger.parquet" in done.output


def test_a_file_that_is_gone_or_new_is_found(copied: Path) -> None:
    home = Home.open(copied)
    (copied / "exports" / CUTOFFS[0] / "list.csv").unlink()
    (copied / "exports" / CUTOFFS[1] / "extra.csv").write_text("x")
    assert [problem.where for problem in verify_exports(home)] == [f"exports/{day}" for day in CUTOFFS]


def _without(value: Any, keys: tuple[str | int, ...]) -> bytes:
    """A manifest whose key at the end of a path is spelled otherwise by one byte."""
    holder = value
    for key in keys[:-1]:
        holder = holder[key]
    holder[f"{str(keys[-1])[:-1]}_"] = holder.pop(keys[-1])
    return json.dumps(value).encode()


def test_a_manifest_that_lost_a_key_is_named_and_nothing_is_published(copied: Path) -> None:
    home = Home.open(copied)
    path = home.exports / CUTOFFS[0] / "manifest.json"
    data = path.read_bytes()
    keys = [(key,) for key in json.loads(data) if key != "format"]
    inner = [("methodology", "version"), ("methodology", "policies"), ("inputs", 0, "sha256")]
    for one in [*keys, *inner, ("audit", 0, "blocking")]:
        path.write_bytes(_without(json.loads(data), one))
        assert f"exports/{CUTOFFS[0]}" in {problem.where for problem in verify_exports(home)}, one
        assert {problem.where for problem in verify(home, (), print)} >= {f"exports/{CUTOFFS[0]}"}
        with pytest.raises(PublicationRefused, match="foi alterada"):
            publish(home.exports, date.fromisoformat(CUTOFFS[1]), datetime(2026, 7, 1, 8))
    path.write_bytes(data)
    assert [*verify_exports(home)] == []


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("exports/2026-03-29/folder/", "exports/2026-03-29"),
        ("exports/2026-03-29/.hidden", "exports/2026-03-29"),
        ("exports/2026-07-05/", "exports/2026-07-05"),
        ("exports/2026-02-30/", "exports/2026-02-30"),
        ("exports/2026-07-05", "exports/2026-07-05"),
        ("exports/list.csv", "exports/list.csv"),
        ("archive/notes.txt", "archive/notes.txt"),
        ("archive/lists/notes.csv", "archive/lists/notes.csv"),
        ("archive/fide/list.txt", "archive/fide/list.txt"),
        ("archive/files/00/notes.txt", "archive/files/00/notes.txt"),
    ],
)
def test_what_the_platform_did_not_write_is_named(name: str, named: str, copied: Path) -> None:
    path = copied / name
    path.parent.mkdir(exist_ok=True)
    if name.endswith("/"):
        path.mkdir()
    else:
        path.write_text("x")
    home = Home.open(copied)
    assert named in {problem.where for problem in [*verify_exports(home), *verify_archive(home)]}


@pytest.mark.parametrize(
    "name", ["archive/index.csv", f"archive/lists/{CUTOFFS[0]}.csv", "exports/index.json", "exports/latest"]
)
def test_what_is_gone_is_named(name: str, copied: Path) -> None:
    home = Home.open(copied)
    (copied / name).unlink()
    assert name in {problem.where for problem in [*verify_exports(home), *verify_archive(home)]}


def test_an_archived_content_that_is_gone_is_named_whoever_needs_it(copied: Path) -> None:
    home = Home.open(copied)
    for sha256 in sorted({*Archive(home).claims.values()}):
        path = Archive(home).path_of(sha256)
        data = path.read_bytes()
        path.unlink()
        assert [problem.where for problem in verify_archive(home)] == [path.relative_to(copied).as_posix()]
        path.write_bytes(data)


def test_an_older_index_of_the_archive_does_not_pass_for_the_newest(copied: Path) -> None:
    home = Home.open(copied)
    rows = read_sealed(home.archive_index)
    write_sealed(home.archive_index, ("claim", "name", "sha256"), rows[:-1])
    assert [problem.where for problem in verify_archive(home)] == ["archive/index.csv"]


@pytest.mark.parametrize("change", ["altered", "removed", "file gone"])
def test_an_issued_id_that_a_list_read_stays(change: str, copied: Path) -> None:
    home = Home.open(copied)
    rows = ["fnx_id,cbx_id,fide_id,event_id,number,first_list\n", "C990001,990001,,,,2026-03-29\n"]
    home.issued_ids.write_text("".join(rows), encoding="utf-8")
    sources = home.archive_lists / f"{CUTOFFS[1]}.csv"
    header = sources.read_text(encoding="utf-8").splitlines()[0].split(",")
    seen = Archive(home).store(home.issued_ids.read_bytes())
    kept = [row for row in read_sealed(sources) if row[0] != "registry/issued_ids.csv"]
    write_sealed(sources, header, [*kept, ("registry/issued_ids.csv", "", seen)])
    home.issued_ids.write_text("".join([*rows, "C990002,990002,,,,2026-06-28\n"]), encoding="utf-8")
    assert list(verify_issued_ids(home)) == []  # later lists add rows
    rows[1:] = ["C990001,990003,,,,2026-03-29\n"] if change == "altered" else []
    home.issued_ids.write_text("".join(rows), encoding="utf-8")
    if change == "file gone":
        home.issued_ids.unlink()
    (problem,) = verify_issued_ids(home)
    assert problem.where == "registry/issued_ids.csv" and "C990001,990001" in problem.detail_pt


def test_exports_that_are_gone_as_a_whole_are_missed(copied: Path) -> None:
    shutil.rmtree(copied / "exports")
    problems = verify(Home.open(copied), (), print)
    assert [problem.where for problem in problems] == [f"exports/{CUTOFFS[0]}"]  # the last one's input


def test_the_index_of_the_archive_is_not_begun_anew(copied: Path) -> None:
    """Without it a changed file would count as never read before, and be taken as it is."""
    (copied / "archive" / "index.csv").unlink()
    with pytest.raises(HomeError, match=r"index\.csv is not there any more"):
        Archive(Home.open(copied))


def test_a_list_does_not_build_on_an_altered_one(copied: Path, compute: Callable[[Path, str], Path]) -> None:
    table = copied / "exports" / CUTOFFS[1] / "entry_ratings.parquet"
    shutil.copyfile(copied / "exports" / CUTOFFS[0] / "entry_ratings.parquet", table)
    with pytest.raises(PublicationRefused, match=r"entry_ratings\.parquet"):
        compute(copied, "2026-07-05")


@pytest.mark.parametrize("kept", [0, 5_000, -1])
def test_an_altered_copy_of_the_analysts_is_named_and_made_again(kept: int, copied: Path) -> None:
    home = Home.open(copied)
    assert [*verify_analysts_copy(home)] == []  # there is none: it is made at will
    refresh(home.exports, home.analysts_copy)
    assert [*verify_analysts_copy(home)] == []
    data = home.analysts_copy.read_bytes()
    home.analysts_copy.chmod(0o644)
    home.analysts_copy.write_bytes(data[:kept] if kept >= 0 else bytes([*data[:-1], data[-1] ^ 1]))
    assert [problem.where for problem in verify_analysts_copy(home)] == ["warehouse/publicado.duckdb"]
    assert not is_current(home.exports, home.analysts_copy)  # so `fnx publish` makes it again
    refresh(home.exports, home.analysts_copy)
    assert [*verify_analysts_copy(home)] == []


def test_a_list_of_other_code_proves_by_its_values(copied: Path) -> None:
    """Bytes may change with the code, values may not: where they do, the version needed is named."""
    home = Home.open(copied)
    published = published_lists(home.exports)[0]
    other_bytes = published.manifest["outputs"] | {"relatorio.html": "0" * 64}
    older = replace(
        published, manifest=published.manifest | {"code_version": "0.0.9", "outputs": other_bytes}
    )
    assert list(verify_computation(home, older, print)) == []
    table = published.directory / "list.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("true", "false"), encoding="utf-8")
    (problem,) = verify_computation(home, older, print)
    assert "list.csv" in problem.detail_pt and "0.0.9" in problem.detail_pt


@pytest.mark.parametrize("place", range(0, 120, 7))
def test_a_sealed_file_knows_every_altered_byte(tmp_path: Path, place: int) -> None:
    path = tmp_path / "index.csv"
    write_sealed(path, ("claim", "name", "sha256"), [("event:E1", "a, b.trf", "ab" * 32)])
    assert read_sealed(path) == [["event:E1", "a, b.trf", "ab" * 32]]
    data = bytearray(path.read_bytes())
    data[place % len(data)] ^= 4
    path.write_bytes(data)
    with pytest.raises(HomeError, match="altered"):
        read_sealed(path)

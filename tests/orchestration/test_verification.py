"""`fnx verify`: green for what was published, red for any altered byte, whatever came later."""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from orchestration.cli.app import app
from orchestration.fide_snapshots import seal_of
from orchestration.home import Archive, Home, HomeError, read_sealed, write_sealed
from orchestration.publication.chain import published_lists
from orchestration.publication.publish import publish
from orchestration.unaltered import verify_archive, verify_exports
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

"""The committed sample season is what `sample/generate.py` writes, and stays small and invented.

Belongs here: bytes and privacy of `sample/season`. Does not belong here: running the platform on it.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import sys
from pathlib import Path
from types import ModuleType

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "sample"


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sample_generate", SAMPLE / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def written(generate: ModuleType) -> dict[str, bytes]:
    files: dict[str, bytes] = generate.season_files()
    return files


def committed() -> dict[str, bytes]:
    folder = SAMPLE / "season"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def rows(files: dict[str, bytes], register: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[f"registry/{register}.csv"].decode())))


def test_the_committed_season_is_what_the_generator_writes(written: dict[str, bytes]) -> None:
    season = committed()
    assert sorted(season) == sorted(written)
    assert [name for name in written if season[name] != written[name]] == []


def test_writing_it_again_gives_the_same_bytes(generate: ModuleType, written: dict[str, bytes]) -> None:
    assert generate.season_files() == written


def test_it_is_small(written: dict[str, bytes]) -> None:
    assert sum(len(data) for data in written.values()) < 1_000_000


def test_every_id_is_of_the_invented_ranges(written: dict[str, bytes]) -> None:
    for row in rows(written, "players"):
        assert row["fide_id"] == "" or (row["fide_id"].startswith("9992") and len(row["fide_id"]) == 9)
        assert row["cbx_id"] == "" or row["cbx_id"].startswith("9955")


def test_every_registered_event_has_its_files(written: dict[str, bytes]) -> None:
    for row in rows(written, "events"):
        for name in row["file"].split(";"):
            assert f"inbox/events/{name}" in written

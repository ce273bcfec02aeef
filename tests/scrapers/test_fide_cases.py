"""The acceptance cases on FIDE lists (11-16), where they lie beside the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapers.fide import fide_json, read_list
from tests.builders.matching import mismatches

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
FOLDERS = sorted(CASES.glob("1[1-6]-*"))

pytestmark = pytest.mark.skipif(
    not CASES.exists(), reason="the acceptance cases are not beside the repository"
)


def test_there_are_six() -> None:
    assert len(FOLDERS) == 6


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    path = folder / case["command"].split()[2].rsplit("/", 1)[-1]
    with path.open("rb") as stream:
        found = json.loads(json.dumps(fide_json(read_list(path.name, stream, limit=50))))
    assert mismatches(case["expect"], found) == []

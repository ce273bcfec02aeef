"""The acceptance cases on tournament files (01-10), where they lie beside the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapers.inspection import inspect
from tests.builders.matching import mismatches

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("[01][0-9]-*/case.json") if path.parent.name < "11")

pytestmark = pytest.mark.skipif(
    not CASES.exists(), reason="the acceptance cases are not beside the repository"
)


def test_there_are_ten() -> None:
    assert len(FOLDERS) == 10


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    words = case["command"].split()
    assert words[:2] == ["fnx", "inspect"]
    files = [Path(word.replace("{dir}", str(folder))) for word in words[2:] if not word.startswith("--")]
    found = json.loads(json.dumps(inspect(files)))
    assert mismatches(case["expect"], found) == []

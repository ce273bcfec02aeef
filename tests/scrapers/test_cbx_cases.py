"""The acceptance cases on CBX cards (17-20), where they lie beside the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapers.cbx import card_json, read_card
from scrapers.records import InputFile
from tests.builders.matching import mismatches

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("*/case.json") if "17" <= path.parent.name < "21")

pytestmark = pytest.mark.skipif(
    not CASES.exists(), reason="the acceptance cases are not beside the repository"
)


def test_there_are_four() -> None:
    assert len(FOLDERS) == 4


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(folder: Path) -> None:
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    path = folder / case["command"].split()[2].rsplit("/", 1)[-1]
    found = json.loads(json.dumps(card_json(read_card(InputFile(path.name, path.read_bytes())))))
    assert mismatches(case["expect"], found) == []

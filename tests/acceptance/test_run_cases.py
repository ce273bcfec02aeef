"""The whole-run cases of ../shared/cases, where that folder is beside the checkout."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.builders.matching import mismatches
from tests.conftest import SHARED, make_writable, rows_of

CASES = sorted((SHARED / "cases").glob("*-run-*")) if (SHARED / "cases").is_dir() else []
pytestmark = pytest.mark.skipif(not CASES, reason="../shared/cases is not here")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_run_gives_what_the_case_expects(
    case: Path, tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    told = json.loads((case / "case.json").read_text(encoding="utf-8"))
    shutil.copytree(case / "home", tmp_path / "home")
    make_writable(tmp_path / "home")
    cutoff = told["command"].split()[-1]
    draft = run_list(tmp_path / "home", cutoff)
    problems = [
        f"{name}: {problem}"
        for name, expected in told["expect"]["exports"].items()
        # Rows of a table stand in any order.
        for problem in mismatches(
            {"any_order": expected} if isinstance(expected, list) else expected,
            rows_of(draft / name),
            csv=True,
        )
    ]
    assert problems == []

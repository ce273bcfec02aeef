"""Whole random seasons, week by week, against the independent computation of `oracle`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pytest

from orchestration.publication.publish import publish
from tests.acceptance.compare import compare
from tests.acceptance.oracle import compute
from tests.builders.season import build_season


@pytest.mark.parametrize(
    ("seed", "cutoffs"),
    [
        (5, ("2026-08-30",)),
        (11, ("2026-02-15", "2026-06-21", "2026-11-29")),
    ],
)
def test_every_list_of_a_season_equals_the_independent_computation(
    seed: int, cutoffs: tuple[str, ...], tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    home = build_season(tmp_path / "home", seed, players=80, events=16)
    for cutoff in cutoffs:
        day = date.fromisoformat(cutoff)
        draft = run_list(home, cutoff)
        assert compare(draft, compute(home, day)) == []
        publish(home / "exports", day, datetime(2026, 12, 2, 8))

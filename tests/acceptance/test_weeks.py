"""A season lived week by week: facts arrive, lists are published, none that was published ever changes.

`FNX_WEEKS=40` lives a whole season, Sunday by Sunday; without it a few Sundays spread over the year stand for
it. Every list is compared with the independent computation as of its own week; at the end, when the registers
say much more, `verify` proves all of a whole season, else the first, which has seen most happen since.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path

from orchestration.home import Home
from orchestration.publication.publish import publish
from orchestration.verification import verify
from tests.acceptance.compare import compare
from tests.acceptance.oracle import compute as computed_again
from tests.builders.season import build_season, sundays
from tests.builders.unfolding import reveal
from tests.conftest import bytes_of

WEEKS = int(os.environ.get("FNX_WEEKS", "3"))
SEED = 41


def weeks(count: int) -> list[date]:
    """So many Sundays of the season, from February on: all of them, or spread."""
    possible = sundays(date(2026, 2, 1))
    step = max(1, len(possible) // count)
    return possible[step - 1 :: step][:count]


def test_each_list_is_what_was_known_and_stays(tmp_path: Path, compute: Callable[[Path, str], Path]) -> None:
    season = build_season(tmp_path / "season", SEED, players=40, events=8)
    home = tmp_path / "home"
    home.mkdir()
    published: dict[Path, dict[str, bytes]] = {}
    for day in weeks(WEEKS):
        freeze = datetime.combine(day + timedelta(days=3), time())
        reveal(season, home, freeze)
        draft = compute(home, str(day))
        assert compare(draft, computed_again(home, day)) == [], day
        publish(home / "exports", day, freeze + timedelta(hours=8))
        assert {folder: bytes_of(folder) for folder in published} == published
        published[home / "exports" / str(day)] = bytes_of(home / "exports" / str(day))
    assert len(published) == WEEKS
    proved = () if "FNX_WEEKS" in os.environ else (weeks(WEEKS)[0],)
    assert verify(Home.open(home), proved, print) == ()

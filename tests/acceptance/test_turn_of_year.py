"""The first publication (Art. 24) and the turn of a year, against the independent computation.

The calendar has not got to 2027 when this is written, so these lists are computed without the command, which
refuses days to come.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path

from orchestration.publication.publish import publish
from tests.acceptance.compare import compare
from tests.acceptance.oracle import compute as computed_again
from tests.builders.season import build_season
from tests.builders.turning import turn_year
from tests.conftest import rows_of

FIRST, NEXT_YEAR = date(2026, 12, 27), date(2027, 3, 28)


def test_a_first_list_of_a_whole_year_and_one_of_the_next(
    tmp_path: Path, compute: Callable[[Path, str], Path]
) -> None:
    home = turn_year(build_season(tmp_path / "home", 54, players=50, events=12), after="2026-04-15", days=270)
    draft = compute(home, str(FIRST))
    assert compare(draft, computed_again(home, FIRST)) == []
    assert {row["entry_date"] for row in rows_of(draft / "entry_ratings.csv")} > {"2026-01-01"}
    assert rows_of(draft / "list.csv")[0]["previous_rating"] == ""
    publish(home / "exports", FIRST, datetime.combine(FIRST + timedelta(days=3), time(8)))
    before = {row["fnx_id"]: row for row in rows_of(home / "exports" / str(FIRST) / "list.csv")}

    after = compute(home, str(NEXT_YEAR))
    assert compare(after, computed_again(home, NEXT_YEAR)) == []
    entered = {row["fnx_id"]: row["entry_date"] for row in rows_of(after / "entry_ratings.csv")}
    rows = rows_of(after / "list.csv")
    # Who played before and not yet this year is inactive, with the rating and the games carried over.
    carried = [row for row in rows if before.get(row["fnx_id"], {}).get("active") == "true"]
    assert carried and any(row["active"] == "false" for row in carried)
    assert any(row["active"] == "true" for row in rows)
    # Registered in 2026 with a source and without a game: they enter on the base date of 2027.
    assert any(entered[row["fnx_id"]] == "2027-01-01" for row in rows)

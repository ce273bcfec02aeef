"""The first publication (Art. 24) and the turn of a year, against the independent computation.

The calendar has not got to 2027 when this is written, so these lists are computed without the command, which
refuses days to come.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path

from orchestration.publication.publish import publish
from tests.acceptance.compare import compare
from tests.acceptance.oracle import compute as computed_again
from tests.acceptance.oracle import read_csv
from tests.builders.home_files import FideLine, fide_standard_text
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
    assert rows_of(after / "reassessments.csv") == []
    # Registered in 2026 with a source and without a game: they enter on the base date of 2027.
    assert any(entered[row["fnx_id"]] == "2027-01-01" for row in rows)


def fide_of_december(fide_id: str, rating: int) -> str:
    line = FideLine(fide_id, "Fulano, Sicrano", "M", rating, None)
    return fide_standard_text(date(2026, 12, 1), [line], blank_unrated=True)


def test_sources_of_the_next_base_date_compete_with_the_rating_carried_over(
    tmp_path: Path, compute: Callable[[Path, str], Path]
) -> None:
    """Policy ``annual_rollover = reassess`` (Arts. 9, 13, 14), over the same turn of a year."""
    home = turn_year(build_season(tmp_path / "home", 54, players=50, events=12), after="2026-04-15", days=270)
    carried = {
        row["fnx_id"]: int(row["rating"]) for row in rows_of(compute(home, str(NEXT_YEAR)) / "list.csv")
    }
    players = home / "registry" / "players.csv"
    rows = read_csv(players)
    # A source that outruns a rating carried over: a FIDE list of December, and a year of growth (Art. 10).
    fide_id = next(row["fide_id"] for row in rows if row["fide_id"] and row["fnx_id"] in carried)
    december = home / "inbox" / "fide" / "standard_dec26frl.txt"
    december.write_text(fide_of_december(fide_id, 2345), newline="")
    (home / "pool.toml").write_text('[policies]\nannual_rollover = "reassess"\n', encoding="utf-8")

    first = compute(home, str(NEXT_YEAR))
    expected = computed_again(home, NEXT_YEAR, reassess=True)
    assert compare(first, expected) == []
    again = rows_of(first / "reassessments.csv")
    assert {row["base_date"] for row in again} == {"2027-01-01"}
    chosen = {row["fnx_id"]: row["source"] for row in again if row["chosen"] == "true"}
    assert {"transported", "fide", "age_reference"} <= set(chosen.values())
    now = {row["fnx_id"]: int(row["rating"]) for row in rows_of(first / "list.csv")}
    lifted = next(row["fnx_id"] for row in rows if row["fide_id"] == fide_id)
    assert chosen[lifted] == "fide" and now[lifted] > carried[lifted]
    manifest = json.loads((first / "manifest.json").read_bytes())
    assert manifest["methodology"]["policies"]["annual_rollover"] == "reassess"
    publish(home / "exports", NEXT_YEAR, datetime.combine(NEXT_YEAR + timedelta(days=3), time(8)))

    # Art. 3: what a published list took from a source stays, whatever the source says later.
    december.write_text(fide_of_december(fide_id, 2400), newline="")
    later = NEXT_YEAR + timedelta(days=7)
    second = compute(home, str(later))
    assert compare(second, computed_again(home, later, reassess=True)) == []
    assert (
        f"a melhor fonte de {lifted} é, como publicada, 1345 (fide)"
        in (second / "relatorio.html").read_text()
    )

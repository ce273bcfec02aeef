"""Every policy of the rulebook: switched in `pool.toml` it changes what it should, says so, and nothing else.

`annual_rollover` needs a year's turn (`test_turn_of_year`).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.methodology import FNX_2026
from engine.policies import POLICIES
from tests.builders.season import build_season
from tests.conftest import bytes_of, rows_of

CUTOFF = "2026-08-30"
CHOSEN = {"geral", "feminino", "sub-12", "o50"}
#: Two policies that do not touch each other, computed at once.
WHO_AND_HOW = 'list_unrated = true\nminor_names = "initials"'
Row = dict[str, str]


class Lists(NamedTuple):
    """The default list's files, and how to compute the same home under one policy."""

    default: dict[str, bytes]
    rows: dict[str, list[Row]]
    under: Callable[[str], Path]


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> Lists:
    """A season with overlapping events, timed and untimed ends on one day, a 30th game inside an event."""
    home = build_season(tmp_path_factory.mktemp("policies") / "home", 60, players=45, events=12)
    (home / "pool.toml").unlink(missing_ok=True)
    default = compute(home, CUTOFF)
    names = ("list", "rankings", "ledger", "event_results", "events", "entry_ratings")
    rows = {name: rows_of(default / f"{name}.csv") for name in names}

    @cache
    def under(policy: str) -> Path:
        (home / "pool.toml").write_text(f"[policies]\n{policy}\n", encoding="utf-8")
        return compute(home, CUTOFF)

    return Lists(bytes_of(default), rows, under)


def said(draft: Path, lists: Lists, key: str) -> str:
    """The value of a policy in the manifest; the list's signature is another than the default's."""
    methodology = json.loads((draft / "manifest.json").read_bytes())["methodology"]
    assert methodology["signature"] != json.loads(lists.default["manifest.json"])["methodology"]["signature"]
    return str(methodology["policies"][key])


def unchanged(draft: Path, lists: Lists, *names: str) -> bool:
    return all((draft / f"{name}.csv").read_bytes() == lists.default[f"{name}.csv"] for name in names)


def test_the_default_is_every_policys_default(lists: Lists) -> None:
    methodology = json.loads(lists.default["manifest.json"])["methodology"]
    assert methodology["policies"] == FNX_2026.policies()
    assert list(FNX_2026.policies()) == [policy.key for policy in POLICIES]


def test_k_granularity_game_ends_development_inside_an_event(lists: Lists) -> None:
    """Art. 6 par. 2: the 31st game of a career has the ordinary K, and only games after the 30th change."""
    draft = lists.under('k_granularity = "game"')
    assert said(draft, lists, "k_granularity") == "game"
    factors = defaultdict(list)
    for row in rows_of(draft / "ledger.csv"):
        if row["rated"] == "true":
            factors[row["event_id"], row["fnx_id"], row["rhythm"]].append(row["k_reason"])
    inside = {key for key, reasons in factors.items() if len(set(reasons)) == 2}
    assert inside
    before = {(row["event_id"], row["fnx_id"]): row for row in rows_of(draft / "event_results.csv")}
    for event_id, fnx_id, rhythm in inside:
        row = before[event_id, fnx_id]
        developing = int(row["games_before"]) + factors[event_id, fnx_id, rhythm].count("development")
        assert row["k"] == "" and developing == FNX_2026.development_games
    assert all(len({row["k_reason"] for row in rows}) == 1 for rows in _by_player(lists.rows["ledger"]))
    assert unchanged(draft, lists, "events", "entry_ratings")


def _by_player(ledger: list[Row]) -> list[list[Row]]:
    grouped: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in ledger:
        if row["rated"] == "true":
            grouped[row["event_id"], row["fnx_id"], row["rhythm"]].append(row)
    return list(grouped.values())


def test_pre_event_order_uses_the_rating_of_its_place(lists: Lists) -> None:
    """Art. 7 par. 1: no rating used differs any more from the one that the change is added to."""
    draft = lists.under('pre_event = "order"')
    assert said(draft, lists, "pre_event") == "order"
    assert [row for row in lists.rows["event_results"] if row["rating_used"] != row["rating_before"]]
    results = rows_of(draft / "event_results.csv")
    assert not [row for row in results if row["rating_used"] != row["rating_before"]]
    assert unchanged(draft, lists, "events", "entry_ratings")


def test_untimed_last_false_puts_events_without_a_time_first(lists: Lists) -> None:
    """Art. 8, on one day."""
    draft = lists.under("untimed_last = false")
    assert said(draft, lists, "untimed_last") == "false"

    def pairs(events: list[Row]) -> set[bool]:
        """Of a timed and an untimed event of one day: whether the timed one comes first."""
        rated = [row for row in events if row["status"] == "included"]
        return {
            int(timed["event_order"]) < int(untimed["event_order"])
            for timed in rated
            for untimed in rated
            if timed["end_date"] == untimed["end_date"] and timed["end_time"] and not untimed["end_time"]
        }

    assert pairs(lists.rows["events"]) == {True}
    assert pairs(rows_of(draft / "events.csv")) == {False}


def test_list_unrated_shows_who_has_no_source_and_has_not_played(lists: Lists) -> None:
    """Art. 15: inactive, with the age reference of the base date, in no ranking."""
    draft = lists.under(WHO_AND_HOW)
    assert said(draft, lists, "list_unrated") == "true"
    known = {row["fnx_id"] for row in lists.rows["list"]}
    more = [row for row in rows_of(draft / "list.csv") if row["fnx_id"] not in known]
    assert more
    references = {str(one.points) for one in FNX_2026.age_references} | {
        str(FNX_2026.adult_reference),
        str(FNX_2026.neutral_reference),
    }
    for row in more:
        assert row["rating"] in references
        assert (row["active"], row["games_year"], row["entry_source"]) == ("false", "0", "")
    assert len(rows_of(draft / "rankings.csv")) == len(lists.rows["rankings"])
    assert unchanged(draft, lists, "ledger", "event_results", "entry_ratings")


def test_minor_names_initials_hide_minors_alone(lists: Lists) -> None:
    """Art. 19."""
    draft = lists.under(WHO_AND_HOW)
    assert said(draft, lists, "minor_names") == "initials"
    names = {row["fnx_id"]: row["name"] for row in lists.rows["list"]}
    rows = [row for row in rows_of(draft / "list.csv") if row["fnx_id"] in names]
    renamed = [row for row in rows if row["name"] != names[row["fnx_id"]]]
    assert 0 < len(renamed) < len(names)
    assert all(part.endswith(".") and len(part) == 2 for row in renamed for part in row["name"].split())
    assert unchanged(draft, lists, "ledger", "event_results", "entry_ratings")


def test_ranking_categories_and_their_smallest_size(lists: Lists) -> None:
    """Art. 17: the chosen ages only; a ranking with fewer players than the least is not published."""
    least = 4
    draft = lists.under(f'ranking_categories = ["Sub-12", "O50"]\nmin_ranking_size = {least}')
    assert said(draft, lists, "ranking_categories") == "sub-12, o50"
    found = {row["ranking"] for row in rows_of(draft / "rankings.csv")}
    assert {one.removesuffix("-feminino") for one in found} <= CHOSEN
    assert said(draft, lists, "min_ranking_size") == str(least)
    sizes = Counter(row["ranking"] for row in lists.rows["rankings"])
    chosen = {one: size for one, size in sizes.items() if one.removesuffix("-feminino") in CHOSEN}
    assert found == {one for one, size in chosen.items() if size >= least} != set(chosen)
    assert unchanged(draft, lists, "list", "events", "ledger", "event_results", "entry_ratings")


def test_the_report_says_what_the_values_in_force_mean(lists: Lists) -> None:
    report = lists.default["relatorio.html"].decode()
    for policy in POLICIES:
        told = policy.in_force_pt(FNX_2026)
        assert told in report or policy.key == "ranking_categories"
        assert f"{policy.show(FNX_2026)}: " not in told

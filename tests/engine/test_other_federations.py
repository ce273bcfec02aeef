"""The engine under another federation's rules: results that the Irish Chess Union published.

Belongs here: published numbers beside the engine's own arithmetic, and the example of docs/engine.md.
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from engine import round_event
from engine.exact import Term, change_units
from engine.expected_score import DENOMINATOR
from tests.conftest import SHARED

ICU = SHARED / "golden" / "icu"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "engine.md"
needs_icu = pytest.mark.skipif(not ICU.exists(), reason="the published numbers are not on this machine")


@needs_icu
def test_every_published_result_of_the_irish_union() -> None:
    """new = half_up(old + K x (actual - expected) + bonus), in millionths, for each full rating."""
    checked = 0
    with (ICU / "old_rating_histories.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            if int(row["old_rating"]) <= 0 or millionths(row["expected_score"]) <= 0:
                continue
            change = int(row["k_factor"]) * (
                millionths(row["actual_score"]) - millionths(row["expected_score"])
            )
            exact = 10**6 * (int(row["old_rating"]) + int(row["bonus"])) + change
            assert (2 * exact + 10**6) // (2 * 10**6) == int(row["new_rating"]), row
            checked += 1
    assert checked == 35_579


def millionths(text: str) -> int:
    """A decimal of up to six places as a whole number of millionths."""
    whole, _, rest = text.partition(".")
    return int(whole) * 10**6 + int(rest.ljust(6, "0"))


@needs_icu
def test_three_real_events_game_by_game() -> None:
    """Each player's K and rating as published before; the games give the rating published after."""
    exact = 0
    for event in json.loads((ICU / "real_events_expected.json").read_text(encoding="utf-8")):
        players = event["players"]
        terms: dict[str, list[Term]] = {number: [] for number in players}
        for _, first, second, result in event["games_round_white_black_result_of_first"]:
            half_points = {"W": 2, "D": 1, "L": 0}[result]
            for own, other, scored in ((first, second, half_points), (second, first, 2 - half_points)):
                own, other = str(own), str(other)
                diff = players[own]["rating"] - players[other]["rating"]
                terms[own].append((players[own]["k"] or 0, diff, scored))
        for number, published in event["expected"].items():
            new = players[number]["rating"] + round_event(terms[number]).value
            assert new == published["new_rating"], (event["event"], number)
            expected = sum(DENOMINATOR * s // 2 - change_units(1, diff, s) for _, diff, s in terms[number])
            assert abs(expected / DENOMINATOR - published["expected_score"]) <= 0.0005
            exact += 1
    assert exact == 10


def test_the_example_of_the_page_runs() -> None:
    examples = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert examples
    for example in examples:
        exec(compile(example, str(PAGE), "exec"), {})

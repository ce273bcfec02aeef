"""Art. 26: acts make versions of the methodology by date; what cannot be carried out is told apart."""

from __future__ import annotations

from datetime import date

import pytest

from engine.acts import Act, rules_under
from engine.methodology import FNX_2026, PerRhythm
from engine.rule_changes import changed, fields_for
from engine.versions import Versions


def act(
    name: str, day: str | None, subject: str, value: str, *, retroactive: bool = False, kind: str = "policy"
) -> Act:
    return Act(name, (day and date.fromisoformat(day)) or None, kind, subject, value, retroactive, line=2)


def floors_and_k(acts: list[Act]) -> list[tuple[str, int, int]]:
    """From when, floor and ordinary standard K of each version."""
    rules, refused = rules_under(FNX_2026, acts)
    assert refused == ()
    return [(str(one.effective_from), one.floor, one.k_ordinary.std) for one in rules.versions]


def test_without_acts_the_methodology_is_the_same_value() -> None:
    assert rules_under(FNX_2026, []) == (FNX_2026, ())
    decision = act("A-1", "2026-03-01", "liga aos sábados", "computar", kind="decision")
    assert rules_under(FNX_2026, [decision]) == (FNX_2026, ())


def test_an_act_that_states_what_holds_makes_no_version() -> None:
    assert rules_under(FNX_2026, [act("A-1", "2026-01-05", "k_granularity", "event")]) == (FNX_2026, ())


def test_an_act_holds_from_its_date_on() -> None:
    rules, refused = rules_under(FNX_2026, [act("A-1", "2026-05-10", "k_ordinary", "20 / 12 / 8")])
    assert isinstance(rules, Versions) and refused == ()
    assert rules.on(date(2026, 5, 9)) == FNX_2026
    later = rules.on(date(2026, 5, 10))
    assert later.k_ordinary == PerRhythm(20, 12, 8)
    assert (later.version, later.effective_from) == ("FNX-2026, A-1", date(2026, 5, 10))


def test_acts_add_up_in_the_order_of_their_dates() -> None:
    second = act("A-2", "2026-06-01", "floor", "120")
    first = act("A-1", "2026-05-10", "k_ordinary", "20,12,8", kind="methodology")
    third = act("A-3", "2026-07-01", "k_ordinary", "30 15 10")
    assert floors_and_k([second, third, first]) == [
        ("2026-01-01", 100, 25),
        ("2026-05-10", 100, 20),
        ("2026-06-01", 120, 20),
        ("2026-07-01", 120, 30),
    ]


def test_two_acts_of_one_day_make_one_version_and_the_later_id_wins() -> None:
    acts = [act("A-2", "2026-05-10", "floor", "130"), act("A-1", "2026-05-10", "floor", "120")]
    assert floors_and_k(acts) == [("2026-01-01", 100, 25), ("2026-05-10", 130, 25)]


def test_only_an_act_that_says_so_reaches_back() -> None:
    back = act("A-2", "2026-06-01", "k_ordinary", "22/14/9", retroactive=True)
    assert floors_and_k([back]) == [("2026-01-01", 100, 22)]
    # Over an earlier act too, and under a later one.
    earlier, later = (
        act("A-1", "2026-05-10", "k_ordinary", "20/12/8"),
        act("A-3", "2026-07-01", "k_ordinary", "30/15/10"),
    )
    assert floors_and_k([earlier, back, later]) == [("2026-01-01", 100, 22), ("2026-07-01", 100, 30)]


def test_a_change_that_is_taken_back_is_a_version_too() -> None:
    acts = [act("A-1", "2026-05-10", "floor", "120"), act("A-2", "2026-06-01", "floor", "100")]
    assert floors_and_k(acts) == [
        ("2026-01-01", 100, 25),
        ("2026-05-10", 120, 25),
        ("2026-06-01", 100, 25),
    ]


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (act("A", "2026-05-10", "cor da capa", "azul"), "value"),
        (act("A", "2026-05-10", "floor", "cem"), "value"),
        (act("A", "2026-05-10", "k_ordinary", "25"), "value"),
        (act("A", None, "k_ordinary", "20/12/8"), "undated"),
        (act("A", "2026-05-10", "base_date", "2026-06-01"), "base_date"),
        (act("A", "2026-05-10", "floor", "120", retroactive=True), "floor"),
    ],
)
def test_what_cannot_be_carried_out_changes_nothing(one: Act, reason: str) -> None:
    rules, (refused,) = rules_under(FNX_2026, [one])
    assert rules == FNX_2026
    assert (refused.act, refused.reason) == (one, reason)


def test_values_are_read_alike_from_text_and_from_toml() -> None:
    for value in ("25 / 15 / 10", "25,15,10", "25;15;10", [25, 15, 10], (25, 15, 10)):
        assert fields_for("k_ordinary", value) == {"k_ordinary": PerRhythm(25, 15, 10)}
    assert fields_for("development_games", " 20 ") == fields_for("development_games", 20)
    for wrong in (True, -1, "10000", 2.5, None):
        with pytest.raises(ValueError, match="development_games"):
            fields_for("development_games", wrong)
    assert changed(FNX_2026, {"ranking_categories": ["sub-10"], "floor": 50}).youth_ages == (10,)

"""Places and memberships (Arts. 17, 18)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.methodology import FNX_2026, methodology_for
from engine.rankings import RankedPlayer, belongs, rank, rankings

PLAYERS = [
    RankedPlayer("1", "Zélia", 500, 1, "F", None),
    RankedPlayer("2", "Ábaco", 513, 1, "M", 12),
    RankedPlayer("3", "Aline", 500, 1, "F", 8),
    RankedPlayer("4", "Beto", 488, 1, "M", 65),
    RankedPlayer("5", "Caio", 500, 2, None, 21),
]


def test_equal_in_both_shares_the_place() -> None:
    assert rank([(513, 1), (500, 1), (500, 1), (488, 1)]) == (1, 2, 2, 4)
    assert rank([(500, 1), (500, 2)]) == (2, 1)
    assert rank([]) == ()


@given(st.lists(st.tuples(st.integers(100, 105), st.integers(1, 3)), max_size=20))
def test_a_place_is_one_more_than_those_above(rows: list[tuple[int, int]]) -> None:
    assert rank(rows) == tuple(1 + sum(other > row for other in rows) for row in rows)


def test_display_is_alphabetical_without_accents() -> None:
    geral = [row for row in rankings(PLAYERS, FNX_2026) if row.ranking == "geral"]
    assert [(row.place, row.name) for row in geral] == [
        *((1, "Ábaco"), (2, "Caio"), (3, "Aline"), (3, "Zélia"), (5, "Beto"))
    ]


def test_categories_are_cumulative_and_need_an_age() -> None:
    member = {
        player.name: [row.ranking for row in rankings(PLAYERS, FNX_2026) if row.name == player.name]
        for player in PLAYERS
    }
    assert member["Zélia"] == ["geral", "feminino"]
    assert member["Beto"] == ["geral", "o35", "o50", "o65"]
    assert member["Caio"] == ["geral"]
    assert "sub-07" not in member["Aline"]
    assert {"sub-08", "sub-08-feminino", "sub-20", "sub-20-feminino"} <= set(member["Aline"])


def test_the_bounds_are_included() -> None:
    by_code = {category.code: category for category in FNX_2026.ranking_categories}
    assert belongs(by_code["sub-20"], None, 20)
    assert not belongs(by_code["sub-20"], None, 21)
    assert belongs(by_code["o50"], "M", 50)
    assert not belongs(by_code["o50"], "M", 49)
    assert not belongs(by_code["o50-feminino"], "M", 50)


def test_small_rankings_are_left_out_by_policy() -> None:
    rows = rankings(
        PLAYERS, methodology_for({"min_ranking_size": 2, "ranking_categories": ["Sub-12", "O50"]})
    )
    assert {row.ranking for row in rows} == {"geral", "feminino", "sub-12"}

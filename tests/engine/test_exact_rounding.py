"""Rounding of an event's sum at and near a half (Art. 7 par. 2; rulebook, "Exactness")."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.exact import Rounded, Term, change_units, in_doubt, round_event, round_units
from engine.expected_score import DENOMINATOR
from tests.engine.seasons import slow_round

Terms = list[Term]


@pytest.mark.parametrize(
    ("half_points", "rounded"),
    [(-5, -2), (5, 3), (-15, -7), (15, 8), (-25, -12), (25, 13), (-1, 0), (1, 1), (0, 0)],
)
def test_a_half_goes_up(half_points: int, rounded: int) -> None:
    assert round_units(half_points * DENOMINATOR // 2) == rounded


def test_a_win_and_a_loss_between_equals() -> None:
    assert round_event([(25, 0, 2)]) == Rounded(13, False)
    assert round_event([(25, 0, 0)]) == Rounded(-12, False)
    assert round_event([(25, 0, 1)]) == Rounded(0, False)


def test_opponents_400_below_equal_and_400_above() -> None:
    terms = [(15, 400, 0), (15, 0, 1), (15, -400, 1)]
    assert sum(change_units(*term) for term in terms) == -137880165287865
    assert change_units(15, 400, 0) == -250691209614300
    assert change_units(15, -400, 1) == 112811044326435
    assert round_event(terms) == Rounded(-7, False)


def test_eleven_games_against_400_below_with_nine_and_a_half_points() -> None:
    """-12.5 exactly; over a denominator of 10^12 it would come out as -13."""
    terms = [(25, 400, 2)] * 9 + [(25, 400, 1), (25, 400, 0)]
    assert sum(change_units(*term) for term in terms) * 2 == -25 * DENOMINATOR
    assert round_event(terms) == Rounded(-12, False)


@pytest.mark.parametrize("k", [10, 15, 20, 25, 30, 50])
@pytest.mark.parametrize("diff", [1, 7, 63, 137, 200, 399, 1111, 1999, 2001, 2600, 5000])
def test_a_pair_of_opponents_as_far_above_as_below_is_exact(k: int, diff: int) -> None:
    win_and_draw = round_event([(k, diff, 2), (k, -diff, 1)])
    assert win_and_draw == Rounded((k + 1) // 2, False)
    assert round_event([(k, diff, 0), (k, -diff, 1)]) == Rounded(-(k // 2), False)


def test_a_multiple_of_400_beyond_the_table_is_exact() -> None:
    """9901/1000001 + 100/101 = 1: the sum of units is not a half, the true sum is."""
    terms = [(25, -2400, 0)] * 9900 + [(25, -2400, 1)] + [(25, -800, 0)] * 100
    total = sum(change_units(*term) for term in terms)
    assert 2 * total != -25 * DENOMINATOR
    assert in_doubt(total, 25 * len(terms))
    assert round_event(terms) == Rounded(-12, False)


def test_a_tie_between_irrational_terms_is_exact() -> None:
    """50 E(200) - 555 E(600) = -500: the roots of ten cancel across differences that are no pair."""
    terms: Terms = [(25, 200, 2), (25, 200, 1)] + [(15, -600, 0)] * 37
    assert sum(change_units(*term) for term in terms) * 2 != -35 * DENOMINATOR
    assert round_event(terms) == Rounded(-17, False)
    one_more = [*terms, (25, 0, 1)]
    assert round_event(one_more) == Rounded(-17, False)


# Found by search over all four differences up to 2000: lost with K 25, the sum of units is within its own
# error of a half, and the true sum is not a half.
NEAR_HALVES = [(222, 1099, 1485, 1570), (482, 1230, 1345, 1941)]


@pytest.mark.parametrize("diffs", NEAR_HALVES)
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("half_points", [0, 2])
def test_near_a_half_more_digits_decide_and_are_counted(
    diffs: tuple[int, ...], sign: int, half_points: int
) -> None:
    terms = [(25, sign * diff, half_points) for diff in diffs]
    total = sum(change_units(*term) for term in terms)
    assert 0 < abs(2 * (total % DENOMINATOR) - DENOMINATOR) <= 100
    value = slow_round([(k, diff, 0, half) for k, diff, half in terms])
    assert round_event(terms) == Rounded(value, True)
    exact_pair = [(15, 77, 2), (15, -77, 0)]
    assert round_event(terms + exact_pair) == Rounded(value, True)


_DIFFS = st.one_of(
    st.sampled_from([0, 1, -1, 200, -200, 400, -400, 600, -600, 800, -800, 1200, 1600, 2000, -2000, 2400]),
    st.integers(-3000, 3000),
)
_TERMS = st.lists(
    st.tuples(st.sampled_from([10, 15, 20, 25, 30, 50]), _DIFFS, st.sampled_from([0, 1, 2])),
    min_size=1,
    max_size=12,
)


@given(_TERMS)
@settings(max_examples=300)
@example([(25, 0, 1), (15, 37, 0), (15, -37, 1)])
def test_the_same_as_a_hundred_digits(terms: Terms) -> None:
    assert round_event(terms).value == slow_round([(k, diff, 0, half) for k, diff, half in terms])


@given(_TERMS, st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(terms: Terms, random: object) -> None:
    shuffled = list(terms)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert round_event(shuffled) == round_event(terms)


@given(st.integers(1, 2000), st.lists(st.sampled_from([10, 15, 25, 50]), min_size=1, max_size=6), st.data())
def test_hostile_pairs_stand_on_the_half(diff: int, ks: list[int], data: st.DataObject) -> None:
    terms: Terms = []
    for k in ks:
        half = data.draw(st.sampled_from([0, 1, 2]))
        terms += [(k, diff, half), (k, -diff, data.draw(st.sampled_from([0, 1, 2])))]
    exact = sum((Fraction(k * half, 2) for k, _, half in terms), Fraction(0)) - sum(ks)
    rounded = round_event(terms)
    assert rounded == Rounded((exact + Fraction(1, 2)).__floor__(), False)

"""The exact table of Art. 7: denominator, proof, symmetry, differences beyond it, display."""

from __future__ import annotations

import hashlib
import time
from decimal import Decimal
from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.expected_score import (
    DENOMINATOR,
    TABULATED,
    expected_table,
    expected_units,
    format_units,
    prove,
)

TABLE_SHA256 = "40d7c0e533ce6b1390ec162470fd311552cc3d8bdf1105d24608f8451d925cf9"


def test_the_denominator_is_what_the_rational_values_need() -> None:
    assert lcm(2, *(10**n + 1 for n in range(1, 6))) == DENOMINATOR == 18384022038382
    for n in range(6):
        assert Fraction(expected_units(-400 * n), DENOMINATOR) == Fraction(1, 1 + 10**n)
        assert Fraction(expected_units(400 * n), DENOMINATOR) == 1 - Fraction(1, 1 + 10**n)


def test_every_entry_is_proved_the_nearest_unit_with_integers_alone() -> None:
    assert all(prove(diff) for diff in range(-TABULATED, TABULATED + 1))


def test_the_table_is_the_same_everywhere() -> None:
    content = b"".join(units.to_bytes(8, "little") for units in expected_table())
    assert len(expected_table()) == 4001
    assert hashlib.sha256(content).hexdigest() == TABLE_SHA256


def test_a_wrong_unit_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    table = list(expected_table())
    table[TABULATED + 137] += 1
    monkeypatch.setattr("engine.expected_score.expected_table", lambda: tuple(table))
    assert not prove(137)
    assert not prove(-137)
    assert prove(138)


@given(st.integers(-12_000, 12_000))
def test_two_sides_add_up_to_one_point(diff: int) -> None:
    assert expected_units(diff) + expected_units(-diff) == DENOMINATOR
    assert format_units(expected_units(diff)) + format_units(expected_units(-diff)) == 1


@given(st.integers(-12_000, 11_999))
def test_a_higher_rating_never_expects_less(diff: int) -> None:
    assert expected_units(diff) <= expected_units(diff + 1)


@pytest.mark.parametrize("diff", [2001, 2400, 2777, 5426, 5427, 5999, 6000, 6001, 9800])
def test_differences_beyond_the_table_are_proved_too(diff: int) -> None:
    assert prove(diff)
    assert prove(-diff)


def test_2400_is_rounded_because_its_denominator_does_not_divide() -> None:
    assert DENOMINATOR % 1_000_001 != 0
    assert expected_units(-2400) == (2 * DENOMINATOR + 1_000_001) // (2 * 1_000_001)


def test_units_as_points() -> None:
    assert format_units(DENOMINATOR) == 1
    assert format_units(expected_units(400)) == Decimal("0.909090909091")
    assert str(format_units(-137880165287865)) == "-7.500000000000"
    assert f"{format_units(0):f}" == "0.000000000000"
    assert str(format_units(DENOMINATOR // 2, places=0)) == "1"
    assert str(format_units(-DENOMINATOR // 2, places=0)) == "-1"


@given(st.integers(-(10**22), 10**22), st.integers(1, 14))
def test_display_is_symmetric_and_nearest(units: int, places: int) -> None:
    shown = format_units(units, places)
    assert format_units(-units, places) == -shown
    assert abs(Fraction(shown) - Fraction(units, DENOMINATOR)) < Fraction(1, 2 * 10**places)


def test_the_table_is_built_quickly() -> None:
    spent = []
    for _ in range(3):
        expected_table.cache_clear()
        before = time.process_time()
        expected_table()
        spent.append(time.process_time() - before)
    assert min(spent) < 0.05

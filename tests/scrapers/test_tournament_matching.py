"""The matching of cases itself: each rule holds and fails where it should."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders.matching import matches


@pytest.mark.parametrize(
    ("expected", "actual", "holds"),
    [
        ({"a": 1}, {"a": 1.0, "b": 2}, True),
        ({"a": 1}, {"b": 1}, False),
        ({"a": None}, {}, False),
        ([1, 3], [1, 2, 3], True),
        ([3, 1], [1, 2, 3], False),
        ({"any_order": [{"a": 1}, {"a": 1}]}, [{"a": 1}], False),
        ({"any_order": [{}, {"a": 1}]}, [{"a": 1}, {"b": 1}], True),
        ({"none": [{"a": 1}]}, [{"a": 1}], False),
        ({"count": 2}, [1, 2], True),
        ({"at_least": 3}, [1, 2], False),
        ({"one_of": [None, 2]}, None, True),
        ({"one_of": [None, 2]}, 3, False),
        ({"near": 1.0, "tol": 0.1}, 1.05, True),
        ({"near": 1.0, "tol": 0.01}, 1.05, False),
        ({"filled": True}, "", False),
        ({"filled": True}, 0, True),
        (True, 1, False),
        ("1", 1, False),
    ],
)
def test_json(expected: Any, actual: Any, holds: bool) -> None:
    assert matches(expected, actual) == holds


@pytest.mark.parametrize(
    ("expected", "actual", "holds"),
    [
        (1, "1.0", True),
        (True, "yes", True),
        (False, "0", True),
        (None, "", True),
        (None, "x", False),
        ("a", "a", True),
    ],
)
def test_csv(expected: Any, actual: str, holds: bool) -> None:
    assert matches(expected, actual, csv=True) == holds

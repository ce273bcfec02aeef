"""When a value matches what a case expects.

Belongs here: the matching rules of the acceptance cases, for JSON objects and for rows of CSV. Does not
belong here: running commands, loading cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_SPECIAL_LIST = {"any_order", "none", "count", "at_least"}


def mismatches(expected: Any, actual: Any, where: str = "$", *, csv: bool = False) -> list[str]:
    """What does not match, as lines `place: expected ..., found ...`; empty when all matches.

    ``csv``: cells are text, so numbers, yes/no and null are compared with what the text means.
    """
    if isinstance(expected, Mapping):
        if set(expected) and set(expected) <= _SPECIAL_LIST:
            return _list_mismatches(expected, actual, where, csv=csv)
        if set(expected) == {"one_of"}:
            return _unless(
                any(matches(one, actual, csv=csv) for one in expected["one_of"]), expected, actual, where
            )
        if set(expected) == {"near", "tol"}:
            number = _number(actual, csv=csv)
            near = number is not None and abs(number - expected["near"]) <= expected["tol"]
            return _unless(near, expected, actual, where)
        if set(expected) == {"filled"}:
            filled = actual is not None and actual not in ("", [], {})
            return _unless(filled == expected["filled"], expected, actual, where)
        if not isinstance(actual, Mapping):
            return _unless(False, expected, actual, where)
        found: list[str] = []
        for key, value in expected.items():
            if key not in actual:
                found.append(f"{where}.{key}: missing")
            else:
                found.extend(mismatches(value, actual[key], f"{where}.{key}", csv=csv))
        return found
    if isinstance(expected, list):
        return _in_order(expected, actual, where, csv=csv)
    return _unless(_same(expected, actual, csv=csv), expected, actual, where)


def matches(expected: Any, actual: Any, *, csv: bool = False) -> bool:
    """Whether ``actual`` is what ``expected`` asks for."""
    return not mismatches(expected, actual, csv=csv)


def _list_mismatches(expected: Mapping[str, Any], actual: Any, where: str, *, csv: bool) -> list[str]:
    if not _is_list(actual):
        return _unless(False, expected, actual, where)
    found: list[str] = []
    if "count" in expected and len(actual) != expected["count"]:
        found.append(f"{where}: expected {expected['count']} items, found {len(actual)}")
    if "at_least" in expected and len(actual) < expected["at_least"]:
        found.append(f"{where}: expected at least {expected['at_least']} items, found {len(actual)}")
    for unwanted in expected.get("none", []):
        found.extend(f"{where}: unwanted {item!r}" for item in actual if matches(unwanted, item, csv=csv))
    wanted = expected.get("any_order", [])
    options = [[place for place, item in enumerate(actual) if matches(one, item, csv=csv)] for one in wanted]
    taken = _assign(options)
    found.extend(
        f"{where}: no item (of its own) like {one!r}"
        for one, place in zip(wanted, taken, strict=True)
        if place is None
    )
    return found


def _assign(options: Sequence[Sequence[int]]) -> list[int | None]:
    """An item of its own for each wish, as many as possible (augmenting paths)."""
    owner: dict[int, int] = {}

    def place(wish: int, seen: set[int]) -> bool:
        for item in options[wish]:
            if item in seen:
                continue
            seen.add(item)
            if item not in owner or place(owner[item], seen):
                owner[item] = wish
                return True
        return False

    for wish in range(len(options)):
        place(wish, set())
    by_wish = {wish: item for item, wish in owner.items()}
    return [by_wish.get(wish) for wish in range(len(options))]


def _in_order(expected: Sequence[Any], actual: Any, where: str, *, csv: bool) -> list[str]:
    if not _is_list(actual):
        return _unless(False, expected, actual, where)
    position = 0
    for number, one in enumerate(expected):
        while position < len(actual) and not matches(one, actual[position], csv=csv):
            position += 1
        if position == len(actual):
            return [f"{where}[{number}]: no item in order like {one!r}"]
        position += 1
    return []


def _same(expected: Any, actual: Any, *, csv: bool) -> bool:
    if csv and isinstance(actual, str):
        if expected is None:
            return actual == ""
        if isinstance(expected, bool):
            return actual.strip().lower() in (("true", "1", "yes") if expected else ("false", "0", "no"))
        if isinstance(expected, int | float):
            return _number(actual, csv=True) == expected
    if isinstance(expected, bool) or isinstance(actual, bool) or expected is None:
        return expected is actual
    if isinstance(expected, int | float) and isinstance(actual, int | float):
        return expected == actual
    return type(expected) is type(actual) and bool(expected == actual)


def _number(value: Any, *, csv: bool) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return value
    if csv and isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    return None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _unless(holds: bool, expected: Any, actual: Any, where: str) -> list[str]:
    return [] if holds else [f"{where}: expected {expected!r}, found {actual!r}"]

"""Other values for the rules: one reading of keys and values for acts, and for rules tried out.

Belongs here: which numbers and policies may be given another value, and what a value may look like.
Does not belong here: when a value takes effect (`acts`), and the rules themselves (`methodology`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.methodology import Methodology, PerRhythm, policy_fields

#: Numbers of the regulation that may be changed; the K and the points of experience have one per rhythm.
PER_RHYTHM = ("k_ordinary", "k_development", "experience_points")
NUMBERS = (
    "development_games",
    "development_rating",
    "equivalent_games_factor",
    "floor",
    "adult_reference",
    "neutral_reference",
    "external_offset",
    "full_experience",
)
HIGHEST = 9999

_PARTS = re.compile(r"\s*[/,; ]\s*")
_NUMBER = re.compile(r"[0-9]{1,4}")


def fields_for(key: str, value: object) -> dict[str, object]:
    """The fields of `Methodology` that a key and its value set; values are native (TOML) or text (an act).

    ``ValueError`` names key, value and what is allowed.
    """
    if key in NUMBERS:
        number = _whole(value)
        if number is None or (key == "full_experience" and number == 0):
            raise ValueError(f"{key} = {value!r}: allowed is a whole number up to {HIGHEST}")
        return {key: number}
    if key in PER_RHYTHM:
        parts: object = _PARTS.split(value.strip()) if isinstance(value, str) else value
        found = [_whole(one) for one in parts] if isinstance(parts, Sequence) else []
        numbers = [one for one in found if one is not None]
        if len(found) != 3 or len(numbers) != 3:
            raise ValueError(f"{key} = {value!r}: allowed are three numbers, STD / RPD / BLZ")
        return {key: PerRhythm(*numbers)}
    return policy_fields(key, value)


def changed(methodology: Methodology, values: Mapping[str, object]) -> Methodology:
    """The methodology with other values; ``ValueError`` as `fields_for`."""
    fields: dict[str, object] = {}
    for key in sorted(values):
        fields.update(fields_for(key, values[key]))
    return replace(methodology, **fields)  # type: ignore[arg-type]


def _whole(value: object) -> int | None:
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = int(value.strip())
    return value if type(value) is int and 0 <= value <= HIGHEST else None

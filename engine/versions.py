"""Methodology versions by date (Art. 26): an event follows the version in force on its end date.

Belongs here: which version holds on which day. Does not belong here: what a version says (`methodology`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import TypeAlias

from engine.methodology import Methodology


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions by the date they take effect, rising; the first also holds for every day before it.

    ``ValueError`` for no version, or two of one date.
    """

    versions: tuple[Methodology, ...]

    def __post_init__(self) -> None:
        if not self.versions:
            raise ValueError("no methodology version")
        for earlier, later in pairwise(self.versions):
            if earlier.effective_from >= later.effective_from:
                raise ValueError(
                    f"methodology {later.version} takes effect on {later.effective_from}, not after "
                    f"{earlier.version} ({earlier.effective_from})"
                )

    def on(self, day: date) -> Methodology:
        """The version in force on a day."""
        for one in reversed(self.versions):
            if one.effective_from <= day:
                return one
        return self.versions[0]

    def signature(self) -> str:
        """SHA-256 (hexadecimal) of the signatures of all versions."""
        return hashlib.sha256("\n".join(one.signature() for one in self.versions).encode("ascii")).hexdigest()


#: One methodology for all time, or several by date; both know ``on(day)``, ``versions`` and ``signature()``.
Rulebook: TypeAlias = Methodology | Versions


def lowest_floor(rules: Rulebook) -> int:
    """The lowest floor of all versions: no rating was ever under it (Art. 7 par. 3)."""
    return min(one.floor for one in rules.versions)

"""Formats that are recognised and not read, each refused in one sentence with what to do instead.

Belongs here: refusing. A format that becomes readable gets a module of its own with ``read`` and takes
the place of its line here in the table of `detect`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrapers.records import InputFile, Tournament
from scrapers.tournaments.messages import refusal


def refused(format_name: str, code: str, **values: object) -> Tournament:
    """A tournament of which nothing is read, with the reason of that code."""
    return Tournament(format=format_name, status="rejected", reason=refusal(code, **values))


def refusing(format_name: str, code: str) -> Callable[[Sequence[InputFile]], Tournament]:
    """A ``read`` that refuses every file of a format for the same reason."""

    def read(files: Sequence[InputFile]) -> Tournament:
        return refused(format_name, code)

    return read

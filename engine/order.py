"""The order in which events are processed (Art. 8), total and the same everywhere.

Belongs here: the key of an event and sorting by it. Does not belong here: which events are rated (decided
before the engine) and what an event sees of the ones before it (`replay`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from typing import Protocol, TypeVar

from engine.methodology import Methodology
from engine.versions import Rulebook


class Dated(Protocol):
    """What Art. 8 looks at. ``end_time``: the official closing time ``HH:MM``, None where not informed."""

    @property
    def event_id(self) -> str: ...
    @property
    def end_date(self) -> date: ...
    @property
    def end_time(self) -> str | None: ...
    @property
    def homologation_no(self) -> int: ...


#: (end date, whether the untimed or the timed group, minutes after midnight, homologation number)
OrderKey = tuple[date, bool, int, int]

_DatedEvent = TypeVar("_DatedEvent", bound=Dated)
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def order_key(event: Dated, methodology: Methodology) -> OrderKey:
    """The key of Art. 8 under the policy ``untimed_last``; ``ValueError`` for a time that is none."""
    timed = event.end_time is not None
    return (
        event.end_date,
        timed is not methodology.untimed_last,
        0 if event.end_time is None else _minutes(event.end_time, event.event_id),
        event.homologation_no,
    )


def in_order(events: Iterable[_DatedEvent], rules: Rulebook) -> tuple[_DatedEvent, ...]:
    """The events in the order of Art. 8; ``ValueError`` naming two events that have the same key.

    Events of one date follow one version, so the order is total whatever the versions say.
    """
    keyed = sorted(
        ((order_key(event, rules.on(event.end_date)), event.event_id, event) for event in events),
        key=lambda row: row[:2],
    )
    for (key, event_id, _), (next_key, next_id, _) in pairwise(keyed):
        if key == next_key:
            raise ValueError(
                f"events {event_id} and {next_id} have the same date, time and homologation number {key[3]}: "
                "Art. 8 gives them no order"
            )
    return tuple(event for _, _, event in keyed)


def _minutes(end_time: str, event_id: str) -> int:
    match = _TIME.fullmatch(end_time)
    if match is None:
        raise ValueError(f"event {event_id}: closing time {end_time!r} is not HH:MM")
    return int(match[1]) * 60 + int(match[2])

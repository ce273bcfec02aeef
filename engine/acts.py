"""Acts that change the rules (Art. 26): from the methodology of a pool and its acts to versions by date.

An act of kind ``policy`` or ``methodology`` gives one key another value for the events that end on its date
or later; where it says so expressly (``retroactive``), from the base date on. Acts apply by date, then id; of
two on one key the later one wins, for all the time it covers. An act that states what holds already makes no
version.

A floor cannot be put under ratings that exist already: entry ratings are facts once published (Art. 3), so an
act on the floor takes effect after the base date.

Belongs here: when an act takes effect, and which cannot. Does not belong here: values (`rule_changes`), and
which acts a list knows (the freeze is the caller's).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from engine.methodology import Methodology
from engine.rule_changes import fields_for
from engine.versions import Rulebook, Versions

#: Kinds of acts that change rules; a ``decision`` is read by people.
CHANGING = ("policy", "methodology")


@dataclass(frozen=True, slots=True)
class Act:
    """One act. ``line``: where it stands in the register. ``day``: None where it has no date."""

    act_id: str
    day: date | None
    kind: str
    subject: str
    value: str
    retroactive: bool
    line: int


class NotCarriedOut(NamedTuple):
    """An act that changes nothing, and why: ``value`` (with the message of `fields_for`), or a code."""

    act: Act
    reason: str
    detail: str = ""


def rules_under(base: Methodology, acts: Sequence[Act]) -> tuple[Rulebook, tuple[NotCarriedOut, ...]]:
    """The versions of the methodology under the acts that are known, and the acts that change nothing."""
    refused: list[NotCarriedOut] = []
    steps: list[tuple[date, Act, dict[str, object]]] = []
    changing = [act for act in acts if act.kind in CHANGING]
    for act in sorted(changing, key=lambda one: (one.day or date.min, one.act_id)):
        try:
            fields = fields_for(act.subject, act.value)
        except ValueError as error:
            refused.append(NotCarriedOut(act, "value", str(error)))
            continue
        reason = _refusal(act, fields, base)
        if reason is not None:
            refused.append(NotCarriedOut(act, reason))
            continue
        day = base.base_date if act.retroactive or act.day is None else max(act.day, base.base_date)
        steps.append((day, act, fields))

    versions = [base]
    for day in sorted({base.base_date, *(day for day, _, _ in steps)}):
        current = versions[-1]
        # In the order of the acts, not of the days: a later act that reaches back stands over earlier ones.
        in_force = [(act, fields) for since, act, fields in steps if since <= day]
        numbers: dict[str, object] = {}
        for _, fields in in_force:
            numbers.update(fields)
        now = replace(base, **numbers)  # type: ignore[arg-type]
        if now == replace(current, version=base.version, act=base.act, effective_from=base.effective_from):
            continue
        ids = ", ".join(act.act_id for act, _ in in_force)
        opening = day == base.base_date
        named = replace(
            now,
            version=f"{base.version}, {ids}",
            act=f"{base.act}; {ids}",
            effective_from=min(base.effective_from, day) if opening else day,
        )
        versions = [named] if opening else [*versions, named]
    if len(versions) == 1:
        return versions[0], tuple(refused)
    first = versions[0]
    if first.effective_from >= versions[1].effective_from:
        versions[0] = replace(first, effective_from=base.base_date)
    return Versions(tuple(versions)), tuple(refused)


def _refusal(act: Act, fields: dict[str, object], base: Methodology) -> str | None:
    if act.day is None and not act.retroactive:
        return "undated"
    if "base_date" in fields:
        return "base_date"
    if "floor" in fields and (act.retroactive or act.day is None or act.day <= base.base_date):
        return "floor"
    return None

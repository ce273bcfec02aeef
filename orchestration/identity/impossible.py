"""Who a participant cannot be, whatever the names say.

Belongs here: birth year, ages of categories, sex, ids, presence in the same event or elsewhere on the same
day, what a person has already refused. Does not belong here: how likely the rest is (`scoring`), the words
(`evidence`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray

from engine.entry import category_ages
from orchestration.identity.people import Encounters, OpenEvent, UnknownParticipant
from orchestration.identity.register_index import SEX_CODES, RegisterIndex

_FIRST_YEAR, _LAST_YEAR = 1, 9999


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row is impossible: a code and what the words need."""

    code: str
    number: int | None = None  # start number in this event
    event_id: str | None = None
    day: date | None = None


@dataclass(frozen=True)
class EventLimits:
    """What an event by itself says about who its unknown participants can be."""

    present: Mapping[int, int]  # row -> start number of the identified participant
    elsewhere: Mapping[int, Reason]  # row -> where they were on a day of this event
    school_categories: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        index: RegisterIndex,
        event: OpenEvent,
        encounters: Encounters,
        school_categories: Mapping[str, str],
    ) -> EventLimits:
        """The limits of one event."""
        present = {
            index.row_of[fnx_id]: number
            for number, fnx_id in sorted(event.identified.items(), reverse=True)
            if fnx_id in index.row_of
        }
        elsewhere: dict[int, Reason] = {}
        for day in sorted(event.days):
            for fnx_id, event_id in encounters.played_on.get(day, {}).items():
                row = index.row_of.get(fnx_id)
                if row is not None and event_id != event.event_id:
                    elsewhere.setdefault(row, Reason("same_day", event_id=event_id, day=day))
        return cls(present, elsewhere, school_categories)


def birth_years(
    event: OpenEvent, participant: UnknownParticipant, school_categories: Mapping[str, str]
) -> tuple[int, int] | None:
    """The birth years that the categories admit, both included; None where any of them admits everybody.

    Ages are those reached in the civil year of the event, as in Art. 17.
    """
    texts = participant.categories or event.categories
    ages = [category_ages(text, school_categories) for text in texts]
    if not ages or any(span is None for span in ages):
        return None
    known = [span for span in ages if span is not None]
    lowest = [low for low, _ in known]
    youngest = _LAST_YEAR if None in lowest else event.year - min(low for low in lowest if low is not None)
    return max(_FIRST_YEAR, event.year - max(high for _, high in known)), youngest


def impossible_rows(
    index: RegisterIndex,
    event: OpenEvent,
    participant: UnknownParticipant,
    limits: EventLimits,
) -> NDArray[np.bool_]:
    """True for each row that `reason` finds a reason for, but for ids, which few rows have."""
    known = index.birth_years > 0
    if participant.birth_year:
        found = known & (index.birth_years != participant.birth_year)
    else:
        span = birth_years(event, participant, limits.school_categories)
        found = np.zeros(index.size, dtype=bool)
        if span is not None:
            found = known & ((index.birth_years < span[0]) | (index.birth_years > span[1]))
    sex = _sex(event, participant)
    if sex:
        found |= (index.sexes > 0) & (index.sexes != sex)
    for row in (*limits.present, *limits.elsewhere):
        found[row] = True
    for number, fnx_id in event.refused:
        if number == participant.number and fnx_id in index.row_of:
            found[index.row_of[fnx_id]] = True
    return found


def reason(
    index: RegisterIndex,
    event: OpenEvent,
    participant: UnknownParticipant,
    limits: EventLimits,
    row: int,
) -> Reason | None:
    """Why a row cannot be the participant; None where it can. The firmest reason comes first."""
    if row in limits.present:
        number = limits.present[row]
        met = number in event.met.get(participant.number, ()) or participant.number in event.met.get(number, ())
        return Reason("met" if met else "present", number=number)
    if row in limits.elsewhere:
        return limits.elsewhere[row]
    if (participant.number, index.fnx_ids[row]) in event.refused:
        return Reason("refused")
    for code, written, registered in (
        ("cbx_id", participant.cbx_id, index.cbx_ids[row]),
        ("fide_id", participant.fide_id, index.fide_ids[row]),
    ):
        if written and registered and written.lstrip("0") != registered.lstrip("0"):
            return Reason(code)
    born = int(index.birth_years[row])
    if born and participant.birth_year and born != participant.birth_year:
        return Reason("birth_year")
    if born and not participant.birth_year:
        span = birth_years(event, participant, limits.school_categories)
        if span is not None and not span[0] <= born <= span[1]:
            return Reason("category")
    sex = _sex(event, participant)
    if sex and index.sexes[row] and sex != index.sexes[row]:
        return Reason("sex")
    return None


def _sex(event: OpenEvent, participant: UnknownParticipant) -> int:
    """The sex as a code: the participant's, else that of an event for women or girls only."""
    if participant.sex:
        return SEX_CODES[participant.sex]
    texts = [text.casefold() for text in participant.categories or event.categories]
    return SEX_CODES["F"] if texts and all("femin" in text for text in texts) else 0

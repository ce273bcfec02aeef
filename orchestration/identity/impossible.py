"""Who a participant cannot be, whatever the names say.

Belongs here: birth year, ages of categories, sex, ids, presence in the same event or elsewhere on the same
day, what a person has already refused. Does not belong here: how likely the rest is (`scoring`), the words
(`evidence`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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


class EventLimits:
    """What an event by itself says about who its unknown participants can be."""

    def __init__(
        self,
        index: RegisterIndex,
        event: OpenEvent,
        encounters: Encounters,
        school_categories: Mapping[str, str],
    ) -> None:
        self.index, self.event, self.school_categories = index, event, school_categories
        #: Row -> start number of the identified participant.
        self.present = {
            index.row_of[fnx_id]: number
            for number, fnx_id in sorted(event.identified.items(), reverse=True)
            if fnx_id in index.row_of
        }
        #: Row -> where the person was on a day of this event.
        self.elsewhere: dict[int, Reason] = {}
        for day in sorted(event.days):
            for fnx_id, event_id in encounters.played_on.get(day, {}).items():
                row = index.row_of.get(fnx_id)
                if row is not None and event_id != event.event_id:
                    self.elsewhere.setdefault(row, Reason("same_day", event_id=event_id, day=day))
        self._barred = np.zeros(index.size, dtype=bool)
        self._barred[[*self.present, *self.elsewhere]] = True
        self._spans: dict[tuple[str, ...], tuple[int, int] | None] = {}

    def birth_years(self, participant: UnknownParticipant) -> tuple[int, int] | None:
        """The birth years that the categories admit, both included; None where any of them admits everybody.

        Ages are those reached in the civil year of the event, as in Art. 17.
        """
        texts = participant.categories or self.event.categories
        if texts not in self._spans:
            self._spans[texts] = self._span(texts)
        return self._spans[texts]

    def _span(self, texts: tuple[str, ...]) -> tuple[int, int] | None:
        ages = [category_ages(text, self.school_categories) for text in texts]
        known = [span for span in ages if span is not None]
        if not ages or len(known) < len(ages):
            return None
        lowest = [low for low, _ in known if low is not None]
        latest = self.event.year - min(lowest) if len(lowest) == len(known) else _LAST_YEAR
        return max(_FIRST_YEAR, self.event.year - max(high for _, high in known)), latest

    def sex(self, participant: UnknownParticipant) -> int:
        """The sex as a code: the participant's, else that of an event for women or girls only."""
        if participant.sex:
            return SEX_CODES.get(participant.sex, 0)
        texts = [text.casefold() for text in participant.categories or self.event.categories]
        return SEX_CODES["F"] if texts and all("femin" in text for text in texts) else 0

    def impossible(self, participant: UnknownParticipant, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """True for each of the rows that `reason` finds a reason for, but for ids, which few rows have."""
        index = self.index
        born = index.birth_years[rows]
        found = self._barred[rows]
        if participant.birth_year:
            found |= (born > 0) & (born != participant.birth_year)
        else:
            span = self.birth_years(participant)
            if span is not None:
                found |= (born > 0) & ((born < span[0]) | (born > span[1]))
        sex = self.sex(participant)
        if sex:
            found |= (index.sexes[rows] > 0) & (index.sexes[rows] != sex)
        for number, fnx_id in sorted(self.event.refused):
            if number == participant.number and fnx_id in index.row_of:
                found |= rows == index.row_of[fnx_id]
        return found

    def reason(self, participant: UnknownParticipant, row: int) -> Reason | None:
        """Why a row cannot be the participant; None where it can. The firmest reason comes first."""
        index, event = self.index, self.event
        if row in self.present:
            number = self.present[row]
            met = event.met
            faced = number in met.get(participant.number, ()) or participant.number in met.get(number, ())
            return Reason("met" if faced else "present", number=number)
        if row in self.elsewhere:
            return self.elsewhere[row]
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
        span = self.birth_years(participant)
        if born and not participant.birth_year and span is not None and not span[0] <= born <= span[1]:
            return Reason("category")
        sex = self.sex(participant)
        if sex and index.sexes[row] and sex != index.sexes[row]:
            return Reason("sex")
        return None

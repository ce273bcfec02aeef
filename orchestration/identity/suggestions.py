"""Up to three registered people for each unknown participant of an event, with score, margin, band and words.

Belongs here: the way from an event to its answers; competition between participants for one person; bands.
Does not belong here: what a resemblance is worth (`scoring`), who is impossible (`impossible`), decisions:
nothing here ever identifies anybody.

The result depends on the facts alone, not on the order in which they are given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from orchestration.identity import evidence as words_pt
from orchestration.identity.blocking import Readings, promising, readings
from orchestration.identity.impossible import EventLimits, birth_years, impossible_rows, reason
from orchestration.identity.names import NameColumns, name_columns, sounds
from orchestration.identity.people import (
    Answer,
    Band,
    Encounters,
    Evidence,
    Hidden,
    OpenEvent,
    Suggestion,
    UnknownParticipant,
)
from orchestration.identity.register_index import RegisterIndex, folded_place
from orchestration.identity.scoring import (
    WEIGHTS,
    NameComparison,
    Weights,
    ages_worth,
    birth_worth,
    club_worth,
    compare_names,
    place_worth,
    rating_worth,
)


@dataclass(frozen=True, slots=True)
class Bands:
    """Where the bands begin: `clear` by margin, `probably_new` under a score."""

    clear_margin: float = 5.0
    new_score: float = -1.0
    #: People weighed per participant, and suggestions shown.
    compared: int = 48
    shown: int = 3
    #: Nobody further below even odds than this is shown.
    least_score: float = -8.0


BANDS = Bands()


@dataclass(frozen=True, slots=True)
class _Candidate:
    row: int
    score: float
    comparison: NameComparison
    evidence: tuple[Evidence, ...]


def suggest(
    index: RegisterIndex,
    event: OpenEvent,
    encounters: Encounters | None = None,
    school_categories: Mapping[str, str] | None = None,
    bands: Bands = BANDS,
    weights: Weights = WEIGHTS,
) -> tuple[Answer, ...]:
    """An answer for each participant of the event, by start number."""
    return _Matching(index, event, encounters or Encounters(), school_categories or {}, bands, weights).answers()


class _Matching:
    """One event against the register."""

    def __init__(
        self,
        index: RegisterIndex,
        event: OpenEvent,
        encounters: Encounters,
        school_categories: Mapping[str, str],
        bands: Bands,
        weights: Weights,
    ) -> None:
        self.index, self.event, self.bands, self.weights = index, event, bands, weights
        self.participants = sorted(event.participants, key=lambda participant: participant.number)
        self.columns: NameColumns = name_columns([participant.name for participant in self.participants])
        self.words = [self.columns.words_of(place) for place in range(len(self.participants))]
        self.read: dict[str, Readings] = readings(index, self.columns.vocabulary)
        self.limits = EventLimits.of(index, event, encounters, school_categories)
        self.companions = self._companions(encounters)
        self.locality = 0.5
        self.compared: list[list[tuple[int, NameComparison]]] = []
        self.hidden: list[tuple[Hidden, ...]] = []

    def answers(self) -> tuple[Answer, ...]:
        """Compare names, learn how local the event is, weigh, let participants compete."""
        for place in range(len(self.participants)):
            self._find(place)
        weighed = [self._weigh(place) for place in range(len(self.participants))]
        self.locality = self._observed_locality(weighed)
        weighed = [self._weigh(place) for place in range(len(self.participants))]
        return self._decide(weighed)

    # --- who is compared ------------------------------------------------------------------------------------

    def _find(self, place: int) -> None:
        participant = self.participants[place]
        impossible = impossible_rows(self.index, self.event, participant, self.limits)
        possible, apart = promising(
            self.index,
            self.words[place],
            self.read,
            self._outline(participant),
            impossible,
            self.bands.compared,
        )
        kept = []
        hidden = []
        for row in sorted([*possible, *apart]):
            comparison = compare_names(
                self.index, self.words[place], self.columns.suffix_of(place), self.read, row, self.weights
            )
            why = reason(self.index, self.event, participant, self.limits, row)
            if why is None:
                kept.append((row, comparison))
            elif comparison.worth - log(max(self.index.size, 2)) > self.bands.new_score:
                born = int(self.index.birth_years[row])
                text = words_pt.hidden_pt(why, participant.birth_year, born, self.event.year)
                found = Hidden(self.index.fnx_ids[row], self.index.names[row], why.code, text)
                hidden.append((-comparison.worth, row, found))
        self.compared.append(kept)
        self.hidden.append(tuple(found for _, _, found in sorted(hidden)[: self.bands.shown]))

    def _outline(self, participant: UnknownParticipant) -> NDArray[np.float64]:
        """Roughly what is known of each row besides the name, to choose whom to weigh."""
        outline = np.zeros(self.index.size)
        if participant.birth_year:
            outline[self.index.birth_years == participant.birth_year] = 3.0
        city = self.index.city_codes.get(folded_place(participant.city or self.event.city), 0)
        if city:
            outline[self.index.cities == city] += 1.5
        club = self.index.club_codes.get(folded_place(participant.club), 0)
        if club:
            outline[self.index.clubs == club] += 3.0
        return outline

    def _companions(self, encounters: Encounters) -> dict[int, int]:
        """Row -> events in which the person was with an identified participant of this one."""
        shared: set[str] = set()
        for fnx_id in self.event.identified.values():
            shared |= encounters.events_of.get(fnx_id, frozenset())
        shared.discard(self.event.event_id)
        counted = {
            self.index.row_of[fnx_id]: len(shared & events)
            for fnx_id, events in encounters.events_of.items()
            if fnx_id in self.index.row_of
        }
        return {row: events for row, events in counted.items() if events}

    # --- what it is worth -----------------------------------------------------------------------------------

    def _weigh(self, place: int) -> list[_Candidate]:
        prior = self.weights.registered_before - log(max(self.index.size, 2))
        found = []
        for row, comparison in self.compared[place]:
            evidence = tuple(self._evidence(self.participants[place], row, comparison))
            score = prior + sum(item.weight for item in evidence)
            found.append(_Candidate(row, round(score, 3), comparison, evidence))
        return sorted(found, key=lambda candidate: (-candidate.score, candidate.row))

    def _evidence(self, participant: UnknownParticipant, row: int, comparison: NameComparison) -> list[Evidence]:
        index, weights = self.index, self.weights
        found = [Evidence("name", comparison.worth, words_pt.name_pt(comparison))]
        if any(comparison.suffixes):
            found.append(Evidence("suffix", 0.0, words_pt.suffix_pt(comparison.suffixes)))
        found.append(self._birth(participant, row))
        found += self._place(participant, row)
        found += self._club(participant, row)
        sex = int(index.sexes[row])
        if participant.sex and sex:
            found.append(Evidence("sex", weights.sex_alike, words_pt.sex_pt(participant.sex)))
        worth = rating_worth(participant.ratings, index.ratings[row], weights)
        if worth:
            found.append(Evidence("rating", worth, words_pt.rating_pt(worth)))
        for kind, written, registered in (
            ("cbx", participant.cbx_id, index.cbx_ids[row]),
            ("fide", participant.fide_id, index.fide_ids[row]),
        ):
            if written and registered:  # unequal ones are impossible
                found.append(Evidence("id", weights.id_equal, words_pt.id_pt(kind)))
        events = self.companions.get(row, 0)
        if events:
            worth = min(weights.most_for_common_events, weights.common_event * events)
            found.append(Evidence("events", worth, words_pt.common_events_pt(events)))
        return found

    def _birth(self, participant: UnknownParticipant, row: int) -> Evidence:
        born = int(self.index.birth_years[row])
        if born and participant.birth_year:
            worth = birth_worth(self.index, born, self.weights)
            return Evidence("birth_year", worth, words_pt.birth_pt(born))
        span = birth_years(self.event, participant, self.limits.school_categories)
        if born and span is not None:
            text = words_pt.category_pt(born, participant.categories or self.event.categories)
            return Evidence("category", ages_worth(self.index, *span), text)
        return Evidence("birth_year", 0.0, words_pt.birth_unknown_pt(participant.birth_year, born))

    def _place(self, participant: UnknownParticipant, row: int) -> list[Evidence]:
        here = participant.city or self.event.city
        code = int(self.index.cities[row])
        if not here or not code:
            return []
        own = self.index.city_codes.get(folded_place(here), 0)
        locality = 0.9 if participant.city else self.locality
        share = (int(self.index.city_counts[own]) + 1) / (self.index.size + 2) if own else 0.5
        worth = place_worth(own == code, locality, share, self.weights)
        registered = self.index.city_names[code]
        text = words_pt.city_pt(own == code, here, registered, participant.city is None)
        return [Evidence("city", worth, text)]

    def _club(self, participant: UnknownParticipant, row: int) -> list[Evidence]:
        code = int(self.index.clubs[row])
        if not participant.club or not code:
            return []
        registered = self.index.club_names[code]
        alike = fuzz.token_sort_ratio(folded_place(participant.club), folded_place(registered)) >= 90
        share = (int(self.index.club_counts[code]) + 1) / (self.index.size + 2)
        worth = club_worth(alike, share, self.weights)
        return [Evidence("club", worth, words_pt.club_pt(alike, participant.club, registered))]

    def _observed_locality(self, weighed: Sequence[Sequence[_Candidate]]) -> float:
        """The share of the event's players who live in its city: the identified, and the likely ones."""
        city = self.index.city_codes.get(folded_place(self.event.city), 0)
        if not city:
            return 0.5
        rows = set(self.limits.present)
        for candidates in weighed:
            if candidates and candidates[0].score > 2.0:
                rows.add(candidates[0].row)
        homes = [int(self.index.cities[row]) for row in sorted(rows) if self.index.cities[row]]
        return (homes.count(city) + 2) / (len(homes) + 4)

    # --- competition and bands ------------------------------------------------------------------------------

    def _decide(self, weighed: Sequence[Sequence[_Candidate]]) -> tuple[Answer, ...]:
        rivals = _rivals(weighed)
        names = self._namesakes_in_event()
        return tuple(
            self._answer(place, weighed[place], rivals, names[place]) for place in range(len(self.participants))
        )

    def _answer(
        self,
        place: int,
        candidates: Sequence[_Candidate],
        rivals: Mapping[int, Sequence[tuple[float, int]]],
        namesakes: tuple[int, ...],
    ) -> Answer:
        participant = self.participants[place]
        standing = []
        for candidate in candidates:
            price, rival = next(((p, q) for p, q in rivals[candidate.row] if q != place), (0.0, -1))
            price = max(0.0, price)
            standing.append((round(candidate.score - price, 3), candidate, rival if price > 0 else -1))
        standing.sort(key=lambda item: (-item[0], -item[1].score, item[1].row))
        shown = [item for item in standing if item[1].score >= self.bands.least_score][: self.bands.shown]
        band: Band = "probably_new"
        margin, why = 0.0, []
        if shown:
            best = shown[0]
            second = standing[1][0] if len(standing) > 1 else self.bands.least_score
            margin = round(best[0] - max(0.0, second), 3)
            if best[1].score >= self.bands.new_score:
                why = self._doubts(place, standing, margin, namesakes)
                band = "look" if why else "clear"
        return Answer(
            event_id=self.event.event_id,
            number=participant.number,
            name=participant.name,
            band=band,
            margin=round(margin, 2),
            suggestions=tuple(
                Suggestion(
                    self.index.fnx_ids[candidate.row],
                    self.index.names[candidate.row],
                    round(candidate.score, 2),
                    _by_weight(candidate.evidence),
                )
                for _, candidate, _ in shown
            ),
            hidden=self.hidden[place],
            look_because=tuple(why),
            namesakes_in_event=namesakes,
        )

    def _doubts(
        self,
        place: int,
        standing: Sequence[tuple[float, _Candidate, int]],
        margin: float,
        namesakes: tuple[int, ...],
    ) -> list[str]:
        """Why the best candidate is not in the clear band, in words; none: it is."""
        _, best, rival = standing[0]
        comparison = best.comparison
        found = []
        if namesakes:
            found.append(words_pt.look_pt("namesake_in_event", ", ".join(map(str, namesakes))))
        kin: dict[str, list[str]] = defaultdict(list)
        for row, kinship in sorted(self.index.kin_of(best.row).items()):
            kin[kinship].append(f"{self.index.names[row]} ({self.index.fnx_ids[row]})")
        for kinship in ("namesake", "twin", "sibling"):
            if kin[kinship]:
                found.append(words_pt.kin_pt(kinship, kin[kinship]))
        if not comparison.same_suffix:
            found.append(words_pt.look_pt("suffix"))
        if len(comparison.pairs) < 2:
            found.append(words_pt.look_pt("one_word"))
        elif all(len(pair.written) == 1 or len(pair.registered) == 1 for pair in comparison.pairs[:-1]):
            found.append(words_pt.look_pt("initials"))
        if self.index.columns.words_of(best.row)[0] in comparison.left_out:
            found.append(words_pt.look_pt("first_name"))
        if any(item.kind == "id" for item in best.evidence):
            found.append(words_pt.look_pt("id"))
        if margin < self.bands.clear_margin:
            if rival >= 0:
                found.append(words_pt.look_pt("rival", str(self.participants[rival].number)))
            elif len(standing) > 1 and standing[1][0] > 0:
                row = standing[1][1].row
                found.append(
                    words_pt.look_pt("runner_up", f"{self.index.names[row]} ({self.index.fnx_ids[row]})")
                )
            else:
                found.append(words_pt.look_pt("weak"))
        return found

    def _namesakes_in_event(self) -> list[tuple[int, ...]]:
        """Per participant: the numbers of others in the event whose name has the same words by sound."""

        def key(columns: NameColumns, row: int) -> tuple[tuple[str, ...], int]:
            return tuple(sorted(map(sounds, columns.words_of(row)))), int(columns.suffixes[row])

        numbers: dict[tuple[tuple[str, ...], int], list[int]] = defaultdict(list)
        keys = [key(self.columns, place) for place in range(len(self.participants))]
        for place, participant in enumerate(self.participants):
            numbers[keys[place]].append(participant.number)
        for row, number in self.limits.present.items():
            numbers[key(self.index.columns, row)].append(number)
        return [
            tuple(sorted(number for number in numbers[keys[place]] if number != participant.number))
            if keys[place][0]
            else ()
            for place, participant in enumerate(self.participants)
        ]


def _rivals(weighed: Sequence[Sequence[_Candidate]]) -> Mapping[int, Sequence[tuple[float, int]]]:
    """Per row: how much each participant loses without it, the greatest two first.

    A participant who has nobody else loses the whole score; one with a twin of the person at hand loses little.
    One person plays one participant, so what another would lose is the price of taking the person.
    """
    wanted: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for place, candidates in enumerate(weighed):
        for candidate in candidates:
            others = candidates[1] if candidate is candidates[0] and len(candidates) > 1 else candidates[0]
            otherwise = max(0.0, others.score) if others is not candidate else 0.0
            wanted[candidate.row].append((candidate.score - otherwise, place))
    return {
        row: sorted(losses, key=lambda loss: (-loss[0], loss[1]))[:2] for row, losses in wanted.items()
    }


def _by_weight(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    rounded = [replace(item, weight=round(item.weight, 2)) for item in evidence]
    return tuple(sorted(rounded, key=lambda item: (-abs(item.weight), item.kind)))

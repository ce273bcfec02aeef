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
from math import exp, log

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from orchestration.identity import evidence as words_pt
from orchestration.identity.blocking import Readings, alike, best, readings
from orchestration.identity.impossible import EventLimits
from orchestration.identity.names import NameColumns, name_columns, plain_text, sounds
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

    clear_margin: float = 2.0
    #: The margin that a name of one whole word and initials needs to be clear (`J. P. Torrisi`).
    clear_margin_of_initials: float = 5.0
    #: The margin that somebody with a brother or sister of a like name needs.
    clear_margin_of_siblings: float = 4.0
    new_score: float = -1.0
    #: People weighed per participant, and suggestions shown.
    compared: int = 40
    compared_impossible: int = 12
    shown: int = 3
    #: Nobody further below even odds than this is shown.
    least_score: float = -8.0


BANDS = Bands()
#: Likeness of two names of a club, of 100, from which they are taken for one.
_CLUBS_ALIKE = 90
#: The guess of how many are registered counts as this many participants; turns in which it is learnt.
_GUESS_COUNTS, _TURNS = 10, 2


@dataclass(frozen=True, slots=True)
class _Candidate:
    row: int
    score: float
    comparison: NameComparison
    worths: Mapping[str, float]


def suggest(
    index: RegisterIndex,
    event: OpenEvent,
    encounters: Encounters | None = None,
    school_categories: Mapping[str, str] | None = None,
    bands: Bands = BANDS,
    weights: Weights = WEIGHTS,
) -> tuple[Answer, ...]:
    """An answer for each participant of the event, by start number."""
    return _Matching(
        index, event, encounters or Encounters(), school_categories or {}, bands, weights
    ).answers()


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
        self.limits = EventLimits(index, event, encounters, school_categories)
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
        surer = self._observed_registered(weighed) - self.weights.registered_before
        return self._decide(
            [[replace(one, score=round(one.score + surer, 3)) for one in found] for found in weighed]
        )

    # --- who is compared ------------------------------------------------------------------------------------

    def _find(self, place: int) -> None:
        participant = self.participants[place]
        found, estimate = alike(self.index, self.words[place], self.read)
        apart = self.limits.impossible(participant, found)
        likely = estimate + self._outline(participant, found)
        rows = best(found[~apart], likely[~apart], self.bands.compared)
        rows += best(found[apart], estimate[apart], self.bands.compared_impossible)
        kept = []
        hidden = []
        rows.sort()
        written, *registered = plain_text([participant.name, *(self.index.names[row] for row in rows)]).split(
            "\n"
        )
        for row, name in zip(rows, registered, strict=True):
            comparison = compare_names(
                self.index, self.words[place], self.columns.suffix_of(place), self.read, row, self.weights
            )
            if name.split() == written.split():  # particles too, which tell nobody apart but settle a tie
                comparison = replace(comparison, worth=comparison.worth + self.weights.written_alike)
            why = self.limits.reason(participant, row)
            if why is None:
                kept.append((row, comparison))
            elif comparison.worth - log(max(self.index.size, 2)) > self.bands.new_score:
                born = int(self.index.birth_years[row])
                text = words_pt.hidden_pt(why, participant.birth_year, born, self.event.year)
                person = Hidden(self.index.fnx_ids[row], self.index.names[row], why.code, text)
                hidden.append((-comparison.worth, row, person))
        self.compared.append(kept)
        self.hidden.append(tuple(person for _, _, person in sorted(hidden)[: self.bands.shown]))

    def _outline(self, participant: UnknownParticipant, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """Roughly what is known of rows besides the name, to choose whom to weigh."""
        outline = np.zeros(len(rows))
        if participant.birth_year:
            outline += 3.0 * (self.index.birth_years[rows] == participant.birth_year)
        city = self.index.city_codes.get(folded_place(participant.city or self.event.city), 0)
        if city:
            outline += 1.5 * (self.index.cities[rows] == city)
        club = self.index.club_codes.get(folded_place(participant.club), 0)
        if club:
            outline += 3.0 * (self.index.clubs[rows] == club)
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
            worths = self._worths(self.participants[place], row, comparison)
            score = prior + sum(worths.values())
            found.append(_Candidate(row, round(score, 3), comparison, worths))
        return sorted(found, key=lambda candidate: (-candidate.score, candidate.row))

    def _worths(
        self, participant: UnknownParticipant, row: int, comparison: NameComparison
    ) -> dict[str, float]:
        """What each kind of evidence is worth; kinds that cannot be compared are left out."""
        index, weights = self.index, self.weights
        found = {"name": comparison.worth}
        if any(comparison.suffixes):
            found["suffix"] = 0.0  # counted with the name
        born = int(index.birth_years[row])
        span = self.limits.birth_years(participant)
        if born and participant.birth_year:
            found["birth_year"] = birth_worth(index, born, weights)
        elif born and span is not None:
            found["category"] = ages_worth(index, *span)
        else:
            found["birth_unknown"] = 0.0
        here, home = participant.city or self.event.city, int(index.cities[row])
        if here and home:
            own = index.city_codes.get(folded_place(here), 0)
            share = (int(index.city_counts[own]) + 1) / (index.size + 2) if own else 0.5
            locality = weights.own_city_stays if participant.city else self.locality
            found["city"] = place_worth(own == home, locality, share, weights)
        club = int(index.clubs[row])
        if participant.club and club:
            share = (int(index.club_counts[club]) + 1) / (index.size + 2)
            found["club"] = club_worth(self._same_club(participant.club, club), share, weights)
        if participant.sex and index.sexes[row]:
            found["sex"] = weights.sex_alike
        rating = rating_worth(participant.ratings, index.ratings[row], weights)
        if rating:
            found["rating"] = rating
        for kind, written, registered in (
            ("cbx_id", participant.cbx_id, index.cbx_ids[row]),
            ("fide_id", participant.fide_id, index.fide_ids[row]),
        ):
            if written and registered:  # unequal ones are impossible
                found[kind] = weights.id_equal
        events = self.companions.get(row, 0)
        if events:
            found["events"] = min(weights.most_for_common_events, weights.common_event * events)
        return found

    def _same_club(self, written: str, club: int) -> bool:
        registered = folded_place(self.index.club_names[club])
        return fuzz.token_sort_ratio(folded_place(written), registered) >= _CLUBS_ALIKE

    def _said(self, participant: UnknownParticipant, candidate: _Candidate, kind: str) -> str:
        """The words of one kind of evidence."""
        index, row = self.index, candidate.row
        worth, born = candidate.worths[kind], int(index.birth_years[row])
        if kind == "name":
            return words_pt.name_pt(candidate.comparison)
        if kind == "suffix":
            return words_pt.suffix_pt(candidate.comparison.suffixes)
        if kind == "birth_year":
            return words_pt.birth_pt(born)
        if kind == "category":
            return words_pt.category_pt(born, participant.categories or self.event.categories)
        if kind == "birth_unknown":
            return words_pt.birth_unknown_pt(participant.birth_year, born)
        if kind == "city":
            here, home = participant.city or self.event.city or "", index.city_names[index.cities[row]]
            same = folded_place(here) == folded_place(home)
            return words_pt.city_pt(same, here, home, participant.city is None)
        if kind == "club":
            written, club = participant.club or "", int(index.clubs[row])
            return words_pt.club_pt(self._same_club(written, club), written, index.club_names[club])
        if kind == "sex":
            return words_pt.sex_pt(participant.sex or "")
        if kind == "rating":
            return words_pt.rating_pt(worth)
        if kind == "events":
            return words_pt.common_events_pt(self.companions[row])
        return words_pt.id_pt(kind)

    def _evidence(self, participant: UnknownParticipant, candidate: _Candidate) -> tuple[Evidence, ...]:
        """The evidence in words, the weightiest first."""
        found = [
            Evidence(kind, round(worth, 2), self._said(participant, candidate, kind))
            for kind, worth in candidate.worths.items()
        ]
        return tuple(sorted(found, key=lambda item: (-abs(item.weight), item.kind)))

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

    def _observed_registered(self, weighed: Sequence[Sequence[_Candidate]]) -> float:
        """How many of the event's unknown participants are registered, as a logarithm of odds.

        Those who have nobody likely are new; the fewer of them an event has, the surer the rest. Starts from
        the weights' own guess, which counts as so many participants.
        """
        guess = 1 / (1 + exp(-self.weights.registered_before))
        found = self.weights.registered_before
        for _ in range(_TURNS):
            surer = found - self.weights.registered_before
            registered = sum(_likely(candidates, surer) for candidates in weighed)
            share = (registered + _GUESS_COUNTS * guess) / (len(weighed) + _GUESS_COUNTS)
            found = log(share / (1 - share))
        return found

    # --- competition and bands ------------------------------------------------------------------------------

    def _decide(self, weighed: Sequence[Sequence[_Candidate]]) -> tuple[Answer, ...]:
        rivals = _rivals(weighed)
        names = self._namesakes_in_event()
        return tuple(
            self._answer(place, weighed[place], rivals, names[place])
            for place in range(len(self.participants))
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
            first = shown[0]
            second = standing[1][0] if len(standing) > 1 else self.bands.least_score
            margin = round(first[0] - max(0.0, second), 3)
            if first[1].score >= self.bands.new_score:
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
                    self._evidence(participant, candidate),
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
        _, first, rival = standing[0]
        comparison = first.comparison
        found = []
        if namesakes:
            found.append(words_pt.look_pt("namesake_in_event", ", ".join(map(str, namesakes))))
        kin: dict[str, list[str]] = defaultdict(list)
        for row, kinship in sorted(self.index.kin_of(first.row).items()):
            kin[kinship].append(f"{self.index.names[row]} ({self.index.fnx_ids[row]})")
        for kinship in ("namesake", "twin", "sibling"):
            if kin[kinship] and (kinship != "sibling" or margin < self.bands.clear_margin_of_siblings):
                found.append(words_pt.kin_pt(kinship, kin[kinship]))
        if not comparison.same_suffix:
            found.append(words_pt.look_pt("suffix"))
        if len(comparison.pairs) < 2:
            found.append(words_pt.look_pt("one_word"))
        elif (
            sum(pair.kind != "initial" for pair in comparison.pairs) < 2
            and margin < self.bands.clear_margin_of_initials
        ):
            found.append(words_pt.look_pt("initials"))
        if self.index.columns.words_of(first.row)[0] in comparison.left_out:
            found.append(words_pt.look_pt("first_name"))
        if first.worths.keys() & {"cbx_id", "fide_id"}:
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


def _likely(candidates: Sequence[_Candidate], surer: float) -> float:
    """The probability that the participant is any of the people weighed, their scores so much surer."""
    odds = sum(exp(min(candidate.score + surer, 30.0)) for candidate in candidates)
    return odds / (1 + odds)


def _rivals(weighed: Sequence[Sequence[_Candidate]]) -> Mapping[int, Sequence[tuple[float, int]]]:
    """Per row: how much each participant loses without it, the greatest two first.

    A participant who has nobody else loses the whole score; one with a twin of the person at hand loses
    little. One person plays one participant, so what another would lose is the price of taking the person.
    """
    wanted: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for place, candidates in enumerate(weighed):
        for candidate in candidates:
            others = candidates[1] if candidate is candidates[0] and len(candidates) > 1 else candidates[0]
            otherwise = max(0.0, others.score) if others is not candidate else 0.0
            wanted[candidate.row].append((candidate.score - otherwise, place))
    return {row: sorted(losses, key=lambda loss: (-loss[0], loss[1]))[:2] for row, losses in wanted.items()}

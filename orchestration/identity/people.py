"""The plain facts that suggestions are made from, and what they come out as.

Belongs here: the registered, the participants nobody knows yet, who met whom and who played where; the
suggestions with their evidence. Does not belong here: where the facts come from, how they are weighed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

Sex = Literal["F", "M"]
#: `clear`: may be offered in bulk. `look`: somebody should look. `probably_new`: nobody registered fits.
Band = Literal["clear", "look", "probably_new"]
BANDS: tuple[Band, ...] = ("clear", "look", "probably_new")
Kinship = Literal["namesake", "twin", "sibling"]


@dataclass(frozen=True, slots=True)
class RegisteredPerson:
    """A person of the register, after merges. None: unknown. ``ratings`` are any the files may quote."""

    fnx_id: str
    name: str
    birth_year: int | None = None
    sex: Sex | None = None
    city: str | None = None
    club: str | None = None
    uf: str | None = None
    cbx_id: str | None = None
    fide_id: str | None = None
    ratings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownParticipant:
    """A participant of an event whom no id and no decision identifies, as the file shows them.

    ``categories``: the participant's own, where the file has one; otherwise the event's count.
    """

    number: int
    name: str
    birth_year: int | None = None
    sex: Sex | None = None
    club: str | None = None
    city: str | None = None
    uf: str | None = None
    cbx_id: str | None = None
    fide_id: str | None = None
    ratings: tuple[int, ...] = ()
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """An event with participants to identify.

    ``year`` is the civil year of the event, for ages. ``days`` are the days on which its participants surely
    played; leave out days on which they only may have (a league of Saturdays gives its Saturdays, or none).
    ``identified``: start number -> fnx_id of the participants who are known. ``met``: start number -> the
    numbers it played. ``refused``: (number, fnx_id) pairs that a person has already said are different.
    """

    event_id: str
    year: int
    participants: tuple[UnknownParticipant, ...]
    days: frozenset[date] = frozenset()
    city: str | None = None
    uf: str | None = None
    categories: tuple[str, ...] = ()
    identified: Mapping[int, str] = field(default_factory=dict)
    met: Mapping[int, frozenset[int]] = field(default_factory=dict)
    refused: frozenset[tuple[int, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Encounters:
    """What identified people did elsewhere: the days each surely played, with the event, and their events."""

    played_on: Mapping[date, Mapping[str, str]] = field(default_factory=dict)
    events_of: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason for or against; the weight is the natural logarithm of a likelihood ratio."""

    kind: str
    weight: float
    text_pt: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A registered person the participant may be. ``score`` 0: even odds; 3 more: twenty times the odds."""

    fnx_id: str
    name: str
    score: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """A registered person whose name fits and who cannot be the participant, with the reason."""

    fnx_id: str
    name: str
    reason: str
    text_pt: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What is suggested for one participant: up to three people, the best first.

    ``margin`` is how far the best stands above the next possibility: another person, nobody registered, or
    another participant of the event who wants the same person (who may stand above: then it is negative).
    ``look_because`` says in words what keeps a high score out of the clear band.
    """

    event_id: str
    number: int
    name: str
    band: Band
    margin: float
    suggestions: tuple[Suggestion, ...]
    hidden: tuple[Hidden, ...]
    look_because: tuple[str, ...]
    namesakes_in_event: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RegisterColumns:
    """The register as columns of one length, for registers too long to be objects. None or 0: unknown."""

    fnx_id: Sequence[str]
    name: Sequence[str]
    birth_year: Sequence[int | None]
    sex: Sequence[str | None]
    city: Sequence[str | None]
    club: Sequence[str | None]
    cbx_id: Sequence[str | None]
    fide_id: Sequence[str | None]
    ratings: Sequence[Sequence[int]] = ()

    @classmethod
    def of(cls, people: Sequence[RegisteredPerson]) -> RegisterColumns:
        """The columns of people."""
        return cls(
            fnx_id=[person.fnx_id for person in people],
            name=[person.name for person in people],
            birth_year=[person.birth_year for person in people],
            sex=[person.sex for person in people],
            city=[person.city for person in people],
            club=[person.club for person in people],
            cbx_id=[person.cbx_id for person in people],
            fide_id=[person.fide_id for person in people],
            ratings=[person.ratings for person in people],
        )

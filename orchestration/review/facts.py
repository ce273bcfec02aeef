"""What the warehouse knows of the open questions, as the plain facts that suggestions are made from.

Belongs here: queries over one run's relations. Does not belong here: weighing (`identity`), files.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from hashlib import sha256
from typing import Any

import duckdb

from orchestration.identity.impossible import EventLimits
from orchestration.identity.names import comparable_words
from orchestration.identity.people import Answer, Encounters, OpenEvent, RegisterColumns, UnknownParticipant
from orchestration.identity.register_index import RegisterIndex
from orchestration.identity.suggestions import suggest

_OPEN = """
    select
        identity.event_id, events.name, events.end_date, identity.number, participants.name,
        participants.birth_year, participants.sex, coalesce(listed.club, listed.team) as club,
        participants.cbx_id, participants.fide_id, identity.kind, identity.detail_pt, resolved.people,
        identity.games
    from marts.fct_identity as identity
    inner join intermediate.int_events__status as events on identity.event_id = events.event_id
    inner join intermediate.int_participants__identified as participants
        on identity.event_id = participants.event_id and identity.number = participants.number
    inner join intermediate.int_participants__resolved as resolved
        on identity.event_id = resolved.event_id and identity.number = resolved.number
    left join staging.stg_tournaments__participants as listed
        on events.content_key = listed.content_key and identity.number = listed.number
    where identity.holds_event
    order by events.end_date nulls last, identity.event_id, identity.number
"""
_SETTLED = """
    with games as (
        select event_id, number, count(*) as games
        from (
            select event_id, unnest([white, black]) as number
            from intermediate.int_games__as_corrected
            where playable and white is not null and black is not null
        )
        group by event_id, number
    )
    select
        resolved.event_id, events.name, events.end_date, resolved.number, participants.name,
        participants.birth_year, participants.sex, coalesce(listed.club, listed.team) as club,
        participants.cbx_id, participants.fide_id, 'settled' as kind,
        case resolved.identified_by
            when 'cbx_id' then 'pelo ID CBX'
            when 'fide_id' then 'pelo ID FIDE'
            when 'fnx_id' then 'pelo ID FNX'
            else 'por decisão'
        end as detail_pt,
        [resolved.fnx_id] as people, games.games, people.name as current_name
    from intermediate.int_participants__resolved as resolved
    inner join intermediate.int_events__status as events
        on resolved.event_id = events.event_id and events.status <> 'withdrawn'
    inner join intermediate.int_participants__identified as participants
        on resolved.event_id = participants.event_id and resolved.number = participants.number
    inner join games on resolved.event_id = games.event_id and resolved.number = games.number
    inner join intermediate.int_players__profile as people on resolved.fnx_id = people.fnx_id
    left join staging.stg_tournaments__participants as listed
        on events.content_key = listed.content_key and resolved.number = listed.number
    where resolved.identity_status = 'resolved' and resolved.identified_by <> 'correction'
    order by events.end_date nulls last, resolved.event_id, resolved.number
"""
_PEOPLE = """
    select fnx_id, name, recorded_birth_year, sex, city, club, cbx_id, fide_id
    from intermediate.int_players__profile order by fnx_id
"""
_GAMES = """
    select games.event_id, games.white, games.black
    from intermediate.int_games__as_corrected as games
    inner join intermediate.int_events__status as events on games.event_id = events.event_id
    where games.playable and games.white is not null and games.black is not null
        and events.status <> 'withdrawn'
"""
_IDENTIFIED = """
    select event_id, number, fnx_id from intermediate.int_participants__resolved where fnx_id is not null
"""
_EVENTS = """
    select event_id, start_date, end_date, city, uf, category from intermediate.int_events__status
"""


@dataclass(frozen=True, slots=True)
class Question:
    """A participant whom nobody can name yet, or who is asked about again (kind `settled`).

    ``claimed``: whom contradicting ids point to, or who the participant is today.
    """

    event_id: str
    event_name: str
    event_end: date | None
    number: int
    name: str
    birth_year: int | None
    sex: str | None
    club: str | None
    cbx_id: str | None
    fide_id: str | None
    kind: str
    detail_pt: str | None
    claimed: Sequence[str]
    games: int

    @property
    def subject(self) -> str:
        """The participant as decisions name them."""
        return f"{self.event_id}#{self.number}"

    @property
    def question_id(self) -> str:
        """The same in every run for the same start number of the same name, and no other's."""
        return "Q" + sha256(f"{self.subject}\x1f{self.name}".encode()).hexdigest()[:10]


_QUESTION = fields(Question)


@dataclass(frozen=True, eq=False)
class OpenCase:
    """A question with what is suggested for it."""

    question: Question
    answer: Answer


@dataclass(frozen=True, eq=False)
class OpenCases:
    """Everything open in one run, and what a person who decides may look up."""

    cases: tuple[OpenCase, ...]
    index: RegisterIndex
    #: Event to fnx_id to start number, of whom is identified in it.
    present: Mapping[str, Mapping[str, int]]
    limits: Mapping[str, EventLimits]
    list_day: date
    frozen_before: datetime


def open_cases(
    connection: duckdb.DuckDBPyConnection,
    school_categories: Mapping[str, str],
    only_event: str | None = None,
    again: str | None = None,
) -> OpenCases:
    """The open questions of the run that the warehouse holds, or of one event of it, with suggestions.

    ``again``: instead, the participants who are identified and whom this text means: `event_id#number`, an
    FNX id, or words of the name in the file or of the person. Not those whom an identity correction names,
    for a correction outranks any decision.
    """
    parameters = connection.execute("select list, frozen_before from home.list_parameters").fetchone()
    assert parameters is not None
    rows = connection.execute(_OPEN if again is None else _SETTLED).fetchall()
    questions = [
        Question(*row[: len(_QUESTION)])
        for row in rows
        if only_event in (None, row[0]) and (again is None or _means(again, row))
    ]
    columns = list(zip(*(connection.execute(_PEOPLE).fetchall() if questions else ()), strict=True))
    index = RegisterIndex.build(RegisterColumns(*(columns or [()] * 8)))
    identified: dict[str, dict[int, str]] = defaultdict(dict)
    met: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    events = {}
    if questions:
        for event_id, number, fnx_id in connection.execute(_IDENTIFIED).fetchall():
            identified[event_id][number] = fnx_id
        for event_id, white, black in connection.execute(_GAMES).fetchall():
            met[event_id][white].add(black)
            met[event_id][black].add(white)
        events = {row[0]: row for row in connection.execute(_EVENTS).fetchall()}
    encounters = _encounters(events, identified, met)
    by_event: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        by_event[question.event_id].append(question)
    answers: dict[tuple[str, int], Answer] = {}
    limits = {}
    for event_id, asked in by_event.items():
        event = _open_event(events[event_id], asked, identified[event_id], met[event_id])
        limits[event_id] = EventLimits(index, event, encounters, school_categories)
        for answer in suggest(index, event, encounters, school_categories):
            answers[event_id, answer.number] = answer
    return OpenCases(
        tuple(OpenCase(question, answers[question.event_id, question.number]) for question in questions),
        index,
        {event_id: {who: number for number, who in identified[event_id].items()} for event_id in by_event},
        limits,
        *parameters,
    )


def _means(text: str, row: Sequence[Any]) -> bool:
    """Whether a text means this participant: start number of an event, FNX id, or words of a name."""
    event_id, number, written, (fnx_id,), registered = row[0], row[3], row[4], row[12], row[14]
    if text.strip().casefold() in (f"{event_id}#{number}".casefold(), fnx_id.casefold()):
        return True
    wanted = set(comparable_words(text))
    return bool(wanted) and any(wanted <= set(comparable_words(name or "")) for name in (written, registered))


def _open_event(
    event: tuple[str, date | None, date | None, str | None, str | None, str | None],
    asked: Sequence[Question],
    identified: Mapping[int, str],
    met: Mapping[int, set[int]],
) -> OpenEvent:
    event_id, start, end, city, uf, category = event
    numbers = {question.number for question in asked}
    return OpenEvent(
        event_id=event_id,
        year=end.year if end else 0,
        participants=tuple(participant_of(question) for question in asked),
        days=frozenset({end}) if end and start == end else frozenset(),
        city=city,
        uf=uf,
        categories=tuple(part.strip() for part in (category or "").split(";") if part.strip()),
        identified={number: who for number, who in identified.items() if number not in numbers},
        met={number: frozenset(others) for number, others in met.items()},
    )


def participant_of(question: Question) -> UnknownParticipant:
    """The participant as suggestions see them; ids that contradict or mistook prove nothing."""
    ids_count = question.kind not in ("conflict", "settled")
    return UnknownParticipant(
        number=question.number,
        name=question.name,
        birth_year=question.birth_year,
        sex="F" if question.sex == "F" else "M" if question.sex == "M" else None,
        club=question.club,
        cbx_id=question.cbx_id if ids_count else None,
        fide_id=question.fide_id if ids_count else None,
    )


def _encounters(
    events: Mapping[str, Sequence[object]],
    identified: Mapping[str, Mapping[int, str]],
    met: Mapping[str, Mapping[int, set[int]]],
) -> Encounters:
    """Who played where. Only an event of one day says on which day somebody surely played."""
    played_on: dict[date, dict[str, str]] = defaultdict(dict)
    events_of: dict[str, set[str]] = defaultdict(set)
    for event_id in sorted(met):
        _, start, end, *_ = events[event_id]
        for number in met[event_id]:
            fnx_id = identified[event_id].get(number) if event_id in identified else None
            if fnx_id is None:
                continue
            events_of[fnx_id].add(event_id)
            if isinstance(end, date) and start == end:
                played_on[end].setdefault(fnx_id, event_id)
    return Encounters(played_on, {who: frozenset(where) for who, where in events_of.items()})

"""A book with later base dates among its events (Art. 14 under ``annual_rollover = reassess``).

Belongs here: entries of base dates put between those of events.
Does not belong here: which base dates there are and what one does (`base_dates`), other books (`book`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.base_dates import BaseDate, Step, visible
from engine.columns import BASE_DATE, Book, Entries, Events, Reassessed, book_of_lists
from engine.entry import EntryState
from engine.versions import Rulebook


def with_base_dates(book: Book, steps: Sequence[Step], rules: Rulebook) -> Book:
    """The same book, in lists, with later base dates among the events: entries without games (Art. 14)."""
    book = book_of_lists(book)
    events, entries = book.events, book.entries
    number = {fnx_id: place for place, fnx_id in enumerate(book.player_ids)}
    versions = {id(version): place for place, version in enumerate(rules.versions)}
    at = 0  # events so far
    first_game, first_entry, version, rhythm = [0], [0], [], []
    player: list[int] = []
    count_of: list[int] = []
    points: list[int] = []
    first: list[int] = []
    states: list[EntryState] = []
    ids: list[str] = []
    facts: list[str] = []
    differ: list[bool] = []
    for step in steps:
        first.append(len(states))
        if isinstance(step, BaseDate):
            here = [item.state for item in step.reassessments]
            unknown = next((state.fnx_id for state in here if state.fnx_id not in number), None)
            if unknown is not None:
                raise ValueError(f"{step.event_id}: player {unknown} has no entry rating")
            player += [number[state.fnx_id] for state in here]
            count_of += [0] * len(here)
            points += [0] * len(here)
            states += here
            version.append(versions[id(rules.on(step.end_date))])
            rhythm.append(BASE_DATE)
            facts.append(str(step.end_date))
            differ.append(False)
        else:
            rows = slice(events.first_entry[at], events.first_entry[at + 1])
            player += entries.player[rows]
            count_of += entries.games[rows]
            points += entries.half_points[rows]
            version.append(events.version[at])
            rhythm.append(events.rhythm[at])
            facts.append(book.event_facts[at])
            differ.append(book.rhythms_differ[at])
            at += 1
        ids.append(step.event_id)
        first_game.append(events.first_game[at])
        first_entry.append(len(player))
    return replace(
        book,
        events=Events(first_game, first_entry, visible(steps, rules), version, rhythm),
        entries=Entries(player, count_of, points),
        event_ids=ids,
        rhythms_differ=differ,
        event_facts=facts,
        reassessed=Reassessed(
            first,
            [state.rating for state in states],
            [state.games for state in states],
            [int(state.in_development) for state in states],
        ),
    )

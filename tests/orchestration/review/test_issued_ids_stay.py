"""An id issued once stays the person's for ever: cards, registrations, merges only make it lead on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from itertools import permutations
from typing import Any

import pytest

from orchestration.listing import ISSUED_IDS
from tests.orchestration.models_in_memory import build

Rows = dict[str, list[dict[str, Any]]]

ANA = "Ana Lima"
#: What becomes known, week after week, of somebody who played as FIDE 999001: a card, a registration, a merge
#: into a registered player, a second participation by CBX id.
FACTS: Mapping[str, Rows] = {
    "card": {"raw.cbx_cards": [{"cbx_id": "991", "name": ANA, "fide_id": "999001", "source_file": "a"}]},
    "registered": {"raw.registry_players": [{"fnx_id": "FNX-1", "name": ANA, "cbx_id": "991"}]},
    "merged": {
        "raw.registry_identity_decisions": [
            {"decision_id": "D1", "action": "merge", "subject": "FNX-1", "target": "FNX-2"}
        ]
    },
    "second_event": {
        "raw.registry_events": [{"event_id": "E2", "end_date": date(2026, 1, 20), "id_namespace": "cbx"}],
        "raw.event_files": [{"event_id": "E2", "content_key": "E2", "status": "ok"}],
        "raw.event_participants": [{"content_key": "E2", "number": 1, "name": ANA, "national_id": "991"}],
    },
}
ALWAYS: Rows = {
    "raw.registry_players": [{"fnx_id": "FNX-2", "name": ANA}],
    "raw.registry_events": [{"event_id": "E1", "end_date": date(2026, 1, 10), "id_namespace": "none"}],
    "raw.event_files": [{"event_id": "E1", "content_key": "E1", "status": "ok"}],
    "raw.event_participants": [
        {"content_key": "E1", "number": 1, "name": "Lima, Ana", "fide_id": "999001"},
        {"content_key": "E1", "number": 2, "name": "Beto Sá"},
    ],
    "raw.fide_ratings": [
        {"list_date": date(2026, 1, 1), "fide_id": "999001", "name": "Lima, Ana", "source_file": "f"}
    ],
    "raw.registry_identity_decisions": [{"decision_id": "D0", "action": "new", "subject": "E1#2"}],
}


def week(facts: Sequence[Rows], issued: list[dict[str, Any]]) -> tuple[dict[str, str], dict[str, str]]:
    """One run: who plays in each event, where every id leads; the ids it issues are kept in `issued`."""
    rows: Rows = {"raw.issued_ids": list(issued)}
    for fact in (ALWAYS, *facts):
        for table, added in fact.items():
            rows.setdefault(table, []).extend(added)
    with build(["int_participants__resolved"], rows) as connection:
        players = connection.execute(
            "select event_id || '#' || number, fnx_id from intermediate.int_participants__resolved"
        ).fetchall()
        aliases = connection.execute(
            "select alias, fnx_id from intermediate.int_identity__aliases"
        ).fetchall()
        # Everybody who plays has a rating, for all that matters here.
        connection.execute("delete from ratings.player_states")
        connection.executemany(
            "insert into ratings.player_states (fnx_id) values (?)", [[who] for _, who in players if who]
        )
        recorded = {row["fnx_id"] for row in issued}
        names = ("fnx_id", "cbx_id", "fide_id", "event_id", "number")
        for row in connection.execute(ISSUED_IDS).fetchall():
            if row[0] not in recorded:
                issued.append(dict(zip(names, row, strict=True)))
    return dict(players), dict(aliases)


@pytest.mark.parametrize("order", list(permutations(FACTS))[::8], ids="-".join)
def test_the_first_id_leads_to_the_person_whatever_comes_later(order: tuple[str, ...]) -> None:
    issued: list[dict[str, Any]] = []
    known: list[Rows] = []
    players, aliases = week(known, issued)
    assert players == {"E1#1": "F999001", "E1#2": "EE1-2"}
    for fact in order:
        known.append(FACTS[fact])
        players, aliases = week(known, issued)
        # One person in both events once anything ties CBX and FIDE id, and the first id still leads to them.
        assert aliases["F999001"] == players["E1#1"]
        assert players["E1#2"] == "EE1-2" == aliases["EE1-2"]
        if {"card", "second_event"} <= {name for name in FACTS if FACTS[name] in known}:
            assert players["E2#1"] == players["E1#1"]
    assert players["E1#1"] == "FNX-2"
    # Undoing the merge gives the registered player back, and no id was ever issued twice or forgotten.
    undo = {
        "raw.registry_identity_decisions": [
            {"decision_id": "D2", "action": "undo", "subject": "D1", "decided_at": datetime(2026, 1, 25)}
        ]
    }
    players, aliases = week([*known, undo], issued)
    assert players["E1#1"] == players["E2#1"] == aliases["F999001"] == "FNX-1"
    assert len({row["fnx_id"] for row in issued}) == len(issued)
    assert {"F999001", "EE1-2"} <= {row["fnx_id"] for row in issued}

"""Random sequences of decisions and corrections: the state is the replay of what remains, nothing else.

Each sequence is a world of its own (ids of one world begin with its name), so that one run of the models
answers for many. Every world stands twice: with all its rows, and with the undone ones and the undos left
out; both must end alike, and as the plain fold below says.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

import duckdb
import pytest

from tests.orchestration.models_in_memory import build

#: Worlds per run; `FNX_SEQUENCES=1000` runs as many.
WORLDS = int(os.environ.get("FNX_SEQUENCES", "60"))
AT_ONCE = 100
PEOPLE, NUMBERS = 7, 6
#: Participants whom an id of the file names: start number to place in the register, by CBX or FNX id.
BY_ID = {1: 0, 2: 1}
START = datetime(2026, 1, 15, 8)


@dataclass
class World:
    """One home's facts about identity: two events of six participants, seven registered people."""

    name: str
    decisions: list[dict[str, Any]] = field(default_factory=list)
    corrections: list[dict[str, Any]] = field(default_factory=list)
    games: list[tuple[str, int, int, int]] = field(default_factory=list)

    def person(self, place: int) -> str:
        return f"{self.name}-P{place}"

    def event(self, place: int) -> str:
        return f"{self.name}-E{place}"

    @property
    def people(self) -> list[str]:
        return [self.person(place) for place in range(PEOPLE)]


def random_world(name: str, dice: random.Random) -> World:
    """Same, new, unidentified, merges, identity corrections, undos of any of them, undos of undos."""
    world = World(name)
    for event in (1, 2):
        for number_of_round in (1, 2):
            order = list(range(1, NUMBERS + 1))
            dice.shuffle(order)
            world.games += [
                (world.event(event), number_of_round, *pair)
                for pair in zip(order[::2], order[1::2], strict=True)
            ]
    moment = START
    for step in range(dice.randint(4, 16)):
        moment += timedelta(minutes=dice.randint(0, 1))  # rows of one minute apply in the order of their ids
        row_id = f"{name}-{step:03d}"
        subject_event, number = world.event(dice.randint(1, 2)), dice.randint(1, NUMBERS)
        kind = dice.choices(
            ("same", "new", "unidentified", "merge", "undo", "correction", "undo_correction"),
            (4, 2, 1, 5, 5, 1, 1),
        )[0]
        if kind == "correction" or (kind == "undo_correction" and not world.corrections):
            world.corrections.append(
                {
                    "correction_id": row_id,
                    "registered_at": moment,
                    "kind": "identity",
                    "event_id": subject_event,
                    "number": number,
                    "value": dice.choice(world.people),
                }
            )
            continue
        if kind == "undo_correction":
            undone = dice.choice(world.corrections)["correction_id"]
            world.corrections.append(
                {"correction_id": row_id, "registered_at": moment, "kind": "undo", "value": undone}
            )
            continue
        subject, target = f"{subject_event}#{number}", None
        if kind == "same":
            target = dice.choice([*world.people, f"{name}-NOBODY"])
        elif kind == "new":
            target = dice.choice((None, f"{name}-N{dice.randint(1, 2)}"))
        elif kind == "merge":
            known = [*world.people, f"{name}-N1", f"E{world.event(1)}-3", f"{name}-NOBODY"]
            subject, target = dice.sample(known, 2)
        elif kind == "undo":
            if not world.decisions:
                continue
            subject = dice.choice(world.decisions)["decision_id"]
        world.decisions.append(
            {
                "decision_id": row_id,
                "decided_at": moment,
                "action": kind,
                "subject": subject,
                "target": target,
            }
        )
    return world


# --- the plain fold -----------------------------------------------------------------------------------------


def remaining(rows: Sequence[dict[str, Any]], key: str, kind: str, undone: str) -> list[dict[str, Any]]:
    """What no undo in effect withdraws, without the undos: the last undo first, for none here is undone by
    an earlier one."""
    dead: set[str] = set()
    for row in reversed(rows):
        if row[kind] == "undo" and row[key] not in dead:
            dead.add(row[undone])
    return [row for row in rows if row[kind] != "undo" and row[key] not in dead]


def what_remains(world: World) -> World:
    return World(
        world.name,
        remaining(world.decisions, "decision_id", "action", "subject"),
        remaining(world.corrections, "correction_id", "kind", "value"),
        world.games,
    )


def fold(world: World) -> tuple[dict[tuple[str, int], str], dict[str, str], dict[str, bool]]:
    """Who each participant is (or why not), the id of everybody, and which merges apply, told row by row."""
    left = what_remains(world)
    known = set(world.people)
    said: dict[tuple[str, int], str] = {}
    for event in (1, 2):
        for number, place in BY_ID.items():
            said[world.event(event), number] = world.person(place)
    merges: list[dict[str, Any]] = []
    for row in left.decisions:
        if row["action"] == "merge":
            merges = [one for one in merges if one["subject"] != row["subject"]] + [row]
            continue
        event, number_text = row["subject"].split("#")
        participant = (event, int(number_text))
        if row["action"] == "unidentified":
            said[participant] = "?"
        elif row["action"] == "same":
            said[participant] = row["target"]
        else:
            said[participant] = row["target"] or f"E{event}-{number_text}"
            known.add(said[participant])
    for row in left.corrections:
        said[row["event_id"], row["number"]] = row["value"]

    # A circle of merges loses its oldest one.
    while circle := _circle({one["subject"]: one["target"] for one in merges}):
        oldest = next(one for one in merges if one["subject"] in circle)
        merges.remove(oldest)

    sides = {who: frozenset({who}) for who in known}
    met = {
        frozenset((said.get((event, white), "?"), said.get((event, black), "?")))
        for event, _, white, black in world.games
    }
    applies = {}
    stays = {}
    for row in merges:
        one, other = row["subject"], row["target"]
        applies[row["decision_id"]] = (
            one in known
            and other in known
            and not any(
                frozenset((a, b)) in met
                for a in sides[one]
                for b in sides[other]
                if a != b and "?" not in (a, b)
            )
        )
        if applies[row["decision_id"]]:
            stays[one] = other
            joined = sides[one] | sides[other]
            for member in joined:
                sides[member] = joined
    ids = {}
    for who in known:
        ids[who] = who
        while ids[who] in stays:
            ids[who] = stays[ids[who]]
    return {key: ids.get(who, "-") if who != "?" else "?" for key, who in said.items()}, ids, applies


def _circle(edges: Mapping[str, str]) -> set[str]:
    for start in edges:
        walked = [start]
        while walked[-1] in edges and edges[walked[-1]] not in walked:
            walked.append(edges[walked[-1]])
        if walked[-1] in edges:
            return set(walked[walked.index(edges[walked[-1]]) :])
    return set()


# --- the models ---------------------------------------------------------------------------------------------


def replayed(worlds: Sequence[World]) -> duckdb.DuckDBPyConnection:
    """The identity models over all the worlds at once."""
    rows: dict[str, list[dict[str, Any]]] = {
        "raw.registry_players": [
            {"fnx_id": world.person(place), "name": "Ana", "cbx_id": f"{number}{place:02d}"}
            for number, world in enumerate(worlds, start=1000)
            for place in range(PEOPLE)
        ],
        "raw.registry_events": [
            {
                "event_id": world.event(event),
                "end_date": date(2026, 1, 10),
                "id_namespace": "cbx" if event == 1 else "fnx",
            }
            for world in worlds
            for event in (1, 2)
        ],
        "raw.event_files": [
            {"event_id": world.event(event), "content_key": world.event(event), "status": "ok"}
            for world in worlds
            for event in (1, 2)
        ],
        "raw.event_participants": [
            {
                "content_key": world.event(event),
                "number": start_number,
                "name": "Ana",
                "national_id": (
                    (f"{number}{BY_ID[start_number]:02d}", world.person(BY_ID[start_number]))[event - 1]
                    if start_number in BY_ID
                    else None
                ),
            }
            for number, world in enumerate(worlds, start=1000)
            for event in (1, 2)
            for start_number in range(1, NUMBERS + 1)
        ],
        "raw.event_games": [
            {
                "content_key": event,
                "game_no": place,
                "round": number_of_round,
                "white": white,
                "black": black,
                "raw_result": "1-0",
                "white_half_points": 2,
                "black_half_points": 0,
                "rated": True,
            }
            for world in worlds
            for place, (event, number_of_round, white, black) in enumerate(world.games)
        ],
        "raw.registry_identity_decisions": [row for world in worlds for row in world.decisions],
        "raw.registry_corrections": [row for world in worlds for row in world.corrections],
    }
    return build(["int_participants__resolved", "int_identity__links"], rows)


def state(
    connection: duckdb.DuckDBPyConnection, world: World
) -> tuple[dict[tuple[str, int], str], dict[str, str], dict[str, bool]]:
    """What the models say of one world, as `fold` says it."""
    own = f"{world.name}-%"
    resolved = connection.execute(
        "select event_id, number, identity_status, fnx_id from intermediate.int_participants__resolved "
        "where event_id like ? and identity_status <> 'unresolved'",
        [own],
    ).fetchall()
    words = {"unidentified": "?", "unknown_target": "-"}
    aliases = connection.execute(
        "select alias, fnx_id from intermediate.int_identity__aliases where alias like ? or alias like ?",
        [own, f"E{own}"],
    ).fetchall()
    merges = connection.execute(
        "select decision_id, applies from intermediate.int_identity__merges where decision_id like ?", [own]
    ).fetchall()
    return (
        {(event, number): words.get(status, who) for event, number, status, who in resolved},
        dict(aliases),
        dict(merges),
    )


@pytest.mark.parametrize("first", range(0, WORLDS, AT_ONCE))
def test_the_state_is_the_replay_of_what_remains(first: int) -> None:
    worlds = [
        random_world(f"W{number:05d}", random.Random(number))
        for number in range(first, min(first + AT_ONCE, WORLDS))
    ]
    whole, left = replayed(worlds), replayed([what_remains(world) for world in worlds])
    with whole, left:
        for world in worlds:
            assert state(whole, world) == fold(world), world
            assert state(left, world) == state(whole, world), world


def test_the_sequences_reach_what_they_are_for() -> None:
    """Undone undos, refused merges, merges of merged people: else the test above proves little."""
    worlds = [random_world(f"W{number:05d}", random.Random(number)) for number in range(60)]
    folds = [fold(world) for world in worlds]
    refused = [applies for _, _, applies in folds if False in applies.values()]
    chains = [ids for _, ids, _ in folds if len({stays for who, stays in ids.items() if who != stays}) > 1]
    undone = [
        row
        for world in worlds
        for row in world.decisions
        if row["action"] == "undo"
        and any(row["subject"] == one["decision_id"] and one["action"] == "undo" for one in world.decisions)
    ]
    assert min(len(refused), len(chains), len(undone)) > 5

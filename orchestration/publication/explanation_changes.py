"""What a list shows of one player otherwise than the list before it, and which facts are behind it.

Belongs here: the player's events original and revised, the ratings of before that moved, late events,
corrections and merges that are new (Arts. 19, 20, 23). Does not belong here: the rest of the story
(`explanation`), wording of whole sentences (`explanation_text`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from orchestration.publication.manifest import read_manifest

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a list knows and the one before did not: a late event, a correction.

    ``event_id`` blank: of no event. ``players``: whose games or rating it touches; None: everybody's.
    """

    event_id: str
    short_pt: str
    grounds_pt: str
    players: frozenset[str] | None

    @property
    def text_pt(self) -> str:
        return f"{self.short_pt}: {self.grounds_pt}" if self.grounds_pt else self.short_pt


@dataclass(frozen=True, slots=True)
class Revision:
    """An event that the list before showed otherwise. `facts_pt`: what is new since then and touches the
    player's games in it; `causes_pt`: which ratings of before the event are not what they were.
    """

    event_id: str
    original: Row | None
    revised: Row | None
    games: tuple[tuple[Row | None, Row | None], ...]
    facts_pt: tuple[str, ...]
    causes_pt: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Changes:
    """All that is new of a player: revised events, where that may have begun, and facts of their own."""

    revisions: tuple[Revision, ...] = ()
    origins_pt: tuple[str, ...] = ()
    facts_pt: tuple[str, ...] = ()


def read_rows(folder: Path, name: str) -> list[Row]:
    rows: list[Row] = pq.read_table(folder / f"{name}.parquet").to_pylist()
    return rows


def sides_of(folder: Path, fnx_id: str, names: Mapping[str, str]) -> dict[str, list[Row]]:
    """The player's sides of games by event, in the order of the ledger."""
    found: dict[str, list[Row]] = {}
    for row in pq.read_table(folder / "ledger.parquet", filters=[("fnx_id", "=", fnx_id)]).to_pylist():
        row["opponent_name"] = names.get(row["opponent_fnx_id"])
        found.setdefault(row["event_id"], []).append(row)
    return found


_COMPARED = (
    "rating_used",
    "rating_before",
    "games",
    "score",
    "change_units",
    "change_exact",
    "change_rounded",
    "rating_after",
)
#: Columns of the revisions and what they repeat of the list before.
_ORIGINAL = {
    "original_games": "games",
    "original_score": "score",
    "original_rating_before": "rating_before",
    "original_change": "change_rounded",
    "original_rating_after": "rating_after",
}
_COMPARED_SIDES = (
    "opponent_fnx_id",
    "rhythm",
    "score",
    "rated",
    "rating",
    "opponent_rating",
    "k",
    "change_units",
    "change",
)


def changes_since(
    folder: Path, previous: Path, fnx_id: str, names: Mapping[str, str], events: Mapping[str, Row]
) -> Changes:
    """What a list shows of a player otherwise than the list in ``previous``, and what is new behind it."""
    previous_cutoff = date.fromisoformat(previous.name)
    facts = _new_facts(folder, events, previous_cutoff)
    told = {row["event_id"]: row for row in read_rows(folder, "revisions") if row["fnx_id"] == fnx_id}
    rows_before = read_rows(previous, "event_results")
    results = read_rows(folder, "event_results")
    merged = _merged_ids(fnx_id, told, rows_before, {(row["event_id"], row["fnx_id"]) for row in results})
    before: dict[str, Row] = {}
    sides_before: dict[str, list[Row]] = {}
    for one in (*merged, fnx_id):
        before |= {row["event_id"]: row for row in rows_before if row["fnx_id"] == one}
        sides_before |= sides_of(previous, one, names)
    now = {row["event_id"]: row for row in results if row["fnx_id"] == fnx_id}
    sides = sides_of(folder, fnx_id, names)
    found = []
    for event_id in sorted({*before, *now}, key=lambda one: _place(one, now, before)):
        original, revised = before.get(event_id), now.get(event_id)
        late = original is None and event_id in events and events[event_id]["end_date"] <= previous_cutoff
        changed = (
            original is not None
            and (revised is None or any(original[key] != revised[key] for key in _COMPARED))
        ) or late
        if changed:
            games = _changed_games(sides_before.get(event_id, []), sides.get(event_id, []))
            direct = tuple(
                fact.text_pt
                for fact in facts
                if fact.event_id == event_id and (fact.players is None or fnx_id in fact.players)
            )
            found.append(
                Revision(event_id, original, revised, games, direct, tuple(_causes(games, original, revised)))
            )
    facts += _identities_reviewed(rows_before, results, events)
    return Changes(
        tuple(found),
        tuple(_origins(found, facts, events)),
        (
            *(f"O cadastro {one} foi unificado com este (Art. 19)." for one in sorted(merged)),
            *(
                f"O rating inicial mudou pela {fact.text_pt} (Art. 23)."
                for fact in facts
                if fact.event_id == "" and fact.players is not None and fnx_id in fact.players
            ),
        ),
    )


def _identities_reviewed(rows_before: list[Row], results: list[Row], events: Mapping[str, Row]) -> list[Fact]:
    """Events that count for other people than before: merged rows, corrected identities."""
    now: dict[str, set[str]] = {}
    for row in results:
        now.setdefault(row["event_id"], set()).add(row["fnx_id"])
    gone: dict[str, set[str]] = {}
    for row in rows_before:
        if row["event_id"] in now and row["fnx_id"] not in now[row["event_id"]]:
            gone.setdefault(row["event_id"], set()).add(row["fnx_id"])
    return [
        Fact(event_id, f"identidade revista ({', '.join(sorted(gone[event_id]))})", "", None)
        for event_id in events
        if event_id in gone
    ]


def _merged_ids(
    fnx_id: str, told: Mapping[str, Row], rows_before: list[Row], now: set[tuple[str, str]]
) -> set[str]:
    """Ids whose results in the list before are the player's today: rows that were merged into theirs."""
    own = {row["event_id"] for row in rows_before if row["fnx_id"] == fnx_id}
    return {
        row["fnx_id"]
        for row in rows_before
        if row["event_id"] in told.keys() - own
        and (row["event_id"], row["fnx_id"]) not in now
        and all(told[row["event_id"]][key] == row[column] for key, column in _ORIGINAL.items())
    }


def _causes(
    games: tuple[tuple[Row | None, Row | None], ...], original: Row | None, revised: Row | None
) -> Iterator[str]:
    """Which ratings of before the event are not what they were: the player's own, and those of opponents."""
    if original is not None and revised is not None and original["rating_used"] != revised["rating_used"]:
        yield f"o próprio ({original['rating_used']} → {revised['rating_used']})"
    for old, new in games:
        if old is None or new is None or old["opponent_fnx_id"] != new["opponent_fnx_id"]:
            continue
        if old["opponent_rating"] != new["opponent_rating"]:
            who = new["opponent_name"] or new["opponent_fnx_id"]
            yield f"o de {who} ({old['opponent_rating']} → {new['opponent_rating']})"


def _origins(found: list[Revision], facts: list[Fact], events: Mapping[str, Row]) -> Iterator[str]:
    """What is new in events that ended before the player's recalculated ones: where that may have begun."""
    ends = [events[one.event_id]["end_date"] for one in found if not one.facts_pt and one.event_id in events]
    for fact in facts:
        event = events.get(fact.event_id)
        if ends and (event is None or event["end_date"] <= max(ends)):
            yield fact.short_pt + ("" if event is None else f" ({event['name']})")


def _place(event_id: str, now: Mapping[str, Row], before: Mapping[str, Row]) -> tuple[int, str]:
    row = now.get(event_id) or before[event_id]
    return row["event_order"], event_id


def _changed_games(before: list[Row], now: list[Row]) -> tuple[tuple[Row | None, Row | None], ...]:
    old = {(row["round"], row["color"], row["board"]): row for row in before}
    new = {(row["round"], row["color"], row["board"]): row for row in now}
    return tuple(
        (old.get(key), new.get(key))
        for key in sorted({*old, *new}, key=repr)
        if key not in old or key not in new or any(old[key][c] != new[key][c] for c in _COMPARED_SIDES)
    )


def _new_facts(folder: Path, events: Mapping[str, Row], previous_cutoff: date) -> list[Fact]:
    """What this list knows that the list before did not."""
    cutoff = date.fromisoformat(read_manifest(folder)["list"])
    facts = [
        Fact(event_id, "evento regularizado depois da lista anterior", "", None)
        for event_id, event in events.items()
        if event["new_in_list"] and event["end_date"] <= previous_cutoff
    ]
    for row in read_rows(folder, "corrections"):
        if row["first_list"] == cutoff:
            reached = row["players_affected"]
            facts.append(
                Fact(
                    row["event_id"] or "",
                    f"correção {row['correction_id']}",
                    row["grounds"] or "",
                    None if reached is None else frozenset(reached.split(";")),
                )
            )
    return facts

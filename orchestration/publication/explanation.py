"""Why a player has this rating: the story of every point as data, read from a list's own files.

Belongs here: gathering one player's entry, base dates, events, games and revisions from the exports of one
list and of the list before it (Arts. 6 to 14, 21, 23). Does not belong here: wording (`explanation_text`),
layout (templates), and any computation of ratings: every number stands in the files already.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from engine.methodology import FNX_2026
from orchestration.publication.chain import CUTOFF, DRAFTS_NAME
from orchestration.publication.manifest import read_manifest, system_of

Row = dict[str, Any]


class UnknownPlayerError(LookupError):
    """Nobody, or more than one person, answers to what was asked; the message lists who might be meant."""


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
class Explanation:
    """One player in one list. Rows are those of the exports, with names of events and opponents added."""

    pool: str
    cutoff: date
    previous_list: date | None
    published: bool
    fnx_id: str
    player: Row | None
    places: tuple[Row, ...]
    entries: tuple[Row, ...]
    events: tuple[Row, ...]
    history: tuple[Row, ...]
    revisions: tuple[Revision, ...] = field(default=())
    system: str = "fnx"
    #: What is new since the list before: of the player's entry; in events before the recalculated ones.
    #: Then the sources of later base dates.
    facts_pt: tuple[str, ...] = ()
    origins_pt: tuple[str, ...] = ()
    base_dates: tuple[Row, ...] = ()
    #: The numbers of the regulation in force from a day on; the first also before.
    numbers: tuple[tuple[date, Mapping[str, str]], ...] = ()

    def number(self, key: str, day: date) -> str:
        """A number of the regulation as it was in force on a day."""
        found = [values[key] for since, values in self.numbers if since <= day and key in values]
        return found[-1] if found else self.numbers[0][1][key]

    @property
    def name(self) -> str:
        """The published name; the id of somebody who is on no list."""
        return self.player["name"] if self.player else self.fnx_id

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values: dates in ISO, decimals as text, so that nothing is rounded."""
        plain: dict[str, Any] = _plain(asdict(self))
        if self.system == "fnx":
            del plain["system"]
        return plain


def explain(folder: Path, who: str) -> Explanation:
    """Explain the rating of `who` (an id of FNX, CBX or FIDE, or a name) in the list of `folder`.

    Raises UnknownPlayerError, and OSError if a file of the list is missing.
    """
    manifest = read_manifest(folder)
    listed = _read(folder, "list")
    results = _read(folder, "event_results")
    entries = _read(folder, "entry_ratings")
    fnx_id = _find(who, listed, {row["fnx_id"] for row in [*results, *entries]})
    events = {row["event_id"]: row for row in _read(folder, "events")}
    names = {row["fnx_id"]: row["name"] for row in listed}
    previous = _previous_folder(folder, manifest)
    corrections = _read(folder, "corrections")
    own = [row for row in results if row["fnx_id"] == fnx_id]
    sides = _sides(folder, fnx_id, names)
    revisions, origins = (
        ((), ()) if previous is None else _revisions(folder, previous, fnx_id, own, sides, names, events)
    )
    return Explanation(
        pool=manifest["pool"],
        cutoff=date.fromisoformat(manifest["list"]),
        previous_list=date.fromisoformat(manifest["previous_list"]) if manifest["previous_list"] else None,
        published=manifest["published_at"] is not None,
        fnx_id=fnx_id,
        player=next((row for row in listed if row["fnx_id"] == fnx_id), None),
        places=tuple(row for row in _read(folder, "rankings") if row["fnx_id"] == fnx_id),
        entries=tuple(row for row in entries if row["fnx_id"] == fnx_id),
        events=tuple(_event(row, events[row["event_id"]], sides) for row in own),
        history=tuple(row for row in _read(folder, "history") if row["fnx_id"] == fnx_id),
        revisions=revisions,
        origins_pt=origins,
        system=system_of(manifest),
        facts_pt=_entry_facts(corrections, fnx_id, date.fromisoformat(manifest["list"])),
        base_dates=tuple(row for row in _base_dates(folder) if row["fnx_id"] == fnx_id),
        numbers=tuple(_numbers(manifest["methodology"])),
    )


def _base_dates(folder: Path) -> list[Row]:
    """Sources of later base dates; a list from before that policy was computed has no such file."""
    return _read(folder, "reassessments") if (folder / "reassessments.parquet").exists() else []


def _entry_facts(corrections: list[Row], fnx_id: str, cutoff: date) -> tuple[str, ...]:
    return tuple(
        f"correção {row['correction_id']} do rating inicial: {row['grounds'] or 'sem fundamento registrado'}"
        for row in corrections
        if row["kind"] == "entry_rating" and row["fnx_id"] == fnx_id and row["first_list"] == cutoff
    )


def _numbers(methodology: Row) -> Iterator[tuple[date, Mapping[str, str]]]:
    """The numbers of each version by date; those of the regulation as it began where a manifest has none."""
    known = methodology.get("numbers") or FNX_2026.numbers()
    versions = methodology.get("versions", ())
    for one in versions:
        yield date.fromisoformat(one["effective_from"]), {**known, **one.get("numbers", {})}
    if not versions:
        yield date.min, known


def _read(folder: Path, name: str) -> list[Row]:
    rows: list[Row] = pq.read_table(folder / f"{name}.parquet").to_pylist()
    return rows


def _sides(folder: Path, fnx_id: str, names: Mapping[str, str]) -> dict[str, list[Row]]:
    """The player's sides of games by event, in the order of the ledger."""
    found: dict[str, list[Row]] = {}
    for row in pq.read_table(folder / "ledger.parquet", filters=[("fnx_id", "=", fnx_id)]).to_pylist():
        row["opponent_name"] = names.get(row["opponent_fnx_id"])
        found.setdefault(row["event_id"], []).append(row)
    return found


def _event(result: Row, event: Row, sides: Mapping[str, list[Row]]) -> Row:
    about = {key: event[key] for key in ("name", "rhythm", "start_date", "end_date", "new_in_list")}
    return result | about | {"sides": sides.get(result["event_id"], [])}


def _find(who: str, listed: list[Row], known: set[str]) -> str:
    """The fnx_id that `who` means: an id, the whole name, or a part that only one name has."""
    wanted = who.strip()
    if wanted in known:
        return wanted
    for key in ("fnx_id", "cbx_id", "fide_id"):
        same = [row["fnx_id"] for row in listed if row[key] == wanted]
        if len(same) == 1:
            return str(same[0])
    folded = _folded(wanted)
    exact = [row for row in listed if _folded(row["name"]) == folded]
    close = exact or [
        row for row in listed if folded and all(part in _folded(row["name"]) for part in folded.split())
    ]
    if len(close) == 1:
        return str(close[0]["fnx_id"])
    if not close:
        raise UnknownPlayerError(
            f"ninguém nesta lista responde por {who!r}: use o ID FNX, CBX ou FIDE, ou o nome"
        )
    might = "; ".join(f"{row['fnx_id']} {row['name']}" for row in close[:10])
    raise UnknownPlayerError(f"{who!r} pode ser mais de um jogador: {might}. Use o ID")


def _folded(text: str | None) -> str:
    decomposed = unicodedata.normalize("NFKD", text or "")
    return "".join(character for character in decomposed if not unicodedata.combining(character)).casefold()


# --- what the list before showed otherwise ----------------------------------------------------------------


def _previous_folder(folder: Path, manifest: Row) -> Path | None:
    if not manifest["previous_list"]:
        return None
    root = folder.parent.parent if folder.parent.name == DRAFTS_NAME else folder.parent
    previous = root / manifest["previous_list"]
    return previous if CUTOFF.fullmatch(previous.name) and previous.is_dir() else None


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


def _revisions(
    folder: Path,
    previous: Path,
    fnx_id: str,
    own: list[Row],
    sides: Mapping[str, list[Row]],
    names: Mapping[str, str],
    events: Mapping[str, Row],
) -> tuple[tuple[Revision, ...], tuple[str, ...]]:
    """The player's events that are not as the list before had them, in order; a new event is none of them
    unless it ended before that list's cut-off (a late one). And what is new in the events before them."""
    before = {row["event_id"]: row for row in _read(previous, "event_results") if row["fnx_id"] == fnx_id}
    now = {row["event_id"]: row for row in own}
    sides_before = _sides(previous, fnx_id, names)
    previous_cutoff = date.fromisoformat(previous.name)
    facts = _new_facts(folder, events, previous_cutoff)
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
            causes = tuple(_causes(games, original, revised))
            found.append(Revision(event_id, original, revised, games, direct, causes))
    return tuple(found), tuple(_origins(found, facts, events))


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
    for row in _read(folder, "corrections"):
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


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return format(value, "f")
    return value.isoformat() if hasattr(value, "isoformat") else value

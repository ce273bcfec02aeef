"""Why a player has this rating: the story of every point as data, read from a list's own files.

Belongs here: gathering one player's entry, base dates, events, games and revisions from the exports of one
list and of the list before it (Arts. 6 to 14, 21, 23). Does not belong here: wording (`explanation_text`),
layout (templates), and any computation of ratings: every number stands in the files already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from engine.methodology import FNX_2026
from orchestration.publication.chain import CUTOFF, DRAFTS_NAME
from orchestration.publication.explanation_changes import (
    Changes,
    Revision,
    changes_since,
    read_rows,
    sides_of,
)
from orchestration.publication.manifest import read_manifest, system_of
from scrapers.text import fold

Row = dict[str, Any]


class UnknownPlayerError(LookupError):
    """Nobody, or more than one person, answers to what was asked; the message lists who might be meant."""


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
    listed = read_rows(folder, "list")
    results = read_rows(folder, "event_results")
    entries = read_rows(folder, "entry_ratings")
    fnx_id = _find(who, listed, {row["fnx_id"] for row in [*results, *entries]})
    events = {row["event_id"]: row for row in read_rows(folder, "events")}
    names = {row["fnx_id"]: row["name"] for row in listed}
    previous = _previous_folder(folder, manifest)
    own = [row for row in results if row["fnx_id"] == fnx_id]
    sides = sides_of(folder, fnx_id, names)
    changes = Changes() if previous is None else changes_since(folder, previous, fnx_id, names, events)
    return Explanation(
        pool=manifest["pool"],
        cutoff=date.fromisoformat(manifest["list"]),
        previous_list=date.fromisoformat(manifest["previous_list"]) if manifest["previous_list"] else None,
        published=manifest["published_at"] is not None,
        fnx_id=fnx_id,
        player=next((row for row in listed if row["fnx_id"] == fnx_id), None),
        places=tuple(row for row in read_rows(folder, "rankings") if row["fnx_id"] == fnx_id),
        entries=tuple(row for row in entries if row["fnx_id"] == fnx_id),
        events=tuple(_event(row, events[row["event_id"]], sides) for row in own),
        history=tuple(row for row in read_rows(folder, "history") if row["fnx_id"] == fnx_id),
        revisions=changes.revisions,
        origins_pt=changes.origins_pt,
        facts_pt=changes.facts_pt,
        system=system_of(manifest),
        base_dates=tuple(row for row in _base_dates(folder) if row["fnx_id"] == fnx_id),
        numbers=tuple(_numbers(manifest["methodology"])),
    )


def _base_dates(folder: Path) -> list[Row]:
    """Sources of later base dates; a list from before that policy was computed has no such file."""
    return read_rows(folder, "reassessments") if (folder / "reassessments.parquet").exists() else []


def _numbers(methodology: Row) -> Iterator[tuple[date, Mapping[str, str]]]:
    """The numbers of each version by date; those of the regulation as it began where a manifest has none."""
    known = methodology.get("numbers") or FNX_2026.numbers()
    versions = methodology.get("versions", ())
    for one in versions:
        yield date.fromisoformat(one["effective_from"]), {**known, **one.get("numbers", {})}
    if not versions:
        yield date.min, known


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
    folded = fold(wanted)
    exact = [row for row in listed if fold(row["name"] or "") == folded]
    close = exact or [
        row for row in listed if folded and all(part in fold(row["name"] or "") for part in folded.split())
    ]
    if len(close) == 1:
        return str(close[0]["fnx_id"])
    if not close:
        raise UnknownPlayerError(
            f"ninguém nesta lista responde por {who!r}: use o ID FNX, CBX ou FIDE, ou o nome"
        )
    might = "; ".join(f"{row['fnx_id']} {row['name']}" for row in close[:10])
    raise UnknownPlayerError(f"{who!r} pode ser mais de um jogador: {might}. Use o ID")


def _previous_folder(folder: Path, manifest: Row) -> Path | None:
    if not manifest["previous_list"]:
        return None
    root = folder.parent.parent if folder.parent.name == DRAFTS_NAME else folder.parent
    previous = root / manifest["previous_list"]
    return previous if CUTOFF.fullmatch(previous.name) and previous.is_dir() else None


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return format(value, "f")
    return value.isoformat() if hasattr(value, "isoformat") else value

"""Whose CBX card is needed, and which cards are at hand.

Belongs here: working that out from the registers, the event files and the names of saved cards. Does not
belong here: asking for them (`cbx`), and what a card says for the rating.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from orchestration.fetching.memory import Memory
from orchestration.home import Home
from orchestration.ingestion.cbx import captured_on
from orchestration.ingestion.registers import issued_ids
from scrapers.records import InputFile
from scrapers.registers import REGISTERS, read_register

_ID_IN_NAME = re.compile(r"0*([0-9]{1,12})(?![0-9])")
_ID = re.compile(r"0*([1-9][0-9]{0,11})")


@dataclass(frozen=True, slots=True)
class Need:
    """A card to ask for. ``rank``: lower is more urgent."""

    cbx_id: str
    rank: int
    why_pt: str


@dataclass(frozen=True, slots=True)
class SavedCard:
    """The newest saved card of an id: its file, and the day it was taken (the file's own where its name
    tells none).
    """

    path: Path
    day: date


def card_key(cbx_id: str) -> str:
    return f"jogador/{cbx_id}"


def cards_needed(home: Home, memory: Memory, today: date, max_age_days: int) -> list[Need]:
    """Everybody with a CBX id whose card is missing or too old, most urgent first.

    People met in event files go first, missing cards before old ones, then by id. An id of which the site
    said lately that nobody has it is left alone as long as a card would be.
    """
    in_events = set(ids_in_events(home))
    saved = saved_cards(home)
    oldest = today - timedelta(days=max_age_days)
    needs = []
    for cbx_id in in_events | set(ids_in_registers(home)):
        asked = memory.asked_on(card_key(cbx_id))
        if asked is not None and asked > oldest and (cbx_id in saved or _known_missing(memory, cbx_id)):
            continue
        card = saved.get(cbx_id)
        if card is not None and max(card.day, asked or card.day) > oldest:
            continue
        met = cbx_id in in_events
        what = "sem cartão" if card is None else f"cartão de {card.day:%d/%m/%Y}"
        who = "joga em evento registrado" if met else "está no registro"
        needs.append(Need(cbx_id, 2 * (card is not None) + (not met), f"{what}; {who}"))
    return sorted(needs, key=lambda need: (need.rank, int(need.cbx_id)))


def _known_missing(memory: Memory, cbx_id: str) -> bool:
    return memory.items[card_key(cbx_id)].get("outcome") == "not_found"


def saved_cards(home: Home) -> dict[str, SavedCard]:
    """The newest card at hand of each id, by the names of the files."""
    newest: dict[str, SavedCard] = {}
    if not home.cbx_cards.is_dir():
        return newest
    for path in sorted(home.cbx_cards.iterdir(), key=lambda entry: entry.name):
        match = _ID_IN_NAME.match(path.name)
        if match is None or path.suffix.lower() not in (".html", ".htm") or not _has_player(path):
            continue
        day = captured_on(path.name) or datetime.fromtimestamp(path.stat().st_mtime).date()
        known = newest.get(match[1])
        if known is None or day >= known.day:
            newest[match[1]] = SavedCard(path, day)
    return newest


def _has_player(path: Path) -> bool:
    """A quick look: a saved error page, the page of nobody, or one cut off is no card."""
    data = path.read_bytes()
    return b"dados-jogador-row1" in data and b"</html" in data.lower()


def ids_in_registers(home: Home) -> Iterator[str]:
    """CBX ids of the player register, of the earlier FNX list and of people without a registration."""
    for name in ("players", "previous_ratings"):
        for row in _rows(home, name):
            if row["cbx_id"]:
                yield str(row["cbx_id"])
    for issued in issued_ids(home):
        if issued["cbx_id"]:
            yield str(issued["cbx_id"])


def ids_in_events(home: Home) -> Iterator[str]:
    """CBX ids of the people in registered tournament files: named by the file, or registered by the id it
    names.
    """
    from scrapers.tournaments import read_tournament

    people = _rows(home, "players")
    by_fnx = {str(row["fnx_id"]): row["cbx_id"] for row in people if row["cbx_id"]}
    by_fide = {str(row["fide_id"]): row["cbx_id"] for row in people if row["fide_id"] and row["cbx_id"]}
    for event in _rows(home, "events"):
        names = [name.strip() for name in str(event["file"] or "").split(";") if name.strip()]
        paths = [home.events / Path(name).name for name in names]
        if not paths or not all(path.is_file() for path in paths):
            continue
        read = read_tournament([InputFile(path.name, path.read_bytes()) for path in paths])
        namespace = event["id_namespace"] or "cbx"
        for one in read.participants:
            match = _ID.fullmatch(one.national_id or "")
            if match is not None and namespace == "cbx":
                yield match[1]
            found = by_fide.get(one.fide_id or "") or (
                by_fnx.get(one.national_id or "") if namespace == "fnx" else None
            )
            if found:
                yield str(found)


def _rows(home: Home, name: str) -> list[dict[str, object]]:
    path = home.registry / f"{name}.csv"
    if not path.is_file():
        return []
    register = read_register(REGISTERS[name], InputFile(path.name, path.read_bytes()))
    return [dict(row) for row in register.rows]

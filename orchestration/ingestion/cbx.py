"""Saved CBX cards and rating lists.

Belongs here: which of their facts become raw rows, and which of several cards of one id is the newer. Does
not belong here: their layout (`scrapers.cbx`), and what counts (dbt).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, Rows, archived, iso_date, listed
from scrapers.records import InputFile

if TYPE_CHECKING:
    from scrapers.cbx import CbxCard

_DAY_IN_NAME = re.compile(
    r"(?<![0-9])((?:19|20)[0-9]{2})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12][0-9]|3[01]))?(?![0-9])"
)


@dataclass(frozen=True, slots=True)
class Capture:
    """One saved card. ``captured``: the day it was taken, by its name, else the newest month it shows."""

    captured: date | None
    file: str
    card: CbxCard

    @property
    def age(self) -> tuple[date, str]:
        """The order of captures of one id, oldest first; it needs no clock and no time of a file."""
        return self.captured or date.min, self.file


def read_cbx(home: Home, archive: Archive, rows: Rows, found: Ingested, say: Callable[[str], None]) -> None:
    from scrapers.cbx import read_card, read_rating_list

    captures: dict[str, list[Capture]] = {}
    cards = 0
    for path in listed(home.cbx_cards, ".html", ".htm"):
        source = f"inbox/cbx/cards/{path.name}"
        data = archived(path, source, archive, found)
        if data is None:
            continue
        card = read_card(InputFile(path.name, data))
        found.findings.extend(replace(finding, source_file=source) for finding in card.findings)
        if card.status != "ok" or card.cbx_id is None:
            found.remark(source, "arquivo", "card_rejected", "error", f"{path.name}: {card.reason}")
            continue
        cards += 1
        captured = captured_on(path.name) or _newest_month(card)
        captures.setdefault(card.cbx_id, []).append(Capture(captured, path.name, card))
        rows["raw.cbx_cards"].append(
            (card.cbx_id, card.name, card.uf, card.fide_id, card.birth_year, captured, path.name)
        )
        rows["raw.cbx_card_ratings"].extend(
            (card.cbx_id, date.fromisoformat(f"{month.month}-01"), month.std, captured, path.name)
            for month in card.ratings
        )
        rows["raw.cbx_card_tournaments"].extend(
            (card.cbx_id, one.id, iso_date(one.end_date), one.rhythm, captured, path.name)
            for one in card.tournaments
        )
    for cbx_id, several in sorted(captures.items()):
        for older, newer in pairwise(sorted(several, key=lambda capture: capture.age)):
            for code, message in _contradictions(older.card, newer.card):
                found.remark(
                    f"inbox/cbx/cards/{newer.file}",
                    "arquivo",
                    code,
                    "warning",
                    f"ID CBX {cbx_id}: {message} entre {older.file} e {newer.file}; vale o cartão mais novo.",
                )
    _read_lists(home, archive, rows, found, read_rating_list)
    say(f"CBX: {cards} cards, {len(rows['raw.cbx_list_rows'])} list rows")


def _read_lists(
    home: Home,
    archive: Archive,
    rows: Rows,
    found: Ingested,
    read_rating_list: Callable[[InputFile], Any],
) -> None:
    for path in listed(home.cbx_lists, ".csv", ".xlsx", ".html", ".htm"):
        source = f"inbox/cbx/lists/{path.name}"
        data = archived(path, source, archive, found)
        if data is None:
            continue
        rating_list = read_rating_list(InputFile(path.name, data))
        found.findings.extend(replace(finding, source_file=source) for finding in rating_list.findings)
        if rating_list.status != "ok" or rating_list.month is None:
            found.remark(
                source, "arquivo", "cbx_list_rejected", "error", f"{path.name}: {rating_list.reason}"
            )
            continue
        month = date.fromisoformat(f"{rating_list.month}-01")
        rows["raw.cbx_list_rows"].extend(
            (month, row.cbx_id, row.name, row.uf, row.fide_id, row.birth_year, row.std, path.name)
            for row in rating_list.rows
        )


def captured_on(name: str) -> date | None:
    """The day, or the first day of the month, in a card's file name (``990001-2026-11-03.html``)."""
    match = _DAY_IN_NAME.search(name)
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3] or 1))
    except ValueError:
        return None


def _newest_month(card: CbxCard) -> date | None:
    months = [month.month for month in card.ratings]
    return date.fromisoformat(f"{max(months)}-01") if months else None


def _contradictions(older: CbxCard, newer: CbxCard) -> Iterator[tuple[str, str]]:
    """Where two cards of one id say different things; what only one of them says contradicts nothing.

    A new UF is a move, not a contradiction. The year of birth is not told (Art. 19).
    """
    if older.name and newer.name and older.name != newer.name:
        yield "card_name_changed", f"o nome mudou de “{older.name}” para “{newer.name}”"
    if older.fide_id and newer.fide_id and older.fide_id != newer.fide_id:
        yield "card_fide_id_changed", f"o ID FIDE mudou de {older.fide_id} para {newer.fide_id}"
    if older.birth_year and newer.birth_year and older.birth_year != newer.birth_year:
        yield "card_birth_changed", "o ano de nascimento mudou"
    before = {month.month: month.std for month in older.ratings}
    for month in newer.ratings:
        value = before.get(month.month)
        if value is not None and month.std is not None and value != month.std:
            yield "card_rating_changed", f"o rating de {month.month} mudou de {value} para {month.std}"
    known = {one.id: one for one in older.tournaments}
    for one in newer.tournaments:
        same = known.get(one.id)
        if same is None:
            continue
        if same.rhythm and one.rhythm and same.rhythm != one.rhythm:
            yield (
                "card_tournament_changed",
                f"o torneio {one.id} mudou de {same.rhythm} para {one.rhythm}",
            )
        if same.end_date and one.end_date and same.end_date != one.end_date:
            yield (
                "card_tournament_changed",
                f"o término do torneio {one.id} mudou de {same.end_date} para {one.end_date}",
            )

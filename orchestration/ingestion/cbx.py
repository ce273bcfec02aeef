"""Saved CBX cards and rating lists.

Belongs here: which of their facts become raw rows. Does not belong here: their layout (`scrapers.cbx`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, archived, iso_date, listed
from scrapers.records import InputFile


def read_cbx(
    home: Home, archive: Archive, rows: dict[str, list[Any]], found: Ingested, say: Callable[[str], None]
) -> None:
    from scrapers.cbx import read_card, read_rating_list

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
        rows["raw.cbx_cards"].append(
            (card.cbx_id, card.name, card.uf, card.fide_id, card.birth_year, path.name)
        )
        rows["raw.cbx_card_ratings"].extend(
            (card.cbx_id, date.fromisoformat(f"{month.month}-01"), month.std, path.name)
            for month in card.ratings
        )
        rows["raw.cbx_card_tournaments"].extend(
            (card.cbx_id, one.id, iso_date(one.end_date), one.rhythm, path.name) for one in card.tournaments
        )
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
    say(f"CBX: {cards} cards, {len(rows['raw.cbx_list_rows'])} list rows")

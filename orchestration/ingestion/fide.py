"""FIDE lists: the rows of the people that the pool may need.

Belongs here: whose rows those are. Does not belong here: the layouts (`scrapers.fide`).
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from orchestration.home import Archive, Home
from orchestration.ingestion.found import Ingested, archived, column_of, iso_date, listed


def read_fide(
    home: Home, archive: Archive, rows: dict[str, list[Any]], found: Ingested, say: Callable[[str], None]
) -> None:
    paths = list(listed(home.fide, ".txt", ".zip", ".xml"))
    if not paths:
        return
    from scrapers.fide import read_list

    wanted = frozenset(
        str(value)
        for name in (
            "raw.registry_players",
            "raw.registry_previous_ratings",
            "raw.issued_ids",
            "raw.event_participants",
            "raw.cbx_cards",
            "raw.cbx_list_rows",
        )
        for value in column_of(name, "fide_id", rows)
        if value is not None
    ) | frozenset(_fide_ids_named_by_decisions(rows))
    lists = 0
    for path in paths:
        source = f"inbox/fide/{path.name}"
        data = archived(path, source, archive, found)
        if data is None:
            continue
        fide = read_list(path.name, io.BytesIO(data), wanted=wanted)
        found.findings.extend(replace(finding, source_file=source) for finding in fide.findings)
        if fide.status != "ok":
            found.remark(source, "arquivo", "fide_list_rejected", "error", f"{path.name}: {fide.reason}")
            continue
        if fide.date is None:
            found.remark(
                source,
                "arquivo",
                "fide_list_undated",
                "warning",
                f"{path.name} não diz de que mês é; serve para reconhecer jogadores, mas não como fonte de "
                "rating. Renomeie como baixado da FIDE (standard_jan26frl.txt) ou com o mês "
                "(players_list_2026-01.txt).",
            )
        lists += 1
        rows["raw.fide_ratings"].extend(
            (
                iso_date(fide.date),
                fide.scope,
                row.fide_id,
                row.name,
                row.federation,
                row.sex,
                row.birth_year,
                row.standard,
                path.name,
            )
            for row in fide.rows
        )
    say(f"FIDE: {lists} lists, {len(rows['raw.fide_ratings'])} rows of the pool's people")


def _fide_ids_named_by_decisions(rows: dict[str, list[Any]]) -> Iterator[str]:
    """FIDE ids inside issued ids (``F<fide id>``) that a decision, correction or approval points to."""
    for table, columns in (
        ("raw.registry_identity_decisions", ("subject", "target")),
        ("raw.registry_corrections", ("value", "fnx_id")),
        ("raw.registry_rating_approvals", ("fnx_id",)),
    ):
        for column in columns:
            for value in column_of(table, column, rows):
                if isinstance(value, str) and re.fullmatch(r"F\d+", value):
                    yield value[1:]

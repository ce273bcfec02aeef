"""The rules of a list: the pool's methodology under the acts that the list knows (Arts. 21, 26).

Belongs here: acts from the register to `engine.acts`, what is said of those that change nothing, and the
versions as tables. Does not belong here: when an act takes effect (`engine.acts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import duckdb

from engine.acts import Act, NotCarriedOut, rules_under
from engine.methodology import RHYTHMS, Methodology
from engine.versions import Rulebook
from scrapers.records import Finding

FILE = "registry/acts.csv"
_WHY_PT = {
    "undated": "sem data não se sabe a partir de quando vale; informe a coluna date, ou retroactive = yes",
    "base_date": "a data-base não muda por ato; ela está em pool.toml",
    "floor": "o piso só muda depois da data-base, porque rating inicial publicado é fato (Art. 3º)",
}


def rules_of(
    methodology: Methodology, rows: Sequence[Mapping[str, Any]], freeze: date
) -> tuple[Rulebook, list[Finding]]:
    """The versions under the acts dated before ``freeze``, a Wednesday; a finding per act left out."""
    known = [_act(row) for row in rows if row["date"] is None or row["date"] < freeze]
    rules, refused = rules_under(methodology, known)
    return rules, [_finding(one) for one in refused]


def rules_in_force(connection: duckdb.DuckDBPyConnection, methodology: Methodology) -> Rulebook:
    """The rules of the list that the warehouse holds."""
    (freeze,) = connection.execute(
        "select cast(frozen_before as date) from home.list_parameters"
    ).fetchone() or (date.max,)
    result = connection.execute("select * from raw.registry_acts")
    names = [column[0] for column in result.description or ()]
    rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    return rules_of(methodology, rows, freeze)[0]


def _act(row: Mapping[str, Any]) -> Act:
    return Act(
        act_id=row["act_id"],
        day=row["date"],
        kind=row["kind"] or "",
        subject=(row["subject"] or "").strip(),
        value=row["value"] or "",
        retroactive=row["retroactive"] in (True, "yes"),
        line=row["line"],
    )


def _finding(one: NotCarriedOut) -> Finding:
    act = one.act
    why = _WHY_PT.get(one.reason) or (
        f"{act.subject or '(vazio)'} = {act.value or '(vazio)'} não é regra e valor que a plataforma conheça "
        f"({one.detail}); veja docs/officers.md, acts.csv"
    )
    return Finding(
        FILE,
        f"line {act.line}",
        "act_not_carried_out",
        "warning",
        f"{FILE}, linha {act.line}: o ato {act.act_id} aparece na lista, mas não muda a conta: {why}.",
    )


def version_rows(rules: Rulebook) -> Iterator[dict[str, Any]]:
    """``home.methodology_versions``: one row per version, with the days it holds for."""
    versions = rules.versions
    ends = [*(later.effective_from for _, later in pairwise(versions)), None]
    for place, (one, end) in enumerate(zip(versions, ends, strict=True)):
        yield {
            "version_no": place + 1,
            "version": one.version,
            "effective_from": None if place == 0 else one.effective_from,
            "effective_until": None if end is None else end - timedelta(days=1),
            "floor": one.floor,
            "untimed_last": one.untimed_last,
            "k_granularity": one.k_granularity,
        }


def k_rows(rules: Rulebook) -> list[tuple[int, str, str, int]]:
    """``home.k_factors``: the K of every version, rhythm and reason (Art. 6)."""
    return [
        (place, rhythm, reason, one.k_of(rhythm, reason == "development"))
        for place, one in enumerate(rules.versions, 1)
        for rhythm in RHYTHMS
        for reason in ("development", "ordinary")
    ]

"""What a computation changed since the one before: its chain of events, and the first event computed again.

The warehouse keeps the chain of the last computation (``ratings.chain``). The next one compares its own
with it and says where they part and why, in pt-BR, for the run and the UI.

Belongs here: the chain as a table, the comparison in words. Does not belong here: hashes (`engine.chain`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from engine.chain import Change, Inputs, Link, first_change

#: Why the first changed event is not as it was.
REASON_PT = {
    "first": "é o primeiro cálculo deste acervo",
    "added": "evento que não estava no cálculo anterior",
    "removed": "o evento {other} deixou de ser computado",
    "moved": "a ordem mudou: antes vinha aqui o evento {other}",
    "methodology": "a metodologia ou uma política mudou",
    "facts": "data, horário ou homologação mudou",
    "games": "partidas, resultados, ritmo ou jogadores mudaram",
    "entry_ratings": "mudou o rating inicial de quem estreia nele",
    "base_date": "as fontes de uma data-base mudaram",
}


def stored_chain(connection: duckdb.DuckDBPyConnection) -> list[Link]:
    """The chain of the last computation in the warehouse; empty where there is none."""
    try:
        rows = connection.execute(
            "select event_id, facts_hash, methodology_hash, games_hash, entry_ratings_hash, "
            "outputs_hash, link "
            "from ratings.chain order by event_order"
        ).fetchall()
    except duckdb.CatalogException:
        return []
    return [Link(Inputs(*row[:5]), row[5], row[6]) for row in rows]


def chain_rows(links: Sequence[Link]) -> list[tuple[Any, ...]]:
    """``ratings.chain``: one row per event."""
    return [
        (link.inputs.event_id, order, *link.inputs[1:], link.outputs, link.link)
        for order, link in enumerate(links, 1)
    ]


def recalculation_rows(
    connection: duckdb.DuckDBPyConnection, before: Sequence[Link], now: Sequence[Link]
) -> list[tuple[Any, ...]]:
    """``ratings.recalculation``: one row with the first changed event, none where nothing changed."""
    change = first_change([link.inputs for link in before], [link.inputs for link in now])
    if change is None:
        return []
    outputs = {link.inputs.event_id: link.outputs for link in before}
    changed = sum(outputs.get(link.inputs.event_id) != link.outputs for link in now)
    return [
        (
            change.event_id,
            None if change.event_id is None else change.place + 1,
            change.reason,
            change.other,
            changed,
            _message_pt(change, _corrections(connection, change), changed, len(now)),
        )
    ]


def _corrections(connection: duckdb.DuckDBPyConnection, change: Change) -> list[str]:
    """Corrections in effect on the event that changed or left: the fact behind the difference, if one is."""
    if change.reason == "first":
        return []
    rows = connection.execute(
        "select correction_id from intermediate.int_corrections__in_effect "
        "where event_id in (?, ?) order by applied_order",
        [change.event_id, change.other],
    ).fetchall()
    return [row[0] for row in rows]


def _message_pt(change: Change, corrections: Sequence[str], changed: int, total: int) -> str:
    of_base_date = change.reason == "entry_ratings" and (change.event_id or "").startswith("data-base ")
    reason = REASON_PT["base_date" if of_base_date else change.reason].format(other=change.other)
    if corrections:
        reason += "; correções em vigor no evento: " + ", ".join(corrections)
    if change.event_id is None:
        return f"primeiro evento recalculado: nenhum ({reason})"
    return (
        f"primeiro evento recalculado: {change.event_id} ({reason}); "
        f"resultado diferente em {changed} de {total} eventos"
    )

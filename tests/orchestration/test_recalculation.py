"""What a run says of the first event it computed again."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from engine.book import book_of
from engine.chain import Link, chain_of
from engine.kernel import run
from engine.methodology import FNX_2026, Methodology, methodology_for
from orchestration.raw_tables import as_table, tables
from orchestration.recalculation import REASON_PT, chain_rows, recalculation_rows, stored_chain
from orchestration.warehouse import load
from tests.engine.seasons import event, game, player

EVENTS = [event(f"2026-00{n}", n, number=n) for n in (1, 2, 3)]
GAMES = [game(one.event_id, "A", "B", 2) for one in EVENTS]


def links(games: int = 3, score: int = 2, rules: Methodology = FNX_2026) -> list[Link]:
    played = [*GAMES[: games - 1], GAMES[games - 1]._replace(white_half_points=score)]
    book = book_of([player("A", 500), player("B", 500)], EVENTS[:games], played, rules)
    return chain_of(book, run(book))


@pytest.fixture
def warehouse() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    connection.execute(
        "create schema intermediate;"
        "create table intermediate.int_corrections__in_effect as "
        "select 'C-7' as correction_id, '2026-002' as event_id, 1 as applied_order"
    )
    yield connection
    connection.close()


def said(connection: duckdb.DuckDBPyConnection, now: list[Link]) -> str | None:
    """The message of a computation after the stored one, which it then replaces as a run does."""
    rows = recalculation_rows(connection, stored_chain(connection), now)
    declared = tables()
    found = {"ratings.chain": chain_rows(now), "ratings.recalculation": rows}
    load(connection, {name: as_table(declared[name], one) for name, one in found.items()})
    assert stored_chain(connection) == now
    return rows[0][-1] if rows else None


def test_a_history_of_computations(warehouse: duckdb.DuckDBPyConnection) -> None:
    assert said(warehouse, links(2)) == (
        "primeiro evento recalculado: 2026-001 (é o primeiro cálculo deste acervo); "
        "resultado diferente em 2 de 2 eventos"
    )
    assert said(warehouse, links(2)) is None
    assert said(warehouse, links(2, score=0)) == (
        "primeiro evento recalculado: 2026-002 (partidas, resultados, ritmo ou jogadores mudaram; "
        "correções em vigor no evento: C-7); resultado diferente em 1 de 2 eventos"
    )
    assert said(warehouse, links(3)) == (
        "primeiro evento recalculado: 2026-002 (partidas, resultados, ritmo ou jogadores mudaram; "
        "correções em vigor no evento: C-7); resultado diferente em 2 de 3 eventos"
    )
    assert said(warehouse, links(2)) == (
        "primeiro evento recalculado: nenhum (o evento 2026-003 deixou de ser computado)"
    )
    message = said(warehouse, links(2, rules=methodology_for({"pre_event": "order"})))
    assert message is not None and REASON_PT["methodology"] in message
    assert "em 0 de 2 eventos" in message

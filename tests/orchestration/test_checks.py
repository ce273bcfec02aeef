"""Every audit check passes on a right list and fires on one that was broken in one place."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import duckdb
import pytest

from orchestration.checks import AUDIT_CHECKS, audit
from orchestration.home import Home
from orchestration.warehouse import connect
from tests.builders.season import build_season

ONE_SIDE = (
    "(event_id, game_no, fnx_id) in "
    "(select event_id, game_no, fnx_id from marts.fct_ledger where rated order by all limit 1)"
)
BREAKS = {
    "identities": f"update marts.fct_ledger set opponent_fnx_id = fnx_id where {ONE_SIDE}",
    "sources": "update marts.fct_entry_rating set chosen = true where not chosen",
    "games": f"update marts.fct_ledger set score = 0.5 - score where {ONE_SIDE}",
    "rhythms": f"update marts.fct_ledger set rhythm = 'XXX' where {ONE_SIDE}",
    "k_factors": f"update marts.fct_ledger set k = 12 where {ONE_SIDE}",
    "rounding": "update marts.fct_event_result set change_units = change_units + 1",
    "floors": "update ratings.player_states set rating = 99",
    "continuity": "update marts.fct_event_result set rating_before = rating_before + 1",
    "conservation": f"update marts.fct_ledger set change_units = change_units + 1 where {ONE_SIDE}",
    "improbable": "update marts.fct_ledger set expected = 0.999 * (1 - score) + 0.0005 where rated",
    "simultaneous": (
        "update marts.dim_event set start_date = '2026-02-01', end_date = '2026-02-01', "
        "city = 'Cidade ' || event_id"
    ),
    "identities_settled": (
        "insert into marts.fct_identity by name select pool, list, 'conflict' as kind, 'E9' as event_id, "
        "1 as number, true as holds_event from home.list_parameters"
    ),
    "registers_readable": (
        "update home.input_checks set passed = false, detail_pt = 'players.csv' "
        "where name = 'registers_readable'"
    ),
    "registers_kept": (
        "update home.input_checks set passed = false, detail_pt = 'FNX-1' where name = 'registers_kept'"
    ),
    "files_unchanged": (
        "update home.input_checks set passed = false, detail_pt = 'a.trf' where name = 'files_unchanged'"
    ),
}


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    from orchestration.runs import run_job

    home = Home.open(build_season(tmp_path_factory.mktemp("season") / "home", 2, players=60, events=8))
    outcome = run_job("list_job", home, date(2026, 11, 29))
    assert outcome.success, outcome
    with connect(home.warehouse) as connection:
        yield connection


def failed(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    return {check.name: result.detail_pt for check, result in audit(connection) if not result.passed}


def test_a_right_list_passes_every_check(warehouse: duckdb.DuckDBPyConnection) -> None:
    assert failed(warehouse) == {}


@pytest.mark.parametrize("name", [check.name for check in AUDIT_CHECKS])
def test_a_check_fires_on_a_list_broken_where_it_looks(
    name: str, warehouse: duckdb.DuckDBPyConnection
) -> None:
    warehouse.execute("begin")
    try:
        warehouse.execute(BREAKS[name])
        found = failed(warehouse)
    finally:
        warehouse.execute("rollback")
    assert name in found
    assert found[name]


def test_the_eight_checks_of_the_regulation_are_there_by_name() -> None:
    assert [check.title_pt for check in AUDIT_CHECKS][:8] == [
        "Identidades",
        "Fontes do rating inicial",
        "Partidas",
        "Ritmos",
        "Fatores K",
        "Arredondamentos",
        "Pisos",
        "Continuidade cronológica",
    ]

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


#: Other ways in which a list can be wrong, one for each thing that a check looks at.
MORE_BREAKS = [
    ("sources", "delete from marts.fct_entry_rating where chosen"),
    ("sources", "update marts.fct_entry_rating set converted = converted - 600 where chosen"),
    ("sources", "update home.methodology_versions set floor = 5000"),
    ("games", f"update marts.fct_ledger set rated = false, reason = 'bye', change = null where {ONE_SIDE}"),
    ("games", f"update marts.fct_ledger set change = null where {ONE_SIDE}"),
    ("games", "update marts.fct_event_result set games = games + 1"),
    ("k_factors", "update home.k_factors set k = k + 1"),
    ("k_factors", "update marts.fct_event_result set in_development_after = not in_development_before"),
    ("rounding", "update marts.fct_event_result set change_rounded = change_rounded + 1"),
    ("floors", "update marts.fct_event_result set floor_applied = floor_applied + 1"),
    ("floors", "update home.methodology_versions set floor = 5000"),
    ("continuity", "update marts.fct_event_result set games_before = games_before + 1"),
    ("continuity", "update ratings.player_states set rating = rating + 1"),
    (
        "continuity",
        "update intermediate.int_events__ordered set end_date = '2026-01-01' where event_order > 1",
    ),
    ("conservation", f"delete from marts.fct_ledger where {ONE_SIDE}"),
    ("conservation", "update marts.fct_ledger set rated = false where event_order = 1"),
    ("conservation", "delete from intermediate.int_games__rateable where event_order = 1"),
]
#: What must not hold of a list of any system: checks that ask the same of pools of other systems.
OF_ANY_SYSTEM = [
    ("sources", "delete from marts.fct_entry_rating where chosen"),
    ("games", f"update marts.fct_ledger set score = 0.5 - score where {ONE_SIDE}"),
    ("games", f"update marts.fct_ledger set change = null where {ONE_SIDE}"),
    ("k_factors", f"update marts.fct_ledger set k = 12 where {ONE_SIDE}"),
    ("floors", "update marts.fct_event_result set floor_applied = floor_applied + 1"),
    ("continuity", "update marts.fct_event_result set rating_before = rating_before + 1"),
    ("conservation", f"delete from marts.fct_ledger where {ONE_SIDE}"),
    ("rounding", "update marts.fct_event_result set rating_after = rating_after + 1"),
]
#: A list of whole exact ratings, as another system would leave it.
AS_ANOTHER_SYSTEM = (
    "update home.list_parameters set own_rules = true; "
    "update marts.fct_event_result set exact_rating_before = rating_before, "
    "exact_rating_after = rating_after, exact_floor_applied = floor_applied; "
    "update ratings.player_states set exact_rating = rating; "
    "update marts.fct_ledger set change_units = null"
)
#: A later base date on which a source beside the rating carried over would have given more.
UNHEEDED = (
    "insert into marts.fct_reassessment by name select pool, list, 'X' as fnx_id, "
    "date '2027-01-01' as base_date, source, 1 as weight, converted, 0 as initial_games, "
    "source = 'transported' as chosen from home.list_parameters, "
    "(values ('transported', 500), ('fide', 600)) as sources (source, converted)"
)


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


def broken(connection: duckdb.DuckDBPyConnection, *statements: str) -> dict[str, str]:
    """What fails once the list was changed; nothing of it stays."""
    connection.execute("begin")
    try:
        for statement in statements:
            connection.execute(statement)
        return failed(connection)
    finally:
        connection.execute("rollback")


@pytest.mark.parametrize(("name", "change"), [*MORE_BREAKS, ("sources", UNHEEDED)])
def test_everything_that_a_check_looks_at_can_make_it_fire(
    name: str, change: str, warehouse: duckdb.DuckDBPyConnection
) -> None:
    assert name in broken(warehouse, change)


def test_a_base_date_is_a_step_of_the_continuity(warehouse: duckdb.DuckDBPyConnection) -> None:
    """Arts. 13, 14: what it carried over is what the event before left, and the next event starts from it."""
    told = broken(
        warehouse,
        "insert into marts.fct_reassessment by name "
        "select pool, list, fnx_id, date '2026-12-31' as base_date, source, 1 as weight, "
        "rating_after + plus as converted, games_after as initial_games, plus = 1 as chosen "
        "from marts.fct_event_result, (values ('transported', 0), ('fide', 1)) as sources (source, plus) "
        "qualify row_number() over (partition by fnx_id, source order by event_order desc) = 1",
    )
    assert list(told) == ["continuity"]
    assert "a lista mostra" in told["continuity"]


@pytest.mark.parametrize(("name", "change"), OF_ANY_SYSTEM)
def test_checks_that_ask_the_same_of_any_system(
    name: str, change: str, warehouse: duckdb.DuckDBPyConnection
) -> None:
    assert name not in broken(warehouse, AS_ANOTHER_SYSTEM)
    if name == "continuity":
        change = change.replace("rating_before", "exact_rating_before")
    assert name in broken(warehouse, AS_ANOTHER_SYSTEM, change)


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

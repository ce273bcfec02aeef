"""The dbt project keeps its own rules, and every rule that lives in SQL has a unit test that passes.

What belongs here: rules over the parsed project, one run of all dbt unit tests, and proof that the test of
a key fires. What does not: the rules of the regulation, which the unit tests beside the models work out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from orchestration.publication.contract import EXPORTS
from orchestration.warehouse import connect
from tests.orchestration.dbt_in_process import PROJECT, REPO, dbt, empty_warehouse, target_of

LAYERS = ("staging", "intermediate", "marts")
PREFIXES = {"staging": ("stg_",), "intermediate": ("int_",), "marts": ("fct_", "dim_")}
KEY_TESTS = ("unique", "unique_combination")
#: Models that have no primary key, with the reason.
WITHOUT_KEY = {"fct_finding": "a reader may make the same remark about a file twice"}
#: Modules where Dagster reads annotations at run time: postponed ones break them.
ANNOTATED = ("assets.py", "definitions.py", "schedules.py", "resources.py")
#: Data tests run in every weekly run, at about 50 ms each.
MOST_DATA_TESTS = 52
FEWEST_UNIT_TESTS = 93


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("dbt")


@pytest.fixture(scope="module")
def manifest(folder: Path) -> Any:
    parsed = dbt(["parse"], folder)
    assert parsed.success, parsed.exception
    return parsed.result


@pytest.fixture(scope="module")
def project(manifest: Any) -> Mapping[str, Any]:
    """The manifest as plain mappings."""
    plain: Mapping[str, Any] = manifest.to_dict()
    return plain


@pytest.fixture(scope="module")
def outcomes(folder: Path, manifest: Any) -> Sequence[Any]:
    """A warehouse with empty inputs: every unit test, model and data test run once, in one build."""
    empty_warehouse(folder)
    run = dbt(["build"], folder, manifest)
    assert run.exception is None, run.exception
    results: Sequence[Any] = run.result.results
    return results


@pytest.fixture(scope="module")
def built(folder: Path, outcomes: Sequence[Any]) -> Path:
    """The folder of that warehouse, in which every model stands and every data test passed."""
    assert problems_of(outcomes, "model", "test") == []
    return folder


def problems_of(outcomes: Sequence[Any], *kinds: str) -> list[str]:
    return [
        f"{row.node.name}: {row.status} {row.message or ''}"
        for row in outcomes
        if str(row.node.resource_type) in kinds and str(row.status) not in ("success", "pass")
    ]


def models(project: Mapping[str, Any], *layers: str) -> Iterator[Mapping[str, Any]]:
    for node in project["nodes"].values():
        if node["resource_type"] == "model" and node["fqn"][1] in (layers or LAYERS):
            yield node


def parents(node: Mapping[str, Any]) -> list[list[str]]:
    """What a model reads, as ``[kind, project, name, ...]``."""
    return [parent.split(".") for parent in node["depends_on"]["nodes"]]


def data_tests(project: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [node for node in project["nodes"].values() if node["resource_type"] == "test"]


# --------------------------------------------------------------------------------------- rules of the project


def test_every_model_has_its_own_yaml_and_descriptions(project: Mapping[str, Any]) -> None:
    problems = []
    for node in models(project):
        sql = PROJECT / node["original_file_path"]
        if not sql.with_suffix(".yml").exists():
            problems.append(f"{node['name']}: no {sql.stem}.yml beside it")
        if not node["description"].startswith("One row"):
            problems.append(f"{node['name']}: the description does not begin with the grain (One row ...)")
        problems += [
            f"{node['name']}.{name}: no description"
            for name, column in node["columns"].items()
            if not column["description"]
        ]
    assert problems == []


def test_marts_have_enforced_contracts(project: Mapping[str, Any]) -> None:
    problems = []
    for node in models(project, "marts"):
        if not node["config"]["contract"]["enforced"]:
            problems.append(f"{node['name']}: contract is not enforced")
        problems += [
            f"{node['name']}.{name}: no data type"
            for name, column in node["columns"].items()
            if not column["data_type"]
        ]
    assert problems == []


def test_marts_read_no_source_but_the_ratings(project: Mapping[str, Any]) -> None:
    assert [
        f"{node['name']} reads {'.'.join(parent[2:])}"
        for node in models(project, "marts")
        for parent in parents(node)
        if parent[0] == "source" and parent[2] != "ratings"
    ] == []


def test_staging_reads_one_source_and_no_model(project: Mapping[str, Any]) -> None:
    assert [
        f"{node['name']} reads {parents(node)}"
        for node in models(project, "staging")
        if [parent[0] for parent in parents(node)] != ["source"]
    ] == []
    assert [
        f"{node['name']} reads a source"
        for node in models(project, "intermediate")
        if any(parent[0] == "source" for parent in parents(node))
    ] == []


def test_every_model_beyond_staging_has_a_tested_key(project: Mapping[str, Any]) -> None:
    keyed = {
        node["attached_node"].split(".")[-1]
        for node in data_tests(project)
        if node.get("test_metadata") and node["test_metadata"]["name"] in KEY_TESTS
    }
    unkeyed = {node["name"] for node in models(project, "intermediate", "marts")} - keyed
    assert unkeyed == set(WITHOUT_KEY)


def test_names_tell_the_layer(project: Mapping[str, Any]) -> None:
    assert [
        f"{node['name']} in {node['fqn'][1]}"
        for node in models(project)
        if not node["name"].startswith(PREFIXES[node["fqn"][1]])
    ] == []
    assert {node["fqn"][1] for node in project["nodes"].values() if node["resource_type"] == "model"} == set(
        LAYERS
    )


def test_modules_that_dagster_reads_do_not_postpone_annotations() -> None:
    postponing = [
        name
        for name in ANNOTATED
        if "from __future__ import annotations"
        in (REPO / "orchestration" / name).read_text(encoding="utf-8").splitlines()
    ]
    assert postponing == []


def test_data_tests_stay_few(project: Mapping[str, Any]) -> None:
    assert len(data_tests(project)) <= MOST_DATA_TESTS


def test_every_export_is_an_exposure_of_its_mart(project: Mapping[str, Any]) -> None:
    exposed = {
        exposure["name"]: {node.split(".")[-1] for node in exposure["depends_on"]["nodes"]}
        for exposure in project["exposures"].values()
    }
    assert set(exposed) == {export.name for export in EXPORTS} | {"relatorio", "publicado"}
    wrong = [export.name for export in EXPORTS if export.mart.split(".")[1] not in exposed[export.name]]
    assert wrong == []
    in_the_copy = {export.mart.split(".")[1] for export in EXPORTS if export.parquet}
    assert exposed["publicado"] == in_the_copy


# ------------------------------------------------------------------------------------------ models at work


def test_all_unit_tests_pass(outcomes: Sequence[Any]) -> None:
    assert problems_of(outcomes, "unit_test") == []
    passed = [row.node.name for row in outcomes if str(row.node.resource_type) == "unit_test"]
    assert len(passed) >= FEWEST_UNIT_TESTS


def test_every_model_is_built_and_every_data_test_passes(built: Path) -> None:
    assert (built / "fnx.duckdb").exists()


def test_every_column_is_described(project: Mapping[str, Any], built: Path) -> None:
    described = {
        f"{node['schema']}.{node['name']}.{column}" for node in models(project) for column in node["columns"]
    }
    with connect(built / "fnx.duckdb") as connection:
        columns = connection.execute(
            "select concat_ws('.', schema_name, table_name, column_name) from duckdb_columns() "
            "where schema_name in ('staging', 'intermediate', 'marts')"
        ).fetchall()
    assert {column for (column,) in columns} ^ described == set()


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param("('E1', 1, 'white'), ('E1', 1, 'white')", id="twice"),
        pytest.param("('E1', 1, null), ('E1', 1, null)", id="twice with a null that is a value"),
        pytest.param("(null, 1, 'white')", id="null in the key"),
    ],
)
def test_a_broken_key_is_found(rows: str, built: Path) -> None:
    (compiled,) = (target_of(built) / "compiled").rglob("fct_ledger__primary_key.sql")
    sql = compiled.read_text(encoding="utf-8")
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as fnx; create schema fnx.marts; use fnx")
        connection.execute("create table marts.fct_ledger (event_id varchar, game_no integer, color varchar)")
        connection.execute("insert into marts.fct_ledger values ('E1', 1, 'black'), ('E1', 2, null)")
        assert connection.execute(sql).fetchall() == []
        connection.execute(f"insert into marts.fct_ledger values {rows}")
        assert len(connection.execute(sql).fetchall()) == 1


@pytest.mark.parametrize(
    ("step", "selection"),
    [("dbt_core", ("--exclude", "tag:marts")), ("dbt_marts", ("--select", "tag:marts"))],
)
def test_the_assets_and_checks_of_a_step_are_what_dbt_builds_in_it(
    step: str, selection: tuple[str, str], folder: Path, manifest: Any
) -> None:
    from orchestration import assets

    kinds = ("--resource-type", "model", "--resource-type", "test")
    listed = dbt(["list", "--output", "name", *kinds, *selection], folder, manifest)
    assert listed.exception is None, listed.exception
    made = getattr(assets, step)
    assert {key.path[-1] for key in made.keys} | {key.name for key in made.check_keys} == set(listed.result)

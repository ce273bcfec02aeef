"""dbt for the assets: its models and tests as specs, one build as Dagster events, column lineage.

Belongs here: what Dagster knows of dbt. Does not belong here: models (`dbt_project`), which assets exist
(`assets`) and how dbt is run (`dbt_process`).
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import dagster as dg

from orchestration.dbt_process import MANIFEST, DbtError, prepared_target, shared_target, worker
from orchestration.home import Home
from orchestration.raw_tables import input_asset, tables

LINEAGE = "column_lineage.json"
Columns = Mapping[str, str]


@contextmanager
def _without_dbt_core() -> Iterator[None]:
    """Loaded inside, dagster-dbt takes dbt-core for absent and works from the manifest, as it can.

    dbt runs in a process of its own, which loads it at the same time; loading it here too took two seconds of
    every run. Once dagster-dbt is there, dbt can be imported again.
    """
    if "dbt.version" in sys.modules:
        yield
        return
    sys.modules["dbt.version"] = None  # type: ignore[assignment]  # how Python says that a module is not there
    try:
        yield
    finally:
        del sys.modules["dbt.version"]


with _without_dbt_core():
    from dagster_dbt import DagsterDbtTranslator, DagsterDbtTranslatorSettings
    from dagster_dbt.core.dbt_cli_event import DbtCoreCliEventMessage


@cache
def manifest_of(target: Path) -> Mapping[str, Any]:
    """The manifest as a mapping, read once."""
    manifest: dict[str, Any] = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
    return manifest


def asset_key_of(table: str) -> dg.AssetKey:
    """The asset that a table ``schema.name`` belongs to."""
    return dg.AssetKey(input_asset(table).split("."))


class Translator(DagsterDbtTranslator):
    """dbt models and sources as assets: ``layer/name``, grouped by layer."""

    def get_asset_key(self, dbt_resource_props: Mapping[str, Any]) -> dg.AssetKey:
        if dbt_resource_props["resource_type"] == "source":
            return asset_key_of(f"{dbt_resource_props['source_name']}.{dbt_resource_props['name']}")
        return dg.AssetKey([dbt_resource_props["config"]["schema"], dbt_resource_props["name"]])

    def get_group_name(self, dbt_resource_props: Mapping[str, Any]) -> str | None:
        if dbt_resource_props["resource_type"] == "model":
            return str(dbt_resource_props["config"]["schema"])
        return "inputs"


translator = Translator(
    # Several source tables are one asset (see `raw_tables.input_asset`).
    settings=DagsterDbtTranslatorSettings(
        enable_source_tests_as_checks=True, enable_duplicate_source_asset_keys=True
    )
)


def models_as_assets(
    manifest: Mapping[str, Any], chosen: Callable[[Mapping[str, Any]], bool]
) -> tuple[list[dg.AssetSpec], list[dg.AssetCheckSpec]]:
    """The chosen models as assets, and as checks the tests on them and on the sources they read.

    What ``dagster_dbt.dbt_assets`` makes of a selection, by the same translator, without dbt to evaluate it.
    """
    nodes: Mapping[str, Mapping[str, Any]] = manifest["nodes"]
    models = [name for name, node in nodes.items() if node["resource_type"] == "model" and chosen(node)]
    tests = [name for name, node in nodes.items() if node["resource_type"] == "test"]
    read = {
        source
        for name in models
        for source in nodes[name]["depends_on"]["nodes"]
        if source in manifest["sources"]
    }
    specs = {name: translator.get_asset_spec(manifest, name, None) for name in [*models, *sorted(read)]}
    checks = {
        check.get_python_identifier(): check
        for test in tests
        for parent in nodes[test]["depends_on"]["nodes"]
        if parent in specs
        and (check := translator.get_asset_check_spec(specs[parent], manifest, test, None)) is not None
    }
    return [specs[name] for name in models], list(checks.values())


def build(context: dg.AssetExecutionContext, home: Home, selection: Sequence[str]) -> Iterator[Any]:
    """Build the selected models and run their tests; yields a Dagster event per model and test, as they come.

    Raises DbtError when a model or a test of severity error fails, so that nothing downstream runs.
    """
    target = prepared_target(home.dbt)
    manifest = manifest_of(target)
    lineage = Lineage(target)
    failed: list[str] = []
    command = ["build", "--exclude-resource-type", "unit_test", "--no-write-json", *selection]
    for event in worker(target).run(command, target, home.warehouse_dir):
        node = event["data"].get("node_info")
        if not node:
            continue
        if node["node_status"] in ("fail", "error"):
            failed.append(event["info"]["msg"])
        built = event.pop("built", None)
        message = DbtCoreCliEventMessage(raw_event=event, event_history_metadata={})
        for result in message.to_default_asset_events(
            manifest=manifest, dagster_dbt_translator=translator, context=context, target_path=target
        ):
            if isinstance(result, dg.Output) and built:
                properties = manifest["nodes"][node["unique_id"]]
                result = result.with_metadata({**result.metadata, **_described(properties, built, lineage)})
            yield result
    lineage.keep()
    if failed:
        raise DbtError("; ".join(failed))


def _relation(node: Mapping[str, Any]) -> str:
    return f"{node['schema']}.{node.get('alias') or node['name']}"


def _described(node: Mapping[str, Any], built: Mapping[str, Any], lineage: "Lineage") -> dict[str, Any]:
    """What the UI shows of a model that was just built: table, columns with their meaning, rows, lineage."""
    declared = node.get("columns", {})
    schema = dg.TableSchema(
        [
            dg.TableColumn(name, kind, description=declared.get(name, {}).get("description") or None)
            for name, kind in built["columns"].items()
        ]
    )
    return {
        "dagster/table_name": _relation(node),
        "dagster/column_schema": schema,
        **({} if built["rows"] is None else {"dagster/row_count": built["rows"]}),
        **lineage.metadata(node, built["columns"]),
    }


class Lineage:
    """Which columns of its parents each column of a model comes from.

    The SQL alone decides it, so it is traced once per project version, as models are built, and kept beside
    the manifest: in the checkout where that can be written, else in the home.
    """

    def __init__(self, target: Path) -> None:
        self._target = target
        place = shared_target() if os.access(shared_target(), os.W_OK) else target
        self._kept = place / LINEAGE
        kept = json.loads(self._kept.read_text(encoding="utf-8")) if self._kept.exists() else {}
        self._traced: dict[str, dict[str, list[list[str]]]] = kept.get("lineage", {})
        self._columns: dict[str, Columns] = kept.get("columns") or {
            name: dict.fromkeys(columns, "varchar") for name, columns in tables().items()
        }
        self._new = False

    def metadata(self, node: Mapping[str, Any], columns: Columns) -> dict[str, Any]:
        """The lineage of a model just built, as Dagster shows it; empty where it cannot be followed."""
        relation = _relation(node)
        self._columns[relation] = columns
        if relation not in self._traced:
            compiled = self._target / "compiled" / node["package_name"] / node["original_file_path"]
            if not compiled.exists():
                return {}
            self._traced[relation] = _trace(compiled.read_text(encoding="utf-8"), self._columns, columns)
            self._new = True
        return {
            "dagster/column_lineage": dg.TableColumnLineage(
                {
                    column: [
                        dg.TableColumnDep(asset_key=asset_key_of(parent), column_name=name)
                        for parent, name in parents
                    ]
                    for column, parents in self._traced[relation].items()
                }
            )
        }

    def keep(self) -> None:
        """Write what was traced for the first time, in one step."""
        if self._new:
            partial = self._kept.with_suffix(f".{os.getpid()}.tmp")
            kept = {"lineage": self._traced, "columns": self._columns}
            partial.write_text(json.dumps(kept), encoding="utf-8")
            partial.replace(self._kept)


def _trace(sql: str, schema: Mapping[str, Columns], columns: Columns) -> dict[str, list[list[str]]]:
    from sqlglot import exp
    from sqlglot.errors import SqlglotError
    from sqlglot.lineage import lineage

    nested: dict[str, dict[str, dict[str, str]]] = {}
    for relation, types in schema.items():
        schema_name, table = relation.split(".", 1)
        nested.setdefault(schema_name, {})[table] = dict(types)
    traced: dict[str, list[list[str]]] = {}
    for column in columns:
        try:
            root = lineage(column, sql, schema=nested, dialect="duckdb")
        except (SqlglotError, ValueError, TypeError, AttributeError, KeyError):
            continue  # what the tracer cannot follow is shown without lineage, never guessed
        parents = {
            (f"{table.db}.{table.name}", exp.to_column(leaf.name).name)
            for leaf in root.walk()
            if not leaf.downstream
            for table in leaf.expression.find_all(exp.Table)
            if table.db
        }
        traced[column] = [list(parent) for parent in sorted(parents)]
    return traced

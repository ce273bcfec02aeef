"""dbt inside this process: the manifest, one build, its results as Dagster events, column lineage.

Belongs here: everything that knows how dbt is called. Does not belong here: models (`dbt_project`) and which
assets exist (`assets`).

Why in process: starting dbt costs seconds and a second parse, and a weekly run builds twice (docs/adr).
"""

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import dagster as dg
from dagster_dbt import DagsterDbtTranslator, DagsterDbtTranslatorSettings
from dagster_dbt.core.dbt_cli_event import DbtCoreCliEventMessage

from orchestration.home import Home
from orchestration.raw_tables import input_asset

PROJECT_DIR = Path(__file__).resolve().parent.parent / "dbt_project"
PROJECT_PARTS = ("models", "macros", "tests", "dbt_project.yml", "profiles.yml")
MANIFEST = "manifest.json"
LINEAGE = "column_lineage.json"
PARSED = "partial_parse.msgpack"
KEPT = (MANIFEST, PARSED)


class DbtError(Exception):
    """dbt could not build; the message carries what dbt said."""


@cache
def project_hash() -> str:
    """What the dbt project says, as a hash: the manifest and the lineage are made anew when it changes."""
    files = sorted(
        path
        for part in PROJECT_PARTS
        for path in (
            [PROJECT_DIR / part] if (PROJECT_DIR / part).is_file() else (PROJECT_DIR / part).rglob("*")
        )
        if path.is_file()
    )
    digest = hashlib.sha256()
    for path in files:
        digest.update(str(path.relative_to(PROJECT_DIR)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def prepared_target(folder: Path) -> Path:
    """The dbt target folder of this project version below a home's `folder`, with its manifest.

    The manifest is parsed once per project version, in the checkout where that can be written, and copied
    from there into every home; a home that cannot find it parses its own.
    """
    target = folder / project_hash()
    if (target / MANIFEST).exists():
        return target
    shared = PROJECT_DIR / "target" / project_hash()
    if os.access(PROJECT_DIR, os.W_OK) and not (shared / MANIFEST).exists():
        _make_folder(shared, lambda partial: _invoke(["parse"], partial, partial))
    if (shared / MANIFEST).exists():
        _make_folder(
            target,
            lambda partial: [
                shutil.copy2(shared / name, partial) for name in KEPT if (shared / name).exists()
            ],
        )
    else:
        _make_folder(target, lambda partial: _invoke(["parse"], partial, partial))
    return target


def _make_folder(folder: Path, fill: Callable[[Path], object]) -> None:
    """Fill a folder beside its place and put it there in one step; another process may have been faster."""
    partial = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    fill(partial)
    try:
        partial.rename(folder)
    except OSError:
        shutil.rmtree(partial)


#: dbt's own manifest once this process has parsed it; the second build of a run need not parse again.
_parsed: dict[str, Any] = {}


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


def build(context: dg.AssetExecutionContext, home: Home, selection: Sequence[str]) -> Iterator[Any]:
    """Build the selected models and run their tests; yields one Dagster event per model and test.

    Raises DbtError when a model or a test of severity error fails, so that nothing downstream runs.
    """
    target = prepared_target(home.dbt)
    manifest = manifest_of(target)
    if project_hash() not in _parsed:
        _parsed[project_hash()] = _parsed_manifest(target)
    events = [
        event
        for event in _invoke(
            ["build", "--exclude-resource-type", "unit_test", *selection], target, home.warehouse_dir
        )
        if event["data"].get("node_info") and event["info"]["name"] in ("LogModelResult", "LogTestResult")
    ]
    described = _columns_and_rows(home.warehouse)
    lineage = _column_lineage(target, manifest, {name: columns for name, (columns, _) in described.items()})
    for event in events:
        unique_id = event["data"]["node_info"]["unique_id"]
        message = DbtCoreCliEventMessage(raw_event=event, event_history_metadata={})
        for result in message.to_default_asset_events(
            manifest=manifest, dagster_dbt_translator=translator, context=context, target_path=target
        ):
            if isinstance(result, dg.Output) and unique_id in manifest["nodes"]:
                relation = _relation(manifest["nodes"][unique_id])
                columns, count = described.get(relation, ({}, None))
                result = result.with_metadata(
                    {
                        **result.metadata,
                        "dagster/table_name": relation,
                        "dagster/column_schema": _schema(manifest["nodes"][unique_id], columns),
                        **({} if count is None else {"dagster/row_count": count}),
                        **_lineage_metadata(lineage.get(relation, {})),
                    }
                )
            yield result
    failed = [event for event in events if event["data"]["node_info"]["node_status"] in ("fail", "error")]
    if failed:
        raise DbtError("; ".join(event["info"]["msg"] for event in failed))


def _invoke(command: Sequence[str], target: Path, folder: Path) -> list[dict[str, Any]]:
    """Run one dbt command in this process, inside `folder` (see profiles.yml); the events that it fired."""
    from dbt.cli.main import dbtRunner
    from dbt_common.events.functions import msg_to_dict

    events: list[dict[str, Any]] = []

    def keep(message: Any) -> None:
        if message.info.level not in ("debug", "test"):
            events.append(msg_to_dict(message))

    here = Path.cwd()
    os.chdir(folder)
    try:
        result = dbtRunner(manifest=_parsed.get(project_hash()), callbacks=[keep]).invoke(
            _arguments(command, target)
        )
    finally:
        os.chdir(here)
        _let_go_of_the_database()
    if result.exception is not None:
        raise DbtError(str(result.exception)) from result.exception
    if not result.success:
        problems = [event["info"]["msg"] for event in events if event["info"]["level"] == "error"]
        sys.stderr.write("\n".join(problems) + "\n")
    return events


def _parsed_manifest(target: Path) -> Any:
    """dbt's own manifest object as its parse left it, so that no build of this process parses again."""
    from dbt.contracts.graph.manifest import Manifest

    manifest = Manifest.from_msgpack((target / PARSED).read_bytes())
    manifest.build_flat_graph()
    return manifest


def _arguments(command: Sequence[str], target: Path) -> list[str]:
    return [
        *command,
        *("--project-dir", str(PROJECT_DIR)),
        *("--profiles-dir", str(PROJECT_DIR)),
        *("--target-path", str(target)),
        *("--log-path", str(target / "logs")),
        *("--log-level", "none"),
        *("--log-level-file", "none"),
    ]


def _let_go_of_the_database() -> None:
    """Close dbt's connections: its adapter would keep the file open, and the next writer would fail."""
    from dbt.adapters.duckdb.connections import DuckDBConnectionManager

    if DuckDBConnectionManager._ENV is not None:
        DuckDBConnectionManager._ENV.close()
        DuckDBConnectionManager._ENV = None


def _relation(node: Mapping[str, Any]) -> str:
    return f"{node['schema']}.{node.get('alias') or node.get('identifier') or node['name']}"


def _columns_and_rows(warehouse: Path) -> dict[str, tuple[dict[str, str], int | None]]:
    """Every relation of the warehouse: its columns with types, and its rows where it is a table."""
    from orchestration.warehouse import connect

    found: dict[str, tuple[dict[str, str], int | None]] = {}
    with connect(warehouse) as connection:
        rows = connection.execute(
            "select schema_name, table_name, estimated_size from duckdb_tables() where not internal"
        ).fetchall()
        sizes = {f"{schema}.{table}": size for schema, table, size in rows}
        for schema, table, column, kind in connection.execute(
            "select schema_name, table_name, column_name, data_type from duckdb_columns() "
            "where not internal order by schema_name, table_name, column_index"
        ).fetchall():
            name = f"{schema}.{table}"
            found.setdefault(name, ({}, sizes.get(name)))[0][column] = kind
    return found


def _schema(node: Mapping[str, Any], columns: Mapping[str, str]) -> dg.TableSchema:
    declared = node.get("columns", {})
    return dg.TableSchema(
        [
            dg.TableColumn(name, kind, description=declared.get(name, {}).get("description") or None)
            for name, kind in columns.items()
        ]
    )


def _column_lineage(
    target: Path, manifest: Mapping[str, Any], columns: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """For every model built so far, which columns of its parents each column comes from.

    The SQL alone decides it, so it is derived once per project version and kept beside the manifest.
    """
    shared = PROJECT_DIR / "target" / project_hash()
    kept = (shared if os.access(shared, os.W_OK) else target) / LINEAGE
    known: dict[str, dict[str, list[tuple[str, str]]]] = (
        json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    )
    missing = [
        node
        for node in manifest["nodes"].values()
        if node["resource_type"] == "model" and _relation(node) in columns and _relation(node) not in known
    ]
    for node in missing:
        compiled = target / "compiled" / node["package_name"] / node["original_file_path"]
        if compiled.exists():
            known[_relation(node)] = _trace(
                compiled.read_text(encoding="utf-8"), columns, columns[_relation(node)]
            )
    if missing:
        partial = kept.with_suffix(f".{os.getpid()}.tmp")
        partial.write_text(json.dumps(known), encoding="utf-8")
        partial.replace(kept)
    return known


def _trace(
    sql: str, schema: Mapping[str, Mapping[str, str]], columns: Mapping[str, str]
) -> dict[str, list[tuple[str, str]]]:
    from sqlglot import exp
    from sqlglot.errors import SqlglotError
    from sqlglot.lineage import lineage

    nested: dict[str, dict[str, dict[str, str]]] = {}
    for relation, types in schema.items():
        schema_name, table = relation.split(".", 1)
        nested.setdefault(schema_name, {})[table] = dict(types)
    traced: dict[str, list[tuple[str, str]]] = {}
    for column in columns:
        try:
            root = lineage(column, sql, schema=nested, dialect="duckdb")
        except (SqlglotError, ValueError, AttributeError, KeyError):
            continue  # what the tracer cannot follow is shown without lineage, never guessed
        parents = {
            (f"{table.db}.{table.name}", exp.to_column(leaf.name).name)
            for leaf in root.walk()
            if not leaf.downstream
            for table in leaf.expression.find_all(exp.Table)
            if table.db
        }
        traced[column] = sorted(parents)
    return traced


def _lineage_metadata(traced: Mapping[str, Sequence[Sequence[str]]]) -> dict[str, Any]:
    if not traced:
        return {}
    return {
        "dagster/column_lineage": dg.TableColumnLineage(
            {
                column: [
                    dg.TableColumnDep(asset_key=asset_key_of(parent), column_name=name)
                    for parent, name in parents
                ]
                for column, parents in traced.items()
            }
        )
    }

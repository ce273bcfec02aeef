"""`datapackage.json`: the Frictionless description of a list's tables.

Belongs here: the mapping from the declared exports to a data package, one resource per file.
Does not belong here: the declarations (`contract`), hashes of the whole folder (`manifest`).

Descriptions are in pt-BR; `unit` and `article` are custom field properties. Nothing here depends on the
clock.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from orchestration.durable import sha256_of
from orchestration.publication.contract import EXPORTS, Column, Export
from orchestration.publication.wording import date_pt

DATAPACKAGE_NAME = "datapackage.json"


def build_datapackage(
    pool: str,
    cutoff: date,
    directory: Path,
    rows: Mapping[str, int],
    exports: Sequence[Export] = EXPORTS,
) -> dict[str, Any]:
    """The data package of the tables in `directory`; `rows` counts the rows of each export by name."""
    resources: list[dict[str, Any]] = []
    for export in exports:
        resources.append(_csv_resource(export, directory / export.csv_name, rows[export.name]))
        if export.parquet:
            resources.append(_parquet_resource(export, directory / export.parquet_name, rows[export.name]))
    return {
        "name": f"{_slug(pool)}-{cutoff.isoformat()}",
        "title": f"Lista de rating {pool}, corte de {date_pt(cutoff)}",
        "description": "Lista, rankings, livro de partidas e as demais tabelas com que se refaz cada número.",
        "version": cutoff.isoformat(),
        "resources": resources,
    }


def datapackage_bytes(package: Mapping[str, Any]) -> bytes:
    """UTF-8 JSON in the declared order of tables and columns, two spaces, one line feed at the end."""
    return (json.dumps(package, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _csv_resource(export: Export, path: Path, rows: int) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "fields": [_field(export, column) for column in export.columns],
        "missingValues": [""],
    }
    if export.primary_key:
        schema["primaryKey"] = list(export.primary_key)
    return {
        "name": export.name.replace("_", "-"),
        "type": "table",
        "title": export.title_pt,
        "description": export.description_pt,
        "path": export.csv_name,
        "scheme": "file",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "dialect": {
            "csv": {
                "delimiter": export.delimiter,
                "lineTerminator": "\n",
                "quoteChar": '"',
                "doubleQuote": True,
            }
        },
        **_identity(path, rows),
        "schema": schema,
    }


def _parquet_resource(export: Export, path: Path, rows: int) -> dict[str, Any]:
    # Typed as a file: the standard's tools read Parquet only with an extra, and the columns are those of
    # the CSV.
    return {
        "name": f"{export.name.replace('_', '-')}-parquet",
        "type": "file",
        "title": f"{export.title_pt} (Parquet)",
        "description": f"As mesmas colunas e linhas de {export.csv_name}, com os tipos.",
        "path": export.parquet_name,
        "scheme": "file",
        "format": "parquet",
        "mediatype": "application/vnd.apache.parquet",
        **_identity(path, rows),
    }


def _identity(path: Path, rows: int) -> dict[str, Any]:
    return {"hash": f"sha256:{sha256_of(path)}", "bytes": path.stat().st_size, "rowCount": rows}


def _field(export: Export, column: Column) -> dict[str, Any]:
    field: dict[str, Any] = {"name": column.name, "type": column.type, "description": column.description_pt}
    if column.unit is not None:
        field["unit"] = column.unit
    if column.article is not None:
        field["article"] = column.article
    if column.name in export.primary_key:
        field["constraints"] = {"required": True}
    return field


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "rating"

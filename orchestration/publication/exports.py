"""The tables of a list as CSV and Parquet, the same bytes for the same data on any machine.

Belongs here: reading the marts in a total order and writing them canonically.
Does not belong here: which columns there are (`contract`), where the folder is and when it becomes visible
(`draft`, `publish`).

CSV: UTF-8, LF, quotes as RFC 4180, blank for unknown, `true`/`false`, ISO dates, decimals without trailing
zeros. Text comes from outside, so a text cell of two or more characters that a spreadsheet would take for a
formula, also after blanks or in full-width signs, gets an apostrophe in front; a lone sign (a `=` or `-` of a
result column) is no formula and stays. Within a text the apostrophe stands where a spreadsheet that takes
another separator would begin a cell. Line breaks within a text are LF. Parquet holds the text unchanged.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from orchestration.durable import flush_path, write_flushed
from orchestration.publication.contract import EXPORTS, Column, Export

__all__ = ["EXPORTS", "ExportError", "TableCounts", "write_tables"]

#: Also their full-width forms, which some spreadsheets read alike.
_FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_FORMULA_STARTS = (*_FORMULA_SIGNS, "\t", "\r", "\n")


class ExportError(ValueError):
    """The marts do not hold what an export promises; the message names export and key."""


@dataclass(frozen=True, slots=True)
class TableCounts:
    """Rows and columns of one written table."""

    rows: int
    columns: int


def write_tables(
    con: duckdb.DuckDBPyConnection, directory: Path, cutoff: date, exports: Sequence[Export] = EXPORTS
) -> dict[str, TableCounts]:
    """Write every export of the list of `cutoff` into `directory`; counts by export name, in declared order.

    Raises `ExportError` when two rows share a primary key.
    """
    return {export.name: _write(export, _read(con, export, cutoff), directory) for export in exports}


def _read(con: duckdb.DuckDBPyConnection, export: Export, cutoff: date) -> list[tuple[Any, ...]]:
    # All columns follow the declared order, so rows that differ at all have one order only.
    ties = [f"{position} ASC NULLS LAST" for position in range(1, len(export.columns) + 1)]
    columns = ", ".join(f'{column.expression} AS "{column.name}"' for column in export.columns)
    order = ", ".join([*export.order_by, *ties])
    sql = f"SELECT {columns} FROM {export.mart} WHERE list = ? ORDER BY {order}"
    rows: list[tuple[Any, ...]] = con.execute(sql, [cutoff]).fetchall()
    return rows


def _write(export: Export, rows: list[tuple[Any, ...]], directory: Path) -> TableCounts:
    _require_unique(export, rows)
    by_column: list[list[Any]] = [[row[i] for row in rows] for i in range(len(export.columns))]
    write_flushed(directory / export.csv_name, _csv_bytes(export, by_column))
    if export.parquet:
        _write_parquet(export, by_column, directory / export.parquet_name)
    return TableCounts(rows=len(rows), columns=len(export.columns))


def _require_unique(export: Export, rows: list[tuple[Any, ...]]) -> None:
    if not export.primary_key:
        return
    names = [column.name for column in export.columns]
    positions = [names.index(name) for name in export.primary_key]
    seen: set[tuple[Any, ...]] = set()
    for row in rows:
        key = tuple(row[position] for position in positions)
        if key in seen or None in key:
            raise ExportError(f"{export.name}: key {export.primary_key} = {key} is blank or occurs twice")
        seen.add(key)


def _csv_bytes(export: Export, by_column: list[list[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=export.delimiter, lineterminator="\n")
    writer.writerow(column.name for column in export.columns)
    cells = [
        list(map(_cell_writer(column, export.delimiter), values))
        for column, values in zip(export.columns, by_column, strict=True)
    ]
    writer.writerows(zip(*cells, strict=True))
    return text.getvalue().encode("utf-8")


def _cell_writer(column: Column, delimiter: str) -> Callable[[Any], str]:
    match column.type:
        case "string":
            return partial(_text_cell, _within(delimiter))
        case "boolean":
            return lambda value: "" if value is None else ("true" if value else "false")
        case "number":
            return _decimal_cell
        case "date":
            return lambda value: "" if value is None else value.isoformat()
        case "datetime":
            return lambda value: "" if value is None else value.isoformat(timespec="seconds")
        case "integer":
            return lambda value: "" if value is None else str(value)


def _text_cell(within: re.Pattern[str], value: str | None) -> str:
    if value is None:
        return ""
    # The writer quotes a line feed but not a lone carriage return, at which readers would end the row.
    text = formula_safe(value.replace("\r\n", "\n").replace("\r", "\n"))
    return within.sub(r"\1'\2", text)


@cache
def _within(delimiter: str) -> re.Pattern[str]:
    """Where a spreadsheet of other regional settings would begin a cell inside a text, and a formula in it.

    Excel in Brazil takes the semicolon for the separator, elsewhere the comma, and then heeds no quotes.
    """
    others = "".join({",", ";", "\t", "\n"} - {delimiter})
    return re.compile(rf"([{others}][\s\"]*)([{re.escape(''.join(_FORMULA_SIGNS))}])")


def formula_safe(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    opens = text.startswith(_FORMULA_STARTS) or text.lstrip().startswith(_FORMULA_STARTS)
    return "'" + text if len(text) > 1 and opens else text


def _decimal_cell(value: Decimal | None) -> str:
    if value is None:
        return ""
    if not value:
        return "0"
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _write_parquet(export: Export, by_column: list[list[Any]], path: Path) -> None:
    fields = [pa.field(column.name, _arrow_type(column)) for column in export.columns]
    arrays = [pa.array(values, type=field.type) for values, field in zip(by_column, fields, strict=True)]
    table = pa.table(arrays, schema=pa.schema(fields))
    # One row group from freshly built arrays, and no embedded Arrow schema: the bytes depend on the data
    # and the pinned pyarrow only, not on how threads cut the result into chunks.
    pq.write_table(table, path, row_group_size=max(1, table.num_rows), compression="zstd", store_schema=False)
    flush_path(path)


def _arrow_type(column: Column) -> pa.DataType:
    match column.type:
        case "string":
            return pa.string()
        case "boolean":
            return pa.bool_()
        case "number":
            return pa.decimal128(*column.decimals)
        case "date":
            return pa.date32()
        case "datetime":
            return pa.timestamp("us")
        case "integer":
            return pa.int64()

"""The exported tables: same bytes for same data, readable by other tools, safe in spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from frictionless import Package, validate

from orchestration.publication.contract import EXPORTS, Export
from orchestration.publication.draft import write_draft
from orchestration.publication.exports import ExportError, write_tables
from orchestration.publication.manifest import output_hashes
from tests.orchestration.publication_marts import FIRST, SECOND, context, marts

_NAMES = [export.name for export in EXPORTS]


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    write_tables(marts(SECOND), tmp_path, SECOND)
    return tmp_path


def _export(name: str) -> Export:
    return next(export for export in EXPORTS if export.name == name)


def _csv(folder: Path, name: str) -> list[dict[str, str]]:
    text = (folder / f"{name}.csv").read_bytes().decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=_export(name).delimiter))


def test_counts_and_files(tmp_path: Path) -> None:
    counts = write_tables(marts(), tmp_path, FIRST)
    assert list(counts) == _NAMES
    assert counts["list"].rows == 6
    assert counts["ledger"].rows == 4
    assert (counts["swiss_manager"].rows, counts["swiss_manager"].columns) == (6, 9)
    expected = {f"{name}.csv" for name in _NAMES} | {
        f"{name}.parquet" for name in _NAMES if name != "swiss_manager"
    }
    assert {path.name for path in tmp_path.iterdir()} == expected


@pytest.mark.parametrize(("threads", "seed"), [(1, 1), (4, 2), (4, 3)])
def test_same_bytes_whatever_the_order_of_rows_and_the_threads(
    tmp_path: Path, threads: int, seed: int
) -> None:
    reference = write_draft(marts(SECOND), tmp_path / "a", context(SECOND))
    con = marts(SECOND, threads=threads, seed=seed)
    con.execute("SET preserve_insertion_order = false")
    con.execute("SET default_null_order = 'nulls_first'")
    con.execute("SET default_order = 'desc'")
    con.execute("SET TimeZone = 'Asia/Tokyo'")
    again = write_draft(con, tmp_path / "b", context(SECOND))
    assert output_hashes(again) == output_hashes(reference)
    assert (again / "manifest.json").read_bytes() == (reference / "manifest.json").read_bytes()


def test_contract_columns_in_order(tables: Path) -> None:
    header = (tables / "list.csv").read_text(encoding="utf-8").splitlines()[0]
    assert header == (
        "fnx_id,cbx_id,fide_id,name,city,club,rating,previous_rating,change,games_total,games_year,active,"
        "in_development,entry_source"
    )
    assert (tables / "swiss_manager.csv").read_text(encoding="utf-8").splitlines()[0] == (
        "ID_No;Fide_No;Name;Fed;Sex;Birthday;Rtg_Nat;Rtg_Int;ClubName"
    )
    columns = {column.name.lower() for export in EXPORTS for column in export.columns if export.parquet}
    assert not {name for name in columns if "birth" in name or name in {"sex", "pool", "list"}}


def test_values_as_written(tables: Path) -> None:
    results = {row["fnx_id"]: row for row in _csv(tables, "event_results")}
    assert results["FNX-1"]["change_exact"] == "-12.5"
    assert results["FNX-2"]["change_exact"] == "0"
    assert results["FNX-2"]["score"] == "10"
    assert results["FNX-2"]["k"] == ""
    assert results["FNX-2"]["in_development_before"] == "true"
    assert _csv(tables, "corrections")[0]["registered_at"] == "2026-01-30T09:05:00"
    assert _csv(tables, "ledger")[0]["change_units"] == "-188018407210725"
    assert _csv(tables, "events")[0]["end_time"] == "18:00"
    assert b"\r" not in (tables / "list.csv").read_bytes()


@pytest.mark.parametrize("value", ["TIME '18:00:00'", "TIMESTAMP '2026-01-11 18:00:00'", "'18:00'"])
def test_end_time_is_hours_and_minutes(tmp_path: Path, value: str) -> None:
    con = marts()
    events = f"SELECT * REPLACE ({value} AS end_time) FROM marts.dim_event"
    con.execute(f"CREATE OR REPLACE TABLE marts.dim_event AS {events}")
    write_tables(con, tmp_path, FIRST)
    assert {row["end_time"] for row in _csv(tmp_path, "events")} == {"18:00"}


def test_order(tables: Path) -> None:
    # Equal rating: games of the year, then the name without accents ("<", "alvaro", "ze").
    assert [row["fnx_id"] for row in _csv(tables, "list")] == [f"FNX-{n}" for n in (1, 5, 2, 4, 3, 6)]
    assert [row["ranking"] for row in _csv(tables, "rankings")] == ["geral"] * 5 + ["feminino"] * 2 + [
        "sub-08-feminino"
    ]
    assert [row["color"] for row in _csv(tables, "ledger")] == ["white", "black", "", ""]
    assert [row["source"] for row in _csv(tables, "entry_ratings")] == ["fide", "age_reference", "cbx"]
    assert [row["event_id"] for row in _csv(tables, "events")] == ["E1", "E2", "E3"]


def test_text_from_outside_is_no_formula(tables: Path) -> None:
    listed = {row["fnx_id"]: row for row in _csv(tables, "list")}
    assert listed["FNX-1"]["name"] == "'=1+1"
    assert listed["FNX-4"]["club"] == "'@clube"
    assert listed["FNX-5"]["club"] == "-"  # a lone sign is no formula
    assert listed["FNX-3"]["change"] == "-12"  # a number is not text
    assert _csv(tables, "swiss_manager")[0]["Name"] == "'=1+1"
    raw = [row["raw_result"] for row in _csv(tables, "ledger")]
    assert raw == ["=", "=", "-", "'=-+"]
    exact = {row["fnx_id"]: row["name"] for row in pq.read_table(tables / "list.parquet").to_pylist()}
    assert exact["FNX-1"] == "=1+1"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "\n=", " =", "\uff1d", "|"])
def test_no_text_column_of_any_table_starts_a_formula(start: str, tmp_path: Path) -> None:
    """Each text cell of each mart begins so; what a spreadsheet would take for a formula never comes out."""
    con = marts(SECOND)
    for export in EXPORTS:
        for column in export.columns:
            if column.type == "string" and export.parquet:
                con.execute(
                    f"UPDATE {export.mart} SET \"{column.name}\" = ? || 'cmd(1)' || rowid WHERE list = ?",
                    [start, SECOND],
                )
    write_tables(con, tmp_path, SECOND)
    texts = 0
    for export in EXPORTS:
        kinds = {column.name: column.type for column in export.columns}
        for row in _csv(tmp_path, export.name):
            for name, cell in row.items():
                if kinds[name] == "string" and "cmd(1)" in cell:
                    texts += 1
                    assert cell.lstrip(" \t\r\n")[0] not in "=+-@\uff1d" or cell[0] == "'", (
                        export.name,
                        name,
                    )
    assert texts > 60


@pytest.mark.parametrize(
    "text", ["a;=cmd(1)", 'a; "-1+cmd(1)', "a\t@cmd(1)", "a,=cmd(1);+cmd(1)", "a\n=cmd(1)"]
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_formula_begins_where_other_regional_settings_cut(
    text: str, separator: str, tmp_path: Path
) -> None:
    """Excel cuts a line at its own separator and heeds quotes only at the beginning of a cell."""
    con = marts()
    con.execute("UPDATE marts.fct_list SET name = ?", [text])
    write_tables(con, tmp_path, FIRST)
    for name, own in (("list", ","), ("swiss_manager", ";")):
        written = (tmp_path / f"{name}.csv").read_text(encoding="utf-8")
        lines = [line.split(separator) for line in written.splitlines()]
        rows = (
            list(csv.reader(io.StringIO(written, newline=""), delimiter=own)) if separator == own else lines
        )
        told = [cell for row in rows for cell in row if "cmd(1)" in cell]
        assert told and not [cell for cell in told if cell.lstrip(' "')[0] in "=+-@"], name
    assert {row["name"] for row in pq.read_table(tmp_path / "list.parquet").to_pylist()} == {text}


def test_other_tools_read_every_csv_as_it_was_written(tables: Path) -> None:
    """DuckDB finds the same columns, rows and texts, quotes and line breaks within them included."""
    for export in EXPORTS:
        path = str(tables / export.csv_name)
        relation = duckdb.read_csv(path, delimiter=export.delimiter, header=True, all_varchar=True)
        rows = _csv(tables, export.name)
        assert relation.columns == [column.name for column in export.columns]
        assert relation.fetchall() == [tuple(cell or None for cell in row.values()) for row in rows]


@pytest.mark.parametrize(
    "export", [export for export in EXPORTS if export.parquet], ids=lambda export: export.name
)
def test_csv_and_parquet_say_the_same(tables: Path, export: Export) -> None:
    exact = pq.read_table(tables / export.parquet_name)
    assert exact.column_names == [column.name for column in export.columns]
    assert pq.ParquetFile(tables / export.parquet_name).num_row_groups == 1
    read = duckdb.connect().execute(
        "SELECT * FROM read_csv(?, all_varchar = true, header = true)", [str(tables / export.csv_name)]
    )
    for from_csv, row in zip(read.fetchall(), exact.to_pylist(), strict=True):
        for text, (name, value) in zip(from_csv, row.items(), strict=True):
            assert _same(text, value), (name, text, value)


def _same(text: str | None, value: Any) -> bool:
    match value:
        case None:
            return text is None
        case bool():
            return text == ("true" if value else "false")
        case Decimal() | int():
            return text is not None and Decimal(text) == value
        case datetime():
            return text is not None and datetime.fromisoformat(text) == value
        case _:
            return text is not None and text.removeprefix("'") == str(value).removeprefix("'")


def test_blank_text_is_unknown(tables: Path) -> None:
    assert pq.read_table(tables / "list.parquet").to_pylist()[-1]["club"] is None


def test_other_lists_in_the_marts_are_left_out(tables: Path) -> None:
    assert len(_csv(tables, "rankings")) == 8


def test_an_empty_list_has_headers(tmp_path: Path) -> None:
    con = marts()
    for export in EXPORTS:
        con.execute(f"DELETE FROM {export.mart}")
    folder = write_draft(con, tmp_path, context())
    assert (folder / "history.csv").read_text() == "fnx_id,cutoff,rating,games_total,place\n"
    assert pq.read_table(folder / "ledger.parquet").num_rows == 0
    assert validate(str(folder / "datapackage.json")).valid


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("INSERT INTO marts.fct_list SELECT * FROM marts.fct_list", "list"),
        ("UPDATE marts.fct_entry_rating SET source = ''", "entry_ratings"),
    ],
)
def test_a_key_that_is_blank_or_twice_is_refused(tmp_path: Path, sql: str, name: str) -> None:
    con = marts()
    con.execute(sql)
    with pytest.raises(ExportError, match=f"^{name}:"):
        write_tables(con, tmp_path, FIRST)


def test_data_package_is_valid_and_complete(tmp_path: Path) -> None:
    folder = write_draft(marts(SECOND), tmp_path, context(SECOND))
    report = validate(str(folder / "datapackage.json"))
    assert report.valid, report.flatten(["name", "type", "message"])
    package = Package.from_descriptor(str(folder / "datapackage.json"))
    assert {resource.path for resource in package.resources} == {
        path.name for path in folder.iterdir() if path.suffix in {".csv", ".parquet"}
    }
    described = json.loads((folder / "datapackage.json").read_bytes())
    assert described["name"] == "rating-fnx-2026-2026-02-08"
    first = described["resources"][0]
    assert first["schema"]["primaryKey"] == ["fnx_id"]
    rating = next(field for field in first["schema"]["fields"] if field["name"] == "rating")
    assert (rating["type"], rating["unit"], rating["article"]) == ("integer", "pontos FNX", "Art. 2")
    assert all(
        field["description"]
        for res in described["resources"]
        if "schema" in res
        for field in res["schema"]["fields"]
    )


def test_data_package_notices_a_changed_table(tmp_path: Path) -> None:
    folder = write_draft(marts(), tmp_path, context())
    path = folder / "list.csv"
    path.write_text(path.read_text(encoding="utf-8").replace(",900,", ",999,"), encoding="utf-8")
    assert not validate(str(folder / "datapackage.json")).valid

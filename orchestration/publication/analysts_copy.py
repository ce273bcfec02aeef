"""`publicado.duckdb`: every published list in one DuckDB file, for analysts and tools.

Belongs here: building that file from the Parquet files of the published lists, and replacing it in one step.
Does not belong here: the warehouse (it is the pipeline's own), drafts.

A small file beside it, the seal, carries its hash and those of the manifests that it was made of: by it an
altered byte is found, and a copy that is damaged or behind is made again.

Readers who hold the old file keep a consistent snapshot; new connections see the new one. A notebook sees
the swap after it closes all its connections.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from orchestration.durable import clear_leftovers, hash_found, replacing, sha256_of
from orchestration.home import HomeError, read_sealed, write_sealed
from orchestration.publication.chain import PublishedList, published_lists
from orchestration.publication.contract import Export, exports_for
from orchestration.publication.manifest import system_of

_LIST_COLUMNS = (
    ("pool", "VARCHAR", "Nome do conjunto de rating"),
    ("list", "DATE", "Data de corte da lista publicada (Art. 20)"),
)


def refresh(exports_root: Path, target: Path) -> None:
    """Build the analysts' copy of all published lists at `target` (read-only file, schema `marts`).

    One table per export, named as its mart, with `pool` and `list` in front, and `marts.dim_list`, one row
    per published list. Columns that an older list does not have are null there.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    clear_leftovers(target.parent)
    lists = published_lists(exports_root)
    with replacing(target) as partial:
        try:
            _build(partial, lists)
        except BaseException:
            partial.with_name(f"{partial.name}.wal").unlink(missing_ok=True)
            raise
        partial.chmod(0o444)
        sha256 = sha256_of(partial)
    # A kill in between leaves a seal that speaks of another file: the copy is made once more.
    write_sealed(seal_of(target), ("what", "sha256"), _sealed(target, sha256, lists))


def _build(partial: Path, lists: tuple[PublishedList, ...]) -> None:
    with duckdb.connect() as con:
        # The v1.5 format: tools of analysts may lag behind the pipeline's DuckDB.
        con.execute(f"ATTACH {_quoted(str(partial))} AS copy (STORAGE_VERSION 'v1.5.0')")
        con.execute("CREATE SCHEMA copy.marts")
        _fill_lists(con, lists)
        for export in exports_for(system_of(lists[-1].manifest) if lists else "fnx"):
            if export.parquet:
                _fill(con, export, lists)
        con.execute("DETACH copy")


def is_current(exports_root: Path, target: Path) -> bool:
    """Whether the copy at `target` is, byte for byte, what was made of the published lists as they are.

    Raises `PublicationRefused` where those cannot be read.
    """
    lists = published_lists(exports_root)
    try:
        sealed = read_sealed(seal_of(target))
    except (OSError, HomeError):
        return False
    return sealed == _sealed(target, hash_found(target), lists)


def seal_of(target: Path) -> Path:
    """The file beside the copy that proves it."""
    return target.with_suffix(".seal")


def _sealed(target: Path, sha256: str | None, lists: tuple[PublishedList, ...]) -> list[list[str]]:
    held = [[one.cutoff.isoformat(), one.manifest_sha256] for one in lists]
    return [[target.name, sha256 or ""], *held]


def _fill_lists(con: duckdb.DuckDBPyConnection, lists: tuple[PublishedList, ...]) -> None:
    con.execute(
        "CREATE TABLE copy.marts.dim_list (pool VARCHAR, list DATE, publication_date DATE,"
        " published_at TIMESTAMPTZ, previous_list DATE, methodology_version VARCHAR,"
        " methodology_signature VARCHAR, manifest_sha256 VARCHAR)"
    )
    con.execute(
        "COMMENT ON TABLE copy.marts.dim_list IS 'Listas publicadas, em ordem de data de corte (Art. 21).'"
    )
    for published in lists:
        manifest = published.manifest
        con.execute(
            "INSERT INTO copy.marts.dim_list VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                manifest["pool"],
                published.cutoff,
                manifest["publication_date"],
                manifest["published_at"],
                manifest["previous_list"],
                manifest["methodology"]["version"],
                manifest["methodology"]["signature"],
                published.manifest_sha256,
            ],
        )


def _fill(con: duckdb.DuckDBPyConnection, export: Export, lists: tuple[PublishedList, ...]) -> None:
    table = f"copy.{export.mart}"
    declared = [(name, kind) for name, kind, _ in _LIST_COLUMNS]
    declared += [(column.name, column.sql_type) for column in export.columns]
    columns = ", ".join(f'"{name}" {kind}' for name, kind in declared)
    con.execute(f"CREATE TABLE {table} ({columns})")
    con.execute(f"COMMENT ON TABLE {table} IS {_quoted(export.description_pt)}")
    texts = {name: text for name, _, text in _LIST_COLUMNS}
    texts |= {column.name: column.description_pt for column in export.columns}
    for name, text in texts.items():
        con.execute(f'COMMENT ON COLUMN {table}."{name}" IS {_quoted(text)}')
    for published in lists:
        path = str(published.directory / export.parquet_name)
        present = {row[0] for row in con.execute("DESCRIBE SELECT * FROM read_parquet(?)", [path]).fetchall()}
        shared = ", ".join(f'"{column.name}"' for column in export.columns if column.name in present)
        con.execute(
            f"INSERT INTO {table} BY NAME SELECT ? AS pool, ?::DATE AS list, {shared} FROM read_parquet(?)",
            [published.manifest["pool"], published.cutoff, path],
        )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"

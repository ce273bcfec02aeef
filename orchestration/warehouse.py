"""The one writer of the private database, and how tables enter it.

Belongs here: connecting (short, closed for certain, in Fortaleza's zone) and loading Arrow tables.
Does not belong here: SQL about ratings, and the analysts' copy (`publication.analysts_copy`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pyarrow as pa

from orchestration.week import TIME_ZONE


@contextmanager
def connect(path: Path, wait_seconds: float = 120.0) -> Iterator[duckdb.DuckDBPyConnection]:
    """A read-write connection to the warehouse; waits, within bounds, for another process to let go."""
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            connection = duckdb.connect(str(path))
            break
        except duckdb.IOException as error:
            if "lock" not in str(error) or time.monotonic() >= deadline:
                raise
            time.sleep(0.2)
    try:
        connection.execute(f"set TimeZone = '{TIME_ZONE}'")
        yield connection
    finally:
        connection.close()


def load(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, pa.Table]) -> None:
    """Replace the named tables (``schema.name``) with these, all or none."""
    connection.execute("begin")
    try:
        for schema in sorted({name.split(".")[0] for name in tables}):
            connection.execute(f"create schema if not exists {schema}")
        for name, table in tables.items():
            connection.register("incoming", table)
            connection.execute(f"create or replace table {name} as select * from incoming")
            connection.unregister("incoming")
        connection.execute("commit")
    except BaseException:
        connection.execute("rollback")
        raise

"""The run history of a home, opened by a command for one run: the files that the UI reads, kept open.

Belongs here: how this process reaches the SQLite files of the home's Dagster instance.
Does not belong here: what is recorded, and the settings of the instance (`runs`).

Dagster opens and closes its files, and waits for the disk, several times for each of the many hundred things
that a run records of its assets and checks; that was half of a run's time. Here each file is opened once. Its
write-ahead log is synced when it is folded into the file: a power cut may cost the last records of a run,
which would be over then anyway, and never the file.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import sqlalchemy
from dagster._core.instance import InstanceRef
from dagster._core.storage.event_log.sqlite.sqlite_event_log import SqliteEventLogStorage
from dagster._core.storage.runs.sqlite.sqlite_run_storage import SqliteRunStorage
from dagster._core.storage.sqlite import SQLITE_BUSY_TIMEOUT_SECONDS
from dagster._core.storage.sqlite_storage import DagsterSqliteStorage
from dagster._serdes import ConfigurableClassData


@contextmanager
def run_history(folder: Path) -> Iterator[dg.DagsterInstance]:
    """The Dagster instance whose folder is `folder`, for the work of this process."""
    storage = {
        "module": __name__,
        "class": OpenStorage.__name__,
        "config": {"base_dir": str(folder)},
    }
    reference = InstanceRef.from_dir(str(folder), overrides={"storage": {"custom": storage}})
    with dg.DagsterInstance.from_ref(reference) as instance:
        yield instance


class OpenStorage(DagsterSqliteStorage):
    """Dagster's storage in SQLite files, with those that a run writes kept open until it is disposed of."""

    def __init__(self, base_dir: str, inst_data: ConfigurableClassData | None = None) -> None:
        super().__init__(base_dir, inst_data)
        self._run_storage = _OpenRuns(self._run_storage._conn_string)
        self._event_log_storage = _OpenEvents(self._event_log_storage._base_dir)

    @classmethod
    def from_config_value(cls, inst_data: ConfigurableClassData | None, config_value: Any) -> "OpenStorage":
        return cls(inst_data=inst_data, **config_value)


class _OpenRuns(SqliteRunStorage):
    def __init__(self, conn_string: str) -> None:
        super().__init__(conn_string)
        self._engine = _engine(conn_string)

    @contextmanager
    def connect(self) -> Iterator[sqlalchemy.Connection]:
        with self._engine.begin() as connection:
            yield connection

    def dispose(self) -> None:
        super().dispose()
        self._engine.dispose()


class _OpenEvents(SqliteEventLogStorage):
    def __init__(self, base_dir: str) -> None:
        self._engines: dict[str, sqlalchemy.Engine] = {}
        self._indexes: set[str] = set()
        super().__init__(base_dir)

    @contextmanager
    def _connect(self, shard: str) -> Iterator[sqlalchemy.Connection]:
        with self._db_lock:
            engine = self._engines.get(shard)
            if engine is None:
                engine = self._engines[shard] = _engine(self.conn_string_for_shard(shard))
                self._initdb(engine)
            with engine.begin() as connection:
                yield connection

    def has_secondary_index(self, name: str) -> bool:
        """Asked before most queries; an index that is there stays."""
        if name not in self._indexes and super().has_secondary_index(name):
            self._indexes.add(name)
        return name in self._indexes

    def dispose(self) -> None:
        super().dispose()
        for engine in self._engines.values():
            engine.dispose()


def _engine(address: str) -> sqlalchemy.Engine:
    engine = sqlalchemy.create_engine(
        address, pool_size=1, connect_args={"timeout": SQLITE_BUSY_TIMEOUT_SECONDS}
    )
    sqlalchemy.event.listen(engine, "connect", _sync_with_the_file)
    return engine


def _sync_with_the_file(connection: Any, record: object) -> None:
    connection.execute("pragma synchronous = normal")

"""Ten million games from DuckDB to a Parquet ledger, a week on top, a corrected result in the middle.

Run by `benchmarks.engine`, each step in a process of its own (``python -m benchmarks.history STEP
FOLDER``), so that start-up, imports and peak memory count.

Belongs here: the inputs file of a generated history and the steps. Does not belong here: the store
(`orchestration.history`).
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from benchmarks.books import History


def cut(history: History, n_events: int) -> History:
    """The first events of a history, and all its players."""
    stop = int(history.first_game[n_events])
    columns = ("round", "board", "white", "black", "half_points", "rhythm")
    return replace(
        history,
        events=history.events[:n_events],
        first_game=history.first_game[: n_events + 1],
        **{name: getattr(history, name)[:stop] for name in columns},
    )


def write_inputs(history: History, path: Path) -> None:
    """The three tables that `orchestration.history` reads, in the order of Art. 8."""
    import duckdb
    import numpy as np
    import pyarrow as pa

    path.unlink(missing_ok=True)
    homologations = np.array([one.homologation_no for one in history.events], dtype="i")
    columns = ("round", "board", "white", "black", "half_points", "rhythm")
    incoming = {
        "players": pa.table(
            {
                "player_no": np.arange(len(history.player_ids), dtype="i"),
                "player_id": history.player_ids,
                **history.players._asdict(),
            }
        ),
        "events": pa.table(
            {
                "homologation_no": homologations,
                "event_id": [one.event_id for one in history.events],
                "start_date": [one.start_date for one in history.events],
                "end_date": [one.end_date for one in history.events],
                "end_time": pa.array([one.end_time for one in history.events], pa.string()),
                "rhythms_differ": [one.rhythms_differ for one in history.events],
            }
        ),
        "games": pa.table(
            {
                "homologation_no": np.repeat(homologations, np.diff(history.first_game)),
                **{name: getattr(history, name) for name in columns},
            }
        ),
    }
    with duckdb.connect(str(path)) as connection:
        for name, table in incoming.items():
            connection.register("incoming", table)
            connection.execute(f"create table {name} as select * from incoming")
            connection.unregister("incoming")


def same_rows(one: Path, other: Path) -> tuple[bool, ...]:
    """Whether results and ledger of two folders hold the same rows now in force, whatever their segments."""
    import duckdb

    from orchestration.ledger_segments import views

    sums = []
    for folder in (one, other):
        with duckdb.connect() as connection:
            views(connection, folder)
            sums.append(
                [
                    connection.execute(
                        f"select count(*), sum(hash(rows)::hugeint) "
                        f"from (select * exclude (segment) from {name}) as rows"
                    ).fetchone()
                    for name in ("results", "ledger")
                ]
            )
    return tuple(mine == theirs and mine[0] > 0 for mine, theirs in zip(*sums, strict=True))


def step(name: str, folder: Path) -> None:
    """One step; prints CPU seconds, peak memory in MB, events written, last link."""
    import resource

    from engine.methodology import FNX_2026
    from orchestration import history

    written = getattr(history, name)(folder / "inputs.duckdb", folder / "ledger", FNX_2026)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(f"{used.ru_utime + used.ru_stime:.2f} {_peak()} {written.events} {written.link}")


def _peak() -> int:
    """The most memory in MB; not the kernel's figure for children, which begins at the parent's peak."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(dict(line.split(":", 1) for line in lines)["VmHWM"].split()[0]) // 1024


if __name__ == "__main__":
    step(sys.argv[1], Path(sys.argv[2]))

"""dbt in a process of its own, warm before it is needed: commands in, events out, a JSON object a line.

Belongs here: starting dbt's Python, running its commands, and what only its connection can tell of a model
that was just built. Does not belong here: what the events mean (`dbt`), and anything of Dagster.

Run as ``python -m orchestration.dbt_worker TARGET``: it reads the parsed manifest of TARGET at once, so that
it is ready while its parent still reads inputs, and parent and worker use a core each. A command is
``{"folder": ..., "arguments": [...]}``; its answer ends with ``{"done": true, "exception": ...}``.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from pathlib import Path
from threading import Thread
from typing import IO, Any

PARSED = "partial_parse.msgpack"
TOLD = ("LogModelResult", "LogTestResult")


def main() -> None:
    """Serve commands until standard input ends, or the parent does."""
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    answers = _own_output()
    gc.disable()
    from dbt.cli.main import dbtRunner
    from dbt_common.events.functions import msg_to_dict

    parsed = Path(sys.argv[1]) / PARSED
    manifest = _manifest(parsed) if parsed.exists() else None
    # What was loaded so far stays to the end: collecting it is work for nothing.
    gc.freeze()
    gc.enable()

    def tell(message: Any) -> None:
        if message.info.name in TOLD or message.info.level == "error":
            event = msg_to_dict(message)
            if message.info.name == "LogModelResult":
                event["built"] = _built(event["data"]["node_info"])
            _send(answers, event)

    for line in sys.stdin:
        command = json.loads(line)
        os.chdir(command["folder"])
        try:
            result = dbtRunner(manifest=manifest, callbacks=[tell]).invoke(command["arguments"])
        finally:
            _let_go_of_the_database()
        _send(answers, {"done": True, "exception": str(result.exception) if result.exception else None})


def _end_with(parent: int) -> None:
    """End at once when the parent has ended: the next run must find the database free."""
    while os.getppid() == parent:
        time.sleep(0.1)
    os._exit(1)


def _own_output() -> IO[str]:
    """Standard output for answers alone; whatever else prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _send(answers: IO[str], message: dict[str, Any]) -> None:
    answers.write(json.dumps(message, default=str) + "\n")
    answers.flush()


def _manifest(parsed: Path) -> Any:
    from dbt.contracts.graph.manifest import Manifest

    manifest = Manifest.from_msgpack(parsed.read_bytes())
    manifest.build_flat_graph()
    return manifest


def _built(node: dict[str, Any]) -> dict[str, Any]:
    """Columns with types of a relation just built, and its rows where it is a table."""
    import duckdb
    from dbt.adapters.duckdb.connections import DuckDBConnectionManager

    environment = DuckDBConnectionManager._ENV
    if environment is None or environment.conn is None:
        return {}
    relation = node["node_relation"]["relation_name"]
    cursor = environment.conn.cursor()
    try:
        columns = {name: kind for name, kind, *_ in cursor.execute(f"describe {relation}").fetchall()}
        rows = None
        if node["materialized"] == "table":
            (rows,) = cursor.execute(f"select count(*) from {relation}").fetchone()
    except duckdb.Error:
        return {}  # the model failed, and there is no older one
    finally:
        cursor.close()
    return {"columns": columns, "rows": rows}


def _let_go_of_the_database() -> None:
    """Close dbt's connections: its adapter would keep the file open, and the parent could not write."""
    from dbt.adapters.duckdb.connections import DuckDBConnectionManager

    if DuckDBConnectionManager._ENV is not None:
        DuckDBConnectionManager._ENV.close()
        DuckDBConnectionManager._ENV = None


if __name__ == "__main__":
    main()

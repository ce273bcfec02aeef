"""The draft of a list from the warehouse: what the manifest says of it is gathered here.

Belongs here: the step between marts and files. Does not belong here: the files (`publication`).
"""

from __future__ import annotations

from datetime import date
from importlib.metadata import version
from pathlib import Path

import duckdb

from orchestration import week
from orchestration.checks import audit
from orchestration.home import Home
from orchestration.pool import Pool
from orchestration.publication.draft import write_draft
from orchestration.publication.manifest import AuditCheck, InputHash, ListContext, Methodology, MethodologyRow


def write_list_draft(connection: duckdb.DuckDBPyConnection, home: Home, pool: Pool, cutoff: date) -> Path:
    """Write the draft of the list that the marts hold; its folder."""
    (previous,) = connection.execute("select previous_list from home.list_parameters").fetchone() or (None,)
    methodology = pool.methodology
    context = ListContext(
        pool=pool.name,
        cutoff=cutoff,
        freeze=week.freeze(cutoff),
        publication_date=week.publication_date(cutoff),
        previous_list=previous,
        methodology=Methodology(methodology.version, methodology.signature(), methodology.policies()),
        methodology_rows=tuple(
            MethodologyRow(row.article, row.key, row.value, row.text_pt) for row in methodology.describe()
        ),
        inputs=tuple(
            InputHash(*row)
            for row in connection.execute(
                "select path, sha256, bytes from home.inputs order by all"
            ).fetchall()
        ),
        audit=tuple(
            AuditCheck(check.name, check.title_pt, result.passed, check.blocking, result.detail_pt)
            for check, result in audit(connection)
        ),
        code_version=version("fnx-rating"),
    )
    return write_draft(connection, home.exports, context)

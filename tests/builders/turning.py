"""A season that goes over the turn of a year: its last events are played a year's turn later.

Belongs here: moving register rows in time. Does not belong here: the season itself (`tests.builders.season`).
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.acceptance.oracle import parse_date, parse_instant, read_csv
from tests.builders.home_files import REGISTER_COLUMNS, write_register

#: The columns that say when, by register.
_DAYS = ("start_date", "end_date")
_MOMENTS = ("homologated_at", "registered_at", "decided_at")


def turn_year(home: Path, after: str = "2026-07-01", days: int = 182) -> Path:
    """Move the events that begin after a day, and every fact told after it, by so many days."""
    for name in ("events", "corrections", "identity_decisions", "players"):
        rows = read_csv(home / "registry" / f"{name}.csv")
        moved = [_moved(row, after, timedelta(days=days)) for row in rows]
        write_register(
            home, name, [{column: row.get(column, "") for column in REGISTER_COLUMNS[name]} for row in moved]
        )
    return home


def _moved(row: dict[str, str], after: str, by: timedelta) -> dict[str, str]:
    moved = dict(row)
    begins = row.get("start_date")
    late = begins is not None and parse_date(begins).isoformat() > after
    for column in _DAYS:
        if late and row.get(column):
            moved[column] = (parse_date(row[column]) + by).isoformat()
    for column in _MOMENTS:
        told = parse_instant(row.get(column, ""))
        if told is not None and (late or (begins is None and told.isoformat() > after)):
            moved[column] = (told + by).isoformat()
    value = row.get("value", "")
    if value.startswith(("start_date=", "end_date=")) and value.partition("=")[2] > after:
        column, _, day = value.partition("=")
        moved["value"] = f"{column}={(parse_date(day) + by).isoformat()}"
    return moved

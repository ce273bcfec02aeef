"""A season that becomes known week by week: each register as it stood on the evening of a freeze.

Belongs here: which rows and files people had by a moment. Does not belong here: the facts themselves
(`tests.builders.season`), and what a list must be (`tests.acceptance.oracle`).

A fact is entered on the day that it carries; an event without `registered_at` is entered on its first day and
its homologation filled in later, as a federation does; files come with the rows that name them, FIDE and CBX
lists in their month.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from pathlib import Path

from tests.acceptance.oracle import MONTHS_EN, parse_date, parse_instant, read_csv
from tests.builders.home_files import REGISTER_COLUMNS, write_register

#: The column that says when a row of a register became known.
KNOWN_AT = {
    "players": "registered_at",
    "rating_approvals": "decided_at",
    "identity_decisions": "decided_at",
    "corrections": "registered_at",
}


def reveal(season: Path, home: Path, moment: datetime) -> None:
    """Make `home` say what the whole `season` said by `moment` (Fortaleza); what the platform wrote stays."""
    for register in sorted((season / "registry").glob("*.csv")):
        name = register.stem
        rows = list(_known(name, read_csv(register), moment))
        write_register(home, name, [_own_columns(name, row) for row in rows])
    events, corrections = (read_csv(home / "registry" / f"{name}.csv") for name in ("events", "corrections"))
    named = {part.strip() for row in events for part in row["file"].split(";")}
    named |= {row["value"] for row in corrections if row["kind"] == "replace_file"}
    for path in sorted(season.glob("inbox/**/*.*")):
        inside = path.relative_to(season)
        arrived = path.name in named if inside.parts[1] == "events" else _month(path) <= moment.date()
        if arrived and not (home / inside).exists():
            (home / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, home / inside)
    if (season / "pool.toml").exists():
        shutil.copyfile(season / "pool.toml", home / "pool.toml")


def _known(name: str, rows: Sequence[Mapping[str, str]], moment: datetime) -> Iterator[dict[str, str]]:
    for row in rows:
        if name == "events":
            entered = parse_instant(row.get("registered_at", ""))
            if (entered or datetime.combine(parse_date(row["start_date"]), time())) >= moment:
                continue
            homologated = parse_instant(row.get("homologated_at", ""))
            later = homologated is not None and homologated >= moment
            yield {**row, "homologated_at": "", "homologation_no": ""} if later else dict(row)
        else:
            told = parse_instant(row.get(KNOWN_AT.get(name, ""), ""))
            if told is None or told < moment:
                yield dict(row)


def _own_columns(name: str, row: Mapping[str, str]) -> dict[str, str]:
    return {column: row.get(column, "") for column in REGISTER_COLUMNS[name]}


def _month(path: Path) -> date:
    """The month of a FIDE or CBX list by its name; cards are there from the first day."""
    if found := re.match(r"(\d{4})-(\d{2})", path.name):
        return date(int(found[1]), int(found[2]), 1)
    if found := re.search(r"([a-z]{3})(\d{2})frl", path.name.lower()):
        return date(2000 + int(found[2]), MONTHS_EN.index(found[1]) + 1, 1)
    return date.min

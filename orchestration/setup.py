"""A new data home: the layout, empty registers with their headers, or the sample season.

Belongs here: what `fnx init` writes. Does not belong here: the layout's paths (`home`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from orchestration.durable import replace_file
from orchestration.home import Home, HomeError

SAMPLE = Path(__file__).resolve().parent.parent / "sample" / "season"
POOL_TEMPLATE = """\
# Settings of this rating pool. Everything here is optional; the values shown are the defaults.
# Policies and their alternatives: docs/operators.md.

[pool]
name = "FNX"
system = "fnx"

[policies]
# k_granularity = "event"
# pre_event = "start"
# untimed_last = true
# annual_rollover = "carry"
# list_unrated = false
# minor_names = "full"
# min_ranking_size = 1

[fetch]
# Visits to FIDE and CBX (fnx fetch). Nothing is asked for without a contact that a site's keeper can write
# to. contact = "rating@federacao.example"
# delay = 5.0
# daily_budget = 300

[school_categories]
# What school categories mean: an age range or a Sub-N, for players without a proven birth year (Art. 10).
# Mirim = "12-14"
# Infantil = "15-17"
"""


def create_home(root: Path, sample: bool) -> Iterator[str]:
    """Create or complete a home; yields one line for each thing that was made. Raises HomeError."""
    if root.exists() and not root.is_dir():
        raise HomeError(f"{root} is a file: give a folder")
    if sample and root.is_dir() and any((root / "registry").glob("*.csv")):
        raise HomeError(f"{root} already has registers; give a new folder for the sample season")
    home = Home(root.resolve())
    home.make_layout()
    try:
        if sample:
            shutil.copytree(SAMPLE, home.root, dirs_exist_ok=True)
            yield f"sample season written to {home.root}"
        else:
            yield from _empty_registers(home)
    except OSError as error:
        raise HomeError(f"cannot write to {root}: {error.strerror}") from error
    yield f"data home ready: {home.root}"
    yield f"next: put files in {home.root / 'inbox'}, fill {home.registry}, then `fnx run --home {home.root}`"


def _empty_registers(home: Home) -> Iterator[str]:
    from scrapers.registers import REGISTERS

    for name, spec in REGISTERS.items():
        path = home.registry / f"{name}.csv"
        if not path.exists():
            replace_file(path, (",".join(column.name for column in spec.columns) + "\n").encode("utf-8"))
            yield f"registry/{name}.csv (header only)"
    if not home.pool_file.exists():
        replace_file(home.pool_file, POOL_TEMPLATE.encode("utf-8"))
        yield "pool.toml"

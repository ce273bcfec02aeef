"""A new data home: the layout, empty registers with their headers, or the sample season.

Belongs here: what `fnx init` writes. Does not belong here: the layout's paths (`home`).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from orchestration.durable import replace_file
from orchestration.home import Home, HomeError
from orchestration.pool_template import pool_template

SAMPLE = Path(__file__).resolve().parent.parent / "sample" / "season"


def create_home(root: Path, sample: bool, system: str = "fnx") -> Iterator[str]:
    """Create or complete a home; yields one line for each thing that was made. Raises HomeError."""
    try:
        template = pool_template(system)
    except ValueError as error:
        raise HomeError(str(error)) from error
    if sample and system != "fnx":
        raise HomeError("the sample season is one of the regulation: leave out --system")
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
            yield from _empty_registers(home, template)
    except OSError as error:
        raise HomeError(f"cannot write to {root}: {error.strerror}") from error
    yield f"data home ready: {home.root}"
    yield f"next: put files in {home.root / 'inbox'}, fill {home.registry}, then `fnx run --home {home.root}`"


def _empty_registers(home: Home, template: str) -> Iterator[str]:
    from scrapers.registers import REGISTERS

    for name, spec in REGISTERS.items():
        path = home.registry / f"{name}.csv"
        if not path.exists():
            replace_file(path, (",".join(column.name for column in spec.columns) + "\n").encode("utf-8"))
            yield f"registry/{name}.csv (header only)"
    if not home.pool_file.exists():
        replace_file(home.pool_file, template.encode("utf-8"))
        yield "pool.toml"

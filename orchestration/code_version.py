"""Which code computed a list: the release and a fingerprint of its sources.

Belongs here: that text. Does not belong here: what follows from a difference (`verification`).
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from orchestration.dbt_process import project_hash

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "scrapers", "orchestration")
SOURCES = (".py", ".sql", ".j2")


@cache
def code_version() -> str:
    """``<release>+<12 hex digits>``: the same for the same sources on any machine."""
    digest = hashlib.sha256(project_hash().encode())
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in SOURCES:
                name = path.relative_to(ROOT).as_posix().encode()
                digest.update(name + b"\0" + path.read_bytes() + b"\0")
    return f"{version('fnx-rating')}+{digest.hexdigest()[:12]}"

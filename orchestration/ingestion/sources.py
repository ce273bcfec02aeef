"""Which bytes each input of a list had: kept in the archive, so that the list can be computed again from it.

Belongs here: writing and reading `archive/lists/<cut-off>.csv`, and comparing it with the home as it is now.
Does not belong here: computing a list again (`verification`).

The manifest names the content that a list used. This file names the bytes that lay in the home: a register
whose rows were only sorted, and a tournament file that differs from the archived one, leave traces in the
report (lines, failed checks) that the manifest's hashes do not tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from orchestration.durable import sha256_of
from orchestration.home import ISSUED_IDS, Home, read_sealed, write_sealed
from orchestration.ingestion.found import MAX_INPUT_BYTES, Ingested, unreadable
from scrapers.fide.container import MAX_UNPACKED
from scrapers.registers import REGISTERS

_COLUMNS = ("path", "used_sha256", "seen_sha256")


@dataclass(frozen=True, slots=True)
class Source:
    """One input of a list: its path in the home, the content used, and the bytes seen (None: nothing)."""

    path: str
    used: tuple[str, ...]
    seen: str | None


def sources_file(home: Home, cutoff: date) -> Path:
    """Where the sources of a list are kept."""
    return home.archive_lists / f"{cutoff}.csv"


def record_sources(home: Home, cutoff: date, found: Ingested) -> None:
    """Keep what this ingestion saw. A published list's sources are final, as it is."""
    if (home.exports / str(cutoff)).exists():
        return
    used: dict[str, list[str]] = {}
    for one in found.inputs:
        used.setdefault(one.path, []).append(one.sha256)
    rows = [
        (path, ";".join(sorted(used.get(path, []))), found.seen.get(path) or "")
        for path in sorted({*used, *found.seen})
    ]
    write_sealed(sources_file(home, cutoff), _COLUMNS, rows)


def read_sources(home: Home, cutoff: date) -> tuple[Source, ...]:
    """The sources of a list. Raises HomeError if the file is missing or altered."""
    return tuple(
        Source(path, tuple(used.split(";")) if used else (), seen or None)
        for path, used, seen in read_sealed(sources_file(home, cutoff))
    )


def changed_since(home: Home, cutoff: date) -> tuple[str, ...]:
    """Paths of the home whose bytes are not those that the newest computation of this list saw, sorted.

    Raises HomeError as `read_sources`.
    """
    sources = {source.path: source.seen for source in read_sources(home, cutoff) if _is_input(source.path)}
    return tuple(
        path
        for path in sorted({*sources, *_present(home)})
        if sources.get(path) != _hash_of(home.root / path)
    )


def _is_input(path: str) -> bool:
    """Whether people put it there: the exports and the issued ids are the platform's own."""
    return not path.startswith("exports/") and path != f"registry/{ISSUED_IDS}"


def _present(home: Home) -> Iterator[str]:
    """The inputs that are there now, but for tournament files: those are named by the registers."""
    files = [home.pool_file, *(home.registry / f"{name}.csv" for name in REGISTERS)]
    for folder in (home.fide, home.cbx_cards, home.cbx_lists):
        if folder.is_dir():
            files += [file for file in folder.iterdir() if not file.name.startswith(".")]
    for file in files:
        if file.is_file():
            yield file.relative_to(home.root).as_posix()


def _hash_of(file: Path) -> str | None:
    limit = MAX_UNPACKED if file.parent.name == "fide" else MAX_INPUT_BYTES
    if not file.exists() or unreadable(file, limit) is not None:
        return None
    return sha256_of(file)

"""Whether a draft reflects the home as it is now, and what it does not reflect.

Belongs here: comparing the home with the bytes that the newest computation of a list saw, row by row where
the file is a register. Does not belong here: computing it again.

A saved correction with a list that was not computed again is the failure that nobody sees: whatever shows or
publishes a draft asks here first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path, PurePosixPath

from orchestration import week
from orchestration.durable import sha256_of
from orchestration.home import Archive, Home, HomeError
from orchestration.ingestion.registers import content_of, key_of_row
from orchestration.ingestion.sources import Source, changed_since, read_sources, sources_file
from orchestration.publication.chain import newest_before, published_lists
from orchestration.publication.draft import draft_directory
from orchestration.publication.manifest import MANIFEST_NAME, read_manifest
from scrapers.records import InputFile
from scrapers.registers import REGISTERS, Register, RegisterSpec, read_register

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Change:
    """An input that the draft does not reflect; `detail_pt` names the rows, where it is a register."""

    path: str
    detail_pt: str


def outdated(home: Home, cutoff: date, folder: Path) -> tuple[Change, ...]:
    """What changed since the list in `folder`, a draft or published, was computed; empty if nothing did."""
    if not sources_file(home, cutoff).exists():
        return (Change("archive", "não há registro do que esta lista leu"),)
    try:
        sources = {source.path: source for source in read_sources(home, cutoff)}
        manifest = read_manifest(folder)
        named = sorted((one["path"], one["sha256"]) for one in manifest["inputs"])
        if named != sorted((path, used) for path, source in sources.items() for used in source.used):
            return (Change("archive", "as entradas foram lidas de novo depois desta lista"),)
        before = newest_before(published_lists(home.exports), cutoff)
        if manifest["previous_list"] != (str(before.cutoff) if before else None):
            return (Change("exports", "outra lista foi publicada antes desta"),)
        found = (_change(home, path, sources.get(path)) for path in changed_since(home, cutoff))
        return tuple(change for change in found if change is not None)
    except (OSError, ValueError, KeyError, HomeError) as error:
        return (Change("archive", str(error)),)


def rebuild_due(home: Home, cutoff: date, moment: datetime) -> str | None:
    """A key for the facts that the draft of `cutoff` does not reflect but must (Art. 20), or None.

    Until the freeze (Tuesday 23:59) a draft follows the registers. The key differs for each draft and for
    each state of what changed, so that one computation is asked for once, even if it fails.
    """
    draft = _open_draft(home, cutoff)
    if draft is None or moment >= week.frozen_before(cutoff):
        return None
    changes = outdated(home, cutoff, draft)
    if not changes:
        return None
    facts = hashlib.sha256(str((draft / MANIFEST_NAME).stat().st_mtime_ns).encode())
    for change in changes:
        file = home.root / change.path
        content = sha256_of(file) if file.is_file() else ""
        facts.update(f"\n{change.path} {change.detail_pt} {content}".encode())
    return f"{cutoff}-{facts.hexdigest()[:16]}"


def bring_up_to_date(
    home: Home, cutoff: date, compute: Callable[[], object], say: Callable[[str], None]
) -> None:
    """Compute the draft of `cutoff` again where the home says more by now, and say what that changes.

    Leaves a list alone that is published, has no draft, or comes before a published one.
    """
    draft = _open_draft(home, cutoff)
    if draft is None:
        return
    changes = outdated(home, cutoff, draft)
    if not changes:
        return
    say(f"the draft of {cutoff} is older than the home; computing it again. Not in it yet:")
    for change in changes:
        say(f"  {change.path}: {change.detail_pt}")
    compute()
    said = home.draft_changes(cutoff)
    for line in said.read_text(encoding="utf-8").splitlines() if said.exists() else ():
        say(f"  {line}")


def _open_draft(home: Home, cutoff: date) -> Path | None:
    """The draft of a list that can still be published; None where there is none, or a later list is out."""
    draft = draft_directory(home.exports, cutoff)
    newest = max((one.cutoff for one in published_lists(home.exports)), default=None)
    return draft if draft.is_dir() and (newest is None or newest < cutoff) else None


def _change(home: Home, path: str, source: Source | None) -> Change | None:
    there = (home.root / path).exists()
    before = source.seen if source else None
    name = PurePosixPath(path).stem
    if path == f"registry/{name}.csv" and name in REGISTERS and there and before is not None:
        return _register_change(home, path, name, before)
    return Change(path, "apareceu" if before is None else "mudou" if there else "não está mais")


def _register_change(home: Home, path: str, name: str, before: str) -> Change | None:
    """The rows that differ; None if the register was only sorted or saved again."""
    data = (Archive(home).read(before), (home.registry / f"{name}.csv").read_bytes())
    old, new = (read_register(REGISTERS[name], InputFile(f"{name}.csv", one)) for one in data)
    if content_of(old, before) == content_of(new, hashlib.sha256(data[1]).hexdigest()):
        return None
    return Change(path, "; ".join(_rows_changed(REGISTERS[name], old, new)) or "mudou")


def _rows_changed(spec: RegisterSpec, old: Register, new: Register) -> Iterator[str]:
    before, now = (
        {str(key_of_row(spec, row)): [row[column] for column in spec.names] for row in register.rows}
        for register in (old, new)
    )
    for text, keys in (
        ("linha nova", sorted(now.keys() - before.keys())),
        ("linha alterada", sorted(key for key in now.keys() & before.keys() if now[key] != before[key])),
        ("linha que sumiu", sorted(before.keys() - now.keys())),
    ):
        if keys:
            more = f" e mais {len(keys) - SHOWN}" if len(keys) > SHOWN else ""
            yield f"{text}: {', '.join(keys[:SHOWN])}{more}"

"""The chain of published lists: which there are, in order, each bound to the one before by a hash.

Belongs here: reading the published folders, proving that none changed since, and `exports/index.json`.
Does not belong here: making a list public (`publish`), recomputing one from its inputs.

The folders are the truth and the index is derived from them, so a kill between two steps is repaired by
running again; but an index entry that its folder contradicts is an alteration, never repaired silently
(Art. 3).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from orchestration.durable import replace_file, replace_link, sha256_of
from orchestration.publication import wording
from orchestration.publication.manifest import MANIFEST_NAME, differing_outputs, hashes_found, read_manifest

INDEX_NAME = "index.json"
LATEST_NAME = "latest"
DRAFTS_NAME = "drafts"
CUTOFF = re.compile(r"\d{4}-\d{2}-\d{2}")


def cutoff_of(name: str) -> date | None:
    """The cut-off that a folder's name is; None if it is no date."""
    try:
        return date.fromisoformat(name) if CUTOFF.fullmatch(name) else None
    except ValueError:
        return None


class PublicationRefused(Exception):
    """Publication cannot go on; nothing was changed. `code` is for programs, `message_pt` for officers;
    `cutoff` is the published list that it is about, if it is about one."""

    def __init__(self, code: str, message_pt: str, cutoff: date | None = None) -> None:
        super().__init__(message_pt)
        self.code = code
        self.message_pt = message_pt
        self.cutoff = cutoff


@dataclass(frozen=True, slots=True)
class PublishedList:
    """One published list: its cut-off, folder, manifest and the hash of the manifest's bytes."""

    cutoff: date
    directory: Path
    manifest: dict[str, Any]
    manifest_sha256: str


@dataclass(frozen=True, slots=True)
class Alteration:
    """A published list that is not what was published: which list and what differs, in pt-BR."""

    cutoff: date
    detail_pt: str


def published_lists(exports_root: Path) -> tuple[PublishedList, ...]:
    """The published lists in order of cut-off. Raises `PublicationRefused` if a manifest is unreadable."""
    if not exports_root.is_dir():
        return ()
    folders = sorted(entry for entry in exports_root.iterdir() if cutoff_of(entry.name) and entry.is_dir())
    return tuple(_load(folder) for folder in folders)


def newest_before(lists: tuple[PublishedList, ...], cutoff: date) -> PublishedList | None:
    """The newest published list with an earlier cut-off."""
    earlier = [published for published in lists if published.cutoff < cutoff]
    return earlier[-1] if earlier else None


def altered_lists(exports_root: Path, *, with_files: bool = False) -> tuple[Alteration, ...]:
    """Where published folders contradict index or chain; `with_files` also hashes every file."""
    lists = published_lists(exports_root)
    found: list[Alteration] = []
    hashes = {published.cutoff.isoformat(): published.manifest_sha256 for published in lists}
    for entry in _indexed(exports_root):
        if entry["list"] not in hashes:
            found.append(Alteration(date.fromisoformat(entry["list"]), "a pasta não existe mais"))
        elif hashes[entry["list"]] != entry["manifest_sha256"]:
            found.append(
                Alteration(date.fromisoformat(entry["list"]), "o manifesto não é o registrado em index.json")
            )
    before: PublishedList | None = None
    for published in lists:
        if published.manifest.get("previous_manifest_sha256") != (before.manifest_sha256 if before else None):
            found.append(
                Alteration(published.cutoff, "o manifesto não aponta para o da lista publicada anterior")
            )
        if with_files:
            names = differing_files(published)
            if names:
                found.append(Alteration(published.cutoff, wording.differing_files(names)))
        before = published
    return tuple(sorted(found, key=lambda item: (item.cutoff, item.detail_pt)))


def differing_files(published: PublishedList) -> tuple[str, ...]:
    """The files of a published list that are not what its manifest names."""
    return differing_outputs(published.manifest["outputs"], hashes_found(published.directory))


def require_unaltered(exports_root: Path) -> None:
    """Raise `PublicationRefused` (`published_list_changed`) for the first alteration of index, chain or
    files."""
    for alteration in altered_lists(exports_root, with_files=True):
        raise PublicationRefused(
            "published_list_changed", wording.published_changed(alteration.cutoff, alteration.detail_pt)
        )


def index_bytes(lists: tuple[PublishedList, ...]) -> bytes:
    """`index.json` of these lists: each with the hash of its manifest and of the one before."""
    entries: list[dict[str, Any]] = []
    for published in lists:
        entries.append(
            {
                "list": published.cutoff.isoformat(),
                "published_at": published.manifest["published_at"],
                "manifest_sha256": published.manifest_sha256,
                "previous_manifest_sha256": entries[-1]["manifest_sha256"] if entries else None,
            }
        )
    index = {"pool": lists[-1].manifest["pool"], "lists": entries}
    return (json.dumps(index, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode("utf-8")


def write_index(exports_root: Path) -> None:
    """Write `index.json` and point `latest` at the newest list, each in one step."""
    lists = published_lists(exports_root)
    if not lists:
        return
    path, data = exports_root / INDEX_NAME, index_bytes(lists)
    if not path.is_file() or path.read_bytes() != data:
        replace_file(path, data)
    link = exports_root / LATEST_NAME
    newest = lists[-1].directory.name
    if not link.is_symlink() or str(link.readlink()) != newest:
        replace_link(link, newest)


def _load(folder: Path) -> PublishedList:
    cutoff = date.fromisoformat(folder.name)
    try:
        manifest = read_manifest(folder)
        if manifest["list"] != folder.name or manifest["published_at"] is None:
            raise ValueError("the manifest is not that of this published list")
    except (OSError, ValueError) as error:
        raise PublicationRefused(
            "published_list_changed",
            wording.published_changed(cutoff, "o manifesto não pode ser lido"),
            cutoff,
        ) from error
    return PublishedList(cutoff, folder, manifest, sha256_of(folder / MANIFEST_NAME))


def _indexed(exports_root: Path) -> list[dict[str, Any]]:
    path = exports_root / INDEX_NAME
    if not path.is_file():
        return []
    try:
        entries = json.loads(path.read_bytes())["lists"]
        return [
            {
                "list": date.fromisoformat(entry["list"]).isoformat(),
                "manifest_sha256": entry["manifest_sha256"],
            }
            for entry in entries
        ]
    except (ValueError, KeyError, TypeError):
        # An unreadable index proves nothing; the manifests still bind each list to the one before.
        return []

"""From draft to published list: once, complete, final (Arts. 3, 20 and 21).

Belongs here: when publication is refused, and the order of its steps.
Does not belong here: the checks themselves (they come in the draft's manifest), the calendar (the caller
says when the list is published), the analysts' copy (refreshed after).

The steps: copy the draft beside, add the time of publication and the hash of the list before to its
manifest, make the files read-only, rename the folder into place; then index, `latest`, and remove the
draft, so that nothing stale stands beside a published list. Running again after a kill finishes what is left.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Literal

from orchestration.durable import (
    clear_leftovers,
    flush_path,
    preparing_folder,
    remove_folder,
    sha256_of,
    write_flushed,
)
from orchestration.publication import wording
from orchestration.publication.chain import (
    DRAFTS_NAME,
    LATEST_NAME,
    PublicationRefused,
    PublishedList,
    newest_before,
    published_lists,
    require_unaltered,
    write_index,
)
from orchestration.publication.draft import draft_directory
from orchestration.publication.manifest import (
    MANIFEST_NAME,
    differing_outputs,
    failed_blocking,
    manifest_bytes,
    output_hashes,
    read_manifest,
    wall_time,
)

__all__ = ["PublicationRefused", "PublishResult", "publish"]


@dataclass(frozen=True, slots=True)
class PublishResult:
    """What publication did: `published`, `unchanged` (it was published already), or `already_published`
    (and the draft now differs: the published list is final and nothing changed)."""

    status: Literal["published", "unchanged", "already_published"]
    cutoff: date
    directory: Path
    manifest_sha256: str
    message_pt: str
    differing: tuple[str, ...] = ()


def publish(exports_root: Path, cutoff: date, published_at: datetime) -> PublishResult:
    """Publish the draft of `cutoff`; a time without zone is Fortaleza's. The caller holds the home's lock.

    Raises `PublicationRefused` with code `no_draft`, `draft_damaged`, `check_failed`, `later_list_published`,
    `stale_draft`, `clock_set_back`, `published_list_changed` or `latest_is_no_link`; then nothing is
    published.
    """
    clear_leftovers(exports_root)
    clear_leftovers(exports_root / DRAFTS_NAME)
    require_unaltered(exports_root)
    latest = exports_root / LATEST_NAME
    if latest.exists() and not latest.is_symlink():
        raise PublicationRefused("latest_is_no_link", wording.latest_is_no_link())
    lists = published_lists(exports_root)
    same = [published for published in lists if published.cutoff == cutoff]
    if same:
        return _settle(exports_root, same[0])
    draft = draft_directory(exports_root, cutoff)
    before = newest_before(lists, cutoff)
    manifest = _publishable(draft, cutoff, lists, before)
    _require_later(published_at, cutoff, before)
    target = exports_root / cutoff.isoformat()
    _put_in_place(
        draft,
        target,
        manifest
        | {
            "published_at": wall_time(published_at),
            "previous_manifest_sha256": before.manifest_sha256 if before else None,
        },
    )
    write_index(exports_root)
    remove_folder(draft)
    return PublishResult(
        "published", cutoff, target, sha256_of(target / MANIFEST_NAME), wording.published(cutoff, str(target))
    )


def _publishable(
    draft: Path, cutoff: date, lists: tuple[PublishedList, ...], before: PublishedList | None
) -> dict[str, Any]:
    """The draft's manifest, if the draft may become the published list of `cutoff`."""
    if not draft.is_dir():
        raise PublicationRefused("no_draft", wording.no_draft(cutoff))
    manifest = _sound_manifest(draft, cutoff)
    failed = failed_blocking(manifest)
    if failed:
        titles = [f"{check['title_pt']} ({check['detail_pt']})" for check in failed]
        raise PublicationRefused("check_failed", wording.blocked(cutoff, titles))
    if lists and lists[-1].cutoff > cutoff:
        raise PublicationRefused("later_list_published", wording.later_published(cutoff, lists[-1].cutoff))
    stated = date.fromisoformat(manifest["previous_list"]) if manifest["previous_list"] else None
    newest = before.cutoff if before else None
    if stated != newest:
        raise PublicationRefused("stale_draft", wording.stale_draft(cutoff, stated, newest))
    return manifest


def _require_later(published_at: datetime, cutoff: date, before: PublishedList | None) -> None:
    """Refuse a moment before the cut-off's end or before the last publication: the clock was set back."""
    earliest = wall_time(datetime.combine(cutoff + timedelta(days=1), time()))
    if before is not None:
        earliest = max(earliest, str(before.manifest["published_at"]))
    if wall_time(published_at) < earliest:
        raise PublicationRefused("clock_set_back", wording.clock_set_back(wall_time(published_at), earliest))


def _sound_manifest(draft: Path, cutoff: date) -> dict[str, Any]:
    try:
        manifest = read_manifest(draft)
        names = differing_outputs(manifest["outputs"], output_hashes(draft))
        if manifest["list"] != cutoff.isoformat():
            names = (MANIFEST_NAME,)
    except (OSError, ValueError, KeyError) as error:
        raise PublicationRefused("draft_damaged", wording.damaged_draft(cutoff, [MANIFEST_NAME])) from error
    if names:
        raise PublicationRefused("draft_damaged", wording.damaged_draft(cutoff, names))
    return manifest


def _put_in_place(draft: Path, target: Path, manifest: dict[str, Any]) -> None:
    with preparing_folder(target) as partial:
        for name in sorted(manifest["outputs"]):
            shutil.copyfile(draft / name, partial / name)
            flush_path(partial / name)
        write_flushed(partial / MANIFEST_NAME, manifest_bytes(manifest))
        for entry in partial.iterdir():
            entry.chmod(0o444)
        flush_path(partial)
        partial.rename(target)
    flush_path(target.parent)


def _settle(exports_root: Path, published: PublishedList) -> PublishResult:
    """The list is published: finish index and links if a kill left them, and say whether a draft differs."""
    write_index(exports_root)
    draft = draft_directory(exports_root, published.cutoff)
    where = str(published.directory)
    differing: tuple[str, ...] = ()
    if draft.is_dir():
        differing = differing_outputs(published.manifest["outputs"], output_hashes(draft))
        if not differing:
            remove_folder(draft)
    return PublishResult(
        "already_published" if differing else "unchanged",
        published.cutoff,
        published.directory,
        published.manifest_sha256,
        wording.already_published(published.cutoff, differing)
        if differing
        else wording.unchanged(published.cutoff, where),
        differing,
    )

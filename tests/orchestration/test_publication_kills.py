"""A kill at any step on disk leaves a complete draft and complete published lists; the next run finishes."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

from orchestration.durable import clear_leftovers
from orchestration.publication.chain import altered_lists, published_lists
from orchestration.publication.draft import draft_directory, write_draft
from orchestration.publication.manifest import differing_outputs, output_hashes, read_manifest
from orchestration.publication.publish import publish
from tests.orchestration.publication_kills import draft_second_version, kills, later_marts, publish_second
from tests.orchestration.publication_marts import FIRST, SECOND, context, marts


def _is_complete(folder: Path) -> bool:
    return not differing_outputs(read_manifest(folder)["outputs"], output_hashes(folder))


def _contents(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): f"-> {path.readlink()}" if path.is_symlink() else path.read_bytes().hex()
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def test_draft_is_old_or_new_whenever_the_run_is_killed(tmp_path: Path) -> None:
    old = write_draft(marts(), tmp_path / "base", context())
    new = write_draft(later_marts(), tmp_path / "expected", context())
    old_bytes, new_bytes = _contents(old), _contents(new)

    def home(step: int) -> Path:
        shutil.copytree(tmp_path / "base", tmp_path / str(step))
        return tmp_path / str(step)

    seen, set_aside, steps = set(), 0, 0
    for step, exports, _ in kills(draft_second_version, home):
        target = draft_directory(exports, FIRST)
        set_aside += not target.exists()
        clear_leftovers(target.parent)
        assert _is_complete(target), step
        assert _contents(target) in (old_bytes, new_bytes), step
        seen.add("new" if _contents(target) == new_bytes else "old")
        assert [entry.name for entry in target.parent.iterdir()] == [target.name], step
        draft_second_version(exports)
        assert _contents(target) == new_bytes
        steps = step
    assert seen == {"old", "new"}
    assert set_aside == 1
    assert steps > 8


def test_publication_is_all_or_nothing_whenever_it_is_killed(tmp_path: Path) -> None:
    base = tmp_path / "base"
    write_draft(marts(), base, context())
    publish(base, FIRST, datetime(2026, 2, 4, 9))
    write_draft(marts(SECOND), base, context(SECOND))
    shutil.copytree(base, tmp_path / "expected", symlinks=True)
    publish_second(tmp_path / "expected")
    expected = _contents(tmp_path / "expected")

    def home(step: int) -> Path:
        shutil.copytree(base, tmp_path / str(step), symlinks=True)
        return tmp_path / str(step)

    outcomes = set()
    for step, exports, _ in kills(publish_second, home):
        lists = published_lists(exports)
        assert [item.cutoff for item in lists] in ([FIRST], [FIRST, SECOND]), step
        assert all(_is_complete(item.directory) for item in lists), step
        assert altered_lists(exports, with_files=True) == (), step
        assert (exports / "latest").resolve().name in {item.directory.name for item in lists}, step
        outcomes.add((len(lists), publish(exports, SECOND, datetime(2026, 2, 11, 9)).status))
        assert _contents(exports) == expected, step
        assert sorted(entry.name for entry in exports.iterdir()) == sorted(
            entry.name for entry in (tmp_path / "expected").iterdir()
        )
    assert outcomes == {(1, "published"), (2, "unchanged")}

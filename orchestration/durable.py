"""Files and folders that survive a kill: written, flushed, then moved into place in one step.

Belongs here: flushed writes, atomic replacement, staging folders `.<name>.<pid>.<kind>` and the cleaning of
those that a killed process left.
Does not belong here: what the files contain, and locking (the caller holds the home's lock).
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

FLUSHES_AT_ONCE = 16

#: What `staged` makes, and the write-ahead file that DuckDB keeps beside a database being built there.
_STAGED = re.compile(r"\.(?P<name>.+)\.(?P<pid>\d+)\.(?P<kind>tmp|old)(\.wal)?")


def sha256_of(path: Path) -> str:
    """Hex SHA-256 of a file's content."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def hash_found(path: Path) -> str | None:
    """`sha256_of` whatever lies there; None if that is no file or the disk does not give it."""
    try:
        return sha256_of(path) if path.is_file() else None
    except OSError:
        return None


def write_flushed(path: Path, data: bytes) -> None:
    """Write a file and wait until it is on disk."""
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def flush_path(path: Path) -> None:
    """Wait until a file's content, or a folder's entries, are on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def staged(target: Path, kind: str) -> Path:
    """The hidden path beside `target` in which this process prepares (`tmp`) or sets aside (`old`)."""
    return target.with_name(f".{target.name}.{os.getpid()}.{kind}")


def replace_file(path: Path, data: bytes) -> None:
    """Put `data` at `path`: readers see the old content or the new one, never a part."""
    with _removed_on_failure(staged(path, "tmp")) as partial:
        write_flushed(partial, data)
        partial.replace(path)
    flush_path(path.parent)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A place to write a large file; it takes the name `path` when it is complete, flushed, in one step."""
    with _removed_on_failure(staged(path, "tmp")) as partial:
        yield partial
        flush_path(partial)
        partial.replace(path)
    flush_path(path.parent)


@contextmanager
def preparing_folder(target: Path) -> Iterator[Path]:
    """An empty folder beside `target` to fill and move there."""
    with _removed_on_failure(staged(target, "tmp")) as partial:
        partial.mkdir()
        yield partial


@contextmanager
def _removed_on_failure(*partials: Path) -> Iterator[Path]:
    """What is being prepared does not stay where that fails: a full disk has no room for it."""
    try:
        yield partials[0]
    except BaseException:
        for partial in partials:
            if partial.is_dir() and not partial.is_symlink():
                shutil.rmtree(partial, ignore_errors=True)
            else:
                partial.unlink(missing_ok=True)
        raise


def create_files(contents: Mapping[Path, bytes], mode: int) -> None:
    """Put many files in place, each whole or not at all, with these permissions.

    All are written, then flushed by several threads, since a disk answers many waits at once, then moved.
    """
    partials = {path: staged(path, "tmp") for path in contents}
    if not partials:
        return
    with _removed_on_failure(*partials.values()), ThreadPoolExecutor(FLUSHES_AT_ONCE) as pool:
        for path, data in contents.items():
            partials[path].write_bytes(data)
            partials[path].chmod(mode)
        for _ in pool.map(flush_path, partials.values()):
            pass
        for path, partial in partials.items():
            partial.replace(path)
        for _ in pool.map(flush_path, {path.parent for path in contents}):
            pass


def replace_link(path: Path, target: str) -> None:
    """Point the symbolic link `path` at `target` in one step."""
    partial = staged(path, "tmp")
    partial.unlink(missing_ok=True)
    partial.symlink_to(target)
    partial.replace(path)
    flush_path(path.parent)


def swap_folder(new: Path, target: Path) -> None:
    """Put the complete folder `new` at `target`; an older one is moved aside, then removed.

    A kill between the two moves leaves the old folder complete beside `target`; `clear_leftovers` puts it
    back.
    """
    aside = staged(target, "old")
    if target.exists():
        target.rename(aside)
    new.rename(target)
    flush_path(target.parent)
    if aside.exists():
        shutil.rmtree(aside)


def remove_folder(folder: Path) -> None:
    """Remove a folder so that a kill leaves it whole or gone, never in part."""
    aside = staged(folder, "tmp")
    folder.rename(aside)
    flush_path(folder.parent)
    shutil.rmtree(aside)


def clear_leftovers(parent: Path) -> None:
    """Undo what killed processes left in `parent`: restore a folder set aside, remove what was half written.

    Entries of processes that still run are left alone, except this process's own.
    """
    if not parent.is_dir():
        return
    left = [entry for entry in parent.iterdir() if is_staged(entry)]
    for entry in sorted(left, key=lambda path: path.name):
        found = _STAGED.fullmatch(entry.name)
        if found is None or _runs_elsewhere(int(found["pid"])):
            continue
        target = parent / found["name"]
        if found["kind"] == "old" and not target.exists():
            entry.rename(target)
        elif entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    if left:
        flush_path(parent)


def is_staged(path: Path) -> bool:
    """Whether this is something that a process prepares, or was killed preparing, and nobody reads."""
    return _STAGED.fullmatch(path.name) is not None


def _runs_elsewhere(pid: int) -> bool:
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True

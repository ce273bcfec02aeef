"""Errors of the disk, told in one line: full, read-only, not ours to write.

Belongs here: recognising them under whatever raised them (files, DuckDB, the run history's SQLite).
Does not belong here: errors that a command foresees and tells better itself.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

_DISK = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EROFS,
        errno.EACCES,
        errno.EPERM,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
    }
)
#: Databases tell of the disk in errors of their own: by (module, class).
_DATABASES = {("_duckdb", "IOException"), ("duckdb", "IOException"), ("sqlite3", "OperationalError")}


def storage_failure(error: BaseException) -> str | None:
    """What to tell of an error of the disk, with the path where it is known; None for any other error."""
    for one in _chain(error):
        if isinstance(one, OSError) and one.errno in _DISK:
            # Of a copy, the second name is the one that was written.
            named = one.filename2 or one.filename
            where = f"{named}: " if named else ""
            return f"cannot go on, {where}{one.strerror}; nothing was left half written"
        if (type(one).__module__.partition(".")[0], type(one).__name__) in _DATABASES:
            # DuckDB names its file; the run history lies in the folder that its environment variable names.
            history = os.environ.get("DAGSTER_HOME") if type(one).__module__ == "sqlite3" else None
            where = f"{history}: " if history else ""
            return f"cannot go on, {where}{' '.join(str(one).split())}; nothing was left half written"
    return None


def tells_of_the_disk(text: str) -> bool:
    """Whether an error of which only the text is left, a step's of a run, is one of the disk."""
    return any(os.strerror(code) in text for code in _DISK)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error, what it wraps, and what it was raised from."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is not None and id(one) not in seen:
            seen.add(id(one))
            yield one
            wrapped = getattr(one, "orig", None)
            waiting += [
                wrapped if isinstance(wrapped, BaseException) else None,
                one.__cause__,
                one.__context__,
            ]

"""The page that others may see: `exports/public/<path>/`, made from the newest published list.

Belongs here: what is copied, and taking away what may not be seen any more. Does not belong here: who may
see it (`own_rules`), the page (`report`), putting it on a server (that folder is the only one to copy
there).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from orchestration.durable import flush_path, hash_found, preparing_folder, remove_folder, swap_folder
from orchestration.pool import Pool
from orchestration.publication.chain import published_lists
from orchestration.publication.report import COPIED

PUBLIC_NAME = "public"


def write_public_copy(exports_root: Path, pool: Pool) -> Path | None:
    """Make ``exports/public`` hold the newest published list where others may see it, and nothing else.

    Doing it twice changes nothing. Returns the folder of the copy, None where nothing may be seen.
    """
    public = exports_root / PUBLIC_NAME
    lists = published_lists(exports_root)
    folder = None if pool.own is None else pool.own.public_folder(pool.name)
    newest = lists[-1].directory if lists else None
    if folder is None or newest is None or not _made_for_it(pool, lists[-1].manifest):
        if public.exists():
            remove_folder(public)
        return None
    target = public / folder
    if [entry.name for entry in _entries(public)] == [folder] and not list(
        altered_copies(exports_root, newest)
    ):
        return target
    with preparing_folder(public) as partial:
        (partial / folder).mkdir(parents=True)
        for name in COPIED:
            shutil.copyfile(newest / name, partial / folder / name)
            flush_path(partial / folder / name)
        swap_folder(partial, public)
    return target


def _made_for_it(pool: Pool, manifest: Mapping[str, Any]) -> bool:
    """Whether the list was made under the choices of today: an older page may show too much."""
    assert pool.own is not None
    chosen, made = pool.own.policies(pool.methodology), manifest["methodology"]["policies"]
    return all(chosen[key] == made.get(key) for key in ("visibility", "names", "minor_names"))


def altered_copies(exports_root: Path, newest: Path) -> Iterator[Path]:
    """The public files that are not those of the newest published list."""
    for folder in _entries(exports_root / PUBLIC_NAME):
        for name in COPIED:
            path = folder / name
            if hash_found(path) is None or hash_found(path) != hash_found(newest / name):
                yield path
        yield from (path for path in _entries(folder) if path.name not in COPIED)


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []

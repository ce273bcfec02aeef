"""`fnx verify`: published lists proved byte by byte, and computed again from the archived inputs.

Belongs here: what is compared with what, and what a difference means.
Does not belong here: how a list is computed (`computing`), and the shape of its files (`publication`).

Three proofs, each of which names what fails it: the exports are what was published (hashes in the manifests,
the chain from list to list, the index); the archive is what was read (content named by its hash, sealed
indexes); and the code, given the archived inputs and the list before, writes the same bytes again. Nothing in
the home is written.
"""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from orchestration.code_version import code_version
from orchestration.computing import AuditFailed, compute_list
from orchestration.dbt_process import DbtError
from orchestration.home import Archive, Home, HomeError, write_sealed
from orchestration.ingestion.sources import Source, read_sources
from orchestration.pool import PoolError, read_pool
from orchestration.publication.chain import PublicationRefused, PublishedList, published_lists
from orchestration.publication.contract import EXPORTS
from orchestration.publication.manifest import differing_outputs, output_hashes, read_manifest
from orchestration.unaltered import (
    Problem,
    verify_analysts_copy,
    verify_archive,
    verify_exports,
    verify_issued_ids,
)

Say = Callable[[str], None]


def verify(home: Home, cutoffs: tuple[date, ...], say: Say) -> tuple[Problem, ...]:
    """Prove the published lists of `cutoffs` (none given: all of them), and all that they stand on.

    Raises HomeError where another command goes on writing to the home.
    """
    with home.reader(say):
        problems = [
            *verify_exports(home),
            *verify_archive(home),
            *verify_issued_ids(home),
            *verify_analysts_copy(home),
        ]
    try:
        lists = published_lists(home.exports)
    except PublicationRefused:
        return tuple(problems)  # said above: without its manifest no list after it can be proved
    for cutoff in sorted(set(cutoffs) - {one.cutoff for one in lists}):
        problems.append(Problem(f"exports/{cutoff}", "não há lista publicada desta data"))
    for published in lists:
        if not cutoffs or published.cutoff in cutoffs:
            found = list(verify_computation(home, published, say))
            say(f"{published.cutoff}: {'confere' if not found else 'NÃO confere'}")
            problems += found
    return tuple(problems)


def verify_computation(home: Home, published: PublishedList, say: Say) -> Iterator[Problem]:
    """The list computed again from the archive, in a folder of its own, against what was published."""
    where = f"exports/{published.cutoff}"
    say(f"{published.cutoff}: recalculando a partir do arquivo")
    with tempfile.TemporaryDirectory(prefix="fnx-verify-") as folder:
        again = Home(Path(folder).resolve() / "home")
        try:
            _lay_out(home, published, again)
            pool = read_pool(again.pool_file, published.manifest["pool"])
            draft = compute_list(again, pool, published.cutoff, lambda _: None)
            yield from _compared(where, published, draft, say)
        except (AuditFailed, DbtError, HomeError, PoolError, PublicationRefused, OSError) as error:
            yield Problem(where, f"não pôde ser recalculada: {error}")


def _lay_out(home: Home, published: PublishedList, again: Home) -> None:
    """A home as it was when the list was computed: the bytes it saw, the claims it had, the lists before."""
    again.make_layout()
    archive = Archive(home)
    sources = read_sources(home, published.cutoff)
    _require_named_by(published, sources)
    for source in sources:
        if source.seen is not None and not source.path.startswith("exports/"):
            target = again.root / source.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(source.seen))
    used = {(source.path, sha256) for source in sources for sha256 in source.used}
    claims = [
        (claim, name, sha256)
        for (claim, name), sha256 in sorted(archive.claims.items())
        if claim.startswith("register:") or (f"inbox/events/{name}", sha256) in used
    ]
    write_sealed(again.archive_index, ("claim", "name", "sha256"), claims)
    for sha256 in {sha256 for _, _, sha256 in claims}:
        target = again.archive_files / sha256[:2] / sha256
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(archive.path_of(sha256), target)
    # What the archive made of FIDE lists is proved by its seals and need not be made again.
    for path in home.archive_fide.glob("*"):
        (again.archive_fide / path.name).symlink_to(path)
    for earlier in published_lists(home.exports):
        if earlier.cutoff < published.cutoff:
            (again.exports / earlier.directory.name).symlink_to(earlier.directory)


def _require_named_by(published: PublishedList, sources: tuple[Source, ...]) -> None:
    """The archive must speak of the computation that was published, not of another."""
    named = sorted((one["path"], one["sha256"]) for one in published.manifest["inputs"])
    kept = sorted((source.path, sha256) for source in sources for sha256 in source.used)
    if named != kept:
        raise HomeError(f"archive/lists/{published.cutoff}.csv não fala das entradas que o manifesto nomeia")


def _compared(where: str, published: PublishedList, draft: Path, say: Say) -> Iterator[Problem]:
    manifest = read_manifest(draft)
    names = differing_outputs(published.manifest["outputs"], output_hashes(draft))
    facts = [name for name in _FACTS if published.manifest.get(name) != manifest.get(name)]
    if not names and not facts:
        return
    made_by, now = published.manifest["code_version"], code_version()
    if made_by == now:
        yield Problem(where, f"recalculada, difere em: {', '.join([*names, *facts])}")
        return
    differing = [
        export.csv_name for export in EXPORTS if not _same_values(published.directory, draft, export.csv_name)
    ]
    if differing:
        yield Problem(
            where,
            f"os valores de {', '.join(differing)} não saem iguais com esta versão ({now}); a lista foi "
            f"calculada pela versão {made_by}: verifique-a com essa versão",
        )
    else:
        say(f"{published.cutoff}: calculada pela versão {made_by}; com esta, {now}, os valores saem iguais")


#: What a manifest says beside its outputs, and must say again.
_FACTS = (
    "pool",
    "system",
    "list",
    "freeze",
    "publication_date",
    "previous_list",
    "methodology",
    "inputs",
    "counts",
    "audit",
)


def _same_values(directory: Path, draft: Path, name: str) -> bool:
    """Whether two versions of a table agree in every column that both have."""
    old, new = _table(directory / name), _table(draft / name)
    if old is None or new is None:
        return old is new
    shared = [column for column in old[0] if column in new[0]]
    return _columns(old, shared) == _columns(new, shared)


def _table(path: Path) -> tuple[list[str], list[list[str]]] | None:
    if not path.exists():
        return None
    with path.open(encoding="utf-8", newline="") as stream:
        delimiter = ";" if ";" in stream.readline() else ","
        stream.seek(0)
        rows = list(csv.reader(stream, delimiter=delimiter))
    return rows[0], rows[1:]


def _columns(table: tuple[list[str], list[list[str]]], names: list[str]) -> list[tuple[str, ...]]:
    places = [table[0].index(name) for name in names]
    return [tuple(row[place] for place in places) for row in table[1]]

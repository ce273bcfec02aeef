"""Is what lies in exports, archive and the analysts' copy what the platform wrote, and all of it?

Belongs here: every file that the platform keeps, against the hash that speaks of it; what is missing, and
what nobody wrote. Does not belong here: whether a list is right (`verification` computes it again).

A file that cannot be read is one that does not prove: it is named, and the rest is looked at all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from orchestration.durable import hash_found, is_staged
from orchestration.fide_snapshots import seal_of
from orchestration.home import Archive, Home, HomeError, read_sealed
from orchestration.ingestion.sources import Source, read_sources
from orchestration.publication.analysts_copy import is_current
from orchestration.publication.chain import (
    DRAFTS_NAME,
    INDEX_NAME,
    LATEST_NAME,
    PublicationRefused,
    altered_lists,
    cutoff_of,
    index_bytes,
    published_lists,
)
from orchestration.publication.public_copy import PUBLIC_NAME, altered_copies

EXPLANATIONS_NAME = "explanations"
_BESIDE_THE_LISTS = frozenset({INDEX_NAME, LATEST_NAME, DRAFTS_NAME, PUBLIC_NAME, EXPLANATIONS_NAME})
_RESTORE = "restaure-o de uma cópia"
_FOREIGN = "não foi escrito pela plataforma; tire-o daqui"


@dataclass(frozen=True, slots=True)
class Problem:
    """What does not prove: the file or list it is about, and what was found, in pt-BR."""

    where: str
    detail_pt: str


def verify_exports(home: Home) -> Iterator[Problem]:
    """Every byte below `exports/` but drafts and explanations: files, manifests, their chain, the index."""
    yield from _foreign_exports(home)
    try:
        for alteration in altered_lists(home.exports, with_files=True):
            yield Problem(f"exports/{alteration.cutoff}", alteration.detail_pt)
        lists = published_lists(home.exports)
    except PublicationRefused as refused:
        yield Problem(f"exports/{refused.cutoff}" if refused.cutoff else "exports", refused.message_pt)
        return
    index, latest = home.exports / INDEX_NAME, home.exports / LATEST_NAME
    if not lists:
        return
    if _bytes(index) != index_bytes(lists):
        yield Problem(f"exports/{INDEX_NAME}", "não é o índice das listas publicadas; `fnx publish` o refaz")
    if not latest.is_symlink() or str(latest.readlink()) != lists[-1].directory.name:
        yield Problem(f"exports/{LATEST_NAME}", "não aponta para a última lista; `fnx publish` o refaz")
    for path in altered_copies(home.exports, lists[-1].directory):
        yield Problem(_inside(home, path), "não é o da última lista; `fnx publish` o refaz")


def verify_analysts_copy(home: Home) -> Iterator[Problem]:
    """Every byte of `publicado.duckdb`, where there is one: it is made again from the exports at will."""
    if home.analysts_copy.exists():
        try:
            current = is_current(home.exports, home.analysts_copy)
        except PublicationRefused:
            return  # said of the exports
        if not current:
            where = _inside(home, home.analysts_copy)
            yield Problem(where, "não é a cópia das listas publicadas; `fnx publish` a refaz")


def verify_issued_ids(home: Home) -> Iterator[Problem]:
    """Every row of `registry/issued_ids.csv` that a list read: the platform adds rows and changes none."""
    path = f"registry/{home.issued_ids.name}"
    now = set((_bytes(home.issued_ids) or b"").splitlines())
    proved: set[str] = set()
    try:
        archive = Archive(home)
    except (HomeError, OSError):
        return  # said of the archive
    for file in sorted(home.archive_lists.glob("*.csv")):
        try:
            sources = read_sources(home, date.fromisoformat(file.stem))
            seen = {one.seen for one in sources if one.path == path and one.seen} - proved
            rows = {row for sha256 in seen for row in archive.read(sha256).splitlines()}
        except (HomeError, OSError, ValueError):
            continue  # said of the archive
        proved |= seen
        lost = sorted(rows - now)
        if lost:
            row = lost[0].decode("utf-8", "replace")
            yield Problem(
                path, f"a linha {row!r}, que a lista de {file.stem} leu, mudou ou sumiu; {_RESTORE}"
            )
            return


def verify_archive(home: Home) -> Iterator[Problem]:
    """Every byte below `archive/`: each content is named by its hash, each index carries its seal, and what
    they name is there."""
    for path in sorted(home.archive_files.rglob("*")):
        if not path.is_file() or is_staged(path):
            continue
        if path.name != hash_found(path) or path.parent.name != path.name[:2]:
            yield Problem(_inside(home, path), f"o conteúdo não é o arquivado; {_RESTORE}")
    yield from _fide_snapshots(home)
    yield from _foreign_archive(home)
    sources: dict[date, tuple[Source, ...]] = {}
    for path in sorted(home.archive_lists.glob("*.csv")):
        cutoff = cutoff_of(path.stem)
        if cutoff is None:
            continue  # said to be foreign
        try:
            sources[cutoff] = read_sources(home, cutoff)
        except (HomeError, OSError):
            yield Problem(_inside(home, path), f"foi alterado depois de escrito; {_RESTORE}")
    yield from _lists_kept(home, sources)
    index = _inside(home, home.archive_index)
    try:
        claims = Archive(home).claims
    except (HomeError, OSError):
        lost = not home.archive_index.exists()
        yield Problem(
            index, f"{'não está mais lá' if lost else 'foi alterado depois de escrito'}; {_RESTORE}"
        )
        return
    files = {(name, sha256) for (_, name), sha256 in claims.items()}
    unclaimed = sorted(
        {one.path for used in sources.values() for one in used if not _claimed(one, claims, files)}
    )
    if unclaimed:
        yield Problem(index, f"não fala de {', '.join(unclaimed)}, que uma lista leu; {_RESTORE}")
    yield from _contents_kept(home, sources, claims)


def _lists_kept(home: Home, sources: Mapping[date, tuple[Source, ...]]) -> Iterator[Problem]:
    """The sources of each published list, and the published lists that sources name."""
    kept = {path.stem for path in home.archive_lists.glob("*.csv")}
    for folder in sorted(home.exports.iterdir()) if home.exports.is_dir() else ():
        if cutoff_of(folder.name) and folder.is_dir() and folder.name not in kept:
            yield Problem(f"archive/lists/{folder.name}.csv", f"não está mais lá; {_RESTORE}")
    named = {one.path for used in sources.values() for one in used if one.path.startswith("exports/")}
    for path in sorted(named):
        if not (home.root / path).is_dir():
            yield Problem(
                path, "uma lista posterior a nomeia, e a pasta não existe mais; restaure-a de uma cópia"
            )


def _claimed(source: Source, claims: Mapping[tuple[str, str], str], files: Set[tuple[str, str]]) -> bool:
    """Whether the index has the content of a register or tournament file that a list used.

    ``files``: names of files with the hashes claimed for them.
    """
    place, _, name = source.path.rpartition("/")
    if place == "registry":
        return all((f"register:{name.removesuffix('.csv')}", used) in claims for used in source.used)
    if place == "inbox/events":
        return all((name, used) in files for used in source.used)
    return True


def _contents_kept(
    home: Home, sources: Mapping[date, tuple[Source, ...]], claims: Mapping[tuple[str, str], str]
) -> Iterator[Problem]:
    archive = Archive(home)
    seen = {one.seen for used in sources.values() for one in used if not one.path.startswith("exports/")}
    for sha256 in sorted({one for one in seen if one} | set(claims.values())):
        if not archive.path_of(sha256).is_file():
            yield Problem(_inside(home, archive.path_of(sha256)), f"não está mais no arquivo; {_RESTORE}")


def _fide_snapshots(home: Home) -> Iterator[Problem]:
    remedy = "apague-o: a próxima leitura o refaz a partir da lista arquivada"
    for path in sorted(home.archive_fide.glob("*.parquet")):
        try:
            sealed = read_sealed(seal_of(path)) if seal_of(path).exists() else []
        except (HomeError, OSError):
            yield Problem(_inside(home, seal_of(path)), f"foi alterado depois de escrito; {remedy}")
            continue
        if sealed != [[path.name, hash_found(path)]]:
            yield Problem(_inside(home, path), f"o conteúdo não é o arquivado; {remedy}")


def _foreign_exports(home: Home) -> Iterator[Problem]:
    for entry in sorted(home.exports.iterdir()) if home.exports.is_dir() else ():
        list_folder = cutoff_of(entry.name) is not None and entry.is_dir()
        if not (list_folder or entry.name in _BESIDE_THE_LISTS or is_staged(entry)):
            yield Problem(_inside(home, entry), _FOREIGN)


def _foreign_archive(home: Home) -> Iterator[Problem]:
    """What lies in the archive beside contents (those are all named by their hash), indexes and snapshots."""
    own = {home.archive_files, home.archive_fide, home.archive_lists, home.archive_index}
    entries = [path for path in home.archive_index.parent.glob("*") if path not in own]
    entries += [
        path for path in home.archive_lists.glob("*") if cutoff_of(path.name.removesuffix(".csv")) is None
    ]
    entries += [path for path in home.archive_fide.glob("*") if path.suffix not in (".parquet", ".seal")]
    for path in sorted(entries):
        if not is_staged(path):
            yield Problem(_inside(home, path), _FOREIGN)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _inside(home: Home, path: Path) -> str:
    return path.relative_to(home.root).as_posix()

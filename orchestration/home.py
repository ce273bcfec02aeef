"""The data home: where things lie, who may write, and the archive of every input by content.

Belongs here: paths, the layout, the writer's lock, the content archive and its index of claims.
Does not belong here: what the files say (`ingestion`) and how lists are written (`publication`).
"""

from __future__ import annotations

import csv
import errno
import fcntl
import hashlib
import io
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from orchestration.durable import clear_leftovers, create_files, replace_file, replacing, sha256_of

LOCK_WAIT_SECONDS = 600.0
ISSUED_IDS = "issued_ids.csv"


class HomeError(Exception):
    """The home cannot be used at all; the message says what to do. Exit status 2."""


@dataclass(frozen=True, slots=True)
class Home:
    """One rating pool's folder."""

    root: Path

    @classmethod
    def open(cls, root: Path) -> Home:
        """The home at `root`, with the folders that the platform writes made if they are missing."""
        home = cls.to_read(root)
        home.make_layout()
        return home

    @classmethod
    def to_read(cls, root: Path) -> Home:
        """The home at `root` as it is: nothing is made, so that one on read-only storage can be looked at."""
        if not root.exists():
            raise HomeError(f"there is no data home at {root}: create it with `fnx init {root}`")
        if not root.is_dir():
            raise HomeError(f"{root} is not a folder: give the folder of a data home")
        return cls(root.resolve())

    def make_layout(self) -> None:
        """Create the folders that are missing. Raises HomeError where the disk does not allow it."""
        for folder in (
            self.registry,
            self.events,
            self.fide,
            self.cbx_cards,
            self.cbx_lists,
            self.archive_files,
            self.archive_fide,
            self.warehouse_dir,
            self.exports,
        ):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise HomeError(f"cannot create {folder}: {error.strerror}") from error

    @property
    def pool_file(self) -> Path:
        return self.root / "pool.toml"

    @property
    def registry(self) -> Path:
        return self.root / "registry"

    @property
    def events(self) -> Path:
        return self.root / "inbox" / "events"

    @property
    def fide(self) -> Path:
        return self.root / "inbox" / "fide"

    @property
    def cbx_cards(self) -> Path:
        return self.root / "inbox" / "cbx" / "cards"

    @property
    def cbx_lists(self) -> Path:
        return self.root / "inbox" / "cbx" / "lists"

    @property
    def cbx_calendar(self) -> Path:
        return self.root / "inbox" / "cbx" / "calendar"

    @property
    def fetched(self) -> Path:
        """What `fnx fetch` remembers: versions, budgets, health, downloads under way."""
        return self.root / "fetch"

    @property
    def archive_files(self) -> Path:
        return self.root / "archive" / "files"

    @property
    def archive_fide(self) -> Path:
        """FIDE lists as Parquet, made of archived ones; what is missing is made again."""
        return self.root / "archive" / "fide"

    @property
    def archive_index(self) -> Path:
        return self.root / "archive" / "index.csv"

    @property
    def archive_lists(self) -> Path:
        """One file per list: which bytes its inputs had."""
        return self.root / "archive" / "lists"

    @property
    def warehouse_dir(self) -> Path:
        return self.root / "warehouse"

    @property
    def warehouse(self) -> Path:
        """The pipeline's private database; analysts read `analysts_copy`."""
        return self.warehouse_dir / "fnx.duckdb"

    @property
    def analysts_copy(self) -> Path:
        return self.warehouse_dir / "publicado.duckdb"

    @property
    def dagster(self) -> Path:
        return self.warehouse_dir / "dagster"

    @property
    def dbt(self) -> Path:
        return self.warehouse_dir / "dbt"

    @property
    def read_tournaments(self) -> Path:
        """What was read of tournament files: derived, may be deleted."""
        return self.warehouse_dir / "read"

    @property
    def exports(self) -> Path:
        return self.root / "exports"

    def draft_changes(self, cutoff: date) -> Path:
        """What the newest draft of a list says otherwise than the draft before it, in pt-BR."""
        return self.warehouse_dir / f"draft-changes-{cutoff}.txt"

    @property
    def identity_queue(self) -> Path:
        """The open identities, for the officers alone; in no export."""
        return self.root / "review" / "identity_queue.csv"

    @property
    def issued_ids(self) -> Path:
        return self.registry / ISSUED_IDS

    @contextmanager
    def writer(self, say: Callable[[str], None], wait_seconds: float = LOCK_WAIT_SECONDS) -> Iterator[None]:
        """Hold the home for writing: one process at a time; the others wait and say so.

        The kernel lets go of the lock when its process ends, however it ends; what a killed writer left half
        done is cleared by the next. A process that holds the home may ask again: a command holds it for a
        whole run, each step of the run for itself. Raises HomeError.
        """
        if self.root in _held:
            yield
            return
        try:
            descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise HomeError(f"cannot write to {self._lock}: {error.strerror}") from error
        try:
            self._wait_for(descriptor, fcntl.LOCK_EX, say, wait_seconds)
            _held.add(self.root)
            self._clear_leftovers()
            yield
        finally:
            _held.discard(self.root)
            os.close(descriptor)

    @contextmanager
    def reader(self, say: Callable[[str], None], wait_seconds: float = LOCK_WAIT_SECONDS) -> Iterator[None]:
        """Keep writers away while files are compared with one another; any number may read at a time.

        Writes nothing: where nobody ever wrote, or the lock may not be opened, there is nobody to wait for.
        Raises HomeError.
        """
        try:
            descriptor = os.open(self._lock, os.O_RDONLY)
        except OSError:
            yield
            return
        try:
            self._wait_for(descriptor, fcntl.LOCK_SH, say, wait_seconds)
            yield
        finally:
            os.close(descriptor)

    @property
    def _lock(self) -> Path:
        return self.warehouse_dir / "writer.lock"

    def _wait_for(self, descriptor: int, kind: int, say: Callable[[str], None], wait_seconds: float) -> None:
        deadline = time.monotonic() + wait_seconds
        told = False
        while not _locked(descriptor, kind):
            if time.monotonic() >= deadline:
                raise HomeError(
                    f"another fnx command or run has been writing to {self.root} for "
                    f"{wait_seconds:.0f} s; wait for it to end and try again"
                )
            if not told:
                say(f"waiting for another fnx command or run that is writing to {self.root} ...")
                told = True
            time.sleep(0.2)

    def _clear_leftovers(self) -> None:
        """Remove what killed writers left in the folders that the platform writes."""
        for folder in (
            self.registry,
            self.archive_files.parent,
            self.archive_lists,
            *self.archive_files.glob("*"),
            self.exports,
            self.exports / "drafts",
            *(self.exports / "explanations").glob("*"),
        ):
            clear_leftovers(folder)


#: The homes that this process holds for writing.
_held: set[Path] = set()


def _locked(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class Archive:
    """Every input by its content, and which content each claim on a name stands for.

    A claim is a fact of a register that names a file (an event, a `replace_file` correction), or a register
    read in some state. The first content read under a claim stays: a file that changes later is not used
    until a correction names it (data home, what is never edited silently). Raises HomeError where the
    archive's own files were altered.
    """

    def __init__(self, home: Home) -> None:
        self._home = home
        self._claims: dict[tuple[str, str], str] = {}
        self._new = False
        if home.archive_index.exists():
            for claim, name, sha256 in read_sealed(home.archive_index):
                self._claims[claim, name] = sha256
        elif any(home.archive_lists.glob("*.csv")):
            # Without it every file counts as never read before, and what changed would be taken as it is.
            raise HomeError(f"{home.archive_index} is not there any more: restore it from a copy of the home")

    @property
    def claims(self) -> Mapping[tuple[str, str], str]:
        """The content of every (claim, name)."""
        return self._claims

    def path_of(self, sha256: str) -> Path:
        return self._home.archive_files / sha256[:2] / sha256

    def store(self, data: bytes) -> str:
        """Keep `data`; its SHA-256. Storing the same content again changes nothing."""
        sha256 = hashlib.sha256(data).hexdigest()
        path = self.path_of(sha256)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, data)
            path.chmod(0o444)
        return sha256

    def store_file(self, source: Path) -> str:
        """Keep the content of a file of any size, as `store`. Raises OSError."""
        sha256 = sha256_of(source)
        path = self.path_of(sha256)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as partial:
                shutil.copyfile(source, partial)
                # A file that changed while it was copied is not what its hash says.
                sha256 = sha256_of(partial)
                if self.path_of(sha256) != path:
                    raise OSError(errno.EAGAIN, f"{source.name} changes while it is read")
            path.chmod(0o444)
        return sha256

    def store_all(self, contents: Iterable[bytes]) -> None:
        """Keep many contents at once: the disk is waited for together, not for each."""
        new = {
            path: data
            for data in contents
            if not (path := self.path_of(hashlib.sha256(data).hexdigest())).exists()
        }
        for folder in {path.parent for path in new}:
            folder.mkdir(parents=True, exist_ok=True)
        create_files(new, mode=0o444)

    def read(self, sha256: str) -> bytes:
        """The archived content. Raises HomeError if it is not what was archived."""
        path = self.path_of(sha256)
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != sha256:
            raise HomeError(f"{path} is not what was archived: restore it from a copy of the home")
        return data

    def claimed(self, claim: str, name: str) -> str | None:
        """The content that `name` stands for under `claim`, if it was read before."""
        return self._claims.get((claim, name))

    def keep_claim(self, claim: str, name: str, sha256: str) -> None:
        if (claim, name) not in self._claims:
            self._claims[claim, name] = sha256
            self._new = True

    def save(self) -> None:
        """Write the index if there is none or a claim is new: whole, in one step, in one order."""
        if self._new or not self._home.archive_index.exists():
            rows = [(claim, name, sha256) for (claim, name), sha256 in sorted(self._claims.items())]
            write_sealed(self._home.archive_index, ("claim", "name", "sha256"), rows)
            self._new = False


SEAL = "seal"


def write_sealed(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A CSV of the platform's own whose last row carries the hash of all before it; replaced in one step.

    A file with the same content is left alone.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    body = text.getvalue()
    writer.writerow([SEAL, *[""] * (len(header) - 2), hashlib.sha256(body.encode("utf-8")).hexdigest()])
    data = text.getvalue().encode("utf-8")
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data)


def read_sealed(path: Path) -> list[list[str]]:
    """The rows of a sealed file, without header and seal. Raises HomeError if a byte of it was altered."""
    try:
        text = path.read_bytes().decode("utf-8")
        head, _, last = text.removesuffix("\n").rpartition("\n")
        seal = last.rpartition(",")[2]
        if not last.startswith(f"{SEAL},") or not text.endswith("\n"):
            raise ValueError("no seal")
        if hashlib.sha256(f"{head}\n".encode()).hexdigest() != seal:
            raise ValueError("the seal does not match")
        if last != f"{SEAL}{',' * (head.splitlines()[0].count(','))}{seal}":
            raise ValueError("the seal was altered")
    except ValueError as error:
        raise HomeError(
            f"{path} was altered after the platform wrote it ({error}): restore it from a copy of the home"
        ) from error
    return list(csv.reader(io.StringIO(head)))[1:]

"""The bytes of a list, out of a plain file or a .zip with one member, in pieces and within limits.

Belongs here: unpacking, and refusing archives that are broken, locked, or grow without end. Does not belong
here: what the bytes say.
"""

from __future__ import annotations

import io
import queue
import threading
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import IO, BinaryIO

from scrapers.fide import messages
from scrapers.fide.rows import Refused

PIECE = 1 << 20
#: The largest list of 2026 unpacks to 0.86 GB (FIDE notes, section 1.1).
MAX_UNPACKED = 4_000_000_000
#: Lists shrink to a tenth or twentieth; an archive is refused when it grows beyond this ratio ...
MAX_RATIO = 100
#: ... but not before it has given this many bytes.
RATIO_FROM = 64 << 20
#: What reading a damaged archive raises.
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True, slots=True)
class Content:
    """What a list comes in. ``names`` may tell month and kind: file, then member.

    ``made``: when an archive says that its member was written.
    """

    names: tuple[str, ...]
    made: str | None
    pieces: Iterator[bytes]


@contextmanager
def opened(name: str, stream: BinaryIO, piece: int = PIECE) -> Iterator[Content]:
    """The content of a list, plain or in an archive, in pieces of some bytes.

    Raises `Refused`, also while the pieces are read.
    """
    if not stream.seekable():
        stream = io.BytesIO(stream.read())
    start = stream.tell()
    magic = stream.read(4)
    stream.seek(start)
    if magic != b"PK\x03\x04":
        yield Content((name,), None, _pieces(stream, None, piece))
        return
    with ExitStack() as stack:
        try:
            archive = stack.enter_context(zipfile.ZipFile(stream))
            files = [member for member in archive.infolist() if not member.is_dir()]
            if len(files) != 1:
                raise Refused(messages.members(len(files)))
            member = files[0]
            if member.flag_bits & 1:
                raise Refused(messages.ENCRYPTED_ZIP)
            content = stack.enter_context(archive.open(member))
        except BROKEN as problem:
            raise Refused(messages.BAD_ZIP) from problem
        # The size written in the archive may lie; what counts is what has been read.
        packed = max(member.compress_size, 1)
        names = (name, member.filename.rsplit("/", 1)[-1])
        yield Content(
            names,
            "{}-{:02}-{:02} {:02}:{:02}:{:02}".format(*member.date_time),
            _pieces(content, packed, piece),
        )


def _pieces(stream: IO[bytes], packed: int | None, size: int) -> Iterator[bytes]:
    total = 0
    while piece := _read(stream, size):
        total += len(piece)
        if total > MAX_UNPACKED:
            raise Refused(messages.TOO_BIG)
        if packed is not None and total > RATIO_FROM and total > packed * MAX_RATIO:
            raise Refused(messages.BOMB)
        yield piece


def _read(stream: IO[bytes], size: int) -> bytes:
    try:
        return stream.read(size)
    except BROKEN as problem:
        raise Refused(messages.BAD_ZIP) from problem


def read_ahead(pieces: Iterator[bytes], count: int = 2) -> Generator[bytes]:
    """The same pieces, unpacked in a thread of their own so that up to ``count`` of them wait.

    What the thread raises is raised here, in its place. The thread ends with this generator.
    """
    waiting: queue.Queue[bytes | BaseException | None] = queue.Queue(count)
    stopped = threading.Event()

    def put(one: bytes | BaseException | None) -> None:
        while not stopped.is_set():
            with suppress(queue.Full):
                waiting.put(one, timeout=0.1)
                return

    def unpack() -> None:
        try:
            for piece in pieces:
                put(piece)
                if stopped.is_set():
                    return
            put(None)
        except BaseException as problem:
            put(problem)

    thread = threading.Thread(target=unpack, name="fide-list-unpacking", daemon=True)
    thread.start()
    try:
        while (one := waiting.get()) is not None:
            if isinstance(one, BaseException):
                raise one
            yield one
    finally:
        stopped.set()
        with suppress(queue.Empty):
            while True:
                waiting.get_nowait()
        thread.join()

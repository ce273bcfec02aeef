"""The bytes of a list, out of a plain file or a .zip with one member, in pieces and within limits.

Belongs here: unpacking, and refusing archives that are broken, locked, or grow without end. Does not belong
here: what the bytes say.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from scrapers.fide import messages
from scrapers.fide.rows import Refused

PIECE = 1 << 20
#: The largest list of 2026 unpacks to 0.86 GB (FIDE notes, section 1.1).
MAX_UNPACKED = 4_000_000_000
#: Lists shrink to a tenth or twentieth; an archive is refused when it grows beyond this ratio ...
MAX_RATIO = 100
#: ... but not before it has given this many bytes.
RATIO_FROM = 64 << 20


@contextmanager
def opened(name: str, stream: BinaryIO) -> Iterator[tuple[tuple[str, ...], Iterator[bytes]]]:
    """The names that may tell month and kind (file, then member), and the content in pieces.

    Raises `Refused`, also while the pieces are read.
    """
    if not stream.seekable():
        stream = io.BytesIO(stream.read())
    start = stream.tell()
    magic = stream.read(4)
    stream.seek(start)
    if magic != b"PK\x03\x04":
        yield (name,), _pieces(stream, None)
        return
    try:
        with zipfile.ZipFile(stream) as archive:
            files = [member for member in archive.infolist() if not member.is_dir()]
            if len(files) != 1:
                raise Refused(messages.members(len(files)))
            member = files[0]
            if member.flag_bits & 1:
                raise Refused(messages.ENCRYPTED_ZIP)
            with archive.open(member) as content:
                # The size written in the archive may lie; what counts is what has been read.
                packed = max(member.compress_size, 1)
                yield (name, member.filename.rsplit("/", 1)[-1]), _pieces(content, packed)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as problem:
        raise Refused(messages.BAD_ZIP) from problem


def _pieces(stream: object, packed: int | None) -> Iterator[bytes]:
    read = stream.read  # type: ignore[attr-defined]
    total = 0
    while piece := read(PIECE):
        total += len(piece)
        if total > MAX_UNPACKED:
            raise Refused(messages.TOO_BIG)
        if packed is not None and total > RATIO_FROM and total > packed * MAX_RATIO:
            raise Refused(messages.BOMB)
        yield piece

"""How formats that are not plain tables are recognised: by their first bytes and what a zip holds.

Belongs here: signatures. Does not belong here: reading. The name of a file decides nothing.
"""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib

NATIVE_MAGIC = b"\x93\xff\x89\x44"
OLD_EXCEL_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP_MAGIC = b"PK\x03\x04"

_HTML = re.compile(rb"<!doctype html|<html[\s>]|<table[\s>]|<body[\s>]", re.IGNORECASE)
_VEGA_CROSSTABLE = re.compile(rb"Cross Table at round|www\.vegachess\.com", re.IGNORECASE)
#: The banner and links of chess-results stand in the shared strings, or in the sheet itself.
_CHESS_RESULTS = re.compile(rb"chess-results", re.IGNORECASE)
_WORKBOOK_TEXTS = ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml")
_OFFICE = re.compile(rb"\[Content_Types\]\.xml|xl/")
_SEARCHED = 4_000_000
#: What reading a damaged zip can raise.
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
    OverflowError,
)


#: Bytes of a zip's directory and members in it: more is an attack on whoever lists them.
_MAX_DIRECTORY = 2_000_000
_MAX_MEMBERS = 5_000
_END = b"PK\x05\x06"
_END_SIZE = 22


def is_native(data: bytes) -> bool:
    """Swiss-Manager's binary (.TUNX, .TURX, .TUTX, .TUMX)."""
    return data.startswith(NATIVE_MAGIC)


def is_zip(data: bytes) -> bool:
    """A zip of any kind, a workbook included."""
    return data.startswith(ZIP_MAGIC)


def is_workbook(data: bytes) -> bool:
    """An Excel workbook (.xlsx)."""
    return is_zip(data) and "xl/workbook.xml" in _members(data)


def is_chess_results_workbook(data: bytes) -> bool:
    """A workbook exported by chess-results: its banner or a link to it is in the texts."""
    if not is_workbook(data):
        return False
    members = _members(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in _WORKBOOK_TEXTS:
                if name in members:
                    with archive.open(name) as stream:
                        if _CHESS_RESULTS.search(stream.read(_SEARCHED)):
                            return True
    except DAMAGED:
        return False
    return False


def is_old_excel(data: bytes) -> bool:
    """An Excel workbook of the years before 2007 (.xls)."""
    return data.startswith(OLD_EXCEL_MAGIC)


def is_html(data: bytes) -> bool:
    """A page of the web."""
    return bool(_HTML.search(data[:4096]))


def is_vega_crosstable(data: bytes) -> bool:
    """Vega's crosstable as text, made for reading."""
    return bool(_VEGA_CROSSTABLE.search(data[:65_536]))


def is_binary(data: bytes) -> bool:
    """No text of any kind: a NUL byte near the beginning (UTF-16 with its mark is text)."""
    return b"\x00" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff"))


def is_damaged_workbook(data: bytes) -> bool:
    """A zip that does not open, of which the beginning says that it was an Office document."""
    return is_zip(data) and not _members(data) and _OFFICE.search(data[:65_536]) is not None


def directory_is_bounded(data: bytes) -> bool:
    """Whether the directory at the end of a zip is there and small; it is looked at before it is listed."""
    tail = data[-(65_536 + _END_SIZE) :]
    start = len(tail) - _END_SIZE
    if not (tail[start:].startswith(_END) and tail.endswith(b"\x00\x00")):
        start = tail.rfind(_END)
    end = tail[start : start + _END_SIZE] if start >= 0 else b""
    if len(end) < _END_SIZE or b"PK\x06\x07" in tail[max(0, start - 20) : start]:
        return False
    members = int.from_bytes(end[10:12], "little")
    size = int.from_bytes(end[12:16], "little")
    return members <= _MAX_MEMBERS and size <= _MAX_DIRECTORY


def _members(data: bytes) -> frozenset[str]:
    if not directory_is_bounded(data):
        return frozenset()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return frozenset(archive.namelist())
    except DAMAGED:
        return frozenset()

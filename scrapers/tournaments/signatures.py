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


def _members(data: bytes) -> frozenset[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return frozenset(archive.namelist())
    except DAMAGED:
        return frozenset()

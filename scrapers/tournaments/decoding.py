"""Bytes of a text file into numbered lines.

Belongs here: byte-order marks, encodings and line ends. Does not belong here: the meaning of a line.

Organisers' programs write UTF-8 with or without BOM, UTF-16 or Windows-1252, and end lines with CR LF,
LF or CR. Nothing is stripped or expanded: columns carry meaning in a TRF.
"""

from __future__ import annotations

import codecs
import re

_BYTE_LINE_END = re.compile(rb"\r\n|\n|\r")


def lines_of(data: bytes) -> list[str]:
    """The lines of a text file without their line ends; the first is line 1.

    UTF-16 needs its BOM. Otherwise the whole file is UTF-8, or each line for itself is UTF-8 or else
    Windows-1252: one damaged byte must not change the accents of every other row. Never raises.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _split(data.decode("utf-16", errors="replace"))
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return _split(data.decode("utf-8"))
    except UnicodeDecodeError:
        return [_line(raw) for raw in _BYTE_LINE_END.split(data)]


def first_lines(data: bytes, limit: int = 65_536) -> list[str]:
    """The lines of the first ``limit`` bytes, for recognising a format; the last may be cut."""
    return lines_of(data[:limit])


def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _line(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")

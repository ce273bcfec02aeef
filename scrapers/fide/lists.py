"""Reads one FIDE list, whatever its form: text or XML, plain or zipped.

Belongs here: choosing the reader by content, the month of the list, and the JSON form. Does not belong
here: downloading, and which list counts for an entry rating (Art. 11).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import chain
from typing import BinaryIO

from scrapers.fide import messages
from scrapers.fide.container import opened
from scrapers.fide.naming import dates_in_names
from scrapers.fide.rows import FideList, FideRow, Log, Refused
from scrapers.fide.text_list import TextList
from scrapers.fide.xml_list import XmlList


def read_list(name: str, stream: BinaryIO, limit: int | None = None) -> FideList:
    """The list in ``stream``, plain or a .zip with one member; ``name`` is that of the file.

    ``limit``: at most so many rows are kept; all are counted. Never raises for bad data: such a list is
    rejected with a reason. One row after the other, as the readable reference of `conversion`.
    """
    log = Log(name)
    reader: TextList | XmlList | None = None
    names: tuple[str, ...] = (name,)
    reason: str | None = None
    try:
        with opened(name, stream) as found:
            names = found.names
            head, content = without_blanks(found.pieces)
            if not head:
                raise Refused(messages.EMPTY)
            reader = XmlList(names, log) if head.startswith(b"<") else TextList(names, log)
            reader.read(content, limit)
    except Refused as problem:
        reason = str(problem)
        log.add(1, "rejected", reason, "error")
    is_xml = isinstance(reader, XmlList)
    in_heading = reader.layout.date if isinstance(reader, TextList) and reader.layout else None
    scope = reader.scope if isinstance(reader, XmlList) else None
    if isinstance(reader, TextList) and reader.layout:
        scope = reader.layout.scope
    return FideList(
        format="fide_xml" if is_xml else "fide_txt",
        status="ok" if reason is None else "rejected",
        reason=reason,
        date=list_date(in_heading, names, log),
        scope=scope,
        players=reader.players if reader else 0,
        rows=tuple(reader.rows) if reader else (),
        findings=log.all(),
    )


def without_blanks(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The first bytes that are no blanks, and the pieces from there on, without byte order mark."""
    for piece in pieces:
        text = piece.removeprefix(b"\xef\xbb\xbf")
        if text.strip():
            # XML may not have blanks before its declaration; text lists keep their line numbers.
            start = text.lstrip()
            return start[:16], chain([start if start.startswith(b"<") else text], pieces)
    return b"", iter(())


def list_date(in_heading: str | None, names: tuple[str, ...], log: Log) -> str | None:
    """The first day of the list's month; headings before names, and names only where they agree."""
    in_names = dates_in_names(names)
    if in_heading is not None:
        if in_names and in_heading not in in_names:
            log.add(1, "list_date", messages.other_month(in_heading, in_names[0]))
        return in_heading
    if len(in_names) > 1:
        log.add(1, "list_date", messages.TWO_DATES)
        return None
    return in_names[0] if in_names else None


_ROW_KEYS = tuple(field.name for field in fields(FideRow))


def fide_json(list_: FideList) -> dict[str, object]:
    """The object of ``fnx inspect --json`` for a list (data home, FIDE lists)."""
    return {
        "format": list_.format,
        "status": list_.status,
        "reason": list_.reason,
        "list": {"date": list_.date, "scope": list_.scope, "players": list_.players},
        "rows": [{key: getattr(row, key) for key in _ROW_KEYS} for row in list_.rows],
        "warnings": [{"code": f.code, "where": f.where, "message": f.message_pt} for f in list_.findings],
    }

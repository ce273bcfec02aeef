"""A whole list as Arrow record batches, however large, whatever its form.

Belongs here: choosing the form by content, what is known of a list before its rows are read, and its end.
Does not belong here: where the batches go, and which list counts (orchestration). `lists.read_list` reads the
same lists row by row; the two agree on every row.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import BinaryIO, Literal

import pyarrow as pa

from scrapers.fide import messages
from scrapers.fide.container import opened, read_ahead
from scrapers.fide.lists import list_date, without_blanks
from scrapers.fide.rows import Log, Refused, Scope
from scrapers.fide.text_blocks import TextBlocks
from scrapers.fide.xml_blocks import XmlBlocks
from scrapers.records import Finding

#: To be raised whenever the same bytes give other rows or findings than before.
READER_VERSION = 1

PIECE = 4 << 20


class Conversion:
    """A list opened for conversion.

    ``format``, ``scope``, ``date`` (ISO, first day of the month, or None) and ``made`` (when an archive says
    that its member was written, or None) are known from the start; so is the ``reason`` why a list is
    refused, if its beginning tells. Other reasons, ``players`` (rows of the list) and ``findings`` are
    complete when the batches have been read. Damaged rows are marked in the batches and give no finding here.
    """

    def __init__(self, name: str) -> None:
        self.format: Literal["fide_txt", "fide_xml"] = "fide_txt"
        self.scope: Scope | None = None
        self.date: str | None = None
        self.made: str | None = None
        self.reason: str | None = None
        self._log = Log(name)
        self._pieces: Iterator[bytes] = iter(())
        self._blocks: TextBlocks | XmlBlocks | None = None

    @property
    def players(self) -> int:
        return self._blocks.list.players if self._blocks else 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self._log.all()

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows, of `columns.SCHEMA`, in no promised order. A list refused half way ends early."""
        if self.reason is None and self._blocks is not None:
            try:
                with closing(read_ahead(self._pieces)) as pieces:
                    yield from self._blocks.batches(pieces)
            except Refused as problem:
                self._refuse(problem)

    def _refuse(self, problem: Refused) -> None:
        self.reason = str(problem)
        self._log.add(1, "rejected", self.reason, "error")

    def _start(self, names: tuple[str, ...], pieces: Iterator[bytes]) -> None:
        head, self._pieces = without_blanks(pieces)
        if not head:
            raise Refused(messages.EMPTY)
        if head.startswith(b"<"):
            self.format = "fide_xml"
            players = self._blocks = XmlBlocks(names, self._log)
            players.start(self._pieces)
            self.scope = players.list.scope
            self.date = list_date(None, names, self._log)
        else:
            rows = self._blocks = TextBlocks(names, self._log)
            rows.start(self._pieces)
            assert rows.list.layout is not None
            self.scope = rows.list.layout.scope
            self.date = list_date(rows.list.layout.date, names, self._log)


@contextmanager
def opened_list(name: str, stream: BinaryIO) -> Iterator[Conversion]:
    """The list in ``stream``, plain or a .zip with one member; ``name`` is that of the file.

    Reads as far as the rows. Never raises for bad data: such a list has a ``reason``.
    """
    conversion = Conversion(name)
    with ExitStack() as stack:
        try:
            content = stack.enter_context(opened(name, stream, PIECE))
            conversion.made = content.made
            conversion._start(content.names, content.pieces)
        except Refused as problem:
            conversion._refuse(problem)
        yield conversion

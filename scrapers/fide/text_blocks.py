"""Text lists converted a block of rows at a time.

Belongs here: the rows of a block as a table of characters, cut into columns as the heading row says. Does not
belong here: the heading row and single rows (`text_list`): every row in which something is unusual (another
script, a column that cannot be right, a row longer than the others) is read there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from scrapers.fide import messages
from scrapers.fide.columns import MASKS, NOT_PLAIN, WORD, Columns, batch_of_rows, digits
from scrapers.fide.rows import READ, Log, Refused
from scrapers.fide.text_list import MAX_LINE, NUMBERS, Field, Layout, TextList, plausible, read_row

#: Rows may be so much longer than their heading row and still be read with the others.
MAX_BEYOND_HEADING = 64

_LINE_END, _RETURN, _BLANK = 10, 13, 32
Characters = NDArray[np.uint8]


class TextBlocks:
    """A text list while it is converted."""

    def __init__(self, names: tuple[str, ...], log: Log) -> None:
        self.list = TextList(names, log)
        self._columns = Columns(plausible)
        self._first = b""

    def start(self, pieces: Iterator[bytes]) -> None:
        """Reads as far as the heading row. Raises `Refused`."""
        data = b""
        for piece in pieces:
            data += piece
            at = 0
            while (end := data.find(b"\n", at)) >= 0:
                self.list.find_start([data[at:end]])
                at = end + 1
                if self.list.layout is not None:
                    self._first = data[at:]
                    return
            data = data[at:]
            if len(data) > MAX_LINE:
                raise Refused(messages.NOT_A_LIST)
        if data.strip():
            self.list.find_start([data])
        self.list.check_end()

    def batches(self, pieces: Iterator[bytes]) -> Iterator[pa.RecordBatch]:
        """All rows, of what came along in the beginning and of the other pieces. Raises `Refused`."""
        rest = self._first
        # The rows that came along with the heading row wait for the next piece, and end with it.
        for piece in pieces:
            end = piece.rfind(b"\n") + 1
            if end:
                yield from self._block(rest + piece[:end])
                rest = piece[end:]
            else:
                rest += piece
            if len(rest) > MAX_LINE and b"\n" not in rest:
                raise Refused(messages.NOT_A_LIST)
        end = rest.rfind(b"\n") + 1
        if end:
            yield from self._block(rest[:end])
        if rest[end:].strip():
            self.list.check_last(rest[end:])
            yield from self._block(rest[end:] + b"\n")
        self.list.check_end()

    def _block(self, data: bytes) -> Iterator[pa.RecordBatch]:
        layout = self.list.layout
        assert layout is not None
        buffer = np.frombuffer(data + bytes(WORD), np.uint8)
        ends = np.flatnonzero(buffer == _LINE_END)
        starts = np.concatenate(([0], ends[:-1] + 1))
        lengths = ends - starts
        filled = lengths > 0
        if filled.any():
            self.list.shortest = min(self.list.shortest, int(lengths[filled].min()))
        lengths -= filled & (buffer[ends - 1] == _RETURN)
        lines = np.arange(self.list.lines + 1, self.list.lines + 1 + len(ends))
        self.list.lines += len(ends)
        width = _width(layout, lengths)
        short = np.flatnonzero(lengths <= width)
        table = _table(buffer, starts[short], lengths[short], width, int(ends[0]) + 1)
        batch, plain = self._plain_rows(layout, table, lines[short])
        if batch.num_rows:
            self.list.players += batch.num_rows
            yield batch
        if batch.num_rows < len(ends):
            unusual = np.ones(len(ends), np.bool_)
            unusual[short[plain]] = False
            rows = []
            for at in np.flatnonzero(unusual).tolist():
                line, number = data[starts[at] : ends[at]], int(lines[at])
                fide_id = self.list.id_of(line, number)
                if fide_id is not None:
                    row, sound = read_row(layout, fide_id, line.rstrip(b"\r"))
                    rows.append((row, number, not sound))
            if rows:
                self.list.players += len(rows)
                yield batch_of_rows(rows)

    def _plain_rows(
        self, layout: Layout, table: Characters, lines: NDArray[np.int64]
    ) -> tuple[pa.RecordBatch, NDArray[np.bool_]]:
        """The rows in which nothing is unusual, and which those are."""
        fields = {field.name: field for field in layout.fields}
        ids, plain = digits(list(_part(table, fields["fide_id"]).T.copy()))
        plain &= ids > 0
        raw_names = _part(table, fields["name"])
        for characters in (raw_names, table):
            # Controls are looked for in names only: in other columns no value has them.
            least = _BLANK if characters is raw_names else 0
            if characters.size and (characters.min() < least or characters.max() > 126):
                plain &= ((characters >= least) & (characters <= 126)).all(axis=1)
        codes = {}
        for name, field in fields.items():
            if name in READ:
                codes[name] = self._columns.codes(name, _texts(table, field))
                plain &= codes[name] != NOT_PLAIN
            if name in NUMBERS and 0 < field.start < table.shape[1]:
                # A number that goes on from the column before stands in neither.
                around = table[:, field.start - 1 : field.start + 1] - np.uint8(48) < 10
                plain &= ~(around[:, 0] & around[:, 1])
        if not plain.all():
            ids, lines, raw_names = ids[plain], lines[plain], raw_names[plain]
            codes = {name: values[plain] for name, values in codes.items()}
        return self._columns.batch(ids, _stripped(raw_names), codes, lines), plain


def _width(layout: Layout, lengths: NDArray[np.int64]) -> int:
    """How many characters of each row are looked at: as many as most rows have, and all columns."""
    least = max(field.start for field in layout.fields) + 1
    usual = int(np.bincount(np.minimum(lengths, MAX_LINE)).argmax())
    return min(max(usual, least), least + MAX_BEYOND_HEADING)


def _table(
    buffer: Characters, starts: NDArray[np.int64], lengths: NDArray[np.int64], width: int, step: int
) -> Characters:
    """The rows as a table of ``width`` characters each, shorter ones filled with blanks.

    Behind each row, and the last one too, there are at least so many more bytes as a word has.
    """
    if len(starts) * step == len(buffer) - WORD and bool((lengths == width).all()):
        whole = buffer[:-WORD].reshape(-1, step)
        if bool((whole[:, -1] == _LINE_END).all()):
            return whole[:, :width]
    filled = np.concatenate((buffer, np.full(width, _BLANK, np.uint8)))
    windows = np.lib.stride_tricks.sliding_window_view(filled, width + WORD)
    table = windows[starts]
    if bool((lengths < width).any()):
        table[np.arange(width + WORD) >= lengths[:, None]] = _BLANK
    return table[:, :width]


def _part(table: Characters, field: Field) -> Characters:
    """The characters of one column; one blank column where no row reaches it."""
    part = table[:, field.start : field.end]
    return part if part.shape[1] else np.full((len(table), 1), _BLANK, np.uint8)


def _texts(table: Characters, field: Field) -> pa.Array:
    """The texts of one column, as `Columns.codes` takes them."""
    part = _part(table, field)
    count, width = part.shape
    if width <= WORD and part.base is not None and count:
        # Read as words where they stand; the bytes behind the column are cut away.
        words = np.lib.stride_tricks.as_strided(part, (count, WORD), part.strides)
        return pa.array(np.ascontiguousarray(words).view("<u8").ravel() & MASKS[width])
    data = pa.py_buffer(np.ascontiguousarray(part))
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), count, [None, data])


def _stripped(part: Characters) -> pa.Array:
    """Rows of printable ASCII as texts without blanks around."""
    count, width = part.shape
    offsets = pa.py_buffer(np.arange(count + 1, dtype=np.int32) * np.int32(width))
    texts = pa.StringArray.from_buffers(count, offsets, pa.py_buffer(np.ascontiguousarray(part)))
    return pc.ascii_trim_whitespace(texts)

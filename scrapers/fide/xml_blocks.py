"""XML lists converted a block of players at a time.

Belongs here: players that are written letter for letter like the first one, but for the values. Does not
belong here: XML. Everything else (the ends of the document, entities, comments, another order of elements, a
player without id) goes through the parser of `xml_list`, in its place; so does the rest of a document with a
comment, a CDATA section or a processing instruction after its first player.

How: all `<` of a block are found at once. A player like the first has as many as the first, and behind each
of them the same tag and the same blanks; what stands between is the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from scrapers.fide.columns import MASKS, NOT_PLAIN, WORD, Codes, Columns, batch_of_rows, digits
from scrapers.fide.rows import Log
from scrapers.fide.xml_list import END, XmlList, fields_of

_TAG = 60  # <
_TEMPLATE = re.compile(rb"(\s*)<player>(\s*)((?:<(\w+)>[^<]*</\4>\s*)+)</player>\Z")
_ELEMENT = re.compile(rb"<(\w+)>[^<]*</\1>(\s*)")
#: Blocks are padded by so many bytes that a word may be read anywhere.
_PADDING = bytes(64)

#: What no list of players has: `<!` and `<?`; and what is no XML there.
_NOT_ELEMENTS = (33, 63)
_NOT_XML = (b"]]>", b"\0")
_LONGEST_NUMBER = 15

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Template:
    """How a plain player is written: the blanks before it, and what stands behind each of its `<`."""

    lead: bytes
    tags: tuple[str, ...]
    behind: tuple[bytes, ...]
    line_ends: int

    @classmethod
    def of(cls, player: bytes) -> Template | None:
        """The form of a player given with the blanks before it; None where it has no plain form."""
        match = _TEMPLATE.search(player)
        if match is None:
            return None
        elements = _ELEMENT.findall(match[3])
        tags = tuple(tag.decode("latin-1") for tag, _ in elements)
        if len(set(tags)) < len(tags) or "fideid" not in tags or "name" not in tags:
            return None
        behind = [b"player>" + match[2]]
        for tag, blanks in elements:
            behind += [tag + b">", b"/" + tag + b">" + blanks]
        behind.append(END[1:])
        if max(map(len, behind)) > len(_PADDING):
            return None
        blanks = match[1] + b"".join(behind)
        return cls(match[1], tags, tuple(behind), blanks.count(b"\n"))


class XmlBlocks:
    """An XML list while it is converted."""

    def __init__(self, names: tuple[str, ...], log: Log) -> None:
        self.list = XmlList(names, log)
        self._columns = Columns()
        self._template: Template | None = None
        self._rest = b""
        self._line_ends = 0

    def start(self, pieces: Iterator[bytes]) -> None:
        """Reads as far as the first player. Raises `Refused`."""
        data = b""
        for piece in pieces:
            data += piece
            while (end := data.find(END)) >= 0:
                record, data = data[: end + len(END)], data[end + len(END) :]
                self.list.feed(record)
                self._line_ends += record.count(b"\n")
                if self.list.players:
                    self._template = Template.of(record)
                    self._rest = data
                    return
            self.list.check_rest(data)
        self.list.finish(data)

    def batches(self, pieces: Iterator[bytes]) -> Iterator[pa.RecordBatch]:
        """All rows, of what came along in the beginning and of the other pieces. Raises `Refused`."""
        yield from self._read_by_parser()
        rest = b""
        # The players that came along with the first one wait for the next piece.
        for piece in chain([self._rest], pieces):
            data = rest + piece
            end = data.rfind(END) + len(END)
            if end < len(END):
                rest = data
            else:
                rest = data[end:]
                yield from self._block(data[:end])
            self.list.check_rest(rest)
        self.list.finish(rest)
        yield from self._read_by_parser()

    def _read_by_parser(self) -> Iterator[pa.RecordBatch]:
        rows, lines = self.list.rows, self.list.lines
        if rows:
            yield batch_of_rows([(row, line, False) for row, line in zip(rows, lines, strict=True)])
            self.list.rows, self.list.lines = [], []

    def _block(self, data: bytes) -> Iterator[pa.RecordBatch]:
        """The rows of some whole players."""
        template = self._template
        block = Block(data)
        if template is None or not block.has_only_elements:
            # A comment may hold anything, players too, and end in a later block.
            self._template = None
            self._line_ends += data.count(b"\n")
            self.list.feed(data)
            yield from self._read_by_parser()
            return
        rows, batch = self._plain_players(block, template)
        plain = np.zeros(len(block.stops), np.bool_)
        plain[rows] = True
        line_ends = np.full(len(plain), template.line_ends)
        for at in np.flatnonzero(~plain).tolist():
            line_ends[at] = block.player(at).count(b"\n")
        self._feed_unusual(block, plain, line_ends)
        lines = 1 + self._line_ends + np.cumsum(line_ends)
        self._line_ends += int(line_ends.sum())
        kept = plain[rows]
        if kept.any():
            yield batch(kept, lines[rows[kept]])
        yield from self._read_by_parser()

    def _feed_unusual(self, block: Block, plain: NDArray[np.bool_], line_ends: Places) -> None:
        """Gives the parser the players that are not plain, and counts the others, in their order.

        Where one of them leaves the parser inside something, those behind it are no plain players either.
        """
        at = 0
        while at < len(plain):
            if plain[at] and self.list.between_players:
                unusual = np.flatnonzero(~plain[at:])
                stop = at + int(unusual[0]) if len(unusual) else len(plain)
                self.list.skip(stop - at, int(line_ends[at:stop].sum()))
                at = stop
            else:
                plain[at] = False
                self.list.feed(block.player(at))
                at += 1

    def _plain_players(
        self, block: Block, template: Template
    ) -> tuple[Places, Callable[[NDArray[np.bool_], Places], pa.RecordBatch]]:
        """The players of a block that are plain, and how to make the batch of some of them."""
        rows, tags = block.alike(template)
        spans = {
            tag: (tags[1 + 2 * k] + len(tag) + 2, tags[2 + 2 * k]) for k, tag in enumerate(template.tags)
        }
        ids, plain = block.numbers(*spans["fideid"])
        plain &= ids > 0
        names, in_names = block.texts(*spans["name"])
        plain &= in_names
        codes: dict[str, Codes] = {}
        for tag, name in fields_of(self.list.scope or "combined").items():
            if name in self._columns.texts and tag in spans:
                codes[name] = self._columns.codes(name, block.short_texts(*spans[tag]))
                plain &= codes[name] != NOT_PLAIN

        def batch(kept: NDArray[np.bool_], lines: Places) -> pa.RecordBatch:
            if kept.all():
                return self._columns.batch(ids, names, codes, lines)
            mask = pa.array(kept)
            some = {name: values[kept] for name, values in codes.items()}
            return self._columns.batch(ids[kept], names.filter(mask), some, lines)

        if not plain.all():
            rows, ids, names = rows[plain], ids[plain], names.filter(pa.array(plain))
            codes = {name: values[plain] for name, values in codes.items()}
        return rows, batch


class Block:
    """Some whole players: where each begins and ends, and what stands in it."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        padded = data + _PADDING
        self._bytes = np.frombuffer(padded, np.uint8)
        self._words = np.ndarray((len(padded) - WORD + 1,), "<u8", padded, strides=(1,))
        self._tags = np.flatnonzero(self._bytes == _TAG)
        self._last = np.flatnonzero(self._words[self._tags + 1] == _word(END[1:]))
        self.stops = self._tags[self._last] + len(END)
        self.starts = np.concatenate(([0], self.stops[:-1]))

    @property
    def has_only_elements(self) -> bool:
        """Whether there are neither comments nor anything else that may hold what only looks like players."""
        after = self._bytes[self._tags + 1]
        signs = any(bool((after == sign).any()) for sign in _NOT_ELEMENTS)
        return not signs and not any(sign in self._data for sign in _NOT_XML)

    def player(self, at: int) -> bytes:
        return self._data[self.starts[at] : self.stops[at]]

    def alike(self, template: Template) -> tuple[Places, Places]:
        """Which players are written as the template says, and where their `<` are: one row for each `<`."""
        count = len(template.behind)
        first = np.concatenate(([0], self._last[:-1] + 1))
        fits = self._last - first == count - 1
        if not self._data.isascii() or b"&" in self._data:
            strange = np.flatnonzero((self._bytes > 126) | (self._bytes == 38))
            fits[np.searchsorted(self.stops, strange, side="right")] = False
        rows = np.flatnonzero(fits)
        tags = self._tags[first[rows] + np.arange(count)[:, None]]
        same = self._reads(self.starts[rows], template.lead)
        same &= tags[0] == self.starts[rows] + len(template.lead)
        for k, text in enumerate(template.behind):
            same &= self._reads(tags[k] + 1, text)
            if k % 2 == 0 and k + 1 < count:
                same &= tags[k + 1] == tags[k] + 1 + len(text)
        return (rows, tags) if same.all() else (rows[same], tags[:, same])

    def _reads(self, at: Places, text: bytes) -> NDArray[np.bool_]:
        """Whether ``text`` stands at each of these places."""
        same = np.ones(len(at), np.bool_)
        for start in range(0, len(text), WORD):
            part = text[start : start + WORD]
            same &= self._words[at + start] & MASKS[len(part)] == _word(part)
        return same

    def numbers(self, start: Places, stop: Places) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """As `columns.digits`."""
        length = stop - start
        widest = min(int(length.max(initial=1)), _LONGEST_NUMBER)
        columns = [np.where(k < length, self._bytes[start + k], np.uint8(32)) for k in range(widest)]
        value, sound = digits(columns or [np.full(len(start), 32, np.uint8)])
        return value, sound & (length <= _LONGEST_NUMBER)

    def texts(self, start: Places, stop: Places) -> tuple[pa.Array, NDArray[np.bool_]]:
        """The texts between these places without blanks around, and which of them are without controls."""
        data, offsets = self._gathered(start, stop)
        sound = np.ones(len(start), np.bool_)
        if data.size and data.min() < 32:
            sound[np.searchsorted(offsets, np.flatnonzero(data < 32), side="right") - 1] = False
        texts = pa.StringArray.from_buffers(len(start), pa.py_buffer(offsets), pa.py_buffer(data))
        return pc.ascii_trim_whitespace(texts), sound

    def short_texts(self, start: Places, stop: Places) -> pa.Array:
        """The texts between these places, as `Columns.codes` takes them."""
        length = stop - start
        if length.max(initial=0) <= WORD:
            return pa.array(self._words[start] & MASKS[length])
        data, offsets = self._gathered(start, stop)
        return pa.BinaryArray.from_buffers(
            pa.binary(), len(start), [None, pa.py_buffer(offsets), pa.py_buffer(data)]
        )

    def _gathered(self, start: Places, stop: Places) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """The bytes between these places, one text after the other, and where each of them begins."""
        length = stop - start
        offsets = np.zeros(len(start) + 1, np.int64)
        np.cumsum(length, out=offsets[1:])
        places = np.repeat(start - offsets[:-1], length) + np.arange(offsets[-1])
        return self._bytes[places], offsets.astype(np.int32)


def _word(text: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(text, "little"))

"""The rows of a list as Arrow columns, built from the bytes of many rows at once.

Belongs here: the schema, and from the texts in a column to its values. Does not belong here: where the texts
stand (`text_blocks`, `xml_blocks`), and what a text means: each different text of a column is read once, by
the functions of `rows` that also read single rows, so that both readers have one definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from scrapers.fide.rows import READ, SCOPES, FideRow

CATEGORY = pa.dictionary(pa.int32(), pa.string())
CATEGORIES = ("federation", "sex", "title", "w_title", "o_title", "foa_title")
NUMBERS = (*(f"{scope}{part}" for scope in SCOPES for part in ("", "_games", "_k")), "birth_year")

#: One row per player, in no promised order. ``line`` is that of the file (in XML that on which the player
#: ends), ``damaged``: the columns are not where the headings say, and only id, name, federation and sex were
#: read.
SCHEMA = pa.schema(
    [
        ("fide_id", pa.int64()),
        ("name", pa.string()),
        *((name, CATEGORY) for name in CATEGORIES),
        *((name, pa.int16()) for name in NUMBERS),
        ("inactive", pa.bool_()),
        ("line", pa.int32()),
        ("damaged", pa.bool_()),
    ]
)

#: Codes of texts without a value, and of texts that a single row must be read for.
NO_VALUE, NOT_PLAIN = -1, -2

Codes = NDArray[np.int32]

#: Texts of up to so many bytes are handled as one number, the first byte the lowest, zero behind the last.
WORD = 8
#: Which bits of a word its first bytes are, by their number.
MASKS = np.array([(1 << 8 * count) - 1 for count in range(WORD + 1)], np.uint64)
#: A text as it stands in a list: its bytes, or its word.
Key = bytes | int


@dataclass(slots=True)
class Texts:
    """The different texts of one column met so far, and the code of each.

    The code of a category is its place among the values, that of a number or a flag the value itself.
    """

    name: str
    plausible: Callable[[str, str], bool] | None
    values: dict[str, int] = field(default_factory=dict)
    _codes: dict[Key, int] = field(default_factory=dict)

    def codes(self, different: Sequence[Key]) -> Codes:
        found = self._codes
        for key in different:
            if key not in found:
                found[key] = self._code(_bytes_of(key))
        return np.fromiter(map(found.__getitem__, different), np.int32, len(different))

    def _code(self, raw: bytes) -> int:
        if not is_plain(raw):
            return NOT_PLAIN
        text = raw.decode("ascii").strip()
        if self.plausible is not None and not self.plausible(self.name, text):
            return NOT_PLAIN
        value = READ[self.name](text)
        if isinstance(value, str):
            return self.values.setdefault(value, len(self.values))
        return NO_VALUE if value is None else int(value)


def _bytes_of(key: Key) -> bytes:
    return key if isinstance(key, bytes) else key.to_bytes(WORD, "little").rstrip(b"\0")


def is_plain(raw: bytes) -> bool:
    """Whether bytes are the same text in every encoding and form of a list: no controls, no entities."""
    return all(32 <= byte < 127 for byte in raw) and b"&" not in raw


class Columns:
    """Makes record batches of one list."""

    def __init__(self, plausible: Callable[[str, str], bool] | None = None) -> None:
        names = (*CATEGORIES, *NUMBERS, "inactive")
        self.texts: Mapping[str, Texts] = {name: Texts(name, plausible) for name in names}

    def codes(self, name: str, texts: pa.Array) -> Codes:
        """The code of each row's text in a column; the texts are binary, or short ones as words."""
        encoded = texts.dictionary_encode()
        different = self.texts[name].codes(encoded.dictionary.to_pylist())
        codes: Codes = different[encoded.indices.to_numpy()]
        return codes

    def batch(
        self,
        ids: NDArray[np.int64],
        names: pa.Array,
        codes: Mapping[str, Codes],
        lines: NDArray[np.integer],
    ) -> pa.RecordBatch:
        """The rows whose codes these are; columns that the list does not have are missing in ``codes``."""
        count = len(ids)
        nothing = np.full(count, NO_VALUE, np.int32)
        numbers = {name: codes.get(name, nothing) for name in NUMBERS}
        for scope in SCOPES:
            unrated = numbers[scope] < 0
            for part in ("games", "k"):
                numbers[f"{scope}_{part}"] = np.where(unrated, NO_VALUE, numbers[f"{scope}_{part}"])
        return pa.RecordBatch.from_arrays(
            [
                pa.array(ids),
                names,
                *(self._category(name, codes.get(name, nothing)) for name in CATEGORIES),
                *(pa.array(numbers[name].astype(np.int16), mask=numbers[name] < 0) for name in NUMBERS),
                pa.array(codes.get("inactive", nothing) > 0),
                pa.array(lines.astype(np.int32)),
                pa.array(np.zeros(count, np.bool_)),
            ],
            schema=SCHEMA,
        )

    def _category(self, name: str, codes: Codes) -> pa.Array:
        values = pa.array(list(self.texts[name].values), pa.string())
        return pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes < 0), values)


def batch_of_rows(rows: Sequence[tuple[FideRow, int, bool]]) -> pa.RecordBatch:
    """Rows read one by one, each with its line and whether it is damaged."""

    def column(name: str) -> Iterable[object]:
        if name == "fide_id":
            return (int(row.fide_id) for row, _, _ in rows)
        if name == "line":
            return (line for _, line, _ in rows)
        if name == "damaged":
            return (damaged for _, _, damaged in rows)
        return (getattr(row, name) for row, _, _ in rows)

    return pa.RecordBatch.from_arrays(
        [
            pa.array(list(column(one.name)), pa.string()).dictionary_encode()
            if one.type == CATEGORY
            else pa.array(list(column(one.name)), one.type)
            for one in SCHEMA
        ],
        schema=SCHEMA,
    )


def with_split_names(table: pa.Table) -> pa.Table:
    """The table with ``family_name`` and ``given_name`` behind ``name``, as `rows.split_name` splits it."""
    name = table.column("name")
    parts = pc.split_pattern(name, ",", max_splits=1)
    place = table.schema.get_field_index("name") + 1
    for offset, title in enumerate(("family_name", "given_name")):
        part = pc.list_slice(parts, offset, offset + 1, return_fixed_size_list=True)
        part = pc.utf8_trim_whitespace(pc.list_element(part, 0))
        part = pc.if_else(pc.equal(part, ""), pa.scalar(None, pa.string()), part)
        table = table.add_column(place + offset, title, part)
    return table


def digits(columns: Sequence[NDArray[np.uint8]]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The whole number in each row of character columns, and whether the row holds just one, up to 12 digits.

    Blanks may stand on either side. Rows of blanks are 0 and hold none.
    """
    count = len(columns[0])
    value = np.zeros(count, np.int64)
    started = np.zeros(count, np.bool_)
    ended = np.zeros(count, np.bool_)
    sound = np.ones(count, np.bool_)
    for characters in columns:
        digit = characters - np.uint8(48)
        is_digit = digit < 10
        blank = characters == 32
        sound &= is_digit | blank
        sound &= ~(is_digit & ended)
        ended |= started & blank
        started |= is_digit
        value = np.where(is_digit, value * 10 + digit, value)
    return value, sound & started & (value < 10**12)

"""FIDE lists as text: one heading row, fixed width, all layouts.

Belongs here: finding the columns from the heading row, and reading rows by them. Does not belong here: any
column position; layouts changed several times and are only known by their headings.

Until 2012 two pairs of headings are written without a space (``TitlFed``, ``GamesBorn``). A list of other
titles longer than its column pushes the rest of its row to the right; such a row is read with its columns
moved by as much. Source: FIDE notes, sections 1.2 and 1.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from scrapers.fide import messages
from scrapers.fide.naming import dates_in_names, month_token, single_scope
from scrapers.fide.rows import SCOPES, FideRow, Log, Refused, Scope, fide_id, make_row

MAX_LINE = 1 << 16
#: How far other titles are known to push a row is one place; this leaves room.
MAX_SHIFT = 24

_HEADINGS = {
    "id number": "fide_id",
    "id_number": "fide_id",
    "idnumber": "fide_id",
    "fideid": "fide_id",
    "name": "name",
    "fed": "federation",
    "country": "federation",
    "sex": "sex",
    "tit": "title",
    "titl": "title",
    "title": "title",
    "wtit": "w_title",
    "wtitl": "w_title",
    "otit": "o_title",
    "otitl": "o_title",
    "foa": "foa_title",
    "srtng": "standard",
    "sgm": "standard_games",
    "sk": "standard_k",
    "rrtng": "rapid",
    "rgm": "rapid_games",
    "rk": "rapid_k",
    "brtng": "blitz",
    "bgm": "blitz_games",
    "bk": "blitz_k",
    "gms": "games",
    "games": "games",
    "gm": "games",
    "k": "k",
    "b-day": "birth_year",
    "bday": "birth_year",
    "born": "birth_year",
    "birthday": "birth_year",
    "flag": "inactive",
}
_TOKEN = re.compile(r"ID[ _]Number|\S+", re.IGNORECASE)
_RATING_LIKE = re.compile(r"r?t?ng|rat|rtg|elo", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{2,4}[./-][0-9]{2}[./-][0-9]{2,4}")
_ONLINE_TITLES = ("AGM", "AIM", "AFM", "ACM")
NUMBERS = frozenset(
    {"standard", "standard_games", "standard_k", "rapid", "rapid_games", "rapid_k"}
    | {"blitz", "blitz_games", "blitz_k", "birth_year"}
)


@dataclass(frozen=True, slots=True)
class Field:
    """One column: from ``start`` to before ``end`` (None: to the end of the line)."""

    name: str
    start: int
    end: int | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a list, its scope, and the month in its headings (ISO first day)."""

    fields: tuple[Field, ...]
    scope: Scope
    date: str | None
    unknown: tuple[str, ...]


def is_header(line: str) -> bool:
    """Whether a line is the heading row: it names the id and the name."""
    names = {name for name, _, _ in _tokens(line)}
    return "fide_id" in names and "name" in names


def _known(token: str) -> str | None:
    return "rating" if month_token(token) else _HEADINGS.get(token.lower())


def _tokens(header: str) -> Iterator[tuple[str | None, str, int]]:
    """(field or None, heading, start) in order; two headings written as one word are taken apart."""
    for match in _TOKEN.finditer(header):
        token = match[0]
        name = _known(token)
        if name is None:
            for cut in range(len(token) - 1, 0, -1):
                left, right = _known(token[:cut]), _known(token[cut:])
                if left and right:
                    yield left, token[:cut], match.start()
                    yield right, token[cut:], match.start() + cut
                    break
            else:
                yield None, token, match.start()
        else:
            yield name, token, match.start()


def find_layout(header: str, names: tuple[str, ...]) -> Layout:
    """The layout that a heading row describes; ``names`` of the file tell the kind of a single list.

    Raises `Refused` where the row is no heading row or leaves a rating column in doubt.
    """
    if not is_header(header):
        raise Refused(messages.NO_HEADER)
    tokens = list(_tokens(header))
    found: dict[str, str] = {}
    unknown: list[str] = []
    for name, heading, _ in tokens:
        if name is None:
            if _RATING_LIKE.search(heading):
                raise Refused(messages.unknown_rating(heading))
            unknown.append(heading)
        elif name in found:
            raise Refused(messages.heading_twice(heading))
        else:
            found[name] = heading
    date = month_token(found["rating"]) if "rating" in found else None
    combined = [scope for scope in SCOPES if scope in found]
    scope: Scope
    if "rating" in found:
        if combined:
            raise Refused(messages.heading_twice(found["rating"]))
        dates = dates_in_names(names)
        scope = single_scope(names, date or (dates[0] if dates else None), messages.NO_SCOPE)
    elif not combined:
        raise Refused(messages.NO_RATING)
    elif len(combined) < len(SCOPES):
        missing = [
            {"standard": "SRtng", "rapid": "RRtng", "blitz": "BRtng"}[s] for s in SCOPES if s not in found
        ]
        raise Refused(messages.missing_headings(", ".join(missing)))
    else:
        scope = "combined"
    own = {"rating": scope, "games": f"{scope}_games", "k": f"{scope}_k"}
    ends = [start for _, _, start in tokens[1:]]
    fields = tuple(
        Field(own.get(name, name), start, end)
        for (name, _, start), end in zip(tokens, [*ends, None], strict=True)
        if name is not None
    )
    return Layout(fields, scope, date, tuple(unknown))


def read_row(layout: Layout, fide_id: str, line: bytes) -> tuple[FideRow, bool]:
    """The row, and whether all its columns were where the layout (moved if need be) says."""
    for text in _decoded(line):
        values = _aligned(layout, text)
        if values is not None:
            return make_row(fide_id, values), True
    values = _cut(layout, next(_decoded(line)), 0)
    return make_row(fide_id, {k: v for k, v in values.items() if k in ("name", "federation", "sex")}), False


def _decoded(line: bytes) -> Iterator[str]:
    # Lists are ASCII. Where a copy is not, columns may count characters (UTF-8) or bytes.
    with suppress(UnicodeDecodeError):
        yield line.decode("utf-8")
    yield line.decode("latin-1")


def _aligned(layout: Layout, line: str) -> dict[str, str] | None:
    """The values with the smallest shift after the other titles at which every column makes sense."""
    for shift in range(MAX_SHIFT + 1):
        values = _cut(layout, line, shift)
        if _makes_sense(layout, values, line, shift, strict=True):
            return values
    values = _cut(layout, line, 0)
    return values if _makes_sense(layout, values, line, 0, strict=False) else None


def _cut(layout: Layout, line: str, shift: int) -> dict[str, str]:
    values: dict[str, str] = {}
    moved = 0
    for field in layout.fields:
        start = field.start + moved
        if field.name == "o_title":
            moved = shift
        end = None if field.end is None else field.end + moved
        values[field.name] = line[start:end].strip()
    return values


def plausible(name: str, value: str) -> bool:
    """Whether a text can stand in a column at all; what cannot says that the row is moved."""
    if name == "foa_title":
        return value in ("", *_ONLINE_TITLES)
    if name == "inactive":
        return set(value.lower()) <= {"i", "w"}
    if name == "birth_year" and _DATE.fullmatch(value):
        return True
    return name not in NUMBERS or not value or re.fullmatch(r"[0-9]{1,4}", value) is not None


def _makes_sense(layout: Layout, values: dict[str, str], line: str, shift: int, strict: bool) -> bool:
    if shift:
        titles = next((field for field in layout.fields if field.name == "o_title"), None)
        # A row is pushed only by other titles that fill their column and all the places pushed.
        if titles is None or titles.end is None:
            return False
        if len(values["o_title"]) != titles.end + shift - titles.start:
            return False
    for name, value in values.items():
        if (strict or name != "foa_title") and not plausible(name, value):
            return False
    moved = 0
    for field in layout.fields:
        start = field.start + moved
        if field.name == "o_title":
            moved = shift
        if field.name not in NUMBERS:
            continue
        # A number that goes on from the column before stands in neither.
        if start and line[start - 1 : start + 1].isdigit() and len(line) > start:
            return False
    return True


def lines_of(pieces: Iterator[bytes]) -> Iterator[tuple[list[bytes], bool]]:
    """Batches of lines; True with the last batch when its line has no line end. Raises `Refused`."""
    rest = b""
    for piece in pieces:
        batch = (rest + piece).split(b"\n")
        rest = batch.pop()
        if len(rest) > MAX_LINE:
            raise Refused(messages.NOT_A_LIST)
        if batch:
            yield batch, False
    if rest.strip():
        yield [rest], True


class TextList:
    """A text list while it is read: what is known so far survives a refusal half way."""

    def __init__(self, names: tuple[str, ...], log: Log) -> None:
        self.names = names
        self.log = log
        self.layout: Layout | None = None
        self.players = 0
        self.rows: list[FideRow] = []
        #: Lines that are done with, and the length of the shortest row among them.
        self.lines = 0
        self.shortest = MAX_LINE

    def read(self, pieces: Iterator[bytes], limit: int | None) -> None:
        """Reads all pieces, and keeps the first ``limit`` rows. Raises `Refused`."""
        for batch, unfinished in lines_of(pieces):
            skipped = 0 if self.layout else self.find_start(batch)
            lines = batch[skipped:]
            if not lines:
                continue
            if unfinished:
                self.check_last(lines[0])
            self._read_batch(lines, limit)
            self.lines += len(lines)
            self.shortest = min(self.shortest, min(map(len, filter(None, lines)), default=MAX_LINE))
        self.check_end()

    def find_start(self, batch: list[bytes]) -> int:
        """Finds the layout; how many lines of the batch stand before the first row. Raises `Refused`."""
        at = next((i for i, line in enumerate(batch) if line.strip()), None)
        if at is None:
            self.lines += len(batch)
            return len(batch)
        header = batch[at].removeprefix(b"\xef\xbb\xbf").decode("latin-1").rstrip()
        self.layout = find_layout(header, self.names)
        self.lines += at + 1
        for heading in self.layout.unknown:
            self.log.add(self.lines, "unknown_column", messages.ignored_column(heading))
        return at + 1

    def check_last(self, line: bytes) -> None:
        """Refuses a list whose last row, without line end, is shorter than all the others."""
        assert self.layout is not None
        # Only where all rows so far reach the last column does a shorter one mean that it was cut off.
        padded = self.shortest > max(field.start for field in self.layout.fields)
        if padded and self.players > 1 and len(line) < self.shortest - 1:
            raise Refused(messages.CUT_OFF)

    def check_end(self) -> None:
        """Refuses a list without heading row or without players."""
        if self.layout is None:
            raise Refused(messages.EMPTY)
        if not self.players:
            raise Refused(messages.NO_PLAYERS)

    def id_of(self, line: bytes, number: int) -> str | None:
        """The FIDE id of a row; a line without one is reported, unless it is blank."""
        assert self.layout is not None
        ident = next(field for field in self.layout.fields if field.name == "fide_id")
        found = fide_id(line[ident.start : ident.end].decode("latin-1"))
        if found is None and line.strip():
            self.log.add(number, "no_id", messages.no_id(number))
        return found

    def _read_batch(self, batch: list[bytes], limit: int | None) -> None:
        assert self.layout is not None
        for number, line in enumerate(batch, start=self.lines + 1):
            found = self.id_of(line, number)
            if found is None:
                continue
            self.players += 1
            if limit is not None and len(self.rows) >= limit:
                continue
            row, sound = read_row(self.layout, found, line.rstrip(b"\r"))
            if not sound:
                self.log.add(number, "row_unreadable", messages.unreadable(number))
            self.rows.append(row)

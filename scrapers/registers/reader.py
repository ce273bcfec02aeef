"""Reads one register file: every problem of every row at once, and the rows that can be used.

Belongs here: the file as a whole, its header, its rows, repeated codes. Does not belong here: the columns
(`columns`), single cells (`cells`), rules within a row (`rules`), wording (`messages`).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field

from scrapers.records import Finding, InputFile, Severity
from scrapers.registers import messages
from scrapers.registers.cells import BadCell, Value, read_cell
from scrapers.registers.columns import Column, RegisterSpec
from scrapers.registers.delimited import (
    Line,
    clean,
    decode,
    find_header,
    has_control_characters,
    split_rows,
)
from scrapers.registers.rules import RULES, UNDOES, Row, dangling_undoes

MAX_BYTES = 50_000_000
_SPREADSHEET_MAGIC = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_MAYBE_BIRTH = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])|[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}")


@dataclass(frozen=True, slots=True)
class Register:
    """One register as read.

    ``rows``: a dict per usable row with every declared column (typed value, or None for blank and unreadable)
    and ``line``, the 1-based line where the row starts; `events` rows also have ``round_rhythms``,
    `corrections` rows ``assignments``. ``usable`` is False when nothing in the file can be decided.
    """

    name: str
    usable: bool
    rows: tuple[Row, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class _Log:
    """The findings of one file, each with the line it is on."""

    file: str
    sha256: str
    findings: list[tuple[int, Finding]] = field(default_factory=list)

    def add(self, line: int, column: str | None, code: str, severity: Severity, message: str) -> None:
        where = f"line {line}" + (f", column {column}" if column else "")
        self.findings.append((line, Finding(self.file, where, code, severity, message, self.sha256)))

    def place(self, line: int, column: str | None = None) -> str:
        return messages.at(self.file, line, column)

    def in_order(self) -> tuple[Finding, ...]:
        return tuple(finding for _, finding in sorted(self.findings, key=lambda item: item[0]))


@dataclass(frozen=True, slots=True)
class _RowReport:
    """What the rules report through: the log at one line, silent on cells already reported."""

    log: _Log
    line: int
    bad: frozenset[str]

    def place(self, column: str) -> str:
        return self.log.place(self.line, column)

    def add(self, column: str, code: str, severity: Severity, message: str) -> None:
        if column not in self.bad:
            self.log.add(self.line, column, code, severity, message)


def read_register(spec: RegisterSpec, file: InputFile) -> Register:
    """The register in ``file``. Never raises for bad data: see `Register` and its findings."""
    log = _Log(file.name, hashlib.sha256(file.data).hexdigest())

    def refuse(code: str, text: str) -> Register:
        log.add(1, None, code, "error", text)
        return Register(spec.name, usable=False, findings=log.in_order())

    if not file.data.strip():
        return refuse("empty_file", messages.empty(file.name))
    if len(file.data) > MAX_BYTES:
        return refuse("too_large", messages.too_large(file.name, len(file.data), MAX_BYTES))
    if file.data.startswith(_SPREADSHEET_MAGIC):
        return refuse("not_csv", messages.spreadsheet(file.name))
    decoded = decode(file.data)
    if decoded is None:
        return refuse("not_csv", messages.not_text(file.name))
    if decoded.fallback:
        log.add(1, None, "encoding", "warning", messages.encoding(file.name))
    # Names typed on some systems come decomposed (e + accent); composed, equal names compare equal.
    text = unicodedata.normalize("NFC", decoded.content)
    header = find_header(text, spec.names)
    if header is None:
        return refuse("empty_file", messages.empty(file.name))
    delimiter, head = header
    places = _columns(spec, head, log)
    if places is None:
        return Register(spec.name, usable=False, findings=log.in_order())
    rows = _Rows(spec, places, len(head.cells or ()), log)
    for line in split_rows(text, delimiter):
        if line.number > head.number:
            rows.add(line)
    return Register(spec.name, True, rows.finished(), log.in_order())


def _columns(spec: RegisterSpec, head: Line, log: _Log) -> dict[str, int] | None:
    """Where each declared column stands, or None when the header lacks what the register needs."""
    places: dict[str, int] = {}
    found = [clean(cell) for cell in head.cells or ()]
    line = head.number
    for place, name in enumerate(found):
        column = name.lower()
        if column not in spec.names:
            if name:
                text = messages.extra_column(log.place(line), messages.quoted(name))
                log.add(line, None, "extra_column", "info", text)
        elif column in places:
            log.add(line, column, "column_twice", "error", messages.column_twice(log.place(line), column))
        else:
            places[column] = place
    shown = messages.quoted(", ".join(found))
    missing = [column.name for column in spec.columns if column.required and column.name not in places]
    for name in missing:
        text = messages.missing_column(log.place(line), name, shown)
        log.add(line, name, "missing_column", "error", text)
    if not missing and not any(name in places for name in spec.key):
        text = messages.missing_any_column(log.place(line), spec.key, shown)
        log.add(line, spec.key[0], "missing_column", "error", text)
        return None
    for optional in spec.columns:
        if optional.blank == "warning" and optional.name not in places:
            text = messages.no_optional_column(log.place(line), optional.name)
            log.add(line, optional.name, "missing_optional_column", "info", text)
    return None if missing else places


class _Rows:
    """The rows read so far, with what repeated codes are checked against."""

    def __init__(self, spec: RegisterSpec, places: dict[str, int], width: int, log: _Log) -> None:
        self.spec = spec
        self.places = places
        self.width = width
        self.log = log
        self.rows: list[Row] = []
        self.ids: set[str] = set()
        self.keys: dict[tuple[str, object], tuple[int, tuple[str, ...]]] = {}
        self.seen: dict[tuple[str, object], int] = {}
        self.keeps_birth_years = any(column.private for column in spec.columns)

    def add(self, line: Line) -> None:
        log, number = self.log, line.number
        if line.cells is None:
            log.add(number, None, "unclosed_quote", "error", messages.unclosed_quote(log.place(number)))
            return
        self._check_width(line.cells, number)
        texts = tuple(self._text(line, column) for column in self.spec.columns)
        row: Row = {}
        usable = True
        bad: set[str] = set()
        for column, text in zip(self.spec.columns, texts, strict=True):
            row[column.name], sound = self._value(line, column, text)
            if not sound:
                bad.add(column.name)
                usable = usable and not column.essential
        row["line"] = number
        rule = RULES.get(self.spec.name)
        if rule is not None:
            usable = rule(row, _RowReport(log, number, frozenset(bad))) and usable
        key = next(((name, row[name]) for name in self.spec.key if row[name] is not None), None)
        if key is None:
            # Where one column is the key, the blank cell itself is reported already.
            if len(self.spec.key) > 1:
                text = messages.no_key(log.place(number), self.spec.key)
                log.add(number, self.spec.key[0], "missing_value", "error", text)
            return
        self.ids.add(str(key[1]))
        usable = self._first_of_its_key(number, key, texts) and usable
        if usable:
            self._note_repeated(row, number, key[0])
            self.rows.append(row)

    def finished(self) -> tuple[Row, ...]:
        undo = UNDOES.get(self.spec.name)
        if undo is not None:
            for row in dangling_undoes(undo, self.rows, frozenset(self.ids)):
                number = int(str(row["line"]))
                text = messages.unknown_target(
                    self.log.place(number, undo.target),
                    messages.quoted(str(row[undo.target])),
                    self.log.file,
                )
                self.log.add(number, undo.target, "unknown_target", "error", text)
        return tuple(self.rows)

    def _check_width(self, cells: tuple[str, ...], number: int) -> None:
        place = self.log.place(number)
        if len(cells) < self.width:
            text = messages.fewer_cells(place, len(cells), self.width)
        elif any(clean(cell) for cell in cells[self.width :]):
            text = messages.more_cells(place, len(cells), self.width)
        else:
            return
        self.log.add(number, None, "cell_count", "warning", text)

    def _text(self, line: Line, column: Column) -> str:
        at = self.places.get(column.name)
        if at is None or line.cells is None or at >= len(line.cells):
            return ""
        raw = line.cells[at]
        if has_control_characters(raw):
            text = messages.control_characters(self.log.place(line.number, column.name))
            self.log.add(line.number, column.name, "control_characters", "warning", text)
        return clean(raw)

    def _value(self, line: Line, column: Column, text: str) -> tuple[Value, bool]:
        """The value and whether the cell is sound: readable, and filled where a blank is an error."""
        number = line.number
        if not text:
            if column.blank == "free" or column.name not in self.places:
                return None, True
            dropped = column.blank == "error" and (column.essential or column.name in self.spec.key)
            place = self.log.place(number, column.name)
            if column.blank == "error":
                message = messages.missing_value(place, dropped)
            else:
                message = messages.blank_noted(place, timeless=column.kind == "timestamp")
            self.log.add(number, column.name, "missing_value", column.blank, message)
            return None, column.blank != "error"
        try:
            return read_cell(column, text), True
        except BadCell as problem:
            place = self.log.place(number, column.name)
            message = messages.bad_value(
                place, self._shown(line, column, text), str(problem), column.essential
            )
            self.log.add(number, column.name, "bad_value", "error", message)
            return None, False

    def _shown(self, line: Line, column: Column, text: str) -> str:
        """The text for a finding, which ends on a public page: nothing that may tell a birth date.

        In a register with birth years, cells of a row of the wrong length may stand under a wrong heading.
        """
        if self.keeps_birth_years:
            shifted = line.cells is not None and len(line.cells) != self.width
            dated = column.kind not in ("date", "timestamp") and _MAYBE_BIRTH.search(text) is not None
            if column.private or shifted or dated:
                return messages.hidden()
        return messages.quoted(text)

    def _first_of_its_key(self, number: int, key: tuple[str, object], texts: tuple[str, ...]) -> bool:
        first, first_texts = self.keys.setdefault(key, (number, texts))
        if first == number:
            return True
        column, value = key
        place, found = self.log.place(number, column), messages.quoted(str(value))
        if texts == first_texts:
            text = messages.same_row_twice(place, found, first)
            self.log.add(number, column, "duplicate_key", "info", text)
        else:
            text = messages.key_twice(place, found, first)
            self.log.add(number, column, "duplicate_key", "error", text)
        return False

    def _note_repeated(self, row: Row, number: int, key: str) -> None:
        for column in self.spec.columns:
            value = row[column.name]
            if not column.unique or column.name == key or value is None:
                continue
            first = self.seen.setdefault((column.name, value), number)
            if first != number:
                place = self.log.place(number, column.name)
                text = messages.value_twice(place, messages.quoted(str(value)), first)
                self.log.add(number, column.name, "duplicate_value", "error", text)

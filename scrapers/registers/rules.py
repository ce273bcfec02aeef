"""Rules between the cells of a row, and the values that are parsed further.

Belongs here: what one row of `events`, `rating_approvals`, `identity_decisions` or `corrections` needs to
be usable, as the data home describes. Does not belong here: anything that needs another register.

A rule gets the typed row, may set values in it, reports through `Report`, and returns whether the row can
be used. A correction or decision that lacks what its kind needs is dropped: half an instruction (a
`duplicate` with a round and no number) could otherwise be read as another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from scrapers.records import Severity
from scrapers.registers import messages
from scrapers.registers.cells import (
    BadCell,
    read_date,
    read_rhythm,
    read_round_rhythms,
    read_time,
    round_rhythms_text,
)
from scrapers.registers.columns import LOWEST_RATING
from scrapers.text import fold

Row = dict[str, object]


class Report(Protocol):
    """Takes findings on columns of the row at hand."""

    def place(self, column: str) -> str:
        """The place as officers read it."""

    def add(self, column: str, code: str, severity: Severity, message: str) -> None:
        """One finding; nothing is added for a cell that is already reported as unreadable."""


Rule = Callable[[Row, Report], bool]


def _bad(report: Report, column: str, found: object, expected: str, dropped: bool) -> None:
    text = messages.bad_value(report.place(column), messages.quoted(str(found)), expected, dropped)
    report.add(column, "bad_value", "error", text)


def _need(report: Report, column: str, what: str, expected: str) -> None:
    report.add(column, "missing_value", "error", messages.needs(report.place(column), what, expected))


def _file_names(row: Row, report: Report, column: str, dropped: bool) -> bool:
    """One file name or several joined by ``;``, all in inbox/events itself: no folder, no way out of it."""
    value = row[column]
    if value is None:
        return True
    names = [name.strip() for name in str(value).split(";")]
    names = [name for name in names if name]
    if not names or any(re.search(r"[/\\\x00]", name) or name in (".", "..") for name in names):
        _bad(report, column, value, "nomes de arquivos de inbox/events, sem pasta", dropped)
        row[column] = None
        return False
    row[column] = ";".join(names)
    return True


def _event(row: Row, report: Report) -> bool:
    _file_names(row, report, "file", dropped=False)
    start, end = row["start_date"], row["end_date"]
    if isinstance(start, date) and isinstance(end, date) and end < start:
        text = messages.dates_reversed(report.place("end_date"), start.isoformat(), end.isoformat())
        report.add("end_date", "dates_reversed", "error", text)
    for filled, blank in (("homologation_no", "homologated_at"), ("homologated_at", "homologation_no")):
        if row[filled] is not None and row[blank] is None:
            text = messages.incomplete_homologation(report.place(blank), blank)
            report.add(blank, "incomplete_homologation", "warning", text)
    row["round_rhythms"] = ()
    written = row["rounds_rhythm"]
    if isinstance(written, str):
        row["rounds_rhythm"] = None
        try:
            spans = read_round_rhythms(written)
        except BadCell as problem:
            _bad(report, "rounds_rhythm", written, str(problem), dropped=False)
        else:
            row["round_rhythms"] = spans
            row["rounds_rhythm"] = round_rhythms_text(spans)
    return True


_PARTICIPANT = re.compile(r"(.+?)\s*#\s*0*([0-9]{1,5})", re.DOTALL)


def _decision(row: Row, report: Report) -> bool:
    action, subject, target = row["action"], row["subject"], row["target"]
    usable = True
    if action in ("same", "new", "unidentified") and isinstance(subject, str):
        match = _PARTICIPANT.fullmatch(subject)
        if match is None:
            _bad(report, "subject", subject, "código do evento#número inicial, como 2026-014#7", dropped=True)
            usable = False
        else:
            row["subject"] = f"{match[1]}#{match[2]}"
    if action in ("same", "merge") and target is None:
        _need(report, "target", f"a decisão {action}", "um fnx_id em target")
        usable = False
    if action == "merge" and subject is not None and subject == target:
        _bad(report, "target", target, "um fnx_id diferente do que termina", dropped=True)
        usable = False
    if action in ("unidentified", "undo") and target is not None:
        text = messages.not_used(report.place("target"), f"a decisão {action}", messages.quoted(str(target)))
        report.add("target", "not_used", "warning", text)
        row["target"] = None
    return usable


#: What each kind of correction needs filled, besides its value (Art. 23; data home, corrections.csv).
_CORRECTION_NEEDS: Mapping[str, tuple[str, ...]] = {
    "result": ("event_id", "round", "number", "value"),
    "rhythm": ("event_id", "value"),
    "identity": ("event_id", "number", "value"),
    "entry_rating": ("fnx_id", "value"),
    "duplicate": ("event_id",),
    "replace_file": ("event_id", "value"),
    "event": ("event_id", "value"),
    "undo": ("value",),
}
_RESULTS = {
    **dict.fromkeys(("1", "1.0", "1,0"), "1"),
    **dict.fromkeys(("0.5", "0,5", "½", ".5", ",5", "1/2"), "0.5"),
    **dict.fromkeys(("0", "0.0", "0,0"), "0"),
    **dict.fromkeys(("unplayed", "nao jogada", "nao jogado"), "unplayed"),
}


def _correction(row: Row, report: Report) -> bool:
    kind, value = row["kind"], row["value"]
    row["assignments"] = ()
    if not isinstance(kind, str):
        return False
    if kind == "identity" and value is None:
        # The player may be named in the column that is called so.
        row["value"] = value = row["fnx_id"]
    usable = True
    for column in _CORRECTION_NEEDS[kind]:
        if row[column] is None:
            _need(report, column, f"a correção {kind}", f"{column} preenchido")
            usable = False
    if kind == "duplicate" and (row["round"] is None) != (row["number"] is None):
        column = "round" if row["round"] is None else "number"
        _need(report, column, "a retirada de uma partida", "round e number (nenhum dos dois: o evento todo)")
        usable = False
    if not isinstance(value, str):
        return usable
    if kind == "replace_file":
        return _file_names(row, report, "value", dropped=True) and usable
    try:
        if kind == "result":
            row["value"] = _result(value)
        elif kind == "rhythm":
            row["value"] = read_rhythm(value)
        elif kind == "entry_rating":
            row["value"] = _entry_rating(value)
        elif kind == "event":
            row["assignments"] = read_assignments(value)
    except BadCell as problem:
        _bad(report, "value", value, str(problem), dropped=True)
        return False
    return usable


def _result(value: str) -> str:
    # NFKC would turn ½ into 1⁄2 (with a fraction slash), so the sign itself is looked up first.
    result = _RESULTS.get(value) or _RESULTS.get(fold(value).replace("⁄", "/"))
    if result is None:
        raise BadCell("o resultado visto desse lado: 1, 0.5, 0 ou unplayed")
    return result


def _entry_rating(value: str) -> str:
    if not re.fullmatch(r"[0-9]{1,5}", value) or int(value) < LOWEST_RATING:
        raise BadCell(f"um rating inteiro a partir de {LOWEST_RATING}")
    return str(int(value))


def _category(value: str) -> str:
    return ";".join(part.strip() for part in value.split(";") if part.strip())


_ASSIGNABLE: Mapping[str, Callable[[str], str]] = {
    "start_date": lambda value: read_date(value).isoformat(),
    "end_date": lambda value: read_date(value).isoformat(),
    "end_time": read_time,
    "category": _category,
    "rounds_rhythm": lambda value: round_rhythms_text(read_round_rhythms(value)),
}
_ASSIGNMENT = re.compile(r"(?:^|;)\s*([A-Za-z_]+)\s*=")


def read_assignments(text: str) -> tuple[tuple[str, str], ...]:
    """``end_date=2026-03-01;rounds_rhythm=1-5:STD;6-7:RPD`` as (field, value) pairs, in order of writing.

    A ``;`` separates assignments only where a field and ``=`` follow: categories and spans of rounds are
    themselves joined by ``;``. Values come back normalised: ISO dates, ``HH:MM``. Raises `BadCell`.
    """
    heads = list(_ASSIGNMENT.finditer(text))
    fields = ", ".join(_ASSIGNABLE)
    if not heads or heads[0].start() != 0:
        raise BadCell(f"campo=valor, com campo entre {fields}")
    found: dict[str, str] = {}
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        field = head[1].lower()
        value = text[head.end() : following.start() if following else len(text)].strip().rstrip(";").strip()
        if field not in _ASSIGNABLE:
            raise BadCell(f"campo=valor, com campo entre {fields}")
        if field in found:
            raise BadCell(f"o campo {field} uma única vez")
        if not value:
            raise BadCell(f"um valor para {field}")
        try:
            found[field] = _ASSIGNABLE[field](value)
        except BadCell as problem:
            raise BadCell(f"em {field}, {problem}") from None
        if not found[field]:
            raise BadCell(f"um valor para {field}")
    if "start_date" in found and "end_date" in found and found["end_date"] < found["start_date"]:
        raise BadCell("end_date no mesmo dia de start_date ou depois")
    return tuple(found.items())


#: Rules by register; a register that is not here has none.
RULES: Mapping[str, Rule] = {
    "events": _event,
    "identity_decisions": _decision,
    "corrections": _correction,
}


@dataclass(frozen=True, slots=True)
class Undo:
    """How a register names the row that an ``undo`` takes back."""

    action: str
    key: str
    target: str


UNDOES: Mapping[str, Undo] = {
    "identity_decisions": Undo("action", "decision_id", "subject"),
    "corrections": Undo("kind", "correction_id", "value"),
}


def dangling_undoes(undo: Undo, rows: Sequence[Row], ids: frozenset[str]) -> list[Row]:
    """The ``undo`` rows that name no other row of the register (``ids``: all codes that occur in it)."""
    return [
        row
        for row in rows
        if row[undo.action] == "undo" and (row[undo.target] not in ids or row[undo.target] == row[undo.key])
    ]

"""``review/identity_queue.csv``: the open questions as a spreadsheet, with suggestions and blank decisions.

Belongs here: the file, written by every run. Does not belong here: reading it filled in (`filled_in`).

The file is the officers' own and speaks of birth years; it stays in the home and is in no export (Art. 19).
What somebody has already filled in is kept while its question is open.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb

from orchestration.durable import replace_file
from orchestration.identity.people import Evidence
from orchestration.publication.exports import formula_safe
from orchestration.review.facts import OpenCase, open_cases
from scrapers.registers.delimited import clean, decode, find_header, split_rows

SHOWN = 3
QUESTION_COLUMNS = (
    *("question_id", "event_id", "event", "event_end", "number", "name", "birth_year", "sex", "club"),
    *("games", "kind", "detail", "band", "look_because", "cannot_be"),
)
SUGGESTION_COLUMNS = ("suggestion", "suggestion_name", "suggestion_score", "suggestion_evidence")
DECISION_COLUMNS = ("decision", "fnx_id", "decided_by", "grounds")
COLUMNS = (
    *QUESTION_COLUMNS,
    *(f"{column}_{place}" for place in range(1, SHOWN + 1) for column in SUGGESTION_COLUMNS),
    *DECISION_COLUMNS,
)
#: Evidence whose words repeat a birth year, and what is said of it where the year must not stand.
WITHOUT_YEAR = {"birth_year": "mesmo ano de nascimento", "category": "idade cabe na categoria"}


def write_queue(
    connection: duckdb.DuckDBPyConnection, path: Path, school_categories: Mapping[str, str]
) -> int:
    """Write the queue of the run that the warehouse holds, in one step; how many questions are open."""
    cases = open_cases(connection, school_categories).cases
    kept = _kept(path)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for case in cases:
        cells = cells_of(case)
        filled = kept.get(case.question.question_id, {})
        writer.writerow(
            [_cell(column, cells.get(column, "") or filled.get(column, "")) for column in COLUMNS]
        )
    data = ("\ufeff" + text.getvalue()).encode("utf-8")
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data)
    return len(cases)


def _cell(column: str, text: str) -> str:
    """A cell: texts from outside are kept from being formulas, a score is a number."""
    return text if column.startswith("suggestion_score") else formula_safe(text)


def _kept(path: Path) -> dict[str, dict[str, str]]:
    """Decisions filled in and not imported yet, by question; a file that cannot be read is set aside."""
    try:
        rows = filled_rows(path) if path.exists() else []
    except ValueError:
        path.replace(path.with_suffix(".ilegivel.csv"))
        return {}
    return {row["question_id"]: {name: row.get(name, "") for name in DECISION_COLUMNS} for row in rows}


def cells_of(case: OpenCase) -> dict[str, str]:
    """The cells of one question; the decision is left blank."""
    question, answer = case.question, case.answer
    cells = {
        "question_id": question.question_id,
        "event_id": question.event_id,
        "event": question.event_name,
        "event_end": str(question.event_end or ""),
        "number": str(question.number),
        "name": question.name,
        "birth_year": str(question.birth_year or ""),
        "sex": question.sex or "",
        "club": question.club or "",
        "games": str(question.games),
        "kind": question.kind,
        "detail": question.detail_pt or "",
        "band": answer.band,
        "look_because": "; ".join(answer.look_because),
        "cannot_be": "; ".join(f"{who.name} ({who.fnx_id}): {who.text_pt}" for who in answer.hidden),
    }
    for place, suggestion in enumerate(answer.suggestions[:SHOWN], start=1):
        words = "; ".join(item.text_pt for item in suggestion.evidence)
        found = (suggestion.fnx_id, suggestion.name, f"{suggestion.score:.1f}", words)
        cells |= {f"{name}_{place}": text for name, text in zip(SUGGESTION_COLUMNS, found, strict=True)}
    return {column: " ".join(text.split()) for column, text in cells.items()}


def grounds_of(evidence: Sequence[Evidence]) -> str:
    """Evidence as the grounds of a decision: in words, and without any birth year."""
    said = [WITHOUT_YEAR.get(item.kind, item.text_pt) for item in evidence if item.kind != "birth_unknown"]
    return "; ".join(said)


def filled_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a queue as somebody saved it: any separator, any column left out. Raises ValueError."""
    text = decode(path.read_bytes())
    header = find_header(text.content, COLUMNS) if text is not None else None
    if text is None or header is None or "question_id" not in [clean(one) for one in header[1].cells or ()]:
        raise ValueError("não é uma fila de identidades: falta a coluna question_id")
    delimiter, head = header
    names = [clean(cell).lower() for cell in head.cells or ()]
    rows = []
    for line in split_rows(text.content, delimiter):
        if line.number <= head.number:
            continue
        if line.cells is None:
            raise ValueError(f"linha {line.number}: aspas que não fecham")
        cells = [_unquoted(clean(cell)) for cell in line.cells]
        rows.append(dict(zip(names, cells, strict=False)) | {"line": str(line.number)})
    return rows


def _unquoted(cell: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return cell[1:] if cell.startswith("'") and formula_safe(cell[1:]) == cell else cell

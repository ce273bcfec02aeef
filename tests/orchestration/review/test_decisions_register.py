"""The register of decisions: rows are added as the file is kept, and undos are read as data-home says."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from orchestration.home import HomeError
from orchestration.review.decisions import Decision, append, new_ids, rows_of, standing

MOMENT = datetime(2026, 6, 1, 10, 30)
ROW = Decision("R1", MOMENT, "Comissão", "same", "2026-014#7", "FNX-1", '=ficha; "com" aspas\nde papel')


@pytest.mark.parametrize(
    ("data", "added"),
    [
        pytest.param(
            b"\xef\xbb\xbfobs;decision_id;decided_at;action;subject;target;grounds;decided_by\r\n"
            b"visto;D1;2026-01-01;new;2026-014#1;;x;y",
            b'\r\n;R1;2026-06-01T10:30:00;same;2026-014#7;FNX-1;"\'=ficha; ""com"" aspas de papel";'
            b"Comiss\xc3\xa3o\r\n",
            id="BOM, semicolons, an extra column, no last line end",
        ),
        pytest.param(
            "decision_id,decided_at,decided_by,action,subject,target\nD1,,José,undo,D1,\n".encode("cp1252"),
            "R1,2026-06-01T10:30:00,Comissão,same,2026-014#7,FNX-1\n".encode("cp1252"),
            id="Windows-1252, a column left out",
        ),
        pytest.param(
            b"",
            b"decision_id,decided_at,decided_by,action,subject,target,grounds\n"
            b"R1,2026-06-01T10:30:00,Comiss\xc3\xa3o,same,2026-014#7,FNX-1,"
            b'"\'=ficha; ""com"" aspas de papel"\n',
            id="empty",
        ),
    ],
)
def test_what_stands_there_stays_byte_for_byte(data: bytes, added: bytes, tmp_path: Path) -> None:
    path = tmp_path / "identity_decisions.csv"
    path.write_bytes(data)
    append(path, [ROW])
    assert path.read_bytes() == data + added
    assert rows_of(path)[-1]["subject"] == "2026-014#7"


@pytest.mark.parametrize(
    "data",
    [
        b"decision_id,decided_at,action,target\n",
        b"PK\x03\x04",
    ],
    ids=["no column for the subject", "a spreadsheet"],
)
def test_a_file_that_cannot_take_rows_is_left_alone(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "identity_decisions.csv"
    path.write_bytes(data)
    with pytest.raises(HomeError):
        append(path, [ROW])
    assert path.read_bytes() == data


def test_a_row_that_could_not_be_read_back_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "identity_decisions.csv"
    with pytest.raises(HomeError, match="could not be read back"):
        append(path, [replace(ROW, subject="2026-014")])
    assert not path.exists()


def test_ids_are_new_and_in_order_as_text() -> None:
    first = new_ids((), MOMENT, 12)
    assert sorted(first) == first
    second = new_ids(first, MOMENT, 3)
    assert set(first) & set(second) == set()
    assert sorted([*first, *second]) == [*first, *second]


def test_undos_of_undos_and_circles() -> None:
    def row(decision_id: str, action: str, subject: str) -> dict[str, object]:
        return {"decision_id": decision_id, "action": action, "subject": subject, "decided_at": None}

    def stand(*rows: dict[str, object]) -> list[object]:
        return [one["decision_id"] for one in standing(rows)]

    assert stand(row("A", "new", "E#1"), row("B", "undo", "A")) == []
    assert stand(row("A", "new", "E#1"), row("B", "undo", "A"), row("C", "undo", "B")) == ["A"]
    twice = [row("B", "undo", "A"), row("C", "undo", "B"), row("D", "undo", "B")]
    assert stand(row("A", "new", "E#1"), *twice) == ["A"]
    circle = [row("B", "undo", "C"), row("C", "undo", "B"), row("D", "undo", "A")]
    assert stand(row("A", "new", "E#1"), *circle) == []
    assert stand(row("A", "new", "E#1"), row("B", "undo", "C"), row("C", "undo", "B")) == ["A"]

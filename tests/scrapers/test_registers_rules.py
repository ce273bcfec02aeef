"""What one row of a register needs: approvals, decisions, corrections, events, previous ratings."""

from __future__ import annotations

import pytest

from scrapers.records import InputFile
from scrapers.registers import REGISTERS, Register, read_register
from scrapers.registers.cells import BadCell
from scrapers.registers.rules import read_assignments

CORRECTIONS = (
    "correction_id,registered_at,registered_by,kind,event_id,round,number,fnx_id,value,appeal_id,grounds"
)
DECISIONS = "decision_id,decided_at,decided_by,action,subject,target,grounds"


def read(name: str, *lines: str) -> Register:
    return read_register(REGISTERS[name], InputFile(f"{name}.csv", "\n".join(lines).encode()))


def correction(
    kind: str, event: str = "", round_: str = "", number: str = "", fnx: str = "", value: str = ""
) -> Register:
    row = f'C1,2026-02-10T09:00:00,Comissao,{kind},{event},{round_},{number},{fnx},"{value}",,ata 3'
    return read("corrections", CORRECTIONS, "C0,2026-02-09,Comissao,duplicate,E9,,,,,,ata 2", row)


def errors(register: Register) -> list[str]:
    return [f.where for f in register.findings if f.severity == "error"]


@pytest.mark.parametrize("rating", ["99", "-5", "", "quinhentos"])
def test_approval_without_a_rating_of_100_or_more_is_dropped(rating: str) -> None:
    register = read("rating_approvals", "approval_id,fnx_id,rating", f"A1,F1,{rating}", "A2,F1,100")
    assert [row["approval_id"] for row in register.rows] == ["A2"]
    assert errors(register) == ["line 2, column rating"]


def test_approval_with_an_unreadable_time_is_dropped_and_without_time_is_kept() -> None:
    register = read(
        "rating_approvals",
        "approval_id,fnx_id,rating,decided_at,decided_by,grounds",
        "A1,F1,500,ontem,P,x",
        "A2,F1,500,,P,x",
    )
    assert [row["approval_id"] for row in register.rows] == ["A2"]
    assert [(f.where, f.severity) for f in register.findings] == [
        ("line 2, column decided_at", "error"),
        ("line 3, column decided_at", "warning"),
    ]


def test_previous_rating_by_any_id() -> None:
    register = read("previous_ratings", "rating,cbx_id,name", "1400,99001,Ana", "1500,,Bia", "1600,99001,Ana")
    assert [(row["cbx_id"], row["rating"], row["fnx_id"]) for row in register.rows] == [("99001", 1400, None)]
    assert errors(register) == ["line 3, column fnx_id", "line 4, column cbx_id"]


def test_previous_ratings_need_some_id_column() -> None:
    register = read("previous_ratings", "rating,name", "1400,Ana")
    assert not register.usable
    assert "fnx_id ou cbx_id ou fide_id" in register.findings[0].message_pt


@pytest.mark.parametrize("file", ["../a.trf", "a/b.trf", "c:\\a.trf", "..", ";"])
def test_event_file_outside_its_folder(file: str) -> None:
    register = read(
        "events",
        "event_id,name,file,rhythm,start_date,end_date,recognition",
        f"E1,A,{file},STD,2026-02-01,2026-02-01,fnx",
    )
    assert register.rows[0]["file"] is None
    assert errors(register) == ["line 2, column file"]


def test_event_of_two_files() -> None:
    register = read(
        "events",
        "event_id,name,file,rhythm,start_date,end_date,recognition",
        "E1,A,a.txt ; b.txt,STD,2026-02-01,2026-02-01,fnx",
    )
    assert register.rows[0]["file"] == "a.txt;b.txt"


def test_optional_columns_that_are_not_there_are_noted_once() -> None:
    register = read("rating_approvals", "approval_id,fnx_id,rating", "A1,F1,500", "A2,F2,500")
    assert len(register.rows) == 2
    assert [(f.where, f.severity) for f in register.findings] == [
        ("line 1, column decided_at", "info"),
        ("line 1, column decided_by", "info"),
        ("line 1, column grounds", "info"),
    ]


def test_event_that_ends_before_it_starts_and_half_a_homologation() -> None:
    register = read(
        "events",
        "event_id,name,file,rhythm,start_date,end_date,recognition,homologation_no,homologated_at",
        "E1,A,a,STD,2026-02-02,2026-02-01,fnx,1,",
        "E2,A,b,STD,2026-02-02,2026-02-02,fnx,,2026-02-03",
    )
    assert [(f.code, f.where, f.severity) for f in register.findings] == [
        ("dates_reversed", "line 2, column end_date", "error"),
        ("incomplete_homologation", "line 2, column homologated_at", "warning"),
        ("incomplete_homologation", "line 3, column homologation_no", "warning"),
    ]


def test_event_with_impossible_rounds_has_none() -> None:
    register = read(
        "events",
        "event_id,name,file,rhythm,start_date,end_date,recognition,rounds_rhythm",
        "E1,A,a,STD,2026-02-02,2026-02-02,fnx,1-5:STD;4-7:RPD",
    )
    assert register.rows[0]["round_rhythms"] == ()
    assert register.rows[0]["rounds_rhythm"] is None
    assert errors(register) == ["line 2, column rounds_rhythm"]


@pytest.mark.parametrize(
    ("row", "subject", "target"),
    [
        ("same,E1#007,F1", "E1#7", "F1"),
        ("new,E1 # 7,", "E1#7", None),
        ("new,E1#7,F9", "E1#7", "F9"),
        ("unidentified,E1#7,", "E1#7", None),
        ("merge,F2,F1", "F2", "F1"),
        ("undo,D0,", "D0", None),
    ],
)
def test_decisions(row: str, subject: str, target: str | None) -> None:
    register = read(
        "identity_decisions", DECISIONS, "D0,2026-01-01,C,merge,F8,F9,x", f"D1,2026-01-02,C,{row},x"
    )
    assert (register.rows[1]["subject"], register.rows[1]["target"]) == (subject, target)
    assert register.findings == ()


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("same,E1#7,", "target"),
        ("same,E1,F1", "subject"),
        ("same,E1#x,F1", "subject"),
        ("merge,F1,", "target"),
        ("merge,F1,F1", "target"),
        ("merge,,F1", "subject"),
        ("juntar,F2,F1", "action"),
    ],
)
def test_decisions_that_decide_nothing_are_dropped(row: str, column: str) -> None:
    register = read("identity_decisions", DECISIONS, f"D1,2026-01-02,C,{row},x")
    assert register.rows == ()
    assert errors(register) == [f"line 2, column {column}"]


def test_undo_of_nothing_is_reported() -> None:
    register = read(
        "identity_decisions", DECISIONS, "D1,2026-01-02,C,undo,D7,,x", "D2,2026-01-02,C,undo,D2,,x"
    )
    assert errors(register) == ["line 2, column subject", "line 3, column subject"]


def test_facts_without_author_or_grounds_are_warned_of() -> None:
    register = read("identity_decisions", DECISIONS, "D1,2026-01-02,,new,E1#1,,")
    assert [(f.where, f.severity) for f in register.findings] == [
        ("line 2, column decided_by", "warning"),
        ("line 2, column grounds", "warning"),
    ]
    assert len(register.rows) == 1


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", "1"),
        ("0,5", "0.5"),
        ("0.5", "0.5"),
        ("½", "0.5"),
        ("1/2", "0.5"),
        ("0", "0"),
        ("Unplayed", "unplayed"),
    ],
)
def test_result_corrections(written: str, value: str) -> None:
    register = correction("result", "E1", "3", "7", value=written)
    assert register.findings == ()
    assert register.rows[1]["value"] == value
    assert (register.rows[1]["round"], register.rows[1]["number"]) == (3, 7)


def test_other_corrections() -> None:
    assert correction("rhythm", "E1", value="Rápido").rows[1]["value"] == "RPD"
    assert correction("identity", "E1", number="3", value="F4").rows[1]["value"] == "F4"
    assert correction("entry_rating", fnx="F1", value="0450").rows[1]["value"] == "450"
    assert correction("duplicate", "E1").rows[1]["event_id"] == "E1"
    assert correction("duplicate", "E1", "2", "5").rows[1]["round"] == 2
    assert correction("replace_file", "E1", value="b.trf; c.trf").rows[1]["value"] == "b.trf;c.trf"
    assert correction("undo", value="C0").findings == ()
    row = correction("event", "E1", value="end_date=01/03/2026").rows[1]
    assert row["assignments"] == (("end_date", "2026-03-01"),)
    assert correction("undo", value="C0").rows[1]["assignments"] == ()


@pytest.mark.parametrize(
    ("found", "columns"),
    [
        (lambda: correction("result", "E1", "3", "7", value="2"), ["value"]),
        (lambda: correction("result", "E1", value="1"), ["round", "number"]),
        (lambda: correction("result", "E1", "x", "7", value="1"), ["round"]),
        (lambda: correction("rhythm", "E1", value="xadrez"), ["value"]),
        (lambda: correction("identity", "E1", value="F1"), ["number"]),
        (lambda: correction("entry_rating", fnx="F1", value="99"), ["value"]),
        (lambda: correction("entry_rating", value="500"), ["fnx_id"]),
        (lambda: correction("duplicate"), ["event_id"]),
        (lambda: correction("duplicate", "E1", "2"), ["number"]),
        (lambda: correction("duplicate", "E1", number="2"), ["round"]),
        (lambda: correction("replace_file", "E1", value="../b.trf"), ["value"]),
        (lambda: correction("event", "E1", value="name=Outro"), ["value"]),
        (lambda: correction("undo"), ["value"]),
        (lambda: correction("anular", "E1"), ["kind"]),
    ],
)
def test_corrections_that_lack_something_are_dropped(found, columns: list[str]) -> None:  # type: ignore[no-untyped-def]
    register = found()
    assert [row["correction_id"] for row in register.rows] == ["C0"]
    assert errors(register) == [f"line 3, column {column}" for column in columns]


@pytest.mark.parametrize(
    ("text", "assignments"),
    [
        ("end_date=2026-03-01", (("end_date", "2026-03-01"),)),
        ("end_time=9h30 ; start_date = 01/02/2026", (("end_time", "09:30"), ("start_date", "2026-02-01"))),
        ("rounds_rhythm=1-5:std;6-7:Rápido", (("rounds_rhythm", "1-5:STD;6-7:RPD"),)),
        (
            "category=Sub-14; Feminino;rounds_rhythm=6-7:RPD;1-5:STD;end_time=18:00;",
            (("category", "Sub-14;Feminino"), ("rounds_rhythm", "1-5:STD;6-7:RPD"), ("end_time", "18:00")),
        ),
    ],
)
def test_assignments(text: str, assignments: tuple[tuple[str, str], ...]) -> None:
    assert read_assignments(text) == assignments


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01",
        "end_date=",
        "end_date=31/02/2026",
        "end_date=2026-03-01;end_date=2026-03-02",
        "city=Natal",
        "lixo;end_date=2026-03-01",
        "start_date=2026-03-02;end_date=2026-03-01",
        "category=;",
        "rounds_rhythm=1-5",
    ],
)
def test_impossible_assignments(text: str) -> None:
    with pytest.raises(BadCell):
        read_assignments(text)

"""A register file as a whole: form, header, rows, repeated codes, and findings that name the place."""

from __future__ import annotations

import re
from datetime import date, datetime
from pathlib import Path

import pytest

from scrapers.records import Finding, InputFile
from scrapers.registers import MAX_BYTES, REGISTERS, Register, read_register

HOMES = Path(__file__).parents[2].parent / "shared" / "cases"

EVENTS = "event_id,name,file,rhythm,start_date,end_date,recognition"
PLAYERS = "fnx_id,name,cbx_id,fide_id,birth_year,sex,uf"


def read(name: str, *lines: str, encoding: str = "utf-8") -> Register:
    data = "\n".join(lines).encode(encoding)
    return read_register(REGISTERS[name], InputFile(f"{name}.csv", data))


def found(register: Register, code: str) -> list[Finding]:
    return [finding for finding in register.findings if finding.code == code]


def test_columns_are_those_of_the_data_home() -> None:
    assert list(REGISTERS) == [
        "events",
        "players",
        "previous_ratings",
        "rating_approvals",
        "identity_decisions",
        "corrections",
        "appeals",
        "acts",
    ]
    required = {name: [c.name for c in spec.columns if c.required] for name, spec in REGISTERS.items()}
    assert required["events"] == EVENTS.split(",")
    assert required["players"] == ["fnx_id", "name"]


def test_a_clean_row_is_typed() -> None:
    register = read(
        "events",
        EVENTS + ",end_time,homologation_no,homologated_at,rounds_rhythm,id_namespace",
        'E1,"Aberto, do Farol",a.trf,Rápido,01/02/2026,2026-02-02,FNX,9h30,7,2026-02-03T12:00:00Z,'
        "1-3:STD;4:RPD,",
    )
    assert register.usable
    assert register.findings == ()
    (row,) = register.rows
    assert row["name"] == "Aberto, do Farol"
    assert row["rhythm"] == "RPD"
    assert row["start_date"] == date(2026, 2, 1)
    assert row["end_time"] == "09:30"
    assert row["homologation_no"] == 7
    assert row["homologated_at"] == datetime(2026, 2, 3, 9, 0)
    assert row["recognition"] == "fnx"
    assert row["round_rhythms"] == ((1, 3, "STD"), (4, 4, "RPD"))
    assert row["id_namespace"] is None
    assert row["city"] is None
    assert row["line"] == 2
    assert set(row) == {*REGISTERS["events"].names, "line", "round_rhythms"}


def test_semicolons_bom_and_header_in_capitals() -> None:
    register = read("players", "\ufeffFNX_ID ; Name;UF", "F1;Ana, a primeira;rn")
    assert register.rows[0]["name"] == "Ana, a primeira"
    assert register.rows[0]["uf"] == "RN"
    assert register.findings == ()


def test_line_that_a_spreadsheet_puts_first() -> None:
    register = read("players", "sep=;", "fnx_id;name", "F1;Ana")
    assert register.rows[0]["line"] == 3


def test_lines_are_counted_through_quoted_line_ends() -> None:
    register = read("players", "fnx_id,name,club", 'F1,Ana,"Clube\r\ndo ""Rei"""', "", "F2,Bia,")
    assert [(row["fnx_id"], row["line"]) for row in register.rows] == [("F1", 2), ("F2", 5)]
    assert register.rows[0]["club"] == 'Clube\ndo "Rei"'


def test_windows_text_is_read_with_a_warning() -> None:
    register = read("players", "fnx_id,name", "F1,José", encoding="cp1252")
    assert register.rows[0]["name"] == "José"
    assert [f.severity for f in found(register, "encoding")] == ["warning"]


def test_decomposed_accents_compare_equal() -> None:
    assert read("players", "fnx_id,name", "F1,Jose\u0301").rows[0]["name"] == "José"


def test_every_problem_of_every_row_is_reported_at_once() -> None:
    register = read(
        "events",
        EVENTS + ",end_time,homologation_no",
        "E1,A,a.trf,Damas,2026-02-30,2026-02-02,clube,25:00,-3",
        "E2,,b.trf,STD,2026-02-01,ontem,fnx,,1",
    )
    places = {(f.where, f.severity) for f in register.findings if f.code in ("bad_value", "missing_value")}
    assert places == {
        ("line 2, column rhythm", "error"),
        ("line 2, column start_date", "error"),
        ("line 2, column recognition", "error"),
        ("line 2, column end_time", "error"),
        ("line 2, column homologation_no", "error"),
        ("line 3, column name", "error"),
        ("line 3, column end_date", "error"),
    }
    assert [row["event_id"] for row in register.rows] == ["E1", "E2"]
    assert register.rows[0]["rhythm"] is None
    assert register.rows[1]["end_date"] is None
    message = next(f.message_pt for f in register.findings if f.where == "line 2, column rhythm")
    for part in ("events.csv", "linha 2", "coluna rhythm", "“Damas”", "STD"):
        assert part in message


def test_findings_carry_the_hash_of_the_file() -> None:
    register = read("players", "fnx_id,name,cbx_id", "F1,Ana,x")
    assert all(re.fullmatch(r"[0-9a-f]{64}", f.sha256) for f in register.findings)
    assert register.findings[0].source_file == "players.csv"


def test_unknown_columns_are_only_noted() -> None:
    register = read("players", "fnx_id,name,telefone", "F1,Ana,99999")
    assert [(f.code, f.severity) for f in register.findings] == [("extra_column", "info")]
    assert "99999" not in register.findings[0].message_pt


@pytest.mark.parametrize("column", EVENTS.split(","))
def test_missing_required_column(column: str) -> None:
    header = ",".join(name for name in EVENTS.split(",") if name != column)
    register = read("events", header, "1,2,3,4,5,6")
    assert not register.usable
    assert register.rows == ()
    (finding,) = found(register, "missing_column")
    assert finding.where == f"line 1, column {column}"
    assert finding.severity == "error"
    assert "events.csv" in finding.message_pt
    assert column in finding.message_pt


def test_all_missing_columns_are_named_at_once() -> None:
    register = read("events", "event_id,name")
    assert len(found(register, "missing_column")) == 5


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n \r\n",
        b"\xef\xbb\xbf",
        b"fnx_id,name\nF1,A\x00na",
        b"PK\x03\x04rest of a workbook",
        b"\xd0\xcf\x11\xe0",
        "fnx_id,name\nF1,Ana".encode("utf-16"),
        b"\x81\x8d\x8f",
        b"<html>not here</html>",
        b"fnx_id\tname\nF1\tAna",
        b"x" * (MAX_BYTES + 1),
    ],
)
def test_files_that_are_no_register(data: bytes) -> None:
    register = read_register(REGISTERS["players"], InputFile("players.csv", data))
    assert not register.usable
    assert register.rows == ()
    assert any(f.severity == "error" and "players.csv" in f.message_pt for f in register.findings)


def test_header_alone_is_a_register_without_rows() -> None:
    register = read("players", PLAYERS)
    assert register.usable
    assert register.rows == ()
    assert register.findings == ()


def test_row_without_its_code_is_dropped() -> None:
    register = read("players", "fnx_id,name", ",Ana", "F2,Bia")
    assert [row["fnx_id"] for row in register.rows] == ["F2"]
    (finding,) = register.findings
    assert (finding.where, finding.severity) == ("line 2, column fnx_id", "error")


def test_code_twice() -> None:
    register = read("players", "fnx_id,name", "F1,Ana", "F1, Ana ", "F1,Bia")
    assert [row["line"] for row in register.rows] == [2]
    assert [(f.where, f.severity) for f in found(register, "duplicate_key")] == [
        ("line 3, column fnx_id", "info"),
        ("line 4, column fnx_id", "error"),
    ]
    assert "linha 2" in found(register, "duplicate_key")[1].message_pt


@pytest.mark.parametrize("column", ["cbx_id", "fide_id"])
def test_id_of_two_players_keeps_both(column: str) -> None:
    register = read("players", f"fnx_id,name,{column}", "F1,Ana,99001", "F2,Bia,099001", "F3,Caio,")
    assert len(register.rows) == 3
    (finding,) = register.findings
    assert (finding.code, finding.severity) == ("duplicate_value", "error")
    assert finding.where == f"line 3, column {column}"


def test_homologation_number_twice_keeps_both() -> None:
    register = read(
        "events",
        EVENTS + ",homologation_no,homologated_at",
        "E1,A,a.trf,STD,2026-02-01,2026-02-01,fnx,7,2026-02-02",
        "E2,B,b.trf,STD,2026-02-01,2026-02-01,fnx,7,2026-02-02",
    )
    assert len(register.rows) == 2
    assert [f.where for f in found(register, "duplicate_value")] == ["line 3, column homologation_no"]


def test_rows_shorter_and_longer_than_the_header() -> None:
    register = read("players", "fnx_id,name,club", "F1,Ana", "F2,Bia,Clube,demais", "F3,Caio,Clube,")
    assert [row["club"] for row in register.rows] == [None, "Clube", "Clube"]
    assert [(f.where, f.severity) for f in found(register, "cell_count")] == [
        ("line 2", "warning"),
        ("line 3", "warning"),
    ]


def test_quote_never_closed_costs_one_line_only() -> None:
    register = read("players", "fnx_id,name", 'F1,"Ana', "F2,Bia", "F3,Caio")
    assert [row["fnx_id"] for row in register.rows] == ["F2", "F3"]
    assert [(f.where, f.severity) for f in found(register, "unclosed_quote")] == [("line 2", "error")]


def test_quote_inside_a_word_is_a_letter() -> None:
    assert read("players", "fnx_id,name", 'F1,Ana "Rainha" Sá').rows[0]["name"] == 'Ana "Rainha" Sá'


def test_no_finding_repeats_what_may_be_a_birth_date() -> None:
    register = read(
        "players",
        "fnx_id,name,cbx_id,birth_year,sex,uf",
        "F1,Ana,12/05/2011,12/05/2011,2011,RN",
        "F2,Sá, Bia,,2011,F,RN",
        "F3,Caio,,1850,M,RN",
    )
    assert register.rows[0]["birth_year"] is None
    assert len(found(register, "bad_value")) >= 4
    for finding in register.findings:
        assert not re.search("2011|1850|12/05", finding.message_pt)


def test_invisible_characters_are_taken_out() -> None:
    register = read("players", "fnx_id,name", "F1\u200b,\u00a0An\x07a ")
    assert register.rows[0]["fnx_id"] == "F1"
    assert register.rows[0]["name"] == "Ana"
    assert [f.code for f in register.findings] == ["control_characters"]


@pytest.mark.skipif(not HOMES.exists(), reason="the acceptance cases are not beside the repository")
def test_registers_of_the_cases_are_clean() -> None:
    paths = sorted(HOMES.glob("*/home/registry/*.csv"))
    assert len(paths) > 20
    for path in paths:
        register = read_register(REGISTERS[path.stem], InputFile(path.name, path.read_bytes()))
        assert register.usable, path
        assert [f for f in register.findings if f.severity == "error"] == [], path
        assert register.rows, path

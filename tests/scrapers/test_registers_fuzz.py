"""Whatever the bytes, a register is read without raising, and every finding names its file."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.records import InputFile
from scrapers.registers import REGISTERS, read_register

_CELLS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            "1",
            "E1",
            "E1#2",
            "same",
            "result",
            "event",
            "end_date=2026-01-01",
            "rounds_rhythm=1:STD;2",
            "2026-01-01",
            "31/12/2026 23:59",
            "2026-01-01T00:00:00+14:00",
            "½",
            '"',
            '"a\nb"',
            "STD",
            "yes",
            "-1",
            "9" * 30,
        ]
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(REGISTERS)), st.binary(max_size=400))
def test_any_bytes(name: str, data: bytes) -> None:
    _check(name, data)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(REGISTERS)),
    st.sampled_from([",", ";"]),
    st.lists(st.lists(_CELLS, min_size=1, max_size=14), max_size=6),
    st.sampled_from(["utf-8", "utf-8-sig", "cp1252"]),
)
def test_any_cells(name: str, delimiter: str, rows: list[list[str]], encoding: str) -> None:
    lines = [delimiter.join(REGISTERS[name].names), *(delimiter.join(row) for row in rows)]
    _check(name, "\n".join(lines).encode(encoding, "replace"))


def _check(name: str, data: bytes) -> None:
    spec = REGISTERS[name]
    register = read_register(spec, InputFile(f"{name}.csv", data))
    assert register == read_register(spec, InputFile(f"{name}.csv", data))
    assert register.usable or not register.rows
    assert register.usable or any(f.severity == "error" for f in register.findings)
    for finding in register.findings:
        assert f"{name}.csv" in finding.message_pt
        assert finding.where.startswith("line ")
    for row in register.rows:
        assert set(spec.names) | {"line"} <= set(row)

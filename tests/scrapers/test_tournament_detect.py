"""Formats by content, and the sentence with which each unread one is refused."""

from __future__ import annotations

import zipfile

import pytest

from scrapers.records import InputFile
from scrapers.tournaments import limits, messages, read_tournament
from tests.builders.description import Description, Pairing, Player
from tests.builders.trf import trf
from tests.builders.xlsx import zipped

EVENT = Description((Player(1, "Um, A"), Player(2, "Dois, B")), ((Pairing(1, 2, "1"),),))


def _zip(**members: str) -> bytes:
    return zipped(
        {name.replace("__", "/").replace("_xml", ".xml"): text for name, text in members.items()},
        zipfile.ZIP_STORED,
    )


@pytest.mark.parametrize(
    ("data", "format_name", "word"),
    [
        (b"\x93\xff\x89\x44" + bytes(200), "not checked", "TRF"),
        (
            _zip(xl__workbook_xml="<x/>", xl__sharedStrings_xml="Chess-Results"),
            "chess_results_xlsx",
            "danificada",
        ),
        (_zip(xl__workbook_xml="<x/>")[:40], "chess_results_xlsx", "danificada"),
        (b"<html>chess-results.com</html>", "unknown", "HTML"),
        (b"<html>chess-results<table class=CRs1></table></html>", "chess_results_xlsx", "nenhuma lista"),
        (b"<html>chess-results<table class=CRs1></table>", "chess_results_xlsx", "incompleta"),
        (_zip(torneio_xml="x"), "unknown", "descompacte"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "unknown", ".xls"),
        (b"<!DOCTYPE html><html></html>", "unknown", "HTML"),
        (b"Cross Table at round 2\n\n  1 X  | +W5\n", "unknown", "Vega"),
        (b"\x01\x02\x00\x00SM\x00\x00", "unknown", "antigo"),
        (b"", "unknown", "vazio"),
        (b"\r\n  \r\n", "unknown", "vazio"),
        (b"qualquer coisa", "unknown", "TRF"),
        (b"Nr;Cor\n1;azul\n", "unknown", "TRF"),
    ],
)
def test_refused(data: bytes, format_name: str, word: str) -> None:
    found = read_tournament([InputFile("torneio.trf", data)])
    assert found.status == "rejected"
    assert found.reason is not None
    assert word in found.reason
    if format_name != "not checked":
        assert found.format == format_name


def test_the_name_decides_nothing() -> None:
    for name in ("x.TUNX", "x.xlsx", "x", "x.html"):
        assert read_tournament([InputFile(name, trf(EVENT).encode())]).status == "ok"


def test_no_file_and_files_that_are_no_pair() -> None:
    one = InputFile("a.trf", trf(EVENT).encode())
    assert read_tournament([]).status == "rejected"
    both = read_tournament([one, one])
    assert (both.format, both.status) == ("trf", "rejected")
    mixed = read_tournament([one, InputFile("b", b"\x93\xff\x89\x44")])
    assert (mixed.format, mixed.status) == ("unknown", "rejected")
    assert mixed.reason is not None
    assert "TRF, Swiss-Manager nativo" in mixed.reason


def test_a_file_over_the_limit_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BYTES", 100)
    found = read_tournament([InputFile("grande.trf", trf(EVENT).encode())])
    assert found.status == "rejected"
    assert found.reason is not None
    assert "grande.trf" in found.reason


def test_every_sentence_is_a_sentence() -> None:
    for text in (*messages.REFUSALS.values(), *(text for _, text in messages.REMARKS.values())):
        assert text[0].isupper() or text[0] == "{"
        assert text.endswith(".")


def test_more_lines_than_a_tournament_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_LINES", 3)
    for text in (trf(EVENT), "Nr;Name;Fed\n1;A;BRA\n2;B;BRA\n3;C;BRA\n"):
        found = read_tournament([InputFile("x", text.encode())])
        assert found.status == "rejected"
        assert found.reason is not None
        assert "linhas" in found.reason

"""Whole lists converted in blocks: the same rows, reasons and findings as read one by one."""

from __future__ import annotations

import io
import zipfile
from dataclasses import fields

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.fide_lists import HEADING, ODD_NAMES, players, text_lines, text_row, xml_lines, xml_player
from scrapers.fide import FideRow, conversion, read_list
from scrapers.fide.columns import SCHEMA, digits, with_split_names
from scrapers.fide.conversion import Conversion, opened_list
from scrapers.fide.rows import split_name

COUNT = 300
TEXT = list(text_lines(COUNT))
XML = list(xml_lines(COUNT))
LEGACY = HEADING.replace("FOA ", "")
SINGLE = HEADING[: HEADING.index("SRtng")] + "OCT26 Gms K  B-day Flag"
BEFORE_2012 = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"


def converted(name: str, data: bytes) -> tuple[Conversion, list[FideRow], list[int]]:
    """The conversion when it is over, its rows in the order of the list, and the lines of damaged ones."""
    with opened_list(name, io.BytesIO(data)) as found:
        batches = list(found.batches())
    table = pa.Table.from_batches(batches, SCHEMA).unify_dictionaries().sort_by("line")
    names = [field.name for field in fields(FideRow)]
    rows = [
        FideRow(**{**{name: row[name] for name in names}, "fide_id": str(row["fide_id"])})
        for row in table.to_pylist()
    ]
    return found, rows, table.filter(table["damaged"])["line"].to_pylist()


def assert_same(name: str, data: bytes) -> Conversion:
    """Both readers agree; on a list that is refused, on the reason."""
    one_by_one = read_list(name, io.BytesIO(data))
    found, rows, damaged = converted(name, data)
    assert found.reason == one_by_one.reason
    if one_by_one.status == "ok":
        assert (found.format, found.scope) == (one_by_one.format, one_by_one.scope)
        assert found.date == one_by_one.date
        assert rows == list(one_by_one.rows)
        assert found.players == one_by_one.players == len(rows)
        single = [f for f in one_by_one.findings if f.code == "row_unreadable" and "Mais" not in f.message_pt]
        assert [f"line {line}" for line in damaged][:50] == [f.where for f in single]
        others = [f for f in one_by_one.findings if f.code != "row_unreadable"]
        assert list(found.findings) == others
    return found


def zipped(member: str, data: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(member, (2026, 10, 8, 12, 30, 0)), data)
    return content.getvalue()


@pytest.fixture(params=[1 << 22, 997])
def piece(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many bytes a piece has: rows, tags and line ends lie across small ones."""
    monkeypatch.setattr(conversion, "PIECE", request.param)
    return int(request.param)


def test_published_layout_to_the_letter() -> None:
    assert len(HEADING) == 162
    rows = [line.rstrip(b"\r\n") for line in TEXT[1:]]
    long = [row for row in rows if len(row) != 162]
    assert 0 < len(long) < 10
    assert {len(row) for row in long} <= {163, 164}
    assert all(line.endswith(b"\r\n") and line.isascii() for line in TEXT)
    assert XML[0] == b"<playerslist>\n"
    assert XML[1].startswith(b"<player>\n<fideid>")
    assert list(text_lines(COUNT)) == TEXT


@pytest.mark.parametrize("packed", [False, True])
def test_combined_lists(piece: int, packed: bool) -> None:
    text, xml = b"".join(TEXT), b"".join(XML)
    for name, data in (("players_list_foa.txt", text), ("players_list_xml_foa.xml", xml)):
        found = assert_same(f"{name}.zip" if packed else name, zipped(name, data) if packed else data)
        assert (found.players, found.scope, found.reason) == (COUNT, "combined", None)
        assert found.made == ("2026-10-08 12:30:00" if packed else None)


def test_both_forms_of_one_list_say_the_same() -> None:
    _, rows, _ = converted("a.txt", b"".join(TEXT))
    _, others, _ = converted("a.xml", b"".join(XML))
    assert rows == others
    assert {row.name for row in rows} >= {name[:61].strip() for name in ODD_NAMES}
    assert {"WH"} <= {row.title for row in rows}
    assert sum(row.standard is None for row in rows) > COUNT // 2


def test_nearly_all_rows_are_read_in_blocks() -> None:
    """What the speed comes from: only rows that are unusual are read one by one."""
    for data in (b"".join(TEXT), b"".join(XML)):
        with opened_list("a", io.BytesIO(data)) as found:
            assert max(batch.num_rows for batch in found.batches()) > COUNT * 0.9


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("trimmed", [False, True])
@pytest.mark.parametrize(
    ("name", "heading", "cut"),
    [
        ("players_list.txt", LEGACY, lambda row: row[:109] + row[113:]),
        ("blitz_oct26frl.txt", SINGLE, lambda row: row[:126] + row[152:]),
        (
            "mar11frl.txt",
            BEFORE_2012,
            lambda row: f"{row[:15].strip():>9} {row[15:49]}g   {row[76:80]} 2301  12  1970  wi  ",
        ),
    ],
)
def test_other_layouts(name: str, heading: str, cut: object, trimmed: bool, end: str, piece: int) -> None:
    rows = [cut(text_row(one)) for one in players(COUNT) if len(one.o_title) < 16]  # type: ignore[operator]
    lines = [heading, *(row.rstrip() if trimmed else row for row in rows)]
    found = assert_same(name, "".join(line + end for line in lines).encode())
    assert found.players == len(rows)
    assert found.scope == {"p": "combined", "b": "blitz", "m": "standard"}[name[0]]


XML_FORMS = {
    "one player on each line": lambda text: text.replace("\n", "") + "\n",
    "indented": lambda text: "  " + text.replace("\n<", "\r\n    <").strip() + "\r\n",
    "without online titles": lambda text: text[: text.index("<foa")] + text[text.index("<rating") :],
    "other order of elements": lambda text: (
        "<player>"
        + "".join(sorted(text[len("<player>\n") :].replace("</player>\n", "").splitlines(keepends=True)))
        + "</player>\n"
    ),
}


@pytest.mark.parametrize("form", XML_FORMS)
def test_other_forms_of_xml(form: str, piece: int) -> None:
    texts = [XML_FORMS[form](xml_player(one)) for one in players(60)]
    declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
    for start in ("", declaration, "\ufeff" + declaration):
        found = assert_same("a.xml", (start + "<playerslist>\n" + "".join(texts) + "</playerslist>").encode())
        assert found.players == 60


@pytest.mark.parametrize(
    "odd",
    [
        "<!-- <player>\n<fideid>1</fideid>\n</player>\n -->",
        "<!-- not yet closed " + xml_player(next(players(1))),
        "<more>" + xml_player(next(players(1))) + "</more>",
        "<player><!-- </player> --><fideid>7</fideid><name><![CDATA[<Bia>]]></name></player>",
        "<player FIDEID='1'></player>",
        "<player>\n<fideid></fideid>\n</player>\n",
        "<?odd </player> ?>",
        "text between",
        xml_player(next(players(1)))
        .replace("<name>", "<name> \t")
        .replace("</name>", "&#233;&amp;é </name>"),
        xml_player(next(players(1))).replace("<k>", "<k> ").replace("</k>", "]]></k>"),
        xml_player(next(players(1))).replace("<games>", "<games>\0"),
        xml_player(next(players(1))).replace("</name>", "\n</name>"),
        xml_player(next(players(1))).replace("</name>", "&unknown;</name>"),
        xml_player(next(players(1))).replace("<birthday>", "<birthday>1990-05-04 "),
        xml_player(next(players(1))).replace("<fideid>", "<fideid>000"),
        xml_player(next(players(1))).replace("<fideid>", "<fideid>99999999999"),
        "</player>",
    ],
)
def test_xml_that_is_not_plain_is_left_to_the_parser(odd: str, piece: int) -> None:
    plain = [xml_player(one) for one in players(30)]
    assert_same(
        "a.xml", ("<playerslist>\n" + "".join([*plain[:9], odd, *plain[9:]]) + "</playerslist>").encode()
    )


@pytest.mark.parametrize("data", [b"".join(TEXT), b"".join(XML)], ids=["text", "xml"])
def test_lists_cut_off(data: bytes, piece: int) -> None:
    for length in (len(data) - 60, len(data) // 2, 700, 180, 20):
        assert_same("a", data[:length])
        packed = zipped("a", data)
        assert_same("a.zip", packed[:length])
    spoiled = bytearray(zipped("a", data))
    spoiled[len(spoiled) // 2] ^= 0xFF
    # The damage shows in the content or in its checksum, whichever is read first.
    assert converted("a.zip", bytes(spoiled))[0].reason is not None


_ROWS = [line.rstrip(b"\r\n") for line in TEXT[1:13]]
_CELL = st.tuples(
    st.integers(0, 170), st.sampled_from([b"9", b" ", b"x", b"WI", b"\xc3\xa9", b"\xe9", b"&", b"\t"])
)


@st.composite
def rows_of_text(draw: st.DrawFn) -> bytes:
    row = draw(st.sampled_from(_ROWS))
    for at, put in draw(st.lists(_CELL, max_size=3)):
        row = row[:at] + put + row[at + draw(st.sampled_from([0, len(put)])) :]
    return draw(st.sampled_from([row, row, row.rstrip(), row + b"   ", b"", row[:40], b"\t" + row]))


@settings(max_examples=80, deadline=None)
@given(st.lists(rows_of_text(), max_size=12), st.sampled_from([b"\r\n", b"\n", b"\r\r\n"]), st.booleans())
def test_any_rows_of_text(rows: list[bytes], end: bytes, ended: bool) -> None:
    data = end.join([HEADING.encode(), *rows])
    assert_same("players_list_oct26.txt", data + end if ended else data)


_PLAYERS = [text.decode() for text in XML[1:9]]
_PIECES = ["<", ">", "&amp;", "é", " ", "\n", "<x>", "</name>", "<!--", "-->", "0", "</player>", "<player>"]


@st.composite
def players_of_xml(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(_PLAYERS))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(_PIECES)) + text[at + draw(st.integers(0, 2)) :]
    return text


@settings(max_examples=80, deadline=None)
@given(st.lists(players_of_xml(), max_size=6))
def test_any_players_of_xml(texts: list[str]) -> None:
    assert_same("a.xml", ("<playerslist>\n" + _PLAYERS[0] + "".join(texts) + "</playerslist>\n").encode())


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.binary(max_size=60).map(lambda b: TEXT[0] + TEXT[1] + b)))
def test_any_bytes(data: bytes) -> None:
    assert_same("standard_feb26frl.txt", data)


@given(st.lists(st.text(alphabet="ab, -`", max_size=8), max_size=9))
def test_names_are_split_once_at_the_first_comma(names: list[str]) -> None:
    batch = pa.table({"name": pa.array(names, pa.string()), "line": list(range(len(names)))})
    split = with_split_names(batch)
    assert split.column_names == ["name", "family_name", "given_name", "line"]
    pairs = zip(split["family_name"].to_pylist(), split["given_name"].to_pylist(), strict=True)
    assert list(pairs) == [split_name(name) for name in names]
    rows = [FideRow("1", name) for name in names]
    assert [(row.family_name, row.given_name) for row in rows] == [split_name(name) for name in names]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Belke, Fredo, Dr.", ("Belke", "Fredo, Dr.")),
        (", Mayil K", (None, "Mayil K")),
        ("Nomesemvirgula", ("Nomesemvirgula", None)),
        ("Amar,, Kahto", ("Amar", ", Kahto")),
        ("-,-", ("-", "-")),
        ("", (None, None)),
    ],
)
def test_names_as_lists_have_them(name: str, parts: tuple[str | None, str | None]) -> None:
    assert split_name(name) == parts


@given(st.lists(st.text(alphabet="0179 x", min_size=14, max_size=14), min_size=1, max_size=9))
def test_digits(texts: list[str]) -> None:
    table = np.frombuffer("".join(texts).encode(), np.uint8).reshape(len(texts), 14)
    values, sound = digits(list(table.T))
    for text, value, good in zip(texts, values.tolist(), sound.tolist(), strict=True):
        number = text.strip()
        expected = number.isdigit() and int(number) < 10**12
        assert good is expected
        assert not expected or value == int(number)

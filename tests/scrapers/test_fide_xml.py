"""FIDE lists as XML, and the archives lists come in."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.fide import FideList, container, read_list

COMBINED = [
    "fideid",
    "name",
    "country",
    "sex",
    "title",
    "w_title",
    "o_title",
    "foa_title",
    "rating",
    "games",
    "k",
    "rapid_rating",
    "rapid_games",
    "rapid_k",
    "blitz_rating",
    "blitz_games",
    "blitz_k",
    "birthday",
    "flag",
]
SINGLE = [
    "fideid",
    "name",
    "country",
    "sex",
    "title",
    "w_title",
    "o_title",
    "foa_title",
    "rating",
    "games",
    "k",
    "birthday",
    "flag",
]


def player(fields: list[str] = COMBINED, values: Mapping[str, str] | None = None, gap: str = "") -> str:
    given = {"fideid": "999000001", "name": "Sá, Ana", "country": "BRA", **(values or {})}
    return "<player>" + gap.join(f"<{f}>{given.get(f, '')}</{f}>" for f in fields) + "</player>"


def listed(*players: str, gap: str = "\n") -> bytes:
    return (f"<playerslist>{gap}" + gap.join(players) + f"{gap}</playerslist>").encode()


def read(
    data: bytes,
    name: str = "players_list_xml_foa.xml",
    limit: int | None = None,
) -> FideList:
    return read_list(name, io.BytesIO(data), limit)


def test_combined_list() -> None:
    values = {
        "rating": "2044",
        "games": "5",
        "k": "20",
        "blitz_rating": "0",
        "blitz_k": "0",
        "birthday": "0",
        "flag": "wi",
    }
    list_ = read(listed(player(values=values, gap="\n ")))
    assert (list_.format, list_.status, list_.scope, list_.players) == ("fide_xml", "ok", "combined", 1)
    row = list_.rows[0]
    assert (row.fide_id, row.name, row.federation, row.sex) == ("999000001", "Sá, Ana", "BRA", None)
    assert (row.standard, row.standard_games, row.standard_k) == (2044, 5, 20)
    assert (row.blitz, row.blitz_k, row.birth_year, row.inactive, row.o_title) == (
        None,
        None,
        None,
        True,
        None,
    )


def test_single_list() -> None:
    data = listed(player(SINGLE, {"rating": "1800", "k": "20", "games": "0"}))
    list_ = read(data, "blitz_feb26frl_xml.xml")
    assert (list_.scope, list_.date) == ("blitz", "2026-02-01")
    assert (list_.rows[0].standard, list_.rows[0].blitz, list_.rows[0].blitz_k) == (None, 1800, 20)
    assert read(data, "lista.xml").status == "rejected"


@pytest.mark.parametrize("gap", ["", "\n", "\r\n  "])
def test_limit_still_counts_all(gap: str) -> None:
    players = [
        player(values={"fideid": f"99900{n:04d}", "name": f"A{n} &amp; B"}, gap=gap) for n in range(1, 101)
    ]
    data = listed(*players, gap=gap)
    assert read(data).rows[89].name == "A90 & B"
    list_ = read(data, limit=3)
    assert (list_.players, len(list_.rows)) == (100, 3)
    assert (read(data).players, len(read(data).rows)) == (100, 100)


def test_declaration_and_byte_order_mark_are_no_obstacle() -> None:
    data = b'\xef\xbb\xbf<?xml version="1.0" encoding="UTF-8"?>\n' + listed(player())
    assert read(data).players == 1


def test_unusual_records_go_through_the_parser() -> None:
    hidden = (
        "<player><!-- </player> --><fideid>999000002</fideid><name><![CDATA[<Bia>]]></name>"
        "<rating>1</rating></player>"
    )
    data = listed(player(), hidden, player(values={"fideid": "999000003"}))
    assert [row.name for row in read(data).rows] == ["Sá, Ana", "<Bia>", "Sá, Ana"]
    assert read(data, limit=1).players == 3


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + listed(player(values={"name": "&b;"})),
        b'<!DOCTYPE x SYSTEM "http://example.org/x.dtd">' + listed(player()),
        listed(player(values={"name": "&b;"})),
        b"<html><body>Manutencao</body></html>",
        b"<playerslist></playerslist>",
        b"<playerslist/>",
        b"<outra><player></player></outra>",
        listed('<player FIDEID="999000001"><name>Ana</name></player>'),
        listed(player([f if f != "rating" else "standard_rating" for f in COMBINED])),
        listed(player([f for f in COMBINED if f != "rapid_rating"])),
        listed(player([f for f in COMBINED if f != "rating"])),
        listed(player())[:-20],
        listed(player(), player())[:-200],
        listed(player()) + b"<more>",
        b"<" * 3_000_000,
        b"<playerslist>" + b"x" * 3_000_000,
    ],
)
def test_documents_that_are_refused(data: bytes) -> None:
    list_ = read(data)
    assert list_.status == "rejected"
    assert list_.reason
    assert not any("example.org" in f.message_pt for f in list_.findings)


def test_cut_off_list_says_so() -> None:
    data = listed(*(player(values={"fideid": f"99900000{n}"}) for n in range(5)))
    for limit in (None, 1):
        list_ = read(data[: len(data) - 300], limit=limit)
        assert (list_.status, list_.players) == ("rejected", 4)
        assert "cortada" in str(list_.reason)


def test_players_without_id_are_reported_with_their_line() -> None:
    data = listed(player(), player(values={"fideid": "999000002"}), player(values={"fideid": ""}))
    for limit in (None, 1):
        list_ = read(data, limit=limit)
        assert list_.players == 2
        assert [(f.code, f.where) for f in list_.findings] == [("no_id", "line 4")]


def zipped(*members: tuple[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return data.getvalue()


def test_archive_with_one_member() -> None:
    list_ = read(
        zipped(("folder/rapid_mar26frl_xml.xml", listed(player(SINGLE, {"rating": "1800"})))), "baixada.zip"
    )
    assert (list_.status, list_.scope, list_.date) == ("ok", "rapid", "2026-03-01")


class _Unseekable(io.BytesIO):
    def seekable(self) -> bool:
        return False


def test_archive_from_a_stream_that_cannot_go_back() -> None:
    data = zipped(("players_list_xml_foa.xml", listed(player())))
    assert read_list("a.zip", _Unseekable(data)).players == 1


def test_archives_that_are_refused() -> None:
    whole = zipped(("a.xml", listed(*[player()] * 200)))
    corrupt = bytearray(whole)
    corrupt[60] ^= 0xFF
    for data in (
        zipped(),
        zipped(("a.xml", listed(player())), ("b.xml", listed(player()))),
        zipped(("a.zip", zipped(("a.xml", listed(player()))))),
        whole[: len(whole) // 2],
        bytes(corrupt),
        b"PK\x03\x04",
    ):
        list_ = read(data, "a.zip")
        assert list_.status == "rejected"
        assert list_.reason


def test_archive_that_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "RATIO_FROM", 1 << 20)
    bomb = zipped(
        (
            "players_list_foa.txt",
            b"ID Number      Name   SRtng RRtng BRtng\n" + (b" " * 1000 + b"\n") * 20_000,
        )
    )
    list_ = read(bomb, "players_list.zip")
    assert list_.status == "rejected"
    assert "expande" in str(list_.reason)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(alphabet="<>/playerslistfideid0123456789 \n!?-&;=\"'", max_size=300).map(
            lambda t: t.encode()
        ),
        st.binary(max_size=100).map(lambda b: listed(player()) + b),
        st.binary(max_size=60).map(
            lambda b: b"<playerslist><player><fideid>1</fideid>" + b + b"</player></playerslist>"
        ),
        st.integers(0, 400).map(lambda n: zipped(("a.xml", listed(player())))[:n]),
    ),
    st.one_of(st.none(), st.just(1)),
)
def test_any_bytes(data: bytes, limit: int | None) -> None:
    list_ = read_list("standard_feb26frl.xml", io.BytesIO(data), limit)
    assert (list_.status == "ok") == (list_.reason is None)

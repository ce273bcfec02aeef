"""FIDE lists as text: every layout is found from its headings, and odd rows are read or reported."""

from __future__ import annotations

import io

import pytest

from scrapers.fide import FideList, FideRow, fide_json, read_list

FOA = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
LEGACY = FOA.replace("FOA ", "")
SINGLE = FOA[: FOA.index("SRtng")] + "FEB26 Gms K  B-day Flag"
BEFORE_2012 = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"


def foa_row(
    fide_id: str,
    name: str,
    standard: str = "",
    rapid: str = "",
    blitz: str = "",
    born: str = "",
    flag: str = "",
    title: str = "",
    other: str = "",
    online: str = "",
    foa: bool = True,
) -> str:
    """A row of the combined list; ratings as `rating/games/K`. ``other`` is not cut to its column."""

    def trio(text: str) -> str:
        rating, games, k = (*text.split("/"), "", "")[:3]
        return f"{rating:<6}{games:<4}{k:<3}"

    start = f"{fide_id:<15}{name:<61}{'BRA':<4}{'F':<4}{title:<5}{'':<5}{other:<15}"
    return (
        start
        + (f"{online:<4}" if foa else "")
        + trio(standard)
        + trio(rapid)
        + trio(blitz)
        + f"{born:<6}{flag:<4}"
    )


def single_row(fide_id: str, name: str, rating: str, born: str = "", flag: str = "") -> str:
    return f"{fide_id:<15}{name:<61}{'BRA':<4}{'M':<4}{'':<29}{rating:<6}{'3':<4}{'20':<3}{born:<6}{flag:<4}"


def read(
    *lines: str,
    name: str = "players_list_foa.txt",
    limit: int | None = None,
    end: str = "\r\n",
) -> FideList:
    data = (end.join(lines) + end).encode()
    return read_list(name, io.BytesIO(data), limit)


def only(list_: FideList) -> FideRow:
    assert list_.status == "ok", list_.reason
    (row,) = list_.rows
    return row


def test_combined_list() -> None:
    row = only(
        read(
            FOA, foa_row("999000001", "Sá, Ana", "1800/4/20", "1700/0/20", "", "2001", "w", "FM", "NA", "AFM")
        )
    )
    assert row == FideRow(
        fide_id="999000001",
        name="Sá, Ana",
        federation="BRA",
        sex="F",
        title="FM",
        o_title="NA",
        foa_title="AFM",
        standard=1800,
        standard_games=4,
        standard_k=20,
        rapid=1700,
        rapid_games=0,
        rapid_k=20,
        birth_year=2001,
    )


def test_list_without_online_titles() -> None:
    row = only(
        read(LEGACY, foa_row("999000001", "Ana", "1800/4/20", "", "1500/1/40", "2001", "i", foa=False))
    )
    assert (row.standard, row.blitz, row.blitz_k, row.birth_year, row.inactive) == (
        1800,
        1500,
        40,
        2001,
        True,
    )


def test_single_list_puts_its_rating_where_the_name_says() -> None:
    lines = (SINGLE, single_row("999000001", "Ana", "1800", "2001", "wi"))
    list_ = read(*lines, name="rapid_feb26frl.txt")
    assert (list_.scope, list_.date) == ("rapid", "2026-02-01")
    row = only(list_)
    assert (row.standard, row.rapid, row.rapid_games, row.rapid_k) == (None, 1800, 3, 20)
    assert row.inactive
    assert read(*lines, name="standard_rating_list.txt").rows[0].standard == 1800


@pytest.mark.parametrize("name", ["lista.txt", "standard_or_rapid.txt"])
def test_single_list_of_unknown_kind_is_refused(name: str) -> None:
    list_ = read(SINGLE, single_row("999000001", "Ana", "1800"), name=name)
    assert list_.status == "rejected"
    assert "standard, rápido ou blitz" in str(list_.reason)


def test_layout_before_2012() -> None:
    list_ = read(
        BEFORE_2012,
        "99900001  Sa, Ana                           wg  BRA  2390     9 1970  wi  ",
        " 9990002  Lima, Bia                         f   URU  1714     0           ",
        name="lista antiga.txt",
    )
    assert (list_.status, list_.date, list_.scope) == ("ok", "2011-03-01", "standard")
    first, second = list_.rows
    assert (first.title, first.federation, first.standard, first.standard_games) == ("WGM", "BRA", 2390, 9)
    assert (first.birth_year, first.inactive, first.sex, first.standard_k) == (1970, True, None, None)
    assert (second.fide_id, second.title, second.birth_year) == ("9990002", "FM", None)


@pytest.mark.parametrize(
    ("flag", "inactive"), [("", False), ("w", False), ("i", True), ("wi", True), ("WI", True), ("I", True)]
)
def test_flags(flag: str, inactive: bool) -> None:
    assert only(read(FOA, foa_row("999000001", "Ana", "1800/0/20", flag=flag))).inactive is inactive


@pytest.mark.parametrize("unrated", ["", "0/0/0", "0"])
def test_unrated_is_unknown_with_its_games_and_k(unrated: str) -> None:
    row = only(read(FOA, foa_row("999000001", "Ana", unrated, unrated, "1500/0/0", "0000")))
    assert (row.standard, row.standard_games, row.standard_k) == (None, None, None)
    assert (row.rapid, row.rapid_games, row.rapid_k) == (None, None, None)
    assert (row.blitz, row.blitz_games, row.blitz_k) == (1500, 0, None)
    assert row.birth_year is None


@pytest.mark.parametrize("other", ["SI,FI,LSI,SLI,NA", "SI,FI,LSI,SLI,NAX", "SI,FI,LSI,SLI,IA,NA,FT"])
@pytest.mark.parametrize(("foa", "online"), [(True, ""), (True, "AFM"), (False, "")])
@pytest.mark.parametrize("standard", ["1721/0/20", ""])
def test_other_titles_longer_than_their_column(other: str, foa: bool, online: str, standard: str) -> None:
    row = only(
        read(
            FOA if foa else LEGACY,
            foa_row("999000001", "Ana", standard, "1698/12/20", "", "1966", "wi", "", other, online, foa),
        )
    )
    assert (row.o_title, row.foa_title) == (other, online or None)
    assert (row.standard, row.rapid, row.rapid_games, row.rapid_k) == (
        1721 if standard else None,
        1698,
        12,
        20,
    )
    assert (row.birth_year, row.inactive) == (1966, True)


def test_other_titles_longer_than_their_column_in_a_list_of_one_rating() -> None:
    other = "SI,FI,LSI,SLI,NA"
    row = f"{'999000001':<15}{'Ana':<61}{'BRA':<4}{'F':<4}{'':<10}{other:<15}AFM 1946  0   20 1966  wi  "
    found = only(read(SINGLE, row, name="standard_feb26frl.txt"))
    assert (found.o_title, found.foa_title, found.standard) == (other, "AFM", 1946)
    assert (found.birth_year, found.inactive) == (1966, True)


@pytest.mark.parametrize(
    ("month", "born", "year"),
    [
        ("sep12", "1990", 1990),
        ("Mar05", "04.05.1990", 1990),
        ("apr03", "1990-05-04", 1990),
        ("OCT02", "04.05.90", None),
    ],
)
def test_headings_and_birthdays_of_early_lists(month: str, born: str, year: int | None) -> None:
    heading = f"ID_NUMBER NAME                    TITLE COUNTRY {month}  GAMES BIRTHDAY    FLAG"
    row = f" 9990001  {'Sa, Ana':<24}{'wm':<6}{'BRA':<8}{'2105':<7}{'12':<6}{born:<12}{'i':<4}"
    list_ = read(heading, row, name="standard.txt")
    assert list_.date is not None
    assert list_.date[5:7] == {"s": "09", "M": "03", "a": "04", "O": "10"}[month[0]]
    found = only(list_)
    assert (found.fide_id, found.title, found.federation, found.standard) == ("9990001", "WIM", "BRA", 2105)
    assert (found.standard_games, found.birth_year, found.inactive) == (12, year, True)


def test_full_column_of_other_titles_is_no_overflow() -> None:
    row = only(read(FOA, foa_row("999000001", "Ana", "1721/0/20", other="FA,FT,FI,LSI,NI", online="AIM")))
    assert (row.o_title, row.foa_title, row.standard) == ("FA,FT,FI,LSI,NI", "AIM", 1721)


def test_row_that_fits_no_column_keeps_name_and_is_reported() -> None:
    broken = foa_row("999000001", "Ana", "1800/4/20").replace("1800  ", "180O  ")
    list_ = read(FOA, broken, foa_row("999000002", "Bia", "1700/4/20"))
    assert list_.players == 2
    assert (list_.rows[0].name, list_.rows[0].standard) == ("Ana", None)
    assert [(f.code, f.where) for f in list_.findings] == [("row_unreadable", "line 2")]


def test_line_without_id_is_reported_and_not_counted() -> None:
    list_ = read(FOA, foa_row("999000001", "Ana"), "", "rodape da lista", foa_row("999000002", "Bia"))
    assert list_.players == 2
    assert [(f.code, f.where) for f in list_.findings] == [("no_id", "line 4")]


def test_many_findings_are_counted_not_listed() -> None:
    list_ = read(FOA, foa_row("999000001", "Ana"), *["lixo"] * 500)
    assert len(list_.findings) < 60
    assert "450" in list_.findings[-1].message_pt


def test_limit_still_counts_all() -> None:
    lines = [FOA, *(foa_row(f"99900{n:04d}", f"Jogador {n}", "1500/0/20") for n in range(1, 301))]
    list_ = read(*lines, limit=5)
    assert (list_.players, len(list_.rows)) == (300, 5)
    assert read(*lines).players == len(read(*lines).rows) == 300


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_and_trimmed_rows(end: str) -> None:
    list_ = read("", FOA, foa_row("999000001", "Ana", "1800/4/20", born="1990").rstrip(), end=end)
    assert only(list_).birth_year == 1990


def test_latin_1_copy() -> None:
    data = (FOA + "\n" + foa_row("999000001", "José", "1800/4/20")).encode("latin-1")
    assert read_list("players_list.txt", io.BytesIO(data)).rows[0].name == "José"
    assert read_list("players_list.txt", io.BytesIO(data)).rows[0].standard == 1800


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("players_list_foa.txt", None),
        ("players_list_foa_2026-02.txt", "2026-02-01"),
        ("players_list_2026-02-15.txt", "2026-02-01"),
        ("lista FEB26.txt", "2026-02-01"),
        ("combinada_fev2026.txt", "2026-02-01"),
        ("players_list_20260201.txt", "2026-02-01"),
        ("2026-02 ou 2026-03.txt", None),
        ("lista de marco.txt", None),
        ("2026-13.txt", None),
    ],
)
def test_date_of_a_combined_list_is_in_its_name(name: str, date: str | None) -> None:
    assert read(FOA, foa_row("999000001", "Ana"), name=name).date == date


def test_month_in_the_headings_wins_over_the_name() -> None:
    list_ = read(SINGLE, single_row("999000001", "Ana", "1800"), name="standard_mar26frl.txt")
    assert list_.date == "2026-02-01"
    assert [f.code for f in list_.findings] == ["list_date"]


@pytest.mark.parametrize(
    "lines",
    [
        (foa_row("999000001", "Ana", "1800/4/20"),),
        (FOA.replace("SRtng", "XRtng"), foa_row("999000001", "Ana", "1800/4/20")),
        (FOA.replace("SRtng", "Longo"), foa_row("999000001", "Ana", "1800/4/20")),
        (FOA.replace("RRtng", "SRtng"), foa_row("999000001", "Ana", "1800/4/20")),
        (SINGLE.replace("FEB26", "Longo"), single_row("999000001", "Ana", "1800")),
        (FOA,),
        ("",),
        ("texto qualquer", "outro"),
    ],
)
def test_lists_that_leave_something_in_doubt_are_refused(lines: tuple[str, ...]) -> None:
    list_ = read(*lines, name="standard_rating_list.txt")
    assert (list_.status, list_.rows) == ("rejected", ())
    assert list_.reason
    assert [f.code for f in list_.findings if f.severity == "error"] == ["rejected"]


def test_list_cut_off_in_a_row() -> None:
    data = "\r\n".join(
        [FOA, *(foa_row(f"99900000{n}", "Ana", "1800/4/20", flag="w") for n in range(5))]
    ).encode()
    assert read_list("a.txt", io.BytesIO(data)).status == "ok"
    list_ = read_list("a.txt", io.BytesIO(data[:-60]))
    assert (list_.status, list_.players) == ("rejected", 4)
    assert "cortada" in str(list_.reason)


@pytest.mark.parametrize(
    "data", [b"", b"   ", b"\x00" * 100_000, b"\xff\xfe\x00", b"a" * 200_000, b"\n" * 1000]
)
def test_bytes_that_are_no_list(data: bytes) -> None:
    list_ = read_list("lista.txt", io.BytesIO(data))
    assert (list_.status, list_.players) == ("rejected", 0)
    assert list_.reason


def test_json_has_the_keys_of_the_data_home() -> None:
    found = fide_json(read(FOA, foa_row("999000001", "Ana", "1800/4/20")))
    assert list(found) == ["format", "status", "reason", "list", "rows", "warnings"]
    assert found["list"] == {"date": None, "scope": "combined", "players": 1}
    rows = found["rows"]
    assert isinstance(rows, list)
    assert list(rows[0]) == [
        "fide_id",
        "name",
        "federation",
        "sex",
        "title",
        "w_title",
        "o_title",
        "foa_title",
        "standard",
        "standard_games",
        "standard_k",
        "rapid",
        "rapid_games",
        "rapid_k",
        "blitz",
        "blitz_games",
        "blitz_k",
        "birth_year",
        "inactive",
    ]

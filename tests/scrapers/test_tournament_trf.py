"""The TRF reader on small files worked out by hand: columns, dialects, headers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders.description import Description, Pairing, Player
from tests.builders.trf import player_line, trf

PLAYERS = (
    Player(1, "Silva, Ana", "w", "WFM", 2050, 2101, "BRA", "999000001", "990001", 1990),
    Player(2, "Souza, Bento", "m", "", 1800, 0, "BRA", "999000002", "990002", 2004),
    Player(3, "Dantas, Caio", "m", "", 0, 1650, "BRA", "", "990003", 2011),
    Player(4, "Melo, Dora", "w"),
)
ROUNDS = (
    (Pairing(1, 3, "1"), Pairing(4, 2, "=")),
    (Pairing(2, 1, "0"), Pairing(3, None, "U"), Pairing(4, None, "Z")),
    (Pairing(1, 4, "+"), Pairing(2, 3, "?")),
)
EVENT = Description(PLAYERS, ROUNDS)


def read(text: str, encoding: str = "utf-8", name: str = "x.trf") -> Tournament:
    return read_tournament([InputFile(name, text.encode(encoding))])


def rows(found: Tournament, number_of_round: int | None = None) -> list[tuple[object, ...]]:
    """(white, black, white half points, black half points, reason) of the games."""
    return [
        (g.white, g.black, g.white_half_points, g.black_half_points, g.reason)
        for g in found.games
        if number_of_round in (None, g.round)
    ]


def event_with(*lines: str) -> Tournament:
    """A game between two players under the given header lines."""
    players = [
        player_line(Player(1, "Um, A"), ["   2 w 1"], 1.0),
        player_line(Player(2, "Dois, B"), ["   1 b 0"], 0.0),
    ]
    return read("\n".join([*lines, *players]))


def codes(found: Tournament) -> set[str]:
    return {finding.code for finding in found.findings}


def test_a_whole_file() -> None:
    found = read(trf(EVENT))
    assert (found.format, found.status, found.reason) == ("trf", "ok", None)
    assert (found.event.name, found.event.city, found.event.federation) == ("Aberto de Teste", "Natal", "BRA")
    assert (found.event.start_date, found.event.end_date) == ("2026-03-07", "2026-03-08")
    assert (found.event.rounds, found.event.rhythm, found.event.kind) == (3, "STD", "swiss")
    ana, _, caio, dora = found.participants
    assert (ana.name, ana.sex, ana.title, ana.birth_year) == ("Silva, Ana", "F", "WFM", 1990)
    assert (ana.fide_id, ana.national_id, ana.fide_rating, ana.national_rating) == (
        "999000001",
        "990001",
        2050,
        2101,
    )
    assert (caio.fide_id, caio.fide_rating, caio.national_id) == (None, None, "990003")
    assert (dora.birth_year, dora.national_id, dora.national_rating) == (None, None, None)
    assert rows(found) == [
        (1, 3, 2, 0, None),
        (4, 2, 1, 1, None),
        (2, 1, 0, 2, None),
        (3, None, 2, None, "bye"),
        (4, None, 0, None, "absent"),
        (1, 4, 2, 0, "forfeit"),
        (2, 3, None, None, "unfinished"),
    ]
    assert [game.board for game in found.games] == [1, 2, 1, None, None, 1, 2]
    assert [game.rated for game in found.games] == [True, True, True, False, False, False, False]
    assert found.findings == ()


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_line_ends_and_encodings(line_end: str, encoding: str) -> None:
    accented = replace(EVENT, players=(replace(PLAYERS[0], name="Araújo, João"), *PLAYERS[1:]))
    found = read(trf(accented, line_end=line_end), encoding)
    assert found.participants[0].name == "Araújo, João"
    assert len(found.games) == 7
    assert found.findings == ()


def test_one_damaged_byte_leaves_the_other_lines_alone() -> None:
    accented = replace(EVENT, players=(replace(PLAYERS[0], name="Araújo, João"), *PLAYERS[1:]))
    data = trf(accented).encode().replace(b"Dantas", b"D\xe3ntas")
    found = read_tournament([InputFile("x", data)])
    assert [player.name for player in found.participants[:3]] == [
        "Araújo, João",
        "Souza, Bento",
        "Dãntas, Caio",
    ]


def test_rows_padded_by_bytes() -> None:
    name = "Conceição, Ítalo"
    plain = player_line(
        Player(1, "x" * len(name.encode()), "m", "", 1655, 0, "BRA", "999000112"), ["   2 w 1"], 1.0
    )
    padded = plain.replace("x" * len(name.encode()), name)
    other = player_line(Player(2, "Souza, Bento", "m"), ["   1 b 0"], 0.0)
    found = read(f"{padded}\n{other}\n")
    first = found.participants[0]
    assert (first.name, first.fide_id, first.fide_rating) == (name, "999000112", 1655)
    assert rows(found) == [(1, 2, 2, 0, None)]
    assert found.findings == ()


def test_a_row_shifted_as_a_whole_is_read_by_its_points_with_a_warning() -> None:
    row = player_line(
        Player(1, "Silva, Ana", "w", "", 2050, 0, "BRA", "999000001", "", 1990), ["   2 w 1"], 1.0
    )
    other = player_line(Player(2, "Souza, Bento", "m"), ["   1 b 0"], 0.0)
    found = read(f"{row[:47]}  {row[47:]}\n{other}")
    first = found.participants[0]
    assert (first.fide_rating, first.federation, first.fide_id, first.birth_year) == (
        2050,
        "BRA",
        "999000001",
        1990,
    )
    assert rows(found) == [(1, 2, 2, 0, None)]
    assert codes(found) == {"columns_shifted"}


def test_rounds_that_cannot_be_placed_are_conflicts_and_not_guesses() -> None:
    row = player_line(Player(1, "Silva, Ana", "w"), ["   2 w 1", "   3 b 1"], 2.0)
    broken = row[:95] + "zz" + row[95:]
    others = [
        player_line(Player(2, "Souza, Bento", "m"), ["   1 b 0", "0000 - U"], 1.0),
        player_line(Player(3, "Dantas, Caio", "m"), ["0000 - U", "   1 w 0"], 1.0),
    ]
    found = read("\n".join([broken, *others]))
    assert rows(found, 1) == [(1, 2, None, 0, "conflict"), (3, None, 2, None, "bye")]
    assert rows(found, 2) == [(3, 1, 0, None, "conflict"), (2, None, 2, None, "bye")]
    assert "row_unreadable" in codes(found)
    assert [f.where for f in found.findings if f.code == "row_unreadable"] == ["line 1"]


def test_ruler_lines_comments_and_extensions_are_no_data() -> None:
    noise = "\n".join(
        (
            "",
            "         1         2         3",
            "0123456789012345678901234567890123456789",
            "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR",
            "### SSSS sTTT",
            "XXC white1",
            "XXZ    1    2",
            "XXP    1    2",
            "801  1 ABC      3  6.0",
            "",
        )
    )
    found = read(noise + trf(EVENT))
    assert found.event.name == "Aberto de Teste"
    assert len(found.participants) == 4
    assert found.findings == ()


def test_player_count_with_brackets_and_a_wrong_one() -> None:
    assert "players_differ" not in codes(event_with("062 2 (2)"))
    assert "players_differ" in codes(event_with("062 3"))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026/03/21", "2026-03-21"),
        ("21/03/2026", "2026-03-21"),
        ("28. 07. 2005", "2005-07-28"),
        ("10.09.13", "2010-09-13"),
        ("26/09/02", "2026-09-02"),
        ("Dec 10, 2020", "2020-12-10"),
        ("May 29, 2020", "2020-05-29"),
        ("2008-06-07", "2008-06-07"),
        ("31/02/2026", None),
        ("0000/00/00", None),
        ("amanhã", None),
    ],
)
def test_dates(written: str, expected: str | None) -> None:
    found = event_with("012 X", f"042 {written}")
    assert found.event.start_date == expected
    assert ("bad_date" in codes(found)) == (expected is None and written[0] != "0")


def test_a_date_in_words_of_portuguese() -> None:
    assert event_with("012 X", "042 10 de março de 2026").event.start_date == "2026-03-10"


def test_header_fields_that_cannot_be_trusted() -> None:
    found = event_with("012 X", "022 https://x.example/y", "032 Lichess", "042 2026/05/02", "052 2026/05/01")
    assert (found.event.city, found.event.federation) == (None, None)
    assert codes(found) == {"address_in_city", "bad_federation", "end_before_start"}


@pytest.mark.parametrize(
    ("lines", "rounds", "warned"),
    [
        (("142 3",), 3, None),
        (("XXR 5",), 5, None),
        (("142 3", "XXR 5"), 3, "rounds_contradict"),
        (("142 x",), 1, "bad_rounds"),
        (("142 99999",), 1, "bad_rounds"),
        ((), 1, None),
    ],
)
def test_declared_rounds(lines: tuple[str, ...], rounds: int, warned: str | None) -> None:
    found = event_with("012 X", *lines)
    assert found.event.rounds == rounds
    assert codes(found) == ({warned} if warned else set())
    assert {game.round for game in found.games} == {1}


def test_a_pairing_beyond_the_declared_rounds_is_read_with_a_warning() -> None:
    found = read(trf(replace(EVENT, declares_rounds=False, extra_header=("142 2",))))
    assert found.event.rounds == 3
    assert len(rows(found, 3)) == 2
    assert "cells_beyond_rounds" in codes(found)


@pytest.mark.parametrize("declared", [True, False])
def test_a_dash_after_the_last_round_makes_no_round(declared: bool) -> None:
    text = trf(replace(EVENT, declares_rounds=declared), line_end="\n").splitlines()
    text = [line + "  0000   -" if line.startswith("001    4") else line for line in text]
    found = read("\n".join(text))
    assert found.event.rounds == 3
    assert max(game.round for game in found.games) == 3


def test_requested_byes_of_a_round_not_yet_paired_stand_alone() -> None:
    players = [
        player_line(Player(1, "Um, A"), ["   2 w 1", "0000 - H"], 1.0),
        player_line(Player(2, "Dois, B"), ["   1 b 0"], 0.0),
    ]
    found = read("\n".join(["142 5", *players]))
    assert rows(found) == [(1, 2, 2, 0, None), (1, None, 1, None, "bye")]


def test_standings_without_rounds_are_refused_by_the_article() -> None:
    found = read("012 X\n" + "\n".join(player_line(player, [], 2.0) for player in PLAYERS))
    assert found.status == "rejected"
    assert found.reason is not None
    assert "Art. 4º, § 1º" in found.reason
    assert len(found.participants) == 4


def test_a_header_without_players_is_refused() -> None:
    found = read("012 Copa\n022 Natal\n")
    assert (found.format, found.status, found.event.name) == ("trf", "rejected", "Copa")


def test_titles_sex_and_zero_fields() -> None:
    lines = [
        "001    1 F  g Um, A                             0000 BRA           0 0000/00/00",
        "001    2 M wf Dois, B                              0 ---             1980      ",
        player_line(Player(3, "Tres, C", "u", "1N", fide_id="x1", birth_year=1969), []),
    ]
    lines[2] = lines[2].replace("1969/00/00", "1969.12.06")
    found = read("\n".join([*lines, player_line(Player(4, "Q"), ["0000 - U"], 1.0)]))
    one, two, three, _ = found.participants
    assert (one.sex, one.title, one.fide_rating, one.fide_id, one.birth_year) == ("F", "GM", None, None, None)
    assert (two.sex, two.title, two.federation, two.birth_year) == ("M", "WFM", None, 1980)
    assert (three.sex, three.title, three.birth_year, three.fide_id) == (None, "1N", 1969, None)
    assert "bad_fide_id" in codes(found)


def test_national_lines_of_several_federations() -> None:
    lines = [
        "FRA    1    A                                        ARA      C09049 1991/00/00",
        "BRA    1 w NM Outro Nome                        2188 RN       990121 1983/00/00",
        "FRA    2    A                                        ARA      C09050",
        "BRA    9 w    Ninguem                           2188 RN       990121",
    ]
    found = read(
        "\n".join(
            [
                player_line(Player(1, "Um, A"), ["   2 w 1"], 1.0),
                player_line(Player(2, "Dois, B"), ["   1 b 0"], 0.0),
                *lines,
            ]
        )
    )
    one, two = found.participants
    assert (one.name, one.national_id, one.national_rating, one.title) == ("Um, A", "990121", 2188, None)
    assert (one.federation, one.birth_year, one.sex) == ("BRA", 1983, "F")
    assert (two.national_id, two.national_rating) == ("C09050", None)
    assert [(p.national_federation, p.uf) for p in (one, two)] == [("BRA", "RN"), ("FRA", None)]
    assert codes(found) == {"national_number_not_brazilian", "national_row_without_player"}


def test_teams_013_and_boards_by_team_order() -> None:
    players = [
        player_line(Player(1, "Um, A"), ["   4 w 1"], 1.0),
        player_line(Player(2, "Dois, B"), ["   3 b 0"], 0.0),
        player_line(Player(3, "Tres, C"), ["   2 w 1"], 1.0),
        player_line(Player(4, "Quatro, D"), ["   1 b 0"], 0.0),
    ]
    teams = [f"013 {'Torre':32}   2    1 ", f"013 {'Peão':32}   3    4   99"]
    found = read("\n".join(["092 Team League", *players, *teams]))
    assert found.event.kind == "team_round_robin"
    assert [player.team for player in found.participants] == ["Torre", "Torre", "Peão", "Peão"]
    assert [(game.board, game.white, game.black) for game in found.games] == [(1, 3, 2), (2, 1, 4)]
    assert codes(found) == {"team_player_unknown"}


def test_teams_310_padded_by_bytes() -> None:
    players = [
        player_line(Player(1, "Um, A"), ["   2 w 1"], 1.0),
        player_line(Player(2, "Dois, B"), ["   1 b 0"], 0.0),
    ]
    name = "São João"
    line = f"310 {1:3d} {'x' * len(name.encode()):32} {'SJ':5} {'':6} {3.0:6} {4.0:6} {1:3}     1    2"
    found = read("\n".join([*players, line.replace("x" * len(name.encode()), name)]))
    assert [player.team for player in found.participants] == [name, name]


@pytest.mark.parametrize(
    ("lines", "rhythm", "position"),
    [
        # The order: coded, words of the type, words of the name, words and then numbers of the time control.
        (("222 180+2", "092 Individual: Swiss-System (Standard)", "122 90 min + 30 s"), "BLZ", "line 1"),
        (("092 Swiss (Rapid)", "012 Copa Blitz"), "RPD", "line 1"),
        (("012 Copa Relâmpago", "122 15+5"), "BLZ", "line 2"),
        (("122 Standard, 15+5",), "STD", "line 1"),
    ],
)
def test_signs_of_the_rhythm_that_contradict_each_other(
    lines: tuple[str, ...], rhythm: str, position: str
) -> None:
    found = event_with(*lines)
    assert found.event.rhythm == rhythm
    (remark,) = found.findings
    assert (remark.code, remark.severity, remark.where) == ("rhythm_contradicts", "warning", position)
    for line in lines:
        assert line[4:20] in remark.message_pt


@pytest.mark.parametrize(
    ("lines", "rhythm"),
    [
        (("222 5400+30", "092 Individual: Swiss-System (Standard)", "122 90 min + 30 s"), "STD"),
        (("012 Torneio Rápido e Blitz", "122 15+5"), "RPD"),
        (("222 ?", "092 Swiss"), None),
    ],
)
def test_signs_of_the_rhythm_that_agree_or_are_silent(lines: tuple[str, ...], rhythm: str | None) -> None:
    found = event_with(*lines)
    assert (found.event.rhythm, found.findings) == (rhythm, ())


def test_latin_1_and_bytes_that_cp1252_does_not_have() -> None:
    accented = trf(replace(EVENT, players=(replace(PLAYERS[0], name="Araújo, João"), *PLAYERS[1:])))
    assert read(accented, "latin-1").participants[0].name == "Araújo, João"
    odd = accented.encode("latin-1").replace(b"Dantas", b"D\x81ntas")
    found = read_tournament([InputFile("x", odd)])
    assert len(found.games) == 7
    assert found.participants[0].name == "Araújo, João"


def team_event(*lines: str) -> Tournament:
    """Two teams of three, of which 1-4 and 3-6 play; the second boards stay away."""
    players = [
        player_line(Player(1, "Um, A"), ["   4 w 1"], 1.0),
        player_line(Player(2, "Dois, B"), ["        "], 0.0),
        player_line(Player(3, "Tres, C"), ["   6 w ="], 0.5),
        player_line(Player(4, "Quatro, D"), ["   1 b 0"], 0.0),
        player_line(Player(5, "Cinco, E"), ["        "], 0.0),
        player_line(Player(6, "Seis, F"), ["   3 b ="], 0.5),
    ]
    teams = [
        f"310 {1:3d} {'Torre':32} {'TO':5} {'':6} {2.0:6} {1.5:6} {1:3}     1    2    3",
        f"310 {2:3d} {'Dama':32} {'DA':5} {'':6} {0.0:6} {0.5:6} {2:3}     4    5    6",
    ]
    return read("\n".join([*players, *teams, *lines]))


def boards(found: Tournament) -> list[tuple[int | None, int | None, int | None]]:
    return [(game.board, game.white, game.black) for game in found.games if game.black is not None]


def test_boards_of_a_match_and_the_exceptions_of_300() -> None:
    assert boards(team_event()) == [(1, 1, 4), (2, 3, 6)]
    kept = team_event("300   1   1   2    1    0    3")
    assert boards(kept) == [(1, 1, 4), (3, 3, 6)]
    turned = team_event("300   1   2   1    6    0    4", "300   1   1   2    3    0    1")
    assert boards(turned) == [(1, 3, 6), (3, 1, 4)]
    assert boards(team_event("300   2   1   2    3    0    1", "300   1   9   2    3    0    1")) == [
        (1, 1, 4),
        (2, 3, 6),
    ]
    assert kept.findings == turned.findings == ()


def test_a_match_forfeited_whole_whose_boards_were_played_is_remarked_upon() -> None:
    assert codes(team_event("330 +-   1   1   2")) == {"match_forfeited_but_played"}
    assert codes(team_event("330 +-   2   1   2", "330 +-   1   1   3", "330 x")) == set()


@pytest.mark.parametrize("declared", [("142 1",), ()])
def test_text_after_the_last_round_is_cut_off_with_a_warning(declared: tuple[str, ...]) -> None:
    first = player_line(Player(1, "Um, A"), ["   2 w 1"], 1.0) + "  observação do árbitro: chegou tarde"
    second = player_line(Player(2, "Dois, B"), ["   1 b 0"], 0.0)
    found = read("\n".join([*declared, first, second]))
    assert rows(found) == [(1, 2, 2, 0, None)]
    assert [(f.code, f.where) for f in found.findings] == [("row_too_long", f"line {len(declared) + 1}")]


def test_blanks_after_the_last_round_are_nothing() -> None:
    text = trf(EVENT, line_end="\n").splitlines()
    found = read("\n".join(line + " " * 300 for line in text))
    assert (found.games, found.findings) == (read(trf(EVENT)).games, ())


def test_rows_without_their_trailing_blanks() -> None:
    text = trf(EVENT, line_end="\n").splitlines()
    assert read("\n".join(line.rstrip() for line in text)).games == read(trf(EVENT)).games


def test_points_that_differ_are_a_warning_unless_the_event_scores_otherwise() -> None:
    players = [
        player_line(Player(1, "Um, A"), ["   2 w 1"], 3.0),
        player_line(Player(2, "Dois, B"), ["   1 b 0"], 0.0),
    ]
    plain = read("\n".join(players))
    assert [(f.code, f.where, f.severity) for f in plain.findings] == [("points_differ", "line 1", "warning")]
    assert "3,0" in plain.findings[0].message_pt
    assert read("\n".join(["162  W 3.0    D 1.0    L 0.0", *players])).findings == ()
    assert read("\n".join(["299 P  0.0  2.0   1    1", *players])).findings == ()
    for usual in ("162  W 1.0    D 0.5    L 0.0    Z 0.0", "162  W 1.0    A 0.0    P 1.0    X 0.5"):
        assert codes(read("\n".join([usual, *players]))) == {"points_differ"}


def test_repeated_rows() -> None:
    one = player_line(Player(1, "Um, A"), ["   2 w 1"], 1.0)
    two = player_line(Player(2, "Dois, B"), ["   1 b 0"], 0.0)
    same = read("\n".join([one, two, two]))
    assert rows(same) == [(1, 2, 2, 0, None)]
    assert codes(same) == {"duplicate_row"}
    other = read("\n".join([one, two, player_line(Player(2, "Tres, C"), ["   1 b 0"], 0.0)]))
    assert rows(other) == [(1, 2, 2, 0, "conflict")]
    assert "duplicate_number" in codes(other)


def test_a_row_without_start_number() -> None:
    found = read("\n".join([player_line(Player(1, "Um, A"), ["0000 - U"], 1.0), "001      m    Sem Numero"]))
    assert len(found.participants) == 1
    assert [(f.code, f.where) for f in found.findings] == [("no_number", "line 2")]


def test_more_rows_than_an_event_are_refused() -> None:
    long_row = player_line(Player(1, "Um, A"), ["0000 - U"] * 401, 0.0)
    found = read(long_row)
    assert found.status == "rejected"
    assert found.games == ()


def test_remarks_are_bounded() -> None:
    lines = [player_line(Player(number, "Um, A"), ["9999 w 1"], 1.0) for number in range(1, 800)]
    found = read("\n".join(lines))
    assert len(found.findings) == 501
    assert found.findings[-1].code == "more_remarks"
    assert "299" in found.findings[-1].message_pt

"""Lists of chess-results: which lists suffice, what each tells, and what happens where they disagree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders import xlsx
from tests.builders.description import Description, Pairing, Player
from tests.builders.trf import trf

PLAYERS = (
    Player(1, "Silva, Ana", "w", "WFM", 2050, 2101, "BRA", "999000001", "990001", 1990),
    Player(2, "Souza, Bento", "m", "", 1800, 0, "BRA", "999000002", "990002", 2004),
    Player(3, "Dantas, Caio", "m", "", 0, 1650, "BRA", "", "990003", 2011),
    Player(4, "Conceição, Dora", "w"),
    Player(5, "Melo, Enzo"),
)
ROUNDS = (
    (Pairing(1, 3, "1"), Pairing(4, 2, "="), Pairing(5, None, "U")),
    (Pairing(2, 1, "0"), Pairing(5, 3, "+"), Pairing(4, None, "Z")),
    (Pairing(1, 4, "="), Pairing(2, 5, "--"), Pairing(3, None, "Z")),
)
EVENT = Description(PLAYERS, ROUNDS)
LANGUAGES = ("en", "pt", "de")
GAMES = [
    (1, 1, 3, 2, 0, None),
    (1, 4, 2, 1, 1, None),
    (1, 5, None, 2, None, "bye"),
    (2, 2, 1, 0, 2, None),
    (2, 5, 3, 2, 0, "forfeit"),
    (2, 4, None, 0, None, "absent"),
    (3, 1, 4, 1, 1, None),
    (3, 2, 5, 0, 0, "double_forfeit"),
    (3, 3, None, 0, None, "absent"),
]


def read(*sheets: xlsx.Rows) -> Tournament:
    """The event in one workbook with these sheets."""
    return read_tournament([InputFile("torneio.xlsx", xlsx.workbook(*sheets))])


def rows(found: Tournament) -> list[tuple[object, ...]]:
    return [
        (g.round, g.white, g.black, g.white_half_points, g.black_half_points, g.reason) for g in found.games
    ]


def codes(found: Tournament) -> set[str]:
    return {finding.code for finding in found.findings}


def paired(found: list[tuple[object, ...]]) -> set[tuple[object, ...]]:
    return {row for row in found if row[2] is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crosstable_alone_tells_the_event(language: str) -> None:
    found = read(xlsx.sheet(EVENT, xlsx.crosstable(EVENT, language), language))
    assert (found.format, found.status, found.reason) == ("chess_results_xlsx", "ok", None)
    event = found.event
    assert (event.name, event.city, event.federation, event.kind) == (EVENT.name, "Natal", "BRA", "swiss")
    assert (event.start_date, event.end_date, event.rounds) == ("2026-03-07", "2026-03-08", 3)
    assert (event.rhythm, event.source_id) == ("STD", "9000001")
    assert sorted(rows(found), key=str) == sorted(GAMES, key=str)
    assert found.findings == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_starting_list_crosstable_and_pairings_of_one_event(language: str) -> None:
    lists = (
        xlsx.start_list(EVENT, language),
        xlsx.crosstable(EVENT, language),
        xlsx.all_pairings(EVENT, language),
    )
    in_sheets = read(*(xlsx.sheet(EVENT, rows, language) for rows in lists))
    in_files = read_tournament(
        [
            InputFile(f"{number}.xlsx", xlsx.workbook(xlsx.sheet(EVENT, rows, language)))
            for number, rows in enumerate(lists)
        ]
    )
    below = read(
        [*xlsx.details(EVENT, language), *(row for rows in lists for row in (*rows, ())), *xlsx.footer()]
    )
    for found in (in_sheets, in_files, below):
        assert (found.status, found.findings) == ("ok", ())
        assert rows(found) == GAMES
        assert [game.board for game in found.games] == [1, 2, None, 1, 2, None, 1, 2, None]
        ana, _, caio, dora, _ = found.participants
        assert (ana.sex, ana.title, ana.birth_year, ana.club) == ("F", "WFM", 1990, "Clube da Torre")
        assert (ana.fide_id, ana.national_id) == ("999000001", "990001")
        assert (ana.fide_rating, ana.national_rating) == (2050, 2101)
        assert (caio.fide_id, caio.fide_rating, caio.national_rating) == (None, None, 1650)
        assert (dora.name, dora.title, dora.sex) == ("Conceição, Dora", None, "F")


def test_the_crosstable_and_the_trf_of_one_event_tell_the_same_games() -> None:
    from_trf = read_tournament([InputFile("x", trf(EVENT).encode())])
    from_xlsx = read(xlsx.sheet(EVENT, xlsx.crosstable(EVENT)))
    assert from_xlsx.games == tuple(
        replace(game, raw=other.raw) for game, other in zip(from_trf.games, from_xlsx.games, strict=True)
    )
    assert from_trf.event.rounds == from_xlsx.event.rounds


@pytest.mark.parametrize(
    ("lists", "players"),
    [
        ((xlsx.start_list(EVENT),), 5),
        ((xlsx.standings(EVENT),), 5),
        ((xlsx.start_list(EVENT), xlsx.standings(EVENT)), 5),
    ],
)
def test_only_players_or_standings_are_refused_by_article_4(
    lists: tuple[xlsx.Rows, ...], players: int
) -> None:
    found = read(*(xlsx.sheet(EVENT, rows) for rows in lists))
    assert (found.format, found.status, found.games) == ("chess_results_xlsx", "rejected", ())
    assert found.reason is not None
    assert "classificação final" in found.reason
    assert "Art. 4º, § 1º" in found.reason
    assert (found.event.name, len(found.participants)) == (EVENT.name, players)


def test_a_crosstable_of_an_event_that_has_not_begun_is_refused() -> None:
    empty = replace(EVENT, rounds=((), ()))
    assert read(xlsx.sheet(empty, xlsx.crosstable(empty))).status == "rejected"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("byes", [True, False])
def test_pairings_alone_have_no_byes_unless_their_page_shows_them(language: str, byes: bool) -> None:
    found = read(xlsx.sheet(EVENT, xlsx.all_pairings(EVENT, language, byes=byes), language))
    assert found.status == "ok"
    assert paired(rows(found)) == paired(GAMES)
    alone = [row[-1] for row in rows(found) if row[2] is None]
    assert alone == (["bye", "absent", "absent"] if byes else ["absent"] * 3)
    if not byes:
        assert {row[3] for row in rows(found) if row[2] is None} == {None}
    assert "crosstable_missing" in codes(found)


def test_the_byes_are_those_of_the_crosstable() -> None:
    found = read(
        xlsx.sheet(EVENT, xlsx.all_pairings(EVENT)),
        xlsx.sheet(EVENT, xlsx.crosstable(EVENT)),
    )
    assert (rows(found), found.findings) == (GAMES, ())


def test_half_byes_and_empty_cells() -> None:
    table = xlsx.crosstable(EVENT)
    table[-1] = (*table[-1][:5], "-½", *table[-1][6:])
    table[-2] = (*table[-2][:6], None, *table[-2][7:])
    found = read(xlsx.sheet(EVENT, table))
    alone = {(g.round, g.white): (g.raw, g.white_half_points, g.reason) for g in found.games if not g.black}
    assert alone[1, 5] == ("-½", 1, "bye")
    assert alone[2, 4] == ("", 0, "absent")
    assert alone[3, 3] == ("-0", 0, "absent")


def test_pairings_without_results_are_unfinished() -> None:
    event = replace(
        EVENT, rounds=(ROUNDS[0], (Pairing(2, 1, "?"), Pairing(5, 3, "1"), Pairing(4, None, "U")))
    )
    for lists in ([xlsx.crosstable(event)], [xlsx.crosstable(event), xlsx.all_pairings(event)]):
        found = read(*(xlsx.sheet(event, rows) for rows in lists))
        assert (2, 2, 1, None, None, "unfinished") in rows(found)
        assert (2, 5, 3, 2, 0, None) in rows(found)


def test_tb1_is_not_the_points_and_points_are_compared() -> None:
    table = xlsx.crosstable(EVENT)
    assert codes(read(xlsx.sheet(EVENT, table))) == set()
    wrong = [*table[:-1], (*table[-1][:-4], "4,5", *table[-1][-3:])]
    assert codes(read(xlsx.sheet(EVENT, wrong))) == {"points_differ"}
    without = [tuple(cell for place, cell in enumerate(row) if place != len(row) - 4) for row in table[1:]]
    found = read(xlsx.sheet(EVENT, without))
    assert (sorted(rows(found), key=str), found.findings) == (sorted(GAMES, key=str), ())


class TestByRank:
    """A ranking crosstable names places: joined to start numbers by name, or its places are the numbers."""

    def test_with_a_starting_list_the_numbers_are_those_of_the_list(self) -> None:
        found = read(
            xlsx.sheet(EVENT, xlsx.crosstable(EVENT, by_rank=True)), xlsx.sheet(EVENT, xlsx.start_list(EVENT))
        )
        assert (found.status, found.findings) == ("ok", ())
        assert sorted(rows(found), key=str) == sorted(GAMES, key=str)

    def test_with_pairings(self) -> None:
        found = read(
            xlsx.sheet(EVENT, xlsx.crosstable(EVENT, by_rank=True)),
            xlsx.sheet(EVENT, xlsx.all_pairings(EVENT)),
        )
        assert (rows(found), found.findings) == (GAMES, ())

    def test_alone_the_places_are_the_numbers_also_where_a_shared_rank_is_blank(self) -> None:
        found = read(xlsx.sheet(EVENT, xlsx.crosstable(EVENT, by_rank=True)))
        place = {player.number: n for n, player in enumerate(xlsx.ranked(EVENT), start=1)}
        assert (found.status, found.findings) == ("ok", ())
        assert sum(game.rated for game in found.games) == 4
        expected = {(row[0], place[row[1]], place[row[2]], *row[3:]) for row in GAMES if row[2] is not None}
        assert paired(rows(found)) == expected

    def test_two_players_of_one_name_cannot_be_linked(self) -> None:
        twins = replace(EVENT, players=(*PLAYERS[:4], replace(PLAYERS[4], name="Silva, Ana")))
        found = read(
            xlsx.sheet(twins, xlsx.crosstable(twins, by_rank=True)), xlsx.sheet(twins, xlsx.start_list(twins))
        )
        assert found.status == "rejected"
        assert found.reason is not None
        assert "número inicial" in found.reason

    def test_a_part_of_the_list_has_opponents_that_are_not_in_it(self) -> None:
        table = xlsx.crosstable(EVENT, by_rank=True)
        found = read(xlsx.sheet(EVENT, table[:-1]))
        assert found.status == "ok"
        missing = [game for game in found.games if game.reason == "conflict"]
        assert missing
        assert not any(game.rated and 5 in (game.white, game.black) for game in found.games)
        assert "conflict_opponent_missing" in codes(found)


class TestDisagreement:
    """What two lists, or two rows, tell differently is a conflict and never rated."""

    def test_another_result(self) -> None:
        other = replace(EVENT, rounds=((Pairing(1, 3, "0"), *ROUNDS[0][1:]), *ROUNDS[1:]))
        found = read(xlsx.sheet(EVENT, xlsx.crosstable(EVENT)), xlsx.sheet(EVENT, xlsx.all_pairings(other)))
        assert [row[:3] for row in rows(found) if row[-1] == "conflict"] == [(1, 1, 3)]
        assert codes(found) == {"conflict_sources"}

    def test_other_colours(self) -> None:
        other = replace(EVENT, rounds=((Pairing(3, 1, "0"), *ROUNDS[0][1:]), *ROUNDS[1:]))
        found = read(xlsx.sheet(EVENT, xlsx.crosstable(EVENT)), xlsx.sheet(EVENT, xlsx.all_pairings(other)))
        assert [row[:3] for row in rows(found) if row[-1] == "conflict"] == [(1, 1, 3)]

    def test_another_opponent(self) -> None:
        other = replace(EVENT, rounds=((Pairing(1, 2, "1"), Pairing(4, 3, "="), ROUNDS[0][2]), *ROUNDS[1:]))
        found = read(xlsx.sheet(EVENT, xlsx.crosstable(EVENT)), xlsx.sheet(EVENT, xlsx.all_pairings(other)))
        assert {row[-1] for row in rows(found) if row[0] == 1} == {"conflict", "bye"}
        assert sum(game.rated for game in found.games if game.round > 1) == 2

    @pytest.mark.parametrize("where", ["crosstable", "pairings"])
    def test_a_game_in_one_of_them_only(self, where: str) -> None:
        less = replace(
            EVENT, rounds=((*ROUNDS[0][1:], Pairing(1, None, "Z"), Pairing(3, None, "Z")), *ROUNDS[1:])
        )
        tables = (EVENT, less) if where == "crosstable" else (less, EVENT)
        found = read(
            xlsx.sheet(EVENT, xlsx.crosstable(tables[0])), xlsx.sheet(EVENT, xlsx.all_pairings(tables[1]))
        )
        assert [row[:3] for row in rows(found) if row[-1] == "conflict"] == [(1, 1, 3)]

    def test_two_rows_of_a_crosstable(self) -> None:
        table = xlsx.crosstable(EVENT)
        ana = table[2]
        found = read(xlsx.sheet(EVENT, [*table[:2], (*ana[:5], "3w½", *ana[6:]), *table[3:]]))
        assert [row[:3] for row in rows(found) if row[-1] == "conflict"] == []
        assert (1, 1, 3, 1, 0, "administrative") in rows(found)
        found = read(xlsx.sheet(EVENT, [*table[:2], (*ana[:5], "2w1", *ana[6:]), *table[3:]]))
        of_round = [row for row in rows(found) if row[0] == 1]
        assert {row[-1] for row in of_round if {1, 3} & set(row[1:3])} == {"conflict"}
        assert (1, 4, 2, 1, 1, None) in of_round

    def test_a_number_with_two_names(self) -> None:
        other = replace(EVENT, players=(replace(PLAYERS[0], name="Outra, Pessoa"), *PLAYERS[1:]))
        found = read(xlsx.sheet(EVENT, xlsx.start_list(other)), xlsx.sheet(EVENT, xlsx.crosstable(EVENT)))
        assert codes(found) == {"names_differ"}
        assert {row[-1] for row in rows(found) if 1 in row[1:3]} == {"conflict"}

    def test_a_player_twice_in_a_round(self) -> None:
        twice = replace(EVENT, rounds=((Pairing(1, 3, "1"), Pairing(4, 1, "=")),))
        found = read(xlsx.sheet(EVENT, xlsx.all_pairings(twice)))
        assert not any(game.rated for game in found.games)
        assert "conflict_repeated_player" in codes(found)

    def test_the_same_page_twice_counts_once(self) -> None:
        page = xlsx.sheet(EVENT, xlsx.pairings(EVENT, 1))
        found = read(page, page)
        assert paired(rows(found)) == {row for row in paired(GAMES) if row[0] == 1}
        assert "repeated_pairing" in codes(found)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("1 - 0", (2, 0, None)),
        ("0,5 - 0,5", (1, 1, None)),
        ("1:0", (2, 0, None)),
        ("+ - -", (2, 0, "forfeit")),
        ("1 - 0 K", (2, 0, "forfeit")),
        ("- - -", (0, 0, "double_forfeit")),
        ("0 - 0", (0, 0, "double_zero")),
        ("½ - 0", (1, 0, "administrative")),
        ("1 - 1", (2, 2, "conflict")),
        ("+ - 0", (2, 0, "conflict")),
        ("adj", (None, None, "unknown_code")),
        ("", (None, None, "unfinished")),
        (":", (None, None, "unfinished")),
    ],
)
def test_results_of_pairings(result: str, expected: tuple[object, ...]) -> None:
    page = xlsx.pairings(EVENT, 1)
    first = page[3]
    page[3] = (*first[:6], result, *first[7:])
    assert rows(read(xlsx.sheet(EVENT, page)))[0][3:] == expected


def test_an_unreadable_line_names_itself() -> None:
    page = xlsx.pairings(EVENT, 1)
    page[4] = (2, "x", None, "Alguém", 0, 0, "1 - 0", 0, None, "Souza, Bento", 1800, 2)
    found = read(page)
    assert (found.findings[0].code, found.findings[0].where) == ("game_line_unreadable", "line 5")


def test_a_row_of_a_crosstable_without_its_number_is_named() -> None:
    table = xlsx.crosstable(EVENT)
    table[3] = ("?", *table[3][1:-3], "?", *table[3][-2:])
    found = read(table)
    assert ("list_line_unreadable", "line 4") in [(f.code, f.where) for f in found.findings]
    assert not any(game.rated and 2 in (game.white, game.black) for game in found.games)


def test_a_crosstable_whose_headings_do_not_fit_is_refused() -> None:
    table = xlsx.crosstable(EVENT)
    found = read([table[0], table[1][1:], *table[2:]])
    assert (found.status, found.games) == ("rejected", ())


def test_a_crosstable_cell_that_cannot_be_read_is_not_a_game() -> None:
    table = xlsx.crosstable(EVENT)
    table[2] = (*table[2][:5], "3w7", *table[2][6:])
    found = read(xlsx.sheet(EVENT, table))
    assert {row[-1] for row in rows(found) if row[0] == 1 and {1, 3} & set(row[1:3])} <= {
        "unknown_code",
        "conflict",
    }
    assert not any(game.rated for game in found.games if game.round == 1 and game.white in (1, 3))


@pytest.mark.parametrize(
    ("letters", "white"), [("wb", "w"), ("ws", "w"), ("bn", "b"), ("bp", "b")], ids="".join
)
def test_the_letter_of_white_is_found_from_the_pair(letters: str, white: str) -> None:
    table = [
        tuple(
            cell.replace("w", "W").replace("b", letters.replace(white, "")).replace("W", white)
            if isinstance(cell, str) and any(c.isdigit() for c in cell)
            else cell
            for cell in row
        )
        for row in xlsx.crosstable(EVENT)[2:]
    ]
    found = read([*xlsx.crosstable(EVENT)[:2], *table])
    assert paired(rows(found)) == paired(GAMES)


class TestRounds:
    """Pages of pairings have to be all there, and to say of which round they are."""

    def test_a_missing_round(self) -> None:
        found = read(*(xlsx.sheet(EVENT, xlsx.pairings(EVENT, number)) for number in (1, 3)))
        assert found.status == "rejected"
        assert found.reason is not None
        assert "rodada 2" in found.reason

    def test_a_page_without_its_round(self) -> None:
        found = read(xlsx.sheet(EVENT, xlsx.pairings(EVENT, 1, title=False)))
        assert found.status == "rejected"
        assert found.reason is not None
        assert "de que rodada" in found.reason

    def test_standings_after_a_round_are_no_title_of_pairings(self) -> None:
        titles = [
            ("Ranking crosstable after Round 3",),
            *xlsx.crosstable(EVENT)[1:],
            ("Classificação após a rodada 2",),
        ]
        found = read([*titles, *xlsx.pairings(EVENT, 1, title=False)])
        assert (found.status, "de que rodada" in (found.reason or "")) == ("rejected", True)

    def test_fewer_rounds_than_declared(self) -> None:
        found = read(xlsx.sheet(EVENT, xlsx.crosstable(EVENT, rounds=2)))
        assert (found.event.rounds, "rounds_fewer" in codes(found)) == (3, True)

    def test_an_older_crosstable_and_newer_pairings(self) -> None:
        found = read(
            xlsx.sheet(EVENT, xlsx.crosstable(EVENT, rounds=2)), xlsx.sheet(EVENT, xlsx.pairings(EVENT, 3))
        )
        assert paired(rows(found)) == paired(GAMES)
        assert {row[3] for row in rows(found) if row[0] == 3 and row[2] is None} == {None}

    def test_lists_of_two_events(self) -> None:
        other = [*xlsx.details(EVENT), *xlsx.crosstable(EVENT), *xlsx.footer(9000002)]
        found = read(xlsx.sheet(EVENT, xlsx.start_list(EVENT)), other)
        assert found.status == "rejected"
        assert found.reason is not None
        assert "9000001, 9000002" in found.reason


class TestGrid:
    """A round robin's grid has neither rounds nor colours: it only checks the pairings."""

    def test_alone_it_is_refused(self) -> None:
        found = read(xlsx.sheet(EVENT, xlsx.grid(EVENT)))
        assert (found.status, len(found.participants)) == ("rejected", 5)
        assert found.reason is not None
        assert "rodada" in found.reason

    def test_with_pairings_that_agree(self) -> None:
        found = read(xlsx.sheet(EVENT, xlsx.grid(EVENT)), xlsx.sheet(EVENT, xlsx.all_pairings(EVENT)))
        assert (found.status, found.findings) == ("ok", ())
        assert paired(rows(found)) == paired(GAMES)

    def test_with_pairings_that_do_not(self) -> None:
        other = replace(EVENT, rounds=((Pairing(1, 3, "="), *ROUNDS[0][1:]), *ROUNDS[1:]))
        found = read(xlsx.sheet(EVENT, xlsx.grid(EVENT)), xlsx.sheet(EVENT, xlsx.all_pairings(other)))
        assert [row[:3] for row in rows(found) if row[-1] == "conflict"] == [(1, 1, 3)]
        assert codes(found) == {"conflict_grid"}

    def test_a_game_that_no_page_has(self) -> None:
        less = replace(EVENT, rounds=ROUNDS[:2])
        found = read(xlsx.sheet(EVENT, xlsx.grid(EVENT)), xlsx.sheet(EVENT, xlsx.all_pairings(less)))
        assert found.status == "rejected"
        assert found.reason is not None
        assert "1 e 4" in found.reason


def test_a_single_rating_column_is_what_the_details_say() -> None:
    national = [*xlsx.details(EVENT)[:-1], ("Rating calculation : Rating nacional",)]
    for head, expected in ((national, (None, 2050)), (xlsx.details(EVENT), (2050, None))):
        ana = read([*head, *xlsx.crosstable(EVENT)]).participants[0]
        assert (ana.fide_rating, ana.national_rating) == expected


def test_a_hidden_sheet_is_not_read_and_said_so() -> None:
    import io

    import openpyxl

    book = openpyxl.load_workbook(
        io.BytesIO(xlsx.workbook(xlsx.crosstable(EVENT), xlsx.pairings(EVENT, 1))), read_only=False
    )
    book.worksheets[1].sheet_state = "hidden"
    buffer = io.BytesIO()
    book.save(buffer)
    found = read_tournament([InputFile("x.xlsx", buffer.getvalue())])
    assert sorted(rows(found), key=str) == sorted(GAMES, key=str)
    assert codes(found) == {"sheet_hidden"}


def test_a_workbook_without_any_list() -> None:
    found = read([("Despesas", "Valor"), ("Troféus", 300)])
    assert (found.format, found.status) == ("chess_results_xlsx", "rejected")
    assert found.reason is not None
    assert "chess-results" in found.reason


MATCH = [
    ("Board Pairings",),
    ("Round 1 on 2026/03/07",),
    ("Bo.", 1, "Torre", "Rtg", None, "-", 2, "Peão", "Rtg", None, "1½: ½"),
    ("1.1", "WFM", "Silva, Ana", 2050, None, "-", None, "Souza, Bento", 1800, None, "1 - 0"),
    ("1.2", None, "Dantas, Caio", 0, None, "-", None, "Conceição, Dora", 0, None, "½ - ½"),
]


def test_boards_of_team_matches() -> None:
    found = read(xlsx.sheet(EVENT, xlsx.start_list(EVENT)), xlsx.sheet(EVENT, MATCH))
    assert (found.status, found.event.kind) == ("ok", "team_swiss")
    assert [row for row in rows(found) if row[2]] == [(1, 1, 2, 2, 0, None), (1, 3, 4, 1, 1, None)]
    assert [game.board for game in found.games if game.black] == [1, 2]
    assert [player.team for player in found.participants[:4]] == ["Torre", "Peão", "Torre", "Peão"]
    assert codes(found) == {"board_colors_unknown", "rounds_fewer"}


def test_boards_without_a_list_of_players_and_matches_without_boards_are_refused() -> None:
    found = read(xlsx.sheet(EVENT, MATCH))
    assert (found.status, "lista inicial" in (found.reason or "")) == ("rejected", True)
    matches = [
        ("No.", "SNo", "Team", "MP", "Res.", ":", "Res.", "MP", "Team", "SNo"),
        (1, 1, "A", 0, 2, ":", 2, 0, "B", 2),
    ]
    found = read(xlsx.sheet(EVENT, matches))
    assert (found.status, "tabuleiro" in (found.reason or "")) == ("rejected", True)


class TestPages:
    """A saved page has the same lists."""

    def test_a_crosstable_and_pairings(self) -> None:
        files = [
            InputFile("c.html", xlsx.page(EVENT, xlsx.crosstable(EVENT))),
            *(InputFile(f"{n}.html", xlsx.page(EVENT, xlsx.pairings(EVENT, n))) for n in (1, 2, 3)),
        ]
        found = read_tournament(files)
        assert (found.format, found.status, found.findings) == ("chess_results_xlsx", "ok", ())
        assert (rows(found), found.event.name, found.event.source_id) == (GAMES, EVENT.name, "9000001")

    def test_a_page_that_is_cut_off(self) -> None:
        whole = xlsx.page(EVENT, xlsx.crosstable(EVENT))
        for cut in range(len(whole) - 1):
            found = read_tournament([InputFile("c.html", whole[:cut])])
            assert found.status == "rejected", cut


RESULTS = st.sampled_from(("1", "=", "0", "+", "-", "--", "00"))


@st.composite
def events(draw: st.DrawFn) -> Description:
    """Any event of up to nine players in which each sits once a round; the last round may be open."""
    count = draw(st.integers(4, 9))
    players = tuple(
        Player(number, f"Sobrenome{number}, Nome {chr(64 + number)}", fide_rating=draw(st.integers(0, 2800)))
        for number in range(1, count + 1)
    )
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(1, count + 1)))
        games = draw(st.integers(1, count // 2))
        row = [Pairing(order[2 * n], order[2 * n + 1], draw(RESULTS)) for n in range(games)]
        row += [Pairing(number, None, draw(st.sampled_from("UZ"))) for number in order[2 * games :]]
        rounds.append(tuple(row))
    if draw(st.booleans()):
        rounds[-1] = tuple(p if p.black is None else replace(p, result="?") for p in rounds[-1])
    return Description(players, tuple(rounds))


def _renumbered_idle(event: Description) -> Description:
    """Players without any game stand only in the crosstable by rank, and get numbers after the others."""
    games = [pairing for of_round in event.rounds for pairing in of_round if pairing.black is not None]
    playing = {number for pairing in games for number in (pairing.white, pairing.black)}
    last = max(number for number in playing if number)
    new = {number: number for number in playing}
    for player in xlsx.ranked(event):
        if player.number not in playing:
            last += 1
            new[player.number] = last
    return replace(
        event,
        players=tuple(replace(player, number=new[player.number]) for player in event.players),
        rounds=tuple(
            tuple(
                replace(p, white=new[p.white], black=None if p.black is None else new[p.black])
                for p in of_round
            )
            for of_round in event.rounds
        ),
    )


@settings(max_examples=60, deadline=None)
@given(
    event=events(),
    language=st.sampled_from(LANGUAGES),
    chosen=st.sampled_from(("c", "pc", "sc", "spc", "sr", "pr", "spr")),
    in_files=st.booleans(),
)
def test_round_trip(event: Description, language: str, chosen: str, in_files: bool) -> None:
    """Whatever lists with a crosstable are sent, in sheets or files, the games are those of the TRF."""
    lists = {
        "s": xlsx.start_list(event, language),
        "p": xlsx.all_pairings(event, language),
        "c": xlsx.crosstable(event, language),
        "r": xlsx.crosstable(event, language, by_rank=True),
    }
    sheets = [xlsx.sheet(event, lists[name], language) for name in chosen]
    books = [xlsx.workbook(one) for one in sheets] if in_files else [xlsx.workbook(*sheets)]
    found = read_tournament([InputFile(f"{n}.xlsx", book) for n, book in enumerate(books)])
    if chosen == "pr":
        event = _renumbered_idle(event)
    expected = read_tournament([InputFile("x", trf(event).encode())])
    assert found.status == "ok"
    assert {f.severity for f in found.findings} <= {"warning"}
    assert sorted(rows(found), key=str) == sorted(rows(expected), key=str)
    assert [p.number for p in found.participants] == sorted(p.number for p in event.players)


@settings(max_examples=25, deadline=None)
@given(event=events(), language=st.sampled_from(LANGUAGES))
def test_round_trip_of_pages_of_pairings(event: Description, language: str) -> None:
    found = read(xlsx.sheet(event, xlsx.all_pairings(event, language), language))
    expected = read_tournament([InputFile("x", trf(event).encode())])
    assert paired(rows(found)) == paired(rows(expected))

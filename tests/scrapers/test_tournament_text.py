"""Swiss-Manager's text pair: languages, joined by number, forfeits, and what 0:0 means."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders.description import Description, Pairing, Player
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf

PLAYERS = (
    Player(1, "Silva, Ana", "w", "WFM", 2050, 2101, "BRA", "999000001", "990001", 1990),
    Player(2, "Souza, Bento", "m", "", 1800, 0, "BRA", "999000002", "990002", 2004),
    Player(3, "Dantas, Caio", "m", "", 0, 1650, "BRA", "", "990003", 2011),
    Player(4, "Melo, Dora", "w"),
)
ROUNDS = (
    (Pairing(1, 3, "1"), Pairing(4, 2, "=")),
    (Pairing(2, 1, "0"), Pairing(3, None, "U")),
    (Pairing(1, 4, "+"), Pairing(2, 3, "--")),
)
EVENT = Description(PLAYERS, ROUNDS)
DE_PAIRINGS = "Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr;ErgEloW;ErgEloS\r\n"


def read(described: Description, language: str = "de", *, players_first: bool = True) -> Tournament:
    files = [
        InputFile("jogadores.txt", players_text(described, language).encode()),
        InputFile("partidas.txt", pairings_text(described, language).encode()),
    ]
    return read_tournament(files if players_first else files[::-1])


def read_lines(*lines: str) -> Tournament:
    """Pairing lines with German headings, with the four players."""
    return read_tournament(
        [
            InputFile("jogadores.txt", players_text(replace(EVENT, rounds=())).encode()),
            InputFile("partidas.txt", (DE_PAIRINGS + "\r\n".join(lines)).encode()),
        ]
    )


def rows(found: Tournament) -> list[tuple[object, ...]]:
    return [
        (g.round, g.board, g.white, g.black, g.white_half_points, g.black_half_points, g.reason)
        for g in found.games
    ]


def codes(found: Tournament) -> set[str]:
    return {finding.code for finding in found.findings}


@pytest.mark.parametrize("players_first", [True, False])
@pytest.mark.parametrize("language", ["de", "en", "pt"])
def test_a_pair_in_three_languages(language: str, players_first: bool) -> None:
    found = read(EVENT, language, players_first=players_first)
    assert (found.format, found.status, found.reason) == ("sm_text", "ok", None)
    assert (found.event.rounds, found.event.rhythm, found.event.name) == (3, None, None)
    ana, _, caio, _ = found.participants
    assert (ana.name, ana.sex, ana.title, ana.birth_year) == ("Silva, Ana", "F", "WFM", 1990)
    assert (ana.fide_id, ana.national_id, ana.fide_rating, ana.national_rating) == (
        "999000001",
        "990001",
        2050,
        2101,
    )
    assert (caio.fide_id, caio.fide_rating) == (None, None)
    assert rows(found) == [
        (1, 1, 1, 3, 2, 0, None),
        (1, 2, 4, 2, 1, 1, None),
        (2, 1, 2, 1, 0, 2, None),
        (2, 2, 3, None, 2, None, "bye"),
        (2, None, 4, None, None, None, "absent"),
        (3, 1, 1, 4, 2, 0, "forfeit"),
        (3, 2, 2, 3, 0, 0, "double_forfeit"),
    ]
    assert found.findings == ()


def test_the_text_and_the_trf_of_one_event_tell_the_same_games() -> None:
    described = replace(EVENT, rounds=ROUNDS[:2])
    from_trf = read_tournament([InputFile("x", trf(described).encode())])
    from_text = read(described)
    played = [
        {
            (g.round, g.white, g.black, g.white_half_points, g.reason)
            for g in found.games
            if g.reason != "absent"
        }
        for found in (from_trf, from_text)
    ]
    assert played[0] == played[1]


def test_zero_zero_in_a_round_that_others_follow_is_a_double_zero() -> None:
    found = read_lines("1;1;0;0;1;2;0;0;;0:0;0;;", "1;2;0;0;3;4;1;0;;1:0;0;;", "2;1;0;0;1;3;1;0;;1:0;0;;")
    assert rows(found)[0] == (1, 1, 1, 2, 0, 0, "double_zero")
    assert "double_zero_or_open" in codes(found)


def test_zero_zero_in_the_last_round_with_results_and_after_is_unfinished() -> None:
    found = read_lines(
        "1;1;0;0;1;2;1;0;;1:0;0;;",
        "1;2;0;0;3;4;0;0;;0:0;0;;",
        "2;1;0;0;1;3;0;0;;0:0;0;;",
        "2;2;0;0;2;4;0;0;;0:0;0;;",
    )
    unfinished = [row for row in rows(found) if row[-1] == "unfinished"]
    assert [row[:4] for row in unfinished] == [(1, 2, 3, 4), (2, 1, 1, 3), (2, 2, 2, 4)]
    assert {row[4:6] for row in unfinished} == {(None, None)}
    assert codes(found) == {"unfinished_text"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1;1;0;0;1;2;1;1;;1:1;0;;", (2, 2, "conflict")),
        ("1;1;0;0;1;2;1;0;;0:1;0;;", (2, 0, "conflict")),
        ("1;1;0;0;1;2;0,5;0;;0,5:0;0;;", (1, 0, "administrative")),
        ("1;1;0;0;1;2;;;;;0;;", (None, None, "unfinished")),
        ("1;1;0;0;1;2;1;0;;1:0K;0;;", (2, 0, "forfeit")),
        ("1;1;0;0;1;2;½;½;;½:½;0;;", (1, 1, None)),
        ("1;1;0;0;1;2;;;;0.5:0.5;0;;", (1, 1, None)),
    ],
)
def test_results(line: str, expected: tuple[object, ...]) -> None:
    assert rows(read_lines(line))[0][4:] == expected


@pytest.mark.parametrize(
    ("headings", "line", "reason"),
    [
        # Without the column of forfeits the result must be legible, since it shows them too.
        ("Runde;NrW;NrS;ErgW;ErgS;Erg", "1;1;2;1;0;1:0", None),
        ("Runde;NrW;NrS;ErgW;ErgS;Erg", "1;1;2;1;0;1:0K", "forfeit"),
        ("Runde;NrW;NrS;ErgW;ErgS;Erg", "1;1;2;1;0;x", "conflict"),
        ("Runde;NrW;NrS;ErgW;ErgS;Erg", "1;1;2;1;0;", "conflict"),
        ("Runde;NrW;NrS;ErgW;ErgS;Kontumaz", "1;1;2;1;0;", None),
        ("Runde;NrW;NrS;ErgW;ErgS;Kontumaz", "1;1;2;1;0;K", "forfeit"),
        # A row that ends before its mark.
        ("Runde;NrW;NrS;ErgW;ErgS;Kontumaz", "1;1;2;1;0", "conflict"),
        ("Runde;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr", "1;1;2;1;0;;1:0", None),
    ],
)
def test_a_game_is_played_only_where_a_forfeit_would_show(
    headings: str, line: str, reason: str | None
) -> None:
    files = [
        InputFile("j.txt", players_text(EVENT).encode()),
        InputFile("p.txt", f"{headings}\n{line}\n".encode()),
    ]
    assert rows(read_tournament(files))[0][-1] == reason


def test_a_table_that_shows_no_forfeits_is_refused() -> None:
    files = [
        InputFile("j.txt", players_text(EVENT).encode()),
        InputFile("p.txt", b"Runde;NrW;NrS;ErgW;ErgS\n1;1;2;1;0\n"),
    ]
    found = read_tournament(files)
    assert (found.status, found.games) == ("rejected", ())
    assert found.reason is not None
    assert "Art. 5º" in found.reason


def test_a_file_cut_in_its_last_line_does_not_lose_a_forfeit_mark() -> None:
    whole = "1;1;0;0;1;2;1;0;;1:0;0;;\n1;2;0;0;3;4;1;0;;1:0"
    text = DE_PAIRINGS.replace("\r\n", "\n") + whole
    files = [InputFile("j.txt", players_text(EVENT).encode()), InputFile("p.txt", text.encode())]
    assert [row[-1] for row in rows(read_tournament(files))] == [None, "conflict"]
    files[1] = InputFile("p.txt", (text + "\n").encode())
    assert [row[-1] for row in rows(read_tournament(files))] == [None, None]


def test_a_heading_with_fewer_cells_than_the_rows_is_broken() -> None:
    broken = DE_PAIRINGS.replace("Kontumaz;Erg", "KontumazErg") + "1;1;0;0;1;2;1;0;K;1:0K;0;0;0\n"
    files = [InputFile("j.txt", players_text(EVENT).encode()), InputFile("p.txt", broken.encode())]
    found = read_tournament(files)
    assert (found.status, "linha 1" in (found.reason or "")) == ("rejected", True)


def test_byes_and_players_not_paired() -> None:
    found = read_lines("1;1;0;0;1;-1;1;0;;1:0;0;;", "1;2;0;0;2;-1;0,5;0;;;0;;", "1;3;0;0;3;-2;0;0;;0:0;0;;")
    assert [(row[2], row[3], row[4], row[6]) for row in rows(found)] == [
        (1, None, 2, "bye"),
        (2, None, 1, "bye"),
        (3, None, 0, "absent"),
        (4, None, None, "absent"),
    ]


def test_a_player_twice_in_a_round_is_a_conflict() -> None:
    found = read_lines("1;1;0;0;1;2;1;0;;1:0;0;;", "1;2;0;0;1;3;1;0;;1:0;0;;")
    assert [row[-1] for row in rows(found)] == ["conflict", "conflict", "absent"]
    assert "conflict_repeated_player" in codes(found)


def test_the_same_line_twice_counts_once() -> None:
    found = read_lines("1;1;0;0;1;2;1;0;;1:0;0;;", "1;1;0;0;1;2;1;0;;1:0;0;;")
    assert [row[-1] for row in rows(found)] == [None, "absent", "absent"]
    assert "repeated_pairing" in codes(found)


def test_a_number_that_is_not_in_the_list() -> None:
    found = read_lines("1;1;0;0;1;77;1;0;;1:0;0;;")
    assert [(f.code, f.where, f.source_file) for f in found.findings if f.severity == "error"] == [
        ("conflict_seen_once", "line 2", "partidas.txt"),
        ("player_not_in_list", "line 2", "partidas.txt"),
    ]
    assert rows(found)[0][-1] == "conflict"
    twice = read_lines("1;1;0;0;1;77;1;0;;1:0;0;;", "2;1;0;0;77;1;1;0;;1:0;0;;")
    assert [row[-1] for row in rows(twice) if row[-1] != "absent"] == [None, None]
    assert "player_not_in_list" in codes(twice)


THREE_BOARDS = ("1;1;0;0;1;2;1;0;;1:0;0;;", "1;2;0;0;3;4;1;0;;1:0;0;;", "2;1;0;0;1;3;1;0;;1:0;0;;")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        # Round 1 lacks board 2, and the line stands there; no player is twice in round 7.
        (1, "7;2;0;0;3;4;1;0;;1:0;0;;"),
        # The first line of all: only the order shows it.
        (0, "7;1;0;0;1;2;1;0;;1:0;0;;"),
        # The last of round 2, whose board 2 nobody else has.
        (3, "3;2;0;0;2;4;1;0;;1:0;0;;"),
    ],
)
def test_a_line_of_another_round_than_those_around_it(position: int, said: str) -> None:
    lines = [*THREE_BOARDS, "2;2;0;0;2;4;1;0;;1:0;0;;"]
    assert codes(read_lines(*lines)) & {"conflict_out_of_place"} == set()
    found = read_lines(*lines[:position], said, *lines[position + 1 :])
    assert [(f.code, f.where) for f in found.findings if f.code.startswith("conflict")] == [
        ("conflict_out_of_place", f"line {position + 2}")
    ]
    assert next(row[-1] for row in rows(found) if str(row[0]) == said[0]) == "conflict"
    assert sum(game.rated for game in found.games) == 3


def test_lines_in_another_order_are_no_conflict() -> None:
    lines = [*THREE_BOARDS, "2;2;0;0;2;4;1;0;;1:0;0;;"]
    for order in ((3, 2, 1, 0), (2, 0, 3, 1), (0, 2, 1, 3)):
        found = read_lines(*(lines[position] for position in order))
        assert sum(game.rated for game in found.games) == 4


def test_boards_that_begin_anew_in_each_match_are_in_place() -> None:
    lines = [
        f"{round_};{board};0;0;{white};{black};1;0;;1:0;{match};;"
        for round_, match, board, white, black in (
            (1, 1, 1, 1, 2), (1, 2, 1, 3, 4), (2, 1, 1, 1, 3), (2, 2, 1, 4, 2)
        )
    ]  # fmt: skip
    found = read_lines(*lines[::-1])
    assert sum(game.rated for game in found.games) == 4
    assert [(g.round, g.board, g.white, g.black) for g in found.games] == [
        (1, 1, 1, 2),
        (1, 1, 3, 4),
        (2, 1, 1, 3),
        (2, 1, 4, 2),
    ]


def test_the_ids_in_the_lines_are_those_of_the_list() -> None:
    def with_ids(*idents: str) -> Tournament:
        return read_lines(
            *(
                f"{number};1;{white};{black};1;2;1;0;;1:0;0;;"
                for number, (white, black) in enumerate((one.split("/") for one in idents), start=1)
            )
        )

    assert codes(with_ids("990001/990002", "999000001/990002")) == codes(with_ids("0/0", "0/0"))
    found = with_ids("990001/990002", "990001/990002", "990001/990003")
    assert [row[-1] for row in rows(found) if row[-1] != "absent"] == [None, None, "conflict"]
    assert "conflict_other_ident" in codes(found)
    strange = with_ids("7/8", "7/8", "7/8")
    assert [row[-1] for row in rows(strange) if row[-1] != "absent"] == [None, None, None]


def test_a_game_whose_points_are_those_of_somebody_without_a_game() -> None:
    """The list says that 4 has the point that the line gives to 3, and 4 has no line in the round."""
    described = Description(PLAYERS, ((Pairing(1, 2, "="), Pairing(4, None, "U")), (Pairing(4, 2, "1"),)))
    text = pairings_text(described)
    wrong = text.replace("2;1;0;0;4;2;", "2;1;0;0;3;2;")
    files = [InputFile("j.txt", players_text(described).encode()), InputFile("p.txt", wrong.encode())]
    found = read_tournament(files)
    assert [(f.code, f.where) for f in found.findings if f.code.startswith("conflict")] == [
        ("conflict_points_of_another", "line 4")
    ]
    assert next(row[-1] for row in rows(found) if row[0] == 2) == "conflict"
    other_day = players_text(Description(PLAYERS, ((Pairing(2, 1, "1"), Pairing(3, 4, "0")),)))
    of_another_day = read_tournament([InputFile("j.txt", other_day.encode()), files[1]])
    assert not any(f.code.startswith("conflict") for f in of_another_day.findings)


def test_an_unreadable_line_names_itself() -> None:
    found = read_lines("1;1;0;0;1;2;1;0;;1:0;0;;", "1;2;0;0;x;4;1;0;;1:0;0;;")
    assert (found.findings[0].code, found.findings[0].where) == ("game_line_unreadable", "line 3")
    assert found.findings[0].source_file == "partidas.txt"


@pytest.mark.parametrize(("players", "word"), [(True, "Art. 4º, § 1º"), (False, "lista de jogadores")])
def test_one_of_the_two_alone(players: bool, word: str) -> None:
    text = players_text(EVENT) if players else pairings_text(EVENT)
    found = read_tournament([InputFile("x.txt", text.encode())])
    assert (found.format, found.status) == ("sm_text", "rejected")
    assert found.reason is not None
    assert word in found.reason
    assert bool(found.participants) == players
    assert bool(found.games) != players


@pytest.mark.parametrize("seats", ["0;-1", "-1;-1", "2;2"])
def test_two_empty_seats_or_one_player_on_both_are_no_game(seats: str) -> None:
    found = read_lines("1;1;0;0;1;3;1;0;;1:0;0;;", f"1;2;0;0;{seats};1;0;;1:0;0;;")
    assert [(g.white, g.black, g.reason) for g in found.games] == [
        (1, 3, None),
        (2, None, "absent"),
        (4, None, "absent"),
    ]
    assert found.findings[0].code == "game_line_unreadable"


def test_pairings_in_several_files() -> None:
    files = [InputFile("j.txt", players_text(EVENT).encode())]
    for number in range(3):
        lines = pairings_text(EVENT).splitlines()
        own = [lines[0], *(line for line in lines[1:] if line.startswith(f"{number + 1};"))]
        files.append(InputFile(f"r{number + 1}.txt", "\n".join(own).encode()))
    assert rows(read_tournament(files)) == rows(read(EVENT))


def test_two_player_lists_are_refused() -> None:
    file = InputFile("j.txt", players_text(EVENT).encode())
    assert read_tournament([file, file]).status == "rejected"


def test_a_rating_list_has_no_start_numbers_and_is_refused_for_that() -> None:
    rating_list = (
        "ID_No;Name;Fed;Sex;ClubName;Birthday;Rtg_Nat;Fide_No;Rtg_Int\n990001;Silva, Ana;BRA;w;;;1800;;\n"
    )
    files = [InputFile("l.csv", rating_list.encode()), InputFile("p.txt", pairings_text(EVENT).encode())]
    for given in (files, files[:1]):
        found = read_tournament(given)
        assert (found.format, found.status) == ("sm_text", "rejected")
        assert found.reason is not None
        assert "número inicial" in found.reason


@pytest.mark.parametrize("limit", [131_072, 10_000_000])
def test_a_table_with_broken_quotes_is_refused_with_its_line(limit: int) -> None:
    """Whatever limit another library has given the csv module of this process."""
    before = csv.field_size_limit(limit)
    try:
        refused_with_its_line()
    finally:
        csv.field_size_limit(before)


def refused_with_its_line() -> None:
    text = players_text(EVENT) + '9;"' + "x" * 200_000
    found = read_tournament([InputFile("j.txt", text.encode())])
    assert found.status == "rejected"
    assert found.reason is not None
    assert "linha 6" in found.reason

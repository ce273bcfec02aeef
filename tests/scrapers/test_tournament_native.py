"""Swiss-Manager's binary: codes, seats, team matches, fields, and what is refused."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import limits, read_tournament
from tests.builders.description import Description, Pairing, Player
from tests.builders.native import CONFIG_LENGTH, native
from tests.builders.team_event import TEAMS

FOUR = (
    Player(1, "Conceição, Ana", "w", "WFM", 2050, 2101, "BRA", "999000001", "990001", 1990, "Torre"),
    Player(2, "Souza, Bento", "m", "", 1800, 0, "BRA", "999000002", "990002", 2004),
    Player(3, "Dantas, Caio", "m", "CNM", 0, 1650, "RN", "", ", 990003", 2011),
    Player(4, "Мельник, Ірина", "w", "", 0, 0, "UKR", "", ",", None, "Пішак"),
)
EVENT = Description(
    FOUR,
    (
        (Pairing(1, 2, "1"), Pairing(4, 3, "=")),
        (Pairing(3, 1, "0"), Pairing(2, None, "U"), Pairing(4, None, "H")),
    ),
    rhythm="RPD",
    time_control="15 min + 5 s",
    round_dates=("2026-03-07", "2026-03-08"),
    source_id=999123,
    revision=7,
)
CONFIG = native(EVENT).index(b"\x95\xff\x89\x44")


def read(data: bytes, name: str = "torneio.TUNX") -> Tournament:
    return read_tournament([InputFile(name, data)])


def rows(found: Tournament, number_of_round: int = 1) -> list[tuple[object, ...]]:
    return [
        (g.white, g.black, g.white_half_points, g.black_half_points, g.reason)
        for g in found.games
        if g.round == number_of_round
    ]


def codes(found: Tournament) -> set[str]:
    return {finding.code for finding in found.findings}


def patched(data: bytes, at: int, layout: str, value: int) -> bytes:
    """The file with one number of it changed."""
    changed = bytearray(data)
    struct.pack_into(layout, changed, at, value)
    return bytes(changed)


def test_an_event_with_all_its_fields() -> None:
    found = read(native(EVENT), "whatever.txt")
    assert (found.format, found.status, found.reason, found.findings) == ("tunx", "ok", None, ())
    event = found.event
    assert (event.name, event.city, event.federation) == ("Aberto de Teste", "Natal", "BRA")
    assert (event.start_date, event.end_date, event.rounds) == ("2026-03-07", "2026-03-08", 2)
    assert (event.rhythm, event.kind, event.source_id, event.revision) == ("RPD", "swiss", "999123", 7)
    first, _, third, fourth = found.participants
    assert (first.name, first.sex, first.title, first.club) == ("Conceição, Ana", "F", "WFM", "Torre")
    assert (first.fide_id, first.national_id, first.birth_year) == ("999000001", "990001", 1990)
    assert (first.fide_rating, first.national_rating, first.federation) == (2050, 2101, "BRA")
    assert (third.national_id, third.fide_rating, third.title, third.sex) == ("990003", None, "CNM", "M")
    assert (fourth.name, fourth.national_id, fourth.birth_year) == ("Мельник, Ірина", None, None)
    assert rows(found) == [(1, 2, 2, 0, None), (4, 3, 1, 1, None)]
    assert rows(found, 2) == [(3, 1, 0, 2, None), (2, None, 2, None, "bye"), (4, None, 1, None, "bye")]
    assert [(game.board, game.raw) for game in found.games] == [
        (1, "1"),
        (2, "2"),
        (1, "3"),
        (None, "9 FFFF"),
        (None, "2 FFFE"),
    ]


@pytest.mark.parametrize("code", range(256))
def test_every_code_of_a_pair(code: int) -> None:
    expected = {
        0: (None, None, "unfinished"),
        1: (2, 0, None),
        2: (1, 1, None),
        3: (0, 2, None),
        4: (2, 0, "forfeit"),
        5: (0, 2, "forfeit"),
        6: (0, 0, "double_forfeit"),
        10: (0, 0, "double_zero"),
        15: (2, 0, "marked_unrated"),
        16: (1, 1, "marked_unrated"),
        17: (0, 2, "marked_unrated"),
    }.get(code, (None, None, "unknown_code"))
    found = read(native(replace(EVENT, rounds=((Pairing(1, 2, f"#{code}"), Pairing(3, 4, "=")),))))
    assert rows(found) == [(1, 2, *expected), (3, 4, 1, 1, None)]
    assert [game.rated for game in found.games] == [expected[2] is None, True]
    assert [game.raw for game in found.games] == [str(code), "2"]
    reported = {"double_zero", "marked_unrated", "unknown_code"}
    assert bool(found.findings) == (expected[2] in reported)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("9 FFFF", (2, "bye")),
        ("0 FFFF", (None, "bye")),
        ("1 FFFE", (2, "bye")),
        ("2 FFFE", (1, "bye")),
        ("3 FFFE", (0, "absent")),
        ("0 FFFE", (0, "absent")),
        ("4 FFFE", (2, "bye")),
        ("5 FFFE", (0, "absent")),
        ("11 FFFE", (None, "unknown_code")),
        ("4 0000", (2, "forfeit")),
        ("5 0000", (0, "forfeit")),
        ("6 0000", (0, "double_forfeit")),
        ("0 0000", (0, "absent")),
        ("0000 5", (2, "forfeit")),
        ("0000 4", (0, "forfeit")),
        ("1 0000", (2, "conflict")),
        ("0000 3", (2, "conflict")),
        ("12 0000", (None, "unknown_code")),
        ("9 0000", (None, "unknown_code")),
    ],
)
def test_every_row_without_an_opponent(row: str, expected: tuple[object, object]) -> None:
    players = EVENT.players[:3]
    pairings = (Pairing(1, 2, "0"), Pairing(3, None, "#" + row))
    found = read(native(replace(EVENT, players=players, rounds=(pairings,))))
    points, reason = expected
    assert rows(found) == [(1, 2, 0, 2, None), (3, None, points, None, reason)]
    assert found.games[1].raw == row
    assert bool(found.findings) == (reason in ("conflict", "unknown_code"))


@pytest.mark.parametrize(
    ("pairings", "rated", "code"),
    [
        ([(1, 2), (1, 3)], 0, "conflict_repeated_player"),
        ([(1, 2), (3, 9)], 1, "number_not_in_file"),
        ([(1, 2), (3, 3)], 1, "odd_game_row"),
        ([(1, 2), (0xFFFF, 3)], 1, "odd_game_row"),
        ([(1, 2), (0, 0xFFFE)], 1, "odd_game_row"),
        ([(1, 2), (0, 0)], 1, "odd_game_row"),
        ([(1, 2), (9, 0xFFFE)], 1, "number_not_in_file"),
        ([(1, 2)], 1, "player_without_row"),
    ],
)
def test_rows_that_cannot_be(pairings: list[tuple[int, int]], rated: int, code: str) -> None:
    """Nobody sits twice, everybody exists, and in an individual event everybody has a row."""
    data = bytearray(native(replace(EVENT, rounds=(tuple(Pairing(1, 2, "#1") for _ in pairings),))))
    start = data.index(b"\xb3\xff\x89\x44") + 4
    for number, seats in enumerate(pairings):
        struct.pack_into("<HH", data, start + 21 * number, *seats)
    found = read(bytes(data))
    assert found.status == "ok"
    assert sum(game.rated for game in found.games) == rated
    assert code in codes(found)
    assert all(game.white is not None for game in found.games)


def test_unused_bytes_of_a_game() -> None:
    data = native(EVENT)
    start = data.index(b"\xb3\xff\x89\x44") + 4
    assert read(patched(data, start + 6, "<B", 1)).findings == ()
    odd = read(patched(data, start + 12, "<B", 1))
    assert codes(odd) == {"odd_game_bytes"}
    assert odd.games == read(data).games


def test_an_event_that_is_not_over() -> None:
    described = replace(
        EVENT,
        rounds=(
            (Pairing(1, 2, "1"), Pairing(3, 4, "?")),
            (Pairing(1, 3, "?"), Pairing(2, None, "#0 FFFF"), Pairing(4, None, "#0 FFFE")),
            (Pairing(4, None, "#0 FFFE"),),
        ),
    )
    found = read(native(described))
    assert rows(found) == [(1, 2, 2, 0, None), (3, 4, None, None, "unfinished")]
    assert rows(found, 2) == [
        (1, 3, None, None, "unfinished"),
        (2, None, None, None, "bye"),
        (4, None, 0, None, "absent"),
    ]
    assert rows(found, 3) == [(4, None, 0, None, "absent")]


# Fields


@pytest.mark.parametrize(
    ("at", "layout", "value", "code"),
    [
        (CONFIG + 75, "<I", 20_261_345, "bad_date"),
        (CONFIG + 79, "<I", 20_260_101, "end_before_start"),
        (CONFIG + 1267, "<B", 9, "bad_rhythm_flag"),
        (CONFIG + 1267, "<B", 1, "rhythm_contradicts"),
        (CONFIG + 25, "<B", 0, "not_marked_for_rating"),
        (CONFIG + 25, "<B", 4, "not_marked_for_rating"),
    ],
)
def test_doubtful_fields_of_the_event_stop_nothing(at: int, layout: str, value: int, code: str) -> None:
    found = read(patched(native(EVENT), at, layout, value))
    assert found.status == "ok"
    assert code in codes(found)
    assert found.games == read(native(EVENT)).games


def test_days_from_the_rounds_where_the_configuration_has_none() -> None:
    described = replace(EVENT, start_date="", end_date="")
    event = read(native(described)).event
    assert (event.start_date, event.end_date) == ("2026-03-07", "2026-03-08")
    outside = read(native(replace(EVENT, round_dates=("2026-03-07", "2026-04-08"))))
    assert codes(outside) == {"round_outside_event"}


@pytest.mark.parametrize(
    ("offset", "layout", "value", "code", "field"),
    [
        (30, "<H", 2, "computer_player", "sex"),
        (30, "<H", 7, "bad_sex", "sex"),
        (32, "<H", 12_000, "bad_rating", "fide_rating"),
        (34, "<H", 65_535, "bad_rating", "national_rating"),
        (38, "<I", 19_901_301, "bad_birth", "birth_year"),
        (38, "<I", 19_900_230, "bad_birth", "birth_year"),
        (38, "<I", 1_234, "bad_birth", "birth_year"),
        (52, "<H", 3, "bad_team", "team"),
    ],
)
def test_doubtful_fields_of_a_player_are_none(
    offset: int, layout: str, value: int, code: str, field: str
) -> None:
    found = read(patched(native(EVENT), _first_player() + offset, layout, value))
    assert codes(found) == {code}
    assert found.findings[0].where == "round 0, number 1"
    assert getattr(found.participants[0], field) is None
    assert found.games == read(native(EVENT)).games


@pytest.mark.parametrize(("birth", "year"), [(19_900_000, 1990), (19_900_500, 1990), (19_900_228, 1990)])
def test_births_with_zero_parts(birth: int, year: int) -> None:
    found = read(patched(native(EVENT), _first_player() + 38, "<I", birth))
    assert found.participants[0].birth_year == year
    assert found.findings == ()


def test_ids_and_names_as_organisers_type_them() -> None:
    players = (
        replace(FOUR[0], name="Solo", fide_id="1234"),
        replace(FOUR[1], name="Dois\n Nomes , A"),
        replace(FOUR[2], name=""),
        FOUR[3],
    )
    found = read(native(replace(EVENT, players=players)))
    assert [player.name for player in found.participants[:3]] == ["Solo", "Dois Nomes, A", ""]
    assert found.participants[0].fide_id == "1234"
    assert codes(found) == {"short_fide_id", "player_without_name"}


def test_control_characters_and_half_letters_are_no_part_of_a_name() -> None:
    data = native(replace(EVENT, players=(replace(FOUR[0], name="AbcdeF, Ana"), *FOUR[1:])))
    damaged = data.replace("AbcdeF".encode("utf-16-le"), "A\0\n".encode("utf-16-le") + b"\x00\xd8d\0e\0", 1)
    assert len(damaged) == len(data)
    assert read(damaged).participants[0].name == "A �de, Ana"


def _first_player() -> int:
    """Where the fixed bytes of the first player begin."""
    data = native(EVENT)
    position = data.index(b"\xa5\xff\x89\x44") + 4
    for _ in range(18):
        position += 2 + 2 * struct.unpack_from("<H", data, position)[0]
    return position


# Structure


@pytest.mark.parametrize(
    ("at", "layout", "value", "word"),
    [
        (CONFIG + 15, "<H", 4, "tipo de torneio 4"),
        (CONFIG + 23, "<H", 5, "seção A5"),
        (CONFIG + 23, "<H", 3, "seção A5"),
        (CONFIG + 27, "<H", 1, "seção A3"),
        (CONFIG + 27, "<H", 3, "seção A3"),
        (CONFIG + 51, "<H", 2, "seção B5"),
        (CONFIG + 1, "<B", 0, "seção 93"),
        (108, "<H", 16, "seção 93"),
        (-36, "<B", 0, "incompleto"),
        (-4, "<B", 0, "incompleto"),
        (-32, "<I", 1, "seção D3"),
        (-32, "<I", 2_000_000_000, "seção D3"),
        (-12, "<I", 5, "seção D3"),
    ],
)
def test_a_structure_that_does_not_hold_is_refused(at: int, layout: str, value: int, word: str) -> None:
    data = native(EVENT)
    found = read(patched(data, at % len(data), layout, value))
    assert (found.format, found.status, found.games) == ("tunx", "rejected", ())
    assert found.reason is not None
    assert word in found.reason


def test_counts_of_the_rounds_and_rows_must_agree() -> None:
    data = native(EVENT)
    rounds = data.index(b"\xa3\xff\x89\x44") + 4
    found = read(patched(data, rounds + 2 + 10 + 15 * 2 + 6, "<H", 3))
    assert found.reason is not None
    assert "5 registros" in found.reason
    assert "declaram 6" in found.reason


def test_what_could_be_read_of_a_damaged_file_is_kept() -> None:
    data = native(EVENT)
    assert read(data[:-1]).event.name == "Aberto de Teste"
    assert read(data[:-1]).participants == ()
    games_gone = patched(data, data.index(b"\xa3\xff\x89\x44") + 4 + 2 + 10 + 15 * 2 + 6, "<H", 3)
    assert len(read(games_gone).participants) == 4


def test_an_unknown_section_is_remarked_and_left_out() -> None:
    data = native(TEAMS)
    found = read(patched(data, data.index(b"\xc5\xff\x89\x44"), "<B", 0xC7))
    assert (found.status, codes(found)) == ("ok", {"unknown_section"})
    assert found.games == read(data).games


def test_a_mark_inside_a_text_is_no_section() -> None:
    text = b"\xb3\xff\x89\x44\xa5\xff\x89\x44".decode("utf-16-le")
    described = replace(EVENT, name=text, players=(replace(FOUR[0], club=text), *FOUR[1:]))
    assert read(native(described)).games == read(native(EVENT)).games


def test_a_list_of_players_is_not_enough() -> None:
    found = read(native(replace(EVENT, rounds=((), (Pairing(4, None, "Z"),)))))
    assert (found.status, len(found.participants)) == ("rejected", 4)
    assert found.reason is not None
    assert "Art. 4" in found.reason


def test_more_than_a_tournament_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_GAME_ROWS", 7)
    found = read(native(EVENT))
    assert found.reason is not None
    assert "4 jogadores e 2 rodadas" in found.reason
    monkeypatch.setattr(limits, "MAX_GAME_ROWS", 8)
    described = replace(EVENT, rounds=(tuple(Pairing(1, 2, "1") for _ in range(9)), ()))
    found = read(native(described))
    assert found.reason is not None
    assert "9 registros na seção B3" in found.reason


def test_the_configuration_has_the_length_of_real_files() -> None:
    data = native(EVENT)
    assert data.index(b"\xa3\xff\x89\x44") - CONFIG == CONFIG_LENGTH

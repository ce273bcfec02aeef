"""What two TRF rows mean together: the codes, disagreeing rows, colours."""

from __future__ import annotations

import pytest

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders.description import Player
from tests.builders.trf import player_line


def read(*cells: list[str]) -> Tournament:
    """Players 1, 2, ... with the given cells."""
    lines = [player_line(Player(number, f"J{number}"), own) for number, own in enumerate(cells, start=1)]
    return read_tournament([InputFile("x.trf", ("162  W 9.0\n" + "\n".join(lines)).encode())])


def rows(found: Tournament, number_of_round: int = 1) -> list[tuple[object, ...]]:
    return [
        (g.white, g.black, g.white_half_points, g.black_half_points, g.reason)
        for g in found.games
        if g.round == number_of_round
    ]


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [
        ("1", "0", (2, 0, None)),
        ("0", "1", (0, 2, None)),
        ("=", "=", (1, 1, None)),
        ("0", "0", (0, 0, "double_zero")),
        ("=", "0", (1, 0, "administrative")),
        ("1", "1", (2, 2, "conflict")),
        ("1", "=", (2, 1, "conflict")),
        ("1", " ", (2, None, "conflict")),
        ("?", "=", (None, 1, "conflict")),
        ("+", "-", (2, 0, "forfeit")),
        ("-", "-", (0, 0, "double_forfeit")),
        ("+", "+", (2, 2, "conflict")),
        ("1", "-", (2, 0, "conflict")),
        ("+", "0", (2, 0, "conflict")),
        ("W", "L", (2, 0, "short_game")),
        ("d", "d", (1, 1, "short_game")),
        ("W", "0", (2, 0, "conflict")),
        (" ", " ", (None, None, "unfinished")),
        ("?", "?", (None, None, "unfinished")),
        ("?", " ", (None, None, "unfinished")),
        ("+", "Z", (2, 0, "forfeit")),
        ("1", "Z", (2, 0, "conflict")),
        ("-", "z", (0, 0, "double_forfeit")),
        ("X", "0", (None, 0, "unknown_code")),
    ],
)
def test_codes_of_a_pair(white: str, black: str, expected: tuple[object, ...]) -> None:
    found = read([f"   2 w {white}"], [f"   1 b {black}"])
    assert rows(found) == [(1, 2, *expected)]
    assert [game.rated for game in found.games] == [expected[2] is None]
    reported = expected[2] in ("conflict", "administrative", "double_zero", "short_game", "unknown_code")
    assert bool(found.findings) == reported


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("0000 - U", (2, "bye")),
        ("0000 - f", (2, "bye")),
        ("0000 - H", (1, "bye")),
        ("0000 - Z", (0, "absent")),
        ("0000 -  ", (0, "absent")),
        ("0000 w  ", (0, "absent")),
        ("     -  ", (0, "absent")),
        ("        ", (0, "absent")),
        ("", (0, "absent")),
        ("0000 - -", (0, "absent")),
        ("0000 - +", (2, "bye")),
        ("0000 - 1", (2, "bye")),
        ("0000 w 1", (2, "conflict")),
        ("0000 w W", (2, "short_game")),
        ("0000 - ?", (None, "unfinished")),
        ("0000 - X", (None, "unknown_code")),
        ("abcd w 1", (None, "unknown_code")),
        ("   3 w 1", (None, "conflict")),
    ],
)
def test_a_cell_without_opponent(cell: str, expected: tuple[object, ...]) -> None:
    found = read(["   2 w 1"], ["   1 b 0"], [cell])
    assert rows(found) == [(1, 2, 2, 0, None), (3, None, expected[0], None, expected[1])]


def test_two_byes_that_name_each_other_are_two_rows() -> None:
    found = read(["   2 w H"], ["   1 b Z"])
    assert rows(found) == [(1, None, 1, None, "bye"), (2, None, 0, None, "absent")]
    assert {finding.code for finding in found.findings} == {"bye_with_opponent"}


def test_a_bye_that_names_somebody_else_is_no_conflict() -> None:
    found = read(["   2 w 1"], ["   1 b 0"], ["   2 b Z"])
    assert rows(found) == [(1, 2, 2, 0, None), (3, None, 0, None, "absent")]


def test_a_row_that_is_not_answered() -> None:
    found = read(["   2 b 1"], ["0000 - Z"])
    assert rows(found) == [(2, 1, 0, 2, "conflict")]
    assert found.games[0].raw == "Z/1"
    assert [(f.code, f.where) for f in found.findings] == [("conflict_one_sided", "round 1, number 1")]


def test_a_row_that_names_somebody_else() -> None:
    found = read(["   2 w 1"], ["   3 w 1"], ["   2 b 0"])
    assert rows(found) == [(1, 2, 2, None, "conflict"), (2, 3, 2, 0, None)]


def test_an_opponent_without_row() -> None:
    found = read(["   9 w 1"])
    assert rows(found) == [(1, 9, 2, None, "conflict")]
    assert [f.code for f in found.findings] == ["conflict_opponent_missing"]


@pytest.mark.parametrize(
    ("first", "second", "white", "warned"),
    [
        ("w", "b", 1, False),
        ("b", "w", 2, False),
        ("-", "w", 2, False),
        ("b", "-", 2, False),
        (" ", "b", 1, False),
        ("-", "-", 1, True),
        ("B", "W", 2, False),
    ],
)
def test_colours(first: str, second: str, white: int, warned: bool) -> None:
    found = read([f"   2 {first} 1"], [f"   1 {second} 0"])
    assert [game.white for game in found.games] == [white]
    assert found.games[0].rated
    assert [f.code for f in found.findings] == (["colors_unclear"] if warned else [])


@pytest.mark.parametrize("color", ["w", "b"])
def test_one_colour_for_both_is_a_conflict(color: str) -> None:
    found = read([f"   2 {color} 1"], [f"   1 {color} 0"])
    assert rows(found) == [(1, 2, 2, 0, "conflict")]
    assert [(f.code, f.where) for f in found.findings] == [("conflict_colors", "round 1, number 1")]


def test_one_colour_for_both_does_not_matter_where_nothing_was_played() -> None:
    found = read(["   2 w +"], ["   1 w -"])
    assert rows(found) == [(1, 2, 2, 0, "forfeit")]
    assert found.findings == ()

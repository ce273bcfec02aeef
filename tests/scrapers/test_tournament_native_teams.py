"""Team events in Swiss-Manager's binary: boards, lineups, matches, and players of other teams."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders.description import Pairing
from tests.builders.native import native
from tests.builders.team_event import TEAMS


def read(data: bytes) -> Tournament:
    return read_tournament([InputFile("torneio.TUMX", data)])


def codes(found: Tournament) -> set[str]:
    return {finding.code for finding in found.findings}


@pytest.mark.parametrize("system", ["team_swiss", "team_round_robin"])
def test_a_team_event(system: str) -> None:
    found = read(native(replace(TEAMS, system=system)))
    assert (found.status, found.event.kind, found.findings) == ("ok", system, ())
    assert [player.team for player in found.participants] == [t for t in TEAMS.teams for _ in range(3)]
    assert [(g.round, g.board, g.white, g.black, g.reason) for g in found.games] == [
        (1, 1, 1, 4, None),
        (1, 2, 5, 2, None),
        (1, 1, 7, 11, None),
        (1, 2, 12, 8, "forfeit"),
        (2, 1, 1, 7, None),
        (2, 2, 8, 3, None),
        (2, 2, 5, 10, None),
        (2, 1, 4, None, "forfeit"),
    ]


def test_reserves_are_not_absent() -> None:
    found = read(native(TEAMS))
    assert "absent" not in {game.reason for game in found.games}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ((Pairing(1, 7, "1"), Pairing(5, 2, "="), Pairing(4, 11, "0"), Pairing(12, 8, "1")), "not_in_match"),
        ((Pairing(1, 2, "1"), Pairing(5, 4, "="), Pairing(7, 11, "0"), Pairing(12, 8, "1")), "not_in_match"),
    ],
)
def test_players_of_other_teams_are_a_conflict(changed: tuple[Pairing, ...], code: str) -> None:
    matches = (((1, 2), (3, 4)), ((1, 3), (2, 4)))
    found = read(native(replace(TEAMS, rounds=(changed, TEAMS.rounds[1]), matches=matches)))
    assert code in codes(found)
    conflicts = [game for game in found.games if game.reason == "conflict"]
    assert len(conflicts) == 2
    assert all(game.round == 1 and game.board is None for game in conflicts)
    assert sum(game.rated for game in found.games if game.round == 1) == 2


def test_matches_with_fewer_rows_are_found_by_the_teams() -> None:
    """A match played on fewer boards: the rows no longer come in blocks."""
    rounds = ((Pairing(1, 4, "1"), Pairing(7, 11, "0"), Pairing(12, 8, "1")),)
    found = read(native(replace(TEAMS, rounds=rounds, matches=(((1, 2), (3, 4)),))))
    assert [(g.board, g.white, g.rated) for g in found.games] == [(1, 1, True), (1, 7, True), (2, 12, True)]
    assert codes(found) == {"boards_differ"}


def test_a_team_without_a_match_and_a_round_without_lineups() -> None:
    rounds = (TEAMS.rounds[0][:2], ())
    matches = (((1, 2), (3, 0xFFFF), (4, 0xFFFE)), ((1, 3), (2, 4)))
    found = read(native(replace(TEAMS, rounds=rounds, matches=matches)))
    assert (found.status, codes(found)) == ("ok", set())
    assert [game.rated for game in found.games] == [True, True]


@pytest.mark.parametrize(
    ("matches", "code"),
    [
        ((((1, 2), (3, 9)), ((1, 3), (2, 4))), "match_team_unknown"),
        ((((1, 2), (3, 4)), ((1, 3), (1, 4))), "team_twice"),
        (((), ()), "matches_missing"),
    ],
)
def test_matches_that_cannot_be(matches: tuple[tuple[tuple[int, int], ...], ...], code: str) -> None:
    assert code in codes(read(native(replace(TEAMS, matches=matches))))


def test_prohibited_pairs_of_nobody_and_teams_in_an_individual_event() -> None:
    assert codes(read(native(replace(TEAMS, prohibited=((1, 9),))))) == {"bad_prohibited_pair"}
    data = native(TEAMS)
    as_individual = bytearray(data)
    struct.pack_into("<H", as_individual, data.index(b"\x95\xff\x89\x44") + 15, 0)
    individual = read(bytes(as_individual))
    assert codes(individual) == {"teams_in_individual"}
    assert individual.games == read(data).games

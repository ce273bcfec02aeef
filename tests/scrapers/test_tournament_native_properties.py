"""Any described event comes back from the binary as it was described, and as other formats tell it.

Damaged binaries: cut at every byte, with flipped and invented bytes; nothing raises, and no game is rated
that the intact file does not have, unless the damaged one passes every check of the format.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.records import Game, InputFile, Participant, Tournament
from scrapers.tournaments import read_tournament
from tests.builders.description import Description, Pairing, Player, half_points
from tests.builders.native import native
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.team_event import TEAMS
from tests.builders.trf import trf

TEXT = st.text(
    st.characters(exclude_categories=("C", "Z", "Mn"), exclude_characters=",;\"'"), min_size=1, max_size=12
)
LATIN = st.text("abcdeãéçñöABCÁÍ", min_size=1, max_size=10)
PLAYED = ("1", "=", "0", "+", "-", "--")
REASONS = {
    "+": "forfeit",
    "-": "forfeit",
    "--": "double_forfeit",
    "00": "double_zero",
    "?": "unfinished",
    "m1": "marked_unrated",
    "m=": "marked_unrated",
    "m0": "marked_unrated",
    "U": "bye",
    "F": "bye",
    "H": "bye",
    "Z": "absent",
}


@st.composite
def players(draw: st.DrawFn, number: int, names: st.SearchStrategy[str]) -> Player:
    return Player(
        number=number,
        name=f"{draw(names)}, {draw(names)}",
        sex=draw(st.sampled_from("mw")),
        title=draw(st.sampled_from(("", "GM", "WFM", "CNM"))),
        fide_rating=draw(st.sampled_from((0, 1000, 2899))),
        national_rating=draw(st.sampled_from((0, 1, 1999))),
        federation=draw(st.sampled_from(("BRA", "URU"))),
        fide_id=draw(st.sampled_from(("", f"{999_000_000 + number}"))),
        national_id=draw(st.sampled_from(("", f"{990_000 + number}"))),
        birth_year=draw(st.one_of(st.none(), st.integers(1900, 2024))),
        club=draw(st.one_of(st.just(""), names)),
    )


@st.composite
def individual(
    draw: st.DrawFn,
    results: tuple[str, ...],
    alone: tuple[str, ...],
    names: st.SearchStrategy[str] = TEXT,
) -> Description:
    """Everybody in each round, in a drawn order: pairs first, then those without an opponent."""
    count = draw(st.integers(2, 7))
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(range(1, count + 1)))
        paired = draw(st.integers(1, count // 2))
        pairs = [
            Pairing(order[2 * place], order[2 * place + 1], draw(st.sampled_from(results)))
            for place in range(paired)
        ]
        rest = [Pairing(number, None, draw(st.sampled_from(alone))) for number in order[2 * paired :]]
        rounds.append((*pairs, *rest))
    start, end = sorted((draw(st.dates()).replace(year=2026), draw(st.dates()).replace(year=2026)))
    return Description(
        players=tuple(draw(players(number, names)) for number in range(1, count + 1)),
        rounds=tuple(rounds),
        name=draw(names),
        city=draw(names),
        start_date=start.isoformat(),
        end_date=end.isoformat(),
        system=draw(st.sampled_from(("swiss", "round_robin"))),
        rhythm="STD",
        round_dates=(start.isoformat(),) * len(rounds),
        source_id=draw(st.integers(1, 2**32 - 1)),
        revision=draw(st.integers(1, 2**16 - 1)),
    )


@st.composite
def of_teams(draw: st.DrawFn) -> Description:
    """Matches of teams on a fixed number of boards, with reserves and empty seats."""
    boards = draw(st.integers(1, 3))
    count = draw(st.sampled_from((2, 4, 6)))
    size = boards + draw(st.integers(0, 2))
    team_players = [
        replace(draw(players(size * team + place, LATIN)), team=team + 1, place=place)
        for team in range(count)
        for place in range(1, size + 1)
    ]
    rounds, matches = [], []
    for _ in range(draw(st.integers(1, 3))):
        order = draw(st.permutations(range(1, count + 1)))
        met = [(order[place], order[place + 1]) for place in range(0, count, 2)]
        pairings = []
        for home, away in met:
            lineups = [
                sorted(draw(st.permutations(range(1, size + 1)))[:boards], key=lambda place: place)
                for _ in range(2)
            ]
            for board in range(boards):
                sides = [size * (home - 1) + lineups[0][board], size * (away - 1) + lineups[1][board]]
                white, black = sides if board % 2 == 0 else sides[::-1]
                empty = draw(st.sampled_from(("", "", "", "#4 0000", "#0000 5")))
                if empty:
                    pairings.append(Pairing(white, None, empty))
                else:
                    pairings.append(Pairing(white, black, draw(st.sampled_from(PLAYED))))
        rounds.append(tuple(pairings))
        matches.append(tuple(met))
    return Description(
        players=tuple(team_players),
        rounds=tuple(rounds),
        system=draw(st.sampled_from(("team_swiss", "team_round_robin"))),
        teams=tuple(f"Equipe {number}" for number in range(1, count + 1)),
        boards=boards,
        matches=tuple(matches),
        prohibited=draw(st.sampled_from(((), ((1, 2),)))),
    )


def told(described: Description) -> list[tuple[object, ...]]:
    """The games as the description tells them."""
    games: list[tuple[object, ...]] = []
    for number, pairings in enumerate(described.rounds, start=1):
        for pairing in pairings:
            white, black = half_points(pairing.result)
            known = pairing.result != "?"
            games.append(
                (
                    number,
                    pairing.white,
                    pairing.black,
                    white if known else None,
                    black if known and pairing.black else None,
                    REASONS.get(pairing.result),
                )
            )
    return sorted(games, key=str)


def read_games(found: Tournament) -> list[tuple[object, ...]]:
    return sorted(
        (
            (g.round, g.white, g.black, g.white_half_points, g.black_half_points, g.reason)
            for g in found.games
        ),
        key=str,
    )


def participant(player: Player, teams: tuple[str, ...] = ()) -> Participant:
    return Participant(
        number=player.number,
        name=player.name,
        sex="F" if player.sex == "w" else "M",
        title=player.title or None,
        federation=player.federation,
        fide_id=player.fide_id or None,
        national_id=player.national_id or None,
        birth_year=player.birth_year,
        fide_rating=player.fide_rating or None,
        national_rating=player.national_rating or None,
        club=player.club or None,
        team=teams[player.team - 1] if player.team else None,
    )


@settings(max_examples=120, deadline=None)
@given(described=individual((*PLAYED, "00", "?", "m1", "m=", "m0"), ("U", "F", "H", "Z")))
def test_an_individual_event_comes_back(described: Description) -> None:
    found = read_tournament([InputFile("x.TUNX", native(described))])
    assert (found.format, found.status) == ("tunx", "ok")
    assert read_games(found) == told(described)
    assert found.participants == tuple(participant(player) for player in described.players)
    event = found.event
    assert (event.name, event.city) == (described.name, described.city)
    assert (event.start_date, event.end_date) == (described.start_date, described.end_date)
    assert (event.kind, event.rounds) == (described.system, len(described.rounds))
    assert (event.source_id, event.revision) == (str(described.source_id), described.revision)
    unseen = {"double_zero", "marked_unrated", "rhythm_contradicts"}
    assert {finding.code for finding in found.findings} <= unseen


@settings(max_examples=80, deadline=None)
@given(described=of_teams())
def test_a_team_event_comes_back(described: Description) -> None:
    found = read_tournament([InputFile("x.TUMX", native(described))])
    if not any(pairing.black for pairings in described.rounds for pairing in pairings):
        assert found.status == "rejected"
        return
    assert (found.status, found.findings) == ("ok", ())
    assert found.participants == tuple(participant(p, described.teams) for p in described.players)
    boards = [
        (number, place % described.boards + 1, pairing.white, pairing.black)
        for number, pairings in enumerate(described.rounds, start=1)
        for place, pairing in enumerate(pairings)
    ]
    assert sorted((g.round, g.board, g.white, g.black or 0) for g in found.games) == sorted(
        (number, board, white, black or 0) for number, board, white, black in boards
    )
    reasons = Counter(game.reason for game in found.games)
    alone = sum(pairing.black is None for pairings in described.rounds for pairing in pairings)
    assert reasons["forfeit"] >= alone
    assert not {"conflict", "absent"} & set(reasons)


@settings(max_examples=60, deadline=None)
@given(described=individual(PLAYED, ("U", "Z"), LATIN))
def test_binary_trf_and_text_pair_tell_the_same(described: Description) -> None:
    files = {
        "tunx": [native(described)],
        "trf": [trf(described).encode()],
        "sm_text": [players_text(described).encode(), pairings_text(described).encode()],
    }
    found = {
        name: read_tournament([InputFile(f"{place}", data) for place, data in enumerate(datas)])
        for name, datas in files.items()
    }
    assert {name: one.format for name, one in found.items()} == {name: name for name in files}
    assert read_games(found["trf"]) == read_games(found["tunx"]) == told(described)
    # The text export has no line for an absence, so its score is unknown there.
    told_by_text = {game[:3] + game[5:] for game in read_games(found["sm_text"])}
    assert told_by_text == {game[:3] + game[5:] for game in told(described)}
    assert found["trf"].event.kind == found["tunx"].event.kind
    for one in found.values():
        ids = [(p.number, p.name, p.national_id, p.fide_id, p.birth_year) for p in one.participants]
        assert ids == [
            (p.number, p.name, p.national_id or None, p.fide_id or None, p.birth_year)
            for p in described.players
        ]


def test_a_team_event_is_the_same_in_a_trf() -> None:
    pairings = ((Pairing(1, 3, "1"), Pairing(4, 2, "=")), (Pairing(3, 1, "0"), Pairing(2, 4, "+")))
    four = tuple(
        Player(number, f"J{number}, A", team=(number + 1) // 2, place=2 - number % 2)
        for number in range(1, 5)
    )
    described = Description(four, pairings, system="team_swiss", teams=("Torre", "Peão"), boards=2)
    binary = read_tournament([InputFile("x", native(described))])
    text = read_tournament([InputFile("x", trf(described).encode())])
    assert read_games(binary) == read_games(text)
    assert [p.team for p in binary.participants] == [p.team for p in text.participants]
    assert binary.event.kind == text.event.kind == "team_swiss"
    assert [g.board for g in binary.games] == [g.board for g in text.games] == [1, 2, 1, 2]


# Damage

SMALL = Description(
    tuple(
        Player(number, f"Jogador {number}, J", national_id=str(990_000 + number)) for number in range(1, 6)
    ),
    (
        (Pairing(1, 2, "1"), Pairing(3, 4, "="), Pairing(5, None, "U")),
        (Pairing(5, 1, "0"), Pairing(2, 3, "+"), Pairing(4, None, "Z")),
    ),
    rhythm="BLZ",
    time_control="3+2",
)
#: The teams that meet in each round.
MET: dict[int | None, list[set[str | None]]] = {
    1: [{"Torre", "Peão"}, {"Dama", "Rei"}],
    2: [{"Torre", "Dama"}, {"Peão", "Rei"}],
}
SEEDS = {"individual": native(SMALL), "teams": native(TEAMS)}
INTACT = {name: read_tournament([InputFile(name, data)]) for name, data in SEEDS.items()}


def rated(found: Tournament) -> set[Game]:
    return {game for game in found.games if game.rated}


def checked(data: bytes) -> Tournament:
    """Read, with what holds for any result."""
    found = read_tournament([InputFile("x", data)])
    assert found.status == "ok" or found.reason
    numbers = {player.number for player in found.participants}
    seats = Counter[tuple[int, int | None]]()
    for game in found.games:
        assert game.rated == (game.reason is None)
        assert game.white is not None
        if game.rated:
            assert {game.white, game.black} <= numbers
            assert (game.white_half_points or 0) + (game.black_half_points or 0) == 2
            seats.update([(game.round, game.white), (game.round, game.black)])
    assert max(seats.values(), default=1) == 1
    assert all(finding.where.startswith(("line ", "round ")) for finding in found.findings)
    return found


@pytest.mark.parametrize("name", SEEDS)
def test_a_cut_file_is_refused_at_every_byte(name: str) -> None:
    data = SEEDS[name]
    for length in range(len(data)):
        found = checked(data[:length])
        assert found.status == "rejected"
        assert found.games == ()


def _games_section(data: bytes) -> range:
    start = data.index(b"\xb3\xff\x89\x44") + 4
    end = data.find(b"\xb5\xff\x89\x44", start)
    return range(start, end if end > 0 else len(data) - 36)


@settings(max_examples=400, deadline=None)
@given(name=st.sampled_from(list(SEEDS)), data=st.data())
def test_one_flipped_byte_makes_no_new_game(name: str, data: st.DataObject) -> None:
    """Outside of the rows of games nothing makes a game; inside, only the code of a row can, or a player
    of the same team who had not played: such a file passes every check."""
    seed = bytearray(SEEDS[name])
    games = _games_section(bytes(seed))
    place = data.draw(st.one_of(st.integers(0, len(seed) - 1), st.sampled_from(games)))
    seed[place] ^= data.draw(st.integers(1, 255))
    found = checked(bytes(seed))
    new = rated(found) - rated(INTACT[name])
    if place not in games:
        assert not new
    elif (place - games.start) % 21 != 4:
        # Only a reserve can take a seat: a player of the match's own team without another seat.
        team_of: dict[int | None, str | None] = {player.number: player.team for player in found.participants}
        assert len(new) <= (name == "teams")
        assert all({team_of[game.white], team_of[game.black]} in MET[game.round] for game in new)
    else:
        assert len(new) <= 1
        assert all(game.raw in ("1", "2", "3") for game in new)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(SEEDS[draw(st.sampled_from(list(SEEDS)))])
    for _ in range(draw(st.integers(1, 8))):
        place = draw(st.integers(0, len(data) - 1))
        how = draw(st.sampled_from(("set", "insert", "delete", "swap")))
        if how == "set":
            data[place] = draw(st.sampled_from((0, 1, 255, draw(st.integers(0, 255)))))
        elif how == "insert":
            data[place:place] = draw(st.binary(min_size=1, max_size=5))
        elif how == "delete" and len(data) > 1:
            del data[place]
        else:
            other = draw(st.integers(0, len(data) - 1))
            data[place], data[other] = data[other], data[place]
    return bytes(data)


@settings(max_examples=250, deadline=None)
@given(data=damaged())
def test_files_damaged_in_many_places(data: bytes) -> None:
    checked(data)


@settings(max_examples=100, deadline=None)
@given(middle=st.binary(max_size=300), keep=st.integers(4, 108))
def test_invented_bytes_between_a_real_beginning_and_end(middle: bytes, keep: int) -> None:
    data = SEEDS["individual"]
    checked(data[:keep] + middle)
    checked(data[:keep] + middle * 40 + data[-36:])
    config = data.index(b"\x95\xff\x89\x44")
    checked(data[:config] + middle + data[config + len(middle) :])

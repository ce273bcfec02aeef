"""The developers' sample files, where they lie beside the repository, against their expected counts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scrapers.records import Game, InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders.description import Description, Pairing, Player
from tests.builders.native import native

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples" / "tournaments"
EXPECTED: dict[str, dict[str, Any]] = (
    json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8")) if SAMPLES.exists() else {}
)
RHYTHMS = {"standard": "STD", "rapid": "RPD", "blitz": "BLZ", None: None}
BINARIES = [name for name in EXPECTED if name.startswith("binary/")]
KINDS = {"unknown": None, "team_unknown": None}

pytestmark = pytest.mark.skipif(not SAMPLES.exists(), reason="the samples are not beside the repository")


def _read(*names: str) -> Tournament:
    return read_tournament([InputFile(Path(name).name, (SAMPLES / name).read_bytes()) for name in names])


def _counts(found: Tournament) -> dict[str, int]:
    """As `expected.json` counts: byes have no opponent, but something written in their cell."""
    reasons = [game.reason for game in found.games]
    return {
        "games_played_rateable": sum(game.rated for game in found.games),
        "forfeits": sum(
            game.reason in ("forfeit", "double_forfeit") and game.black is not None for game in found.games
        ),
        "byes_or_absences": sum(game.black is None and game.raw.strip(" 0") != "" for game in found.games),
        "unfinished": reasons.count("unfinished"),
    }


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.startswith("trf/")])
def test_trf(name: str) -> None:
    expected = EXPECTED[name]
    found = _read(name)
    assert found.status == "ok"
    assert found.format == "trf"
    assert found.event.kind == KINDS.get(expected["kind"], expected["kind"])
    assert found.event.rhythm == RHYTHMS[expected["rhythm"]]
    assert found.event.rounds == expected["rounds"]
    assert len(found.participants) == expected["players"]
    assert sum(p.national_id is not None for p in found.participants) == expected["players_with_national_id"]
    assert sum(p.fide_id is not None for p in found.participants) == expected["players_with_fide_id"]
    counts = _counts(found)
    assert counts == {key: expected[key] for key in counts}
    assert not {"conflict", "unknown_code"} & {game.reason for game in found.games}


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.startswith("trf/")])
def test_everybody_stands_once_in_each_round_that_was_paired(name: str) -> None:
    found = _read(name)
    numbers = sorted(player.number for player in found.participants)
    for number_of_round in range(1, (found.event.rounds or 0) + 1):
        games = [game for game in found.games if game.round == number_of_round]
        if any(game.black is not None for game in games):
            sides = [side for game in games for side in (game.white, game.black) if side is not None]
            assert sorted(sides) == numbers


@pytest.mark.parametrize("name", BINARIES)
def test_binary(name: str) -> None:
    expected = EXPECTED[name]
    found = _read(name)
    not_started = "notstarted" in name
    assert (found.format, found.status) == ("tunx", "rejected" if not_started else "ok")
    assert "Art. 4" in (found.reason or "") if not_started else found.reason is None
    assert found.event.kind == expected["kind"]
    assert found.event.rhythm == RHYTHMS[expected["rhythm"]]
    assert found.event.rounds == expected["rounds"]
    assert len(found.participants) == expected["players"]
    assert sum(p.national_id is not None for p in found.participants) == expected["players_with_national_id"]
    assert sum(p.fide_id is not None for p in found.participants) == expected["players_with_fide_id"]
    assert sum(game.rated for game in found.games) == expected["games_played_rateable"]
    reasons = Counter(game.reason for game in found.games)
    assert reasons["forfeit"] + reasons["double_forfeit"] == expected["forfeits"]
    assert reasons["bye"] + reasons["absent"] == expected["byes_or_absences"]
    assert reasons["unfinished"] == expected["unfinished"]
    others = Counter(game.raw for game in found.games if game.reason == "marked_unrated")
    assert others == expected["other_codes"]
    assert not {"conflict", "unknown_code", "double_zero"} & set(reasons)
    known = {"short_fide_id", "marked_unrated", "rhythm_contradicts", "not_marked_for_rating"}
    assert {finding.code for finding in found.findings} <= known


@pytest.mark.parametrize("name", BINARIES)
def test_a_binary_written_again_tells_the_same(name: str) -> None:
    found = _read(name)
    again = read_tournament([InputFile("x", native(_described(found)))])
    assert again.status == found.status
    assert again.event == found.event
    assert again.participants == found.participants
    assert again.games == found.games


def test_flags_that_contradict_the_time_control() -> None:
    doubtful = {name for name in BINARIES if "rhythm_contradicts" in {f.code for f in _read(name).findings}}
    assert doubtful == {"binary/ind_swiss_std_25p.TUNX", "binary/zzz_swiss_rapid_20p.TUNX"}


def test_two_saves_of_one_event() -> None:
    first, second = (_read(f"binary/bra_swiss_rapid_29p_save{number}.TUNX") for number in (1, 2))
    assert first.event.source_id == second.event.source_id is not None
    assert (first.event.revision or 0) < (second.event.revision or 0)
    rated = [{(g.round, g.white, g.black) for g in found.games if g.rated} for found in (first, second)]
    assert rated[0] < rated[1]


def test_a_team_match_is_rated_board_by_board() -> None:
    found = _read("binary/bra_teamswiss_std_93p_c5.TUMX")
    team_of = {player.number: player.team for player in found.participants}
    assert len(set(team_of.values())) == 16
    points: dict[tuple[int, frozenset[str | None]], int] = {}
    boards: dict[tuple[int, frozenset[str | None]], list[int | None]] = {}
    for game in found.games:
        if game.black is not None and game.white is not None:
            match = (game.round, frozenset((team_of[game.white], team_of[game.black])))
            assert len(match[1]) == 2
            boards.setdefault(match, []).append(game.board)
            points[match] = points.get(match, 0) + (game.white_half_points or 0)
            points[match] += game.black_half_points or 0
    assert len(boards) == 48
    assert all(len(set(own)) == len(own) and set(own) <= {1, 2, 3, 4} for own in boards.values())
    full = [match for match, own in boards.items() if len(own) == 4]
    assert all(points[match] == 8 for match in full)


def _described(found: Tournament) -> Description:
    """A read binary as the builder's description, row by row as it was."""
    names = list(dict.fromkeys(player.team or "" for player in found.participants if player.team))
    players = tuple(
        Player(
            number=player.number,
            name=player.name,
            sex={"F": "w", "M": "m"}[player.sex or ""],
            title=player.title or "",
            fide_rating=player.fide_rating or 0,
            national_rating=player.national_rating or 0,
            federation=player.federation or "",
            fide_id=player.fide_id or "",
            national_id=player.national_id or "",
            birth_year=player.birth_year,
            club=player.club or "",
            team=names.index(player.team) + 1 if player.team else 0,
        )
        for player in found.participants
    )
    rounds = []
    for number in range(1, (found.event.rounds or 0) + 1):
        games = [game for game in found.games if game.round == number]
        if names:
            games = _in_matches(games, {player.number: player.team for player in players})
        rounds.append(tuple(Pairing(game.white or 0, game.black, "#" + game.raw) for game in games))
    event = found.event
    return Description(
        players=players,
        rounds=tuple(rounds),
        name=event.name or "",
        city=event.city or "",
        federation=event.federation or "",
        start_date=event.start_date or "",
        end_date=event.end_date or "",
        system=event.kind or "",
        time_control="",
        rhythm=event.rhythm or "",
        teams=tuple(names),
        boards=4 if names else 0,
        prohibited=((1, 2),) if names else (),
        source_id=int(event.source_id or 0),
        revision=event.revision or 0,
    )


def _in_matches(games: list[Game], team_of: dict[int, int]) -> list[Game]:
    """The games of one match together, the matches in the order of their first boards."""
    matches: list[tuple[set[int], list[Game]]] = []
    for game in sorted(games, key=lambda game: game.black is None):
        teams = {team_of[seat] for seat in (game.white, game.black) if seat}
        own = next((rows for known, rows in matches if known & teams), None)
        if own is None:
            matches.append((teams, [game]))
        else:
            own.append(game)
    return [game for _, rows in matches for game in sorted(rows, key=lambda game: game.board or 0)]


@pytest.mark.parametrize("order", [0, 1])
def test_text_pair_in_either_order(order: int) -> None:
    names = ["text/sm_players_round1.txt", "text/sm_pairings_rounds1-2.txt"]
    found = _read(*(names if order == 0 else names[::-1]))
    expected = EXPECTED["text/sm_pairings_rounds1-2.txt"]
    assert (found.format, found.status) == ("sm_text", "ok")
    assert found.event.rounds == expected["rounds"]
    assert found.event.rhythm is None
    assert len(found.participants) == EXPECTED["text/sm_players_round1.txt"]["players"]
    counts = _counts(found)
    assert counts == {key: expected[key] for key in counts}
    assert {f.code for f in found.findings} >= {"player_not_in_list"}
    first = found.participants[0]
    assert (first.title, first.sex, first.birth_year, first.fide_rating) == ("WGM", "F", 1993, 2447)
    assert (first.national_id, first.national_rating, first.fide_id) == (None, None, None)


LISTS = [name for name in EXPECTED if name.startswith(("xlsx/", "html/"))]
#: What these lists alone do not suffice for: no games, or teams without boards.
REFUSED_LISTS = {
    "xlsx/cr_startlist_pt_47p.xlsx": "Art. 4º, § 1º",
    "html/cr_team_pairings_r1.html": "Art. 4º, § 2º",
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_chess_results(name: str) -> None:
    expected = EXPECTED[name]
    found = _read(name)
    assert found.format == "chess_results_xlsx"
    assert (found.status == "rejected") == (name in REFUSED_LISTS)
    assert REFUSED_LISTS.get(name, "") in (found.reason or "")
    assert found.event.rhythm == RHYTHMS[expected["rhythm"]]
    assert found.event.rounds == expected["rounds"]
    if expected["players"] is not None:
        assert len(found.participants) == expected["players"]
    if expected["players_with_fide_id"] is not None:
        assert sum(p.fide_id is not None for p in found.participants) == expected["players_with_fide_id"]
    counts = _counts(found)
    assert counts == {key: counts[key] if expected[key] is None else expected[key] for key in counts}
    conflicts = [game for game in found.games if game.reason == "conflict"]
    assert len(conflicts) == expected["other_codes"].get("one_sided", 0)
    assert "unknown_code" not in {game.reason for game in found.games}


@pytest.mark.parametrize(
    "name", [name for name in EXPECTED if not name.startswith(("trf/", "binary/", "xlsx/", "html/"))]
)
def test_the_others_are_refused_or_half_of_a_pair(name: str) -> None:
    found = _read(name)
    if found.status == "ok":
        pytest.skip("this format has a reader of its own")
    assert found.reason
    kind = name.split("/")[0]
    formats = {"text": "sm_text"}
    assert found.format == ("unknown" if "vega" in name else formats[kind])

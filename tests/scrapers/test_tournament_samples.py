"""The developers' sample files, where they lie beside the repository, against their expected counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament

SAMPLES = Path(__file__).parents[2].parent / "shared" / "samples" / "tournaments"
EXPECTED: dict[str, dict[str, Any]] = (
    json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8")) if SAMPLES.exists() else {}
)
RHYTHMS = {"standard": "STD", "rapid": "RPD", "blitz": "BLZ", None: None}
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
    "name", [name for name in EXPECTED if not name.startswith(("trf/", "xlsx/", "html/"))]
)
def test_the_others_are_refused_or_half_of_a_pair(name: str) -> None:
    found = _read(name)
    if found.status == "ok":
        pytest.skip("this format has a reader of its own")
    assert found.reason
    kind = name.split("/")[0]
    formats = {"binary": "tunx", "text": "sm_text"}
    assert found.format == ("unknown" if "vega" in name else formats[kind])

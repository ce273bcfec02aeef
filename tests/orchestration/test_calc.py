"""`fnx calc`: the shared cases, the working people read, and requests that cannot be answered."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from orchestration.calculators import CALCULATORS, calculate, plain, working_pt
from orchestration.calculators.request import CalcError
from orchestration.cli.app import app
from tests.builders.matching import mismatches
from tests.conftest import SHARED

CASES = sorted((SHARED / "cases").glob("*-calc-*")) if (SHARED / "cases").is_dir() else []


def run(*arguments: str, told: object = None) -> Result:
    given_ = told if isinstance(told, str | bytes) else json.dumps(told)
    return CliRunner().invoke(app, ["calc", *arguments], input=given_)


def answer(system: str, **told: Any) -> dict[str, Any]:
    result = run(system, "--json", told=told)
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refusal(system: str, **told: Any) -> tuple[str, str]:
    result = run(system, "--json", told=told)
    assert result.exit_code == 2
    found = json.loads(result.stdout)
    assert set(found) == {"error", "field"}
    assert result.stderr.startswith("fnx: ") and found["error"] in result.stderr
    return found["field"], found["error"]


@pytest.mark.skipif(not CASES, reason="../shared/cases is not here")
@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_calculator_gives_what_the_case_expects(case: Path) -> None:
    told = json.loads((case / "case.json").read_text(encoding="utf-8"))
    found = answer(told["system"], mode=told["mode"], **told["inputs"])
    assert mismatches(told["expect"], found) == []


# --- answers ----------------------------------------------------------------------------------------------


def test_elo_one_game_with_its_three_outcomes() -> None:
    found = answer("elo", mode="single", rating=1500, opponent=1500, k=20, score=1)
    assert (found["expected"], found["change"], found["new_rating"]) == (0.5, 10, 1510)
    assert found["outcomes"] == {"win": 1510, "draw": 1500, "loss": 1490}
    table = answer("elo", rating=1500, opponent=1500, k=20)
    assert table["new_rating"] is None and table["outcomes"] == found["outcomes"]


def test_numbers_are_exact_as_written() -> None:
    assert answer("elo", mode="batch", rating=1500.5, opponent=1500.5, k=0.1, games=3, points=3) == {
        "system": "elo",
        "mode": "batch",
        "rating": 1500.5,
        "opponent": 1500.5,
        "k": 0.1,
        "games": 3,
        "points": 3,
        "chance_of_winning": 0.5,
        "expected": 1.5,
        "change": 0.15,
        "new_rating": 1500.65,
    }


def test_both_modes_of_fide() -> None:
    games = [{"opponent": 1964, "score": 1}]
    told = {"date": "2025-10-01", "rhythm": "STD", "rating": 2700, "k": 10, "games": games}
    assert answer("fide", mode="regulation", **told)["change"] == 0
    assert answer("fide", mode="online_calculator", **told)["change"] == 0.8
    assert answer("fide", **{**told, "date": "2025-09-30"})["change"] == 0.8
    rapid = answer("fide", **{**told, "rhythm": "RPD"})
    assert (rapid["games"][0]["reason"], rapid["games"][0]["expected"]) == ("too_far_apart", None)


def test_fide_computes_k_where_none_is_given() -> None:
    told = {"rating": 2000, "date": "2026-05-01", "games": [{"opponent": 2000, "score": 1}]}
    assert (answer("fide", **told)["k"], answer("fide", **told)["k_reason"]) == (20, "under_2400")
    assert answer("fide", games_played=29, **told)["k"] == 40
    assert answer("fide", birth_year=2008, **told)["k_reason"] == "junior"
    assert answer("fide", peak=2400, **told)["k"] == 10
    many = answer("fide", **{**told, "games": told["games"] * 39})  # type: ignore[operator]
    assert (many["k_listed"], many["k"]) == (20, 17)


def test_fide_first_rating() -> None:
    games = [{"opponent": 2000, "score": score} for score in (1, 1, 1, 0, 0)]
    found = answer("fide", mode="initial", date="2025-12-01", rhythm="STD", games=games)
    assert (found["percentage"], found["dp"], found["rating"]) == (0.57, 50, 1993)
    assert found["average"] == pytest.approx(13600 / 7)
    page = answer("fide", mode="initial", rules="online_calculator", games=games)
    assert page["rating"] == 2020
    few = answer("fide", mode="initial", games=games[:4])
    assert (few["rating"], few["reason"]) == (None, "under_5_games")


def test_fide_first_rating_pools_what_counts() -> None:
    zero = [{"opponent": 2000, "score": 0, "event": "a"}] * 2
    old = [{"opponent": 2400, "score": 1, "event": "b", "date": "2023-10-01"}]
    unrated = [{"opponent": None, "score": 1, "event": "c"}]
    draws = [{"opponent": 1800, "score": 0.5, "event": "c"}] * 5
    found = answer("fide", mode="initial", date="2025-12-01", games=[*old, *zero, *unrated, *draws])
    assert [game["reason"] for game in found["games"]] == [
        "older_than_26_months",
        *["zero_in_first_event"] * 2,
        "unrated_opponent",
        *[None] * 5,
    ]
    assert (found["counted_games"], found["rating"]) == (5, 1800)


def test_cbx_without_a_rating_starts_at_1800_and_says_what_is_assumed() -> None:
    found = answer("cbx", mode="regulation", rating=None, games=[{"opponent": 1800, "score": 1}])
    assert (found["k"], found["change"], found["rounded"], found["new_rating"]) == (25, 12.5, 13, 1813)
    assert len(found["assumed"]) == 4
    assert answer("cbx", rating=2300, games=[{"opponent": 2300, "score": 0.5}])["k"] == 10


def test_fnx_event_and_entry() -> None:
    games = [{"opponent": 600, "score": 1}, {"opponent": 500, "score": 0.5}]
    found = answer("fnx", mode="event", rhythm="STD", rating=550, games_before=28, games=games)
    assert (found["k"], found["k_reason"], found["new_rating"]) == (50, "development", 575)
    assert found["in_development"] is False  # thirty games
    settled = answer("fnx", rhythm="BLZ", rating=550, games_before=0, in_development=False, games=games)
    assert (settled["k"], settled["k_reason"]) == (10, "ordinary")
    entry = answer(
        "fnx",
        mode="entry",
        entry_date="2026-01-01",
        birth_year=2012,
        category=None,
        fide=1450,
        cbx=1700,
        cbx_tournaments={"STD": 4, "RPD": 3, "BLZ": 0},
        previous_fnx=1500,
        approval=None,
    )
    assert [(row["source"], row["converted"], row["chosen"]) for row in entry["sources"]] == [
        ("fide", 450, False),
        ("previous_fnx", 500, False),
        ("cbx", 545, True),
        ("age_reference", 400, False),
    ]
    assert (entry["rating"], entry["in_development"]) == (545, True)


def test_a_club_night_with_everything_that_does_not_count() -> None:
    players = {"Ana": {"rating": 1400, "games": 30}, "Bia": {"rating": None, "games": 0}}
    games = [
        {"white": "Ana", "black": "Bia", "score": 1, "unplayed": "forfeit"},
        {"white": "Bia", "black": None},
    ]
    found = answer("clube", players=players, games=games)["players"]
    assert [row["change"] for row in found.values()] == [0, 0]
    played = [{"white": "Ana", "black": "Bia", "score": 0}]
    assert answer("clube", players=players, games=played, variant="bughouse")["players"] == found
    assert answer("clube", players=players, games=played)["players"]["Bia"]["change"] > 20


def test_short_online_games_change_nothing() -> None:
    even = {"rating": 1500, "wins": 0, "games": 0}
    found = answer("xol", white=even, black=even, result=1, moves=10)
    assert (found["valid"], found["white"]["new_rating"], found["white"]["games"]) == (False, 1500, 0)


def test_fields_nobody_knows_are_named() -> None:
    told = {"rating": 1500, "games": [{"opponent": 1500, "score": 1, "colour": "w"}], "rithm": "BLZ"}
    assert answer("cbx", **told)["ignored"] == ["rithm", "games[0].colour"]


# --- refusals ---------------------------------------------------------------------------------------------

GAME = {"opponent": 1500, "score": 1}
EVEN = {"rating": 1500, "wins": 0, "games": 0}


@pytest.mark.parametrize(
    ("system", "told", "field", "message"),
    [
        ("elo", {"opponent": 1500, "k": 20}, "rating", "falta"),
        ("elo", {"rating": 9999, "opponent": 1500, "k": 20}, "rating", "9999 fora da faixa: de 0 a 5000"),
        ("elo", {"rating": "abc", "opponent": 1500, "k": 20}, "rating", "não é um número"),
        ("elo", {"rating": True, "opponent": 1500, "k": 20}, "rating", "não é um número"),
        ("elo", {"rating": 1500, "opponent": 1500, "k": 20, "score": 2}, "score", "não é um resultado"),
        ("elo", {"rating": float("inf"), "opponent": 1500, "k": 20}, "rating", "não é um número"),
        ("elo", {"mode": "double"}, "mode", "single, batch"),
        (
            "elo",
            {"mode": "batch", "rating": 1, "opponent": 1, "k": 1, "games": 2, "points": 2.5},
            "points",
            "de 0 a 2",
        ),
        (
            "elo",
            {"mode": "batch", "rating": 1, "opponent": 1, "k": 1, "games": 2, "points": 0.3},
            "points",
            "meio",
        ),
        ("fide", {"rating": 1500, "k": 20}, "games", "0 itens"),
        ("fide", {"rating": 1500.5, "k": 20, "games": [GAME]}, "rating", "inteiro"),
        (
            "fide",
            {"rating": 1500, "k": 20, "games": [GAME, {"opponent": 99, "score": 1}]},
            "games[1].opponent",
            "99",
        ),
        ("fide", {"rating": 1500, "k": 20, "games": [{"opponent": 1500}]}, "games[0].score", "falta"),
        ("fide", {"rating": 1500, "date": "2026-02-30", "games": [GAME]}, "date", "AAAA-MM-DD"),
        ("fide", {"rating": 1500, "rhythm": "BULLET", "games": [GAME]}, "rhythm", "STD, RPD, BLZ"),
        ("fide", {"mode": "initial", "date": "2021-12-31", "games": [GAME]}, "date", "fora da faixa"),
        ("fide", {"mode": "performance", "games": [{"opponent": None, "score": 1}]}, "games", "nenhum"),
        ("fide", {"rating": 1500, "games": "x"}, "games", "lista"),
        ("fide", {"rating": 1500, "games": [7]}, "games[0]", "objeto"),
        ("xol", {"white": {"rating": 1299}, "black": EVEN, "result": 1}, "white.rating", "de 1300"),
        ("xol", {"white": {**EVEN, "wins": 1}, "black": EVEN, "result": 1}, "white.wins", "impossíveis"),
        ("clube", {"games": [{"white": "A", "black": "B", "score": 1}]}, "players", "nenhum"),
        (
            "clube",
            {"players": {"A": {}}, "games": [{"white": "A", "black": "X", "score": 1}]},
            "games[0].black",
            "X",
        ),
        (
            "clube",
            {"players": {"A": {}}, "games": [{"white": "A", "black": "A", "score": 1}]},
            "games[0].black",
            "si",
        ),
        ("fnx", {"rating": 99, "games": [GAME]}, "rating", "de 100"),
        ("fnx", {"rating": 650, "in_development": True, "games": [GAME]}, "in_development", "Art. 6"),
        ("fnx", {"rating": 650, "in_development": "yes", "games": [GAME]}, "in_development", "true ou false"),
        ("fnx", {"mode": "entry", "entry_date": "2025-12-31"}, "entry_date", "2026-01-01"),
        ("fnx", {"mode": "entry", "birth_year": 2030}, "birth_year", "2026"),
        ("fnx", {"mode": "entry", "approval": 99}, "approval", "de 100"),
        ("fnx", {"mode": "entry", "category": 14}, "category", "texto"),
    ],
)
def test_a_refusal_names_the_field_and_the_range(
    system: str, told: dict[str, Any], field: str, message: str
) -> None:
    named, error = refusal(system, **told)
    assert named == field and message in error


@pytest.mark.parametrize("told", ["", "[]", "{", '"x"', b"\xff", "[" * 100_000], ids=range(6))
def test_input_that_is_no_object(told: str | bytes) -> None:
    result = run("elo", "--json", told=told)
    assert result.exit_code == 2 and "JSON" in json.loads(result.stdout)["error"]


def test_names_that_no_encoding_can_write_are_answered() -> None:
    told = '{"players": {"\\ud800": {}, "B": {}}, "games": [{"white": "\\ud800", "black": "B", "score": 1}]}'
    assert run("clube", "--json", told=told).exit_code == 0
    assert run("clube", "\udcff 1-0 B", "--player", "\udcff", "--player", "B").exit_code == 0


@pytest.mark.parametrize("arguments", [[], ["glicko"], ["elo", "--colour", "w"]])
def test_bad_usage(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_number_of_a_billion_digits_is_refused_at_once() -> None:
    result = run("elo", "--json", told='{"rating": 1e999999999, "opponent": 1500, "k": 20}')
    assert result.exit_code == 2 and json.loads(result.stdout)["field"] == "rating"


def test_a_byte_order_mark_is_accepted() -> None:
    told = b"\xef\xbb\xbf" + json.dumps({"rating": 1500, "opponent": 1500, "k": 20}).encode()
    assert run("elo", "--json", told=told).exit_code == 0


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
_KEYS = (
    *("mode", "rating", "opponent", "k", "score", "games", "points", "date", "rhythm", "white", "black"),
    *("result", "moves", "players", "games_before", "in_development", "entry_date", "birth_year", "fide"),
    *("category", "cbx", "cbx_tournaments", "previous_fnx", "approval", "variant"),
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.sampled_from(CALCULATORS), st.dictionaries(st.sampled_from(_KEYS), _JSON, max_size=8))
def test_whatever_is_asked_is_answered_or_refused(system: str, told: dict[str, Any]) -> None:
    try:
        found = calculate(system, told)
    except CalcError:
        return
    json.dumps(plain(found))
    assert working_pt(found)


# --- people -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["elo", "1500", "1600", "--k", "20"], ["vitória    +12,8013  ->  1512,8013"]),
        (
            ["elo", "1500", "1600", "--k", "32", "--games", "6", "--points", "3,5"],
            ["1500 + 42,8925 = 1542,8925"],
        ),
        (
            ["fide", "1800", "2000=0.5", "=1", "--k", "20"],
            [
                "1. 2000, empate: esperado 0,24 (tabela 8.1.2); 20 x (0,5 - 0,24) = +5,2",
                "2. sem rating, vitória: adversário sem rating: não conta (8.3.1)",
                "Soma: +5,2; arredondada uma vez, 0,5 para longe do zero (8.3.4): +5",
                "Novo rating: 1800 +5 = 1805",
            ],
        ),
        (["fide", "1800", "2400=0", "--k", "20"], ["1. 2400 (conta como 2200: limite de diferença, 8.3.1)"]),
        (
            ["fide", "--mode", "initial", *["2000=0.5"] * 5],
            ["Primeiro rating: 1943", "dois adversários fictícios"],
        ),
        (["fide", "--mode", "initial", "2000=1"], ["Sem rating: são precisas ao menos 5 partidas"]),
        (["fide", "--mode", "performance", "1500=1", "1500=0.5"], ["Rp = Ra + dp = 1693"]),
        (
            ["fide", "2700", "2200=1", "--mode", "online_calculator", "--k", "10"],
            ["= +0,8", "como a página da FIDE"],
        ),
        (["cbx", "1800=1"], ["começa em 1800", "Soma: +12,5", "Suposto"]),
        (
            ["xol", "1500:3/8", "1900:6/10", "1", "--moves", "34"],
            ["limitada a +300", "novo rating 1500 +33 = 1533"],
        ),
        (["xol", "1500", "1500", "0", "--moves", "3"], ["Partida não válida"]),
        (
            [
                *("clube", "Ana Lu 1-0 Bia", "Bia +-- Caio", "Caio bye", "--player", "Ana Lu:1400:30"),
                *("--player", "Bia", "--player", "Caio:1250,5:7"),
            ],
            [
                "adversário provisório: o estabelecido não se move",
                "WO",
                "bye: não conta",
                "Estabelecidos:",
                "Provisórios",
            ],
        ),
        (
            ["fnx", "550", "600=1", "--games-before", "12"],
            ["K 50 (período de desenvolvimento, Art. 6, § 1º)"],
        ),
        (["fnx", "105", "1000=0", "105=0", "--consolidated"], ["com o piso de 100 (Art. 7, § 3º)"]),
        (
            ["fnx", "--mode", "entry", "--birth-year", "2012", "--cbx", "1700", "--std", "4", "--rpd", "3"],
            [
                "-> CBX (Art. 12): experiência 50 x 4 + 30 x 3 + 20 x 0 = 290",
                "referência etária (Art. 10): 14 anos",
            ],
        ),
        (
            ["fnx", "--mode", "entry", "--approval", "700", "--fide", "2000"],
            ["-> aprovação expressa (Art. 6, § 4º)"],
        ),
    ],
)
def test_the_working_shows_each_step_with_its_article(arguments: list[str], lines: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    assert [line for line in lines if line not in result.stdout] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["elo", "1500"], "1 argumentos; são 2"),
        (["elo", "1500", "9999"], "opponent: 9999 fora da faixa"),
        (["fide", "1500", "1600"], "'1600' não é uma partida"),
        (["fide", "1500", "1600=2"], "games[0].score"),
        (["clube", "Ana Bia"], "não é uma partida como"),
        (["xol", "1500", "1600"], "são 3"),
    ],
)
def test_what_people_get_wrong(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and message in result.stderr and result.stdout == ""


def test_a_whole_answer_is_exact_until_it_is_written() -> None:
    found = calculate("elo", {"rating": 2400, "opponent": 2000, "k": 16, "score": 1})
    assert found["new_rating"] == 2400 + Fraction(16, 11)


def test_nothing_heavy_is_imported() -> None:
    program = (
        "import sys; from orchestration.cli import main; sys.argv = ['fnx', 'calc', 'fnx', '550', '600=1']\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "orchestration.calculators.fnx" in loaded
    heavy = {"dagster", "duckdb", "numpy", "pyarrow", "scrapers", "orchestration.home", "typer", "pydantic"}
    assert loaded & heavy == set()

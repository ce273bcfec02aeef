"""Plain Elo: one game with its three outcomes, or a batch against an average opponent.

Belongs here: request, answer and working. Does not belong here: the formula (`engine.systems.elo`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.systems.elo import elo_batch, elo_game, elo_outcomes
from engine.systems.logistic import elo_expected
from orchestration.calculators.request import MOST_GAMES, CalcError, Request
from orchestration.calculators.wording import amount, share, signed

LOWEST, HIGHEST = 0, 5000
HIGHEST_K = 1000


def _single(request: Request) -> dict[str, Any]:
    rating = request.number("rating", LOWEST, HIGHEST)
    opponent = request.number("opponent", LOWEST, HIGHEST)
    k = request.number("k", 0, HIGHEST_K)
    half_points = None if request.get("score") is None else request.half_points("score")
    expected = elo_expected(rating, opponent)
    found = None if half_points is None else elo_game(rating, opponent, k, Fraction(half_points, 2))
    return {
        "rating": rating,
        "opponent": opponent,
        "k": k,
        "score": None if half_points is None else Fraction(half_points, 2),
        "expected": expected,
        "chance_of_winning": expected,
        "change": None if found is None else found.change,
        "new_rating": None if found is None else found.new_rating,
        "outcomes": elo_outcomes(rating, opponent, k)._asdict(),
    }


def _batch(request: Request) -> dict[str, Any]:
    rating = request.number("rating", LOWEST, HIGHEST)
    opponent = request.number("opponent", LOWEST, HIGHEST)
    k = request.number("k", 0, HIGHEST_K)
    games = request.whole("games", 1, MOST_GAMES)
    points = request.number("points", 0, games)
    if (2 * points).denominator != 1:
        raise CalcError(request.field("points"), "os pontos vão de meio em meio")
    found = elo_batch(rating, opponent, k, games, points)
    return {
        "rating": rating,
        "opponent": opponent,
        "k": k,
        "games": games,
        "points": points,
        "chance_of_winning": elo_expected(rating, opponent),
        **found._asdict(),
    }


MODES = {"single": _single, "batch": _batch}


def working_pt(answer: Mapping[str, Any]) -> list[str]:
    """The working of either mode."""
    rating, opponent, k = (amount(answer[key]) for key in ("rating", "opponent", "k"))
    chance = answer["chance_of_winning"]
    lines = [
        f"Elo: rating {rating} contra {opponent}, K {k}",
        f"E = 1 / (1 + 10^(({opponent} - {rating}) / 400)) = {amount(chance, 4)}"
        f"   (chance de vitória, empate como meia: {share(chance)})",
    ]
    if answer["mode"] == "batch":
        games, points = answer["games"], amount(answer["points"], 1)
        return [
            *lines,
            f"Esperado em {games} partidas: {games} x {amount(chance, 4)} = {amount(answer['expected'], 4)}",
            f"Variação: {k} x ({points} - {amount(answer['expected'], 4)}) = {signed(answer['change'], 4)}",
            f"Novo rating: {rating} {_plus(answer['change'])} = {amount(answer['new_rating'], 4)}",
            "O rating do adversário é a média do grupo; nada é arredondado antes do fim.",
        ]
    lines += ["Se vencer, empatar ou perder:"]
    for name, key in (("vitória", "win"), ("empate", "draw"), ("derrota", "loss")):
        new = answer["outcomes"][key]
        lines.append(f"  {name:8} {signed(new - answer['rating'], 4):>10}  ->  {amount(new, 4)}")
    if answer["new_rating"] is not None:
        score = amount(answer["score"], 1)
        lines += [
            f"Variação: {k} x ({score} - {amount(answer['expected'], 4)}) = {signed(answer['change'], 4)}",
            f"Novo rating: {amount(answer['new_rating'], 4)}",
        ]
    return lines


def _plus(change: Fraction) -> str:
    return f"{'-' if change < 0 else '+'} {amount(abs(change), 4)}"

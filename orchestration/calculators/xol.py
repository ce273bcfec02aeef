"""Xadrez Online: one game of the permanent ranking.

Belongs here: request, answer and working. Does not belong here: the rules (`engine.systems.xol`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.systems.logistic import half_up
from engine.systems.xol import FLOOR, LEAST_MOVES, START, XolPlayer, XolSide, xol_game
from orchestration.calculators.request import CalcError, Request
from orchestration.calculators.wording import RESULTS, amount, signed

HIGHEST = 5000
MOST = 10_000_000


def _game(request: Request) -> dict[str, Any]:
    white, black = _player(request.inside("white")), _player(request.inside("black"))
    half_points = request.half_points("result")
    moves = request.maybe_whole("moves", 0, 10_000)
    found = xol_game(white, black, half_points, moves)
    sides = {
        color: {"rating": player.rating, "won": player.wins, "played": player.games, **_side(side)}
        for color, player, side in (("white", white, found.white), ("black", black, found.black))
    }
    return {
        "result": Fraction(half_points, 2),
        "moves": moves,
        "valid": found.valid,
        "reason": None if found.valid else "short_game",
        **sides,
    }


def _player(request: Request) -> XolPlayer:
    rating = request.number("rating", FLOOR, HIGHEST, Fraction(START))
    games = request.whole("games", 0, MOST, 0)
    wins = request.whole("wins", 0, MOST, 0)
    if wins > games:
        raise CalcError(request.field("wins"), f"{wins} vitórias em {games} jogos são impossíveis")
    return XolPlayer(rating, wins, games)


def _side(side: XolSide) -> dict[str, Any]:
    return {
        "strength": side.strength,
        "change": side.change,
        "new_rating": side.new_rating,
        "shown": half_up(side.new_rating),
        "wins": side.wins,
        "games": side.games,
    }


MODES = {"game": _game}

_NAMES = {"white": "Brancas", "black": "Pretas"}


def working_pt(answer: Mapping[str, Any]) -> list[str]:
    """The working for both players."""
    half_points = int(2 * answer["result"])
    white, black = (amount(answer[color]["rating"]) for color in ("white", "black"))
    whose = "" if half_points == 1 else " das brancas"
    lines = [f"Xadrez Online: brancas {white}, pretas {black}, {RESULTS[half_points]}{whose}"]
    if not answer["valid"]:
        return [*lines, f"Partida não válida: nenhum dos jogadores chegou a {LEAST_MOVES} lances. Nada muda."]
    for color, other in (("white", "black"), ("black", "white")):
        own = half_points if color == "white" else 2 - half_points
        # FO is the opponent's; in a decided game both sides go by the loser's.
        loser = {2: other, 0: color}.get(own, other)
        winner = "black" if loser == "white" else "white"
        side, weak, strong = answer[color], answer[loser], answer[winner]
        gap = weak["rating"] - strong["rating"]
        limited = "" if abs(gap) <= 300 else f", limitada a {signed(max(-300, min(300, gap)))}"
        won = amount(_percent(weak))
        per_game = 15 if own == 1 else 30
        floored = side["new_rating"] != side["rating"] + side["change"]
        lines += [
            f"{_NAMES[color]}: FO = (%V {won} + diferença {signed(gap)}{limited}) / 10 = "
            f"{amount(side['strength'], 4)}; pontos = (FO + {per_game}) / 2 = "
            f"{amount(abs(side['change']) if own != 1 else side['change'], 4)}",
            f"  novo rating {amount(side['rating'])} {signed(side['change'], 4)} = "
            f"{amount(side['new_rating'], 4)}{f' (piso {FLOOR})' if floored else ''}",
        ]
    return lines


def _percent(side: Mapping[str, Any]) -> Fraction:
    return Fraction(100 * side["won"], side["played"]) if side["played"] else Fraction(0)

"""The club ranking: one event, all its players.

Belongs here: request, answer and working. Does not belong here: the rules (`engine.systems.clube`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.systems.clube import CLUBE, ClubGame, club_event
from engine.systems.season import Side
from orchestration.calculators.request import CalcError, Request
from orchestration.calculators.wording import amount, counted, signed

LOWEST, HIGHEST = 0, 5000

REASONS_PT = {
    "bye": "bye: não conta",
    "no_result": "não jogada (WO, ausência ou sem resultado): não conta",
    "variant": "bughouse: não conta",
    "provisional_opponent": "adversário provisório: o estabelecido não se move",
}


def _event(request: Request) -> dict[str, Any]:
    players = {
        name: (one.maybe("rating", LOWEST, HIGHEST), one.whole("games", 0, 1_000_000, 0))
        for name, one in request.named("players").items()
    }
    if not players:
        raise CalcError(request.field("players"), "nenhum jogador")
    variant = request.text("variant")
    games: list[ClubGame] = []
    for one in request.list_of("games"):
        white, black = one.text("white"), one.text("black")
        if white is None:
            raise CalcError(one.field("white"), "falta o nome")
        for key, name in (("white", white), ("black", black)):
            if name is not None and name not in players:
                raise CalcError(one.field(key), f"{name!r} não está entre os jogadores (players)")
        if white == black:
            raise CalcError(one.field("black"), f"{white!r} contra si mesmo")
        unplayed = one.get("unplayed") or black is None
        told = one.get("score")
        if unplayed:
            games.append((white, black, None))
        elif told is None:
            raise CalcError(one.field("score"), 'falta o resultado: 1, 0.5 ou 0, ou "unplayed": true')
        else:
            games.append((white, black, Fraction(one.half_points("score"), 2)))
    found = club_event(players, games, variant=variant)
    return {
        "variant": variant,
        "players": {
            name: {
                "rating": row.rating_before,
                "k": row.k,
                "change": row.change,
                "new_rating": row.new_rating,
                "shown": row.shown,
                "games": row.games,
                "provisional": row.provisional,
                "provisional_before": players[name][1] < CLUBE.provisional_games,
            }
            for name, row in found.players.items()
        },
        "sides": [_side(side) for side in found.sides],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "player": side.player_id,
        "opponent": side.opponent_id,
        "score": None if side.half_points is None else Fraction(side.half_points, 2),
        "rated": side.rated,
        "reason": side.reason,
        "opponent_rating": side.opponent_rating,
        "expected": side.expected,
        "change": side.change,
    }


MODES = {"event": _event}


def working_pt(answer: Mapping[str, Any]) -> list[str]:
    """Each player with their games, then who ends where; provisional ones apart and below."""
    lines = [
        "Ranking de clube: todas as partidas contam com os ratings, o K e a situação de antes do evento",
    ]
    for name, row in answer["players"].items():
        state = " (provisório)" if row["provisional_before"] else ""
        lines.append(f"{name}{state}: rating {amount(row['rating'])}, K {amount(row['k'])}")
        for side in answer["sides"]:
            if side["player"] != name:
                continue
            who = "sem adversário" if side["opponent"] is None else f"contra {side['opponent']}"
            if not side["rated"]:
                lines.append(f"  {who}: {REASONS_PT[side['reason']]}")
                continue
            lines.append(
                f"  {who} ({amount(side['opponent_rating'])}): {amount(row['k'])} x "
                f"({amount(side['score'], 1)} - {amount(side['expected'], 4)}) = {signed(side['change'], 4)}"
            )
        lines.append(f"  variação {signed(row['change'], 4)}: novo rating {amount(row['new_rating'], 4)}")
    for provisional, title in ((False, "Estabelecidos"), (True, "Provisórios (menos de 5 partidas)")):
        rows = [(name, row) for name, row in answer["players"].items() if row["provisional"] is provisional]
        if rows:
            lines.append(f"{title}:")
        for name, row in sorted(rows, key=lambda item: (-item[1]["new_rating"], item[0])):
            lines.append(f"  {row['shown']:5}  {name}  ({counted(row['games'])})")
    return lines

"""FIDE: a period by the regulation or as FIDE's page computes, the first rating, the performance.

Belongs here: request, answer and working. Does not belong here: the rules (`engine.systems.fide`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import takewhile
from typing import Any

from engine.systems.fide import (
    MONTHS,
    FideGame,
    FideGameChange,
    FidePeriod,
    fide_k,
    fide_period,
)
from engine.systems.fide_first import (
    CURRENT_RULES,
    FLOOR,
    RULES_2022,
    RULES_2024,
    FideRules,
    fide_performance,
    first_rating,
)
from orchestration.calculators.request import CalcError, Request
from orchestration.calculators.wording import RESULTS, RHYTHMS, amount, points, signed

LOWEST, HIGHEST = 100, 4000
HIGHEST_K = 100

REASONS_PT = {
    "unrated_opponent": "adversário sem rating: não conta (8.3.1)",
    "too_far_apart": "diferença de 600 ou mais com alguém acima de 2600: não vale rating (7.3.1)",
    "older_than_26_months": "mais de 26 meses antes: não conta (7.1.4)",
    "zero_in_first_event": "zero ponto no primeiro torneio: desconsiderado (7.1.4)",
    "under_5_games": "são precisas ao menos 5 partidas contra adversários com rating (7.1.4)",
    "under_floor": f"abaixo de {FLOOR} nada é publicado (7.1.4)",
}
K_REASONS_PT = {
    "list": "da lista em vigor",
    "reached_2400": "o rating publicado já chegou a 2400",
    "junior": "até o fim do ano em que faz 18 anos, abaixo de 2300",
    "under_30_games": "menos de 30 partidas",
    "under_2400": "abaixo de 2400",
}


def _period(rules: FideRules, request: Request) -> dict[str, Any]:
    on = request.day("date", CURRENT_RULES)
    rhythm = request.choice("rhythm", tuple(RHYTHMS), "STD")
    rating = request.whole("rating", LOWEST, HIGHEST)
    k, k_reason, notes = _listed_k(request, rating, on)
    games = fide_games(request)
    found = fide_period(rating, k, games, on, rhythm, rules)
    if found.k != k:
        notes.append(f"K x partidas passaria de 700: {amount(k)} reduzido a {amount(found.k)} (8.3.3)")
    below = rules == "regulation" and on >= RULES_2024 and found.new_rating < FLOOR
    if below:
        notes.append(f"abaixo de {FLOOR} o jogador fica sem rating na próxima lista (7.2.1)")
    if rules == "online_calculator":
        notes.append(
            "como a página da FIDE calcula: limite de 400 pontos para todos, também a partir de 2650, "
            "e o K como digitado"
        )
    return {
        "date": on.isoformat(),
        "rhythm": rhythm,
        "k_listed": k,
        "k_reason": k_reason,
        **period_answer(rating, found),
        "listed": not below,
        "notes": notes,
    }


def _listed_k(request: Request, rating: int, on: date) -> tuple[Fraction, str, list[str]]:
    k = request.maybe("k", 1, HIGHEST_K)
    played = request.maybe_whole("games_played", 0, 100_000)
    birth_year = request.maybe_whole("birth_year", 1900, on.year)
    peak = request.maybe_whole("peak", LOWEST, HIGHEST)
    if k is not None:
        return k, "list", []
    notes = []
    if played is None and birth_year is None:
        notes.append("K não informado: suposto adulto com 30 partidas ou mais (diga quantas, e o ano)")
    factor = fide_k(rating, 30 if played is None else played, on.year, birth_year, peak)
    return factor.value, factor.reason, notes


def fide_games(request: Request) -> list[FideGame]:
    """The games of a request: opponent (null: unrated), score; rating, date and event besides."""
    games = []
    for one in request.list_of("games"):
        on = None if one.get("date") is None else one.day("date", CURRENT_RULES)
        opponent = one.maybe_whole("opponent", LOWEST, HIGHEST)
        own = one.maybe_whole("rating", LOWEST, HIGHEST)
        event = one.get("event")
        games.append(
            FideGame(opponent, one.half_points("score"), own, on, None if event is None else str(event))
        )
    return games


def period_answer(rating: int, found: FidePeriod) -> dict[str, Any]:
    """The part of an answer that FIDE and CBX share."""
    return {
        "rating": rating,
        "k": found.k,
        "games": [
            {
                "opponent": row.opponent,
                "counted_opponent": row.counted_opponent,
                "score": Fraction(row.half_points, 2),
                "rated": row.reason is None,
                "reason": row.reason,
                "expected": row.expected,
                "change": row.change,
            }
            for row in found.games
        ],
        "score": sum((_score(row) for row in found.games), Fraction(0)),
        "expected": found.expected,
        "change": found.change,
        "rounded": found.rounded,
        "new_rating": found.new_rating,
    }


def _score(row: FideGameChange) -> Fraction:
    return Fraction(row.half_points, 2) if row.reason is None else Fraction(0)


def _initial(request: Request) -> dict[str, Any]:
    on = request.day("date", CURRENT_RULES)
    rhythm = request.choice("rhythm", tuple(RHYTHMS), "STD")
    rules: FideRules = "regulation"
    if request.choice("rules", ("regulation", "online_calculator"), rules) == "online_calculator":
        rules = "online_calculator"
    if on < RULES_2022:
        raise CalcError(request.field("date"), f"{on} fora da faixa: as regras de {RULES_2022} em diante")
    games = fide_games(request)
    reasons = [_not_pooled(game, on) for game in games]
    counted = [game for game, reason in zip(games, reasons, strict=True) if reason is None]
    if counted and any(game.event is not None for game in games):
        first = list(takewhile(lambda game: game.event == counted[0].event, counted))
        if sum(game.half_points for game in first) == 0:
            dropped = {id(game) for game in first}
            reasons = [
                "zero_in_first_event" if id(game) in dropped else reason
                for game, reason in zip(games, reasons, strict=True)
            ]
            counted = counted[len(first) :]
    found = first_rating(
        [game.opponent for game in counted if game.opponent is not None],
        sum(game.half_points for game in counted),
        on,
        rules,
    )
    return {
        "date": on.isoformat(),
        "rhythm": rhythm,
        "rules": rules,
        "games": [
            {"opponent": game.opponent, "score": Fraction(game.half_points, 2), "reason": reason}
            for game, reason in zip(games, reasons, strict=True)
        ],
        "counted_games": found.games,
        "score": found.score,
        "average": found.average,
        "percentage": found.percentage,
        "dp": found.dp,
        "computed": found.computed,
        "rating": found.rating,
        "reason": found.reason,
    }


def _not_pooled(game: FideGame, on: date) -> str | None:
    if game.opponent is None:
        return "unrated_opponent"
    if game.on is not None and 12 * (on.year - game.on.year) + on.month - game.on.month >= MONTHS:
        return "older_than_26_months"
    return None


def _performance(request: Request) -> dict[str, Any]:
    games = [game for game in fide_games(request) if game.opponent is not None]
    if not games:
        raise CalcError(request.field("games"), "nenhum adversário tem rating")
    half_points = sum(game.half_points for game in games)
    found = fide_performance([game.opponent for game in games if game.opponent is not None], half_points)
    return {"games": len(games), "score": Fraction(half_points, 2), **found._asdict()}


MODES: dict[str, Callable[[Request], dict[str, Any]]] = {
    "regulation": partial(_period, "regulation"),
    "online_calculator": partial(_period, "online_calculator"),
    "initial": _initial,
    "performance": _performance,
}


# --- working ----------------------------------------------------------------------------------------------


def working_pt(answer: Mapping[str, Any]) -> list[str]:
    """The working of any mode."""
    if answer["mode"] == "initial":
        return _initial_pt(answer)
    if answer["mode"] == "performance":
        return [
            f"FIDE, performance em {answer['games']} partidas",
            f"Ra, média dos adversários: {amount(answer['average'])}",
            f"p = {amount(answer['score'], 1)} / {answer['games']} = {amount(answer['percentage'])};"
            f" dp = {signed(answer['dp'])} (tabela 8.1.1)",
            f"Rp = Ra + dp = {answer['rating']}",
        ]
    regulation = answer["mode"] == "regulation"
    title = "regulamento B.02" if regulation else "como a página da FIDE"
    lines = [
        f"FIDE, {title}: {RHYTHMS[answer['rhythm']]}, evento de {answer['date']}",
        f"Rating {answer['rating']}; K {amount(answer['k_listed'])} ({K_REASONS_PT[answer['k_reason']]})",
    ]
    lines += games_pt(answer)
    return lines + sum_pt(answer, "8.3.4") + [f"Nota: {note}" for note in answer["notes"]]


def games_pt(answer: Mapping[str, Any]) -> list[str]:
    """A line for each game: difference, expectation, change."""
    lines = []
    for number, game in enumerate(answer["games"], start=1):
        who = "sem rating" if game["opponent"] is None else str(game["opponent"])
        result = RESULTS[int(2 * game["score"])]
        if game["reason"] is not None:
            lines.append(f"{number:3}. {who}, {result}: {REASONS_PT[game['reason']]}")
            continue
        limited = ""
        if game["counted_opponent"] != game["opponent"]:
            limited = f" (conta como {game['counted_opponent']}: limite de diferença, 8.3.1)"
        lines.append(
            f"{number:3}. {who}{limited}, {result}: esperado {amount(game['expected'])} (tabela 8.1.2); "
            f"{amount(answer['k'])} x ({amount(game['score'], 1)} - {amount(game['expected'])}) = "
            f"{signed(game['change'])}"
        )
    return lines


def sum_pt(answer: Mapping[str, Any], article: str) -> list[str]:
    """Points, sum, rounding and new rating."""
    return [
        f"Pontos {amount(answer['score'], 1)}; esperados {amount(answer['expected'])}",
        f"Soma: {signed(answer['change'])}; arredondada uma vez, 0,5 para longe do zero"
        f"{f' ({article})' if article else ''}: {signed(answer['rounded'])}",
        f"Novo rating: {answer['rating']} {signed(answer['rounded'])} = {answer['new_rating']}",
    ]


def _initial_pt(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"FIDE, primeiro rating: {RHYTHMS[answer['rhythm']]}, {answer['date']}"]
    for number, game in enumerate(_listed(answer["games"]), start=1):
        lines.append(f"{number:3}. {game}")
    if answer["average"] is not None:
        by_text = answer["rules"] == "regulation" and answer["date"] >= RULES_2024.isoformat()
        with_two = " com dois adversários fictícios de 1800, empatados (8.2)" if by_text else ""
        lines += [
            f"{answer['counted_games']} partidas que contam, {points(int(2 * answer['score']))} pontos",
            f"Ra, média dos adversários{with_two}: {amount(answer['average'])}",
            f"p = {amount(answer['percentage'])}; dp = {signed(answer['dp'])}"
            + (" (tabela 8.1.1)" if by_text else " (20 por meio ponto acima da metade, ou tabela 8.1.1)"),
            f"Ra + dp = {amount(answer['average'] + answer['dp'])}",
        ]
    if answer["rating"] is None:
        lines.append(f"Sem rating: {REASONS_PT[answer['reason']]}")
    else:
        lines.append(f"Primeiro rating: {answer['rating']}")
    return lines


def _listed(games: Sequence[Mapping[str, Any]]) -> list[str]:
    found = []
    for game in games:
        who = "sem rating" if game["opponent"] is None else str(game["opponent"])
        why = "" if game["reason"] is None else f": {REASONS_PT[game['reason']]}"
        found.append(f"{who}, {RESULTS[int(2 * game['score'])]}{why}")
    return found

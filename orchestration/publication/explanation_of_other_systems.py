"""An explanation in words (pt-BR) for pools of other systems: the working of each, by its own names.

Belongs here: sentences over `explanation.Explanation` where no article of the regulation applies. Does not
belong here: the FNX rating's own (`explanation_text`), the catalogue of rules and reasons (`systems_pt`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from orchestration.publication.explanation import Explanation
from orchestration.publication.systems_pt import K_REASONS_PT, REASONS_PT, SOURCES_PT
from orchestration.publication.wording import (
    COLORS_PT,
    RHYTHM_PT,
    SCORES_PT,
    date_pt,
    decimal_pt,
    plural_pt,
    ranking_pt,
    signed_decimal_pt,
)

Row = dict[str, Any]

#: What one game is worth, by system; the others are Elo's.
WORKING_PT = {"xol": "(FO + pontos da partida) / 2, com FO = (%V + (Rp - Rv)) / 10"}
ELO_WORKING_PT = "K × (S − E)"


def working_pt(system: str) -> str:
    """How a system turns one game into points."""
    return WORKING_PT.get(system, ELO_WORKING_PT)


def heading(told: Explanation) -> Iterator[str]:
    """Who and where; a provisional rating says so."""
    draft = "" if told.published else " (rascunho)"
    yield f"{told.name} ({told.fnx_id}) na lista de {date_pt(told.cutoff)}{draft}"
    row = told.player
    if row is None:
        yield "Ainda sem rating: não figura na lista."
        return
    state = " · provisório" if row["in_development"] else ""
    exact = (
        "" if row["exact_rating"] == row["rating"] else f" (sem arredondar: {_exact(row['exact_rating'])})"
    )
    yield f"Rating {row['rating']}{exact} · {plural_pt(row['games_total'], 'partida', 'partidas')}{state}"
    places = ", ".join(f"{ranking_pt(place['ranking'])} {place['place']}º" for place in told.places)
    yield f"Colocações: {places}" if places else "Fora dos rankings"


def entry_lines(told: Explanation) -> Iterator[str]:
    """The sources there were, the one that counts first."""
    yield f"Ingresso em {date_pt(told.entries[0]['entry_date'])}"
    for row in told.entries:
        mark = "→" if row["chosen"] else " "
        when = f", de {date_pt(row['source_date'])}" if row["source_date"] else ""
        rating = "–" if row["converted"] is None else row["converted"]
        yield f"{mark} {SOURCES_PT.get(row['source'], row['source'])}: {rating}{when}"
        if row["corrected"] is not None:
            yield f"    corrigido para {row['corrected']}"


def event_lines(event: Row, system: str) -> Iterator[str]:
    """One event: the games, their sum, the rating that follows."""
    rhythm = RHYTHM_PT.get(event["rhythm"], event["rhythm"] or "")
    new = " [novo nesta lista]" if event["new_in_list"] else ""
    yield f"{event['event_id']} {event['name']} ({rhythm}, {date_pt(event['end_date'])}){new}"
    used = "nenhum" if event["rating_used"] is None else _exact(event["exact_rating_used"])
    yield f"  Rating usado: {used}; em cada partida, {working_pt(system)}"
    yield from (f"    {game_line(side)}" for side in event["sides"])
    yield from (f"  {line}" for line in sum_lines(event))


def game_line(side: Row) -> str:
    """One game from the player's side, whether or not it counts."""
    opponent = side["opponent_name"] or side["opponent_fnx_id"] or "ninguém"
    where = f"rodada {side['round']}, {COLORS_PT.get(side['color'], 'sem cor')}, {opponent}"
    if not side["rated"]:
        return f"{where}: não conta, {REASONS_PT.get(side['reason'], side['reason'] or '')}"
    expected = "" if side["expected"] is None else f", esperado {decimal_pt(side['expected'], 3)}"
    reason = K_REASONS_PT.get(side["k_reason"], side["k_reason"] or "")
    factor = "" if side["k"] is None else f", K {side['k']} ({reason})"
    return (
        f"{where} ({_exact(side['exact_opponent_rating'])}): {SCORES_PT[side['score']]}{expected}{factor}: "
        f"{signed_decimal_pt(side['change'])}"
    )


def sum_lines(event: Row) -> Iterator[str]:
    """From the games to the rating after the event."""
    before, after = event["exact_rating_before"], event["exact_rating_after"]
    games = plural_pt(event["games"], "partida", "partidas")
    expected = "" if event["expected"] is None else f", esperado {decimal_pt(event['expected'], 3)}"
    change = signed_decimal_pt(event["change_exact"])
    yield f"{decimal_pt(event['score'], 1)} em {games}{expected}: soma {change}"
    if before is None:
        yield f"Primeiro rating, dos jogos contra adversários com rating: {_exact(after)}"
    elif after is None:
        yield f"{_exact(before)}: abaixo do mínimo do sistema, volta a não ter rating"
    elif after == before and event["change_exact"]:
        yield f"{_exact(before)} até o fim do período, que soma todos os seus eventos e arredonda uma vez"
    else:
        floor = event["exact_floor_applied"]
        rest = f" + {_exact(floor)} do piso" if floor else ""
        shown = "" if after == event["rating_after"] else f", mostrado {event['rating_after']}"
        change = signed_decimal_pt(after - before - (floor or 0))
        yield f"{_exact(before)} {change}{rest} = {_exact(after)}{shown}"
    if event["in_development_before"] and not event["in_development_after"]:
        yield f"Deixa de ser provisório, com {event['games_after']} partidas"


def _exact(value: Any) -> str:
    return decimal_pt(value, 4)

"""An explanation in words (pt-BR): what a player reads, with the article of every step.

Belongs here: sentences over `explanation.Explanation`. Does not belong here: gathering the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from orchestration.publication import explanation_of_other_systems as other_systems
from orchestration.publication.contract import without_articles
from orchestration.publication.explanation import Explanation
from orchestration.publication.explanation_changes import Revision
from orchestration.publication.wording import (
    COLORS_PT,
    REASON_PT,
    RHYTHM_PT,
    SCORES_PT,
    SOURCE_PT,
    added_pt,
    date_pt,
    decimal_pt,
    plural_pt,
    ranking_pt,
    signed_decimal_pt,
    signed_pt,
)

Row = dict[str, Any]
SHOWN_CAUSES = 4


def explanation_text(explanation: Explanation, only_event: str | None = None) -> str:
    """The explanation as lines; with `only_event` just that event."""
    text = "\n".join(_lines(explanation, only_event)) + "\n"
    return text if explanation.system == "fnx" else without_articles(text)


def _lines(told: Explanation, only_event: str | None) -> Iterator[str]:
    yield from heading(told)
    if only_event is None:
        yield ""
        yield "Rating inicial (Arts. 9 a 14)"
        yield from (f"  {line}" for line in entry_lines(told))
    for step in told_in_order(told):
        if only_event is None or step.get("event_id") == only_event:
            yield ""
            yield from event_lines(step, told) if "event_id" in step else base_date_lines(step)
    if only_event is None:
        for revision in told.revisions:
            yield ""
            yield from revision_lines(told, revision)


def heading(told: Explanation) -> Iterator[str]:
    """Who, where and how it moved since the list before."""
    if told.system != "fnx":
        yield from other_systems.heading(told)
        yield from _since(told)
        return
    draft = "" if told.published else " (rascunho)"
    yield f"{told.name} ({told.fnx_id}) na lista de {date_pt(told.cutoff)}{draft}"
    if told.player is None:
        yield "Não figura na lista: sem vínculo com o RN, é calculado como auxiliar (Art. 15)."
        return
    row = told.player
    state = " · em desenvolvimento (Art. 6º § 2º)" if row["in_development"] else ""
    rating = "–" if row["rating"] is None else row["rating"]
    yield f"Rating {rating} · {row['games_total']} partidas válidas{state}"
    places = ", ".join(f"{ranking_pt(place['ranking'])} {place['place']}º" for place in told.places)
    yield f"Colocações: {places}" if places else "Sem partida válida no ano: fora dos rankings (Art. 16)"
    yield from _since(told)


def _since(told: Explanation) -> Iterator[str]:
    """How the rating moved since the list before."""
    row = told.player
    if told.previous_list is None or row is None:
        return
    if row["previous_rating"] is None:
        yield f"Não estava na lista de {date_pt(told.previous_list)}."
        return
    moved = signed_pt(row["change"] or 0)
    yield f"Na lista de {date_pt(told.previous_list)}: {row['previous_rating']} ({moved})"
    yield from _moved(told)


def _moved(told: Explanation) -> Iterator[str]:
    """Where the change since the list before comes from (Arts. 20 and 23)."""
    fresh = [event for event in told.events if event["new_in_list"]]
    if fresh:
        yield f"Eventos novos desde então: {', '.join(_new_event(event, told) for event in fresh)}"
    yield from told.facts_pt
    for step in _base_dates(told):
        winner = next(row for row in step["sources"] if row["chosen"])
        if winner["source"] != "transported" and told.previous_list < step["base_date"]:
            yield (
                f"Na data-base de {date_pt(step['base_date'])}, {SOURCE_PT[winner['source']]} "
                f"({winner['converted']}) tomou o lugar do rating transportado (Art. 14)."
            )
    again = [one for one in told.revisions if one.original is not None]
    if again and not fresh and told.player and told.player["change"]:
        yield "Mudou sem evento novo (Arts. 20 e 23):"
    for revision in again:
        if revision.facts_pt:
            yield f"Recalculado: {_event_name(told, revision)}, por {'; '.join(revision.facts_pt)}"
    indirect = sum(not one.facts_pt for one in again)
    if indirect:
        causes = told.origins_pt[:SHOWN_CAUSES]
        more = len(told.origins_pt) - len(causes)
        because = f"; a origem pode estar em: {'; '.join(causes)}" if causes else ""
        yield (
            f"Também {plural_pt(indirect, 'evento foi recalculado', 'eventos foram recalculados')} porque "
            f"mudaram ratings de antes dele{'s' if indirect > 1 else ''}{because}"
            f"{f' e mais {more}' if more > 0 else ''}."
        )
    if again:
        yield "O que havia e o que há, lado a lado, está no fim."


def _new_event(event: Row, told: Explanation) -> str:
    late = told.previous_list is not None and event["end_date"] <= told.previous_list
    when = f", de {date_pt(event['end_date'])}, regularizado depois" if late else ""
    return f"{event['name']} ({signed_pt(event['change_rounded'] or 0)}{when})"


def _event_name(told: Explanation, revision: Revision) -> str:
    named = {event["event_id"]: event["name"] for event in told.events}
    return f"{named[revision.event_id]}" if revision.event_id in named else revision.event_id


def _base_dates(told: Explanation) -> list[Row]:
    """The later base dates of a player, each with its sources."""
    found: dict[Any, Row] = {}
    for row in told.base_dates:
        step = found.setdefault(row["base_date"], {"base_date": row["base_date"], "sources": []})
        step["sources"].append(row)
    return list(found.values())


def told_in_order(told: Explanation) -> list[Row]:
    """Events in their order, and each later base date before the events that end on it or after."""
    coming = _base_dates(told)
    steps: list[Row] = []
    for event in told.events:
        while coming and coming[0]["base_date"] <= event["end_date"]:
            steps.append(coming.pop(0))
        steps.append(event)
    return steps + coming


def base_date_lines(step: Row) -> Iterator[str]:
    """A later base date: every source beside the rating carried over (Arts. 13, 14)."""
    yield f"Data-base de {date_pt(step['base_date'])} (Arts. 13 e 14): vale o maior"
    for row in step["sources"]:
        mark = "→" if row["chosen"] else " "
        value = "" if row["source_value"] in (None, row["converted"]) else f"{row['source_value']}, vale "
        yield f"  {mark} {SOURCE_PT[row['source']]}: {value}{row['converted']}"


def entry_lines(told: Explanation) -> Iterator[str]:
    """Each candidate source, what it would give, and which was chosen (Art. 14)."""
    if not told.entries:
        yield "sem rating inicial"
        return
    if told.system != "fnx":
        yield from other_systems.entry_lines(told)
        return
    yield f"Ingresso em {date_pt(told.entries[0]['entry_date'])}; vale o maior resultado convertido (Art. 14)"
    for row in told.entries:
        mark = "→" if row["chosen"] else " "
        yield f"{mark} {SOURCE_PT.get(row['source'], row['source'])}: {_source_working(told, row)}"
        if row["corrected"] is not None:
            yield f"    corrigido para {row['corrected']} (Art. 23)"


def _source_working(told: Explanation, row: Row) -> str:
    offset, floor, full = (
        told.number(key, row["entry_date"]) for key in ("external_offset", "floor", "full_experience")
    )
    value, converted = row["source_value"], row["converted"]
    when = f"de {date_pt(row['source_date'])}" if row["source_date"] else "sem data"
    match row["source"]:
        case "fide":
            working = f"{value}, lista {when}; menos {offset}, piso {floor} = {converted} (Art. 11)"
        case "previous_fnx":
            working = f"{value}, lista {when}; menos {offset}, piso {floor} = {converted} (Art. 13)"
        case "cbx":
            weight = decimal_pt(row["weight"], 6)
            working = (
                f"{value}, mês {when}; experiência {row['experience_points'] or 0} de {full}, peso {weight} "
                f"= {converted} (Art. 12)"
            )
        case "approval":
            working = f"{converted}, decisão {when} (Art. 6º § 4º)"
        case _:
            working = f"{converted} (Art. 10)"
    games = row["initial_games"]
    return working + (f", {games} partidas equivalentes iniciais" if row["chosen"] else "")


def event_lines(event: Row, told: Explanation) -> Iterator[str]:
    """One event: the games, the sum, the rounding, the floor (Arts. 5 to 8)."""
    if told.system != "fnx":
        yield from other_systems.event_lines(event, told.system)
        return
    rhythm = RHYTHM_PT.get(event["rhythm"], event["rhythm"] or "")
    new = " [novo nesta lista]" if event["new_in_list"] else ""
    yield f"{event['event_id']} {event['name']} ({rhythm}, {date_pt(event['end_date'])}){new}"
    yield f"  Rating antes do início: {event['rating_used']}; em cada partida, K × (S − E) (Art. 7º)"
    yield from (f"    {game_line(side)}" for side in event["sides"])
    yield from (f"  {line}" for line in sum_lines(event, told))


def sum_lines(event: Row, told: Explanation) -> Iterator[str]:
    """From the games to the rating after the event: sum, rounding, floor, end of development."""
    yield (
        f"{decimal_pt(event['score'], 1)} em {plural_pt(event['games'], 'partida', 'partidas')}, esperado "
        f"{decimal_pt(event['expected'], 3)}: soma {signed_decimal_pt(event['change_exact'])}, "
        f"arredondada uma vez para {signed_pt(event['change_rounded'])} (Art. 7º § 2º)"
    )
    floor, lowest = event["floor_applied"], told.number("floor", event["end_date"])
    yield (
        f"{event['rating_before']} {added_pt(event['change_rounded'])}"
        + (f" + {floor} do piso de {lowest} (Art. 7º § 3º)" if floor else "")
        + f" = {event['rating_after']}"
        + (
            ""
            if event["rating_before"] == event["rating_used"]
            else " (outro evento terminou no meio deste, Art. 8º)"
        )
    )
    if event["in_development_before"] and not event["in_development_after"]:
        yield f"Fim do desenvolvimento, com {event['games_after']} partidas válidas (Art. 6º §§ 2º e 3º)"


def game_line(side: Row) -> str:
    """One game from the player's side, rated or not."""
    opponent = side["opponent_name"] or side["opponent_fnx_id"] or "ninguém"
    where = f"rodada {side['round']}, {COLORS_PT.get(side['color'], 'sem cor')}, {opponent}"
    if not side["rated"]:
        return f"{where}: não computada, {REASON_PT.get(side['reason'], side['reason'] or '')} (Art. 5º)"
    state = "em desenvolvimento" if side["k_reason"] == "development" else "ordinário"
    return (
        f"{where} ({side['opponent_rating']}): {SCORES_PT[side['score']]}, "
        f"esperado {decimal_pt(side['expected'], 3)}, K {side['k']} {state}: "
        f"{signed_decimal_pt(side['change'])}"
    )


def revision_lines(told: Explanation, revision: Revision) -> Iterator[str]:
    """An event as the list before had it, and as it is now, side by side (Art. 23)."""
    assert told.previous_list is not None
    what = "Saiu" if revision.revised is None else "Recalculado"
    if revision.original is None:
        what = "Regularizado depois e novo"
    named = _event_name(told, revision)
    where = revision.event_id if named == revision.event_id else f"{named} ({revision.event_id})"
    yield f"{what} desde a lista de {date_pt(told.previous_list)}: {where}"
    yield f"  antes: {_result_pt(revision.original)}"
    yield f"  agora: {_result_pt(revision.revised)}"
    yield from (f"  motivo: {fact}" for fact in revision.facts_pt)
    if revision.causes_pt:
        also = "e também " if revision.facts_pt else ""
        yield f"  motivo: {also}mudaram ratings de antes deste evento: {', '.join(revision.causes_pt)}"
    elif not revision.facts_pt:
        yield "  motivo: mudou a ordem ou o estado de antes deste evento (K, partidas válidas)"
    for original, revised in revision.games if revision.original is not None else ():
        either = revised or original
        assert either is not None
        yield f"  rodada {either['round']}: {_game_pt(original)} → {_game_pt(revised)}"


def _result_pt(row: Row | None) -> str:
    if row is None:
        return "não constava"
    before = "sem rating" if row["rating_before"] is None else row["rating_before"]
    return (
        f"{before} {added_pt(row['change_rounded'] or 0)} = {row['rating_after']} "
        f"({decimal_pt(row['score'], 1)} em {row['games']})"
    )


def _game_pt(side: Row | None) -> str:
    if side is None:
        return "não constava"
    if not side["rated"]:
        return f"não computada ({REASON_PT.get(side['reason'], side['reason'] or '')})"
    factor = "" if side["k"] is None else f"K {side['k']}, "
    return (
        f"{side['rating']} x {side['opponent_rating']}, {SCORES_PT[side['score']]}, {factor}"
        f"{signed_decimal_pt(side['change'])}"
    )

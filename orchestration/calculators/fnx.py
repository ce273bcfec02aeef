"""FNX: one event of a player (Arts. 6, 7), or an entry rating with its sources compared (Arts. 9-14).

Belongs here: request, answer and working. Does not belong here: the rules (`engine`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from engine.entry import unmapped_categories
from engine.methodology import FNX_2026, RHYTHMS
from engine.systems.fnx import fnx_entry, fnx_event
from orchestration.calculators.request import CalcError, Request
from orchestration.calculators.wording import RESULTS, amount, signed
from orchestration.calculators.wording import RHYTHMS as RHYTHMS_PT

HIGHEST = 9999
K_REASONS_PT = {
    "development": "período de desenvolvimento, Art. 6, § 1º",
    "ordinary": "ordinário, Art. 6",
}
SOURCES_PT = {
    "approval": ("aprovação expressa", "Art. 6, § 4º"),
    "fide": ("FIDE", "Art. 11"),
    "previous_fnx": ("FNX anterior", "Art. 13"),
    "cbx": ("CBX", "Art. 12"),
    "age_reference": ("referência etária", "Art. 10"),
}


def _event(request: Request) -> dict[str, Any]:
    floor = FNX_2026.floor
    rating = request.whole("rating", floor, HIGHEST)
    before = request.whole("games_before", 0, 100_000, 0)
    rhythm = request.choice("rhythm", RHYTHMS, "STD")
    told = request.switch("in_development")
    if told and not FNX_2026.development_continues(before, rating):
        raise CalcError(
            request.field("in_development"),
            f"com {before} partidas e rating {rating} o desenvolvimento já terminou (Art. 6, § 2º)",
        )
    games = [
        (one.whole("opponent", floor, HIGHEST), one.half_points("score")) for one in request.list_of("games")
    ]
    found = fnx_event(rating, before, rhythm, games, told)
    return {
        "rhythm": rhythm,
        "rating": rating,
        "games_before": before,
        "k": found.k,
        "k_reason": "development" if found.in_development_before else "ordinary",
        "games": [
            {
                "opponent": row.opponent,
                "score": Fraction(row.half_points, 2),
                "expected": row.expected,
                "change": row.change,
            }
            for row in found.games
        ],
        "score": Fraction(sum(row.half_points for row in found.games), 2),
        "expected": found.expected,
        "change": found.change,
        "rounded": found.rounded,
        "floor_applied": found.floor_applied,
        "new_rating": found.new_rating,
        "games_after": found.games_after,
        "in_development_before": found.in_development_before,
        "in_development": found.in_development,
    }


def _entry(request: Request) -> dict[str, Any]:
    base = FNX_2026.base_date
    entry_date = request.day("entry_date", base)
    if not base <= entry_date <= date(2999, 12, 31):
        raise CalcError(request.field("entry_date"), f"{entry_date} fora da faixa: de {base} em diante")
    tournaments = request.inside("cbx_tournaments")
    counts = tuple(tournaments.whole(rhythm, 0, 10_000, 0) for rhythm in RHYTHMS)
    category = request.text("category")
    birth_year = request.maybe_whole("birth_year", 1900, entry_date.year)
    found = fnx_entry(
        entry_date,
        birth_year,
        category,
        request.maybe_whole("fide", 1, HIGHEST),
        request.maybe_whole("cbx", 1, HIGHEST),
        (counts[0], counts[1], counts[2]),
        request.maybe_whole("previous_fnx", 1, HIGHEST),
        request.maybe_whole("approval", FNX_2026.floor, HIGHEST),
    )
    notes = [
        f"a categoria {text!r} não diz idade: vale a referência neutra (Art. 10)"
        for text in unmapped_categories(category, {})
    ]
    return {
        "entry_date": entry_date.isoformat(),
        "birth_year": birth_year,
        "category": category,
        "cbx_tournaments": dict(zip(RHYTHMS, counts, strict=True)),
        "sources": [
            {
                "source": row.source,
                "source_value": row.source_value,
                "experience_points": row.experience_points,
                "weight": Fraction(row.weight_numerator, row.weight_denominator),
                "converted": row.converted,
                "initial_games": row.initial_games,
                "consolidated": row.consolidated,
                "chosen": row.chosen,
            }
            for row in found.sources
        ],
        "rating": found.rating,
        "initial_games": found.games,
        "in_development": found.in_development,
        "notes": notes,
    }


MODES = {"event": _event, "entry": _entry}


# --- working ----------------------------------------------------------------------------------------------


def working_pt(answer: Mapping[str, Any]) -> list[str]:
    """The working of either mode."""
    return _entry_pt(answer) if answer["mode"] == "entry" else _event_pt(answer)


def _event_pt(answer: Mapping[str, Any]) -> list[str]:
    k, rating = answer["k"], answer["rating"]
    lines = [
        f"FNX: {RHYTHMS_PT[answer['rhythm']]}, rating {rating} com {answer['games_before']} partidas válidas",
        f"K {k} ({K_REASONS_PT[answer['k_reason']]})",
    ]
    for number, game in enumerate(answer["games"], start=1):
        lines.append(
            f"{number:3}. {game['opponent']}, {RESULTS[int(2 * game['score'])]}: "
            f"E = 1 / (1 + 10^(({game['opponent']} - {rating}) / 400)) = {amount(game['expected'], 4)}; "
            f"{k} x ({amount(game['score'], 1)} - {amount(game['expected'], 4)}) = "
            f"{signed(game['change'], 4)}"
        )
    lines += [
        f"Soma: {signed(answer['change'], 4)} (Art. 7); arredondada uma vez, 0,5 para cima (Art. 7, § 2º): "
        f"{signed(answer['rounded'])}",
        f"Novo rating: {rating} {signed(answer['rounded'])} = {answer['new_rating']}"
        + (f", com o piso de {FNX_2026.floor} (Art. 7, § 3º)" if answer["floor_applied"] else ""),
    ]
    if answer["in_development"]:
        lines.append(f"Segue em desenvolvimento, com {answer['games_after']} partidas (Art. 6, § 2º)")
    elif answer["in_development_before"]:
        lines.append("O período de desenvolvimento terminou com este evento (Art. 6, §§ 2º e 3º)")
    return lines


def _entry_pt(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"FNX, rating inicial em {answer['entry_date']}: as fontes comparadas"]
    reference = next(row["converted"] for row in answer["sources"] if row["source"] == "age_reference")
    for row in answer["sources"]:
        name, article = SOURCES_PT[row["source"]]
        mark = "->" if row["chosen"] else "  "
        lines.append(f"{mark} {name} ({article}): {_conversion(row, reference, answer)} = {row['converted']}")
    chosen = next(row for row in answer["sources"] if row["chosen"])
    why = "prevalece (Art. 6, § 4º)" if chosen["source"] == "approval" else "é o maior resultado (Art. 14)"
    lines += [
        f"{SOURCES_PT[chosen['source']][0]} {why}: rating inicial {answer['rating']}",
        f"Partidas equivalentes: 60 x {amount(chosen['weight'], 4)} = {answer['initial_games']} "
        "(Art. 6, § 4º)",
        "Em desenvolvimento (Art. 6, § 2º)"
        if answer["in_development"]
        else "Sem período de desenvolvimento: "
        + ("fonte consolidada (Art. 6, § 4º)" if chosen["consolidated"] else "marco atingido (Art. 6, § 2º)"),
    ]
    return lines + [f"Nota: {note}" for note in answer["notes"]]


def _conversion(row: Mapping[str, Any], reference: int, answer: Mapping[str, Any]) -> str:
    value = row["source_value"]
    if row["source"] == "fide" or (row["source"] == "previous_fnx" and row["converted"] != value):
        return f"{value} - {FNX_2026.external_offset}, piso {FNX_2026.floor}"
    if row["source"] == "cbx":
        counts = answer["cbx_tournaments"]
        weight = amount(row["weight"], 4)
        return (
            f"experiência 50 x {counts['STD']} + 30 x {counts['RPD']} + 20 x {counts['BLZ']} = "
            f"{row['experience_points']}, peso {weight}; "
            f"{reference} + {weight} x (({value} - {FNX_2026.external_offset}) - {reference})"
        )
    if row["source"] == "age_reference":
        if answer["birth_year"] is not None:
            age = int(answer["entry_date"][:4]) - answer["birth_year"]
            return f"{age} anos no ano"
        return "sem ano de nascimento comprovado" + (
            f", categoria {answer['category']}" if answer["category"] else ""
        )
    return str(value)

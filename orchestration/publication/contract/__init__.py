"""The exported tables, declared once: columns, types, meaning, order, key.

Belongs here: what each file of `exports/<cut-off>/` contains, for the writer, the data package, the report
and the analysts' copy alike (format section "exports/<cut-off date>/"); one module per kind of table.
Does not belong here: how the files are written (`exports`), nor how the values come about (the marts).

No column carries a birth date or year, in any export (Art. 19).
"""

from __future__ import annotations

import re
from dataclasses import replace

from orchestration.publication.contract.calculation import ENTRY_RATINGS, EVENT_RESULTS, LEDGER, REASSESSMENTS
from orchestration.publication.contract.lists import HISTORY, LIST, RANKINGS, SWISS_MANAGER
from orchestration.publication.contract.records import ACTS, APPEALS, CORRECTIONS, EVENTS, REVISIONS
from orchestration.publication.contract.shape import Column, Export

__all__ = ["EXPORTS", "Column", "Export", "exports_for", "without_articles"]

EXPORTS: tuple[Export, ...] = (
    LIST,
    RANKINGS,
    LEDGER,
    EVENT_RESULTS,
    ENTRY_RATINGS,
    REASSESSMENTS,
    EVENTS,
    CORRECTIONS,
    REVISIONS,
    APPEALS,
    ACTS,
    HISTORY,
    SWISS_MANAGER,
)

#: Of a system that does not round: what the whole numbers show, exact. Columns of `exports_for` alone.
_EXACT: dict[str, tuple[Column, ...]] = {
    "list": (Column("exact_rating", "number", "Rating sem arredondar, a 12 casas", "pontos"),),
    "ledger": (
        Column("exact_rating", "number", "Rating usado, sem arredondar", "pontos"),
        Column("exact_opponent_rating", "number", "Rating usado do adversário, sem arredondar", "pontos"),
    ),
    "event_results": (
        Column("exact_rating_used", "number", "Rating usado nas partidas, sem arredondar", "pontos"),
        Column("exact_rating_before", "number", "Rating antes do evento, sem arredondar", "pontos"),
        Column("exact_floor_applied", "number", "Pontos acrescentados pelo piso, sem arredondar", "pontos"),
        Column("exact_rating_after", "number", "Rating depois do evento, sem arredondar", "pontos"),
    ),
}
#: Texts that speak of the regulation, as they are said of another system.
_SAID_OTHERWISE = {
    "list": "Quem jogou no ranking, com o rating no corte.",
    "rankings": "Colocações: geral, as categorias escolhidas e, à parte, os provisórios.",
    "reassessments": "Sempre vazio: reapuração anual do regulamento da federação.",
    "event_results": "Soma das variações de cada jogador em cada evento e o rating que resulta.",
    "change_units": "Sempre vazio: unidade do regulamento da federação",
    "change_rounded": "Diferença entre os ratings mostrados antes e depois",
    "floor_applied": "Pontos acrescentados pelo piso, onde o sistema tem um",
    "source": "Fonte: approval, previous_fnx (lista anterior do ranking), fide, cbx, start ou unrated",
    "converted": "Rating com que se entra; vazio: ainda sem rating",
    "experience_points": "Sempre vazio: conceito do regulamento da federação",
    "in_development": "Provisório",
    "in_development_before": "Provisório antes do evento",
    "in_development_after": "Provisório depois do evento",
    "active": "Consta dos rankings segundo o sistema",
    "swiss_manager": "Lista de rating que o Swiss-Manager importa; o rating está em Rtg_Nat.",
}
_ARTICLES = r"\s*\((?:Arts?\.)[^()]*\)|,\s*Arts?\.\s[^(),;]*(?=[);])"


def without_articles(text: str) -> str:
    """A text of the platform without its references to articles of the FNX regulation.

    >>> without_articles("retirado (duplicidade, Art. 23); sem base (Art. 4º).")
    'retirado (duplicidade); sem base.'
    """
    return re.sub(_ARTICLES, "", text)


def exports_for(system: str) -> tuple[Export, ...]:
    """The exports of a pool: `EXPORTS` under the regulation.

    In other systems exact columns besides, and nothing said of its articles.
    """
    if system == "fnx":
        return EXPORTS
    return tuple(
        replace(
            export,
            description_pt=_otherwise(export.name, export.description_pt),
            columns=tuple(map(_of_any_system, (*export.columns, *_EXACT.get(export.name, ())))),
            order_by=_EXACT_ORDER.get(export.name, export.order_by),
        )
        for export in EXPORTS
    )


_EXACT_ORDER = {"list": ("exact_rating DESC NULLS LAST", *LIST.order_by[1:])}


def _otherwise(name: str, text: str) -> str:
    return without_articles(_SAID_OTHERWISE.get(name, text)).replace(" FNX", "")


def _of_any_system(column: Column) -> Column:
    sql = column.sql
    if column.name == "reason":
        sql = f"regexp_replace(reason, '{_ARTICLES.replace('(?=[);])', '')}', '', 'g')"
    return replace(
        column,
        description_pt=_otherwise(column.name, column.description_pt),
        unit=None if column.unit is None else column.unit.replace(" FNX", ""),
        article=None,
        sql=sql,
    )

"""CBX: a period by FIDE's formula with CBX's K, and what is assumed.

Belongs here: request, answer and working. Does not belong here: the rules (`engine.systems.cbx`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.systems.cbx import ASSUMED_PT, FIRST_RATING, cbx_k, cbx_period
from engine.systems.fide_first import CURRENT_RULES
from orchestration.calculators.fide import HIGHEST, LOWEST, fide_games, games_pt, period_answer, sum_pt
from orchestration.calculators.request import Request
from orchestration.calculators.wording import amount

K_REASONS_PT = {"from_2300": "2300 ou mais", "from_2000": "de 2000 a 2299", "under_2000": "abaixo de 2000"}


def _period(request: Request) -> dict[str, Any]:
    rating = request.maybe_whole("rating", LOWEST, HIGHEST)
    on = request.day("date", CURRENT_RULES)
    own = FIRST_RATING if rating is None else rating
    return {
        "first_rating": rating is None,
        "k_reason": cbx_k(own).reason,
        **period_answer(own, cbx_period(own, fide_games(request), on)),
        "assumed": list(ASSUMED_PT),
    }


MODES = {"regulation": _period}


def working_pt(answer: Mapping[str, Any]) -> list[str]:
    """The working, with what is assumed."""
    first = " (primeiro rating: quem não tem começa em 1800)" if answer["first_rating"] else ""
    return [
        f"CBX: rating {answer['rating']}{first}",
        f"K {amount(answer['k'])} ({K_REASONS_PT[answer['k_reason']]}), o mesmo em todos os ritmos",
        *games_pt(answer),
        *sum_pt(answer, ""),
        "Suposto, porque o texto da CBX não diz:",
        *(f"  - {line}" for line in answer["assumed"]),
    ]

"""An explanation as one self-contained page for a player: no script, no network.

Belongs here: filling the template. Does not belong here: words (`explanation_text`), layout (template).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

from orchestration.publication import explanation_of_other_systems as other_systems
from orchestration.publication import systems_pt, wording
from orchestration.publication.contract import without_articles
from orchestration.publication.explanation import Explanation
from orchestration.publication.explanation_text import (
    base_date_lines,
    entry_lines,
    heading,
    revision_lines,
    sum_lines,
    told_in_order,
)
from orchestration.publication.plots import rating_course_svg
from orchestration.publication.report import environment


def explanation_page(told: Explanation, outdated: bool = False) -> str:
    """The page as HTML, everything from outside escaped. ``outdated``: the draft that it tells of is."""
    page = environment()
    page.filters.update(decimal_pt=wording.decimal_pt, signed_decimal_pt=wording.signed_decimal_pt)
    own = told.system != "fnx"
    steps = told_in_order(told)
    course = [
        *_entry_point(told),
        *(_point(step) for step in steps if step.get("rating_after", 0) is not None),
    ]
    text = page.get_template("explicacao.html.j2").render(
        told=told,
        outdated=outdated,
        heading=list(heading(told)),
        entry=list(entry_lines(told)),
        plot=rating_course_svg(course),
        revisions=[list(revision_lines(told, revision)) for revision in told.revisions],
        sums=other_systems.sum_lines if own else partial(sum_lines, told=told),
        steps=list(reversed(steps)),
        base_date=base_date_lines,
        working=other_systems.working_pt(told.system),
        scores=wording.SCORES_PT,
        reasons=systems_pt.REASONS_PT if own else wording.REASON_PT,
        rhythms=wording.RHYTHM_PT,
    )
    return without_articles(text) if own else text


def _entry_point(told: Explanation) -> list[tuple[date, int]]:
    """Where the course of the rating begins: the entry, before every event."""
    chosen = next((row for row in told.entries if row["chosen"]), None)
    rating = None if chosen is None else chosen["corrected"] or chosen["converted"]
    return [] if chosen is None or rating is None else [(chosen["entry_date"], rating)]


def _point(step: Mapping[str, Any]) -> tuple[date, int]:
    """The rating after an event, or from a later base date on."""
    if "sources" in step:
        return step["base_date"], next(row["converted"] for row in step["sources"] if row["chosen"])
    return step["end_date"], step["rating_after"]

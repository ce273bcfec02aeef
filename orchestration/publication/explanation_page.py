"""An explanation as one self-contained page for a player: no script, no network.

Belongs here: filling the template. Does not belong here: words (`explanation_text`), layout (template).
"""

from __future__ import annotations

from functools import partial

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


def explanation_page(told: Explanation) -> str:
    """The page as HTML; everything that came from outside is escaped."""
    page = environment()
    page.filters.update(decimal_pt=wording.decimal_pt, signed_decimal_pt=wording.signed_decimal_pt)
    own = told.system != "fnx"
    course = [
        (event["end_date"], event["rating_after"])
        for event in told.events
        if event["rating_after"] is not None
    ]
    text = page.get_template("explicacao.html.j2").render(
        told=told,
        heading=list(heading(told)),
        entry=list(entry_lines(told)),
        plot=rating_course_svg(course),
        revisions=[list(revision_lines(told, revision)) for revision in told.revisions],
        sums=other_systems.sum_lines if own else partial(sum_lines, told=told),
        steps=list(reversed(told_in_order(told))),
        base_date=base_date_lines,
        working=other_systems.working_pt(told.system),
        scores=wording.SCORES_PT,
        reasons=systems_pt.REASONS_PT if own else wording.REASON_PT,
        rhythms=wording.RHYTHM_PT,
    )
    return without_articles(text) if own else text

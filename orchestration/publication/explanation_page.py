"""An explanation as one self-contained page for a player: no script, no network.

Belongs here: filling the template. Does not belong here: words (`explanation_text`), layout (template).
"""

from __future__ import annotations

from orchestration.publication import wording
from orchestration.publication.explanation import Explanation
from orchestration.publication.explanation_text import (
    SCORES_PT,
    decimal_pt,
    entry_lines,
    heading,
    revision_lines,
    signed_decimal_pt,
    sum_lines,
)
from orchestration.publication.plots import rating_course_svg
from orchestration.publication.report import environment


def explanation_page(told: Explanation) -> str:
    """The page as HTML; everything that came from outside is escaped."""
    page = environment()
    page.filters.update(decimal_pt=decimal_pt, signed_decimal_pt=signed_decimal_pt)
    course = [(event["end_date"], event["rating_after"]) for event in told.events]
    return page.get_template("explicacao.html.j2").render(
        told=told,
        heading=list(heading(told)),
        entry=list(entry_lines(told)),
        plot=rating_course_svg(course),
        revisions=[list(revision_lines(told, revision)) for revision in told.revisions],
        sums=sum_lines,
        scores=SCORES_PT,
        reasons=wording.REASON_PT,
        rhythms=wording.RHYTHM_PT,
    )

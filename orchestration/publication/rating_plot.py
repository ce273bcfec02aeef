"""The distribution of ratings as one inline SVG picture.

Belongs here: bins, geometry in whole pixels, the SVG text.
Does not belong here: which players are counted (the caller hands in ratings), page layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

BIN = 50
_WIDTH, _HEIGHT = 720, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 10, 10, 28, 34


def rating_plot_svg(ratings: Sequence[int]) -> Markup:
    """Bars of `BIN` FNX points, a count over each; empty without ratings. All coordinates are integers."""
    if not ratings:
        return Markup("")
    bins = Counter(rating // BIN for rating in ratings)
    first, last = min(bins), max(bins)
    highest = max(bins.values())
    slots = last - first + 1
    width = (_WIDTH - _LEFT - _RIGHT) // slots
    floor = _HEIGHT - _BOTTOM
    # At most about a dozen labels fit under the bars.
    step = -(-slots // 12)
    parts: list[str] = []
    for slot in range(slots):
        count = bins.get(first + slot, 0)
        low = (first + slot) * BIN
        left = _LEFT + slot * width
        middle = left + width // 2
        if count:
            height = max(2, count * (floor - _TOP) // highest)
            parts.append(
                f'<rect x="{left + 1}" y="{floor - height}" width="{max(1, width - 2)}" height="{height}">'
                f"<title>{low} a {low + BIN - 1}: {count}</title></rect>"
            )
            if width >= 18:
                parts.append(f'<text x="{middle}" y="{floor - height - 5}">{count}</text>')
        if slot % step == 0:
            parts.append(f'<text x="{middle}" y="{floor + 18}">{low}</text>')
    summary = (
        f"{len(ratings)} jogadores, de {min(ratings)} a {max(ratings)} pontos, em faixas de {BIN} pontos"
    )
    return Markup(
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Distribuição dos ratings: {summary}">'
        f'<line x1="{_LEFT}" y1="{floor}" x2="{_LEFT + slots * width}" y2="{floor}"></line>'
        f"{''.join(parts)}</svg>"
    )

"""The distribution of ratings, and the course of one, as inline SVG pictures.

Belongs here: bins, geometry in whole pixels, the SVG text.
Does not belong here: which players are counted (the caller hands in ratings), page layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

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


def rating_course_svg(points: Sequence[tuple[date, int]]) -> Markup:
    """One player's rating after each event, at its date; empty with fewer than two events."""
    if len(points) < 2:
        return Markup("")
    days = [day.toordinal() for day, _ in points]
    ratings = [rating for _, rating in points]
    low, high = min(ratings) // BIN * BIN, (max(ratings) // BIN + 1) * BIN
    span = max(1, max(days) - min(days))
    left, right, floor = 50, _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def across(day: int) -> int:
        return left + (day - min(days)) * (right - left) // span

    def up(rating: int) -> int:
        return floor - (rating - low) * (floor - _TOP) // (high - low)

    dots = [(across(day), up(rating)) for day, rating in zip(days, ratings, strict=True)]
    step = BIN * max(1, -(-(high - low) // (6 * BIN)))
    grid = "".join(
        f'<line x1="{left}" y1="{up(mark)}" x2="{right}" y2="{up(mark)}"></line>'
        f'<text x="4" y="{up(mark) + 4}">{mark}</text>'
        for mark in range(low, high + 1, step)
    )
    circles = "".join(
        f'<circle cx="{x}" cy="{y}" r="4"><title>{day.strftime("%d/%m/%Y")}: {rating}</title></circle>'
        for (x, y), (day, rating) in zip(dots, points, strict=True)
    )
    first, last = points[0][0].strftime("%d/%m/%Y"), points[-1][0].strftime("%d/%m/%Y")
    line = " ".join(f"{x},{y}" for x, y in dots)
    return Markup(
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Rating depois de cada evento: de '
        f'{ratings[0]} em {first} a {ratings[-1]} em {last}">{grid}<polyline points="{line}"></polyline>'
        f'{circles}<text x="{left}" y="{_HEIGHT - 8}">{first}</text>'
        f'<text x="{right - 72}" y="{_HEIGHT - 8}">{last}</text></svg>'
    )

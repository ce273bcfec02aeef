"""The plots of report and explanations as inline SVG pictures.

Belongs here: bins, geometry in whole pixels, the SVG text, the same bytes on any machine.
Does not belong here: which rows are counted (the caller hands in numbers), page layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup, escape

BIN = 50
_WIDTH, _HEIGHT = 720, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 10, 10, 28, 34
_WIDEST = 80


def rating_plot_svg(ratings: Sequence[int]) -> Markup:
    """Bars of `BIN` FNX points, a count over each; empty without ratings."""
    if not ratings:
        return Markup("")
    bins = Counter(rating // BIN for rating in ratings)
    first, last = min(bins), max(bins)
    bars = [
        (str(slot * BIN), f"{slot * BIN} a {slot * BIN + BIN - 1}", bins.get(slot, 0))
        for slot in range(first, last + 1)
    ]
    summary = (
        f"{len(ratings)} jogadores, de {min(ratings)} a {max(ratings)} pontos, em faixas de {BIN} pontos"
    )
    return bars_svg(bars, f"Distribuição dos ratings: {summary}")


def bars_svg(bars: Sequence[tuple[str, str, int]], label: str) -> Markup:
    """One bar per (label under it, what it counts, count), with the count over it."""
    highest = max((count for _, _, count in bars), default=0)
    if not highest:
        return Markup("")
    width = min(_WIDEST, (_WIDTH - _LEFT - _RIGHT) // len(bars))
    floor = _HEIGHT - _BOTTOM
    # At most about a dozen labels fit under the bars.
    step = -(-len(bars) // 12)
    parts: list[str] = []
    for slot, (under, counted, count) in enumerate(bars):
        left = _LEFT + slot * width
        middle = left + width // 2
        if count:
            height = max(2, count * (floor - _TOP) // highest)
            parts.append(
                f'<rect x="{left + 1}" y="{floor - height}" width="{max(1, width - 2)}" height="{height}">'
                f"<title>{escape(counted)}: {count}</title></rect>"
            )
            if width >= 18:
                parts.append(f'<text x="{middle}" y="{floor - height - 5}">{count}</text>')
        if slot % step == 0:
            parts.append(f'<text x="{middle}" y="{floor + 18}">{escape(under)}</text>')
    return Markup(
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">'
        f'<line x1="{_LEFT}" y1="{floor}" x2="{_LEFT + len(bars) * width}" y2="{floor}"></line>'
        f"{''.join(parts)}</svg>"
    )


def calibration_svg(points: Sequence[tuple[int, int, int]], label: str) -> Markup:
    """Expected against scored, per mille, and games: near the diagonal, the ratings foretell well."""
    if not points:
        return Markup("")
    left, floor, side = 60, _HEIGHT - _BOTTOM, _HEIGHT - _BOTTOM - _TOP
    across = 600
    most = max(games for _, _, games in points)
    dots = "".join(
        f'<circle cx="{left + expected * across // 1000}" cy="{floor - scored * side // 1000}" '
        f'r="{3 + 7 * games // most}"><title>esperado {expected / 1000:.3f}, obtido {scored / 1000:.3f}, '
        f"{games} lados de partida</title></circle>"
        for expected, scored, games in points
    )
    ticks = "".join(
        f'<text x="{left + tenth * across // 10}" y="{floor + 18}">{tenth * 10}%</text>'
        f'<text x="{left - 24}" y="{floor - tenth * side // 10 + 4}">{tenth * 10}%</text>'
        for tenth in (0, 5, 10)
    )
    return Markup(
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">'
        f'<line x1="{left}" y1="{floor}" x2="{left + across}" y2="{floor - side}"></line>{ticks}{dots}</svg>'
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
        f'<text x="{right}" y="{_HEIGHT - 8}" text-anchor="end">{last}</text></svg>'
    )

"""What `fnx inspect` shows of one input, as text. Belongs here: wording. Does not belong here: reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SHOWN = 20


def show(report: dict[str, Any]) -> str:
    """A report of `scrapers.inspection.inspect` as lines for people, in pt-BR."""
    return "\n".join(_lines(report))


def _lines(report: dict[str, Any]) -> Iterator[str]:
    yield f"formato: {report['format']}   situação: {'lido' if report['status'] == 'ok' else 'recusado'}"
    if report.get("reason"):
        yield f"motivo: {report['reason']}"
    for section in ("event", "list", "player"):
        for key, value in (report.get(section) or {}).items():
            if value is not None:
                yield f"  {key}: {value}"
    for section in ("players", "games", "rows", "ratings", "tournaments"):
        rows = report.get(section)
        if rows:
            yield f"{section} ({len(rows)}):"
            yield from (f"  {_row(row)}" for row in rows[:SHOWN])
            if len(rows) > SHOWN:
                yield f"  ... e mais {len(rows) - SHOWN} (--json mostra tudo)"
    warnings = report.get("warnings") or []
    if warnings:
        yield f"avisos ({len(warnings)}):"
        yield from (f"  {one['where']}: {one['message']}" for one in warnings[:SHOWN])


def _row(row: dict[str, Any]) -> str:
    return "  ".join(f"{key}={value}" for key, value in row.items() if value is not None)

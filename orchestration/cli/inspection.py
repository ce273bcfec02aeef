"""`fnx inspect`: what the platform reads in any one input, as text or as JSON.

Belongs here: arguments and wording. Does not belong here: reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from orchestration.cli.shared import refuse

SHOWN = 20


def inspect(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="A tournament file or its pair, a FIDE list, a CBX card or list.", metavar="FILE..."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of text.")] = False,
    limit: Annotated[int, typer.Option("--limit", help="Rows of a FIDE or CBX list to show.", min=0)] = 50,
) -> None:
    """Show what the platform reads in any one input; a refused file says why."""
    from scrapers.inspection import inspect as read

    missing = [str(file) for file in files if not file.exists()]
    if missing:
        refuse(f"there is no file {', '.join(missing)}")
    report = read(files, limit=limit)
    if as_json:
        import json

        typer.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        typer.echo(show(report))


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

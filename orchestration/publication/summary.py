"""What a run says in the terminal: what was included, what waits and why, the first ten, where the files are.

Belongs here: the plain pt-BR text about one list's folder, draft or published.
Does not belong here: anything that is not in the folder's own files.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from orchestration.publication.manifest import failed_blocking, read_manifest
from orchestration.publication.report import REPORT_NAME
from orchestration.publication.wording import (
    RHYTHM_PT,
    STATUS_PT,
    date_pt,
    plural_pt,
    ranking_pt,
    signed_pt,
)

_TOP = 10


def run_summary_pt(directory: Path) -> str:
    """The summary of the list in `directory` (a draft or a published list), lines joined by line feeds."""
    manifest = read_manifest(directory)
    events = _rows(directory, "events")
    lines = [*_heading(manifest), ""]
    lines += _events_section(events)
    lines += ["", *_top_section(directory)]
    lines += ["", *_checks_section(manifest)]
    lines += ["", f"Arquivos:  {directory}", f"Relatório: {directory / REPORT_NAME}"]
    return "\n".join(lines) + "\n"


def _rows(directory: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(directory / f"{name}.parquet").to_pylist()
    return rows


def _heading(manifest: dict[str, Any]) -> Iterable[str]:
    counts = manifest["counts"]
    state = "publicada" if manifest["published_at"] else "rascunho"
    yield f"{plain(manifest['pool'])}: lista de {date_pt(date.fromisoformat(manifest['list']))} ({state})"
    previous = manifest["previous_list"]
    yield (
        f"Publicação: {date_pt(date.fromisoformat(manifest['publication_date']))} · lista anterior: "
        + (date_pt(date.fromisoformat(previous)) if previous else "nenhuma")
    )
    yield (
        f"{plural_pt(counts['players'], 'jogador', 'jogadores')} na lista, "
        f"{plural_pt(counts['active_players'], 'ativo', 'ativos')}, "
        f"{plural_pt(counts['rated_games'], 'partida computada', 'partidas computadas')}"
    )


def _events_section(events: list[dict[str, Any]]) -> Iterable[str]:
    included = [event for event in events if event["status"] == "included"]
    yield f"Eventos incluídos ({len(included)}):"
    for event in included:
        mark = "  [novo]" if event["new_in_list"] else ""
        rhythm = RHYTHM_PT.get(event["rhythm"], event["rhythm"] or "")
        games = plural_pt(event["rated_games"] or 0, "partida", "partidas")
        yield f"  {plain(event['event_id'])}  {plain(event['name'])} ({rhythm}, {games}){mark}"
    if not included:
        yield "  nenhum"
    for status in ("pending", "withdrawn"):
        chosen = [event for event in events if event["status"] == status]
        if chosen:
            yield f"Eventos {STATUS_PT[status]}s ({len(chosen)}):"
            for event in chosen:
                reason = plain(event["reason"] or "sem motivo registrado")
                yield f"  {plain(event['event_id'])}  {plain(event['name'])}: {reason}"


def _top_section(directory: Path) -> Iterable[str]:
    ranked = [row for row in _rows(directory, "rankings") if row["ranking"] == "geral"][:_TOP]
    change = {row["fnx_id"]: row["change"] for row in _rows(directory, "list")}
    yield (
        f"{ranking_pt('geral')}, primeiros {len(ranked)}:" if ranked else "Ranking geral: ninguém ativo ainda"
    )
    for row in ranked:
        moved = change.get(row["fnx_id"])
        note = "" if not moved else f"  {signed_pt(moved)}"
        yield f"  {row['place']:>3}  {row['rating']:>4}  {plain(row['name'])}{note}"


def _checks_section(manifest: dict[str, Any]) -> Iterable[str]:
    checks, found = manifest["audit"], manifest["findings"]
    passed = sum(1 for check in checks if check["passed"])
    yield f"Auditoria: {passed} de {plural_pt(len(checks), 'verificação aprovada', 'verificações aprovadas')}"
    for check in checks:
        if not check["passed"]:
            kind = "bloqueante" if check["blocking"] else "aviso"
            yield f"  [{kind}] {plain(check['title_pt'])}: {plain(check['detail_pt'])}"
    yield f"Observações sobre os dados: {found.get('error', 0)} de erro, {found.get('warning', 0)} de aviso"
    if failed_blocking(manifest):
        yield "A publicação está bloqueada até que as verificações acima passem."


def plain(text: str | None) -> str:
    """Text from outside without control characters, which a terminal would obey."""
    return "".join(character if character.isprintable() else "�" for character in text or "")

"""`fnx status`: where the week stands, what is pending, what blocks, what a draft does not reflect yet.

Belongs here: gathering that from the home's files, in words for the rating officer. Reads only.
Does not belong here: the week's arithmetic (`week`), and whether a draft is outdated (`freshness`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pyarrow.parquet as pq

from orchestration import week
from orchestration.freshness import outdated
from orchestration.home import Home
from orchestration.publication.analysts_copy import is_current
from orchestration.publication.chain import published_lists
from orchestration.publication.draft import draft_directory, newest_cutoff
from orchestration.publication.manifest import failed_blocking, read_manifest
from orchestration.publication.summary import plain
from orchestration.publication.wording import date_pt, moment_pt

SHOWN = 10


def status_pt(home: Home, cutoff: date | None, moment: datetime) -> str:
    """The state of the week of one list, by default of the newest cut-off that is over, for a terminal."""
    day = cutoff or week.last_cutoff(moment)
    return "\n".join(_lines(home, day, moment)) + "\n"


def _lines(home: Home, day: date, moment: datetime) -> Iterator[str]:
    yield f"Lista de {date_pt(day)}: {week.phase_pt(day, moment)}"
    yield (
        f"Agora {moment_pt(moment)} · congelamento {moment_pt(week.freeze(day))} · "
        f"publicação {date_pt(week.publication_date(day))}"
    )
    lists = published_lists(home.exports)
    if lists:
        newest = lists[-1]
        yield f"Última publicada: {date_pt(newest.cutoff)} ({len(lists)} no total)"
        yield from _skipped([one.cutoff for one in lists], day)
        if not is_current(home.exports, home.analysts_copy):
            yield "A cópia dos analistas (publicado.duckdb) está atrasada: `fnx publish` a refaz"
    else:
        yield "Última publicada: nenhuma ainda"
    yield ""
    if day in [one.cutoff for one in lists]:
        yield "Esta lista está publicada e é definitiva (Art. 3º)."
        yield from _after_publication(home, day)
        return
    draft = draft_directory(home.exports, day)
    if not draft.is_dir():
        drafts = newest_cutoff(home.exports)
        other = f" (o mais novo é o de {date_pt(drafts)})" if drafts else ""
        yield f"Rascunho: nenhum desta data{other}. Rode `fnx run --cutoff {day}`."
        return
    yield from _draft(home, draft, day)
    if lists and lists[-1].cutoff > day:
        yield f"Publicação: impedida, a lista de {date_pt(lists[-1].cutoff)} já está publicada."


def _draft(home: Home, draft: Path, day: date) -> Iterator[str]:
    manifest = read_manifest(draft)
    passed = sum(1 for check in manifest["audit"] if check["passed"])
    yield f"Rascunho: {passed} de {len(manifest['audit'])} verificações aprovadas"
    changes_since = outdated(home, day, draft)
    if changes_since:
        yield f"  DESATUALIZADO: rode `fnx run --cutoff {day}`. Ele ainda não reflete:"
        yield from (f"    {change.path}: {change.detail_pt}" for change in changes_since[:SHOWN])
        if len(changes_since) > SHOWN:
            yield f"    ... e mais {len(changes_since) - SHOWN}"
    else:
        yield "  em dia com os registros e arquivos da casa"
    changes = home.draft_changes(day)
    if changes.exists():
        lines = changes.read_text(encoding="utf-8").splitlines()
        yield "  Mudou desde o rascunho anterior:" if lines else "  Igual ao rascunho anterior"
        yield from (f"    {plain(line)}" for line in lines[:SHOWN])
        if len(lines) > SHOWN:
            yield f"    ... e mais {len(lines) - SHOWN}"
    for check in manifest["audit"]:
        if not check["passed"]:
            kind = "IMPEDE A PUBLICAÇÃO" if check["blocking"] else "aviso"
            yield f"  [{kind}] {plain(check['title_pt'])}: {plain(check['detail_pt'])}"
    waiting = [
        row for row in pq.read_table(draft / "events.parquet").to_pylist() if row["status"] == "pending"
    ]
    yield f"Eventos pendentes: {len(waiting)}"
    for row in waiting[:SHOWN]:
        yield f"  {plain(row['event_id'])}  {plain(row['name'])}: {plain(row['reason'])}"
    if len(waiting) > SHOWN:
        yield f"  ... e mais {len(waiting) - SHOWN}"
    blocked = failed_blocking(manifest)
    yield (
        "Publicação: impedida pelas verificações acima."
        if blocked
        else f"Publicação: `fnx publish --cutoff {day}` na quarta-feira"
        + ("; o rascunho será calculado de novo antes." if changes_since else "; o rascunho está pronto.")
    )


def _skipped(published: list[date], day: date) -> Iterator[str]:
    """Weeks without a list between the newest published one and this."""
    between = (day - published[-1]).days // 7 - 1
    if between > 0:
        yield f"Sem lista publicada nas {between} semana(s) entre {date_pt(published[-1])} e {date_pt(day)}"


def _after_publication(home: Home, day: date) -> Iterator[str]:
    later = outdated(home, day, home.exports / str(day))
    if later:
        yield "Registrado depois dela, entra na próxima lista:"
        yield from (f"  {change.path}: {change.detail_pt}" for change in later[:SHOWN])

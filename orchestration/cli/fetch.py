"""`fnx fetch`: one polite visit to FIDE or CBX, or what such a visit would ask for.

Belongs here: arguments, progress, wording of the summary, exit status. Does not belong here: the visit
(`orchestration.fetching`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orchestration.cli.shared import BLOCKED, HomeOption, open_home, refuse, say, show_progress, stop

if TYPE_CHECKING:
    from orchestration.fetching.settings import FetchSettings
    from orchestration.fetching.visit import Ask, Outcome, Report, World
    from orchestration.home import Home

#: Of a long plan the first ones are shown.
SHOWN = 40
MARKS = {"saved": "+", "unchanged": "=", "not_found": "-", "problem": "!"}


class Source(StrEnum):
    """Whom to visit."""

    fide = "fide"
    cbx = "cbx"


def fetch(
    source: Annotated[Source, typer.Argument(help="fide: rating lists; cbx: cards, state list, calendar.")],
    home: HomeOption = Path("home"),
    player: Annotated[
        list[str] | None,
        typer.Option("--player", help="Only the card of this CBX id; may be repeated.", metavar="CBX_ID"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be asked for, and why.")
    ] = False,
) -> None:
    """Download what is missing or changed into the inbox, politely; nothing kept is replaced or removed.

    Settings: [fetch] in pool.toml (contact, delay, daily_budget, addresses).
    """
    from orchestration.fetching.memory import visiting
    from orchestration.home import HomeError
    from orchestration.pool import PoolError, read_pool

    players = _ids(source, player or [])
    show_progress()
    try:
        opened = open_home(home)
        settings = read_pool(opened.pool_file, opened.root.name).fetch
        if dry_run:
            _print_plan(_visit(source, opened, settings, players, None), settings)
            return
        if not settings.contact.strip():
            refuse(
                f"say who is asking: set contact under [fetch] in {opened.pool_file} "
                "(an e-mail address or a page that the site's keeper can write to)"
            )
        with visiting(opened, source.value), _screen() as world:
            report = _visit(source, opened, settings, players, world)
    except (HomeError, PoolError) as error:
        refuse(str(error))
    _print_report(report)
    if report.cut_short is not None:
        stop(BLOCKED, f"the visit to {source.value} was cut short: {report.cut_short.message_pt}")


def _ids(source: Source, texts: list[str]) -> list[str]:
    if texts and source is not Source.cbx:
        refuse("--player asks for CBX cards: use it with fnx fetch cbx")
    wrong = [text for text in texts if not (text.isascii() and text.isdigit() and text.strip("0"))]
    if wrong:
        refuse(f"--player {wrong[0]}: expected a CBX id, digits only")
    return [text.lstrip("0") for text in texts]


def _visit(
    source: Source, home: Home, settings: FetchSettings, players: list[str], world: World | None
) -> Report:
    """One visit; without a world to act in, only its plan."""
    from orchestration.fetching.visit import World

    dry_run, acting = world is None, world or World()
    if source is Source.fide:
        from orchestration.fetching.fide import visit_fide

        return visit_fide(home, settings, acting, dry_run)
    from orchestration.fetching.cbx import visit_cbx

    return visit_cbx(home, settings, acting, dry_run, players)


def _print_plan(report: Report, settings: FetchSettings) -> None:
    count = len(report.plan)
    typer.echo(
        f"{report.source}: {count} pedidos previstos; o limite de hoje ainda permite {report.budget_left}."
    )
    for ask in report.plan[:SHOWN]:
        typer.echo(f"  {ask.address}   {ask.why_pt}")
    if count > SHOWN:
        typer.echo(f"  ... e mais {count - SHOWN}")
    if count:
        typer.echo(f"Um de cada vez, {settings.delay:g} s entre pedidos: {_duration(count, settings)}.")
    if not settings.contact.strip():
        typer.echo("Falta contact em [fetch] no pool.toml: sem ele nada é pedido.")
    for line in _health(report):
        typer.echo(line)


def _duration(count: int, settings: FetchSettings) -> str:
    minutes = round(count * settings.delay / 60)
    return f"cerca de {minutes} min" if minutes else "menos de um minuto"


def _print_report(report: Report) -> None:
    typer.echo(
        f"{report.source}: {report.count('saved')} novos, {report.count('unchanged')} sem mudança, "
        f"{report.count('not_found')} não encontrados, {report.count('problem')} problemas; "
        f"{report.requests} pedidos, restam {report.budget_left} hoje."
    )
    left = len(report.plan) - len(report.outcomes)
    if left:
        typer.echo(f"Ficaram {left} para a próxima visita.")
    for line in _health(report):
        typer.echo(line)


def _health(report: Report) -> Iterator[str]:
    health = report.health
    if health.last_visit is None:
        yield f"Saúde de {report.source}: nunca visitada."
        return
    yield (
        f"Saúde de {report.source}: última visita {health.last_visit}, "
        f"última com resposta {health.last_success or 'nunca'}, "
        f"visitas ruins seguidas: {health.troubles}."
    )
    if health.last_problem:
        yield f"  Último problema ({health.last_kind}): {health.last_problem}"


@contextmanager
def _screen() -> Iterator[World]:
    """A world that shows what happens: a bar on a terminal, else one line per answer."""
    if sys.stderr.isatty():
        with _bars() as world:
            yield world
        return
    from orchestration.fetching.visit import World

    yield World(begun=lambda ask: say(f"? {ask.address}"), heard=lambda outcome: say(_line(outcome)))


def _line(outcome: Outcome) -> str:
    return f"{MARKS[outcome.result]} {outcome.message_pt}"


@contextmanager
def _bars() -> Iterator[World]:
    """Two bars: the things asked for, and the bytes of the one on its way where it is a large file."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from orchestration.fetching.visit import World

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        things = progress.add_task("", total=None)
        file = progress.add_task("kB", total=None, visible=False)

        def planned(count: int) -> None:
            progress.update(things, total=count)

        def begun(ask: Ask) -> None:
            progress.update(things, description=ask.key)
            progress.update(file, visible=False)

        def heard(outcome: Outcome) -> None:
            progress.advance(things)
            progress.console.print(_line(outcome), markup=False, highlight=False)

        def grown(done: int, total: int | None) -> None:
            progress.update(file, completed=done >> 10, total=total and total >> 10, visible=True)

        yield World(planned=planned, begun=begun, heard=heard, progress=grown)

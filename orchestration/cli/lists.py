"""`fnx init`, `fnx run` and `fnx publish`: from an empty folder to a published list.

Belongs here: their arguments, messages and exit status. Does not belong here: the work.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orchestration.cli.shared import (
    BLOCKED,
    CutoffOption,
    HomeOption,
    cutoff_day,
    open_home,
    refuse,
    say,
    show_progress,
    stop,
)

if TYPE_CHECKING:
    from orchestration.home import Home
    from orchestration.pool import Pool

SHOWN_ERRORS = 20


def init(
    home: Annotated[Path, typer.Argument(help="The folder to create or complete.", metavar="HOME")],
    sample: Annotated[bool, typer.Option("--sample", help="Fill it with the sample season.")] = False,
    system: Annotated[
        str, typer.Option("--system", help="Rating system: fnx, clube, elo, fide, cbx or xol.")
    ] = "fnx",
) -> None:
    """Create the layout of a data home; what is there already stays as it is."""
    from orchestration.home import HomeError
    from orchestration.setup import create_home

    try:
        for line in create_home(home, sample, system):
            typer.echo(line)
    except HomeError as error:
        refuse(str(error))


def run(
    home: HomeOption = Path("home"),
    cutoff: CutoffOption = None,
    what_if: Annotated[
        Path | None,
        typer.Option(
            "--what-if",
            help="Only show what register rows (.csv) or other rules (.toml) would change.",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Ingest, identify, rate and write the draft of one Sunday's list.

    Prints what was included, what is pending and why, and where the files are. An event with a problem stays
    pending; the rest of the list comes out.
    """
    from orchestration import week
    from orchestration.home import HomeError
    from orchestration.pool import PoolError, read_pool
    from orchestration.publication.chain import PublicationRefused

    show_progress()
    try:
        opened = open_home(home)
        pool = read_pool(opened.pool_file, opened.root.name)
        moment = week.now()
        day = cutoff_day(cutoff, pool.sample_cutoffs[-1] if pool.sample_cutoffs else week.last_cutoff(moment))
        problem = week.cutoff_problem(day, moment)
        if problem is not None:
            refuse(problem)
        if what_if is not None:
            typer.echo(_what_if(opened, pool, day, what_if), nl=False)
            return
        with opened.writer(say):
            _compute(opened, day)
            # Still held: a publication that waits would take away the draft that is told of here.
            _print_list(opened, day)
    except PublicationRefused as refused:
        stop(BLOCKED, refused.message_pt)
    except (HomeError, PoolError) as error:
        refuse(str(error))


def _what_if(opened: Home, pool: Pool, day: date, change: Path) -> str:
    from orchestration.computing import AuditFailed
    from orchestration.dbt_process import DbtError
    from orchestration.what_if import WhatIfError, what_if

    try:
        return what_if(opened, pool, day, change, say)
    except WhatIfError as error:
        refuse(str(error))
    except (AuditFailed, DbtError) as error:
        stop(BLOCKED, f"the list with {change.name} cannot be computed: {error}")


def _compute(opened: Home, day: date) -> None:
    from orchestration.cli.storage import tells_of_the_disk
    from orchestration.runs import run_job

    outcome = run_job("list_job", opened, day)
    if outcome.failed_checks:
        failed = "\n  ".join(outcome.failed_checks)
        stop(BLOCKED, f"a blocking check failed, no draft was written:\n  {failed}")
    if outcome.error is not None and tells_of_the_disk(outcome.error):
        refuse(f"cannot go on, no draft was written: {outcome.error}")
    if not outcome.success:
        stop(BLOCKED, f"the run failed and no draft was written: {outcome.error}")


def _print_list(opened: Home, day: date) -> None:
    from orchestration.publication.draft import draft_directory
    from orchestration.publication.manifest import failed_blocking, read_manifest, system_of
    from orchestration.publication.summary import plain, run_summary_pt
    from orchestration.publication.wording import position_pt
    from orchestration.warehouse import connect

    folder = draft_directory(opened.exports, day)
    typer.echo(run_summary_pt(folder), nl=False)
    with connect(opened.warehouse) as connection:
        again = connection.execute("select message_pt from ratings.recalculation").fetchone()
        errors = connection.execute(
            "select source_file, position, message_pt from marts.fct_finding where severity = 'error' "
            "order by source_file, position, message_pt"
        ).fetchall()
    manifest = read_manifest(folder)
    if system_of(manifest) != "fnx":
        text = "o histórico inteiro, como a cada vez neste sistema"
    else:
        text = "nenhum evento recalculado: os fatos são os do cálculo anterior" if again is None else again[0]
    typer.echo(f"Cálculo:   {text}")
    if errors:
        typer.echo("\nErros nos dados (o relatório mostra também os avisos):")
        for source_file, position, message in errors[:SHOWN_ERRORS]:
            where = ", ".join(filter(None, (source_file, position_pt(position))))
            typer.echo("  " + plain(f"{where}: {message}" if where else message))
        if len(errors) > SHOWN_ERRORS:
            typer.echo(f"  ... e mais {len(errors) - SHOWN_ERRORS}, no relatório")
    if failed_blocking(manifest):
        raise typer.Exit(BLOCKED)


def publish(home: HomeOption = Path("home"), cutoff: CutoffOption = None) -> None:
    """Make the draft of a list the published one: final, write-once, named in exports/index.json.

    Refuses (exit status 3) when a blocking check failed or a later list is published. Doing it twice changes
    nothing.
    """
    from orchestration import week
    from orchestration.freshness import bring_up_to_date
    from orchestration.home import HomeError
    from orchestration.pool import PoolError, read_pool
    from orchestration.publication.analysts_copy import is_current, refresh
    from orchestration.publication.chain import PublicationRefused
    from orchestration.publication.draft import newest_cutoff
    from orchestration.publication.public_copy import write_public_copy
    from orchestration.publication.publish import publish as publish_draft
    from orchestration.runs import record_publication

    show_progress()
    try:
        opened = open_home(home)
        pool = read_pool(opened.pool_file, opened.root.name)
        newest = newest_cutoff(opened.exports)
        if cutoff is None and newest is None:
            stop(
                BLOCKED,
                f"there is no draft in {opened.exports / 'drafts'}: run `fnx run --home {home}` first",
            )
        day = cutoff_day(cutoff, newest or date.min)
        moment = week.now()
        with opened.writer(say):
            bring_up_to_date(opened, day, lambda: _compute(opened, day), say)
            result = publish_draft(opened.exports, day, moment)
            typer.echo(result.message_pt)  # so it is, whatever comes of the copies
            shared = write_public_copy(opened.exports, pool)
            if not is_current(opened.exports, opened.analysts_copy):
                refresh(opened.exports, opened.analysts_copy)
                record_publication(opened, day, {"result": result.message_pt})
    except PublicationRefused as refused:
        stop(BLOCKED, refused.message_pt)
    except (HomeError, PoolError) as error:
        refuse(str(error))
    if shared is not None:
        typer.echo(f"Para copiar ao servidor: {shared}")

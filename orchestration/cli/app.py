"""The commands of `fnx`, their help and their exit status."""

from __future__ import annotations

import logging
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from orchestration.home import Home

BAD_USAGE, BLOCKED = 2, 3
SHOWN_ERRORS = 20

app = typer.Typer(
    name="fnx",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help=(
        "Compute, audit and publish an official chess rating from a data home.\n\n"
        "A typical week:  fnx run --home HOME  (after Sunday 23:59), look at the draft,  "
        "fnx publish --home HOME."
    ),
)

HomeOption = Annotated[
    Path,
    typer.Option(
        "--home",
        envvar="FNX_HOME",
        help="The data home: registers, inbox and exports of one pool.",
        metavar="HOME",
    ),
]
CutoffOption = Annotated[
    str | None,
    typer.Option(
        "--cutoff",
        help=(
            "The Sunday of the list. Default for run: the last one that is over, in a sample its own; "
            "for publish: the newest draft."
        ),
        metavar="YYYY-MM-DD",
    ),
]


@app.command()
def init(
    home: Annotated[Path, typer.Argument(help="The folder to create or complete.", metavar="HOME")],
    sample: Annotated[bool, typer.Option("--sample", help="Fill it with the sample season.")] = False,
) -> None:
    """Create the layout of a data home; what is there already stays as it is."""
    from orchestration.home import HomeError
    from orchestration.setup import create_home

    try:
        for line in create_home(home, sample):
            typer.echo(line)
    except HomeError as error:
        _refuse(str(error))


@app.command()
def run(home: HomeOption = Path("home"), cutoff: CutoffOption = None) -> None:
    """Ingest, identify, rate and write the draft of one Sunday's list.

    Prints what was included, what is pending and why, and where the files are. An event with a problem stays
    pending; the rest of the list comes out.
    """
    from orchestration import week
    from orchestration.home import HomeError
    from orchestration.pool import PoolError, read_pool

    _show_progress()
    try:
        opened = _open(home)
        pool = read_pool(opened.pool_file, opened.root.name)
        moment = week.now()
        day = _cutoff(cutoff, pool.sample_cutoffs[-1] if pool.sample_cutoffs else week.last_cutoff(moment))
        problem = week.cutoff_problem(day, moment)
        if problem is not None:
            _refuse(problem)
        with opened.writer(_say):
            _compute(opened, day)
    except (HomeError, PoolError) as error:
        _refuse(str(error))
    _print_list(opened, day)


def _compute(opened: Home, day: date) -> None:
    from orchestration.runs import run_job

    outcome = run_job("list_job", opened, day)
    if outcome.failed_checks:
        failed = "\n  ".join(outcome.failed_checks)
        _stop(BLOCKED, f"a blocking check failed, no draft was written:\n  {failed}")
    if not outcome.success:
        _stop(BLOCKED, f"the run failed and no draft was written: {outcome.error}")


def _print_list(opened: Home, day: date) -> None:
    from orchestration.publication.draft import draft_directory
    from orchestration.publication.manifest import failed_blocking, read_manifest
    from orchestration.publication.summary import run_summary_pt
    from orchestration.warehouse import connect

    folder = draft_directory(opened.exports, day)
    typer.echo(run_summary_pt(folder), nl=False)
    with connect(opened.warehouse) as connection:
        errors = connection.execute(
            "select message_pt from marts.fct_finding where severity = 'error' order by source_file, position"
        ).fetchall()
    if errors:
        typer.echo("\nErros nos dados (o relatório mostra também os avisos):")
        for (message,) in errors[:SHOWN_ERRORS]:
            typer.echo(f"  {message}")
        if len(errors) > SHOWN_ERRORS:
            typer.echo(f"  ... e mais {len(errors) - SHOWN_ERRORS}, no relatório")
    if failed_blocking(read_manifest(folder)):
        raise typer.Exit(BLOCKED)


@app.command()
def publish(home: HomeOption = Path("home"), cutoff: CutoffOption = None) -> None:
    """Make the draft of a list the published one: final, write-once, named in exports/index.json.

    Refuses (exit status 3) when a blocking check failed or a later list is published. Doing it twice changes
    nothing.
    """
    from orchestration import week
    from orchestration.home import HomeError
    from orchestration.publication.analysts_copy import is_current, refresh
    from orchestration.publication.chain import PublicationRefused
    from orchestration.publication.draft import newest_cutoff
    from orchestration.publication.publish import publish as publish_draft
    from orchestration.runs import record_publication

    _show_progress()
    try:
        opened = _open(home)
        newest = newest_cutoff(opened.exports)
        if cutoff is None and newest is None:
            _stop(
                BLOCKED,
                f"there is no draft in {opened.exports / 'drafts'}: run `fnx run --home {home}` first",
            )
        day = _cutoff(cutoff, newest or date.min)
        with opened.writer(_say):
            try:
                result = publish_draft(opened.exports, day, week.now())
            except PublicationRefused as refused:
                if refused.code != "stale_draft":
                    raise
                # Another list was published since; the draft must build on it.
                _say(refused.message_pt)
                _compute(opened, day)
                result = publish_draft(opened.exports, day, week.now())
            if not is_current(opened.exports, opened.analysts_copy):
                refresh(opened.exports, opened.analysts_copy)
                record_publication(opened, day, {"result": result.message_pt})
    except PublicationRefused as refused:
        _stop(BLOCKED, refused.message_pt)
    except HomeError as error:
        _refuse(str(error))
    typer.echo(result.message_pt)


@app.command()
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
    from orchestration.cli.inspection import show
    from scrapers.inspection import inspect as read

    missing = [str(file) for file in files if not file.exists()]
    if missing:
        _refuse(f"there is no file {', '.join(missing)}")
    report = read(files, limit=limit)
    if as_json:
        import json

        typer.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        typer.echo(show(report))


def _open(home: Path) -> Home:
    from orchestration.home import Home

    return Home.open(home)


def _cutoff(text: str | None, default: date) -> date:
    if text is None:
        return default
    try:
        return date.fromisoformat(text)
    except ValueError:
        _refuse(f"--cutoff {text}: expected a date YYYY-MM-DD that exists")


def _show_progress() -> None:
    """Send progress lines of the platform to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("  %(message)s"))
    logger = logging.getLogger("fnx")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def _say(text: str) -> None:
    logging.getLogger("fnx").info(text)


def _refuse(message: str) -> NoReturn:
    _stop(BAD_USAGE, message)


def _stop(status: int, message: str) -> NoReturn:
    typer.echo(f"fnx: {message}", err=True)
    raise typer.Exit(status)


def main() -> None:
    """Entry point of the console script."""
    app()

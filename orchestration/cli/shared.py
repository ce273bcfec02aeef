"""What every command shares: options, opening the home, progress lines and exit status.

Belongs here: what two commands need. Does not belong here: a command.
"""

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


def open_home(home: Path) -> Home:
    from orchestration.home import Home

    return Home.open(home)


def open_home_to_read(home: Path) -> Home:
    from orchestration.home import Home

    return Home.to_read(home)


def cutoff_day(text: str | None, default: date) -> date:
    if text is None:
        return default
    try:
        return date.fromisoformat(text)
    except ValueError:
        refuse(f"--cutoff {text}: expected a date YYYY-MM-DD that exists")


def show_progress() -> None:
    """Send progress lines of the platform to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("  %(message)s"))
    logger = logging.getLogger("fnx")
    logger.handlers[:] = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def say(text: str) -> None:
    logging.getLogger("fnx").info(text)


def refuse(message: str) -> NoReturn:
    stop(BAD_USAGE, message)


def stop(status: int, message: str) -> NoReturn:
    typer.echo(f"fnx: {message}", err=True)
    raise typer.Exit(status)

"""`fnx verify`: is what was published what the archived inputs give?

Belongs here: arguments, messages and exit status. Does not belong here: the proofs (`verification`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orchestration.cli.shared import (
    BLOCKED,
    HomeOption,
    cutoff_day,
    open_home_to_read,
    refuse,
    say,
    show_progress,
)


def verify(
    cutoff: Annotated[
        str | None, typer.Argument(help="The Sunday of one list; without it, all.", metavar="[YYYY-MM-DD]")
    ] = None,
    home: HomeOption = Path("home"),
) -> None:
    """Compute published lists again from the archived inputs and compare every byte.

    Also proves that no byte of exports, archive and analysts' copy was altered or is missing, and names what
    is. Exit status 3 if anything does not prove; nothing in the home is written.
    """
    from datetime import date

    from orchestration.home import HomeError
    from orchestration.verification import verify as prove

    show_progress()
    try:
        opened = open_home_to_read(home)
        days = () if cutoff is None else (cutoff_day(cutoff, date.min),)
        problems = prove(opened, days, say)
    except HomeError as error:
        refuse(str(error))
    for problem in problems:
        typer.echo(f"{problem.where}: {problem.detail_pt}")
    if problems:
        typer.echo(f"Não confere: {len(problems)} divergência(s).")
        raise typer.Exit(BLOCKED)
    typer.echo("Tudo confere: exports, arquivo e recálculo.")

"""`fnx review`: the identity queue, in the terminal or as a spreadsheet filled in.

Belongs here: arguments, where keys come from, messages and exit status. Does not belong here: questions,
suggestions and decisions (`review`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orchestration.cli.shared import BLOCKED, HomeOption, open_home, refuse, say, show_progress, stop

if TYPE_CHECKING:
    from orchestration.home import Home
    from orchestration.review.desk import Desk
    from orchestration.review.facts import OpenCases


def review(
    home: HomeOption = Path("home"),
    event: Annotated[
        str | None, typer.Option("--event", help="Only the questions of this event.", metavar="EVENT_ID")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by", envvar="FNX_USER", help="Who decides; asked for once if not given.", metavar="NAME"
        ),
    ] = None,
    score: Annotated[
        float,
        typer.Option(
            "--score", help="The lowest score that the bulk step offers to accept.", metavar="SCORE"
        ),
    ] = 0.0,
    again: Annotated[
        str | None,
        typer.Option(
            "--again",
            help="Ask again about who is identified: EVENT_ID#NUMBER, an FNX id or part of a name.",
            metavar="WHO",
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="Print the open questions and leave.")] = False,
    filled: Annotated[
        Path | None,
        typer.Option(
            "--import", help="Take the decisions of an identity_queue.csv that was filled in.", metavar="FILE"
        ),
    ] = None,
) -> None:
    """Say who the participants are that no id settles: suggestions with evidence, one key each.

    Decisions are written to registry/identity_decisions.csv as they are taken, signed and dated; nothing is
    ever identified by a score alone. `fnx run` then recomputes the list. In Portuguese.
    """
    from orchestration import week
    from orchestration.home import HomeError
    from orchestration.pool import PoolError, read_pool
    from orchestration.review.desk import Desk
    from orchestration.review.session import closing_pt, waiting_pt
    from orchestration.review.session import review as ask

    show_progress()
    keys = Terminal() if sys.stdin.isatty() else Piped()
    try:
        opened = open_home(home)
        pool = read_pool(opened.pool_file, opened.root.name)
        with opened.writer(say):
            found = _open_cases(opened, pool.school_categories, event, again)
        register = opened.registry / "identity_decisions.csv"
        desk = Desk(found, register, by or "", week.now, lambda: opened.writer(say))
        if show:
            typer.echo("\n".join(waiting_pt(desk)))
            return
        if not desk.open() and filled is None:
            typer.echo("Nenhuma identidade em aberto." if again is None else NOBODY_MEANT_PT)
            return
        if not desk.author:
            desk.author = keys.line("Quem decide (nome que assina): ").strip()
        if not desk.author:
            refuse("who decides must be said: --by NAME, or FNX_USER")
        decided = ask(desk, keys, typer.echo, score) if filled is None else _take(filled, desk)
        typer.echo("\n".join(closing_pt(desk, decided, week.now())))
    except (HomeError, PoolError) as error:
        refuse(str(error))


def _open_cases(
    opened: Home, school_categories: Mapping[str, str], event: str | None, again: str | None
) -> OpenCases:
    import duckdb

    from orchestration.review.facts import open_cases
    from orchestration.warehouse import connect

    if not opened.warehouse.exists():
        stop(BLOCKED, "there is no computed list here yet: run `fnx run` first")
    try:
        with connect(opened.warehouse) as connection:
            return open_cases(connection, school_categories, event, again)
    except duckdb.CatalogException:
        stop(BLOCKED, "the last run did not get to the identities: run `fnx run` first")


def _take(filled: Path, desk: Desk) -> int:
    """The decisions of a queue filled in, all or none."""
    from orchestration.review.filled_in import RefusedQueue, choices_of

    if not filled.is_file():
        refuse(f"there is no file {filled}")
    try:
        choices = choices_of(filled, desk)
    except RefusedQueue as refused:
        refuse(f"{filled.name} was not taken, nothing was written:\n  " + "\n  ".join(refused.problems))
    if choices:
        desk.record(choices)
    return len(choices)


NOBODY_MEANT_PT = (
    "Ninguém identificado com esse número, ID ou nome. "
    "Quem foi identificado por uma correção só muda com outra correção `identity`."
)


class Terminal:
    """Keys of a terminal, as they are pressed."""

    def key(self) -> str:
        """One key; leaving by Ctrl-C or Ctrl-D is no key."""
        try:
            pressed = typer.getchar()
        except (KeyboardInterrupt, EOFError):
            return ""
        return "" if pressed in ("\x03", "\x04") else pressed.lower()

    def line(self, prompt: str) -> str:
        """One line, typed after a prompt."""
        try:
            return input(prompt)
        except EOFError:
            return ""


class Piped:
    """Keys of a pipe: one character each, blanks and line ends between them passed over."""

    def key(self) -> str:
        """The next character that is no blank."""
        while True:
            read = sys.stdin.read(1)
            if not read or not read.isspace():
                return read.lower()

    def line(self, prompt: str) -> str:
        """The rest of the line, the next one if nothing stands on this."""
        while True:
            read = sys.stdin.readline()
            if not read or read.strip():
                return read.strip()

"""The commands of `fnx` under one name.

Belongs here: which commands there are, in the order in which help shows them. Does not belong here: a command
(the modules beside this one; each imports what is heavy inside).
"""

from __future__ import annotations

import typer

from orchestration.cli.explain import explain
from orchestration.cli.inspection import inspect
from orchestration.cli.lists import init, publish, run
from orchestration.cli.review import review
from orchestration.cli.status import status
from orchestration.cli.verify import verify

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
for command in (init, run, status, review, publish, verify, explain, inspect):
    app.command()(command)


def main() -> None:
    """Entry point of the console script."""
    app()

"""The commands of `fnx` under one name.

Belongs here: which commands there are, in the order in which help shows them. Does not belong here: a command
(the modules beside this one; each imports what is heavy inside).
"""

from __future__ import annotations

import typer

from orchestration.cli.explain import explain
from orchestration.cli.fetch import fetch
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
for command in (init, run, status, review, publish, verify, explain, inspect, fetch):
    app.command()(command)


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
)
def calc(ctx: typer.Context) -> None:
    """Calculators: elo, fide, cbx, xol, clube, fnx; for people in pt-BR, for programs with --json."""
    from orchestration.cli.calc import run

    raise typer.Exit(run(ctx.args))

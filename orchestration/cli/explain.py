"""`fnx explain`: why a player has this rating, game by game.

Belongs here: arguments, messages, exit status. Does not belong here: the story (`publication.explanation`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from orchestration.cli.shared import (
    BLOCKED,
    CutoffOption,
    HomeOption,
    cutoff_day,
    open_home_to_read,
    refuse,
    say,
    show_progress,
    stop,
)

if TYPE_CHECKING:
    from orchestration.home import Home
    from orchestration.publication.explanation import Explanation


def explain(
    player: Annotated[
        str,
        typer.Argument(
            help="An id of FNX, CBX or FIDE, or a name (part of it, if only one has it).", metavar="PLAYER"
        ),
    ],
    home: HomeOption = Path("home"),
    cutoff: CutoffOption = None,
    event: Annotated[str | None, typer.Option("--event", help="Only this event.", metavar="EVENT_ID")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of text.")] = False,
    save: Annotated[
        bool,
        typer.Option("--save", help="Also write exports/explanations/<cut-off>/<fnx_id>.json and .html."),
    ] = False,
) -> None:
    """Explain a rating: where it started, every game with K and expected score, every correction.

    Reads the newest draft, else the newest published list; --cutoff asks for another. In Portuguese, with the
    article of each step.
    """
    import json
    from datetime import date

    from orchestration.freshness import outdated
    from orchestration.home import HomeError
    from orchestration.publication.draft import draft_directory, newest_cutoff
    from orchestration.publication.explanation import UnknownPlayerError
    from orchestration.publication.explanation import explain as tell
    from orchestration.publication.explanation_text import explanation_text

    show_progress()
    try:
        opened = open_home_to_read(home)
        day = cutoff_day(cutoff, newest_cutoff(opened.exports) or date.min)
        folder = opened.exports / str(day)
        if not folder.is_dir():
            folder = draft_directory(opened.exports, day)
        if not folder.is_dir():
            stop(
                BLOCKED,
                f"there is no list of {day if cutoff else 'any day'} here: run `fnx run` first",
            )
        try:
            told = tell(folder, player)
        except UnknownPlayerError:
            today = _id_today(opened, player)
            if today is None:
                raise
            told = tell(folder, today)
            say(f"{player} is {today} today")
        if event is not None and event not in {row["event_id"] for row in told.events}:
            refuse(f"{told.fnx_id} has no rated game in event {event} in the list of {day}")
    except UnknownPlayerError as error:
        refuse(str(error))
    except (HomeError, OSError) as error:
        refuse(str(error))
    if as_json:
        typer.echo(json.dumps(told.as_json(), ensure_ascii=False, indent=2, sort_keys=True))
    else:
        typer.echo(explanation_text(told, event), nl=False)
    old = not told.published and bool(outdated(opened, day, folder))
    if old:
        say("this draft is older than the home: `fnx status` says what is not in it yet")
    if save:
        for path in _saved(opened.exports / "explanations" / str(day), told, old):
            say(f"written: {path}")


def _id_today(opened: Home, fnx_id: str) -> str | None:
    """The id that an ended or once issued id leads to, by the newest run; None: nowhere else."""
    import duckdb

    from orchestration.warehouse import connect

    if not opened.warehouse.exists():
        return None
    with connect(opened.warehouse) as connection:
        try:
            found = connection.execute(
                "select fnx_id from intermediate.int_identity__aliases where alias = ? and fnx_id <> alias",
                [fnx_id],
            ).fetchone()
        except duckdb.CatalogException:
            return None
    return str(found[0]) if found else None


def _saved(folder: Path, told: Explanation, old: bool) -> list[Path]:
    import json

    from orchestration.durable import replace_file
    from orchestration.publication.explanation_page import explanation_page

    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{told.fnx_id}.json", folder / f"{told.fnx_id}.html"]
    text = json.dumps(told.as_json() | {"outdated": old}, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    for path, content in zip(paths, (text, explanation_page(told, old)), strict=True):
        replace_file(path, content.encode("utf-8"))
    return paths

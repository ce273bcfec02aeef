"""`fnx status`: where the week stands.

Belongs here: arguments. Does not belong here: what it says (`status`).
"""

from __future__ import annotations

from pathlib import Path

import typer

from orchestration.cli.shared import CutoffOption, HomeOption, cutoff_day, open_home_to_read, refuse


def status(home: HomeOption = Path("home"), cutoff: CutoffOption = None) -> None:
    """Show where the week stands: draft, pending events and why, checks, what publication waits for.

    Says what a draft does not reflect yet, and what changed since the draft before. Reads only.
    """
    from datetime import date

    from orchestration import week
    from orchestration.home import HomeError
    from orchestration.pool import PoolError, read_pool
    from orchestration.publication.chain import PublicationRefused
    from orchestration.status import status_pt

    try:
        opened = open_home_to_read(home)
        pool = read_pool(opened.pool_file, opened.root.name)
        shown = cutoff_day(cutoff, pool.sample_cutoffs[-1] if pool.sample_cutoffs else date.min)
        day = None if shown == date.min else shown
        typer.echo(status_pt(opened, day, week.now()), nl=False)
    except (HomeError, PoolError) as error:
        refuse(str(error))
    except PublicationRefused as refused:
        refuse(refused.message_pt)

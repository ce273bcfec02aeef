"""What assets are handed: the data home.

Belongs here: resources. Does not belong here: assets and their logic.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import dagster as dg

from orchestration.home import Home
from orchestration.pool import Pool, read_pool
from orchestration.warehouse import connect

HOME_VARIABLE = "FNX_HOME"
DEFAULT_HOME = "home"

progress = logging.getLogger("fnx")


def home_path() -> Path:
    """The home that this process works on: ``FNX_HOME``, else ``./home``."""
    return Path(os.environ.get(HOME_VARIABLE, DEFAULT_HOME)).resolve()


class WrongListError(Exception):
    """The warehouse holds another list than the step is about: another run came between."""


class HomeResource(dg.ConfigurableResource):
    """The data home, by its path."""

    root: str

    def open(self) -> Home:
        return Home.open(Path(self.root))

    @contextmanager
    def writing(self, holds: date | None = None) -> Iterator[Home]:
        """The home, held for writing. ``holds``: the list that the warehouse must hold by now."""
        home = self.open()
        with home.writer(progress.info):
            if holds is not None:
                with connect(home.warehouse) as connection:
                    (held,) = connection.execute("select list from home.list_parameters").fetchone() or (
                        None,
                    )
                if held != holds:
                    raise WrongListError(
                        f"the warehouse holds the list of {held}, not of {holds}: run the whole list again"
                    )
            yield home

    def pool(self) -> Pool:
        home = self.open()
        return read_pool(home.pool_file, default_name=home.root.name)

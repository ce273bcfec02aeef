"""What assets are handed: the data home.

Belongs here: resources. Does not belong here: assets and their logic.
"""

import logging
import os
from pathlib import Path

import dagster as dg

from orchestration.home import Home
from orchestration.pool import Pool, read_pool

HOME_VARIABLE = "FNX_HOME"
DEFAULT_HOME = "home"

progress = logging.getLogger("fnx")


def home_path() -> Path:
    """The home that this process works on: ``FNX_HOME``, else ``./home``."""
    return Path(os.environ.get(HOME_VARIABLE, DEFAULT_HOME)).resolve()


class HomeResource(dg.ConfigurableResource):
    """The data home, by its path."""

    root: str

    def open(self) -> Home:
        return Home.open(Path(self.root))

    def pool(self) -> Pool:
        home = self.open()
        return read_pool(home.pool_file, default_name=home.root.name)

"""The rating systems beside FNX, each one a value: how it differs from the others, and nothing else.

Belongs here: the contract of a rating system (`system`), the facts it is given (`facts`), the fold that all
of them share (`season`), and one module per system: `elo`, `fide`, `cbx`, `xol`, `clube`, `fnx`. Does not
belong here: files, pools, lists; wording (`orchestration.calculators`); the official replay of the FNX list
(`engine.replay`), which decides halves exactly and is what lists are made of.

A new system is one module here and one line in `SYSTEMS`; `docs/systems.md` shows a complete one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.systems.system import RatingSystem

#: Code of a system, as `pool.toml` and the calculators name it, and where its value stands.
SYSTEMS = {
    "fnx": ("engine.systems.fnx", "FNX"),
    "elo": ("engine.systems.elo", "ELO"),
    "fide": ("engine.systems.fide", "FIDE"),
    "cbx": ("engine.systems.cbx", "CBX"),
    "xol": ("engine.systems.xol", "XOL"),
    "clube": ("engine.systems.clube", "CLUBE"),
}


def system_named(code: str) -> "RatingSystem":
    """The rating system of a code; ``ValueError`` names the codes there are.

    >>> system_named("clube").entry_rating
    Fraction(1200, 1)
    """
    if code not in SYSTEMS:
        raise ValueError(f"rating system {code!r} is not one of {', '.join(SYSTEMS)}")
    module, name = SYSTEMS[code]
    value: RatingSystem = getattr(import_module(module), name)
    return value

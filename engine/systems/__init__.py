"""The rating systems beside FNX, each one a value: how it differs from the others, and nothing else.

Belongs here: the contract of a rating system (`system`), the facts it is given (`facts`), the fold that all
of them share (`season`), and one module per system: `elo`, `fide`, `cbx`, `xol`, `clube`, `fnx`. Does not
belong here: files, pools, lists; wording (`orchestration.calculators`); the official replay of the FNX list
(`engine.replay`), which decides halves exactly and is what lists are made of.

A system is the value named like its module in capitals (``elo.ELO``): a new one is one module here, found
by itself. `docs/systems.md` shows a complete one.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.systems.system import RatingSystem


@cache
def systems() -> "dict[str, RatingSystem]":
    """The rating systems there are, by code.

    >>> list(systems())
    ['cbx', 'clube', 'elo', 'fide', 'fnx', 'xol']
    """
    from engine.systems.system import RatingSystem

    found = {}
    for module in sorted(iter_modules(__path__), key=lambda module: module.name):
        value = getattr(import_module(f"{__name__}.{module.name}"), module.name.upper(), None)
        if isinstance(value, RatingSystem):
            found[value.code] = value
    return found


def system_named(code: str) -> "RatingSystem":
    """The rating system of a code; ``ValueError`` names the codes there are.

    >>> system_named("clube").entry_rating
    Fraction(1200, 1)
    """
    if code not in systems():
        raise ValueError(f"rating system {code!r} is not one of {', '.join(systems())}")
    return systems()[code]

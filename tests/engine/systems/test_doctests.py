"""The examples in the docstrings of the rating systems are run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import engine.systems

MODULES = [f"engine.systems.{found.name}" for found in pkgutil.iter_modules(engine.systems.__path__)]


@pytest.mark.parametrize("name", ["engine.systems", *MODULES])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples_for_each_system() -> None:
    finder = doctest.DocTestFinder()
    for code in ("elo", "fide", "cbx", "xol", "clube", "fnx"):
        found = finder.find(import_module(f"engine.systems.{code}"))
        assert sum(len(one.examples) for one in found) > 0, code

"""The pages about rating systems: their programs run, and the calculators answer what the page shows."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from engine import Event, Game
from engine.systems import systems
from engine.systems.system import RatingSystem
from orchestration.calculators import CALCULATORS, wording
from orchestration.cli.app import app
from tests.engine.systems.test_laws import DAY

DOCS = Path(__file__).resolve().parents[2] / "docs"
SYSTEMS = (DOCS / "systems.md").read_text(encoding="utf-8")
PLAYERS = (DOCS / "calculadoras.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", SYSTEMS, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^```console\n\$ fnx calc (.*?)\n(.*?)^```$", PLAYERS, re.MULTILINE | re.DOTALL)


def executed(program: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    exec(compile(program, "docs/systems.md", "exec"), vars(module))
    return module


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_programs_on_the_page_run(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    executed(PROGRAMS[number], monkeypatch)


def test_the_five_line_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    executed(PROGRAMS[0], monkeypatch)
    assert capsys.readouterr().out.splitlines() == ["Ana 1400 ", "Bia 1190 ", "Caio 1200 provisional"]


def test_the_complete_example_is_a_system(monkeypatch: pytest.MonkeyPatch) -> None:
    league = executed(PROGRAMS[-1], monkeypatch).LIGA
    assert isinstance(league, RatingSystem)
    event = Event("e", DAY, DAY)
    run = league.replay([], [event], [Game("e", 1, "A", "B", 2), Game("e", 2, "A", "C", 0)])
    assert [(place.player_id, place.rating, place.provisional) for place in league.ranking(run)] == [
        ("A", 1000, False),
        ("C", 1016, True),
        ("B", 984, True),
    ]


@pytest.mark.parametrize(("arguments", "output"), SHOWN, ids=[arguments for arguments, _ in SHOWN])
def test_calculators_answer_what_the_page_shows(arguments: str, output: str) -> None:
    result = CliRunner().invoke(app, ["calc", *shlex.split(arguments)])
    assert result.stdout == output


def test_every_system_has_its_section_and_every_calculator_an_example() -> None:
    headings = [heading.split(":")[0] for heading in re.findall(r"^## (.+)$", SYSTEMS, re.MULTILINE)]
    assert [code for code in systems() if code not in [heading.lower() for heading in headings]] == []
    assert {arguments.split()[0] for arguments, _ in SHOWN} == set(CALCULATORS) == set(systems())


def test_examples_of_the_wording() -> None:
    assert doctest.testmod(wording).failed == 0 and doctest.testmod(wording).attempted == 5


def test_every_mode_is_in_the_table_of_the_json() -> None:
    from importlib import import_module

    for system in CALCULATORS:
        for mode in import_module(f"orchestration.calculators.{system}").MODES:
            rows = [line for line in SYSTEMS.splitlines() if line.startswith(f"| `{system}`, ")]
            assert any(f"`{mode}`" in row for row in rows), (system, mode)

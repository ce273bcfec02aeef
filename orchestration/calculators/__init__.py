"""The calculators of `fnx calc`: one object in, one object out, and the working in pt-BR.

Belongs here: reading a request with its ranges (`request`), one module per system that calls the engine and
words the working (`answer`, `working_pt`). Does not belong here: a rule or number of a system (`engine`),
arguments of the command (`orchestration.cli.calc`).

Nothing heavy is imported: a calculator answers at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from orchestration.calculators.request import CalcError, Request

CALCULATORS = ("elo", "fide", "cbx", "xol", "clube", "fnx")


def calculate(system: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request, numbers exact (fractions). Raises CalcError naming the field."""
    if system not in CALCULATORS:
        raise CalcError("system", f"{system!r} não é um de {', '.join(CALCULATORS)}")
    request = Request(told)
    modes = import_module(f"orchestration.calculators.{system}").MODES
    mode = request.choice("mode", tuple(modes), next(iter(modes)))
    try:
        answer: dict[str, Any] = {"system": system, "mode": mode, **modes[mode](request)}
    except ValueError as error:
        raise CalcError(None, str(error)) from error
    ignored = request.ignored()
    return {**answer, "ignored": ignored} if ignored else answer


def working_pt(answer: Mapping[str, Any]) -> list[str]:
    """The lines that show how an answer came about, in pt-BR."""
    module = import_module(f"orchestration.calculators.{answer['system']}")
    lines: list[str] = module.working_pt(answer)
    return lines


def plain(value: Any) -> Any:
    """An answer with JSON's numbers: whole where they are whole, else the nearest double."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value

"""Reading what a calculator is asked: each field with its range, each refusal with the field's name.

Belongs here: fields of a request object. Does not belong here: what is done with them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

#: Games one request may hold: a season of anybody, and a limit to what a typing error can cost.
MOST_GAMES = 1000
_SCORES = {"1": 2, "0": 0, "½": 1, "1/2": 1, "0.5": 1, "0,5": 1, ".5": 1}


class CalcError(Exception):
    """A request that cannot be answered: the field, where there is one, and why, in pt-BR."""

    def __init__(self, field: str | None, message_pt: str) -> None:
        super().__init__(f"{field}: {message_pt}" if field else message_pt)
        self.field = field
        self.message_pt = message_pt


class Request:
    """One object of a request, or one inside it; ``where`` leads to it in messages."""

    def __init__(self, told: Any, where: str = "") -> None:
        if not isinstance(told, Mapping):
            raise CalcError(where or None, "esperado um objeto JSON")
        self._told = told
        self._where = where
        self._asked: set[str] = set()
        self._inside: list[Request] = []

    def field(self, key: str) -> str:
        """The name of a field in messages: ``games[2].opponent``."""
        return f"{self._where}.{key}" if self._where else key

    def get(self, key: str) -> Any:
        """The raw value; None where it is missing or null."""
        self._asked.add(key)
        return self._told.get(key)

    def ignored(self) -> list[str]:
        """The fields nobody asked for, so that a misspelt one is noticed."""
        own = [self.field(str(key)) for key in self._told if key not in self._asked]
        return own + [name for inside in self._inside for name in inside.ignored()]

    def number(self, key: str, low: int, high: int, default: Fraction | None = None) -> Fraction:
        """A number from ``low`` to ``high``, exact as written."""
        value = self.maybe(key, low, high)
        if value is not None:
            return value
        if default is None:
            raise CalcError(self.field(key), "falta este valor")
        return default

    def maybe(self, key: str, low: int, high: int) -> Fraction | None:
        """`number`, or None where it is missing."""
        told = self.get(key)
        if told is None:
            return None
        value = _exact(told)
        if value is None:
            raise CalcError(self.field(key), f"{told!r} não é um número")
        if not low <= value <= high:
            raise CalcError(self.field(key), f"{told} fora da faixa: de {low} a {high}")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self.number(key, low, high, None if default is None else Fraction(default))
        if value.denominator != 1:
            raise CalcError(self.field(key), f"{self._told.get(key)} deve ser um número inteiro")
        return value.numerator

    def maybe_whole(self, key: str, low: int, high: int) -> int | None:
        """`whole`, or None where it is missing."""
        return None if self.get(key) is None else self.whole(key, low, high)

    def half_points(self, key: str) -> int:
        """A score 1, 0.5 or 0 in half points."""
        told = self.get(key)
        if told is None:
            raise CalcError(self.field(key), "falta o resultado: 1, 0.5 ou 0")
        value = None if isinstance(told, bool) else _SCORES.get(str(told).strip())
        if value is None:
            exact = _exact(told)
            if exact is not None and exact in (0, Fraction(1, 2), 1):
                value = int(2 * exact)
        if value is None:
            raise CalcError(self.field(key), f"{told!r} não é um resultado: 1, 0.5 ou 0")
        return value

    def day(self, key: str, default: date) -> date:
        """A date ``YYYY-MM-DD``."""
        told = self.get(key)
        if told is None:
            return default
        try:
            return date.fromisoformat(str(told).strip())
        except ValueError:
            raise CalcError(self.field(key), f"{told!r} não é uma data AAAA-MM-DD que exista") from None

    def choice(self, key: str, options: tuple[str, ...], default: str) -> str:
        """One of some words."""
        told = self.get(key)
        if told is None:
            return default
        if told not in options:
            raise CalcError(self.field(key), f"{told!r} não é um de {', '.join(options)}")
        return str(told)

    def switch(self, key: str) -> bool | None:
        """True, false, or None where it is missing."""
        told = self.get(key)
        if told is not None and not isinstance(told, bool):
            raise CalcError(self.field(key), f"{told!r} deve ser true ou false")
        return told

    def text(self, key: str) -> str | None:
        """Text, or None where it is missing or blank."""
        told = self.get(key)
        if told is not None and not isinstance(told, str):
            raise CalcError(self.field(key), f"{told!r} deve ser um texto")
        return told.strip() or None if told is not None else None

    def inside(self, key: str) -> Request:
        """The object under a key; an empty one where it is missing."""
        told = self.get(key)
        found = Request({} if told is None else told, self.field(key))
        self._inside.append(found)
        return found

    def list_of(self, key: str, at_least: int = 1) -> list[Request]:
        """The objects of a list."""
        told = self.get(key)
        if told is None:
            told = []
        if not isinstance(told, list | tuple):
            raise CalcError(self.field(key), "esperada uma lista")
        if not at_least <= len(told) <= MOST_GAMES:
            raise CalcError(self.field(key), f"{len(told)} itens fora da faixa: de {at_least} a {MOST_GAMES}")
        found = [Request(item, f"{self.field(key)}[{number}]") for number, item in enumerate(told)]
        self._inside += found
        return found

    def named(self, key: str) -> dict[str, Request]:
        """The objects under the names of an object."""
        inside = self.inside(key)
        names = [str(name) for name in inside._told]
        return {name: inside.inside(name) for name in names}


def _exact(told: Any) -> Fraction | None:
    if isinstance(told, bool):
        return None
    if isinstance(told, Decimal):
        # A number that asks for thousands of digits is no rating, and would take for ever to make exact.
        return Fraction(told) if told.is_finite() and -40 < told.adjusted() < 20 else None
    if isinstance(told, int | Fraction):
        return Fraction(told)
    if isinstance(told, float):
        told = repr(told)  # as it was written, not as it is stored
    if isinstance(told, str) and re.fullmatch(r"[+-]?[0-9]{1,12}([.,][0-9]{1,12})?", told.strip()):
        try:
            return Fraction(Decimal(told.strip().replace(",", ".")))
        except InvalidOperation:
            return None
    return None

"""The readings of the regulation that a federation may choose: what each accepts and what it means.

Belongs here: one entry per policy of the rulebook, with its article and its words in pt-BR.
Does not belong here: defaults, which are fields of `methodology.Methodology`, and what a policy does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.methodology import Methodology


@dataclass(frozen=True, slots=True)
class Policy:
    """One reading a federation may choose: its article, what it accepts and what it means in pt-BR.

    ``read`` turns the value of a configuration into fields of `Methodology`; it raises ``ValueError`` with no
    text for a value that is not ``allowed``.
    """

    key: str
    article: str
    allowed: str
    text_pt: str
    read: Callable[[object], dict[str, object]]
    show: Callable[[Methodology], str]

    def in_force_pt(self, methodology: Methodology) -> str:
        """What the value in force means; the whole text where values have none of their own."""
        start = f"{self.show(methodology)}: "
        told = next((one for one in self.text_pt.split("; ") if one.startswith(start)), None)
        return self.text_pt if told is None else told[len(start)].upper() + told[len(start) + 1 :]


def _choice(key: str, *options: str) -> Callable[[object], dict[str, object]]:
    def read(value: object) -> dict[str, object]:
        if isinstance(value, str) and value.strip() in options:
            return {key: value.strip()}
        raise ValueError

    return read


def _switch(key: str) -> Callable[[object], dict[str, object]]:
    def read(value: object) -> dict[str, object]:
        if isinstance(value, bool):
            return {key: value}
        if isinstance(value, str) and value.strip().lower() in ("true", "false"):
            return {key: value.strip().lower() == "true"}
        raise ValueError

    return read


def _size(value: object) -> dict[str, object]:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}", value.strip()):
        value = int(value.strip())
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError
    return {"min_ranking_size": value}


_CATEGORY = re.compile(r"(sub|o)[ -]?([0-9]{1,2})", re.IGNORECASE)


def _categories(value: object) -> dict[str, object]:
    if isinstance(value, str):
        value = [part for part in value.split(",") if part.strip()]
    if not isinstance(value, Sequence):
        raise ValueError
    youth: set[int] = set()
    senior: set[int] = set()
    for item in value:
        match = _CATEGORY.fullmatch(item.strip()) if isinstance(item, str) else None
        if match is None or int(match[2]) < 1:
            raise ValueError
        (youth if match[1].lower() == "sub" else senior).add(int(match[2]))
    return {"youth_ages": tuple(sorted(youth)), "senior_ages": tuple(sorted(senior))}


def _show(key: str) -> Callable[[Methodology], str]:
    def show(methodology: Methodology) -> str:
        value = getattr(methodology, key)
        return ("true" if value else "false") if isinstance(value, bool) else str(value)

    return show


def _show_categories(methodology: Methodology) -> str:
    names = [f"sub-{age:02d}" for age in methodology.youth_ages]
    return ", ".join(names + [f"o{age}" for age in methodology.senior_ages])


POLICIES: tuple[Policy, ...] = (
    Policy(
        "k_granularity",
        "Art. 6, § 2º",
        "event, game",
        "event: o K do jogador é o mesmo em todo o evento; game: o K ordinário passa a valer na partida "
        "seguinte à que completa o desenvolvimento",
        _choice("k_granularity", "event", "game"),
        _show("k_granularity"),
    ),
    Policy(
        "pre_event",
        "Art. 7, § 1º",
        "start, order",
        "start: valem os ratings de antes do início do evento; order: os de depois de todos os eventos "
        "anteriores na ordem de processamento",
        _choice("pre_event", "start", "order"),
        _show("pre_event"),
    ),
    Policy(
        "untimed_last",
        "Art. 8",
        "true, false",
        "true: na mesma data, eventos sem horário informado vêm depois dos que têm; "
        "false: na mesma data, eventos sem horário informado vêm antes dos que têm",
        _switch("untimed_last"),
        _show("untimed_last"),
    ),
    Policy(
        "annual_rollover",
        "Arts. 9 e 13",
        "carry, reassess",
        "carry: rating, partidas e desenvolvimento seguem sem alteração a cada ano; reassess: a cada "
        "data-base o rating transportado concorre com as demais fontes (Art. 14)",
        _choice("annual_rollover", "carry", "reassess"),
        _show("annual_rollover"),
    ),
    Policy(
        "list_unrated",
        "Art. 15",
        "true, false",
        "true: jogadores do RN cadastrados e sem fonte entram na lista, inativos, com a referência etária; "
        "false: jogadores cadastrados e sem fonte só entram na lista quando jogam",
        _switch("list_unrated"),
        _show("list_unrated"),
    ),
    Policy(
        "minor_names",
        "Art. 19",
        "full, initials",
        "full: nomes de menores por extenso; initials: nomes de menores só pelas iniciais",
        _choice("minor_names", "full", "initials"),
        _show("minor_names"),
    ),
    Policy(
        "ranking_categories",
        "Art. 17",
        'a list of "Sub-N" and "ON" with N from 1 to 99',
        "Categorias etárias dos rankings, além do geral e do feminino",
        _categories,
        _show_categories,
    ),
    Policy(
        "min_ranking_size",
        "Art. 17",
        "a whole number from 1",
        "Um ranking com menos jogadores do que isto não é publicado",
        _size,
        _show("min_ranking_size"),
    ),
)

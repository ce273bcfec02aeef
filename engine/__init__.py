"""Rating systems, pure: numbers in, numbers out.

Belongs here: every number and rule of the regulation that is arithmetic. Does not belong here: files,
databases, clocks, and anything of Dagster or of `scrapers`.

Public names are loaded on first use, so that a command that rates nothing does not pay for them. Functions
named like their module (`engine.replay.replay`, `engine.rankings.rankings`) are imported from it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.entry import (
        EntryCandidate,
        EntryInputs,
        EntryState,
        candidates,
        category_age,
        category_ages,
        chosen,
        entry_state,
        published_entry_state,
        unmapped_categories,
    )
    from engine.exact import Rounded, change_units, round_event, round_units
    from engine.expected_score import DENOMINATOR, expected_units, format_units
    from engine.methodology import (
        FNX_2026,
        RHYTHMS,
        SOURCES,
        Methodology,
        MethodologyRow,
        RankingCategory,
        methodology_for,
    )
    from engine.order import in_order, order_key
    from engine.rankings import RankedPlayer, RankingPlace, belongs, rank
    from engine.replay import (
        EventResult,
        LedgerSide,
        PlayerState,
        RatedEvent,
        RatedGame,
        Reassessment,
        Replay,
    )

__all__ = [
    "DENOMINATOR",
    "FNX_2026",
    "RHYTHMS",
    "SOURCES",
    "EntryCandidate",
    "EntryInputs",
    "EntryState",
    "EventResult",
    "LedgerSide",
    "Methodology",
    "MethodologyRow",
    "PlayerState",
    "RankedPlayer",
    "RankingCategory",
    "RankingPlace",
    "RatedEvent",
    "RatedGame",
    "Reassessment",
    "Replay",
    "Rounded",
    "belongs",
    "candidates",
    "category_age",
    "category_ages",
    "change_units",
    "chosen",
    "entry_state",
    "expected_units",
    "format_units",
    "in_order",
    "methodology_for",
    "order_key",
    "published_entry_state",
    "rank",
    "round_event",
    "round_units",
    "unmapped_categories",
]

_ROOMS = ("expected_score", "methodology", "exact", "order", "entry", "rankings", "replay")


def __getattr__(name: str) -> object:
    if name in __all__:
        for room in _ROOMS:
            module = import_module(f"engine.{room}")
            if name in vars(module):
                value: object = vars(module)[name]
                globals()[name] = value
                return value
    raise AttributeError(f"module 'engine' has no attribute {name!r}")

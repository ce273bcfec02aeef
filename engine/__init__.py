"""Rating systems, pure: numbers in, numbers out.

Belongs here: every number and rule of the regulation that is arithmetic. Does not belong here: files,
databases, clocks, and anything of Dagster or of `scrapers`.

The FNX rating is in this folder; the systems of other pools and calculators are in `systems`.

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
    from engine.rows import EventResult, LedgerSide, PlayerState, RatedEvent, RatedGame, Reassessment, Replay
    from engine.systems import system_named
    from engine.systems.cbx import CBX, cbx_k, cbx_period
    from engine.systems.clube import CLUBE, Clube, ClubResult, club_night
    from engine.systems.elo import ELO, elo_batch, elo_game, elo_outcomes
    from engine.systems.facts import Entry, Event, Game
    from engine.systems.fide import (
        FIDE,
        FIDE_BLITZ,
        FIDE_RAPID,
        FideGame,
        fide_expected,
        fide_k,
        fide_period,
        fide_rhythm,
    )
    from engine.systems.fide_first import fide_performance, first_rating
    from engine.systems.fnx import FNX, fnx_entry, fnx_event
    from engine.systems.logistic import elo_expected
    from engine.systems.season import Place
    from engine.systems.system import RatingSystem, Standing
    from engine.systems.xol import XOL, XolPlayer, hourly_lists, top100, xol_game

__all__ = [
    "CBX",
    "CLUBE",
    "DENOMINATOR",
    "ELO",
    "FIDE",
    "FIDE_BLITZ",
    "FIDE_RAPID",
    "FNX",
    "FNX_2026",
    "RHYTHMS",
    "SOURCES",
    "XOL",
    "ClubResult",
    "Clube",
    "Entry",
    "EntryCandidate",
    "EntryInputs",
    "EntryState",
    "Event",
    "EventResult",
    "FideGame",
    "Game",
    "LedgerSide",
    "Methodology",
    "MethodologyRow",
    "Place",
    "PlayerState",
    "RankedPlayer",
    "RankingCategory",
    "RankingPlace",
    "RatedEvent",
    "RatedGame",
    "RatingSystem",
    "Reassessment",
    "Replay",
    "Rounded",
    "Standing",
    "XolPlayer",
    "belongs",
    "candidates",
    "category_age",
    "category_ages",
    "cbx_k",
    "cbx_period",
    "change_units",
    "chosen",
    "club_night",
    "elo_batch",
    "elo_expected",
    "elo_game",
    "elo_outcomes",
    "entry_state",
    "expected_units",
    "fide_expected",
    "fide_k",
    "fide_performance",
    "fide_period",
    "fide_rhythm",
    "first_rating",
    "fnx_entry",
    "fnx_event",
    "format_units",
    "hourly_lists",
    "in_order",
    "methodology_for",
    "order_key",
    "published_entry_state",
    "rank",
    "round_event",
    "round_units",
    "system_named",
    "top100",
    "unmapped_categories",
    "xol_game",
]

_ROOMS = (
    *("expected_score", "methodology", "exact", "order", "entry", "rankings", "rows", "replay"),
    *("systems", "systems.facts", "systems.logistic", "systems.season", "systems.system"),
    *("systems.clube", "systems.elo", "systems.fide_first", "systems.fide", "systems.cbx"),
    *("systems.xol", "systems.fnx"),
)


def __getattr__(name: str) -> object:
    if name in __all__:
        for room in _ROOMS:
            module = import_module(f"engine.{room}")
            if name in vars(module):
                value: object = vars(module)[name]
                globals()[name] = value
                return value
    raise AttributeError(f"module 'engine' has no attribute {name!r}")

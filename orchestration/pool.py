"""The pool's settings: `pool.toml`, checked, with what a federation may choose.

Belongs here: the name of the pool, its rating system, its policies and its category map.
Does not belong here: what the numbers mean (`engine.methodology`), the settings of pools of other systems
(`own_rules`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from engine.methodology import Methodology, methodology_for
from orchestration.fetching.settings import FetchSettings, fetch_settings
from orchestration.own_rules import OwnRules, Ranking, own_rules

TABLES = ("pool", "policies", "methodology")
SETTINGS = ("name", "system", "sample_cutoffs")
#: The system of the regulation; pools of any other have rules of their own.
REGULATION = "fnx"
#: The first rules that pools of FIDE's system compute with.
FIDE_RULES_FROM = date(2024, 3, 1)


class PoolError(Exception):
    """`pool.toml` cannot be used; the message names the key, what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What one data home is: a named pool under one methodology."""

    name: str
    methodology: Methodology
    school_categories: Mapping[str, str] = field(default_factory=dict)
    sample_cutoffs: tuple[date, ...] = ()
    fetch: FetchSettings = field(default_factory=FetchSettings)
    own: OwnRules | None = None

    @property
    def own_rules(self) -> bool:
        """Whether the pool follows another system than the regulation."""
        return self.own is not None

    @property
    def system(self) -> str:
        """The code of its rating system."""
        return REGULATION if self.own is None else self.own.system.code

    @property
    def all_initials(self) -> bool:
        """Whether every name is published as initials."""
        return self.own is not None and self.own.names == "initials"

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The rankings of a list, in display order."""
        categories = self.methodology.ranking_categories
        if self.own is not None:
            return self.own.rankings(categories)
        return tuple(Ranking(one.code, one.order, one.sex, one.min_age, one.max_age) for one in categories)


def read_pool(path: Path, default_name: str) -> Pool:
    """The settings in `path`, or the defaults where the file is absent. Raises PoolError."""
    raw: dict[str, Any] = {}
    if path.exists():
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise PoolError(f"{path}: not a readable TOML file ({error}); see docs/operators.md") from error
    settings = {key: value for key, value in raw.items() if not isinstance(value, dict)}
    for table in TABLES:
        settings.update(raw.get(table, {}))
    system = settings.get("system", REGULATION)
    overrides = {key: value for key, value in settings.items() if key not in SETTINGS}
    own = None
    try:
        if system != REGULATION:
            own = own_rules(str(system), overrides, raw.get("numbers", {}))
        methodology = methodology_for(overrides)
    except ValueError as error:
        raise PoolError(f"{path}: {error}") from error
    if system == "fide" and methodology.base_date < FIDE_RULES_FROM:
        raise PoolError(f"{path}: base_date of a FIDE pool must be {FIDE_RULES_FROM} or later")
    categories = raw.get("school_categories", {})
    wrong = [key for key, value in categories.items() if not isinstance(value, str)]
    if wrong:
        raise PoolError(f'{path}: school_categories.{wrong[0]} must be text such as "12-14" or "Sub-12"')
    try:
        fetch = fetch_settings(raw.get("fetch", {}))
    except ValueError as error:
        raise PoolError(f"{path}: {error}") from error
    cutoffs = settings.get("sample_cutoffs", [])
    if not all(isinstance(day, date) for day in cutoffs):
        raise PoolError(f"{path}: sample_cutoffs must be dates such as 2026-11-22")
    return Pool(
        name=str(settings.get("name", default_name)),
        methodology=methodology,
        school_categories=dict(categories),
        sample_cutoffs=tuple(cutoffs),
        fetch=fetch,
        own=own,
    )

"""The table `[fetch]` of `pool.toml`: whom to ask, how politely, and who is asking.

Belongs here: the settings, their defaults and checks. Does not belong here: using them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from scrapers.addresses import CBX_SITE, FIDE_DOWNLOADS


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How the sources are asked. ``contact``: an address or page that a site's keeper can write to."""

    contact: str = ""
    delay: float = 5.0
    daily_budget: int = 300
    attempts: int = 4
    fide_url: str = FIDE_DOWNLOADS
    fide_lists: tuple[str, ...] = ("standard", "combined")
    fide_since: date | None = None
    cbx_url: str = CBX_SITE
    cbx_ufs: tuple[str, ...] = ("RN",)
    cbx_calendar: bool = True
    card_days: int = 35


#: Each setting: what is allowed, said in words, and its check.
_CHECKS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "contact": ("an e-mail address or a page, in ASCII", lambda value: _plain(value)),
    "delay": ("seconds, from 1 to 600", lambda value: _number(value) and 0 <= value <= 600),
    "daily_budget": ("a whole number from 1 to 5000", lambda value: _whole(value) and 1 <= value <= 5000),
    "attempts": ("a whole number from 1 to 10", lambda value: _whole(value) and 1 <= value <= 10),
    "fide_url": ("an address http:// or https://", lambda value: _address(value)),
    "fide_lists": ("a list of standard, rapid, blitz, combined", lambda value: _lists(value)),
    "fide_since": ("a date such as 2025-12-01", lambda value: _day(value)),
    "cbx_url": ("an address http:// or https://", lambda value: _address(value)),
    "cbx_ufs": ("a list of states such as RN", lambda value: _states(value)),
    "cbx_calendar": ("true or false", lambda value: isinstance(value, bool)),
    "card_days": ("a whole number from 1 to 3650", lambda value: _whole(value) and 1 <= value <= 3650),
}


def fetch_settings(table: Mapping[str, Any]) -> FetchSettings:
    """The settings of the table. Raises ValueError that names the key and what is allowed."""
    for key, value in table.items():
        if key not in _CHECKS:
            raise ValueError(f"unknown setting fetch.{key}; known are {', '.join(_CHECKS)}")
        allowed, holds = _CHECKS[key]
        if not holds(value):
            raise ValueError(f"fetch.{key} = {value!r}: allowed is {allowed}")
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    settings = replace(FetchSettings(), **values)
    if settings.fide_lists == ("combined",):
        raise ValueError(
            "fetch.fide_lists = ['combined']: the combined list does not tell its month; "
            "add 'standard', which does"
        )
    if settings.delay < 1 and not all(map(_on_this_machine, (settings.fide_url, settings.cbx_url))):
        raise ValueError(f"fetch.delay = {settings.delay}: allowed is {_CHECKS['delay'][0]}")
    return settings


def _on_this_machine(address: str) -> bool:
    """Only a replica for tests is asked without a pause."""
    return urlsplit(address).hostname in ("127.0.0.1", "::1", "localhost")


def _plain(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isprintable()


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _address(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"https?://[^/\s]+\S*", value) is not None


def _day(value: object) -> bool:
    return isinstance(value, date) and not isinstance(value, datetime)


def _lists(value: object) -> bool:
    from scrapers.fide.download import SCOPES

    return isinstance(value, list) and bool(value) and all(one in SCOPES for one in value)


def _states(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, str) and re.fullmatch(r"[A-Z]{2}", one) for one in value
    )

"""The rules of a pool that follows another system than the regulation: chosen in `pool.toml`.

Belongs here: which system, its numbers, and what such a pool decides beside them: names, who may see the
page. Does not belong here: how a system rates (`engine.systems`), and words about it
(`publication.systems_pt`).

Every number that a system has as a field of its value can be set in `[numbers]`; so a new system needs
nothing here.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from engine.methodology import RHYTHMS, Methodology, RankingCategory

if TYPE_CHECKING:
    from engine.systems.system import RatingSystem

Visibility = Literal["organizer", "link", "public"]

NAMES = ("full", "initials")
VISIBILITIES = ("organizer", "link", "public")
#: Policies of the regulation that mean the same in every system.
SHARED_POLICIES = ("base_date", "minor_names", "ranking_categories", "min_ranking_size")
LEAST_SECRET = 16
#: Systems whose text has minors shown as initials unless the pool says otherwise.
MINORS_AS_INITIALS = ("clube",)


class Ranking(NamedTuple):
    """A ranking of the pool. ``provisional``: only such players, or only the others; ``places``: so many."""

    code: str
    order: int
    sex: str | None
    min_age: int | None
    max_age: int | None
    provisional: bool | None = None
    places: int | None = None


@dataclass(frozen=True, slots=True)
class OwnRules:
    """A system with the numbers of the pool, and the pool's choices about people."""

    system: RatingSystem
    names: Literal["full", "initials"] = "full"
    visibility: Visibility = "organizer"
    secret: str | None = None
    age_categories: bool = False

    def public_folder(self, pool_name: str) -> str | None:
        """The folder below ``exports/public`` that may be copied to a server; None: nothing may.

        With ``link`` nobody can guess it who does not know the pool's secret, and it stays the same from list
        to list, so that a link that was given keeps its page.
        """
        if self.visibility == "organizer":
            return None
        if self.visibility == "public":
            return "ranking"
        assert self.secret is not None
        return hmac.new(self.secret.encode(), pool_name.encode(), hashlib.sha256).hexdigest()[:32]

    def numbers(self) -> dict[str, object]:
        """The numbers of the system as they are in force here."""
        return {one.name: getattr(self.system, one.name) for one in fields(self.system)}

    def policies(self, methodology: Methodology) -> dict[str, str]:
        """All that this pool chose, as the manifest says it; not the secret."""
        chosen = {key: text for key, text in methodology.policies().items() if key in SHARED_POLICIES}
        if not self.age_categories:
            chosen["ranking_categories"] = ""
        return {
            "system": self.system.code,
            **{key: str(value) for key, value in self.numbers().items()},
            "base_date": methodology.base_date.isoformat(),
            "names": self.names,
            "visibility": self.visibility,
            **chosen,
        }

    def signature(self, methodology: Methodology) -> str:
        """SHA-256 of `policies`: two lists with the same one follow the same rules."""
        text = json.dumps(self.policies(methodology), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def rankings(self, categories: Iterable[RankingCategory]) -> tuple[Ranking, ...]:
        """The general ranking (and the categories, where chosen), the system's own top, the provisional."""
        found = [
            Ranking(one.code, one.order, one.sex, one.min_age, one.max_age, False)
            for one in categories
            if self.age_categories or one.code == "geral"
        ]
        if self.system.top is not None:
            found.append(
                Ranking(f"top{self.system.top}", len(found) + 1, None, None, None, False, self.system.top)
            )
        found.append(Ranking("provisorios", len(found) + 1, None, None, None, True))
        return tuple(found)


def own_rules(code: str, settings: dict[str, Any], numbers: Mapping[str, Any]) -> OwnRules:
    """The rules of a pool of system `code`, whose own keys are taken out of `settings`.

    ValueError says what is wrong. What stays in `settings` is for `engine.methodology.methodology_for`.
    """
    names = _one_of("names", settings.pop("names", "full"), NAMES)
    visibility = _one_of("visibility", settings.pop("visibility", "organizer"), VISIBILITIES)
    secret = settings.pop("secret", None)
    if secret is not None and (not isinstance(secret, str) or len(secret) < LEAST_SECRET):
        raise ValueError(f"secret must be text of at least {LEAST_SECRET} characters")
    if visibility == "link" and secret is None:
        raise ValueError('visibility = "link" needs a secret, from which the path of the page is made')
    for key in settings:
        if key not in SHARED_POLICIES:
            raise ValueError(
                f"{key} = {settings[key]!r} is no setting of a pool of system {code}: known are names, "
                f"visibility, secret, {', '.join(SHARED_POLICIES)}"
            )
    if names == "initials":
        settings["minor_names"] = "initials"
    elif code in MINORS_AS_INITIALS:
        settings.setdefault("minor_names", "initials")
    return OwnRules(_with_numbers(code, numbers), names, visibility, secret, "ranking_categories" in settings)


def _with_numbers(code: str, numbers: Mapping[str, Any]) -> RatingSystem:
    from engine.systems import system_named
    from engine.systems.facts import Entry

    system = system_named(code)
    known = {one.name: getattr(system, one.name) for one in fields(system)}
    for key, value in numbers.items():
        if key not in known:
            raise ValueError(f"[numbers] {key} is no number of system {code}: known are {', '.join(known)}")
        if isinstance(known[key], str):
            _one_of(f"[numbers] {key}", value, RHYTHMS)
        elif type(value) is not int or not 1 <= value <= 10_000:
            raise ValueError(f"[numbers] {key} = {value!r}: expected a whole number from 1 to 10000")
    system = replace(system, **numbers)
    system.enter(Entry("somebody"))  # refuses a start under the floor
    return system


def entry_floor(system: RatingSystem) -> Fraction:
    """The lowest rating an entry may have."""
    return Fraction(0) if system.floor is None else system.floor


def _one_of(key: str, value: object, allowed: tuple[str, ...]) -> Any:
    if value not in allowed:
        raise ValueError(f"{key} = {value!r}: allowed is {', '.join(allowed)}")
    return value

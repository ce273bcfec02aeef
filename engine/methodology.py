"""Every number and every policy of the regulation, as one value: the only place they stand.

Belongs here: constants with their article, the fields of the policies and their defaults, the ranking
categories, the version and the signature that a list prints.
Does not belong here: what each policy accepts and means (`policies`), what is done with the numbers (`entry`,
`replay`, `rankings`), and the exact table of expected scores (`expected_score`): its denominator follows from
the formula of Art. 7, not from a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date
from functools import cached_property
from typing import Literal, NamedTuple

from engine.expected_score import DENOMINATOR, DIVISOR
from engine.policies import POLICIES

Rhythm = Literal["STD", "RPD", "BLZ"]
RHYTHMS: tuple[Rhythm, ...] = ("STD", "RPD", "BLZ")

Source = Literal["approval", "fide", "previous_fnx", "cbx", "age_reference"]
#: The sources of an initial rating in the order that decides a tie (Art. 14).
SOURCES: tuple[Source, ...] = ("approval", "fide", "previous_fnx", "cbx", "age_reference")


@dataclass(frozen=True, slots=True)
class PerRhythm:
    """One whole number for each rhythm."""

    std: int
    rpd: int
    blz: int

    def of(self, rhythm: str) -> int:
        """The number of one rhythm; ``ValueError`` for a code that is not in `RHYTHMS`."""
        if rhythm == "STD":
            return self.std
        if rhythm == "RPD":
            return self.rpd
        if rhythm == "BLZ":
            return self.blz
        raise ValueError(f"rhythm {rhythm!r} is not one of {', '.join(RHYTHMS)}")

    def __str__(self) -> str:
        return f"{self.std} / {self.rpd} / {self.blz}"


@dataclass(frozen=True, slots=True)
class AgeReference:
    """Art. 10: the points of who turns at most ``max_age`` in the calendar year."""

    max_age: int
    points: int


@dataclass(frozen=True, slots=True)
class RankingCategory:
    """One ranking of Art. 17. Ages are reached in the civil year of the cut-off, both ends included.

    ``sex`` None: everybody. ``min_age`` and ``max_age`` None: no limit on that side.
    """

    code: str
    order: int
    sex: Literal["F"] | None
    min_age: int | None
    max_age: int | None


class MethodologyRow(NamedTuple):
    """One line of the methodology section of a list: article, key, value, text in pt-BR."""

    article: str
    key: str
    value: str
    text_pt: str


@dataclass(frozen=True)
class Methodology:
    """The regulation in numbers. Fields stand in the order of the articles."""

    version: str = "FNX-2026"
    effective_from: date = date(2026, 1, 1)
    act: str = "Regulamento oficial do Rating FNX"

    # Art. 4
    recognitions: tuple[str, ...] = ("fnx", "cbx_calendar", "school", "other")
    home_uf: str = "RN"

    # Art. 6
    k_ordinary: PerRhythm = PerRhythm(25, 15, 10)
    k_development: PerRhythm = PerRhythm(50, 30, 20)
    development_games: int = 30
    development_rating: int = 600
    equivalent_games_factor: int = 60
    consolidated_sources: tuple[Source, ...] = ("approval", "fide", "previous_fnx")

    # Art. 7
    elo_base: int = 10
    elo_divisor: int = DIVISOR
    expected_denominator: int = DENOMINATOR
    floor: int = 100

    # Arts. 9-13
    base_date: date = date(2026, 1, 1)
    implementation_date: date = date(2026, 1, 1)
    age_references: tuple[AgeReference, ...] = (
        AgeReference(6, 200),
        AgeReference(8, 250),
        AgeReference(10, 300),
        AgeReference(12, 350),
        AgeReference(14, 400),
        AgeReference(16, 450),
        AgeReference(18, 500),
    )
    adult_reference: int = 550
    neutral_reference: int = 400
    external_offset: int = 1000
    experience_points: PerRhythm = PerRhythm(50, 30, 20)
    full_experience: int = 600

    # Art. 17
    youth_ages: tuple[int, ...] = tuple(range(5, 21))
    senior_ages: tuple[int, ...] = (35, 50, 65, 75)

    # Arts. 19, 20, 22
    majority_age: int = 18
    time_zone: str = "America/Fortaleza"
    cutoff_weekday: int = 6
    publication_weekday: int = 2
    appeal_days: int = 7

    # Policies: readings that the regulation leaves open (rulebook, "Policies")
    k_granularity: Literal["event", "game"] = "event"
    pre_event: Literal["start", "order"] = "start"
    untimed_last: bool = True
    annual_rollover: Literal["carry", "reassess"] = "carry"
    list_unrated: bool = False
    minor_names: Literal["full", "initials"] = "full"
    min_ranking_size: int = 1

    @cached_property
    def ranking_categories(self) -> tuple[RankingCategory, ...]:
        """Art. 17: every ranking in display order, each absolute and then female."""
        bounds: list[tuple[str, int | None, int | None]] = [("", None, None)]
        bounds += [(f"sub-{age:02d}", None, age) for age in self.youth_ages]
        bounds += [(f"o{age}", age, None) for age in self.senior_ages]
        rows: list[RankingCategory] = []
        for stem, low, high in bounds:
            female = f"{stem}-feminino" if stem else "feminino"
            rows.append(RankingCategory(stem or "geral", len(rows) + 1, None, low, high))
            rows.append(RankingCategory(female, len(rows) + 1, "F", low, high))
        return tuple(rows)

    def on(self, day: date) -> Methodology:
        """The version in force on a day: this one, always (see `versions.Versions`)."""
        return self

    @property
    def versions(self) -> tuple[Methodology, ...]:
        """All versions, by the date they take effect: this one."""
        return (self,)

    def reference_for_age(self, age: int) -> int:
        """P of Art. 10 for an age reached in the calendar year."""
        for reference in self.age_references:
            if age <= reference.max_age:
                return reference.points
        return self.adult_reference

    def k_of(self, rhythm: str, in_development: bool) -> int:
        """The K factor of Art. 6; ``ValueError`` for an unknown rhythm."""
        return (self.k_development if in_development else self.k_ordinary).of(rhythm)

    def development_continues(self, games: int, rating: int) -> bool:
        """Art. 6 par. 2: neither milestone reached (games at 30, rating above 600)."""
        return games < self.development_games and rating <= self.development_rating

    def policies(self) -> dict[str, str]:
        """The policies in force as text, in the order of the rulebook's table."""
        return {policy.key: policy.show(self) for policy in POLICIES}

    def canonical(self) -> str:
        """All fields as JSON with sorted keys and no spaces: what `signature` hashes."""
        import json

        return json.dumps(_plain(self), sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    def signature(self) -> str:
        """SHA-256 (hexadecimal) of `canonical`: two lists with the same signature follow the same rules."""
        import hashlib

        return hashlib.sha256(self.canonical().encode("ascii")).hexdigest()

    def numbers(self) -> dict[str, str]:
        """What the regulation fixes in numbers, by key, as `describe` shows them: no policy, no version."""
        named = {policy.key for policy in POLICIES} | {"version", "effective_from", "rounding"}
        return {row.key: row.value for row in self.describe() if row.key not in named}

    def describe(self) -> tuple[MethodologyRow, ...]:
        """The methodology section of a list (Art. 21): article, key, value and text in plain pt-BR."""
        rows = [
            MethodologyRow("Art. 21", "version", self.version, f"Metodologia vigente ({self.act})"),
            MethodologyRow("Art. 21", "effective_from", self.effective_from.isoformat(), "Vigente desde"),
            MethodologyRow(
                "Art. 6", "k_ordinary", str(self.k_ordinary), "Fator K ordinário (Standard / Rápido / Blitz)"
            ),
            MethodologyRow(
                "Art. 6, § 1º",
                "k_development",
                str(self.k_development),
                "Fator K no período de desenvolvimento (Standard / Rápido / Blitz)",
            ),
            MethodologyRow(
                "Art. 6, § 2º",
                "development_games",
                str(self.development_games),
                "O desenvolvimento termina ao completar este número de partidas válidas",
            ),
            MethodologyRow(
                "Art. 6, § 2º",
                "development_rating",
                str(self.development_rating),
                "O desenvolvimento termina ao ultrapassar este rating, se isso vier antes",
            ),
            MethodologyRow(
                "Art. 6, § 4º",
                "equivalent_games_factor",
                str(self.equivalent_games_factor),
                "Partidas equivalentes iniciais: este número vezes o peso da fonte escolhida",
            ),
            MethodologyRow(
                "Art. 7",
                "elo_divisor",
                str(self.elo_divisor),
                f"Pontuação esperada: E = 1 / (1 + {self.elo_base} ^ ((Ro - Rj) / {self.elo_divisor})), "
                "sem limite de diferença",
            ),
            MethodologyRow(
                "Art. 7",
                "expected_denominator",
                str(self.expected_denominator),
                "Unidade em que as variações são somadas sem arredondamento: 1 ponto = este número",
            ),
            MethodologyRow(
                "Art. 7, § 2º",
                "rounding",
                "floor(x + 1/2)",
                "A soma do evento é arredondada uma vez; a fração 0,5 sobe (2,5 -> 3; -2,5 -> -2)",
            ),
            MethodologyRow("Art. 7, § 3º", "floor", str(self.floor), "Piso; não há teto de variação"),
            MethodologyRow("Art. 9", "base_date", self.base_date.isoformat(), "Data-base"),
        ]
        low = -1
        for reference in self.age_references:
            rows.append(
                MethodologyRow(
                    "Art. 10",
                    f"age_reference_{reference.max_age:02d}",
                    str(reference.points),
                    f"Referência Sub-{reference.max_age}"
                    + (f" (de {low + 1} a {reference.max_age} anos no ano)" if low >= 0 else ""),
                )
            )
            low = reference.max_age
        rows += [
            MethodologyRow(
                "Art. 10", "adult_reference", str(self.adult_reference), f"Referência acima do Sub-{low}"
            ),
            MethodologyRow(
                "Art. 10",
                "neutral_reference",
                str(self.neutral_reference),
                "Referência neutra e limite de quem não tem ano de nascimento comprovado",
            ),
            MethodologyRow(
                "Arts. 11 a 13",
                "external_offset",
                str(self.external_offset),
                "Subtraído do rating FIDE, do CBX e do FNX anterior na conversão",
            ),
            MethodologyRow(
                "Art. 12, § 1º",
                "experience_points",
                str(self.experience_points),
                "Pontos de experiência por torneio CBX (Standard / Rápido / Blitz)",
            ),
            MethodologyRow(
                "Art. 12, § 2º",
                "full_experience",
                str(self.full_experience),
                "Pontos de experiência que dão confiança integral",
            ),
            MethodologyRow(
                "Art. 17",
                "youth_ages",
                ", ".join(f"Sub-{age}" for age in self.youth_ages),
                "Rankings por idade máxima no ano civil, absolutos e femininos",
            ),
            MethodologyRow(
                "Art. 17",
                "senior_ages",
                ", ".join(f"O{age}" for age in self.senior_ages),
                "Rankings por idade mínima no ano civil, absolutos e femininos",
            ),
            MethodologyRow(
                "Art. 22",
                "appeal_days",
                str(self.appeal_days),
                "Dias corridos para contestar a lista",
            ),
        ]
        rows += [
            MethodologyRow(policy.article, policy.key, policy.show(self), policy.in_force_pt(self))
            for policy in POLICIES
            if policy.key != "ranking_categories"  # the two rows of Art. 17 already say it
        ]
        return tuple(rows)


def methodology_for(overrides: Mapping[str, object]) -> Methodology:
    """`FNX_2026` with the policies of a pool; also accepts ``base_date`` (a date or ISO text).

    Values may be native (TOML) or text (an act). ``ValueError`` names key, value and what is allowed.
    """
    changes: dict[str, object] = {}
    for key in sorted(overrides):
        changes.update(policy_fields(key, overrides[key]))
    return replace(FNX_2026, **changes)  # type: ignore[arg-type]


def policy_fields(key: str, value: object) -> dict[str, object]:
    """The fields of `Methodology` that one policy sets; also ``base_date``. ``ValueError`` as said above."""
    if key == "base_date":
        return {key: _base_date(value)}
    policy = next((one for one in POLICIES if one.key == key), None)
    if policy is None:
        raise ValueError(
            f"unknown policy {key} = {value!r}: known are base_date, "
            + ", ".join(policy.key for policy in POLICIES)
        )
    try:
        return policy.read(value)
    except ValueError:
        raise ValueError(f"policy {key} = {value!r}: allowed is {policy.allowed}") from None


def _base_date(value: object) -> date:
    if isinstance(value, str):
        try:
            value = date.fromisoformat(value.strip())
        except ValueError:
            value = None
    if type(value) is not date:
        raise ValueError(f"base_date = {value!r}: allowed is a date YYYY-MM-DD")
    return value


def _plain(value: object) -> object:
    """Fields as JSON values; dataclasses become objects, dates ISO text, tuples lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


FNX_2026 = Methodology()

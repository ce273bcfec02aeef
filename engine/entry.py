"""The initial rating of a player (Arts. 9-14): convert each source, weigh it, choose the highest.

Every candidate is kept with its inputs, not only the winner, so that a reader of the list sees why.

Belongs here: the conversion of Arts. 10-13, the choice of Art. 14, equivalent games and development at entry
(Art. 6 par. 4), the age a category text names (Art. 10). Does not belong here: which list is the newest
before a date and which tournaments ended by then (relations, decided before the engine), and what happens to
a rating afterwards (`replay`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Context, Decimal

from engine.methodology import SOURCES, Methodology, Source
from engine.text import without_accents


@dataclass(frozen=True, slots=True)
class EntryInputs:
    """What is known of one player by the entry date. None: unknown or no such source.

    ``birth_year`` only where proven. ``category_texts`` are the categories of the first event, joined by
    ``;``. ``cbx_std``, ``cbx_rpd`` and ``cbx_blz`` count CBX tournaments ended before the date (Art. 12).
    ``previous_fnx`` is as published, before any conversion (Art. 13); ``approval_rating`` is on the FNX
    scale.
    """

    fnx_id: str
    entry_date: date
    base_date_entry: bool
    birth_year: int | None = None
    category_texts: str | None = None
    fide_rating: int | None = None
    fide_date: date | None = None
    cbx_rating: int | None = None
    cbx_date: date | None = None
    cbx_std: int = 0
    cbx_rpd: int = 0
    cbx_blz: int = 0
    previous_fnx: int | None = None
    previous_date: date | None = None
    approval_rating: int | None = None
    approval_date: date | None = None


@dataclass(frozen=True, slots=True)
class EntryCandidate:
    """One source of an initial rating with what it gives. The weight is exact: numerator / denominator.

    ``source_value`` and ``source_date`` are None for the age reference, ``experience_points`` for every
    source but CBX. ``consolidated``: development is over whatever the number of games (Art. 6 par. 4).
    """

    fnx_id: str
    entry_date: date
    source: Source
    source_value: int | None
    source_date: date | None
    experience_points: int | None
    weight_numerator: int
    weight_denominator: int
    converted: int
    initial_games: int
    consolidated: bool
    chosen: bool

    @property
    def weight(self) -> Decimal:
        """The weight with six decimals, half up, for display; conversions use the exact fraction."""
        context = Context(prec=40)
        exact = context.divide(Decimal(self.weight_numerator), Decimal(self.weight_denominator))
        return exact.quantize(Decimal("0.000001"), ROUND_HALF_UP, context)


@dataclass(frozen=True, slots=True)
class EntryState:
    """A player before their first event: rating, equivalent games, whether development is still on."""

    fnx_id: str
    rating: int
    games: int
    in_development: bool


def candidates(
    inputs: EntryInputs, methodology: Methodology, school_categories: Mapping[str, str]
) -> tuple[EntryCandidate, ...]:
    """Every source the player has, in the order of `SOURCES`, exactly one of them chosen (Arts. 9-14).

    ``school_categories`` maps a school category to an age category (``Mirim`` -> ``Sub-12``). ``ValueError``
    for an approval under the floor, a negative count, or a source dated after what Art. 9 allows.
    """
    _check(inputs, methodology)
    full = methodology.full_experience
    reference = age_reference(inputs, methodology, school_categories)
    found: list[tuple[Source, int | None, date | None, int | None, int, int]] = []
    if inputs.approval_rating is not None:
        found.append(
            ("approval", inputs.approval_rating, inputs.approval_date, None, full, inputs.approval_rating)
        )
    if inputs.fide_rating is not None:
        converted = _from_external(inputs.fide_rating, methodology)
        found.append(("fide", inputs.fide_rating, inputs.fide_date, None, full, converted))
    if inputs.previous_fnx is not None:
        converted = _from_previous(inputs.previous_fnx, inputs.previous_date, methodology)
        found.append(("previous_fnx", inputs.previous_fnx, inputs.previous_date, None, full, converted))
    if inputs.cbx_rating is not None:
        points = experience_points(inputs, methodology)
        weight = min(points, full)
        converted = convert_cbx(inputs.cbx_rating, weight, reference, methodology)
        found.append(("cbx", inputs.cbx_rating, inputs.cbx_date, points, weight, converted))
    found.append(("age_reference", None, None, None, 0, reference))

    # Art. 6 par. 4 puts an approval above the rest; otherwise the highest result, the greater weight, the
    # place in the table (Art. 14).
    best = min(found, key=lambda row: (row[0] != "approval", -row[5], -row[4], SOURCES.index(row[0])))
    return tuple(
        EntryCandidate(
            fnx_id=inputs.fnx_id,
            entry_date=inputs.entry_date,
            source=source,
            source_value=value,
            source_date=dated,
            experience_points=points,
            weight_numerator=weight,
            weight_denominator=full,
            converted=converted,
            initial_games=initial_games(weight, methodology),
            consolidated=source in methodology.consolidated_sources,
            chosen=source == best[0],
        )
        for source, value, dated, points, weight, converted in found
    )


def chosen(rows: tuple[EntryCandidate, ...]) -> EntryCandidate:
    """The chosen one of the candidates of one player."""
    (winner,) = (row for row in rows if row.chosen)
    return winner


def entry_state(
    candidate: EntryCandidate, methodology: Methodology, corrected: int | None = None
) -> EntryState:
    """The state a chosen candidate gives, or the one a registered ``entry_rating`` correction gives.

    A correction replaces the rating alone; the milestone of 600 points is read on it again (Art. 23).
    """
    return published_entry_state(
        candidate.fnx_id,
        candidate.source,
        candidate.converted,
        candidate.initial_games,
        methodology,
        corrected,
    )


def published_entry_state(
    fnx_id: str,
    source: str,
    converted: int,
    games: int,
    methodology: Methodology,
    corrected: int | None = None,
) -> EntryState:
    """`entry_state` from the columns of a published entry rating, a fact of later lists (Art. 3)."""
    rating = converted if corrected is None else corrected
    if rating < methodology.floor:
        raise ValueError(f"entry rating {rating} of {fnx_id} is under the floor of {methodology.floor}")
    if source not in SOURCES:
        raise ValueError(f"entry source {source!r} of {fnx_id} is not one of {', '.join(SOURCES)}")
    consolidated = source in methodology.consolidated_sources
    developing = not consolidated and methodology.development_continues(games, rating)
    return EntryState(fnx_id, rating, games, developing)


# --- conversions (Arts. 10-13) ----------------------------------------------------------------------------


def experience_points(inputs: EntryInputs, methodology: Methodology) -> int:
    """The index I of Art. 12 par. 1, not limited."""
    points = methodology.experience_points
    return points.std * inputs.cbx_std + points.rpd * inputs.cbx_rpd + points.blz * inputs.cbx_blz


def convert_cbx(rating: int, weight: int, reference: int, methodology: Methodology) -> int:
    """Art. 12 par. 2, 3: ``P + w x ((CBX - 1000) - P)`` half up, not under the floor; ``weight`` = 600 w."""
    full = methodology.full_experience
    exact = reference * full + weight * (rating - methodology.external_offset - reference)
    return max(methodology.floor, (2 * exact + full) // (2 * full))


def initial_games(weight: int, methodology: Methodology) -> int:
    """Art. 6 par. 4: ``60 x w`` rounded half up; ``weight`` = 600 w."""
    full = methodology.full_experience
    return (2 * methodology.equivalent_games_factor * weight + full) // (2 * full)


def _from_external(rating: int, methodology: Methodology) -> int:
    return max(methodology.floor, rating - methodology.external_offset)


def _from_previous(rating: int, dated: date | None, methodology: Methodology) -> int:
    # Art. 13: what closed before the implementation is on the old scale; what closed later is transported.
    if dated is None or dated < methodology.implementation_date:
        return _from_external(rating, methodology)
    return max(methodology.floor, rating)


def age_reference(inputs: EntryInputs, methodology: Methodology, school_categories: Mapping[str, str]) -> int:
    """P of Art. 10. A birth year after the entry date proves nothing and counts as not proven."""
    year = inputs.entry_date.year
    if inputs.birth_year is not None and inputs.birth_year <= year:
        return methodology.reference_for_age(year - inputs.birth_year)
    if inputs.base_date_entry:
        return methodology.neutral_reference
    smallest = methodology.neutral_reference
    for text in _split(inputs.category_texts):
        age = category_age(text, school_categories)
        if age is not None:
            smallest = min(smallest, methodology.reference_for_age(age))
    return smallest


def _check(inputs: EntryInputs, methodology: Methodology) -> None:
    who = f"entry of {inputs.fnx_id} on {inputs.entry_date}"
    if inputs.approval_rating is not None and inputs.approval_rating < methodology.floor:
        raise ValueError(f"{who}: approved rating {inputs.approval_rating} is under {methodology.floor}")
    if min(inputs.cbx_std, inputs.cbx_rpd, inputs.cbx_blz) < 0:
        raise ValueError(f"{who}: a count of CBX tournaments is negative")
    for source, dated in (
        ("FIDE list", inputs.fide_date),
        ("CBX list", inputs.cbx_date),
        ("previous FNX rating", inputs.previous_date),
    ):
        if dated is None:
            continue
        # Art. 9: lists in force on the base date; for a later entry, lists before the first game.
        if dated > inputs.entry_date or (dated == inputs.entry_date and not inputs.base_date_entry):
            raise ValueError(f"{who}: the {source} of {dated} is too late to count")


# --- categories of an event (Art. 10) ---------------------------------------------------------------------

_SEX_OR_OPEN = r"absoluto|absoluta|feminino|feminina|masculino|masculina"
_SILENT = re.compile(rf"(?:(?:{_SEX_OR_OPEN})\s*)*")
_QUALIFIER = re.compile(rf"\s*[-/ ]\s*(?:{_SEX_OR_OPEN})$")
_UNDER = re.compile(r"(?:sub|u)[\s-]*([0-9]{1,2})(?: anos)?")
# Hyphens and dashes as typed, U+2010 to U+2015, and the minus sign.
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_RANGE = re.compile(r"(?:de )?([0-9]{1,2})(?: anos)? ?(?:-|a) ?([0-9]{1,2})(?: anos)?")


def category_age(text: str, school_categories: Mapping[str, str]) -> int | None:
    """The age a category names: N of ``Sub-N`` or ``UN``, the lower bound of a range, else by school name.

    None where the text names no age (``Absoluto``, ``Feminino``, blank) or is not known. School names are
    compared without accents and case; what they map to is read as ``Sub-N``, a range or a number.
    """
    ages = category_ages(text, school_categories)
    if ages is None:
        return None
    return ages[1] if ages[0] is None else ages[0]


def category_ages(text: str, school_categories: Mapping[str, str]) -> tuple[int | None, int] | None:
    """The lowest and highest age a category admits; ``Sub-N`` and a number have no lowest.

    None where the text names no age; read as in `category_age`.
    """
    plain = _fold(text)
    schools = {_fold(name): value for name, value in school_categories.items()}
    while True:
        ages = _named_ages(plain)
        if ages is None and plain in schools:
            mapped = _fold(str(schools[plain]))
            ages = (None, int(mapped)) if re.fullmatch("[0-9]{1,2}", mapped) else _named_ages(mapped)
        shorter = _QUALIFIER.sub("", plain)
        if ages is not None or shorter == plain:
            return ages
        plain = shorter


def unmapped_categories(category_texts: str | None, school_categories: Mapping[str, str]) -> tuple[str, ...]:
    """The texts among ``;``-joined categories that deserve a warning: no age, and not plainly without one."""
    return tuple(
        text
        for text in _split(category_texts)
        if category_age(text, school_categories) is None and not _SILENT.fullmatch(_fold(text))
    )


def _named_ages(plain: str) -> tuple[int | None, int] | None:
    under = _UNDER.fullmatch(plain)
    if under is not None:
        return None, int(under[1])
    between = _RANGE.fullmatch(plain)
    if between is not None and int(between[1]) <= int(between[2]):
        return int(between[1]), int(between[2])
    return None


def _split(category_texts: str | None) -> list[str]:
    return [part.strip() for part in (category_texts or "").split(";") if part.strip()]


def _fold(text: str) -> str:
    return " ".join(_DASHES.sub("-", without_accents(text)).split())

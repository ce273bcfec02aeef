"""The words of the CBX pages and lists: headings, months, rhythms, dates, ratings.

Belongs here: one text to one value, in the two vocabularies that occur (Clássico/Rápido/Blitz and
STD/RPD/BLZ). Does not belong here: where on a page a text stands (`card`, `rating_list`).

Sources: CBX notes, section 1 (pages) and section 5 (variants).
"""

from __future__ import annotations

import re
from datetime import date

from scrapers.records import Rhythm
from scrapers.registers.cells import rhythm_named
from scrapers.text import fold
from scrapers.tournaments.rhythm import from_time_control

#: Tournaments and months outside these years are typing errors (0205, 0225 were seen).
FIRST_YEAR, LAST_YEAR = 1950, 2100
#: Anything above is no chess rating.
HIGHEST_RATING = 3500

_MONTHS = ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez")
_MONTH_NAMES = (
    "janeiro",
    "fevereiro",
    "marco",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
)
_MONTH_CELL = re.compile(r"([a-z]+|[0-9]{1,2})\.?\s*(?:/|-|\s|de)\s*([0-9]{4})")
_HEADINGS = {
    "mes ano": "month",
    "mes": "month",
    "id cbx": "cbx_id",
    "idcbx": "cbx_id",
    "cbx": "cbx_id",
    "cbx id": "cbx_id",
    "id": "cbx_id",
    "nome": "name",
    "jogador": "name",
    "data nasc": "birth",
    "data nascimento": "birth",
    "data de nascimento": "birth",
    "nasc": "birth",
    "nascimento": "birth",
    "uf": "uf",
    "id fide": "fide_id",
    "idfide": "fide_id",
    "fide id": "fide_id",
    "fide": "fide_id",
}
#: The states of Brazil.
UFS = frozenset(
    "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split()  # noqa: SIM905
)
_RATING_FIELDS: dict[Rhythm, str] = {"STD": "std", "RPD": "rpd", "BLZ": "blz"}

_DATE = re.compile(r"(?<![0-9])([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})(?![0-9])")
_ISO_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ].*)?")
_RATING = re.compile(r"([0-9]{1,4}|[0-9]\.[0-9]{3})(?:[.,]0{1,2})?")
_TIMED = re.compile(r"[0-9]\s*(?:['’′\"+]|h|min)", re.IGNORECASE)


def squeeze(text: str) -> str:
    """The text with every run of blanks (non-breaking ones too) made one space."""
    return " ".join(text.split())


def heading_field(heading: str) -> str | None:
    """The field that a heading names: month, cbx_id, name, birth, uf, fide_id, std, rpd, blz; else None."""
    words = " ".join(re.findall(r"[a-z0-9]+", fold(heading)))
    if words in _HEADINGS:
        return _HEADINGS[words]
    rhythm = rhythm_named(words.removeprefix("rating ").removeprefix("rtg "))
    return _RATING_FIELDS[rhythm] if rhythm else None


def month_of(cell: str) -> str | None:
    """`Nov/2025`, `Novembro/2025` or `11/2025` as ``2025-11``; None for anything else."""
    match = _MONTH_CELL.fullmatch(fold(squeeze(cell)))
    if match is None or not FIRST_YEAR <= int(match[2]) <= LAST_YEAR:
        return None
    word = match[1]
    if word.isdigit():
        number = int(word)
    elif word in _MONTHS:
        number = _MONTHS.index(word) + 1
    elif word in _MONTH_NAMES:
        number = _MONTH_NAMES.index(word) + 1
    else:
        return None
    return f"{match[2]}-{number:02d}" if 1 <= number <= 12 else None


def rating_of(cell: str) -> tuple[int | None, bool]:
    """The rating in a cell and whether the cell is readable; blank, a dash and 0 are readable and None."""
    text = squeeze(cell)
    if text in ("", "-", "–", "—", "−"):
        return None, True
    match = _RATING.fullmatch(text)
    if match is None:
        return None, False
    value = int(match[1].replace(".", ""))
    return (None, False) if value > HIGHEST_RATING else (value or None, True)


def looks_like_rating(cell: str) -> bool:
    """Whether a cell under an unknown heading may be a rating: a number of three or four digits."""
    value, readable = rating_of(cell)
    return readable and value is not None and value >= 100


def dates_in(text: str) -> list[str]:
    """All texts of the form dd/mm/yyyy, in order."""
    return [match[0] for match in _DATE.finditer(text)]


def iso_date(text: str) -> str | None:
    """dd/mm/yyyy as ISO; None for a day that does not exist or a year that cannot be."""
    match = _DATE.fullmatch(text)
    if match is None or not FIRST_YEAR <= int(match[3]) <= LAST_YEAR:
        return None
    try:
        return date(int(match[3]), int(match[2]), int(match[1])).isoformat()
    except ValueError:
        return None


def birth_year(text: str) -> tuple[int | None, bool]:
    """The year of a birth date (dd/mm/yyyy, ISO, or a year alone) and whether the text is readable.

    Day and month are looked at only to see that the date exists, and are not kept. Blank is readable.
    """
    text = squeeze(text)
    if not text or text in ("-", "—"):
        return None, True
    day = _DATE.fullmatch(text)
    iso = _ISO_DATE.fullmatch(text)
    if day:
        parts = (int(day[3]), int(day[2]), int(day[1]))
    elif iso:
        parts = (int(iso[1]), int(iso[2]), int(iso[3]))
    elif re.fullmatch(r"[0-9]{4}", text):
        parts = (int(text), 1, 1)
    else:
        return None, False
    if not 1900 <= parts[0] <= LAST_YEAR:
        return None, False
    try:
        return date(*parts).year, True
    except ValueError:
        return None, False


def rhythm_in(bracket: str) -> Rhythm | None:
    """The rhythm that a bracket tells, by a word (`Rápido`, `RPD`) or by a time control (`10'+5''`).

    A number alone (a year, a code) is no time control. Two rhythms named in one bracket tell none.
    """
    named = {rhythm_named(word) for word in re.findall(r"[^\W\d_]+", bracket)} - {None}
    if named:
        return named.pop() if len(named) == 1 else None
    return from_time_control(bracket) if _TIMED.search(bracket) else None

"""What a tournament did to a rating, as a card may show it: rating before and after, change, K.

Belongs here: the headings that name such a column, and its numbers. Does not belong here: any use of them;
the rating counts tournaments, not these values (Art. 12).

No public page of these columns is known (CBX notes, section 1): they are read where a heading names them,
and an unknown heading is reported, never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from scrapers.cbx.vocabulary import squeeze
from scrapers.registers.cells import rhythm_named
from scrapers.text import fold

VARIATION_FIELDS = ("rating_before", "rating_after", "change", "k")
_HEADINGS = {
    "tournament": "torneio, torneios, evento, nome, id, id torneio",
    "dates": "periodo, data, datas, inicio, termino, fim",
    "rhythm": "ritmo, modalidade",
    "rating_before": "antes, rating antes, rating anterior, rating inicial, rtg ant, rtg anterior",
    "rating_after": "depois, rating depois, rating novo, novo rating, rating final, rtg novo",
    "change": "variacao, var, variacao rating, variacao de rating, variacao do rating, rating +/-, +/-",
    "k": "k, fator k, coeficiente k",
}
_FIELD_OF = {heading: name for name, text in _HEADINGS.items() for heading in text.split(", ")}
_DECIMAL = re.compile(r"([+-]?)\s*([0-9]{1,4}|[0-9]\.[0-9]{3}(?=,))(?:[.,]([0-9]{1,4}))?")
_RATING = re.compile(r"([+-]?)\s*([0-9]\.[0-9]{3}|[0-9]{1,4})(?:[.,]([0-9]{1,2}))?")
_MINUS = str.maketrans(dict.fromkeys("−–‒﹣－", "-"))


@dataclass(frozen=True, slots=True)
class CbxVariation:
    """The values of one tournament; None for a column that is blank, unreadable or not there."""

    rating_before: Decimal | None = None
    rating_after: Decimal | None = None
    change: Decimal | None = None
    k: Decimal | None = None


def tournament_heading(heading: str) -> str | None:
    """The field that a heading of the card's tournaments names; None for a heading that is not known."""
    words = " ".join(re.findall(r"[a-z0-9]+|\+/-", fold(heading.translate(_MINUS))))
    return _FIELD_OF.get(words)


def names_variation(heading: str) -> bool:
    """Whether a heading over the monthly ratings names a change or a K: no rating, whatever its size."""
    words = [word for word in heading.split() if rhythm_named(word) is None]
    return tournament_heading(" ".join(words)) in ("change", "k")


def variation_of(cell: str, rating: bool) -> tuple[Decimal | None, bool]:
    """The number in a cell and whether it is readable: comma or dot, either minus; blank and a dash are none.

    ``rating``: the column holds ratings, where ``1.822`` has a dot for thousands; elsewhere it is a fraction.
    """
    text = squeeze(cell).translate(_MINUS)
    if text in ("", "-", "—"):
        return None, True
    match = (_RATING if rating else _DECIMAL).fullmatch(text)
    if match is None:
        return None, False
    number = Decimal(f"{match[1]}{match[2].replace('.', '')}.{match[3] or '0'}")
    return number.normalize() + Decimal(0), True

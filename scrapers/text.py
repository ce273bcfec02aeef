"""Text as people type it, made comparable.

Belongs here: what every reader needs to compare words, and FIDE's titles. Does not belong here: other
vocabularies (each reader has its own).
"""

from __future__ import annotations

import unicodedata

#: Titles as FIDE wrote them until 2012 and TRF06 still does, by today's spelling.
OLD_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
}


def fold(text: str) -> str:
    """Lower case without accents, blanks joined: `Clássico` and ` CLASSICO` become the same text."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def letters_and_digits(text: str) -> str:
    """What `fold` gives, without blanks and signs: `Id. Nº` is `idno`."""
    return "".join(c for c in fold(text) if c.isalnum())

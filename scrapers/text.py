"""Text as people type it, made comparable.

Belongs here: what every reader needs to compare words. Does not belong here: what the words mean.
"""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Lower case without accents, blanks joined: `Clássico` and ` CLASSICO` become the same text."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def letters_and_digits(text: str) -> str:
    """What `fold` gives, without blanks and signs: `Id. Nº` is `idno`."""
    return "".join(c for c in fold(text) if c.isalnum())

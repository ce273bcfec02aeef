"""Names and categories compared as people read them.

Belongs here: what the regulation's alphabetical order and its categories need of text. Does not belong here:
what the texts mean (`entry`, `rankings`).
"""

from __future__ import annotations

import unicodedata


def without_accents(text: str) -> str:
    """Lower case without accents: `Água` comes before `Azul`, and `SÊNIOR` is `senior`."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()

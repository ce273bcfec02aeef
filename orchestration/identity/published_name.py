"""The name as published: one spelling chosen among those a person is known by, and cleaned (Art. 19).

Belongs here: case, particles, accents, digits and titles, initials. Does not belong here: whether a person's
name is published whole or as initials (a rule of Art. 19, in dbt), the alphabetical order of lists
(`engine.rankings.display_key`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from orchestration.identity.names import PARTICLES, PLAIN_TITLES, TITLES

#: Written small inside a name: particles, also those of other languages.
_SMALL = {particle.casefold() for particle in PARTICLES} | {
    "von",
    "van",
    "der",
    "den",
    "del",
    "della",
    "y",
    "la",
}
_FULL_SUFFIX = {"jr": "Júnior", "junior": "Júnior"}
_NOT_OF_NAMES = re.compile(r"\([^)]*\)|\[[^\]]*\]|[^\w\s.,'’\-]|[\d_]")
_EDGES = ".'’-"
_ROMAN = re.compile(r"I{1,3}|IV|VI{0,3}")


def published_name(spellings: Sequence[str]) -> str:
    """The standard form of a person's name, from the spellings of all sources, the best source first.

    The first spelling decides which words the name has. Its accents come from any spelling of the same words:
    `JOAO DA SILVA` and `João da Silva` give `João da Silva`. Blank where no spelling has a letter.
    """
    cleaned = [name for name in map(clean_name, spellings) if name]
    if not cleaned:
        return ""
    accented = {}
    for name in reversed(cleaned):
        for word in name.split():
            if _accents(word):
                accented[_bare(word)] = word
    words = cleaned[0].split()
    # A word that any source writes with accents has them; so a name keeps one spelling through the year.
    return " ".join(word if _accents(word) else accented.get(_bare(word), word) for word in words)


def clean_name(name: str) -> str:
    """One spelling in standard form: `SILVA JR, JOAO da (GM)` -> `Joao da Silva Júnior`."""
    text = _NOT_OF_NAMES.sub(" ", unicodedata.normalize("NFC", name))
    if "," in text:
        surnames, given = text.split(",", 1)
        text = f"{given} {surnames}" if given.strip(" ,.") else surnames
    text = re.sub(r"(?<=\.)(?=\w)", " ", text.replace(",", " "))
    cores = [(word.strip(_EDGES), word.endswith(".")) for word in text.split() if word.strip(_EDGES)]
    # The point tells the initial `E.` from the particle `e`; elsewhere (`Jr.`, `Dr.`) it says nothing.
    words = [f"{core}." if point and len(core) == 1 else core for core, point in cores]
    while len(words) > 1:
        if _is_title(words[0], TITLES if len(words) > 2 else PLAIN_TITLES):
            del words[0]
        elif _is_title(words[-1], PLAIN_TITLES) or words[-1].casefold() in _SMALL:  # a name cut after `de`
            del words[-1]
        else:
            break
    mixed = any(word[1:] != word[1:].upper() for word in words if len(word) > 2)
    return " ".join(
        _cased(word, place, words, keep=mixed and not word.isupper() and not word.islower())
        for place, word in enumerate(words)
    )


def _is_title(word: str, titles: frozenset[str]) -> bool:
    return _bare(word.rstrip(".")).upper() in titles


def _cased(word: str, place: int, words: Sequence[str], *, keep: bool) -> str:
    bare = word.rstrip(".")
    small = bare.casefold()
    last = place == len(words) - 1
    if place and not last and small in _SMALL and not word.endswith("."):
        return small
    if last and place and small in _FULL_SUFFIX:
        return _FULL_SUFFIX[small]
    if len(bare) == 1:
        return f"{bare.upper()[0]}."
    if last and place and _ROMAN.fullmatch(bare.upper()) and bare.isupper():
        return bare
    if keep and word[0].isupper():
        return bare
    return re.sub(r"(^|[-'’])(\w)", lambda match: match[1] + match[2].upper(), bare.lower())


def initials(name: str) -> str:
    """`A. B. S.` of a name, particles left out."""
    words = [word for word in re.split(r"[,\s]+", name) if word and word.upper() not in PARTICLES]
    return " ".join(f"{word[0].upper()}." for word in words)


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


def _accents(word: str) -> bool:
    return _bare(word) != word.casefold()

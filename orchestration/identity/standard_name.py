"""A name in standard form, for publication (Art. 19): case, particles, titles, digits, given names first.

Belongs here: one spelling by itself. Does not belong here: which of a person's spellings counts and where its
accents come from (`int_players__published_name`), whether it is published whole or as initials (the dbt macro
`published_name`), alphabetical order (`engine.rankings.display_key`).

A name written with care, in capitals and small letters, is its writer's: only what is no part of a name goes,
and a Portuguese particle is small. Names all in capitals, or all in small letters, are put in case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from orchestration.identity.names import PARTICLES, PLAIN_TITLES, TITLES

#: Written small inside a name, however it was written.
_PORTUGUESE = {"de", "da", "do", "dos", "das", "e"}
#: Written small where the writing shows no care: particles, also those of other languages.
_SMALL = {particle.casefold() for particle in PARTICLES} | {
    *("von", "van", "der", "den", "del", "della", "y", "la"),
}
_FULL_SUFFIX = {"jr": "Júnior", "junior": "Júnior"}
_IN_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_APOSTROPHES = re.compile("[´`ʼ′]")
_MARKS = ".,'’-"
_EDGES = ".'’-"
_ROMAN = re.compile(r"I{1,3}|IV|VI{0,3}")
#: The longest word that is a title only in capitals: `MI`, `WGM`; `Mi` is a given name.
_CODE = 3


def standard_name(name: str) -> str:
    """One spelling in standard form: `SILVA JR, JOAO da (GM)` -> `Joao da Silva Júnior`; may be blank."""
    text = _IN_BRACKETS.sub(" ", unicodedata.normalize("NFC", _APOSTROPHES.sub("'", name)))
    text = "".join(char if char in _MARKS or unicodedata.category(char)[0] in "LM" else " " for char in text)
    text = re.sub("[ªº]", " ", text)
    if "," in text:
        surnames, given = text.split(",", 1)
        text = f"{given} {surnames}" if given.strip(" ,.") else surnames
    text = re.sub(r"(?<=\.)(?=\w)", " ", text.replace(",", " "))
    words = [_core(word) for word in text.split() if word.strip(_EDGES)]
    parts = [part for word in words for part in re.split("[.'’-]", word) if len(part) > 2]
    careful = any(part[1:] != part[1:].upper() for part in parts)
    while len(words) > 1:
        if _is_title(words[0], TITLES if len(words) > 2 else PLAIN_TITLES, careful):
            del words[0]
        elif _is_title(words[-1], PLAIN_TITLES, careful) or words[-1].casefold() in _SMALL:  # cut after `de`
            del words[-1]
        else:
            break
    return " ".join(_cased(word, place, words, careful) for place, word in enumerate(words))


def _core(word: str) -> str:
    """A word without marks around it but for one point at its end."""
    return word.strip(_EDGES) + ("." if word.endswith(".") else "")


def _bare(word: str) -> str:
    return word.rstrip(".")


def _is_title(word: str, titles: frozenset[str], careful: bool) -> bool:
    bare = _bare(word)
    decomposed = unicodedata.normalize("NFKD", bare)
    letters = "".join(char for char in decomposed if not unicodedata.combining(char)).upper()
    code = len(bare) <= _CODE and letters not in ("DR", "DRA", "SR", "SRA")
    return letters in titles and not (careful and code and not bare.isupper())


def _cased(word: str, place: int, words: Sequence[str], careful: bool) -> str:
    bare = _bare(word)
    small = bare.casefold()
    last = place == len(words) - 1
    initial = len(bare) == 1 and word.endswith(".")  # the point tells the initial `E.` from the particle `e`
    if place and not last and not initial and small in (_PORTUGUESE if careful and bare != small else _SMALL):
        return small
    if careful and not bare.islower() and not (bare.isupper() and len(bare) > 1):
        return word
    if last and place and small in _FULL_SUFFIX:
        return _FULL_SUFFIX[small]
    if len(bare) == 1:
        return f"{bare.upper()[0]}."
    if last and place and _ROMAN.fullmatch(bare):
        return bare
    return re.sub(r"(^|[-'’])(\w)", lambda match: match[1] + match[2].upper(), bare.lower())

"""Two names under one id that cannot be one person's (Art. 19: contradictions are reported, never guessed).

Belongs here: the conservative comparison of two names written for one id. Does not belong here: who somebody
probably is (`suggestions`), birth years (a comparison of numbers, in dbt), which ids meet (`ingestion`).

Only names that share nothing contradict each other: no word by its sounds, no misspelling of one, no initial,
no nickname inside a word. A married woman keeps a given name, a swapped order keeps both, `J. P. S.` keeps
the letters. A name without a letter says nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from rapidfuzz.distance import DamerauLevenshtein

from orchestration.identity.names import comparable_words, sounds

#: Words of this length or more may differ by one letter; of the second, by two.
_ONE_LETTER, _TWO_LETTERS = 3, 6
#: The shortest word that may stand inside another: a nickname, or two names written together.
_INSIDE = 3
#: The shortest whose letters may stand in another with some left out: Beto, Roberto.
_NICKNAME = 4


def cannot_be_one_person(one: str, other: str) -> bool:
    """Whether two names share nothing at all. Symmetric; False where either says nothing."""
    here, there = _words(one), _words(other)
    if not here or not there:
        return False
    return not any(_may_be_one(*pair) for pair in product(here, there))


@lru_cache(maxsize=1 << 14)
def _words(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sounds(word) if len(word) > 1 else word for word in comparable_words(name)))


def _may_be_one(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    if len(short) == 1:
        return short == long[0]
    if len(short) >= _INSIDE and short in long:
        return True
    if len(short) >= _NICKNAME and _in_order(short, long):
        return True
    letters = (len(short) >= _ONE_LETTER) + (len(short) >= _TWO_LETTERS)
    return DamerauLevenshtein.distance(one, other, score_cutoff=letters) <= letters


def _in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)

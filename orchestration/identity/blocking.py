"""Which registered people a participant is compared with: everybody who shares a word, spelt any way.

Belongs here: the words of the register that a word may stand for and the odds of each (spelling, typing
errors), and the rows that have them. Does not belong here: the weighing (`scoring`).

There are no block keys, so nothing is lost to a swapped order or a wrong first letter: each word of the
participant adds the logarithm of its odds to every row that has it, and the best rows stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from orchestration.identity.names import sounds
from orchestration.identity.register_index import RegisterIndex, letter_set

#: How a registered word is written down: as it is, by another spelling of its sound, with one typing error,
#: with two. The last two are per possible error (a word of six letters has some sixty likely ones).
AS_IT_IS, SAME_SOUND, ONE_ERROR, TWO_ERRORS = 0.93, 0.01, 5e-4, 1.5e-6
#: Words not in the register at all: their share, and the odds of just this string among them.
UNSEEN = 0.02 * 2e-5
#: Odds (logarithm) under which a word of the register is no reading of the participant's word.
LEAST_WORTH = 0.5

Readings = Mapping[int, float]


def readings(index: RegisterIndex, words: Iterable[str]) -> dict[str, Readings]:
    """Per word: the numbers of the register's words it may stand for, each with its log-likelihood ratio.

    The ratio compares "this word was written for that word" with "anybody's word was written like this", so
    a rare surname counts much and SILVA little, and a slip of a common name is no proof of a rare one.
    """
    return {word: _readings_of(index, word) for word in sorted(set(words)) if len(word) > 1}


def _readings_of(index: RegisterIndex, word: str) -> Readings:
    size = max(index.size, 1)
    emission = {
        number: ONE_ERROR if errors == 1 else TWO_ERRORS for number, errors in near_words(index, word).items()
    }
    for number in index.same_sound.get(sounds(word), ()):
        emission[number] = SAME_SOUND
    exact = index.word_number.get(word)
    if exact is not None:
        emission[exact] = AS_IT_IS
    background = UNSEEN + sum(
        index.word_counts[number] / size * odds for number, odds in sorted(emission.items())
    )
    worth = {number: log(odds / background) for number, odds in sorted(emission.items())}
    # Where half of the people have a word, it still stands for itself, though it says next to nothing.
    likeliest = exact if exact is not None else max(worth, key=lambda number: worth[number], default=None)
    return {number: value for number, value in worth.items() if value >= LEAST_WORTH or number == likeliest}


def near_words(index: RegisterIndex, word: str) -> dict[int, int]:
    """The register's words one or two typing errors away, with their number (a transposition counts one).

    Short words bear fewer: none under three letters, one under five.
    """
    bearable = 0 if len(word) < 3 else 1 if len(word) < 5 else 2
    exact = index.word_number.get(word)
    # Where the word itself is common, its errors explain nothing (their odds would stay under `LEAST_WORTH`).
    if bearable == 0 or (exact is not None and index.word_counts[exact] > index.size * ONE_ERROR):
        return {}
    letters = np.uint32(letter_set(word))
    possible = (index.word_lengths > 2) & (np.abs(index.word_lengths - len(word)) <= bearable)
    possible &= np.bitwise_count(index.word_letters ^ letters) <= 2 * bearable
    vocabulary = index.columns.vocabulary
    found = {}
    for number in np.flatnonzero(possible).tolist():
        errors = OSA.distance(word, vocabulary[number], score_cutoff=bearable)
        if 0 < errors <= bearable:
            found[number] = errors
    return found


def alike(
    index: RegisterIndex, words: Sequence[str], read: Mapping[str, Readings]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Every row that shares a word with a participant, ascending, and roughly what its name is worth."""
    rows: list[NDArray[np.int32]] = []
    worths: list[NDArray[np.float64]] = []
    for word in words:
        for number, worth in read.get(word, {}).items():
            having = index.rows_with(number)
            rows.append(having)
            worths.append(np.full(len(having), worth))
    if not rows:
        return np.zeros(0, np.int64), np.zeros(0)
    all_rows, all_worths = np.concatenate(rows).astype(np.int64), np.concatenate(worths)
    if len(all_rows) < index.size // 16:
        found, where = np.unique(all_rows, return_inverse=True)
        estimate = np.bincount(where, weights=all_worths)
    else:
        by_row = np.bincount(all_rows, weights=all_worths, minlength=index.size)
        found = np.flatnonzero(by_row > 0)
        estimate = by_row[found]
    for word in words:
        if len(word) == 1:
            has_initial = (index.initials[found] & np.uint32(letter_set(word))) != 0
            estimate[has_initial] += 0.5 * -log(index.initial_shares[word])
    return found, estimate - 1.2 * np.maximum(index.lengths[found] - len(words), 0)


def best(rows: NDArray[np.int64], estimates: NDArray[np.float64], most: int) -> list[int]:
    """The rows of the highest estimates, the best first; equal estimates in the order of the register."""
    if len(rows) > most:
        bar = np.partition(estimates, len(rows) - most)[len(rows) - most]
        rows, estimates = rows[estimates >= bar], estimates[estimates >= bar]
    order = np.argsort(-estimates, kind="stable")[:most]
    return [int(row) for row in rows[order]]

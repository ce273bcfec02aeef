"""The register prepared for search: words of names with their postings, and who could be taken for whom.

Belongs here: what is computed once for all events: columns sorted by fnx_id, words of names with the rows
that have them, shares of words and birth years, namesakes, twins and siblings. Does not belong here: which
rows a participant is compared with (`blocking`), what a resemblance is worth (`scoring`).
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import le
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orchestration.identity.names import PARTICLES, NameColumns, name_columns, plain_text, sounds
from orchestration.identity.people import Kinship, RegisterColumns

Array = NDArray[Any]
SEX_CODES = {"F": 1, "M": 2}
#: A word that opens at least this share of the names it stands in may be a given name in second place.
_GIVEN_SHARE = 0.06


@dataclass(frozen=True, eq=False)
class RegisterIndex:
    """The register in rows sorted by fnx_id. Codes are 0 for unknown; places count from 1."""

    fnx_ids: list[str]
    names: list[str]
    birth_years: NDArray[np.int32]
    sexes: NDArray[np.int8]
    cities: NDArray[np.int32]
    clubs: NDArray[np.int32]
    city_codes: dict[str, int]
    club_codes: dict[str, int]
    city_names: list[str]
    club_names: list[str]
    cbx_ids: Sequence[str | None]
    fide_ids: Sequence[str | None]
    ratings: Sequence[Sequence[int]]
    columns: NameColumns

    @classmethod
    def build(cls, register: RegisterColumns) -> RegisterIndex:
        """The index of a register. The order of its rows does not matter."""
        ids = register.fnx_id
        in_order = all(map(le, ids, islice(ids, 1, None)))
        order = range(len(ids)) if in_order else sorted(range(len(ids)), key=ids.__getitem__)

        def sorted_rows(column: Sequence[Any]) -> Sequence[Any]:
            return column if in_order else [column[row] for row in order]

        names = list(sorted_rows(register.name))
        cities, city_codes, city_names = coded(sorted_rows(register.city))
        clubs, club_codes, club_names = coded(sorted_rows(register.club))
        years = np.array([year or 0 for year in sorted_rows(register.birth_year)], dtype=np.int64)
        return cls(
            fnx_ids=list(sorted_rows(ids)),
            names=names,
            birth_years=np.where((years > 0) & (years < 10_000), years, 0).astype(np.int32),
            sexes=np.array([SEX_CODES.get(sex, 0) for sex in sorted_rows(register.sex)], dtype=np.int8),
            cities=cities,
            clubs=clubs,
            city_codes=city_codes,
            club_codes=club_codes,
            city_names=city_names,
            club_names=club_names,
            cbx_ids=sorted_rows(register.cbx_id),
            fide_ids=sorted_rows(register.fide_id),
            ratings=sorted_rows(register.ratings) if register.ratings else [()] * len(order),
            columns=name_columns(names),
        )

    @property
    def size(self) -> int:
        """Number of registered people."""
        return len(self.fnx_ids)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of an fnx_id."""
        return {fnx_id: row for row, fnx_id in enumerate(self.fnx_ids)}

    # --- words ----------------------------------------------------------------------------------------------

    @cached_property
    def word_number(self) -> dict[str, int]:
        """The number of a word in the vocabulary."""
        return {word: number for number, word in enumerate(self.columns.vocabulary)}

    @cached_property
    def lengths(self) -> NDArray[np.int32]:
        """The number of words of each name."""
        found: NDArray[np.int32] = np.diff(self.columns.starts)
        return found

    @cached_property
    def word_counts(self) -> NDArray[np.int64]:
        """How many times each word stands in names of the register."""
        return np.bincount(self.columns.words, minlength=len(self.columns.vocabulary))

    @cached_property
    def _postings(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        order = np.argsort(self.columns.words, kind="stable")
        rows = np.repeat(np.arange(self.size, dtype=np.int32), self.lengths)[order]
        return np.concatenate(([0], np.cumsum(self.word_counts))), rows

    def rows_with(self, word: int) -> NDArray[np.int32]:
        """The rows whose name has a word, ascending."""
        starts, rows = self._postings
        return rows[starts[word] : starts[word + 1]]

    @cached_property
    def same_sound(self) -> dict[str, list[int]]:
        """The words of each sound."""
        found: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self.columns.vocabulary):
            found[sounds(word)].append(number)
        return dict(found)

    @cached_property
    def word_letters(self) -> NDArray[np.uint32]:
        """The letters of each word as a set of bits."""
        return np.array([letter_set(word) for word in self.columns.vocabulary], dtype=np.uint32)

    @cached_property
    def word_lengths(self) -> NDArray[np.int32]:
        """The number of letters of each word."""
        return np.array([len(word) for word in self.columns.vocabulary], dtype=np.int32)

    @cached_property
    def initial_shares(self) -> dict[str, float]:
        """The share of words of names that begin with each letter."""
        counts = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)
        for word, count in zip(self.columns.vocabulary, self.word_counts.tolist(), strict=True):
            counts[word[0]] += count
        total = sum(counts.values())
        return {letter: count / total for letter, count in counts.items()}

    @cached_property
    def initials(self) -> NDArray[np.uint32]:
        """The set of initials of each row's words, as bits."""
        bits = np.array([letter_set(word[0]) for word in self.columns.vocabulary], dtype=np.uint32)
        found = np.zeros(self.size, dtype=np.uint32)
        if len(self.columns.words):
            filled = np.flatnonzero(self.lengths)
            found[filled] = np.bitwise_or.reduceat(bits[self.columns.words], self.columns.starts[:-1][filled])
        return found

    # --- shares of what is not a name -----------------------------------------------------------------------

    @cached_property
    def _born_by(self) -> NDArray[np.int64]:
        """How many of known birth year were born by each year."""
        counts = np.bincount(self.birth_years.clip(0, 9999), minlength=10_000)
        counts[0] = 0
        return np.cumsum(counts)

    def year_share(self, low: int, high: int) -> float:
        """The share of people, among those of known birth year, born from ``low`` to ``high`` (1 to 9999)."""
        inside = int(self._born_by[high] - self._born_by[low - 1])
        return (inside + 1) / (int(self._born_by[-1]) + 2)

    @cached_property
    def city_counts(self) -> NDArray[np.int64]:
        """How many registered people live in the city of each code."""
        return np.bincount(self.cities, minlength=len(self.city_codes) + 1)

    @cached_property
    def club_counts(self) -> NDArray[np.int64]:
        """How many registered people belong to the club of each code."""
        return np.bincount(self.clubs, minlength=len(self.club_codes) + 1)

    @cached_property
    def suffix_counts(self) -> NDArray[np.int64]:
        """How many registered people have each suffix code."""
        return np.bincount(self.columns.suffixes, minlength=16)

    # --- who could be taken for whom ------------------------------------------------------------------------

    @cached_property
    def given_lengths(self) -> NDArray[np.int32]:
        """How many of each row's first words are given names; a name of two words has one.

        Read off the register: a word that opens names now and then is a given name where it stands second,
        and so is a rare one that neither opens nor ends any name.
        """
        words, starts, lengths = self.columns.words, self.columns.starts, self.lengths
        many = len(self.columns.vocabulary)
        opening = np.bincount(words[starts[:-1][lengths > 0]], minlength=many)
        ending = np.bincount(words[starts[1:][lengths > 1] - 1], minlength=many)
        is_given = opening >= np.maximum(1, _GIVEN_SHARE * self.word_counts)
        is_given |= (opening == 0) & (ending == 0)
        given = np.minimum(lengths, 1).astype(np.int32)
        running = lengths > 2
        for place in range(1, int(lengths.max(initial=0)) - 1):
            running &= lengths > place + 1
            rows = np.flatnonzero(running)
            running[rows] = is_given[words[starts[rows] + place]]
            given[running] += 1
        return given

    @cached_property
    def _hashes(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
        """Per row: all words by sound, the surnames, and the last two words, each in their order."""
        of_sound = {sound: number for number, sound in enumerate(self.same_sound)}
        sound = np.array([of_sound[sounds(word)] for word in self.columns.vocabulary], dtype=np.int64)
        numbers = np.random.Generator(np.random.PCG64(19)).integers(
            0, 2**64, size=len(of_sound) + 1, dtype=np.uint64, endpoint=False
        )
        words, starts = self.columns.words, self.columns.starts.astype(np.int64)
        end = starts[1:]
        # A word counts by its place from the end, so that what stands before it does not matter.
        from_end = (np.repeat(end, self.lengths) - 1 - np.arange(len(words))).astype(np.uint64)
        values = numbers[sound[words]] if len(words) else np.zeros(0, np.uint64)
        values = values * (2 * from_end + 1) + from_end
        totals = np.concatenate((np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)))
        surnames_from = starts[:-1] + self.given_lengths
        last_two_from = np.maximum(end - 2, np.minimum(starts[:-1] + 1, end))
        return (
            totals[end] - totals[starts[:-1]],
            totals[end] - totals[surnames_from],
            totals[end] - totals[last_two_from],
        )

    @cached_property
    def _kin_orders(self) -> tuple[tuple[Array, Array], ...]:
        orders = [np.argsort(values, kind="stable") for values in self._hashes]
        return tuple((order, values[order]) for order, values in zip(orders, self._hashes, strict=True))

    def _sharing(self, which: int, row: int) -> NDArray[np.int64]:
        order, values = self._kin_orders[which]
        value = self._hashes[which][row]
        low, high = np.searchsorted(values, value, "left"), np.searchsorted(values, value, "right")
        rows: NDArray[np.int64] = np.setdiff1d(order[low:high], [row])
        return rows

    def kin_of(self, row: int) -> dict[int, Kinship]:
        """The rows that a participant of this row's name could be taken for, whatever else is known.

        Namesakes have the same words by sound, father and son among them. Twins share surnames, particles
        too, and birth year, siblings surnames and a given name; both live in one city as far as known.
        Strangers who fit are kept: to look costs little.
        """
        if not len(self._words(row)):
            return {}
        found: dict[int, Kinship] = {int(other): "namesake" for other in self._sharing(0, row)}
        family = np.union1d(self._sharing(1, row), self._sharing(2, row))
        city = self.cities[row]
        near = family[(city == 0) | (self.cities[family] == 0) | (self.cities[family] == city)]
        year = self.birth_years[row]
        given = self._before_surnames(row)
        for other in near:
            if int(other) in found:
                continue
            # Unknown years count as equal where more than one surname is.
            several = len(self._words(int(other))) - int(self.given_lengths[other]) > 1
            alike = year == self.birth_years[other] != 0 or (
                several and not (year and self.birth_years[other])
            )
            if alike and surnames_as_written(self.names[row], self.names[int(other)]):
                found[int(other)] = "twin"
            elif given & self._before_surnames(int(other)):
                found[int(other)] = "sibling"
        return found

    def _words(self, row: int) -> NDArray[np.int32]:
        return self.columns.words[self.columns.starts[row] : self.columns.starts[row + 1]]

    def _before_surnames(self, row: int) -> set[str]:
        """The given names by sound; at least all but the last two words, as a rare one may look a surname."""
        words = self._words(row)
        first = words[: max(int(self.given_lengths[row]), len(words) - 2)]
        return {sounds(self.columns.vocabulary[word]) for word in first}


def surnames_as_written(one: str, other: str) -> bool:
    """Whether the words that end both names end them with the same particles: not `da Silva`, `Silva`."""
    here, there = (plain_text([name]).split()[::-1] for name in (one, other))
    for word, another in zip(here, there, strict=False):
        if word != another:
            return word not in PARTICLES and another not in PARTICLES
    return True


def letter_set(text: str) -> int:
    """The letters of a word as bits, A the lowest."""
    bits = 0
    for letter in text:
        bits |= 1 << (ord(letter) - 65)
    return bits


def folded_place(text: str | None) -> str:
    """A city or club for comparing: no accents, case or punctuation; numbers stay."""
    decomposed = unicodedata.normalize("NFKD", text or "")
    letters = "".join(
        char if char.isalnum() else " " for char in decomposed if not unicodedata.combining(char)
    )
    return " ".join(letters.casefold().split())


def coded(texts: Sequence[str | None]) -> tuple[NDArray[np.int32], dict[str, int], list[str]]:
    """Texts as codes from 1, equal where they fold alike; 0 is blank. With the codes, a text of each."""
    codes: dict[str, int] = {}
    of_text: dict[str | None, int] = {}
    shown = [""]
    for text in sorted({text for text in texts if text}, reverse=True):  # accented and mixed case first
        folded = folded_place(text)
        if folded and folded not in codes:
            codes[folded] = len(codes) + 1
            shown.append(text)
        of_text[text] = codes[folded] if folded else 0
    return np.array([of_text.get(text, 0) for text in texts], dtype=np.int32), codes, shown

"""Brazilian names as columns of comparable words: `SILVA FILHO, José C. da` -> JOSE C SILVA, son (FILHO).

Belongs here: accents, case, particles, `LAST, FIRST`, initials, suffixes of kinship, titles, and the spelling
of sounds (`sounds`). Does not belong here: how much a word says about a person (`scoring`), names as they are
printed (`standard_name`).

One code path serves one name and half a million: text is cleaned in one piece, and each distinct word is
looked at once. The spelling folds never erase an initial H: Helena and Elena are two names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

PARTICLES = frozenset({"DE", "DA", "DO", "DOS", "DAS", "E", "DI", "DEL", "DU"})
#: Kinship said by the end of a name; they tell father from son and are never part of the comparable words.
SUFFIXES = ("FILHO", "JUNIOR", "NETO", "SOBRINHO", "BISNETO", "SEGUNDO")
_SUFFIX_SPELLINGS = {"JR": "JUNIOR", "FILHA": "FILHO", "NETA": "NETO", "SOBRINHA": "SOBRINHO"}
#: Titles of chess and courtesy, in Portuguese and English, as they stand before (or after) a name.
TITLES = frozenset(
    [
        *("GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "IA", "FA", "NA"),
        *("MI", "MF", "MN", "MK", "MESTRE", "AI", "AF", "AN"),
        *("DR", "DRA", "PROF", "PROFA", "PROFESSOR", "PROFESSORA", "SR", "SRA"),
    ]
)
#: Those that are nobody's name, so that they also go where they stand last or beside one word.
PLAIN_TITLES = TITLES - {"CM", "MI", "MN", "MK", "NM", "AI", "AF", "AN", "NA", "FA", "IA", "MESTRE"}

Ints = NDArray[np.int32]
SuffixCodes = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class NameColumns:
    """Names in rows: row ``i`` has the words ``words[starts[i]:starts[i + 1]]``, numbers into ``vocabulary``.

    Words are upper case ASCII without particles, titles and suffixes, given names first; one letter is an
    initial. ``suffixes`` is 0 or 1 + the place in `SUFFIXES`.
    """

    starts: Ints
    words: Ints
    suffixes: SuffixCodes
    vocabulary: tuple[str, ...]

    def words_of(self, row: int) -> tuple[str, ...]:
        """The comparable words of one name."""
        return tuple(self.vocabulary[word] for word in self.words[self.starts[row] : self.starts[row + 1]])

    def suffix_of(self, row: int) -> str | None:
        """`FILHO`, `JUNIOR`, ... of one name."""
        code = int(self.suffixes[row])
        return SUFFIXES[code - 1] if code else None


def name_columns(names: Sequence[str]) -> NameColumns:
    """Read names, one row each, in the order given. A name without a letter is a row without words."""
    text = plain_text(names)
    written = text.split()
    numbers = {word: number for number, word in enumerate(dict.fromkeys(written))}
    raw = np.fromiter(map(numbers.__getitem__, written), dtype=np.int32, count=len(written))
    lengths = _words_per_line(text, len(names))
    rows = np.repeat(np.arange(len(names), dtype=np.int32), lengths)
    places = np.arange(len(raw)) - (np.cumsum(lengths) - lengths)[rows]

    texts = list(numbers)
    is_particle = np.array([text in PARTICLES for text in texts], dtype=bool)
    is_title = np.array([text in TITLES for text in texts], dtype=bool)
    is_plain_title = np.array([text in PLAIN_TITLES for text in texts], dtype=bool)
    suffix_code = np.array([_suffix_code(text) for text in texts], dtype=np.int8)

    # A title stands first, where `Mi` beside one word may be a given name, or last.
    plain_title = is_plain_title[raw] & (lengths[rows] >= 2)
    title = plain_title | (is_title[raw] & (lengths[rows] >= 3))
    leading = title & (places == 0)
    leading[1:] |= title[1:] & leading[:-1] & (places[1:] == 1) & (lengths[rows][1:] >= 3)
    keep = ~(leading | (plain_title & (places > 0) & (places == lengths[rows] - 1)) | is_particle[raw])
    # The first word that remains is a given name even where it is spelt like a suffix (Neto Souza).
    kept_rows = rows[keep]
    first = np.zeros(len(raw), dtype=bool)
    first[np.flatnonzero(keep)[np.diff(kept_rows, prepend=-1) != 0]] = True
    is_suffix = keep & ~first & (suffix_code[raw] > 0)
    suffixes = np.zeros(len(names), dtype=np.int8)
    suffixes[rows[is_suffix]] = suffix_code[raw[is_suffix]]
    keep &= ~is_suffix

    # `E.` was marked, so that the initial of Eduardo is not the particle of Santos e Silva.
    vocabulary: dict[str, int] = {}
    renumbered = np.fromiter(
        (vocabulary.setdefault(text.rstrip("+"), len(vocabulary)) for text in texts), dtype=np.int32
    )
    kept_lengths = np.bincount(rows[keep], minlength=len(names)).astype(np.int32)
    kept_starts = np.concatenate(([0], np.cumsum(kept_lengths))).astype(np.int32)
    return NameColumns(kept_starts, renumbered[raw[keep]], suffixes, tuple(vocabulary))


def comparable_words(name: str) -> tuple[str, ...]:
    """The comparable words of one name, given names first."""
    return name_columns([name]).words_of(0)


_LETTERS_WITHOUT_DECOMPOSITION = {"Ø": "O", "Ł": "L", "Đ": "D", "Æ": "AE", "Œ": "OE", "Þ": "TH", "Ð": "D"}
_APOSTROPHES = "'’‘`´ʼ"
_INITIAL_E = re.compile(r"(?<![A-Z])E\.")
_IN_BRACKETS = re.compile(r"\([^)\n]*\)|\[[^]\n]*\]")
_KEEP = bytes(code if chr(code).isupper() or chr(code) in "+\n" else 32 for code in range(128)) + b" " * 128


def plain_text(names: Sequence[str]) -> str:
    """Names in upper case ASCII letters and blanks, given names first; `E.` as `E+`; one line per name."""
    text = "\n".join([_given_name_first(name) for name in names]).replace("+", " ").upper()
    for letter, plain in _LETTERS_WITHOUT_DECOMPOSITION.items():
        if letter in text:
            text = text.replace(letter, plain)
    for apostrophe in _APOSTROPHES:
        text = text.replace(apostrophe, "")
    if "(" in text or "[" in text:
        text = _IN_BRACKETS.sub(" ", text)
    if "E." in text:
        text = _INITIAL_E.sub(" E+ ", text)
    plain_bytes = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").translate(_KEEP)
    return plain_bytes.decode("ascii")


def _words_per_line(text: str, lines: int) -> Ints:
    letters = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    is_letter = letters > 32
    opens = is_letter.copy()
    opens[1:] &= ~is_letter[:-1]
    ends = np.append(np.flatnonzero(letters == 10), len(letters))[:lines]
    return np.diff(np.searchsorted(np.flatnonzero(opens), ends), prepend=0).astype(np.int32)


def _given_name_first(name: str) -> str:
    """`SILVA, José da` -> `José da SILVA`; other line breaks than between names are blanks."""
    if "\n" in name or "\r" in name:
        name = " ".join(name.split())
    if "," in name:
        surnames, given = name.split(",", 1)
        if given.strip(" ,."):
            name = f"{given} {surnames}"
    return name


def _suffix_code(word: str) -> int:
    word = _SUFFIX_SPELLINGS.get(word, word)
    return 1 + SUFFIXES.index(word) if word in SUFFIXES else 0


_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("PH", "F"),
        ("[CS]H", "X"),
        ("(?<=[BDFGJKMPRTVWZ])H", ""),  # Thiago, Jhonatan, Rhuan; an initial H stays, as in LH and NH
        ("(?<=[AEIOUY])H$", ""),  # Sarah
        ("Y", "I"),
        ("W", "V"),
        ("QU(?=[EI])", "K"),
        ("Q", "K"),
        ("C(?=[EI])", "S"),
        ("C", "K"),
        ("G(?=[EI])", "J"),
        ("Z", "S"),
        ("N$", "M"),  # Yasmin, Iasmim
        (r"(.)\1+", r"\1"),
    )
)


@lru_cache(maxsize=1 << 18)
def sounds(word: str) -> str:
    """A word by its sounds, so that spellings of one name meet: THIAGO, TIAGO; LUIZ, LUIS; KARINA, CARINA.

    GONÇALVES without its cedilla is GONCALVES, so the cedilla is no sound of its own here.
    """
    for pattern, sound in _SOUNDS:
        word = pattern.sub(sound, word)
    return word

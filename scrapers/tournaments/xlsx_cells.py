"""One cell of a crosstable and one result of a page of pairings, in the codes of the TRF reader.

Belongs here: what `52b0`, `-½` and `½ - ½` say. Does not belong here: comparing cells (`xlsx_rounds`, and
`trf_games`, whose codes these are: `1 = 0` played, `+ -` forfeit, `U H Z` without opponent, blank open).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from scrapers.text import fold
from scrapers.tournaments import fields
from scrapers.tournaments.trf_rows import EMPTY, Cell

_PAIRED = re.compile(r"(\d{1,5})\s*([a-z])\s*(1|0|½|=|\+|-)?\s*([kf])?")
_COLOR = re.compile(r"\s*\d{1,5}\s*([A-Za-z])")
_RESULT = re.compile(r"(1|0|½|=|\+|-)\s*[-:–]\s*(1|0|½|=|\+|-)\s*([kf])?")
_HALVES = re.compile(r"0[.,]5")
_CODES = {"1": "1", "0": "0", "½": "=", "=": "=", "+": "+", "-": "-", None: ""}
#: A forfeit marked by a letter instead of by its sign.
_FORFEIT_CODES = {"1": "+", "0": "-", "+": "+", "-": "-"}
#: A number may have lost its sign's text: `-1` and `-0` are stored as numbers, `-0` as 0.
_ALONE = {"-1": "U", "-½": "H", "-0": "Z", "0": "Z", "--": "Z", "+": "U"}
_BYE = re.compile(r"bye|spielfrei|isento|livre|descansa|folga")
_NOT_PAIRED = re.compile(
    r"not paired|nao emparceirad|no emparejad|sin emparejar|nicht ausgelost|nicht gepaart"
)
_SCORES = {2: "U", 1: "H", 0: "Z"}

Absence = Literal["bye", "not_paired"]


def white_letter(cells: Iterable[str]) -> str:
    """The letter for the white pieces in all cells of the crosstables of one event, or none.

    English has `w` and `b`, German `w` and `s`; where `b` stands beside `n` or `p` it is white (blancas,
    brancas).
    """
    counted = Counter(match[1].lower() for text in cells if (match := _COLOR.match(text)))
    letters = {letter for letter, _ in counted.most_common(2)}
    if letters <= {"w", "b"} or letters <= {"w", "s"}:
        return "w"
    return "b" if letters <= {"b", "n"} or letters <= {"b", "p"} else ""


def crosstable_cell(text: str, white: str) -> Cell:
    """A round of a player in a crosstable; ``white`` is the letter for the white pieces.

    An unreadable text is a cell with opponent -1, which `trf_games` makes an unknown code.
    """
    word = _HALVES.sub("½", text.strip().lower())
    if not word:
        return EMPTY
    if match := _PAIRED.fullmatch(word):
        number, letter, result, mark = match.groups()
        code = _FORFEIT_CODES.get(result, result) if mark else _CODES[result]
        color = "" if not white or letter not in "wbsnp" else "w" if letter == white else "b"
        return Cell(int(number) or -1, color, code or "", text.strip())
    if word in _ALONE:
        return Cell(0, "", _ALONE[word], "-0" if word == "0" else text.strip())
    return Cell(0, "", "U", text.strip()) if _BYE.search(word) else Cell(-1, "", "", text.strip())


def result_codes(text: str) -> tuple[str, str]:
    """The codes of white and black for the result of a pairing; blank while it is open.

    An unknown text is given back as both codes, which makes the game an unknown code.
    """
    word = _HALVES.sub("½", text.strip().lower())
    if not word.strip("-:–* "):
        return ("-", "-") if re.fullmatch(r"-\s*[-:–]\s*-", word) else ("", "")
    if match := _RESULT.fullmatch(word):
        white, black, mark = match.groups()
        if mark:
            return _FORFEIT_CODES.get(white, word), _FORFEIT_CODES.get(black, word)
        return _CODES[white], _CODES[black]
    return word, word


def absence(name: str, number: str) -> Absence | None:
    """Whether one side of a pairing is nobody: by the words in place of a name, or the number -1 or -2."""
    word = fold(name)
    if number in ("-2",) or _NOT_PAIRED.search(word):
        return "not_paired"
    if number in ("-1", "") and (_BYE.fullmatch(word) or not word or number == "-1"):
        return "bye"
    return None


def alone_code(text: str) -> str:
    """The code of a player without opponent by the result of that row: `1`, `½`, `0` or blank."""
    return _SCORES.get(fields.half_points(text.strip().strip("+-: ")) or 0, "U")


def grid_codes(text: str) -> str:
    """The results in one cell of a round robin's grid (`1`, `½0` in a double one), sorted; `*` is none."""
    word = _HALVES.sub("½", text.strip().lower()).replace(" ", "")
    return "".join(sorted("=" if c == "½" else c for c in word if c not in "*x"))

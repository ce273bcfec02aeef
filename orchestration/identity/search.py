"""Looking somebody up in the register by a few letters, for the person who decides.

Belongs here: the best fits of a typed text, words unfinished or misspelt. Does not belong here: evidence
beside the name; what a search finds may well be impossible, and says so nowhere.
"""

from __future__ import annotations

from orchestration.identity.blocking import alike, best, readings
from orchestration.identity.names import name_columns
from orchestration.identity.register_index import RegisterIndex
from orchestration.identity.scoring import compare_names


def search(index: RegisterIndex, text: str, most: int = 10) -> list[str]:
    """The fnx_ids whose names fit a text best, the best first; the last word may be unfinished.

    An fnx_id, CBX id or FIDE id typed as a whole finds its owner.
    """
    wanted = text.strip()
    owners = [
        row
        for row in range(index.size)
        if wanted and wanted in (index.fnx_ids[row], index.cbx_ids[row], index.fide_ids[row])
    ]
    if owners:
        return [index.fnx_ids[row] for row in owners[:most]]
    columns = name_columns([text])
    words = list(columns.words_of(0))
    read = dict(readings(index, words))
    if words and len(words[-1]) > 1:
        unfinished = {
            number: 1.0
            for word, number in index.word_number.items()
            if word.startswith(words[-1]) and word != words[-1]
        }
        read[words[-1]] = {**unfinished, **read[words[-1]]}
    rows, estimate = alike(index, words, read)
    compared = [
        (-round(compare_names(index, words, columns.suffix_of(0), read, row).worth, 3), row)
        for row in best(rows, estimate, max(40, 2 * most))
    ]
    return [index.fnx_ids[row] for _, row in sorted(compared)[:most]]

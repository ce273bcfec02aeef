"""What a resemblance is worth: logarithms of likelihood ratios that add up.

Belongs here: the comparison of two names word by word, and of birth year, category, place, club and ratings.
Does not belong here: which pairs are compared (`blocking`), bands and competition (`suggestions`), words
(`evidence`).

Each number answers: how much likelier is this observation if the participant is this person than if it is
anybody? Rare words are worth much because anybody seldom has them. The sum, less the logarithm of the number
of registered people, is the logarithm of the odds that the person is the participant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from orchestration.identity.blocking import AS_IT_IS, Readings
from orchestration.identity.names import sounds
from orchestration.identity.register_index import RegisterIndex


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers set by hand, as natural logarithms. Change them only with `benchmarks/identity.py` in view.

    A word of the register that the participant's name leaves out is common in the middle, rare at the end,
    and hardly happens to the first given name; a word the register does not have is rarer, and next to a word
    left out it contradicts.
    """

    first_left_out: float = -4.5
    middle_left_out: float = -1.3
    last_left_out: float = -2.5
    extra_word: float = -3.0
    contradicting_word: float = -4.5
    extra_initial: float = -3.5
    written_alike: float = 0.3
    names_swapped: float = -1.0
    names_shuffled: float = -2.0
    initial_worth: float = 0.8
    joined_words: float = -2.0
    suffix_on_one_side: float = -2.0
    suffix_contradicts: float = -6.0
    born_alike: float = 0.98
    most_for_birth: float = 4.5
    most_for_place: float = 2.5
    own_city_stays: float = 0.9
    club_alike: float = 0.6
    club_differs: float = -0.6
    most_for_club: float = 4.0
    rating_equal: float = 3.0
    rating_near: float = 0.5
    rating_far: float = -1.5
    id_equal: float = 6.0
    sex_alike: float = 0.1
    common_event: float = 0.25
    most_for_common_events: float = 1.0
    registered_before: float = 0.85


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class WordPair:
    """A word of the participant beside the register's word it stands for."""

    written: str
    registered: str
    kind: str  # equal, spelling, error, initial, joined
    worth: float
    share: float


@dataclass(frozen=True, slots=True)
class NameComparison:
    """Two names word by word, and what that is worth in all."""

    worth: float
    pairs: tuple[WordPair, ...]
    left_out: tuple[str, ...]
    extra: tuple[str, ...]
    order: str  # same, swapped, shuffled
    suffixes: tuple[str | None, str | None]

    @property
    def same_suffix(self) -> bool:
        """Whether both sides agree on Filho, Neto, Júnior, Sobrinho or none."""
        return self.suffixes[0] == self.suffixes[1]


def compare_names(
    index: RegisterIndex,
    words: Sequence[str],
    suffix: str | None,
    read: Mapping[str, Readings],
    row: int,
    weights: Weights = WEIGHTS,
) -> NameComparison:
    """A participant's words against the name of a row. ``read``: what `blocking.readings` gave for them."""
    columns = index.columns
    numbers = columns.words[columns.starts[row] : columns.starts[row + 1]].tolist()
    registered = [columns.vocabulary[number] for number in numbers]
    possible: list[tuple[float, int, int, int]] = []
    for i, word in enumerate(words):
        worths = read.get(word, {})
        for j, number in enumerate(numbers):
            if number in worths:
                possible.append((-worths[number], abs(i - j), i, j))
            elif (len(word) == 1 or len(registered[j]) == 1) and word[0] == registered[j][0]:
                initial = weights.initial_worth * -log(index.initial_shares[word[0]])
                possible.append((100.0 - initial, abs(i - j), i, j))  # after all whole words
    possible.sort()
    partner: dict[int, int] = {}
    pairs: dict[int, WordPair] = {}
    for cost, _, i, j in possible:
        if i in partner or j in partner.values():
            continue
        partner[i] = j
        is_initial = cost > 50
        worth = 100.0 - cost if is_initial else -cost
        pairs[i] = WordPair(
            words[i],
            registered[j],
            "initial" if is_initial else _kind(words[i], registered[j]),
            worth,
            float(index.word_counts[numbers[j]]) / max(index.size, 1),
        )
    extra = [i for i in range(len(words)) if i not in partner]
    left = [j for j in range(len(registered)) if j not in partner.values()]
    _join(index, words, numbers, registered, extra, left, pairs, weights)

    total = sum(pairs[i].worth for i in sorted(pairs))
    for j in left:
        if j == 0:
            total += weights.first_left_out
        elif j == len(registered) - 1:
            total += weights.last_left_out
        else:
            total += weights.middle_left_out
    for i in extra:
        if len(words[i]) == 1:
            total += weights.extra_initial
        else:
            total += weights.contradicting_word if left else weights.extra_word
    order = _order([partner[i] for i in sorted(partner)])
    if order != "same":
        total += weights.names_swapped if order == "swapped" else weights.names_shuffled
    own = columns.suffix_of(row)
    if suffix != own:
        total += weights.suffix_contradicts if suffix and own else weights.suffix_on_one_side
    elif suffix:
        total += min(3.0, -log(float(index.suffix_counts[columns.suffixes[row]]) / index.size))
    return NameComparison(
        total,
        tuple(pairs[i] for i in sorted(pairs)),
        tuple(registered[j] for j in left),
        tuple(words[i] for i in extra),
        order,
        (suffix, own),
    )


def _kind(written: str, registered: str) -> str:
    if written == registered:
        return "equal"
    return "spelling" if sounds(written) == sounds(registered) else "error"


def _join(
    index: RegisterIndex,
    words: Sequence[str],
    numbers: Sequence[int],
    registered: Sequence[str],
    extra: list[int],
    left: list[int],
    pairs: dict[int, WordPair],
    weights: Weights,
) -> None:
    """ANACLARA for ANA CLARA and the other way round: takes what it pairs out of ``extra`` and ``left``."""

    def rarity(j: int) -> float:
        return -log(index.word_counts[numbers[j]] / index.size / AS_IT_IS)

    for i in list(extra):
        for j in left:
            if j + 1 in left and words[i] == registered[j] + registered[j + 1]:
                worth = rarity(j) + rarity(j + 1) + weights.joined_words
                both = f"{registered[j]} {registered[j + 1]}"
                pairs[i] = WordPair(words[i], both, "joined", worth, 0.0)
                extra.remove(i)
                left.remove(j)
                left.remove(j + 1)
                break
    for i in list(extra):
        for j in left:
            if i in extra and i + 1 in extra and words[i] + words[i + 1] == registered[j]:
                worth = rarity(j) + weights.joined_words
                pairs[i] = WordPair(f"{words[i]} {words[i + 1]}", registered[j], "joined", worth, 0.0)
                extra.remove(i)
                extra.remove(i + 1)
                left.remove(j)
                break


def _order(places: Sequence[int]) -> str:
    """Whether places ascend, ascend after one turn (surname first), or neither."""
    falls = sum(later < earlier for earlier, later in pairwise(places))
    if falls == 0:
        return "same"
    return "swapped" if falls == 1 and places[-1] < places[0] else "shuffled"


def birth_worth(index: RegisterIndex, year: int, weights: Weights = WEIGHTS) -> float:
    """Born in the same year: the rarer the year in the register, the more."""
    return min(weights.most_for_birth, log(weights.born_alike / index.year_share(year, year)))


def ages_worth(index: RegisterIndex, low: int, high: int) -> float:
    """Born within the years a category allows."""
    return max(0.0, -log(index.year_share(low, high)))


def place_worth(alike: bool, locality: float, share: float, weights: Weights = WEIGHTS) -> float:
    """Living where the event (or the participant) is; ``locality``: how many of an event's players do."""
    worth = log(locality / share) if alike else log((1 - locality) / max(1 - share, 0.02))
    return max(-weights.most_for_place, min(weights.most_for_place, worth))


def club_worth(alike: bool, share: float, weights: Weights = WEIGHTS) -> float:
    """In the same club or school."""
    return min(weights.most_for_club, log(weights.club_alike / share)) if alike else weights.club_differs


def rating_worth(written: Sequence[int], registered: Sequence[int], weights: Weights = WEIGHTS) -> float:
    """The rating the file shows beside those the person has had; 0 where one side has none."""
    if not written or not registered:
        return 0.0
    gap = min(abs(one - other) for one in written for other in registered)
    if gap == 0:
        return weights.rating_equal
    return weights.rating_near if gap <= 60 else weights.rating_far if gap > 400 else 0.0

"""A third generator of the same noise: names by frequency, few surnames or very many.

Belongs here: populations that differ in what the other generators hold fixed: how many surnames there are and
how steeply they decline, what the register knows besides the name, which word is abbreviated, where typing
errors fall. Does not belong here: code of `people` or `people_otherwise`.
"""

from __future__ import annotations

import random
import unicodedata
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from orchestration.identity.people import (
    Encounters,
    OpenEvent,
    RegisteredPerson,
    Sex,
    UnknownParticipant,
)
from tests.builders.name_pools import COAST, SOUTH
from tests.builders.people import Population

_ONSETS = "b br c cr d f fr g gr j l m n p pr qu r s t tr v x z ch lh nh".split()  # noqa: SIM905
_VOWELS = ("a", "e", "i", "o", "u", "ã", "é", "ei", "ou")
_ENDS = ("", "", "s", "z", "l", "r", "nte", "no", "ra", "do")
_PARTICLES = (("", 60), ("da ", 15), ("de ", 10), ("dos ", 8), ("do ", 7))


@dataclass(frozen=True)
class Frequencies:
    """How names are spread, and what register and files tell besides names."""

    surnames: int
    steepness: float
    given: int
    given_steepness: float = 0.9
    #: Shares of people with one, two, three surnames, and with two given names.
    surname_counts: tuple[int, int, int] = (25, 55, 20)
    two_given: float = 0.4
    cities: int = 12
    register_city: bool = True
    register_sex: bool = True
    file_sex: bool = False
    new: float = 0.12
    local: float = 0.7


#: One or two given names and two surnames, each as likely as the next, from short lists: much alike.
FEW_NAMES = Frequencies(
    40, steepness=0.0, given=60, given_steepness=0.0, surname_counts=(0, 100, 0), cities=5, new=0.1
)
#: Names of the commonest 45 surnames alone: a third of the people have one of three.
FEW_SURNAMES = Frequencies(45, steepness=1.0, given=260)
MANY_SURNAMES = Frequencies(4000, steepness=0.7, given=400, register_city=False, file_sex=True)
#: The register knows names and birth years alone.
BARE = Frequencies(600, steepness=0.9, given=220, register_city=False, register_sex=False)


@dataclass
class _Person:
    fnx_id: str
    given: list[str]
    surnames: list[str]
    born: int
    sex: Sex
    city: str
    kin: str = ""

    @property
    def words(self) -> list[str]:
        return [*self.given, *self.surnames]


def population_by_frequency(
    shape: Frequencies, seed: int, people: int = 5000, events: int = 40
) -> Population:
    """A register of so many people and so many events."""
    return _Frequent(shape, seed).population(people, events)


class _Frequent:
    def __init__(self, shape: Frequencies, seed: int) -> None:
        self.shape, self.dice = shape, random.Random(seed)
        self.surnames = self._pool([*SOUTH.surnames, *COAST.surnames], shape.surnames)
        self.women = self._pool([*SOUTH.women, *COAST.women], shape.given // 2)
        self.men = self._pool([*SOUTH.men, *COAST.men], shape.given // 2)
        self.surname_weights = _declining(len(self.surnames), shape.steepness)
        self.given_weights = _declining(shape.given // 2, shape.given_steepness)
        self.cities = [f"Cidade {number}" for number in range(shape.cities)]

    def _pool(self, words: list[str], many: int) -> list[str]:
        found = list(dict.fromkeys(words))
        self.dice.shuffle(found)
        while len(found) < many:
            syllables = self.dice.choice((2, 2, 3))
            word = "".join(self.dice.choice(_ONSETS) + self.dice.choice(_VOWELS) for _ in range(syllables))
            found = list(dict.fromkeys([*found, (word + self.dice.choice(_ENDS)).capitalize()]))
        return found[:many]

    def _given(self, sex: Sex) -> str:
        names = self.women if sex == "F" else self.men
        return self.dice.choices(names, cum_weights=self.given_weights)[0]

    def _surname(self) -> str:
        particles, weights = zip(*_PARTICLES, strict=True)
        word = self.dice.choices(self.surnames, cum_weights=self.surname_weights)[0]
        return str(self.dice.choices(particles, weights)[0]) + word

    def _somebody(self) -> _Person:
        dice, shape = self.dice, self.shape
        sex: Sex = "F" if dice.random() < 0.4 else "M"
        given = [self._given(sex) for _ in range(1 + (dice.random() < shape.two_given))]
        surnames = [self._surname() for _ in range(dice.choices((1, 2, 3), shape.surname_counts)[0])]
        age = dice.randint(6, 18) if dice.random() < 0.6 else dice.randint(19, 75)
        city = dice.choices(self.cities, [30, *range(len(self.cities) - 1, 0, -1)])[0]
        return _Person("", list(dict.fromkeys(given)), list(dict.fromkeys(surnames)), 2026 - age, sex, city)

    def population(self, people: int, events: int) -> Population:
        dice = self.dice
        known: list[_Person] = []
        while len(known) < people:
            one = self._somebody()
            known.append(one)
            odd = dice.random()
            if odd < 0.0215:
                two = self._somebody()
                one.kin = two.kin = "namesake" if odd < 0.015 else "sibling" if odd < 0.020 else "twin"
                two.surnames = list(one.surnames)
                if one.kin == "namesake":
                    two.given, two.sex = list(one.given), one.sex
                elif one.kin == "sibling":
                    two.sex, two.city = one.sex, one.city
                    two.given = [one.given[0], self._given(one.sex)]
                    two.born = one.born + dice.choice((-3, -2, 2, 3))
                else:
                    two.born, two.city = one.born, one.city
                known.append(two)
        for serial, one in enumerate(known):
            one.fnx_id = f"FNX-{serial:06d}"
        new = [self._somebody() for _ in range(people // 4)]
        truth: dict[tuple[str, int], str | None] = {}
        kin: dict[tuple[str, int], str] = {}
        made = []
        for serial in range(events):
            event = self._event(f"E{serial:03d}", serial, known, new, truth, kin)
            made.append(event)
        register = tuple(
            RegisteredPerson(
                one.fnx_id,
                " ".join(one.words),
                one.born,
                one.sex if self.shape.register_sex else None,
                city=one.city if self.shape.register_city else None,
            )
            for one in dice.sample(known, len(known))
        )
        return Population(register, tuple(made), Encounters(), truth, kin)

    def _event(
        self,
        event_id: str,
        serial: int,
        known: list[_Person],
        new: list[_Person],
        truth: dict[tuple[str, int], str | None],
        kin: dict[tuple[str, int], str],
    ) -> OpenEvent:
        dice = self.dice
        school = serial % 2 == 0
        category, low, high = dice.choice(
            (("Sub-10", 0, 10), ("Sub-12", 0, 12), ("Sub-14", 0, 14), ("Sub-18", 0, 18))
            if school
            else (("", 0, 99),)
        )
        city = dice.choices(self.cities, [30, *range(len(self.cities) - 1, 0, -1)])[0]
        fits = [one for one in known if low <= 2026 - one.born <= high]
        local = [one for one in fits if one.city == city]
        away = [one for one in fits if one.city != city]
        many = dice.randint(40, 110)
        here = min(len(local), round(many * self.shape.local))
        players = dice.sample(local, here) + dice.sample(away, min(len(away), many - here))
        strangers = [one for one in new if low <= 2026 - one.born <= high]
        players += dice.sample(strangers, min(len(strangers), round(many * self.shape.new)))
        dice.shuffle(players)
        entries = []
        for number, one in enumerate(players, start=1):
            truth[event_id, number] = one.fnx_id or None
            kin[event_id, number] = one.kin
            entries.append(
                UnknownParticipant(
                    number,
                    self._written(one),
                    birth_year=one.born if dice.random() >= 0.30 else None,
                    sex=one.sex if self.shape.file_sex else None,
                )
            )
        return OpenEvent(
            event_id,
            2026,
            tuple(entries),
            frozenset({date(2026, 1, 1 + serial % 28)}),
            city=city,
            categories=(category,) if category else (),
        )

    def _written(self, one: _Person) -> str:
        dice = self.dice
        words = one.words
        if dice.random() < 0.20 and len(words) > 2:
            del words[dice.randrange(1, len(words) - 1)]
        if dice.random() < 0.15:
            place = dice.randrange(len(words) - 1) if dice.random() < 0.3 else dice.randrange(1, len(words))
            words[place] = words[place].split()[-1][0] + dice.choice((".", ""))
        for _ in range(dice.choices((0, 1, 2), (90, 8, 2))[0]):
            long = [place for place, word in enumerate(words) if len(word) > 2]
            if long:
                place = dice.choice(long)
                words[place] = _slip(dice, words[place])
        if dice.random() < 0.10 and len(words) > 1:
            turn = dice.randrange(1, len(words))
            words = words[turn:] + words[:turn]
            if dice.random() < 0.4:
                words[len(words) - turn - 1] += ","
        name = " ".join(words)
        if dice.random() < 0.25:
            name = unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()
        return name.upper() if dice.random() < 0.4 else name


def _declining(many: int, steepness: float) -> list[float]:
    return list(accumulate((rank + 1.0) ** -steepness for rank in range(many)))


def _slip(dice: random.Random, word: str) -> str:
    """A letter left out, put in, changed or turned with the next, anywhere but in a blank."""
    at = dice.choice([place for place, char in enumerate(word) if char != " "])
    letter = dice.choice("aeiourstlnmcdp")
    kind = dice.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + letter + word[at:]
    if kind == 2 or at + 1 == len(word):
        return word[:at] + letter + word[at + 1 :]
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

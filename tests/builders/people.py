"""A seeded generator of a register of invented people and of events whose participants nobody has identified.

Belongs here: who is registered, who is new, who plays where under which spelling, and the truth. Does not
belong here: the words of names (`name_pools`), what the software makes of it. The same arguments give the
same people, whatever the hash seed.

Noise of an entry, each drawn by itself: 25 % accents lost, 20 % a middle name missing, 15 % a name
abbreviated, 10 % order swapped (half with a comma), 8 % one typing error and 2 % two, 30 % without birth
year. Of the people 3 % are namesakes of another, 1 % siblings who share a given name, 0.3 % twins.
"""

from __future__ import annotations

import bisect
import itertools
import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from orchestration.identity.people import (
    Encounters,
    OpenEvent,
    RegisteredPerson,
    Sex,
    UnknownParticipant,
)
from tests.builders.name_pools import COAST, SOUTH, NamePool

YEAR = 2026
_PARTICLES = ("", "", "", "da ", "de ", "dos ", "do ")
_SUFFIXES = ("Júnior", "Filho", "Neto", "Sobrinho")
_SYLLABLES = (
    "Bar Bel Cam Car Dal Fer Gal Gua Ita Jar Kre Lan Mar Mon Nor Oli Par Pir Ros Sal Tor Ube Val Zan",
    "a e i o an er in on at ur ap ib ol",
    "ba ca delli do guara lli mann ni pe ra ri ski ssi ta tti va zzo",
)
_LETTERS = "abcdefghijlmnoprstuvz"


@dataclass(frozen=True)
class Shape:
    """How a population and its events look."""

    pool: NamePool
    cities: tuple[tuple[str, int], ...]
    second_given: float  # share of people with two given names
    surnames: tuple[float, float, float]  # shares of one, two, three surnames
    made_surnames: int  # words composed of syllables beside the pool's
    school_age: float  # share of people aged 6 to 17
    local: float  # share of an event's players from its city
    new: float  # share of players who are not registered
    clubs: bool  # files name clubs and schools
    sexes: bool  # files name the sex
    capitals: float  # share of entries in capitals
    size: tuple[int, int]  # players of an event
    register_without_year: float = 0.02


COASTAL = Shape(
    pool=COAST,
    cities=(
        ("Natal", 36), ("Mossoró", 16), ("Parnamirim", 12), ("Caicó", 7), ("Assú", 5), ("Currais Novos", 5),
        ("Macaíba", 5), ("Ceará-Mirim", 4), ("São Gonçalo do Amarante", 4), ("Pau dos Ferros", 3),
        ("Touros", 3),
    ),
    second_given=0.45,
    surnames=(0.2, 0.58, 0.22),
    made_surnames=0,
    school_age=0.65,
    local=0.75,
    new=0.1,
    clubs=False,
    sexes=True,
    capitals=0.35,
    size=(30, 120),
)  # fmt: skip
SOUTHERN = Shape(
    pool=SOUTH,
    cities=tuple((f"Município {number}", 40 // (number + 2) + 1) for number in range(25)),
    second_given=0.25,
    surnames=(0.35, 0.5, 0.15),
    made_surnames=400,
    school_age=0.5,
    local=0.5,
    new=0.2,
    clubs=True,
    sexes=False,
    capitals=0.6,
    size=(20, 150),
    register_without_year=0.0,
)


@dataclass(frozen=True)
class Person:
    """An invented person; ``fnx_id`` blank for one who is not registered, ``kin`` names the oddity."""

    given: tuple[str, ...]
    surnames: tuple[str, ...]
    suffix: str
    birth_year: int
    sex: Sex
    city: str
    club: str
    fnx_id: str = ""
    kin: str = ""

    @property
    def name(self) -> str:
        """The full name."""
        return " ".join((*self.given, *self.surnames, *filter(None, [self.suffix])))


@dataclass(frozen=True)
class Population:
    """Everybody, the events, and who each unknown participant is (None: not registered)."""

    register: tuple[RegisteredPerson, ...]
    events: tuple[OpenEvent, ...]
    encounters: Encounters
    truth: dict[tuple[str, int], str | None]
    kin: dict[tuple[str, int], str] = field(default_factory=dict)


def population(shape: Shape, seed: int, people: int = 5000, events: int = 40) -> Population:
    """A register of so many people and so many events."""
    return _Maker(shape, seed).population(people, events)


def plain(text: str) -> str:
    """Text without accents."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _are_a_pair(one: Person, other: Person) -> bool:
    return bool(one.kin or other.kin) and one.surnames == other.surnames


class _Weighted:
    """Words drawn by Zipf's law."""

    def __init__(self, words: Sequence[str], steepness: float, randomness: random.Random) -> None:
        self.words = list(dict.fromkeys(words))
        self.bounds = list(
            itertools.accumulate((rank + 2.0) ** -steepness for rank in range(len(self.words)))
        )
        self.randomness = randomness

    def draw(self) -> str:
        return self.words[bisect.bisect(self.bounds, self.randomness.random() * self.bounds[-1])]


class _Maker:
    def __init__(self, shape: Shape, seed: int) -> None:
        self.shape, self.random = shape, random.Random(seed)
        pool = shape.pool
        self.women = _Weighted(pool.women, pool.given_steepness, self.random)
        self.men = _Weighted(pool.men, pool.given_steepness, self.random)
        made = self._made_words(shape.made_surnames)
        self.surnames = _Weighted([*pool.surnames, *made], pool.surname_steepness, self.random)
        self.cities = [city for city, _ in shape.cities]
        self.city_weights = [weight for _, weight in shape.cities]

    def _made_words(self, many: int) -> list[str]:
        opening = _SYLLABLES[0].split()
        middle = _SYLLABLES[1].split()
        ending = _SYLLABLES[2].split()
        words = ["".join(parts) for parts in itertools.product(opening, middle, middle, ending)]
        return self.random.sample(words, min(many, len(words)))

    # --- people ---------------------------------------------------------------------------------------------

    def population(self, people: int, events: int) -> Population:
        everybody = self._everybody(people + max(20, people // 5))
        apart = [
            place for place, person in enumerate(everybody) if not person.kin or self.random.random() < 0.1
        ]
        newcomers = set(self.random.sample(apart, len(everybody) - people))
        for place in newcomers:  # nobody can see the oddity of a pair of which one is registered
            everybody[place] = replace(everybody[place], kin="")
            for beside in (place - 1, place + 1):
                if 0 <= beside < len(everybody) and _are_a_pair(everybody[place], everybody[beside]):
                    everybody[beside] = replace(everybody[beside], kin="")
        serial = itertools.count(1001)
        everybody = [
            person if place in newcomers else replace(person, fnx_id=f"FNX-{next(serial):06d}")
            for place, person in enumerate(everybody)
        ]
        register = tuple(self._registered(person) for person in everybody if person.fnx_id)
        return self._with_events(everybody, register, events)

    def _registered(self, person: Person) -> RegisteredPerson:
        without_year = self.random.random() < self.shape.register_without_year
        return RegisteredPerson(
            person.fnx_id,
            person.name,
            birth_year=None if without_year else person.birth_year,
            sex=person.sex,
            city=person.city,
            club=person.club,
            uf="RN",
        )

    def _everybody(self, many: int) -> list[Person]:
        everybody: list[Person] = []
        while len(everybody) < many:
            person = self._person()
            everybody.append(person)
            odd = self.random.random()
            if odd < 0.015:  # both of a pair count towards the 3 %
                other = self._person()
                twin = replace(
                    other, given=person.given, surnames=person.surnames, suffix=person.suffix, sex=person.sex
                )
                everybody[-1] = replace(person, kin="namesake")
                everybody.append(replace(twin, kin="namesake"))
            elif odd < 0.020:
                first, second = self._given(person.sex), self._given(person.sex)
                shared = person.given[0]
                everybody[-1] = replace(person, given=(shared, first), kin="sibling")
                everybody.append(
                    replace(
                        everybody[-1],
                        given=(shared, second),
                        birth_year=person.birth_year + self.random.choice((-4, -3, -2, 2, 3, 4)),
                    )
                )
            elif odd < 0.0215:
                everybody[-1] = replace(person, kin="twin")
                sex = person.sex if self.random.random() < 0.6 else self._sex()
                given = (self._given(sex), *((self._given(sex),) if len(person.given) > 1 else ()))
                everybody.append(replace(everybody[-1], given=given, sex=sex))
        return everybody[:many]

    def _sex(self) -> Sex:
        return "F" if self.random.random() < 0.35 else "M"

    def _given(self, sex: Sex) -> str:
        return self.women.draw() if sex == "F" else self.men.draw()

    def _person(self) -> Person:
        sex = self._sex()
        given = [self._given(sex)]
        if self.random.random() < self.shape.second_given:
            given.append(self._given(sex))
        many = self.random.choices((1, 2, 3), self.shape.surnames)[0]
        surnames = [self.random.choice(_PARTICLES) + self.surnames.draw() for _ in range(many)]
        age = (
            self.random.randint(6, 17)
            if self.random.random() < self.shape.school_age
            else min(85, 18 + int(self.random.expovariate(1 / 18)))
        )
        city = self.random.choices(self.cities, self.city_weights)[0]
        return Person(
            given=tuple(dict.fromkeys(given)),
            surnames=tuple(surnames),
            suffix=self.random.choice(_SUFFIXES) if self.random.random() < 0.04 and sex == "M" else "",
            birth_year=YEAR - age,
            sex=sex,
            city=city,
            club=f"Escola {self.random.randint(1, 12)} de {city}",
        )

    # --- events ---------------------------------------------------------------------------------------------

    def _with_events(
        self, everybody: Sequence[Person], register: tuple[RegisteredPerson, ...], events: int
    ) -> Population:
        made: list[OpenEvent] = []
        truth: dict[tuple[str, int], str | None] = {}
        kin: dict[tuple[str, int], str] = {}
        busy: dict[date, dict[int, str]] = {}
        seen: dict[str, set[str]] = {}
        played_on: dict[date, dict[str, str]] = {}
        known = [place for place, person in enumerate(everybody) if person.fnx_id]
        new = [place for place, person in enumerate(everybody) if not person.fnx_id]
        for serial in range(events):
            event_id = f"{YEAR}-{serial + 1:03d}"
            day = date(YEAR, 1, 10) + timedelta(days=7 * (serial * 2 // 3))  # every third weekend has two
            city = self.random.choices(self.cities, self.city_weights)[0]
            categories = self._categories(serial)
            taken = busy.setdefault(day, {})
            players = self._players(everybody, known, new, city, categories, taken)
            for place in players:
                taken[place] = event_id
            numbers = dict(enumerate(players, start=1))
            identified = {
                number: everybody[place].fnx_id
                for number, place in numbers.items()
                if everybody[place].fnx_id and self.random.random() < 0.15
            }
            for fnx_id in identified.values():
                played_on.setdefault(day, {})[fnx_id] = event_id
                seen.setdefault(fnx_id, set()).add(event_id)
            participants = []
            for number, place in numbers.items():
                if number not in identified:
                    truth[event_id, number] = everybody[place].fnx_id or None
                    kin[event_id, number] = everybody[place].kin
                    participants.append(self._entry(number, everybody[place]))
            made.append(
                OpenEvent(
                    event_id,
                    YEAR,
                    tuple(participants),
                    days=frozenset({day}),
                    city=city,
                    uf="RN",
                    categories=categories,
                    identified=identified,
                    met=self._rounds(len(players)),
                )
            )
        encounters = Encounters(played_on, {fnx_id: frozenset(ids) for fnx_id, ids in seen.items()})
        return Population(register, tuple(made), encounters, truth, kin)

    def _categories(self, serial: int) -> tuple[str, ...]:
        if serial % 5 == 4:
            return ("Absoluto",)
        return self.random.choice(
            (
                ("Sub-8",),
                ("Sub-10", "Sub-12"),
                ("12-14",),
                ("15-17",),
                ("Sub-14",),
                ("Sub-18",),
                ("Absoluto",),
            )
        )

    def _players(
        self,
        everybody: Sequence[Person],
        known: Sequence[int],
        new: Sequence[int],
        city: str,
        categories: tuple[str, ...],
        taken: dict[int, str],
    ) -> list[int]:
        spans = {"Absoluto": (0, 99), "12-14": (12, 14), "15-17": (15, 17)}
        low = min(spans.get(text, (0, 0))[0] for text in categories)
        high = max(spans[text][1] if text in spans else int(text[4:]) for text in categories)

        def fitting(places: Sequence[int], local: bool) -> list[int]:
            return [
                place
                for place in places
                if place not in taken
                and low <= YEAR - everybody[place].birth_year <= high
                and (everybody[place].city == city) == local
            ]

        many = self.random.randint(*self.shape.size)
        chosen: list[int] = []
        for places, share in ((new, self.shape.new), (known, 1 - self.shape.new)):
            for local, part in ((True, self.shape.local), (False, 1 - self.shape.local)):
                candidates = fitting(places, local)
                chosen += self.random.sample(candidates, min(len(candidates), round(many * share * part)))
        self.random.shuffle(chosen)
        return chosen

    def _rounds(self, players: int) -> dict[int, frozenset[int]]:
        met: dict[int, set[int]] = {number: set() for number in range(1, players + 1)}
        for _ in range(5):
            order = list(met)
            self.random.shuffle(order)
            for white, black in zip(order[::2], order[1::2], strict=False):
                met[white].add(black)
                met[black].add(white)
        return {number: frozenset(others) for number, others in met.items()}

    # --- spelling -------------------------------------------------------------------------------------------

    def _entry(self, number: int, person: Person) -> UnknownParticipant:
        return UnknownParticipant(
            number,
            self._written(person),
            birth_year=None if self.random.random() < 0.3 else person.birth_year,
            sex=person.sex if self.shape.sexes and self.random.random() < 0.8 else None,
            club=person.club if self.shape.clubs and self.random.random() < 0.5 else None,
        )

    def _written(self, person: Person) -> str:
        draw = self.random.random
        words = [*person.given, *person.surnames, *filter(None, [person.suffix])]
        last = len(person.given) + len(person.surnames) - 1
        middles = list(range(1, last))
        if draw() < 0.20 and middles:
            place = self.random.choice(middles)
            del words[place]
            last -= 1
            middles = list(range(1, last))
        if draw() < 0.15:
            style = draw()
            short = [self.random.choice(middles)] if middles and style < 0.7 else middles
            if not middles or style > 0.85:  # J. P. da Silva
                short = list(range(min(len(person.given), last)))
            for place in short:
                words[place] = words[place].split()[-1][0] + ("." if draw() < 0.7 else "")
        errors = 2 if (odds := draw()) < 0.02 else 1 if odds < 0.10 else 0
        for _ in range(errors):
            words = self._with_error(words)
        name = " ".join(words)
        if draw() < 0.10 and last > 0:
            head, tail = " ".join(words[:last]), " ".join(words[last:])
            name = f"{tail}, {head}" if draw() < 0.5 else f"{tail} {head}"
        if draw() < 0.25:
            name = plain(name)
        if draw() < self.shape.capitals:
            name = name.upper()
        return name

    def _with_error(self, words: list[str]) -> list[str]:
        places = [place for place, word in enumerate(words) if len(word.split()[-1]) > 2]
        if not places:
            return words
        place = self.random.choice(places)
        *before, word = words[place].split()
        at = self.random.randrange(len(word))
        kind = self.random.randrange(4)
        letter = self.random.choice(_LETTERS)
        if kind == 0:
            word = word[:at] + word[at + 1 :]
        elif kind == 1:
            word = word[:at] + letter + word[at + 1 :]
        elif kind == 2:
            word = word[:at] + letter + word[at:]
        else:
            at = min(at, len(word) - 2)
            word = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return [*words[:place], " ".join([*before, word]), *words[place + 1 :]]

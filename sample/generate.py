"""Writes the sample season `sample/season/`: an invented year of a state federation, always the same bytes.

Belongs here: the people, events, sources and registers of the example, and the layouts they are written in
(data home; TRF in Swiss-Manager's dialect, its text pair, FIDE and CBX pages). Does not belong here: any
rule of the regulation, and expected ratings. Nobody here exists: all surnames are plants and birds of the
Brazilian Northeast, FIDE ids start with 9992, CBX ids with 9955.

    python sample/generate.py [FOLDER]
"""

from __future__ import annotations

import csv
import html
import io
import random
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

SEED = 2026
SEASON = Path(__file__).resolve().parent / "season"
YEAR = 2026

# ---------------------------------------------------------------------------------------------------- people


def _listed(text: str) -> list[str]:
    return [" ".join(item.split()) for item in text.split(",")]


GIRLS = _listed(
    """
    Ana Beatriz, Ana Letícia, Alice, Antônia, Aurora, Bianca, Cecília, Clara, Conceição, Débora,
    Eduarda, Elisa, Estela, Fátima, Flávia, Helena, Heloísa, Inês, Isadora, Jaciara, Joana, Júlia, Laís,
    Lavínia, Letícia, Lívia, Luísa, Maria Alice, Maria Flor, Marina, Mônica, Nair, Natália, Olívia,
    Patrícia, Raquel, Rosália, Sílvia, Sofia, Tainá, Teresa, Valéria, Verônica, Vitória, Yasmin
    """
)
BOYS = _listed(
    """
    Adriano, André, Antônio, Arthur, Benício, Bernardo, Breno, Caio, César, Cícero, Damião, Davi,
    Diógenes, Edivan, Emanuel, Enzo, Estêvão, Fábio, Fabrício, Francisco, Gael, Gérson, Heitor,
    Henrique, Hélio, Ícaro, Isaac, João Miguel, João Pedro, Joaquim, José, Josué, Júlio, Kauã, Lázaro,
    Levi, Luís, Márcio, Matias, Moacir, Murilo, Nélson, Otávio, Pedro Henrique, Raí, Raimundo, Ravi,
    Rômulo, Samuel, Sérgio, Severino, Téo, Tomás, Ubirajara, Valter, Vicente, Vinícius, Zacarias
    """
)
SURNAMES = _listed(
    """
    de Angico, Aroeira, Araçá, Baraúna, Bromélia, Burití, Cajarana, Canafístula, do Cardeiro, Carnaúba,
    do Catolé, Catingueira, Craibeira, da Croata, Facheiro, de Favela-Brava, Gameleira, da Graviola,
    Imbiriba, do Ingá, Ipê-Roxo, Jandaíra, Jatobá, Jenipapo, Juá, da Jurema, Jucá-Bravo, Macambira,
    Malva-Branca, Mandacaru, da Mangaba, Maniçoba, Marmeleiro, Mofumbo, Mororó, do Mulungu, Oiticica,
    Palma-Doce, Pereiro, Pitomba, Quixabeira, dos Sabiás, do Sapoti, Sucupira, Tamarindo, Timbaúba,
    Trapiá, Umburana, dos Umbuzeiros, Velame, Xique-Xique, das Zabelês, Asa-Branca, Acauã, do Concriz,
    Golinha, Graúna, Patativa, Siriema, Juriti
    """
)
CLUBS = {
    "Natal": ("Clube de Xadrez Forte dos Reis", "Academia Potengi de Xadrez"),
    "Mossoró": ("Xadrez Clube do Oeste", "Torre do Sal"),
    "Caicó": ("Clube Seridó de Xadrez",),
    "Parnamirim": ("Cavalo da Barreira",),
    "Currais Novos": ("Xadrez Scheelita",),
    "Assú": ("Clube Vale do Assú",),
    "Pau dos Ferros": ("Peão da Tromba do Elefante",),
    "Macaíba": ("Solar do Xadrez",),
    "São Miguel": ("",),
}
CITIES = ("Natal",) * 7 + ("Mossoró",) * 5 + ("Caicó",) * 3 + ("Parnamirim",) * 3 + tuple(CLUBS)
#: How many people of which ages, and how strong (FNX scale: mean, spread).
BANDS = (
    (3, 5, 6, 190, 25),
    (8, 7, 8, 235, 50),
    (13, 9, 10, 290, 75),
    (17, 11, 12, 350, 95),
    (19, 13, 14, 430, 115),
    (16, 15, 16, 510, 130),
    (12, 17, 18, 580, 150),
    (38, 19, 49, 660, 190),
    (12, 50, 64, 640, 170),
    (6, 65, 74, 590, 150),
    (4, 75, 83, 520, 110),
)


@dataclass
class Person:
    """Somebody of the season; `strength` (FNX scale) is hidden: only results show it."""

    name: str
    sex: str
    birth_year: int
    city: str
    club: str
    strength: int
    fnx_id: str = ""
    cbx_id: str = ""
    fide_id: str = ""
    fide_rating: int = 0
    cbx_rating: int = 0
    has_card: bool = False
    uf: str = "RN"
    recognized: str = ""
    registered_at: str = "2025-12-12"
    publish_name: str = ""
    birth: str = "proven"  # or "unknown", "unproven"
    previous: int = 0

    @property
    def age(self) -> int:
        return YEAR - self.birth_year

    @property
    def seed_rating(self) -> int:
        return self.fide_rating or self.cbx_rating


def folded(text: str) -> str:
    """Without accents, as Swiss-Manager and FIDE write Brazilian names."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def surname_first(name: str, separator: str = ",") -> str:
    """`Maria Alice da Jurema Filho` -> `Jurema Filho,Maria Alice da`."""
    words = folded(name).split()
    last = 2 if words[-1] in ("Filho", "Neto", "Junior") else 1
    return f"{' '.join(words[-last:])}{separator}{' '.join(words[:-last])}"


class Names:
    """Hands out full names, none twice."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.used: set[str] = set()

    def new(self, sex: str, adult: bool) -> str:
        while True:
            given = self.rng.choice(GIRLS if sex == "F" else BOYS)
            surname = self.rng.choice(SURNAMES)
            name = f"{given} {surname}"
            draw = self.rng.random()
            if sex == "M" and draw < 0.16:
                name += self.rng.choice((" Filho", " Neto", " Júnior"))
            elif adult and draw < 0.4:
                other = self.rng.choice([one for one in SURNAMES if " " not in one and one != surname])
                name = f"{given} {other} {surname}"
            if len(surname_first(name)) <= 33 and not {name, f"{given} {surname}"} & self.used:
                self.used |= {name, f"{given} {surname}"}
                return name


class People:
    """Everybody, by part of the story; `register` in the order of the register."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = Names(rng)
        self.register = [self._person(*band[1:]) for band in BANDS for _ in range(band[0])]
        self._families()
        for number, person in enumerate(self.register, start=1001):
            person.fnx_id = f"FNX-{number}"
        self._ids_and_ratings()
        self._special_cases()
        self.visitors = self._visitors()
        self.outsiders = [self._outsider(number) for number in range(26)]

    def _person(self, youngest: int, oldest: int, mean: int, spread: int) -> Person:
        rng = self.rng
        sex = "F" if rng.random() < 0.34 else "M"
        age = rng.randint(youngest, oldest)
        city = rng.choice(CITIES)
        strength = min(1240, max(130, round(rng.gauss(mean, spread))))
        return Person(
            self.names.new(sex, age >= 19), sex, YEAR - age, city, rng.choice(CLUBS[city]), strength
        )

    def _families(self) -> None:
        """Two pairs of siblings and two namesakes: the cases in which a name alone decides nothing."""
        children = [person for person in self.register if 8 <= person.age <= 14]
        pairs = (children[3], children[18]), (children[7], children[25])
        names = (
            ("Benício Timbaúba do Ingá", "Lavínia Timbaúba do Ingá"),
            ("Gael Juá de Angico", "Flora Juá de Angico"),
        )
        for (brother, sister), (his, hers) in zip(pairs, names, strict=True):
            brother.name, brother.sex, sister.name, sister.sex = his, "M", hers, "F"
            sister.city, sister.club = brother.city, brother.club
        self.siblings = (children[3], children[18], children[7], children[25])
        one, other = children[12], children[30]
        one.name = other.name = "Maria Alice da Jurema"
        one.sex = other.sex = "F"
        one.city, one.club, other.city, other.club = "Natal", CLUBS["Natal"][1], "Caicó", CLUBS["Caicó"][0]
        self.namesakes = (one, other)

    def _ids_and_ratings(self) -> None:
        rng = self.rng
        strongest = sorted(self.register, key=lambda one: (-one.strength, one.fnx_id))
        for position, person in enumerate(strongest[:34]):
            person.fide_id = str(999200100 + 37 * position + rng.randint(0, 30))
            person.fide_rating = max(1402, 1000 + person.strength + round(rng.gauss(10, 45)))
        with_cbx = [*strongest[:14], *strongest[16:34]]  # two of the strongest have a FIDE id only
        others = [person for person in strongest[34:] if person.age >= 10]
        with_cbx += sorted(rng.sample(others, 44), key=lambda one: one.fnx_id)
        for position, person in enumerate(with_cbx):
            person.cbx_id = str(995501 + position)
            person.cbx_rating = 1000 + max(300, person.strength + round(rng.gauss(70, 55)))
            person.has_card = position < 20 or position % 2 == 0 or position >= 70
        fide_ids_only = rng.sample([one for one in others if one.cbx_id], 3)
        for position, person in enumerate(fide_ids_only):
            person.fide_id = str(999209001 + 11 * position)  # a FIDE id, no rating yet
        for person in rng.sample([one for one in self.register if one.age >= 12], 42):
            person.previous = max(1150, 1000 + person.strength + round(rng.gauss(-20, 60)))

    def _special_cases(self) -> None:
        plain = [one for one in self.register if not one.cbx_id and not one.fide_id and not one.previous]
        quiet = [one for one in plain if one not in self.siblings and one not in self.namesakes]
        carded = [one for one in self.register if one.has_card and not one.fide_id]
        self.no_birth = [
            next(one for one in quiet if 9 <= one.age <= 10),
            next(one for one in quiet if one.age == 13),
            quiet[-3],
        ]
        for one in self.no_birth:
            one.birth = "unknown"
        quiet[-5].birth = quiet[31].birth = "unproven"
        self.initials = (quiet[4], quiet[9])
        for one in self.initials:
            one.publish_name = "initials"
        carded[1].uf = carded[6].uf = ""  # the CBX card says RN
        self.recognized = next(one for one in self.register if one.fide_id and one.age > 20 and one.cbx_id)
        self.recognized.uf, self.recognized.recognized, self.recognized.city = "PB", "yes", "Campina Grande"
        self.recognized.club = "Academia Potengi de Xadrez"
        arrived = {"02-20": quiet[12], "04-16": quiet[24], "06-10": quiet[36], "10-05": quiet[-8]}
        for month_and_day, one in arrived.items():
            one.registered_at = f"2026-{month_and_day}"
        for one in self.register[::17]:
            one.registered_at = one.registered_at if one.registered_at > "2026" else ""
        adults = [one for one in quiet if one.age >= 19 and one.birth == "proven"]
        self.approved = (adults[0], adults[4])
        # Two people registered twice: once by the school, without ids, and once by the club.
        families = (*self.siblings, *self.namesakes)
        pupils = [
            one for one in self.register if one.cbx_id and not one.fide_id and one not in families and one.uf
        ]
        self.twice = (
            next(one for one in pupils if 11 <= one.age <= 13),
            next(one for one in pupils if 15 <= one.age <= 16),
        )
        self.second_rows = []
        for number, one in zip((1151, 1152), self.twice, strict=True):
            words = one.name.split()
            row = replace(
                one,
                name=f"{words[0]} {words[-1]}" if len(words) > 2 else f"{words[0][0]}. {words[-1]}",
                fnx_id=f"FNX-{number}",
                cbx_id="",
                fide_id="",
                fide_rating=0,
                cbx_rating=0,
                has_card=False,
                club="",
                previous=0,
                uf="RN",
                registered_at=f"2026-0{number - 1147}-02",
            )
            self.second_rows.append(row)
        # Pupils whom no register knew: one is registered after the event, two never are.
        self.strangers = [self._person(*band, 40) for band in ((12, 14, 380), (12, 14, 360), (16, 17, 480))]
        self.strangers[0].fnx_id, self.strangers[0].registered_at = "FNX-1153", "2026-09-01"
        self.register += [*self.second_rows, self.strangers[0]]

    def _visitors(self) -> list[Person]:
        """People of the neighbouring states who are in no register: known by CBX card or FIDE list."""
        found = []
        for position in range(9):
            uf, city = (("CE", "Fortaleza"), ("PB", "João Pessoa"), ("PE", "Recife"))[position % 3]
            visitor = self._person(20, 55, 760, 150)
            visitor = replace(visitor, city=city, uf=uf, club="")
            if position < 5:
                visitor.cbx_id, visitor.has_card = str(995591 + position), True
                visitor.cbx_rating = 1000 + visitor.strength + 60
            else:
                visitor.fide_id = str(999220001 + 13 * position)
                visitor.fide_rating = 1000 + max(450, visitor.strength)
            found.append(visitor)
        return found

    def _outsider(self, number: int) -> Person:
        person = self._person(14, 70, 800, 220)
        return replace(
            person,
            fide_id=str(999230011 + 29 * number),
            fide_rating=max(1410, 1000 + person.strength),
            uf="SP",
        )


# -------------------------------------------------------------------------------------------- Swiss pairings

POINTS = {"1": 2, "+": 2, "W": 2, "F": 2, "U": 2, "=": 1, "D": 1, "H": 1}  # half points
PAIRS = {  # result as told below -> the codes of white and black
    "+-": ("+", "-"),
    "-+": ("-", "+"),
    "--": ("-", "-"),
    "00": ("0", "0"),
    "??": ("", ""),
    "DD": ("D", "D"),
    "11": ("1", "1"),
}


@dataclass
class Entrant:
    """A start number of one tournament; `cells` are (opponent or 0, colour, code), one a round."""

    number: int
    person: Person
    national_id: str = ""
    fide_id: str = ""
    cells: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def points(self) -> int:
        return sum(POINTS.get(code, 0) for _, _, code in self.cells)

    @property
    def opponents(self) -> set[int]:
        return {opponent for opponent, _, _ in self.cells if opponent}

    @property
    def colors(self) -> str:
        return "".join(color for opponent, color, _ in self.cells if opponent)

    @property
    def due(self) -> int:
        """Positive: white is due. Two more for a colour that came twice running."""
        balance = 2 * (self.colors.count("b") - self.colors.count("w"))
        last = self.colors[-1:]
        repeated = 3 if self.colors[-2:] == last * 2 and last else 1 if last else 0
        return balance + (repeated if last == "b" else -repeated)


def result(rng: random.Random, white: Person, black: Person) -> tuple[str, str]:
    expected = 1 / (1 + 10 ** ((black.strength - white.strength - 18) / 400))
    draws = (0.34 if min(white.strength, black.strength) > 550 else 0.12) * (1 - abs(2 * expected - 1))
    roll = rng.random()
    if roll < draws:
        return "=", "="
    return ("1", "0") if roll < draws + (1 - draws) * expected else ("0", "1")


def pairings(
    waiting: Sequence[Entrant], strict: bool, budget: list[int]
) -> list[tuple[Entrant, Entrant]] | None:
    """Score groups folded in the middle, nobody twice; `strict`: no two people due the same colour."""
    if not waiting:
        return []
    budget[0] -= 1
    if budget[0] < 0:
        return None
    first, rest = waiting[0], list(waiting[1:])
    group = sum(one.points == first.points for one in waiting)
    by_fit = sorted(
        range(len(rest)),
        key=lambda at: (first.points - rest[at].points, abs(at + 1 - max(1, group // 2)), at),
    )
    for at in by_fit:
        other = rest[at]
        if other.number in first.opponents or (strict and abs(first.due + other.due) > 5):
            continue
        found = pairings(rest[:at] + rest[at + 1 :], strict, budget)
        if found is not None:
            return [(first, other), *found]
    return None


def play_swiss(
    rng: random.Random,
    entrants: Sequence[Entrant],
    rounds: int,
    away: Mapping[tuple[int, int], str],
    told: Mapping[tuple[int, int], str],
) -> None:
    """Plays a tournament. `away`: (number, round) -> bye letter; `told`: (round, board) -> key of `PAIRS`."""
    had_bye: set[int] = set()
    for number_of_round in range(1, rounds + 1):
        here = [one for one in entrants if (one.number, number_of_round) not in away]
        here.sort(key=lambda one: (-one.points, one.number))
        byes = {
            one.number: (0, "-", away[one.number, number_of_round]) for one in entrants if one not in here
        }
        if len(here) % 2:
            resting = next(one for one in reversed(here) if one.number not in had_bye)
            here.remove(resting)
            had_bye.add(resting.number)
            byes[resting.number] = (0, "-", "U")
        pairs = pairings(here, True, [4000]) or pairings(here, False, [200000])
        assert pairs is not None
        cells = dict(byes)
        for board, (one, other) in enumerate(pairs, start=1):
            one_is_white = one.due > other.due or (
                one.due == other.due and (board + number_of_round) % 2 == 0
            )
            white, black = (one, other) if one_is_white else (other, one)
            codes = PAIRS.get(told.get((number_of_round, board), ""))
            codes = codes or result(rng, white.person, black.person)
            cells[white.number] = (black.number, "w", codes[0])
            cells[black.number] = (white.number, "b", codes[1])
        for entrant in entrants:
            entrant.cells.append(cells[entrant.number])


def play_teams(rng: random.Random, teams: Sequence[Sequence[Entrant]]) -> None:
    """A round robin of teams on four boards; a fifth player takes board 4 in even rounds."""
    circle = list(range(len(teams)))
    for number_of_round in range(1, len(teams)):
        cells: dict[int, tuple[int, str, str]] = {}
        for at in range(len(teams) // 2):
            home, guest = circle[at], circle[-1 - at]
            for board in range(4):
                sides = [teams[home], teams[guest]]
                one, other = (
                    side[4] if board == 3 and number_of_round % 2 == 0 and len(side) > 4 else side[board]
                    for side in sides
                )
                white, black = (one, other) if (board + number_of_round) % 2 else (other, one)
                codes = result(rng, white.person, black.person)
                if (number_of_round, at, board) == (3, 1, 3):
                    codes = ("+", "-")
                cells[white.number] = (black.number, "w", codes[0])
                cells[black.number] = (white.number, "b", codes[1])
        for entrant in (one for team in teams for one in team):
            entrant.cells.append(cells.get(entrant.number, (0, "-", "Z")))
        circle = [circle[0], circle[-1], *circle[1:-1]]


# ---------------------------------------------------------------------------------------------------- events

TIME_CONTROL = {
    "STD": "60 min + 30 sec increment",
    "RPD": "15 min + 5 sec increment",
    "BLZ": "3 min + 2 sec increment",
}
Choice = Callable[[Person], bool]


@dataclass
class Event:
    """One tournament: its row of the register, who may enter, and what shall happen in it."""

    event_id: str
    name: str
    city: str
    start: date
    end: date
    rhythm: str
    rounds: int
    size: int
    who: Choice
    ids: str = "cbx"  # which ids the file has: cbx, fnx or none
    category: str = "Absoluto"
    recognition: str = "fnx"
    uf: str = "RN"
    end_time: str = ""
    number: int | None = None  # homologation
    homologated_at: str = ""
    rounds_rhythm: str = ""
    notes: str = ""
    register_end: date | None = None  # the register's date, where it was typed wrongly
    form: str = "trf"  # or "text", "teams"
    with_: tuple[Person, ...] = ()  # surely entered
    without: tuple[Person, ...] = ()
    visitors: int = 0
    no_ids: int = 0  # entrants without an id of the file's kind, settled by decisions
    away: Mapping[tuple[int, int], str] = field(default_factory=dict)
    told: Mapping[tuple[int, int], str] = field(default_factory=dict)
    entrants: list[Entrant] = field(default_factory=list)
    team_names: tuple[str, ...] = ()
    teams: list[list[Entrant]] = field(default_factory=list)

    @property
    def files(self) -> tuple[str, ...]:
        if self.form == "text":
            return f"{self.event_id}_jogadores.txt", f"{self.event_id}_emparceiramento.txt"
        title = "".join(word.capitalize() for word in folded(self.name).replace("-", " ").split())
        return (f"FIDE_Export_{self.event_id}_{title}.TXT",)

    def number_of(self, person: Person) -> int:
        return next(one.number for one in self.entrants if one.person is person)


def day(month: int, number: int) -> date:
    return date(YEAR, month, number)


def ages(low: int, high: int) -> Choice:
    return lambda one: low <= one.age <= high


def events_of(people: People) -> list[Event]:
    """The calendar. `away` and `told` speak of start numbers, rounds and boards."""
    twin_a, twin_b = people.namesakes
    early, late = people.twice
    early_row, late_row = people.second_rows
    anybody, youth = ages(11, 90), ages(5, 12)
    recorded, unnamed, exchange = people.strangers

    def near_league(one: Person) -> bool:
        return one.city in ("Natal", "Parnamirim", "Macaíba") and one.age >= 12

    unborn_child, unborn_pupil, unborn_adult = people.no_birth
    return [
        Event("2026-001", "Aberto de Verão Cidade do Natal", "Natal", day(1, 17), day(1, 18), "RPD", 7, 32,
              anybody, number=1, homologated_at="2026-01-20T19:40", visitors=3, no_ids=1,
              away={(9, 4): "H", (30, 1): "Z", (30, 2): "Z"}, told={(3, 6): "+-"},
              with_=people.approved[:1]),
        Event("2026-002", "Blitz da Ribeira", "Natal", day(1, 30), day(1, 30), "BLZ", 7, 23, near_league,
              ids="fnx", number=2, homologated_at="2026-02-02T10:15", end_time="22:05"),
        Event("2026-003", "Campeonato Potiguar Absoluto", "Natal", day(2, 6), day(2, 8), "STD", 6, 28,
              lambda one: one.strength > 430 and one.age > 11, recognition="cbx_calendar", number=3,
              visitors=1, homologated_at="2026-02-10T18:00", away={(5, 3): "H", (20, 4): "H"},
              told={(2, 9): "-+"}, with_=(people.recognized,)),
        Event("2026-004", "Circuito Escolar Etapa Mossoró", "Mossoró", day(2, 28), day(2, 28), "RPD", 5, 21,
              youth, ids="fnx", category="Sub-8;Sub-10;Sub-12", recognition="school", number=4,
              homologated_at="2026-03-03T09:00", away={(14, 5): "Z"},
              with_=(*people.initials, unborn_child)),
        Event("2026-005", "Aberto do Oeste Potiguar", "Mossoró", day(3, 13), day(3, 15), "STD", 6, 27,
              anybody, number=6, homologated_at="2026-03-17T20:10", form="text",
              told={(4, 8): "+-", (2, 11): "-+"}),
        Event("2026-006", "Copa Feminina do RN", "Natal", day(3, 21), day(3, 21), "RPD", 5, 18,
              lambda one: one.sex == "F" and one.age >= 9, ids="fnx", category="Feminino", number=7,
              homologated_at="2026-03-24T12:00", away={(16, 1): "F"}),
        Event("2026-007", "Potiguar Absoluto (cadastro repetido)", "Natal", day(2, 6), day(2, 8), "STD", 6,
              0, anybody, recognition="cbx_calendar", number=8, homologated_at="2026-03-26T11:00",
              notes="mesmo arquivo de 2026-003, enviado outra vez pelo clube"),
        Event("2026-008", "Relâmpago de Caicó", "Caicó", day(4, 11), day(4, 11), "BLZ", 7, 22, anybody,
              ids="fnx", number=9, homologated_at="2026-04-14T08:30", register_end=day(4, 12),
              told={(5, 4): "00"}),
        Event("2026-009", "Estadual de Menores", "Parnamirim", day(4, 24), day(4, 26), "STD", 5, 30,
              ages(7, 14), ids="fnx", category="Sub-8;Sub-10;Sub-12;Sub-14", number=10,
              homologated_at="2026-04-28T17:20", with_=(*people.siblings, twin_b, early_row),
              without=(early,), away={(27, 2): "H", (29, 5): "Z"}, told={(3, 12): "+-"}),
        Event("2026-010", "Rápido da Manhã", "Parnamirim", day(5, 23), day(5, 23), "RPD", 5, 20,
              ages(9, 90), ids="fnx", number=12, homologated_at="2026-05-26T10:00", end_time="12:30",
              with_=(twin_a,), without=(twin_b,)),
        Event("2026-011", "Blitz da Tarde", "Parnamirim", day(5, 23), day(5, 23), "BLZ", 7, 20, ages(9, 90),
              ids="fnx", number=11, homologated_at="2026-05-26T09:00"),
        Event("2026-012", "Festival de São João", "Assú", day(6, 19), day(6, 21), "STD", 7, 24, anybody,
              rounds_rhythm="1-4:RPD;5-7:STD", number=13, homologated_at="2026-06-24T16:00", visitors=2,
              no_ids=2, away={(10, 5): "H"}, with_=people.approved[1:]),
        Event("2026-013", "Interclubes do Seridó", "Currais Novos", day(7, 4), day(7, 5), "RPD", 5, 26,
              anybody, ids="fnx", category="Equipes", number=14, homologated_at="2026-07-07T14:00",
              form="teams",
              team_names=("Forte dos Reis", "Torre do Sal", "Seridó A", "Seridó B", "Scheelita",
                          "Vale do Assú")),
        Event("2026-014", "Aberto de Pau dos Ferros", "Pau dos Ferros", day(7, 18), day(7, 18), "RPD", 6,
              21, ages(8, 90), ids="fnx", number=15, homologated_at="2026-07-22T09:30", form="text",
              with_=(unborn_adult,)),
        Event("2026-015", "Liga de Clássico aos Sábados", "Natal", day(8, 1), day(9, 12), "STD", 7, 20,
              near_league, ids="fnx", number=20, homologated_at="2026-09-15T18:45",
              away={(4, 3): "H", (12, 6): "H", (18, 7): "Z"}, told={(5, 7): "--", (7, 5): "??"},
              notes="sete sábados; última partida da mesa 5 suspensa"),
        Event("2026-016", "Noite Relâmpago do Forte", "Natal", day(8, 21), day(8, 21), "BLZ", 7, 18,
              near_league, ids="fnx", number=16, homologated_at="2026-08-24T20:00", end_time="22:10"),
        Event("2026-017", "JERNs Mirim Fase Estadual", "Mossoró", day(8, 28), day(8, 28), "RPD", 5, 14,
              ages(12, 14), ids="none", category="Mirim", recognition="school", number=17,
              homologated_at="2026-09-01T15:00", with_=(recorded, unnamed, unborn_pupil), without=(late,)),
        Event("2026-018", "JERNs Infantil Fase Estadual", "Mossoró", day(8, 29), day(8, 29), "RPD", 5, 16,
              ages(15, 17), ids="fnx", category="Infantil", recognition="school", number=18,
              homologated_at="2026-09-01T15:10", with_=(late_row,), without=(late,)),
        Event("2026-019", "Copa Cinquentão", "Natal", day(9, 18), day(9, 20), "STD", 5, 15,
              lambda one: one.age >= 50, ids="fnx", category="Sênior 50+", number=21,
              homologated_at="2026-09-22T11:00", away={(13, 2): "H"}),
        Event("2026-020", "Aberto da Borborema", "Campina Grande", day(9, 5), day(9, 7), "STD", 5, 16,
              lambda one: one.strength > 560 and one.age > 14, recognition="cbx_calendar", uf="PB",
              visitors=5, number=19, homologated_at="2026-09-10T12:00",
              notes="pedido de inclusão enviado por um participante"),
        Event("2026-021", "JERNs Juvenil Fase Estadual", "Caicó", day(10, 3), day(10, 3), "RPD", 5, 14,
              ages(15, 18), category="Juvenil", recognition="school", number=22,
              homologated_at="2026-10-06T16:30", no_ids=4, with_=(exchange,)),
        Event("2026-022", "Aberto do Seridó", "Caicó", day(10, 9), day(10, 12), "STD", 6, 40, anybody,
              number=23, homologated_at="2026-10-14T19:00", visitors=5, no_ids=2,
              recognition="cbx_calendar", away={(11, 2): "H", (25, 4): "H", (39, 6): "Z"},
              told={(1, 20): "+-", (4, 15): "DD"}, with_=(late,)),
        Event("2026-023", "Rápido de Outubro", "Natal", day(10, 24), day(10, 24), "RPD", 5, 16, anybody,
              ids="fnx", number=24, homologated_at="2026-10-27T10:20", told={(4, 5): "11"}),
        Event("2026-024", "Copa Potengi de Blitz", "Natal", day(10, 31), day(10, 31), "BLZ", 7, 18,
              near_league, ids="fnx", number=27, homologated_at="2026-11-17T09:45",
              notes="relatório do árbitro entregue com atraso"),
        Event("2026-025", "Circuito Escolar Final", "Parnamirim", day(11, 7), day(11, 7), "RPD", 5, 18,
              youth, ids="fnx", category="Sub-8;Sub-10;Sub-12", recognition="school",
              notes="aguarda a ata do árbitro"),
        Event("2026-026", "Aberto da Proclamação", "Natal", day(11, 14), day(11, 15), "RPD", 7, 26, anybody,
              number=25, homologated_at="2026-11-15T20:30", visitors=2, end_time="17:40",
              away={(8, 3): "H", (22, 7): "Z"}, told={(2, 10): "-+"}),
        Event("2026-027", "Estadual de Rápido", "Mossoró", day(11, 21), day(11, 22), "RPD", 7, 30, anybody,
              number=28, homologated_at="2026-11-22T21:15", recognition="cbx_calendar", visitors=2,
              end_time="18:00", away={(12, 4): "H"}, told={(1, 14): "+-"}, with_=(late,)),
    ]  # fmt: skip


def enter(rng: random.Random, event: Event, people: People) -> None:
    """Draws who enters and gives start numbers, by rating and then name; the ids are what the file shows."""
    chosen = list(event.with_)
    visitors = rng.sample(people.visitors, event.visitors)
    own = [one for one in people.register if one not in people.second_rows]
    can = [one for one in own if event.who(one) and one not in event.without and one not in chosen]
    can = [one for one in can if not one.registered_at or one.registered_at < event.start.isoformat()]
    known = [one for one in can if event.ids != "cbx" or one.cbx_id or one.fide_id]
    unknown = [one for one in can if one not in known]
    no_ids = rng.sample(unknown, event.no_ids)
    # Some people play more than others, and mostly at home.
    weight = {one.fnx_id: rng.random() ** (0.45 if one.city == event.city else 1.0) for one in known}
    known.sort(key=lambda one: -weight[one.fnx_id])
    chosen += visitors + no_ids
    chosen += known[: event.size - len(chosen)]
    chosen.sort(key=lambda one: (-one.seed_rating, folded(one.name), one.fnx_id))
    first = 1
    if event.form == "teams":
        chosen.sort(key=lambda one: (-one.seed_rating, -one.strength))
        first = 101
    for number, person in enumerate(chosen, start=first):
        entrant = Entrant(number, person)
        if event.ids == "cbx":
            entrant.national_id, entrant.fide_id = person.cbx_id, person.fide_id
        elif event.ids == "fnx":
            entrant.national_id, entrant.fide_id = person.fnx_id, person.fide_id
        event.entrants.append(entrant)


def play(rng: random.Random, event: Event) -> None:
    if event.form != "teams":
        play_swiss(rng, event.entrants, event.rounds, event.away, event.told)
        return
    event.teams = [[] for _ in event.team_names]
    for position, entrant in enumerate(event.entrants):
        lap, at = divmod(position, len(event.teams))
        event.teams[at if lap % 2 == 0 else -1 - at].append(entrant)
    play_teams(rng, event.teams)


# ------------------------------------------------------------------------------------------ tournament files


def trf(event: Event) -> bytes:
    """As Swiss-Manager exports it: `062 N (N)`, ruler lines, `Surname,Given`, ids in BRA lines."""
    count = len(event.entrants)
    step = (event.end - event.start).days
    days = [event.start + timedelta(days=step * at // max(1, event.rounds - 1)) for at in range(event.rounds)]
    width = 89 + 10 * event.rounds
    tens = "".join(f"{ten:>10}" for ten in range(1, width // 10 + 1))
    heads = "".join(f"  {str(at % 10) * 4} {at % 10} {at % 10}" for at in range(1, event.rounds + 1))
    lines = [
        f"012 {folded(event.name)}",
        f"022 {folded(event.city)}",
        "032 BRA",
        f"042 {event.start:%Y/%m/%d}",
        f"052 {event.end:%Y/%m/%d}",
        f"062 {count} ({count})",
        f"072 {sum(one.person.fide_rating > 0 for one in event.entrants)}",
        *([f"082 {len(event.team_names)}"] if event.form == "teams" else []),
        f"092 {'Team Round Robin' if event.form == 'teams' else 'Swiss System'}",
        "102 Arbitro Chefe da Temporada de Exemplo",
        f"122 {TIME_CONTROL[event.rhythm]}",
        f"142 {event.rounds}",
        f"{'132':<91}" + "  ".join(f"{one:%y/%m/%d}" for one in days),
        "",
        tens.rstrip(),
        ("1234567890" * 20)[:width],
        f"DDD SSSS sTTT {'N' * 33} RRRR FFF {'I' * 11} BBBB/BB/BB PPPP RRRR{heads}",
    ]
    ranked = sorted(event.entrants, key=lambda one: (-one.points, one.number))
    rank = {one.number: place for place, one in enumerate(ranked, start=1)}
    for one in event.entrants:
        cells = "".join(
            f"  {opponent:>4} {color} {code:1}" if opponent else f"  0000 - {code}"
            for opponent, color, code in one.cells
        )
        lines.append(
            f"001 {_columns(one, one.person.fide_rating, 'BRA', one.fide_id or '0')}"
            f" {one.points / 2:4.1f} {rank[one.number]:>4}{cells}"
        )
    lines += [
        f"BRA {_columns(one, one.person.cbx_rating, one.person.uf or 'RN', one.national_id)}"
        for one in event.entrants
        if one.national_id
    ]
    for number, (name, team) in enumerate(zip(event.team_names, event.teams, strict=True), start=1):
        points = sum(one.points for one in team) / 2
        numbers = "".join(f" {one.number:>4}" for one in team)
        lines.append(
            f"310 {number:>3} {folded(name):<32} {'':5} {'':6} {'':6} {points:>6.1f} {'':3} {numbers}"
        )
    return ("\r\n".join(lines) + "\r\n").encode("ascii")


def _columns(one: Entrant, rating: int, origin: str, identifier: str) -> str:
    person = one.person
    birth = f"{person.birth_year if person.birth == 'proven' else 0:04d}/00/00"
    sex = "f" if person.sex == "F" else "m"
    name = surname_first(person.name)
    return f"{one.number:>4} {sex}    {name:<33} {rating:04d} {origin:<3} {identifier:>11} {birth}"


def text_pair(event: Event) -> tuple[bytes, bytes]:
    """Swiss-Manager's text export in Portuguese: players, and one line a game."""
    players = [
        "Nº;Nome;Título;Id_No;EloNac;Elo Int;Nasc.;Fed;Sexo;Tipo;Gr;NoClube;Clube;ID FIDE;Fonte;Pts;Rk"
    ]
    ranked = sorted(event.entrants, key=lambda one: (-one.points, one.number))
    for one in event.entrants:
        person = one.person
        birth = f"00.00.{person.birth_year}" if person.birth == "proven" else ""
        points = f"{one.points // 2 or ''}½" if one.points % 2 else str(one.points // 2)
        players.append(
            f"{one.number};{surname_first(person.name)};;{one.national_id};{person.cbx_rating};{person.fide_rating};"
            f"{birth};BRA;{'W' if person.sex == 'F' else ''};;;0;{person.club};{one.fide_id or 0};;{points};"
            f"{ranked.index(one) + 1}"
        )
    games = ["Rodada;Tab;IdentB;IdentP;NoB;NoP;ResB;ResP;Falta;Resultado;MNo;ResEloB;ResEloP"]
    score = {0: "0", 1: "0,5", 2: "1"}
    for at in range(event.rounds):
        board = 0
        for one in event.entrants:
            opponent, color, code = one.cells[at]
            if color == "b" or code == "Z":
                continue
            board += 1
            mine = score[POINTS.get(code, 0)]
            theirs = score[POINTS.get(event.entrants[opponent - 1].cells[at][2], 0)] if opponent else "0"
            mark = "K" if code in "+-" else ""
            games.append(
                f"{at + 1};{board};0;0;{one.number};{opponent or -1};{mine};{theirs};{mark};"
                f"{mine}:{theirs}{mark};0;;"
            )
    return tuple(("\r\n".join(lines) + "\r\n").encode() for lines in (players, games))  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------- FIDE and CBX

MONTHS = ("Jan", "Fev", "Mar", "Abr", "Mai", "Jun", "Jul", "Ago", "Set", "Out", "Nov", "Dez")
RHYTHMS = {"STD": "Clássico", "RPD": "Rápido", "BLZ": "Blitz"}


def fide_list(label: str, rows: Iterable[tuple[Person, int]]) -> bytes:
    """The official list of one rhythm, fixed columns."""
    lines = [f"{'ID Number':<15}{'Name':<61}Fed Sex Tit  WTit OTit           FOA {label} Gms K  B-day Flag"]
    for one, rating in sorted(rows, key=lambda row: surname_first(row[0].name)):
        k = 40 if one.age < 18 and rating < 2300 else 20
        titles = " " * 29
        lines.append(
            f"{one.fide_id:<15}{surname_first(one.name, ', '):<61}{'BRA':<4}{one.sex:<4}{titles}"
            f"{rating:<6}{0:<4}{k:<3}{one.birth_year:<6}{'w' if one.sex == 'F' else '':<4}"
        )
    return ("\r\n".join(lines) + "\r\n").encode("ascii")


def cbx_calendar(rng: random.Random) -> list[tuple[int, str, date, date, str]]:
    """The CBX tournaments that cards speak of: number, name, start, end, rhythm; newest first."""
    titles = ("Aberto de Inverno", "Copa dos Ventos", "Torneio do Sal", "Aberto das Dunas",
              "Circuito do Sertão",
              "Copa Cajueiro", "Memorial da Jangada", "Festival do Sol", "Aberto da Chapada")  # fmt: skip
    found = []
    for position in range(36):
        start = date(2024, 2, 3) + timedelta(days=26 * position + rng.randint(0, 12))
        rhythm = ("STD", "RPD", "STD", "BLZ", "RPD")[position % 5]
        end = start + timedelta(days=2 if rhythm == "STD" else 0)
        found.append((6201 + 13 * position, f"{titles[position % 9]} {start.year}", start, end, rhythm))
    return found[::-1]


def card(
    rng: random.Random, one: Person, calendar: Sequence[tuple[int, str, date, date, str]], is_new: bool
) -> tuple[bytes, dict[str, int]]:
    """A saved public card, and the standard rating by month (`2026-06`) that lists must repeat."""
    count = 0 if is_new else rng.choice((1, 3, 5, 8, 11, 14, 18, 22))
    played = [
        one for at, one in enumerate(calendar) if at in rng.sample(range(len(calendar)), min(count, 30))
    ]
    months = [(2026, 10), (2026, 6), (2026, 3), (2026, 1), (2025, 12), (2025, 8), (2025, 3)]
    months = months[:2] if is_new else months
    ratings = {f"{y}-{m:02d}": 1800 if is_new else one.cbx_rating + rng.randint(-25, 25) for y, m in months}
    birth = f"<span>Data Nasc.: 15/06/{one.birth_year}</span> " if one.birth == "proven" else ""
    fide = f" <span>ID FIDE: {one.fide_id}</span>" if one.fide_id else ""
    name = _entities(html.escape(one.name.upper(), quote=False))
    tournaments = "".join(
        f"<tr><td><strong>{number} - {_entities(title)}</strong><span>{start:%d/%m/%Y} a {end:%d/%m/%Y}"
        f" ({_entities(RHYTHMS[rhythm])})</span></td></tr>\n"
        for number, title, start, end, rhythm in played
    )
    rows = "".join(
        f'<tr><td align="center">{MONTHS[m - 1]}/{y}</td><td align="center">{ratings[f"{y}-{m:02d}"]}</td>'
        '<td align="center">1800</td><td align="center">1800</td></tr>\n'
        for y, m in months
    )
    told = f"<h2>{name}</h2>{birth}<span>UF: {one.uf or 'RN'}</span>{fide}"
    text = f"""<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Jogador: {one.cbx_id} - {name}</title></head><body>
<form method="post" action="/jogador/{one.cbx_id}" id="form1">
<div id="dados-jogador"><div id="dados-jogador-row1">{told}</div></div>
<table class="grid" id="ContentPlaceHolder1_gdvTorneios">
{tournaments}</table>
<table class="grid" id="ContentPlaceHolder1_gdvRating"><caption>{_entities("Evolução Rating")}</caption>
<tr><th>{_entities("Mês/Ano")}</th><th>{_entities("Clássico")}</th><th>{_entities("Rápido")}</th><th>Blitz</th></tr>
{rows}</table>
</form></body></html>
"""
    return text.encode("ascii"), ratings


def _entities(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode()


def cbx_list(rows: Iterable[tuple[Person, int]]) -> bytes:
    """A month of the public rating list, as a table saved from the page."""
    lines = ["ID CBX;Nome;Data Nasc.;UF;ID FIDE;Clássico;Rápido;Blitz"]
    for one, rating in sorted(rows, key=lambda row: row[0].cbx_id):
        birth = f"15/06/{one.birth_year}" if one.birth == "proven" else ""
        lines.append(
            f"{one.cbx_id};{one.name.upper()};{birth};{one.uf or 'RN'};{one.fide_id};{rating};1800;1800"
        )
    return ("\n".join(lines) + "\n").encode()


# ------------------------------------------------------------------------------------------------- registers


def table(columns: str, rows: Iterable[Mapping[str, object]]) -> bytes:
    """One register; values that a row does not have are blank."""
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, columns.split(), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().encode()


def event_rows(events: Sequence[Event]) -> Iterable[dict[str, object]]:
    first = {event.event_id: event for event in events}
    for event in events:
        files = first["2026-003"].files if event.event_id == "2026-007" else event.files
        yield {
            "event_id": event.event_id,
            "name": event.name,
            "file": ";".join(files),
            "rhythm": event.rhythm,
            "start_date": event.start,
            "end_date": event.register_end or event.end,
            "end_time": event.end_time,
            "recognition": event.recognition,
            "category": event.category,
            "id_namespace": event.ids,
            "city": event.city,
            "uf": event.uf,
            "homologation_no": event.number or "",
            "homologated_at": event.homologated_at,
            "registered_at": f"{event.start - timedelta(days=20)}T09:00"
            if event.event_id != "2026-007"
            else "2026-03-25T10:00",
            "rounds_rhythm": event.rounds_rhythm,
            "notes": event.notes,
        }


def player_rows(register: Sequence[Person]) -> Iterable[dict[str, object]]:
    for one in register:
        yield {
            "fnx_id": one.fnx_id,
            "name": one.name,
            "cbx_id": one.cbx_id,
            "fide_id": one.fide_id,
            "birth_year": "" if one.birth == "unknown" else one.birth_year,
            "birth_proven": "no" if one.birth == "unproven" else "",
            "sex": one.sex,
            "uf": one.uf,
            "recognized": one.recognized,
            "club": one.club,
            "city": one.city,
            "registered_at": one.registered_at,
            "publish_name": one.publish_name,
        }


SECRETARY, TECHNICAL = "Secretaria FNX", "Diretoria Técnica"


def decision_rows(events: Mapping[str, Event], people: People) -> list[dict[str, object]]:
    """Who is who, in the order in which it was decided."""
    rows: list[dict[str, object]] = []

    def decide(when: str, action: str, subject: str, target: str, grounds: str, who: str = SECRETARY) -> None:
        rows.append(
            {
                "decision_id": f"D-{len(rows) + 1:03d}",
                "decided_at": when,
                "decided_by": who,
                "action": action,
                "subject": subject,
                "target": target,
                "grounds": grounds,
            }
        )

    for event_id, when, grounds in (
        ("2026-001", "2026-01-19T10:00", "ficha de inscrição com o número FNX"),
        ("2026-012", "2026-06-23T09:00", "ficha de inscrição com o número FNX"),
        ("2026-022", "2026-10-13T15:00", "documento conferido na mesa de inscrição"),
    ):
        for one in events[event_id].entrants:
            if not one.national_id and not one.fide_id:
                decide(when, "same", f"{event_id}#{one.number}", one.person.fnx_id, grounds)
    early_row, late_row = people.second_rows
    decide("2026-05-06T11:00", "merge", early_row.fnx_id, people.twice[0].fnx_id,
           "cadastro feito duas vezes: mesma escola, mesma certidão; fica o cadastro com ID CBX")  # fmt: skip
    mirim = events["2026-017"]
    recorded, unnamed, exchange = people.strangers
    for one in mirim.entrants:
        subject = f"{mirim.event_id}#{one.number}"
        if one.person is recorded:
            decide(
                "2026-08-31T09:20",
                "new",
                subject,
                recorded.fnx_id,
                "escola sem filiação; primeira participação",
            )
        elif one.person is unnamed:
            decide("2026-08-31T09:30", "unidentified", subject, "", "a escola não enviou a relação nominal")
        else:
            decide("2026-08-31T09:00", "same", subject, one.person.fnx_id, "relação nominal da escola")
    juvenil = events["2026-021"]
    unknown = [
        one
        for one in juvenil.entrants
        if not one.national_id and not one.fide_id and one.person is not exchange
    ]
    for one in unknown[:-1]:
        decide(
            "2026-10-05T10:00",
            "same",
            f"{juvenil.event_id}#{one.number}",
            one.person.fnx_id,
            "relação nominal da escola",
        )
    decide("2026-11-19T14:00", "same", f"{juvenil.event_id}#{unknown[-1].number}", unknown[-1].person.fnx_id,
           "resposta da escola ao ofício 31/2026")  # fmt: skip
    decide("2026-11-19T14:05", "new", f"{juvenil.event_id}#{juvenil.number_of(exchange)}", "",
           "estudante intercambista; a escola confirma que não há cadastro anterior")  # fmt: skip
    decide("2026-11-20T10:30", "merge", late_row.fnx_id, people.twice[1].fnx_id,
           "o responsável confirmou que os dois cadastros são da mesma pessoa", TECHNICAL)  # fmt: skip
    return rows


def played_pair(event: Event, number_of_round: int, skip: int = 0) -> Entrant:
    """White of a decided game of that round; `skip` passes over the first ones."""
    whites = [one for one in event.entrants if one.cells[number_of_round - 1][1:] in (("w", "1"), ("w", "0"))]
    return whites[skip]


def correction_rows(events: Mapping[str, Event], people: People) -> list[dict[str, object]]:
    """Material errors corrected (Art. 23), two of them after the first list."""
    swapped = played_pair(events["2026-001"], 5, 2)
    appealed = played_pair(events["2026-022"], 3, 4)
    twin_a, twin_b = people.namesakes
    corrected = next(
        one.person
        for one in events["2026-008"].entrants
        if one.person.age >= 19 and not (one.person.has_card or one.person.previous or one.person.fide_rating)
    )
    rows: list[dict[str, object]] = [
        {"kind": "result", "registered_at": "2026-02-03T09:00", "event_id": "2026-001", "round": 5,
         "number": swapped.number, "value": "0.5", "registered_by": TECHNICAL,
         "grounds": "as duas papeletas assinadas registram empate; o árbitro confirmou o erro de digitação"},
        {"kind": "rhythm", "registered_at": "2026-03-30T10:00", "event_id": "2026-006", "value": "BLZ",
         "registered_by": TECHNICAL, "grounds": "denúncia de que o torneio teria sido jogado em 5 minutos"},
        {"kind": "duplicate", "registered_at": "2026-03-31T16:00", "event_id": "2026-007",
         "registered_by": SECRETARY, "grounds": "o evento já estava registrado e homologado como 2026-003"},
        {"kind": "undo", "registered_at": "2026-04-17T10:00", "value": "C-002", "registered_by": TECHNICAL,
         "grounds": "a ata e o regulamento mostram 15 minutos + 5 segundos: volta o ritmo rápido"},
        {"kind": "event", "registered_at": "2026-04-20T08:40", "event_id": "2026-008",
         "value": "end_date=2026-04-11", "registered_by": SECRETARY,
         "grounds": "o torneio terminou no sábado; data digitada errada no registro"},
        {"kind": "identity", "registered_at": "2026-06-02T09:15", "event_id": "2026-010",
         "number": events["2026-010"].number_of(twin_a), "value": twin_a.fnx_id,
         "registered_by": SECRETARY,
         "grounds": f"homônimas: o clube usou o cadastro {twin_b.fnx_id}; quem jogou foi a atleta de Natal"},
        {"kind": "entry_rating", "registered_at": "2026-07-08T17:00", "fnx_id": corrected.fnx_id,
         "value": "640", "registered_by": TECHNICAL,
         "grounds": "ficha CBX de papel comprova torneios anteriores à digitalização"},
        {"kind": "result", "registered_at": "2026-11-20T11:00", "event_id": "2026-022", "round": 3,
         "number": appealed.number, "value": "0.5", "appeal_id": "R-001", "registered_by": TECHNICAL,
         "grounds": "contestação R-001 procedente: a súmula assinada traz empate"},
    ]  # fmt: skip
    return [{"correction_id": f"C-{number:03d}", **row} for number, row in enumerate(rows, start=1)]


def appeal_rows(events: Mapping[str, Event]) -> list[dict[str, object]]:
    white = played_pair(events["2026-022"], 3, 4)
    opponent = events["2026-022"].entrants[white.cells[2][0] - 1]
    owner = opponent.person if opponent.person.fnx_id else white.person
    return [
        {"appeal_id": "R-001", "received_at": "2026-11-19T08:12", "list": "2026-11-15",
         "fnx_id": owner.fnx_id, "event_id": "2026-022",
         "subject": "resultado da rodada 3: a partida terminou empatada",
         "status": "procedente",
         "answer": "súmula conferida; correção C-008, vale a partir da lista de 2026-11-22"},
        {"appeal_id": "R-002", "received_at": "2026-11-23T21:40", "list": "2026-11-15",
         "event_id": "2026-016", "subject": "pede que a partida perdida por ausência valha rating",
         "status": "improcedente", "answer": "partida não jogada não produz variação (Art. 5º)"},
    ]  # fmt: skip


ACTS = [
    {"act_id": "A-001", "date": "2026-01-05", "kind": "policy", "subject": "k_granularity", "value": "event",
     "grounds": "o K é o do início do evento e vale para todas as partidas dele", "retroactive": "no"},
    {"act_id": "A-002", "date": "2026-08-03", "kind": "decision", "subject": "caso omisso: liga aos sábados",
     "value": "os ratings usados são os do início da liga, também ao lado de torneios mais curtos",
     "grounds": "Art. 7º §1º: ratings anteriores ao evento", "retroactive": "no"},
]  # fmt: skip

POOL = """\
# A temporada de exemplo: pessoas, clubes e resultados inventados (sample/generate.py).

[pool]
name = "FNX (temporada de exemplo)"
system = "fnx"
sample_cutoffs = [2026-11-15, 2026-11-22]

[school_categories]
# O que as categorias escolares querem dizer, para quem não tem ano de nascimento comprovado (Art. 10).
"Mirim" = "12-14"
"Infantil" = "15-17"
"Juvenil" = "Sub-18"
"""


# ---------------------------------------------------------------------------------------------------- season


@dataclass(frozen=True)
class Season:
    """The season before it is written."""

    people: People
    events: list[Event]
    rng: random.Random


def season(seed: int = SEED) -> Season:
    rng = random.Random(seed)
    people = People(rng)
    events = events_of(people)
    for event in events:
        if event.event_id != "2026-007":
            enter(rng, event, people)
            play(rng, event)
    named = {event.event_id: event for event in events}
    # The club used the wrong namesake's number.
    twin_a, twin_b = people.namesakes
    morning = named["2026-010"]
    morning.entrants[morning.number_of(twin_a) - 1].national_id = twin_b.fnx_id
    return Season(people, events, rng)


def season_files(seed: int = SEED) -> dict[str, bytes]:
    """Path in the data home -> content."""
    story = season(seed)
    people, events, rng = story.people, story.events, story.rng
    named = {event.event_id: event for event in events}
    files: dict[str, bytes] = {"pool.toml": POOL.encode()}
    for event in events:
        if event.form == "text":
            files |= {
                f"inbox/events/{name}": data for name, data in zip(event.files, text_pair(event), strict=True)
            }
        elif event.entrants:
            files[f"inbox/events/{event.files[0]}"] = trf(event)
    rated = [one for one in (*people.register, *people.visitors, *people.outsiders) if one.fide_rating]
    newcomers = rated[::11]
    january = [(one, one.fide_rating) for one in rated if one not in newcomers]
    july = [(one, max(1400, one.fide_rating + rng.randint(-22, 24))) for one in rated]
    files["inbox/fide/standard_jan26frl.txt"] = fide_list("JAN26", january)
    files["inbox/fide/standard_jul26frl.txt"] = fide_list("JUL26", july)
    calendar = cbx_calendar(rng)
    members = [one for one in (*people.register, *people.visitors) if one.cbx_id]
    june: list[tuple[Person, int]] = []
    for position, one in enumerate(members):
        rating = one.cbx_rating
        if one.has_card:
            data, ratings = card(rng, one, calendar, is_new=not one.fide_rating and position % 9 == 6)
            files[f"inbox/cbx/cards/{one.cbx_id}.html"] = data
            rating = ratings["2026-06"]
        june.append((one, rating))
    files["inbox/cbx/lists/2026-06.csv"] = cbx_list(june)
    registers: dict[str, tuple[str, Iterable[Mapping[str, object]]]] = {
        "events": (
            "event_id name file rhythm start_date end_date end_time recognition category id_namespace city "
            "uf homologation_no homologated_at registered_at rounds_rhythm variant notes",
            event_rows(events),
        ),
        "players": (
            "fnx_id name cbx_id fide_id birth_year birth_proven sex uf recognized club city registered_at "
            "publish_name",
            player_rows(people.register),
        ),
        "previous_ratings": (
            "fnx_id rating name",
            [
                {"fnx_id": one.fnx_id, "rating": one.previous, "name": one.name}
                for one in people.register
                if one.previous
            ],
        ),
        "rating_approvals": (
            "approval_id fnx_id rating decided_at decided_by grounds",
            [
                {
                    "approval_id": f"H-{number:03d}",
                    "fnx_id": one.fnx_id,
                    "rating": 10 * (one.strength // 10),
                    "decided_at": f"2026-0{number}-09T10:00",
                    "decided_by": TECHNICAL,
                    "grounds": "rating da federação do estado de origem, convertido por homologação expressa",
                }
                for number, one in enumerate(people.approved, start=1)
            ],
        ),
        "identity_decisions": (
            "decision_id decided_at decided_by action subject target grounds",
            decision_rows(named, people),
        ),
        "corrections": (
            "correction_id registered_at registered_by kind event_id round number fnx_id value appeal_id "
            "grounds",
            correction_rows(named, people),
        ),
        "appeals": ("appeal_id received_at list fnx_id event_id subject status answer", appeal_rows(named)),
        "acts": ("act_id date kind subject value grounds retroactive", ACTS),
    }
    files |= {f"registry/{name}.csv": table(columns, rows) for name, (columns, rows) in registers.items()}
    return dict(sorted(files.items()))


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SEASON
    if folder == SEASON:
        shutil.rmtree(folder, ignore_errors=True)
    for name, data in season_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print(folder)


if __name__ == "__main__":
    main()

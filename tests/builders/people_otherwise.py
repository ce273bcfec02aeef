"""A second generator of the same noise, written another way: what holds on `people` must hold here too.

Belongs here: another way to make names (flat weights, words of syllables, compound given names as units), to
misspell (whole order reversed, any word abbreviated, keys beside the right one, letters doubled) and to fill
events (each participant has a city and a category of their own). Does not belong here: `people`'s code.
"""

from __future__ import annotations

import random
import unicodedata
from datetime import date

from orchestration.identity.people import (
    Encounters,
    OpenEvent,
    RegisteredPerson,
    Sex,
    UnknownParticipant,
)
from tests.builders.name_pools import COAST, SOUTH
from tests.builders.people import Population

_KEYS = ("qwertyuiop", "asdfghjklç", "zxcvbnm")
_TOWNS = (
    "Natal",
    "Mossoró",
    "Parnamirim",
    "Caicó",
    "Assú",
    "Extremoz",
    "Apodi",
    "João Câmara",
    "Areia Branca",
)


def population_otherwise(seed: int, people: int = 5000, events: int = 40) -> Population:
    """A register of so many people, and events of 60 to 140 entries of which one in seven is new."""
    r = random.Random(seed)
    women = [*COAST.women[:90], *SOUTH.women[:60], *(f"Maria {name}" for name in COAST.women[2:30])]
    men = [*COAST.men[:90], *SOUTH.men[:60], *(f"João {name}" for name in COAST.men[1:25])]
    surnames = [*COAST.surnames[:150], *SOUTH.surnames[:100]]
    common = COAST.surnames[:15]
    everybody: list[dict[str, str | int]] = []

    def family() -> str:
        words = [
            r.choice(common) if r.random() < 0.35 else r.choice(surnames)
            for _ in range(r.choice((1, 2, 2, 2, 3)))
        ]
        return " ".join(r.choice(("", "", "da ", "de ", "dos ")) + word for word in dict.fromkeys(words))

    def somebody(serial: int) -> dict[str, str | int]:
        sex = r.choice("FMM")
        return {
            "id": f"RN{serial:05d}",
            "sex": sex,
            "given": r.choice(women if sex == "F" else men),
            "family": family(),
            "born": 2026 - (r.randint(7, 18) if r.random() < 0.75 else r.randint(19, 70)),
            "town": r.choices(_TOWNS, (30, 16, 12, 8, 6, 5, 4, 3, 2))[0],
            "kin": "",
        }

    while len(everybody) < people:
        one = somebody(len(everybody))
        everybody.append(one)
        odd = r.random()
        if odd >= 0.0215:
            continue
        two = somebody(len(everybody))
        kin = "namesake" if odd < 0.015 else "sibling" if odd < 0.02 else "twin"
        two["family"] = one["family"]
        one["kin"] = two["kin"] = kin
        names = women if one["sex"] == "F" else men
        if kin == "namesake":
            two |= {"given": one["given"], "sex": one["sex"]}
        elif kin == "twin":
            two |= {"born": one["born"], "town": one["town"], "sex": one["sex"], "given": r.choice(names)}
        else:
            shared = str(one["given"]).split()[0]
            one["given"], two["given"] = (f"{shared} {r.choice(names).split()[-1]}" for _ in range(2))
            two |= {
                "town": one["town"],
                "sex": one["sex"],
                "born": int(one["born"]) + r.choice((-3, -2, 2, 3)),
            }
        everybody.append(two)
    new = [somebody(99_000 + serial) for serial in range(people // 5)]

    made, truth, kinships = [], {}, {}
    for serial in range(events):
        event_id = f"E{serial:02d}"
        town = r.choice(_TOWNS[:5])
        school = serial % 3 > 0
        low, high = r.choice(((7, 8), (9, 11), (12, 14), (15, 17))) if school else (7, 99)
        fits = [
            one
            for one in everybody
            if low <= 2026 - int(one["born"]) <= high and (one["town"] == town or r.random() < 0.15)
        ]
        strangers = [one for one in new if low <= 2026 - int(one["born"]) <= high]
        players = r.sample(fits, min(len(fits), r.randint(50, 120)))
        players += r.sample(strangers, min(len(strangers), len(players) // 6))
        r.shuffle(players)
        entries = []
        for number, one in enumerate(players, start=1):
            known = not str(one["id"]).startswith("RN99")
            truth[event_id, number] = str(one["id"]) if known else None
            kinships[event_id, number] = str(one["kin"]) if known else ""
            entries.append(_entry(r, number, one, (f"{low}-{high}",) if school else ("Absoluto",)))
        made.append(
            OpenEvent(event_id, 2026, tuple(entries), frozenset({date(2026, 2, 1 + serial % 28)}), city=town)
        )
    register = tuple(
        RegisteredPerson(
            str(one["id"]),
            f"{one['given']} {one['family']}",
            int(one["born"]),
            _sex(one),
            city=str(one["town"]),
        )
        for one in r.sample(everybody, len(everybody))
    )
    return Population(register, tuple(made), Encounters(), truth, kinships)


def _sex(one: dict[str, str | int]) -> Sex:
    return "F" if one["sex"] == "F" else "M"


def _entry(
    r: random.Random, number: int, one: dict[str, str | int], categories: tuple[str, ...]
) -> UnknownParticipant:
    words = f"{one['given']} {one['family']}".split()
    particles = {"da", "de", "dos"}
    if r.random() < 0.20:
        inner = [place for place in range(1, len(words) - 1) if words[place] not in particles]
        if inner:
            del words[r.choice(inner)]
    if r.random() < 0.15:
        whole = [place for place, word in enumerate(words) if word not in particles]
        place = r.choice(whole[:-1] or whole)
        words[place] = f"{words[place][0]}."
    chance = r.random()
    for _ in range(2 if chance < 0.02 else 1 if chance < 0.10 else 0):
        place = r.randrange(len(words))
        words[place] = _mistyped(r, words[place])
    if r.random() < 0.10:
        kind = r.randrange(3)
        if kind == 0:
            words = [f"{words[-1]},", *words[:-1]]
        elif kind == 1:
            words = words[::-1]
        else:
            words = [*words[1:], words[0]]
    name = " ".join(words)
    if r.random() < 0.25:
        name = unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()
    return UnknownParticipant(
        number,
        r.choice((name, name.upper(), name.lower())),
        birth_year=int(one["born"]) if r.random() < 0.7 else None,
        categories=categories,
    )


def _mistyped(r: random.Random, word: str) -> str:
    if len(word) < 3:
        return word
    at = r.randrange(len(word))
    kind = r.choice(("dropped", "doubled", "swapped", "beside", "beside"))
    if kind == "dropped":
        return word[:at] + word[at + 1 :]
    if kind == "doubled":
        return word[:at] + word[at] + word[at:]
    if kind == "swapped" and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for row in _KEYS:
        if word[at].lower() in row:
            place = row.index(word[at].lower())
            return word[:at] + row[place - 1 if place else 1] + word[at + 1 :]
    return word[:at] + word[at + 1 :]

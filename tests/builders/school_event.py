"""A home with the children of a town in its register, and one school event that names sixty without ids.

Belongs here: invented names, the register, the event's file, and who is who. Does not belong here: what the
platform makes of it. The same arguments give the same home.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tests.builders.home_files import TrfPlayer, trf_text, write_register
from tests.builders.name_pools import COAST

CUTOFF = "2026-05-31"
EVENT = "2026-050"
DAY = date(2026, 5, 23)


@dataclass(frozen=True)
class SchoolHome:
    """The home and the truth: start number to fnx_id."""

    root: Path
    truth: dict[int, str]


def school_home(root: Path, seed: int = 1, players: int = 60, registered: int = 140) -> SchoolHome:
    """A home with one homologated school event in which nobody has an id."""
    dice = random.Random(seed)
    girls, boys, surnames = COAST.women, COAST.men, COAST.surnames
    names: dict[str, str] = {}
    while len(names) < registered:
        sex = dice.choice("FM")
        given = dice.choice(girls if sex == "F" else boys)
        names.setdefault(f"{given} {' '.join(dice.sample(surnames, 2))}", sex)
    people = [
        {
            "fnx_id": f"FNX-{2001 + place}",
            "name": name,
            "birth_year": str(dice.randint(2011, 2017)),
            "sex": sex,
            "uf": "RN",
            "city": "Natal",
            "registered_at": "2026-01-05",
        }
        for place, (name, sex) in enumerate(names.items())
    ]
    playing = dice.sample(people, players)
    cells: list[list[tuple[int, str, str]]] = [[] for _ in playing]
    for _ in range(3):
        order = list(range(1, players + 1))
        dice.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            result = dice.choice(("10", "01", "=="))
            cells[white - 1].append((black, "w", result[0]))
            cells[black - 1].append((white, "b", result[1]))
    text = trf_text(
        "Jogos Escolares de Teste",
        "Natal",
        DAY,
        DAY,
        "RPD",
        3,
        [
            TrfPlayer(
                number,
                _as_a_school_writes(child["name"], dice),
                "f" if child["sex"] == "F" else "m",
                None,
                None,
                int(child["birth_year"]) if dice.random() < 0.8 else None,
                tuple(cells[number - 1]),
            )
            for number, child in enumerate(playing, start=1)
        ],
    )
    write_register(root, "players", people)
    write_register(
        root,
        "events",
        [
            {
                "event_id": EVENT,
                "name": "Jogos Escolares de Teste",
                "file": "escolar.trf",
                "rhythm": "RPD",
                "start_date": str(DAY),
                "end_date": str(DAY),
                "recognition": "school",
                "id_namespace": "none",
                "category": "Sub-16",
                "city": "Natal",
                "uf": "RN",
                "homologation_no": "50",
                "homologated_at": "2026-05-25T10:00",
            }
        ],
    )
    (root / "inbox" / "events").mkdir(parents=True, exist_ok=True)
    (root / "inbox" / "events" / "escolar.trf").write_bytes(text.encode())
    return SchoolHome(root, {number: child["fnx_id"] for number, child in enumerate(playing, start=1)})


def _as_a_school_writes(name: str, dice: random.Random) -> str:
    given, first, last = name.split(" ", 2)
    written = dice.choice((f"{given} {first} {last}", f"{given} {last}", f"{given} {first[0]}. {last}"))
    return written.upper() if dice.random() < 0.3 else written

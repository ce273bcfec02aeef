"""Whole lists from tournament files: teams board by board, and one event registered twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from orchestration.home import Home
from tests.builders.description import Description, Pairing, Player
from tests.builders.home_files import write_register
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf
from tests.conftest import rows_of

NAMES = ("Silva, Ana", "Souza, Bento", "Dantas, Caio", "Melo, Dora")
PEOPLE = tuple(
    Player(number, name, "m", national_id=f"99000{number}") for number, name in enumerate(NAMES, start=1)
)
#: Two matches of two boards: Torre (1, 2) against Dama (3, 4), twice.
ROUNDS = (
    (Pairing(1, 3, "1"), Pairing(4, 2, "=")),
    (Pairing(3, 1, "="), Pairing(2, 4, "+")),
)
TEAMS = (
    f"013 {'Torre':32}   1    2",
    f"013 {'Dama':32}   3    4",
)
#: The same games with the start numbers turned around.
TURNED = {1: 4, 2: 3, 3: 2, 4: 1}


def turned(described: Description) -> Description:
    """The same event with other start numbers, in another order, under another name."""
    return replace(
        described,
        players=tuple(
            replace(player, number=TURNED[player.number]) for player in reversed(described.players)
        ),
        rounds=tuple(
            tuple(
                replace(pair, white=TURNED[pair.white], black=TURNED[pair.black or 0])
                for pair in reversed(pairs)
            )
            for pairs in described.rounds
        ),
        name="Copa com outro nome",
        extra_header=(),
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    root = tmp_path / "home"
    root.mkdir()
    opened = Home.open(root)
    event = Description(PEOPLE, ROUNDS, extra_header=TEAMS)
    again = turned(event)
    foreign = trf(replace(event, extra_header=())).replace("BRA    1 m", "FRA    1 m")
    for name, text in {
        "e.trf": trf(event),
        "j.txt": players_text(again),
        "p.txt": pairings_text(again),
        "f.trf": foreign.replace("2 b 0", "2 b ="),
    }.items():
        (opened.events / name).write_text(text, encoding="utf-8", newline="")
    write_register(
        root,
        "players",
        [
            {"fnx_id": f"FNX-{n}", "name": name, "cbx_id": f"99000{n}", "uf": "RN"}
            for n, name in enumerate(NAMES, start=1)
        ],
    )
    common = {"rhythm": "STD", "recognition": "fnx", "city": "Natal", "uf": "RN"}
    write_register(
        root,
        "events",
        [
            common | {
                "event_id": event_id, "name": event_id, "file": files, "start_date": day, "end_date": day,
                "homologation_no": str(number), "homologated_at": "2026-01-20T10:00:00",
            }
            for number, (event_id, files, day) in enumerate(
                (
                    ("E-TRF", "e.trf", "2026-01-10"),
                    ("E-TEXTO", "p.txt;j.txt", "2026-01-10"),
                    ("E-FRA", "f.trf", "2026-01-17"),
                ),
                start=1,
            )
        ],
    )  # fmt: skip
    return root


def test_teams_duplicates_and_foreign_numbers(home: Path, run_list: Callable[[Path, str], Path]) -> None:
    draft = run_list(home, "2026-02-01")
    events = {row["event_id"]: row for row in rows_of(draft / "events.csv")}
    assert (events["E-TRF"]["status"], events["E-TRF"]["rated_games"]) == ("included", "3")
    # The same games in another format, with other numbers, under another name (Art. 23).
    assert (events["E-TEXTO"]["status"], events["E-TEXTO"]["reason"]) == (
        "pending",
        "mesmo torneio que E-TRF (duplicidade, Art. 23)",
    )
    # A French number of 990001 is not the CBX id 990001: nobody knows who that is.
    assert (events["E-FRA"]["status"], "nº 1" in events["E-FRA"]["reason"]) == ("pending", True)
    # Each board is a game, with its board in the match and both teams (Art. 4 §2).
    ledger = [row for row in rows_of(draft / "ledger.csv") if row["event_id"] == "E-TRF"]
    assert [
        (row["round"], row["board"], row["fnx_id"], row["team"], row["opponent_team"]) for row in ledger
    ] == [
        ("1", "1", "FNX-1", "Torre", "Dama"),
        ("1", "1", "FNX-3", "Dama", "Torre"),
        ("1", "2", "FNX-4", "Dama", "Torre"),
        ("1", "2", "FNX-2", "Torre", "Dama"),
        ("2", "1", "FNX-3", "Dama", "Torre"),
        ("2", "1", "FNX-1", "Torre", "Dama"),
        ("2", "2", "FNX-2", "Torre", "Dama"),
        ("2", "2", "FNX-4", "Dama", "Torre"),
    ]

"""Random sequences of decisions and corrections over whole lists: undone, every export is what it was.

`FNX_END_TO_END=20` runs twenty sequences; without it two stand for them. They follow each other in one home,
as registers are never shortened: each finds the rows of those before, all undone. A sequence is same, new,
unidentified, merge, corrections of every kind, undos of any of them and undos of undos.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from orchestration.review.decisions import Decision, append
from tests.builders.home_files import write_register
from tests.builders.school_event import CUTOFF, EVENT, SchoolHome, school_home
from tests.conftest import bytes_of
from tests.orchestration.review.test_replay_of_decisions import remaining

SEQUENCES = int(os.environ.get("FNX_END_TO_END", "2"))
PLAYERS, REGISTERED = 20, 40
START = datetime(2026, 5, 26, 9)
#: What names the inputs by their hashes; everything else is the list itself.
ABOUT_INPUTS = {"manifest.json"}
Row = dict[str, str]


class Registers:
    """The rows of both registers so far, and a clock that never goes back."""

    def __init__(self, school: SchoolHome) -> None:
        self.school = school
        self.decisions: list[Row] = []
        self.corrections: list[Row] = []
        self.moment = START

    def step(self) -> str:
        self.moment += timedelta(seconds=20)
        return self.moment.isoformat()

    def decide(self, action: str, subject: str, target: str = "") -> None:
        self.decisions.append(
            {
                "decision_id": f"D{len(self.decisions):05d}",
                "decided_at": self.step(),
                "decided_by": "Comissão",
                "action": action,
                "subject": subject,
                "target": target,
                "grounds": "x",
            }
        )

    def correct(self, kind: str, **cells: str) -> None:
        self.corrections.append(
            {
                "correction_id": f"C{len(self.corrections):05d}",
                "registered_at": self.step(),
                "registered_by": "Comissão",
                "kind": kind,
                "value": "",
                "grounds": "x",
            }
            | cells
        )

    def standing(self) -> tuple[list[Row], list[Row]]:
        return (
            remaining(self.decisions, "decision_id", "action", "subject"),
            remaining(self.corrections, "correction_id", "kind", "value"),
        )

    def write(self) -> None:
        settled = [
            Decision(f"A{number:03d}", START, "Comissão", "same", f"{EVENT}#{number}", who, "ficha")
            for number, who in self.school.truth.items()
        ]
        path = self.school.root / "registry" / "identity_decisions.csv"
        path.unlink(missing_ok=True)
        append(path, settled)
        append(
            path,
            [
                Decision(**row | {"decided_at": datetime.fromisoformat(row["decided_at"])})
                for row in self.decisions
            ],
        )
        write_register(self.school.root, "corrections", self.corrections)


def random_steps(registers: Registers, dice: random.Random) -> None:
    """Ten to thirty rows, some of which undo others."""
    people = [f"FNX-{2001 + place}" for place in range(REGISTERED)]
    for _ in range(dice.randint(10, 30)):
        number = str(dice.randint(1, PLAYERS))
        kind = dice.choice(
            ("same", "same", "new", "unidentified", "merge", "merge", "undo", "correct", "correct")
        )
        if kind == "merge":
            registers.decide("merge", *dice.sample(people, 2))
        elif kind == "undo" and registers.decisions:
            registers.decide("undo", dice.choice(registers.decisions)["decision_id"])
        elif kind == "correct":
            random_correction(registers, dice, number, dice.choice(people))
        elif kind != "undo":
            registers.decide(kind, f"{EVENT}#{number}", dice.choice(people) if kind == "same" else "")


def random_correction(registers: Registers, dice: random.Random, number: str, who: str) -> None:
    game = {"event_id": EVENT, "round": str(dice.randint(1, 3)), "number": number}
    kind = dice.choice(("identity", "result", "rhythm", "event", "entry_rating", "duplicate", "undo"))
    if kind == "identity":
        registers.correct(kind, event_id=EVENT, number=number, value=who)
    elif kind == "result":
        registers.correct(kind, **game, value=dice.choice(("1", "0.5", "0", "unplayed")))
    elif kind == "rhythm":
        registers.correct(kind, event_id=EVENT, value=dice.choice(("STD", "BLZ")))
    elif kind == "event":
        registers.correct(kind, event_id=EVENT, value=dice.choice(("end_date=2026-05-24", "category=Sub-8")))
    elif kind == "entry_rating":
        registers.correct(kind, fnx_id=who, value=str(dice.randint(150, 900)))
    elif kind == "duplicate":
        registers.correct(kind, **(game if dice.random() < 0.7 else {"event_id": EVENT}))
    elif registers.corrections:
        registers.correct("undo", value=dice.choice(registers.corrections)["correction_id"])


def undo_everything(registers: Registers, dice: random.Random) -> None:
    """Undo what stands, in any order, some of it twice over: undone, the undo undone, and undone again."""
    decisions, corrections = registers.standing()
    for row in dice.sample(decisions, len(decisions)):
        registers.decide("undo", row["decision_id"])
        if dice.random() < 0.2:
            registers.decide("undo", registers.decisions[-1]["decision_id"])
            registers.decide("undo", row["decision_id"])
    for row in dice.sample(corrections, len(corrections)):
        registers.correct("undo", value=row["correction_id"])
        if dice.random() < 0.2:
            registers.correct("undo", value=registers.corrections[-1]["correction_id"])
            registers.correct("undo", value=row["correction_id"])
    assert registers.standing() == ([], [])


@pytest.fixture(scope="module")
def base(
    tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]
) -> tuple[Registers, dict[str, bytes]]:
    """A settled event, and the list that every undone sequence must give."""
    school = school_home(
        tmp_path_factory.mktemp("sequences") / "home", players=PLAYERS, registered=REGISTERED
    )
    registers = Registers(school)
    registers.write()
    return registers, bytes_of(compute(school.root, CUTOFF))


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_undone_every_export_is_what_it_was(
    seed: int, base: tuple[Registers, dict[str, bytes]], compute: Callable[[Path, str], Path]
) -> None:
    registers, before = base
    dice = random.Random(seed)
    random_steps(registers, dice)
    if seed == 0:  # the sequences do change lists, else they would prove nothing
        registers.write()
        changed = bytes_of(compute(registers.school.root, CUTOFF))
        assert {"events.csv", "ledger.csv"} & {name for name in before if changed[name] != before[name]}
    undo_everything(registers, dice)
    registers.write()
    after = bytes_of(compute(registers.school.root, CUTOFF))
    assert [name for name in before if name not in ABOUT_INPUTS and after[name] != before[name]] == []

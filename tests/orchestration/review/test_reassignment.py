"""Somebody filed under the wrong id: found among the identified, given to another person, and taken back."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from orchestration.cli.app import app
from orchestration.home import Home
from orchestration.pool import read_pool
from orchestration.review.decisions import Decision, append, rows_of
from orchestration.review.desk import Desk
from orchestration.review.facts import OpenCases, open_cases
from orchestration.review.session import review
from orchestration.warehouse import connect
from tests.builders.school_event import CUTOFF, EVENT, SchoolHome, school_home
from tests.conftest import bytes_of
from tests.conftest import rows_of as exported

MOMENT = datetime(2026, 6, 1, 10)
#: Those of the twenty who are filed wrong: one as somebody who did not play, two as each other.
STRAYED, ONE, OTHER = 1, 5, 9


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> SchoolHome:
    """A settled event of twenty, of whom three are filed under the wrong person."""
    made = school_home(tmp_path_factory.mktemp("school") / "home", players=20, registered=60)
    absent = next(
        row["fnx_id"]
        for row in exported(made.root / "registry" / "players.csv")
        if row["fnx_id"] not in made.truth.values()
    )
    filed = made.truth | {STRAYED: absent, ONE: made.truth[OTHER], OTHER: made.truth[ONE]}
    append(
        register_of(made),
        [
            Decision(f"A{number:02d}", MOMENT, "Comissão", "same", f"{EVENT}#{number}", who, "ficha")
            for number, who in filed.items()
        ],
    )
    compute(made.root, CUTOFF)
    return made


def register_of(school: SchoolHome) -> Path:
    return school.root / "registry" / "identity_decisions.csv"


def meant(school: SchoolHome, text: str) -> OpenCases:
    home = Home.open(school.root)
    with connect(home.warehouse) as connection:
        return open_cases(connection, read_pool(home.pool_file, "x").school_categories, again=text)


class Script:
    """Keys pressed one after the other; a text of more letters is a line."""

    def __init__(self, pressed: Iterable[str]) -> None:
        self.pressed = list(pressed)

    def key(self) -> str:
        return self.pressed.pop(0) if self.pressed else ""

    def line(self, prompt: str) -> str:
        return self.key()


def sitting(school: SchoolHome, text: str, pressed: Iterable[str]) -> str:
    desk = Desk(meant(school, text), register_of(school), "Comissão", lambda: datetime(2026, 6, 1, 11))
    script, shown = Script(pressed), io.StringIO()
    review(desk, script, lambda line: print(line, file=shown), 0.0)
    assert script.pressed == []
    return shown.getvalue()


def played(draft: Path) -> dict[str, str]:
    return {row["fnx_id"]: row["rating_after"] for row in exported(draft / "event_results.csv")}


def test_reassigned_with_every_opponent_recalculated_and_taken_back(
    school: SchoolHome, compute: Callable[[Path, str], Path]
) -> None:
    register, draft = register_of(school), school.root / "exports" / "drafts" / CUTOFF
    before, kept = bytes_of(draft), register.read_bytes()
    wrong = rows_of(register)[STRAYED - 1]["target"]
    right = school.truth[STRAYED]
    shown = sitting(school, f"{EVENT}#{STRAYED}", ["b", right, "1"])
    assert "hoje é " in shown and f"({wrong}), por decisão" in shown
    after = played(compute(school.root, CUTOFF))
    assert right in after and wrong not in after
    ledger = exported(draft / "ledger.csv")
    opponents = {row["opponent_fnx_id"] for row in ledger if row["fnx_id"] == right}
    assert len(opponents) == 3
    assert {row["fnx_id"] for row in ledger if row["opponent_fnx_id"] == right} == opponents
    assert wrong not in {row["opponent_fnx_id"] for row in ledger}
    (last,) = rows_of(register)[len(school.truth) :]
    assert (last["action"], last["target"], last["decided_by"]) == ("same", right, "Comissão")
    append(
        register,
        [Decision("U1", datetime(2026, 6, 1, 12), "Comissão", "undo", last["decision_id"], "", "engano")],
    )
    again = bytes_of(compute(school.root, CUTOFF))
    assert [name for name in before if name != "manifest.json" and again[name] != before[name]] == []
    register.write_bytes(kept)


def test_two_filed_under_each_others_names_change_places(
    school: SchoolHome, compute: Callable[[Path, str], Path]
) -> None:
    register = register_of(school)
    kept, draft = register.read_bytes(), school.root / "exports" / "drafts" / CUTOFF
    one, other = school.truth[ONE], school.truth[OTHER]
    shown = sitting(school, f"{EVENT}#{ONE}", ["b", one, "1", "s"])
    assert f"{one} já é o nº {OTHER} deste evento; troque também esse número" in shown
    shown = sitting(school, f"{EVENT}#{OTHER}", ["b", other, "1", "s"])
    compute(school.root, CUTOFF)
    filed = {row["target"] for row in rows_of(register) if row["action"] == "same"}
    assert played(draft).keys() == filed and len(filed) == 20
    sides = {
        (row["fnx_id"], row["opponent_fnx_id"])
        for row in exported(draft / "ledger.csv")
        if row["opponent_fnx_id"]
    }
    assert sides == {(b, a) for a, b in sides}
    settled = {row["subject"]: row["target"] for row in rows_of(register)}
    assert (settled[f"{EVENT}#{ONE}"], settled[f"{EVENT}#{OTHER}"]) == (one, other)
    register.write_bytes(kept)


def test_found_by_number_id_or_name_and_never_twice_the_same(school: SchoolHome) -> None:
    number = STRAYED + 1
    who = school.truth[number]
    (case,) = meant(school, who).cases
    assert case.question.subject == f"{EVENT}#{number}" and case.question.claimed == [who]
    by_name = meant(school, case.question.name).cases
    assert case.question.subject in {one.question.subject for one in by_name}
    assert [one.question.number for one in meant(school, f"{EVENT}#{number}").cases] == [number]
    assert meant(school, "ninguém assim").cases == ()
    kept = register_of(school).read_bytes()
    shown = sitting(school, who, ["b", who, "1", "q"])
    assert f"recusado: o nº {number} já é {who}" in shown
    assert register_of(school).read_bytes() == kept


def test_the_command_says_whom_it_means(school: SchoolHome) -> None:
    command = ["review", "--home", str(school.root), "--by", "Comissão", "--again"]
    listed = CliRunner().invoke(app, [*command, f"{EVENT}#{STRAYED}", "--list"])
    assert listed.exit_code == 0 and f"{EVENT}#{STRAYED}" in listed.output
    nobody = CliRunner().invoke(app, [*command, "ninguém assim"])
    assert nobody.exit_code == 0 and "Ninguém identificado" in nobody.output

"""Sixty unknown children of one school event, settled at the keyboard, recomputed, and all taken back."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from pathlib import Path
from statistics import median

import pytest
from typer.testing import CliRunner

from orchestration.cli.app import app
from orchestration.home import Home
from orchestration.pool import read_pool
from orchestration.review.decisions import Decision, append, rows_of
from orchestration.review.desk import Desk
from orchestration.review.facts import OpenCases, open_cases
from orchestration.review.filled_in import RefusedQueue, choices_of
from orchestration.review.queue import write_queue
from orchestration.review.session import review
from orchestration.warehouse import connect
from tests.builders.school_event import CUTOFF, EVENT, SchoolHome, school_home
from tests.conftest import bytes_of
from tests.conftest import rows_of as exported

#: What names the inputs by their hashes; everything else is the list itself.
ABOUT_INPUTS = {"manifest.json"}


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> SchoolHome:
    made = school_home(tmp_path_factory.mktemp("school") / "home")
    compute(made.root, CUTOFF)
    return made


def found_in(root: Path) -> OpenCases:
    home = Home.open(root)
    with connect(home.warehouse) as connection:
        return open_cases(connection, read_pool(home.pool_file, "x").school_categories)


class Script:
    """Keys pressed one after the other; a text of more letters is a line."""

    def __init__(self, pressed: Iterable[str]) -> None:
        self.pressed = list(pressed)
        self.count = 0

    def key(self) -> str:
        self.count += 1
        return self.pressed.pop(0) if self.pressed else ""

    def line(self, prompt: str) -> str:
        return self.key()


def sitting(school: SchoolHome, pressed: Iterable[str]) -> tuple[Desk, Script, str]:
    """A sitting at that home in the week of the list; what it left, and what it showed."""
    desk = Desk(
        found_in(school.root),
        school.root / "registry" / "identity_decisions.csv",
        "Comissão",
        lambda: datetime(2026, 6, 1, 10),
    )
    script, shown = Script(pressed), io.StringIO()
    review(desk, script, lambda text: print(text, file=shown), 0.0)
    return desk, script, shown.getvalue()


def keys_of_an_officer(school: SchoolHome, found: OpenCases) -> Iterator[str]:
    """Bulk first, then the right suggestion of each question that is left."""
    yield from "cs"
    for case in found.cases:
        if case.answer.band == "clear":
            continue
        right = school.truth[case.question.number]
        places = [place for place, one in enumerate(case.answer.suggestions, 1) if one.fnx_id == right]
        yield str(places[0]) if places else "p"


def test_sixty_children_in_under_a_hundred_keys_and_all_taken_back(
    school: SchoolHome, compute: Callable[[Path, str], Path]
) -> None:
    register = school.root / "registry" / "identity_decisions.csv"
    draft = school.root / "exports" / "drafts" / CUTOFF
    before = bytes_of(draft)
    (event,) = exported(draft / "events.csv")
    assert event["status"] == "pending"
    assert "falta identificar 60 jogadores com partida" in event["reason"]
    with (school.root / "review" / "identity_queue.csv").open(encoding="utf-8-sig", newline="") as stream:
        assert [row["number"] for row in csv.DictReader(stream)] == [str(n) for n in range(1, 61)]

    desk, script, shown = sitting(school, keys_of_an_officer(school, found_in(school.root)))
    assert script.pressed == [] and script.count < 100
    assert desk.open() == []
    assert "60 a identificar" in shown
    decided = rows_of(register)
    assert {row["subject"]: row["target"] for row in decided} == {
        f"{EVENT}#{number}": fnx_id for number, fnx_id in school.truth.items()
    }
    assert {row["decided_by"] for row in decided} == {"Comissão"}
    # The grounds say why, and no birth year (they are evidence, not personal data).
    assert all(len(row["grounds"]) > 20 for row in decided)
    assert not [row["grounds"] for row in decided if any(f"20{n}" in row["grounds"] for n in range(10, 20))]

    compute(school.root, CUTOFF)
    (event,) = exported(draft / "events.csv")
    assert (event["status"], event["rated_games"]) == ("included", "90")
    assert {row["fnx_id"] for row in exported(draft / "event_results.csv")} == set(school.truth.values())
    assert found_in(school.root).cases == ()

    desk.undo([row["decision_id"] for row in decided], [])
    compute(school.root, CUTOFF)
    after = bytes_of(draft)
    assert [name for name in before if name not in ABOUT_INPUTS and after[name] != before[name]] == []
    register.unlink()


def test_one_key_each(school: SchoolHome) -> None:
    register = school.root / "registry" / "identity_decisions.csv"
    cases = found_in(school.root).cases
    third = cases[2].question
    absent = next(one for one in found_in(school.root).index.fnx_ids if one not in school.truth.values())
    desk, _, shown = sitting(school, ["n", "x", "b", absent, "1", "s", "d", "p", "?", "q"])
    rows = rows_of(register)
    assert [row["action"] for row in rows] == ["new", "unidentified", "same", "undo"]
    assert (rows[2]["subject"], rows[2]["target"]) == (third.subject, absent)
    assert rows[3]["subject"] == rows[2]["decision_id"]
    assert [case.question.number for case in desk.open()] == [case.question.number for case in cases[2:]]
    assert "desfeito" in shown and "não identificado" in shown
    register.unlink()


def test_nobody_is_two_participants_of_one_event(school: SchoolHome) -> None:
    register = school.root / "registry" / "identity_decisions.csv"
    cases = found_in(school.root).cases
    first = cases[0].answer.suggestions[0].fnx_id
    _, _, shown = sitting(school, ["1", "b", first, "1", "q"])
    assert len(rows_of(register)) == 1
    assert f"recusado: {first} já é o nº {cases[0].question.number} deste evento" in shown
    register.unlink()


def test_the_bulk_step_shows_first_and_asks_once(school: SchoolHome) -> None:
    register = school.root / "registry" / "identity_decisions.csv"
    found = found_in(school.root)
    clear = [case for case in found.cases if case.answer.band == "clear"]
    least = int(median(case.answer.suggestions[0].score for case in clear))
    strong = [case for case in clear if case.answer.suggestions[0].score >= least]
    assert 0 < len(strong) < len(clear)
    _, _, shown = sitting(school, ["c", "x", "q"])
    assert not register.exists()
    assert f"claros com nota a partir de 0.0: {len(clear)}" in shown
    sitting(school, ["c", *"+" * least, "s", "d", "q"])
    rows = rows_of(register)
    assert {row["subject"] for row in rows if row["action"] == "same"} == {
        case.question.subject for case in strong
    }
    assert {row["subject"] for row in rows if row["action"] == "undo"} == {
        row["decision_id"] for row in rows if row["action"] == "same"
    }
    register.unlink()


def test_the_command_lists_asks_and_signs(school: SchoolHome) -> None:
    register = school.root / "registry" / "identity_decisions.csv"
    home = ["review", "--home", str(school.root)]
    listed = CliRunner().invoke(app, [*home, "--list"])
    assert listed.exit_code == 0
    assert listed.output.splitlines()[-1] == "Identidades em aberto: 60"
    unsigned = CliRunner().invoke(app, home, input="")
    assert unsigned.exit_code == 2
    asked = CliRunner().invoke(app, [*home, "--event", EVENT], input="Secretaria FNX\nn x\nq\n")
    assert asked.exit_code == 0, asked.output
    assert "Decisões gravadas: 2. Em aberto: 58." in asked.output
    assert {row["decided_by"] for row in rows_of(register)} == {"Secretaria FNX"}
    assert CliRunner().invoke(app, [*home, "--list"]).output.splitlines()[-1] == "Identidades em aberto: 58"
    register.unlink()


def filled(school: SchoolHome, to: Path, **answers: dict[str, str]) -> Path:
    """The queue as somebody saves it from a spreadsheet: with semicolons, and some cells filled."""
    with (school.root / "review" / "identity_queue.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        row |= answers.get(f"n{row['number']}", {})
    with to.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(rows)
    return to


def test_a_queue_filled_in_is_taken_whole(school: SchoolHome, tmp_path: Path) -> None:
    register = school.root / "registry" / "identity_decisions.csv"
    cases = found_in(school.root).cases
    queue = filled(
        school,
        tmp_path / "fila.csv",
        n1={"decision": "1"},
        n2={"decision": "novo", "grounds": "aluna nova", "decided_by": "Diretoria"},
        n3={"decision": "X"},
        n4={"decision": "later"},
    )
    command = ["review", "--home", str(school.root), "--by", "Comissão", "--import", str(queue)]
    taken = CliRunner().invoke(app, command)
    assert taken.exit_code == 0, taken.output
    rows = rows_of(register)
    assert [(row["action"], row["target"]) for row in rows] == [
        ("same", cases[0].answer.suggestions[0].fnx_id),
        ("new", None),
        ("unidentified", None),
    ]
    assert [row["decided_by"] for row in rows] == ["Comissão", "Diretoria", "Comissão"]
    assert rows[1]["grounds"] == "aluna nova"
    again = CliRunner().invoke(app, command)
    assert again.exit_code == 0 and len(rows_of(register)) == 3
    other = filled(school, tmp_path / "outra.csv", n1={"decision": "novo"})
    refused = CliRunner().invoke(app, [*command[:-1], str(other)])
    assert refused.exit_code == 2 and "já foi decidido" in refused.output
    register.unlink()


def test_a_queue_as_a_spreadsheet_saves_it(school: SchoolHome, tmp_path: Path) -> None:
    """Semicolons, BOM or Windows-1252, commas in the scores, dates turned round, rows sorted, blank rows."""
    cases = found_in(school.root).cases
    saved = filled(school, tmp_path / "fila.csv", n1={"decision": "1"}, n2={"decision": " NOVO "})
    head, *rows = saved.read_text(encoding="utf-8").splitlines()
    rows = [re.sub(r";(-?\d+)\.(\d);", r";\1,\2;", row).replace("2026-05-23", "23/05/2026") for row in rows]
    text = "\r\n".join([head, *reversed(rows), ";" * head.count(";"), ""])
    for data in (text.encode("utf-8-sig"), text.encode("cp1252", errors="replace")):
        saved.write_bytes(data)
        desk = Desk(found_in(school.root), school.root / "registry" / "nada.csv", "x", datetime.now)
        said = {(one.case.question.number, one.action, one.target) for one in choices_of(saved, desk)}
        assert said == {(1, "same", cases[0].answer.suggestions[0].fnx_id), (2, "new", "")}


def test_rows_whose_columns_were_sorted_apart_are_refused(school: SchoolHome, tmp_path: Path) -> None:
    desk = Desk(found_in(school.root), school.root / "registry" / "nada.csv", "x", datetime.now)
    other = desk.found.cases[6].question
    for column, text in (("number", "7"), ("name", other.name), ("event_id", "2026-051")):
        mixed = filled(school, tmp_path / "fila.csv", n1={"decision": "1", column: text})
        with pytest.raises(RefusedQueue, match="ordenadas separadamente"):
            choices_of(mixed, desk)


def test_what_an_earlier_list_settled_may_stand_in_the_file_still(school: SchoolHome, tmp_path: Path) -> None:
    """Last week's file, filled in further: what it says again is passed over, what differs is refused."""
    register = school.root / "registry" / "identity_decisions.csv"
    found = found_in(school.root)
    best = found.cases[0].answer.suggestions[0].fnx_id
    append(register, [Decision("R1", datetime(2026, 6, 1), "x", "same", f"{EVENT}#1", best, "x")])
    settled_since = replace(found, cases=found.cases[1:])
    desk = Desk(settled_since, register, "x", datetime.now)
    again = filled(school, tmp_path / "fila.csv", n1={"decision": "1"}, n2={"decision": "n"})
    assert [one.case.question.number for one in choices_of(again, desk)] == [2]
    for answer in ({"decision": "n"}, {"decision": "same", "fnx_id": "FNX-9999"}):
        with pytest.raises(RefusedQueue, match="não está aberta"):
            choices_of(filled(school, tmp_path / "fila.csv", n1=answer), desk)
    register.unlink()


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({"n1": {"question_id": "Q000", "decision": "1"}}, "Q000 não está aberta"),
        ({"n1": {"decision": "talvez"}}, 'decisão "talvez"'),
        ({"n1": {"decision": "same"}}, "precisa da coluna fnx_id"),
        ({"n1": {"decision": "same", "fnx_id": "FNX-0"}}, "FNX-0 não está em nenhum cadastro"),
        ({"n1": {"decision": "x", "fnx_id": "FNX-2001"}}, "não leva fnx_id"),
        ({"n1": {"decision": "new", "fnx_id": "FNX-2001"}}, "novo precisa de um ID livre"),
    ],
)
def test_a_queue_with_one_wrong_answer_is_refused_as_a_whole(
    answers: dict[str, dict[str, str]], problem: str, school: SchoolHome, tmp_path: Path
) -> None:
    desk = Desk(found_in(school.root), school.root / "registry" / "identity_decisions.csv", "x", datetime.now)
    told = answers | {"n5": {"decision": "1"}}
    with pytest.raises(RefusedQueue) as refused:
        choices_of(filled(school, tmp_path / "fila.csv", **told), desk)
    assert len(refused.value.problems) == 1
    assert problem in refused.value.problems[0]


def test_one_player_for_two_participants_is_refused(school: SchoolHome, tmp_path: Path) -> None:
    desk = Desk(found_in(school.root), school.root / "registry" / "identity_decisions.csv", "x", datetime.now)
    one, other, both = next(
        (one, other, who)
        for one, other in combinations(desk.found.cases, 2)
        for who in desk.found.index.fnx_ids
        if desk.objection(one, who) is None and desk.objection(other, who) is None
    )
    told = {f"n{case.question.number}": {"decision": "same", "fnx_id": both} for case in (one, other)}
    with pytest.raises(RefusedQueue, match=f"{both} já é o nº {one.question.number} neste arquivo"):
        choices_of(filled(school, tmp_path / "fila.csv", **told), desk)


def test_a_player_who_hardly_fits_needs_grounds(school: SchoolHome, tmp_path: Path) -> None:
    desk = Desk(found_in(school.root), school.root / "registry" / "identity_decisions.csv", "x", datetime.now)
    case, who = next(
        (case, who)
        for case in desk.found.cases
        for who in desk.found.index.fnx_ids
        if (desk.objection(case, who) or (True,))[0] is False
    )
    number = f"n{case.question.number}"
    told = {"decision": "same", "fnx_id": who}
    with pytest.raises(RefusedQueue, match="preencha grounds"):
        choices_of(filled(school, tmp_path / "fila.csv", **{number: told}), desk)
    told["grounds"] = "certidão conferida"
    (choice,) = choices_of(filled(school, tmp_path / "fila.csv", **{number: told}), desk)
    assert (choice.target, choice.grounds) == (who, "certidão conferida")


def test_what_is_filled_in_outlives_the_next_run(school: SchoolHome) -> None:
    home = Home.open(school.root)
    queue = home.identity_queue
    filled(school, queue, n7={"decision": "novo", "grounds": "=aluna"})
    with connect(home.warehouse) as connection:
        assert write_queue(connection, queue, {}) == 60
    text = queue.read_text(encoding="utf-8-sig")
    (row,) = (row for row in csv.DictReader(io.StringIO(text)) if row["number"] == "7")
    assert (row["decision"], row["grounds"]) == ("novo", "'=aluna")
    queue.write_bytes(b"\x00")
    with connect(home.warehouse) as connection:
        write_queue(connection, queue, {})
    assert queue.with_suffix(".ilegivel.csv").exists()
    assert len(queue.read_text(encoding="utf-8-sig").splitlines()) == 61

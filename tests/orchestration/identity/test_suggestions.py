"""Who is suggested for whom: hand-made pairs, impossible people, namesakes, competition, the words."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from orchestration.identity.people import (
    Answer,
    Encounters,
    OpenEvent,
    RegisterColumns,
    RegisteredPerson,
    UnknownParticipant,
)
from orchestration.identity.register_index import RegisterIndex
from orchestration.identity.search import search
from orchestration.identity.suggestions import BANDS, suggest
from tests.builders.people import COASTAL, population

CROWD = population(COASTAL, seed=11, people=1500, events=0).register
DAY = date(2026, 3, 7)


def person(fnx_id: str, name: str, **known: Any) -> RegisteredPerson:
    return RegisteredPerson(fnx_id, name, **{"birth_year": 2012, "sex": None, "city": "Natal", **known})


def answers(
    registered: list[RegisteredPerson],
    *written: str | UnknownParticipant,
    encounters: Encounters | None = None,
    school: dict[str, str] | None = None,
    **event: Any,
) -> tuple[Answer, ...]:
    """The answers for names or participants, in the crowd and the people of the case."""
    participants = tuple(
        UnknownParticipant(number, one, birth_year=2012) if isinstance(one, str) else one
        for number, one in enumerate(written, start=1)
    )
    index = RegisterIndex.build(RegisterColumns.of([*CROWD, *registered]))
    opened = OpenEvent("2026-900", 2026, participants, **{"city": "Natal", "days": frozenset({DAY}), **event})
    return suggest(index, opened, encounters, school)


def first(answer: Answer) -> str | None:
    return answer.suggestions[0].fnx_id if answer.suggestions else None


@pytest.mark.parametrize(
    ("registered", "written"),
    [
        ("Ravena Torquês Mascarino", "RAVENA TORQUES MASCARINO"),
        ("Ravena Torquês Mascarino", "Mascarino, Ravena Torquês"),
        ("Ravena Torquês Mascarino", "Mascarino Ravena Torquês"),
        ("Ravena Torquês Mascarino", "Ravena Mascarino"),
        ("Ravena Torquês Mascarino", "Ravena T. Mascarino"),
        ("Ravena Torquês Mascarino", "Ravena Torqeus Mascarino"),
        ("Ravena Torquês Mascarino", "Rvena Torquês Mascarrino"),
        ("Thiago Luiz Xerente", "Tiago Luís Xerente"),
        ("Ana Clara Xerente Bonsai", "Anaclara Xerente Bonsai"),
        ("Anaclara Xerente Bonsai", "Ana Clara Xerente Bonsai"),
        ("Otília Xerente d'Arcoverde", "Otilia Xerente Darcoverde"),
    ],
)
def test_one_person_under_two_spellings_is_clear(registered: str, written: str) -> None:
    (answer,) = answers([person("FNX-A", registered)], written)
    assert (first(answer), answer.band, answer.look_because) == ("FNX-A", "clear", ())


def test_initials_of_two_given_names_find_the_person() -> None:
    (answer,) = answers([person("FNX-A", "João Pedro da Silva Xerente")], "J. P. da Silva Xerente")
    assert first(answer) == "FNX-A"


def test_a_married_name_is_found_and_looked_at() -> None:
    (answer,) = answers(
        [person("FNX-A", "Ravena Mascarino Torquês", birth_year=1990)],
        UnknownParticipant(1, "Ravena Mascarino Bonsai", birth_year=1990),
    )
    assert first(answer) == "FNX-A"
    assert answer.band != "probably_new"


def test_helena_is_not_elena() -> None:
    people = [person("FNX-E", "Elena Xerente"), person("FNX-H", "Helena Xerente")]
    helena, elena = answers(people, "Helena Xerente", "Elena Xerente")
    assert (first(helena), first(elena)) == ("FNX-H", "FNX-E")


def test_father_and_son_are_told_by_the_suffix_and_never_clear() -> None:
    people = [
        person("FNX-F", "Josué Xerente Bonsai", birth_year=None),
        person("FNX-S", "Josué Xerente Bonsai Filho", birth_year=None),
    ]
    for written, expected in (("Josué Xerente Bonsai", "FNX-F"), ("Bonsai Filho, Josué Xerente", "FNX-S")):
        (answer,) = answers(people, written)
        assert (first(answer), answer.band) == (expected, "look")


def test_a_suffix_on_one_side_is_looked_at() -> None:
    (answer,) = answers([person("FNX-S", "Josué Xerente Bonsai Neto")], "Josué Xerente Bonsai")
    assert (first(answer), answer.band) == ("FNX-S", "look")
    assert "Filho, Neto ou Júnior só de um lado" in answer.look_because


@pytest.mark.parametrize("year_of_other", [2012, 2009])
def test_namesakes_of_the_register_are_never_clear(year_of_other: int) -> None:
    people = [
        person("FNX-A", "Luiza Xerente Bonsai"),
        person("FNX-B", "Luísa Xerente Bonsai", birth_year=year_of_other, city="Mossoró"),
    ]
    (answer,) = answers(people, "Luiza Xerente Bonsai")
    assert (first(answer), answer.band) == ("FNX-A", "look")
    assert any(reason.startswith("há homônimo no cadastro") for reason in answer.look_because)


def test_twins_are_never_clear() -> None:
    people = [person("FNX-A", "Ana Rita Xerente Bonsai"), person("FNX-B", "Caio Xerente Bonsai")]
    for answer in answers(people, "Ana Rita Xerente Bonsai", "Caio Xerente Bonsai"):
        assert answer.band == "look"
        assert any(reason.startswith("possível gêmeo") for reason in answer.look_because)


def test_twins_of_one_event_are_told_apart_and_looked_at() -> None:
    people = [person("FNX-A", "Ravena Xerente Bonsai"), person("FNX-B", "Raissa Xerente Bonsai")]
    one, other = answers(people, "Ravena Xerente Bonsai", "R. Xerente Bonsai")
    # One person plays one participant, so the initial is the other's.
    assert (first(one), first(other)) == ("FNX-A", "FNX-B")
    assert (one.band, other.band) == ("look", "look")


def test_siblings_who_share_a_given_name_are_told_apart_or_looked_at() -> None:
    people = [
        person("FNX-A", "Maria Rita Xerente Bonsai"),
        person("FNX-B", "Maria Inês Xerente Bonsai", birth_year=2009),
    ]
    (answer,) = answers(people, "Maria Rita Xerente Bonsai")
    assert (first(answer), answer.band) == ("FNX-A", "clear")
    (answer,) = answers(people, UnknownParticipant(1, "Maria Xerente Bonsai"))
    assert answer.band == "look"
    assert any("possível irmão" in reason for reason in answer.look_because)


def test_twins_write_their_surnames_alike() -> None:
    """`da Xerente` and `Xerente` of one year and city are two families: else every Silva would have twins."""
    people = [person("FNX-A", "Rita da Xerente"), person("FNX-B", "Inês Xerente")]
    (answer,) = answers(people, "Rita da Xerente")
    assert (first(answer), answer.band) == ("FNX-A", "clear")


def test_a_surname_of_nearly_everybody_still_stands_for_itself() -> None:
    """A word that most have says nothing, and to have it too contradicts nothing."""
    silvas = [person(f"FNX-{n:04d}", f"{one.name} Silva") for n, one in enumerate(CROWD)]
    index = RegisterIndex.build(RegisterColumns.of([*silvas, person("FNX-A", "Ravena Torquês Silva")]))
    entry = UnknownParticipant(1, "Ravena Torquês Silva", birth_year=2012)
    (answer,) = suggest(index, OpenEvent("2026-900", 2026, (entry,), city="Natal"))
    assert first(answer) == "FNX-A" and answer.margin > BANDS.clear_margin
    (name,) = (one for one in answer.suggestions[0].evidence if one.kind == "name")
    assert name.text_pt.startswith("nome completo igual")


def test_an_event_full_of_registered_people_makes_the_rest_surer() -> None:
    """The share of newcomers is read off the event itself."""
    known = [one for one in CROWD if len(one.name.split()) > 3][:40]
    entries = [UnknownParticipant(n, one.name, one.birth_year) for n, one in enumerate(known, start=2)]
    faint = UnknownParticipant(1, "Ravena Xerente")
    people = [person("FNX-A", "Ravena Torquês Xerente")]
    beside_known = answers(people, faint, *entries)[0]
    beside_new = answers(people, faint, *(UnknownParticipant(n, f"Zubuq{n} Wyxol{n}") for n in range(2, 42)))[
        0
    ]
    assert beside_known.suggestions[0].score > beside_new.suggestions[0].score + 1


def test_a_missing_middle_name_that_fits_two_is_looked_at() -> None:
    people = [person("FNX-A", "Ravena Torquês Xerente"), person("FNX-B", "Ravena Mascarino Xerente")]
    (answer,) = answers(people, "Ravena Xerente")
    assert {suggestion.fnx_id for suggestion in answer.suggestions[:2]} == {"FNX-A", "FNX-B"}
    assert answer.band == "look"


def test_one_word_is_never_clear() -> None:
    (answer,) = answers([person("FNX-A", "Ravena Torquês")], "Ravena")
    assert (first(answer), answer.band) == ("FNX-A", "look")
    assert "um só nome" in answer.look_because


def test_namesakes_of_one_event_are_flagged() -> None:
    one, other, identified = answers(
        [person("FNX-A", "Luiza Xerente Bonsai")],
        "Luiza Xerente Bonsai",
        "BONSAI, LUISA XERENTE",
        UnknownParticipant(3, "Ravena Torquês"),
        identified={9: "FNX-A"},
    )
    assert (one.namesakes_in_event, other.namesakes_in_event) == ((2, 9), (1, 9))
    assert identified.namesakes_in_event == ()
    assert "clear" not in (one.band, other.band)


def test_one_person_plays_one_participant() -> None:
    """Two participants want the same person: the better one gets them, the other somebody else."""
    people = [
        person("FNX-A", "Ravena Torquês Xerente", birth_year=None),
        person("FNX-B", "Ravena Xerente", birth_year=None),
    ]
    whole, short = answers(
        people,
        UnknownParticipant(1, "Ravena Torquês Xerente"),
        UnknownParticipant(2, "Ravena Xerente"),
    )
    assert (first(whole), first(short)) == ("FNX-A", "FNX-B")
    # Nobody else is there for the second: the one person has two who want them, and none is clear.
    for answer in answers(people[:1], *(UnknownParticipant(n, "Ravena T. Xerente") for n in (1, 2))):
        assert (first(answer), answer.band) == ("FNX-A", "look")


def test_somebody_new_is_probably_new() -> None:
    (answer,) = answers([], "Quirina Zabelê Ubirajara")
    assert answer.band == "probably_new"


IMPOSSIBLE = [
    ({}, {"birth_year": 2011}, {}, "birth_year", "nascimento em 2012 no cadastro, 2011 no evento"),
    (
        {"birth_year": 2009},
        {"birth_year": None},
        {"categories": ("Sub-8", "Sub-12")},
        "category",
        "completa 17 anos em 2026: fora da categoria",
    ),
    ({"birth_year": 2017}, {"birth_year": None}, {"categories": ("12-14",)}, "category", None),
    ({"sex": "M"}, {"sex": "F"}, {}, "sex", "sexo diferente"),
    ({"sex": "M"}, {}, {"categories": ("Feminino",)}, "sex", "sexo diferente"),
    ({}, {}, {"identified": {7: "FNX-A"}}, "present", "já está neste evento com o número 7"),
    (
        {},
        {},
        {"identified": {7: "FNX-A"}, "met": {7: frozenset({1})}},
        "met",
        "enfrentou este participante aqui (é o número 7)",
    ),
    ({}, {}, {"refused": frozenset({(1, "FNX-A")})}, "refused", "já foi dito que não é"),
    ({"cbx_id": "123"}, {"cbx_id": "456"}, {}, "cbx_id", "tem outro ID CBX"),
    ({"fide_id": "123"}, {"fide_id": "456"}, {}, "fide_id", "tem outro ID FIDE"),
]


@pytest.mark.parametrize(("known", "seen", "event", "reason", "text"), IMPOSSIBLE)
def test_the_impossible_are_never_offered_but_named(
    known: dict[str, Any], seen: dict[str, Any], event: dict[str, Any], reason: str, text: str | None
) -> None:
    registered = person("FNX-A", "Ravena Torquês Mascarino", **known)
    participant = UnknownParticipant(1, registered.name, **{"birth_year": 2012, **seen})
    (answer,) = answers([registered], participant, **event)
    assert "FNX-A" not in [suggestion.fnx_id for suggestion in answer.suggestions]
    assert [(hidden.fnx_id, hidden.reason) for hidden in answer.hidden] == [("FNX-A", reason)]
    assert text is None or answer.hidden[0].text_pt == text
    # The same pair without the obstacle is offered.
    (offered,) = answers([person("FNX-A", registered.name)], registered.name)
    assert first(offered) == "FNX-A"


def test_who_played_elsewhere_on_the_day_is_never_offered() -> None:
    registered = [person("FNX-A", "Ravena Torquês Mascarino")]
    elsewhere = Encounters(played_on={DAY: {"FNX-A": "2026-014"}})
    (answer,) = answers(registered, "Ravena Torquês Mascarino", encounters=elsewhere)
    assert answer.hidden[0].text_pt == "jogou 2026-014 no mesmo dia (07/03/2026)"
    assert "FNX-A" not in [suggestion.fnx_id for suggestion in answer.suggestions]
    here = Encounters(played_on={DAY: {"FNX-A": "2026-900"}})
    (answer,) = answers(registered, "Ravena Torquês Mascarino", encounters=here)
    assert first(answer) == "FNX-A"


@pytest.mark.parametrize("category", ["Sub-14", "12-14", "Mirim", "Sub-14 Feminino"])
def test_a_category_stands_for_a_birth_year(category: str) -> None:
    (answer,) = answers(
        [person("FNX-A", "Ravena Torquês Mascarino")],
        UnknownParticipant(1, "Ravena Torquês Mascarino"),
        categories=(category,),
        school={"Mirim": "12-14"},
    )
    assert first(answer) == "FNX-A"
    found = {item.kind: item for item in answer.suggestions[0].evidence}
    assert found["category"].weight > 0
    assert found["category"].text_pt == f"nascimento em 2012 cabe em {category}"


def test_an_open_category_bounds_nothing() -> None:
    (answer,) = answers(
        [person("FNX-A", "Ravena Torquês Mascarino", birth_year=1950)],
        UnknownParticipant(1, "Ravena Torquês Mascarino"),
        categories=("Sub-12", "Absoluto"),
    )
    assert first(answer) == "FNX-A"


def test_evidence_speaks_portuguese() -> None:
    known = person("FNX-A", "Ravena Torquês Souza", sex="F", club="Escola Farol", ratings=(1450,))
    friend = person("FNX-B", "Otília Xerente")
    (answer,) = answers(
        [known, friend],
        UnknownParticipant(
            1, "Ravena Torqeus Sousa", birth_year=2012, sex="F", club="ESCOLA FAROL", ratings=(1450,)
        ),
        identified={2: "FNX-B"},
        encounters=Encounters(events_of={"FNX-A": frozenset({"1", "2"}), "FNX-B": frozenset({"1", "2"})}),
    )
    assert {item.kind: item.text_pt for item in answer.suggestions[0].evidence} == {
        "name": "iguais: RAVENA; TORQEUS por TORQUES (erro de digitação); "
        "SOUSA por SOUZA (outra grafia); raro: RAVENA TORQUES",
        "birth_year": "mesmo ano de nascimento (2012)",
        "city": "mora na cidade do evento (Natal)",
        "club": "mesmo clube ou escola (Escola Farol)",
        "sex": "sexo igual (feminino)",
        "rating": "mesmo rating",
        "events": "já jogou 2 eventos com participantes deste; nunca se enfrentaram",
    }


def test_an_empty_register_and_an_empty_name() -> None:
    index = RegisterIndex.build(RegisterColumns.of([]))
    event = OpenEvent("1", 2026, (UnknownParticipant(1, "Ana Sá"), UnknownParticipant(2, "")))
    assert [answer.band for answer in suggest(index, event)] == ["probably_new"] * 2
    nameless = RegisterIndex.build(RegisterColumns.of([person("FNX-A", ""), person("FNX-B", "?")]))
    assert [answer.band for answer in suggest(nameless, event)] == ["probably_new"] * 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mascari", "FNX-A"),
        ("ravena masc", "FNX-A"),
        ("Torqeus", "FNX-A"),
        ("FNX-A", "FNX-A"),
        ("77", "FNX-A"),
    ],
)
def test_search(text: str, expected: str) -> None:
    people = [person("FNX-A", "Ravena Torquês Mascarino", cbx_id="77"), person("FNX-B", "Ravina Lopes")]
    index = RegisterIndex.build(RegisterColumns.of([*CROWD, *people]))
    assert search(index, text)[0] == expected
    assert search(index, "?") == []

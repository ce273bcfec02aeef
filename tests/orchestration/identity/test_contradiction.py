"""Names under one id that cannot be one person's: silent on every kind of noise, loud on other people."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.identity.contradiction import cannot_be_one_person
from orchestration.ingestion.names import names_apart
from orchestration.raw_tables import tables
from tests.builders.people import COASTAL, SOUTHERN, Shape, population


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana Lima", "LIMA, ANA"),
        ("Maria de Souza", "Maria Albuquerque"),  # a married name keeps the given one
        ("José Pedro Torrisi", "J. P. T."),
        ("Zé Pedro", "José Pedro Torrisi"),
        ("Thiago Luiz", "Tiago Luís"),
        ("Torrisi", "Ana Torisi"),  # one letter
        ("João Pedro Sá", "JoaoPedro"),  # written together
        ("Beto Sá Filho", "Roberto Reis"),  # a nickname inside a name
        ("Ольга", "Olga"),  # letters that say nothing here
        ("", "Ana Lima"),
        ("Ana", "Ana"),
    ],
)
def test_what_may_be_one_person_is_left_alone(one: str, other: str) -> None:
    assert not cannot_be_one_person(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zeca Mota", "Ana Lima"),
        ("MOTA, Zeca", "Ana de Lima"),
        ("Z. Mota", "Ana Lima"),
        ("Helena Prado", "Caio Reis"),
        ("Dr. Zeca Mota Filho", "Dr. Ana Lima Filho"),  # titles and kinship are nobody's name
        ("Zeca da Mota", "Ana da Lima"),  # nor are particles
    ],
)
def test_who_shares_nothing_is_somebody_else(one: str, other: str) -> None:
    assert cannot_be_one_person(one, other)


@pytest.mark.parametrize("shape", [COASTAL, SOUTHERN], ids=["coastal", "southern"])
def test_no_noise_of_an_entry_makes_a_contradiction(shape: Shape) -> None:
    made = population(shape, 5, people=1500, events=12)
    names = {person.fnx_id: person.name for person in made.register}
    written = [
        (participant.name, names[fnx_id])
        for event in made.events
        for participant in event.participants
        if (fnx_id := made.truth.get((event.event_id, participant.number)))
    ]
    assert len(written) > 300
    assert [pair for pair in written if cannot_be_one_person(*pair)] == []
    # And of two people drawn at random, most are told apart.
    dice = random.Random(1)
    strangers = [(dice.choice(written)[0], dice.choice(written)[1]) for _ in range(1000)]
    assert sum(cannot_be_one_person(*pair) for pair in strangers) > 500


@given(st.text(max_size=30), st.text(max_size=30))
def test_it_is_symmetric_and_never_of_one_name(one: str, other: str) -> None:
    assert cannot_be_one_person(one, other) == cannot_be_one_person(other, one)
    assert not cannot_be_one_person(one, one)


def test_names_meet_over_ids_of_every_source() -> None:
    rows: dict[str, list[object]] = {name: [] for name in tables()}
    player = dict.fromkeys(tables()["raw.registry_players"])
    rows["raw.registry_players"] = [
        player | {"fnx_id": "FNX-1", "name": "Ana Lima", "cbx_id": "101", "fide_id": "901"},
        player | {"fnx_id": "FNX-2", "name": "Beto Luz", "cbx_id": "102"},
    ]
    rows["raw.cbx_cards"] = [("101", "Zeca Mota", "RN", None, None, "101.html")]
    participant = dict.fromkeys(tables()["raw.event_participants"])
    rows["raw.event_participants"] = [
        participant | {"number": 1, "name": "Caio Reis", "national_id": "00102"},
        participant | {"number": 2, "name": "Davi Couto", "fide_id": "901"},
        participant | {"number": 3, "name": "Eva Pinho", "national_id": "FNX-2"},
        participant | {"number": 4, "name": "Lima A.", "national_id": "101"},
        participant | {"number": 5, "name": "Fabio Gomes", "national_id": "999"},
    ]
    assert names_apart(rows) == [
        ("Ana Lima", "Zeca Mota"),
        ("Caio Reis", "Beto Luz"),
        ("Davi Couto", "Ana Lima"),
        ("Eva Pinho", "Beto Luz"),
        ("Lima A.", "Zeca Mota"),
        ("Zeca Mota", "Ana Lima"),
    ]

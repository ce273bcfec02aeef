"""Names as comparable words: particles, order, initials, suffixes, titles, and spelling by sound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.identity.names import comparable_words, name_columns, sounds


@pytest.mark.parametrize(
    ("name", "words", "suffix"),
    [
        ("João da Silva", ("JOAO", "SILVA"), None),
        ("SILVA FILHO, José C. da", ("JOSE", "C", "SILVA"), "FILHO"),
        ("Silva, José Carlos da, Filho", ("JOSE", "CARLOS", "SILVA"), "FILHO"),
        ("J. P. da Silva", ("J", "P", "SILVA"), None),
        ("J.P. da Silva", ("J", "P", "SILVA"), None),
        ("Maria E. dos Santos e Silva", ("MARIA", "E", "SANTOS", "SILVA"), None),
        ("MARIA DOS SANTOS E SILVA", ("MARIA", "SANTOS", "SILVA"), None),
        ("Helena D'Ávila", ("HELENA", "DAVILA"), None),
        ("André Sant’Anna Júnior", ("ANDRE", "SANTANNA"), "JUNIOR"),
        ("André Sant'Anna Jr.", ("ANDRE", "SANTANNA"), "JUNIOR"),
        ("Souza Neto João", ("SOUZA", "JOAO"), "NETO"),
        ("Neto Souza", ("NETO", "SOUZA"), None),
        ("Prof. Dr. João Sá", ("JOAO", "SA"), None),
        ("GM Ana Sá (Sub-12)", ("ANA", "SA"), None),
        ("Mi Ra", ("MI", "RA"), None),
        ("Ana-Clara Nuñez 2", ("ANA", "CLARA", "NUNEZ"), None),
        ("Łukasz Øster", ("LUKASZ", "OSTER"), None),
        ("Jose\u0301 Sa\u0301", ("JOSE", "SA"), None),
        ("Duda", ("DUDA",), None),
        ("Silva,", ("SILVA",), None),
        ("  ", (), None),
        ("12", (), None),
    ],
)
def test_comparable_words(name: str, words: tuple[str, ...], suffix: str | None) -> None:
    columns = name_columns([name])
    assert (columns.words_of(0), columns.suffix_of(0)) == (words, suffix)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("THIAGO", "TIAGO"),
        ("LUIZ", "LUIS"),
        ("KARINA", "CARINA"),
        ("CHAVES", "XAVES"),
        ("MATHEUS", "MATEUS"),
        ("WAGNER", "VAGNER"),
        ("YASMIN", "IASMIM"),
        ("GEOVANA", "JEOVANA"),
        ("SOUZA", "SOUSA"),
        ("SARAH", "SARA"),
        ("RAPHAEL", "RAFAEL"),
        ("JHONATAN", "JONATAN"),
        ("ISABELLE", "ISABELE"),
    ],
)
def test_spellings_of_one_sound_meet(one: str, other: str) -> None:
    assert sounds(one) == sounds(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HELENA", "ELENA"),  # an initial H is never erased
        ("HELIO", "ELIO"),
        ("HEITOR", "EITOR"),
        ("CUNHA", "CUNA"),
        ("FILHA", "FILA"),
        ("LUIS", "LUISA"),
        ("MARIO", "MARIA"),
        ("CARLOS", "CARLA"),
    ],
)
def test_different_names_stay_apart(one: str, other: str) -> None:
    assert sounds(one) != sounds(other)


def test_a_lost_cedilla_changes_no_sound() -> None:
    assert [*map(sounds, comparable_words("Gonçalves"))] == [*map(sounds, comparable_words("GONCALVES"))]


NAMES = st.lists(st.text(alphabet="aãÁbcçdeE éhijJrRz.,'’()-\n\r+Łß12", max_size=24), max_size=8)


@given(NAMES)
def test_many_names_at_once_are_read_like_each_by_itself(names: list[str]) -> None:
    together = name_columns(names)
    for row, name in enumerate(names):
        alone = name_columns([name])
        assert together.words_of(row) == alone.words_of(0), name
        assert together.suffix_of(row) == alone.suffix_of(0), name
        assert all(word.isascii() and word.isalpha() and word.isupper() for word in alone.words_of(0))

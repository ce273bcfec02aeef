"""The standard form of names in publication (Art. 19), and that what is well written stays as it is."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.identity.standard_name import standard_name

REPO = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("written", "standard"),
    [
        ("SILVA JR, JOAO da (GM)", "Joao da Silva Júnior"),
        ("GM JOSÉ DE SOUZA", "José de Souza"),
        ("maria d'ávila dos santos e silva", "Maria D'Ávila dos Santos e Silva"),
        ("Prof. Dr. Ana MÁRCIA 3", "Ana Márcia"),
        ("Dra. Lúcia", "Lúcia"),
        ("MI SOUZA CRUZ", "Souza Cruz"),
        ("J.P. da Silva", "J. P. da Silva"),
        ("E. SANTOS", "E. Santos"),
        ("JEAN-LUC DA SÁ", "Jean-Luc da Sá"),
        ("silva, joão da", "João da Silva"),
        ("LUIS INACIO II", "Luis Inacio II"),
        ("João da Silva NETO", "João da Silva Neto"),
        ("Jose\u0301  de\tSá", "José de Sá"),
        ("Ana Lima 12/05/2014", "Ana Lima"),
        ("Ana Lima 6º ano", "Ana Lima Ano"),  # nobody can tell a word that is none
        ("ANA D´ÁVILA*", "Ana D'Ávila"),
        ("12", ""),
        ("", ""),
    ],
)
def test_standard_name(written: str, standard: str) -> None:
    assert standard_name(written) == standard


@pytest.mark.parametrize(
    ("written", "standard"),
    [
        ("João Dos Santos E Silva", "João dos Santos e Silva"),
        ("Souza,  Érico dos Anjos", "Érico dos Anjos Souza"),
        ("GM João  Silva", "João Silva"),
    ],
)
def test_little_is_mended_where_somebody_wrote_with_care(written: str, standard: str) -> None:
    assert standard_name(written) == standard


@pytest.mark.parametrize(
    "name",
    [
        *("João da Silva Jr.", "Ana Van der Berg", "Bruno Di Lucca", "McDonald Souza", "Mi Sook Kim"),
        *("Maria d'Ávila", "Luísa Xique-Xique", "Caio P Souza", "Caio P. Souza", "João Paulo II", "Li Wu"),
        *("José Ygor Y Castro", "Filho Neto", "Ma. José Lima", "Ana DeLuca e Sá"),
    ],
)
def test_a_well_written_name_stays(name: str) -> None:
    assert standard_name(name) == name


def test_the_register_of_the_sample_stays() -> None:
    with (REPO / "sample/season/registry/players.csv").open(encoding="utf-8-sig", newline="") as stream:
        names = [row["name"] for row in csv.DictReader(stream)]
    assert len(names) > 100
    assert [name for name in names if standard_name(name) != name] == []


@given(st.text(alphabet="aãÁbcDdeE éijJrzMG.,'’()-12º", max_size=30))
def test_a_standard_name_stays_as_it_is(name: str) -> None:
    once = standard_name(name)
    assert standard_name(once) == once
    assert not any(char.isdigit() for char in once)

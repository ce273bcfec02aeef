"""The standard form of names in publication (Art. 19)."""

from __future__ import annotations

from pathlib import Path

import duckdb
import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.identity.published_name import clean_name, initials, published_name

REPO = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("written", "published"),
    [
        ("SILVA JR, JOAO da (GM)", "Joao da Silva Júnior"),
        ("GM JOSÉ DE SOUZA", "José de Souza"),
        ("maria d'ávila dos santos e silva", "Maria D'Ávila dos Santos e Silva"),
        ("Prof. Dr. Ana MÁRCIA 3", "Ana Márcia"),
        ("Dra. Lúcia", "Lúcia"),
        ("J.P. da Silva", "J. P. da Silva"),
        ("E. SANTOS", "E. Santos"),
        ("JEAN-LUC DA SÁ", "Jean-Luc da Sá"),
        ("McDonald, Ana", "Ana McDonald"),
        ("silva, joão da", "João da Silva"),
        ("LUIS INACIO II", "Luis Inacio II"),
        ("João da Silva NETO", "João da Silva Neto"),
        ("Jose\u0301  de\tSá", "José de Sá"),
        ("12", ""),
        ("", ""),
    ],
)
def test_clean_name(written: str, published: str) -> None:
    assert clean_name(written) == published


@pytest.mark.parametrize(
    ("spellings", "published"),
    [
        (["JOAO GONCALVES DA SILVA", "Gonçalves, João"], "João Gonçalves da Silva"),
        (["Luísa Sá", "Luisa Sá"], "Luísa Sá"),
        (["Luiza Lima", "Luísa Lima"], "Luiza Lima"),  # another word, not another accent
        (["", "ana lima"], "Ana Lima"),
        ([], ""),
    ],
)
def test_accents_come_from_any_source(spellings: list[str], published: str) -> None:
    assert published_name(spellings) == published


@given(st.text(alphabet="aãÁbcDdeE éijJrz.,'’()-12", max_size=30))
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    once = clean_name(name)
    assert clean_name(once) == once
    assert not any(char.isdigit() for char in once)


def test_initials_are_those_of_the_list() -> None:
    """The list's initials come from dbt's macro; previews in Python must show the same."""
    source = (REPO / "dbt_project/macros/published_name.sql").read_text(encoding="utf-8")
    macro = jinja2.Environment().from_string(source).module.published_name  # type: ignore[attr-defined]
    sql = macro("name", "'initials'", "false", "'full'")
    for name in ("Ana Beatriz da Silva", "Sá, João", "José  dos Santos e Silva Neto", "Íris"):
        row = duckdb.execute(f"select {sql} from (select $1 as name)", [name]).fetchone()
        assert row == (initials(name),)

"""Initial ratings (Arts. 9-14, Art. 6 par. 4): sources, weights, choice, categories."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.entry import (
    EntryCandidate,
    EntryInputs,
    EntryState,
    candidates,
    category_age,
    category_ages,
    chosen,
    convert_cbx,
    entry_state,
    initial_games,
    published_entry_state,
    unmapped_categories,
)
from engine.methodology import FNX_2026

SCHOOL = {"Mirim": "Sub-12", "Infantil": "12-14", "Juvenil": "15 a 17", "Pré-Mirim": "10"}
BASE = EntryInputs("P", date(2026, 1, 1), True)
LATER = EntryInputs("P", date(2026, 2, 7), False)


def rows_of(inputs: EntryInputs) -> dict[str, EntryCandidate]:
    return {row.source: row for row in candidates(inputs, FNX_2026, SCHOOL)}


def winner(inputs: EntryInputs) -> EntryCandidate:
    return chosen(candidates(inputs, FNX_2026, SCHOOL))


def test_fide_less_a_thousand_not_under_the_floor() -> None:
    row = winner(replace(BASE, birth_year=1990, fide_rating=1650, fide_date=date(2026, 1, 1)))
    assert (row.source, row.source_value, row.source_date) == ("fide", 1650, date(2026, 1, 1))
    assert (row.converted, row.weight, row.initial_games, row.consolidated) == (650, 1, 60, True)
    assert rows_of(replace(BASE, fide_rating=1050))["fide"].converted == 100


def test_cbx_by_experience_of_290_points() -> None:
    """5 standard and 2 blitz tournaments: 290 / 600, 29 equivalent games; CBX - 1000 equal to P stays P."""
    inputs = replace(BASE, birth_year=2014, cbx_rating=1350, cbx_date=date(2025, 12, 1), cbx_std=5, cbx_blz=2)
    rows = rows_of(inputs)
    row = rows["cbx"]
    assert (row.experience_points, row.weight_numerator, row.weight_denominator) == (290, 290, 600)
    assert row.weight == Decimal("0.483333")
    assert (row.converted, row.initial_games, row.chosen, row.consolidated) == (350, 29, True, False)
    assert (rows["age_reference"].converted, rows["age_reference"].chosen) == (350, False)
    assert entry_state(row, FNX_2026) == EntryState("P", 350, 29, True)


@pytest.mark.parametrize(("cbx", "converted"), [(1850, 575), (1862, 576), (1800, 571), (1550, 550)])
def test_cbx_with_one_standard_tournament(cbx: int, converted: int) -> None:
    row = winner(replace(BASE, birth_year=1990, cbx_rating=cbx, cbx_std=1))
    assert (row.source, row.converted, row.initial_games) == ("cbx", converted, 5)


def test_a_new_cbx_registration_gives_the_reference_by_itself() -> None:
    """Art. 12 par. 4: no tournaments, weight 0, P; the tie goes to the earlier row of the table."""
    rows = rows_of(replace(BASE, birth_year=1990, cbx_rating=1800))
    assert (rows["cbx"].converted, rows["cbx"].weight, rows["cbx"].initial_games) == (550, 0, 0)
    assert rows["cbx"].chosen
    assert entry_state(rows["cbx"], FNX_2026).in_development


def test_full_experience_ends_at_weight_one() -> None:
    row = winner(replace(BASE, birth_year=1990, cbx_rating=1580, cbx_std=10, cbx_rpd=4))
    assert (row.experience_points, row.weight, row.converted, row.initial_games) == (620, 1, 580, 60)
    assert not entry_state(row, FNX_2026).in_development


def test_half_the_experience_has_no_development_left() -> None:
    row = winner(replace(BASE, birth_year=1990, cbx_rating=1570, cbx_rpd=10))
    assert (row.experience_points, row.initial_games) == (300, 30)
    assert not entry_state(row, FNX_2026).in_development


@pytest.mark.parametrize(
    ("rating", "weight", "reference", "converted"),
    [
        *((1351, 300, 350, 351), (1349, 300, 350, 350), (1000, 600, 350, 100), (900, 600, 550, 100)),
        *((1100, 600, 550, 100), (1801, 50, 550, 571), (1806, 50, 550, 571), (1807, 50, 550, 571)),
    ],
)
def test_cbx_conversion_half_up_then_floor(rating: int, weight: int, reference: int, converted: int) -> None:
    assert convert_cbx(rating, weight, reference, FNX_2026) == converted


@given(st.integers(0, 3200), st.integers(0, 600), st.sampled_from([200, 250, 300, 350, 400, 450, 500, 550]))
def test_cbx_conversion_is_the_formula(rating: int, weight: int, reference: int) -> None:
    exact = reference + Fraction(weight, 600) * (rating - 1000 - reference)
    assert convert_cbx(rating, weight, reference, FNX_2026) == max(100, (exact + Fraction(1, 2)).__floor__())
    assert initial_games(weight, FNX_2026) == (Fraction(weight, 10) + Fraction(1, 2)).__floor__()


def test_equivalent_games_half_up() -> None:
    assert [initial_games(weight, FNX_2026) for weight in (0, 4, 5, 50, 285, 290, 295, 600)] == [
        *(0, 0, 1, 5, 29, 29, 30, 60)
    ]


def test_the_previous_rating_is_converted_once() -> None:
    first = rows_of(replace(BASE, previous_fnx=1712, previous_date=date(2025, 12, 31)))["previous_fnx"]
    assert (first.converted, first.chosen, first.consolidated) == (712, True, True)
    undated = rows_of(replace(BASE, previous_fnx=1050))["previous_fnx"]
    assert undated.converted == 100
    later = EntryInputs("P", date(2027, 1, 1), True, previous_fnx=712, previous_date=date(2026, 12, 31))
    assert rows_of(later)["previous_fnx"].converted == 712


def test_the_highest_result_wins() -> None:
    inputs = replace(BASE, birth_year=1990, fide_rating=1610, cbx_rating=1700, cbx_std=12, previous_fnx=1690)
    rows = candidates(inputs, FNX_2026, SCHOOL)
    assert [(row.source, row.converted, row.chosen) for row in rows] == [
        ("fide", 610, False),
        ("previous_fnx", 690, False),
        ("cbx", 700, True),
        ("age_reference", 550, False),
    ]


def test_a_tie_goes_to_the_weight_then_to_the_table() -> None:
    tied = replace(BASE, birth_year=1990, fide_rating=1600, previous_fnx=1600, cbx_rating=1600, cbx_std=12)
    assert winner(tied).source == "fide"
    assert winner(replace(tied, fide_rating=None)).source == "previous_fnx"
    assert (
        winner(replace(tied, fide_rating=1550, previous_fnx=None, cbx_rating=1550, cbx_std=3)).source
        == "fide"
    )


def test_an_approval_overrides_even_what_is_higher() -> None:
    row = winner(
        replace(BASE, birth_year=1990, fide_rating=1900, approval_rating=500, approval_date=date(2026, 1, 20))
    )
    assert (row.source, row.converted, row.consolidated) == ("approval", 500, True)
    assert entry_state(row, FNX_2026) == EntryState("P", 500, 60, False)


@pytest.mark.parametrize(
    ("inputs", "reference"),
    [
        (replace(BASE, birth_year=2014), 350),
        (replace(BASE, birth_year=2020), 200),
        (replace(LATER, birth_year=2007), 550),
        (replace(LATER, birth_year=2016, category_texts="Sub-8"), 300),
        (replace(BASE, category_texts="Sub-8"), 400),
        (LATER, 400),
        (replace(LATER, category_texts="Absoluto"), 400),
        (replace(LATER, category_texts="Sub-12"), 350),
        (replace(LATER, category_texts="Sub-20"), 400),
        (replace(LATER, category_texts="12-14"), 350),
        (replace(LATER, category_texts="Sub-14;Sub-10 ; Absoluto"), 300),
        (replace(LATER, category_texts="Mirim;Feminino"), 350),
        (replace(LATER, category_texts="Veteranos"), 400),
        (replace(BASE, birth_year=2062), 400),
    ],
)
def test_age_reference(inputs: EntryInputs, reference: int) -> None:
    row = winner(inputs)
    assert (row.source, row.converted, row.weight, row.initial_games) == ("age_reference", reference, 0, 0)
    assert row.source_value is None
    assert entry_state(row, FNX_2026).in_development


@pytest.mark.parametrize(
    ("text", "age"),
    [
        *(("Sub-12", 12), ("Sub 12", 12), ("SUB12", 12), ("U12", 12), ("u-08", 8), ("Sub‑10", 10)),
        *(("Sub-12 Feminino", 12), ("Sub-12 - Absoluto", 12), ("Sub-12 anos", 12)),
        *(("12-14", 12), ("12 a 14", 12), ("12 – 14 anos", 12), ("12 a 14 Feminino", 12), ("de 9 a 11", 9)),
        *(("mirim", 12), ("MIRIM", 12), ("Infantil", 12), ("juvenil masculino", 15), ("pre-mirim", 10)),
        *(("Absoluto", None), ("Feminino", None), ("", None), ("  ", None), ("Absoluto Feminino", None)),
        *(("Sub-1800", None), ("U2000", None), ("14-12", None), ("2026-14", None), ("Cadete", None)),
    ],
)
def test_category_age(text: str, age: int | None) -> None:
    assert category_age(text, SCHOOL) == age


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Sub-12", (None, 12)),
        ("U8", (None, 8)),
        ("12-14", (12, 14)),
        ("12 a 14 anos / Feminino", (12, 14)),
        ("Mirim", (12, 14)),
        ("Absoluto", None),
        ("", None),
    ],
)
def test_category_ages(text: str, ages: tuple[int | None, int] | None) -> None:
    assert category_ages(text, {"mirim": "12-14"}) == ages


def test_only_unknown_categories_deserve_a_warning() -> None:
    texts = "Absoluto;Feminino; Cadete ;Sub-12;mirim;Masculino;;Sub-1800;Absoluto Feminino"
    assert unmapped_categories(texts, SCHOOL) == ("Cadete", "Sub-1800")
    assert unmapped_categories(None, SCHOOL) == ()


def test_a_correction_reads_the_milestone_again() -> None:
    young = winner(replace(BASE, birth_year=1990, cbx_rating=2200, cbx_std=2))
    assert (young.converted, young.initial_games) == (658, 10)
    assert entry_state(young, FNX_2026) == EntryState("P", 658, 10, False)
    assert entry_state(young, FNX_2026, 600) == EntryState("P", 600, 10, True)
    assert entry_state(young, FNX_2026, 601) == EntryState("P", 601, 10, False)
    with pytest.raises(ValueError, match="under the floor"):
        entry_state(young, FNX_2026, 99)


def test_a_published_entry_gives_the_same_state() -> None:
    assert published_entry_state("P", "fide", 450, 60, FNX_2026) == EntryState("P", 450, 60, False)
    assert published_entry_state("P", "cbx", 575, 5, FNX_2026) == EntryState("P", 575, 5, True)
    assert published_entry_state("P", "cbx", 575, 5, FNX_2026, 620) == EntryState("P", 620, 5, False)
    with pytest.raises(ValueError, match="'elo' of P is not one of"):
        published_entry_state("P", "elo", 575, 5, FNX_2026)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (replace(BASE, approval_rating=99), "approved rating 99 is under 100"),
        (replace(BASE, cbx_rpd=-1), "negative"),
        (replace(BASE, fide_rating=1700, fide_date=date(2026, 1, 2)), "FIDE list of 2026-01-02 is too late"),
        (replace(LATER, fide_rating=1700, fide_date=date(2026, 2, 7)), "FIDE list of 2026-02-07 is too late"),
        (replace(LATER, cbx_rating=1700, cbx_date=date(2026, 3, 1)), "CBX list of 2026-03-01 is too late"),
    ],
)
def test_inputs_that_cannot_be(inputs: EntryInputs, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        candidates(inputs, FNX_2026, SCHOOL)


@given(
    st.builds(
        EntryInputs,
        fnx_id=st.just("P"),
        entry_date=st.just(date(2026, 6, 1)),
        base_date_entry=st.booleans(),
        birth_year=st.none() | st.integers(1930, 2024),
        category_texts=st.none() | st.sampled_from(["Sub-8", "Absoluto", "9-11;Sub-18"]),
        fide_rating=st.none() | st.integers(1000, 2900),
        cbx_rating=st.none() | st.integers(800, 2900),
        cbx_std=st.integers(0, 20),
        cbx_rpd=st.integers(0, 20),
        cbx_blz=st.integers(0, 20),
        previous_fnx=st.none() | st.integers(900, 2600),
        approval_rating=st.none() | st.integers(100, 1500),
    )
)
def test_one_is_chosen_and_none_of_the_rest_is_higher(inputs: EntryInputs) -> None:
    rows = candidates(inputs, FNX_2026, SCHOOL)
    best = chosen(rows)
    assert sum(row.chosen for row in rows) == 1
    assert all(row.converted >= 100 for row in rows)
    if inputs.approval_rating is not None:
        assert best.source == "approval"
    else:
        assert best.converted == max(row.converted for row in rows)
    state = entry_state(best, FNX_2026)
    assert state.in_development <= (state.games < 30 and state.rating <= 600)

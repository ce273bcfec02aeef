"""Rhythm from what a file tells: words, coded and written time controls."""

from __future__ import annotations

import pytest

from scrapers.tournaments import rhythm


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Individual: Swiss-System (Standard)", "STD"),
        ("Torneio Clássico da Cidade", "STD"),
        ("IRT Rápido", "RPD"),
        ("Rapidplay", "RPD"),
        ("Relâmpago de sexta", "BLZ"),
        ("Rápido e Blitz", None),
        ("Swiss System", None),
        ("", None),
    ],
)
def test_words(text: str, expected: str | None) -> None:
    assert rhythm.from_words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5400+30", "STD"),
        ("40/6000+30:20/3000+30:1500+30", "STD"),
        ("900+10", "RPD"),
        ("600", "BLZ"),
        ("180+2", "BLZ"),
        ("W300-B240", "BLZ"),
        ("3600", "STD"),
        ("3540", "RPD"),
        ("noventa", None),
    ],
)
def test_coded(text: str, expected: str | None) -> None:
    assert rhythm.from_coded(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90 min + 30 sec increment", "STD"),
        ("1:30 + 10 from move 1", "STD"),
        ("40/120, 60", "STD"),
        ("120", "STD"),
        ("All moves in 90 minutes, plus 10 seconds per move", "STD"),
        ("100'x40mm + 50'x20mm + 30\" from move 1", "STD"),
        ("7'+5'' ou 12' KO", "RPD"),
        ("90+30", "STD"),
        ("25 min + 10 s", "RPD"),
        ("15 min + 5 s", "RPD"),
        ("15+5", "RPD"),
        ("5 min + 3 seg", "BLZ"),
        ("3+2", "BLZ"),
        ("G/60", "STD"),
        ("1h30 + 30s", "STD"),
        ("61' KO", "STD"),
        ("59 minutos", "RPD"),
        ("10 minutos", "BLZ"),
        ("10 min mais 1 segundo por lance", "RPD"),
        ("moves/time, increment", None),
        ("3x20 (Byo-yomi)", None),
        ("", None),
    ],
)
def test_written(text: str, expected: str | None) -> None:
    assert rhythm.from_time_control(text) == expected


def test_order_of_sources_and_contradiction() -> None:
    assert rhythm.from_sources("180+2", ("Standard",), "90+30") == ("BLZ", True)
    assert rhythm.from_sources("", ("Swiss", "Copa Rápida"), "15+5") == ("RPD", False)
    assert rhythm.from_sources("", ("Swiss",), "Standard") == ("STD", False)
    assert rhythm.from_sources("", (), "") == (None, False)
    assert rhythm.from_sources("180+2", ("Standard",), "90+30", flag="RPD") == ("RPD", True)
    assert rhythm.from_sources("", (), "15+5", flag="RPD") == ("RPD", False)

"""What is written in a format is what is read from it, for any event.

What belongs here: one described event, its files, and the games that a reader must find. What does not:
dialects and damage. A format that cannot say a result leaves it out of `RESULTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import read_tournament
from tests.builders import xlsx
from tests.builders.description import Description, Pairing, Player, half_points
from tests.builders.native import native
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf

REASONS = {
    "+": "forfeit",
    "-": "forfeit",
    "--": "double_forfeit",
    "00": "double_zero",
    "?": "unfinished",
    "U": "bye",
}
PLAYED, FORFEITS = ("1", "=", "0"), ("+", "-", "--")
Row = tuple[int, int, int | None, int | None, int | None, str | None]


class Format(NamedTuple):
    """A format, how an event is written in it, and the results between two players that it can say."""

    name: str
    write: Callable[[Description], Sequence[bytes]]
    results: tuple[str, ...]


FORMATS = (
    Format("trf", lambda event: [trf(event).encode()], (*PLAYED, *FORFEITS, "00", "?")),
    Format(
        "sm_text",
        lambda event: [players_text(event).encode(), pairings_text(event).encode()],
        (*PLAYED, *FORFEITS),
    ),
    Format("tunx", lambda event: [native(event)], (*PLAYED, *FORFEITS, "?")),
    Format("chess_results_xlsx", lambda event: [xlsx.whole(event)], (*PLAYED, *FORFEITS)),
)


@st.composite
def descriptions(draw: st.DrawFn, results: tuple[str, ...]) -> Description:
    """Up to twelve players and up to four rounds; whoever is not paired has a bye."""
    numbers = list(range(1, draw(st.integers(2, 12)) + 1))
    players = tuple(
        Player(number, f"Sobrenome {chr(64 + number)}, Nome", draw(st.sampled_from("mw")), "", 1500, 1400)
        for number in numbers
    )
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(numbers))
        games = draw(st.integers(1, len(order) // 2))
        pairs = [
            Pairing(order[2 * board], order[2 * board + 1], draw(st.sampled_from(results)))
            for board in range(games)
        ]
        pairs += [Pairing(number, None, "U") for number in order[2 * games :]]
        rounds.append(tuple(pairs))
    return Description(players, tuple(rounds))


def expected(event: Description) -> set[Row]:
    """Round, white, black, half points of both, and why not rated."""
    found: set[Row] = set()
    for number, pairs in enumerate(event.rounds, start=1):
        for pair in pairs:
            white, black = half_points(pair.result)
            points = (None, None) if pair.result == "?" else (white, None if pair.black is None else black)
            found.add((number, pair.white, pair.black, *points, REASONS.get(pair.result)))
    return found


def games(found: Tournament) -> set[Row]:
    return {
        (g.round, g.white or 0, g.black, g.white_half_points, g.black_half_points, g.reason)
        for g in found.games
    }


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_what_is_written_is_read(entry: Format, data: st.DataObject) -> None:
    event = data.draw(descriptions(entry.results))
    found = read_tournament([InputFile(f"{n}", data) for n, data in enumerate(entry.write(event))])
    assert (found.format, found.status) == (entry.name, "ok")
    assert games(found) == expected(event)
    assert len(found.games) == len(expected(event))
    assert [(p.number, p.name) for p in found.participants] == [(p.number, p.name) for p in event.players]
    assert {f.code for f in found.findings} <= {"double_zero"}


@settings(max_examples=60, deadline=None)
@given(event=descriptions((*PLAYED, *FORFEITS)))
def test_all_formats_tell_the_same_games(event: Description) -> None:
    told = [
        games(read_tournament([InputFile(f"{n}", data) for n, data in enumerate(entry.write(event))]))
        for entry in FORMATS
    ]
    assert all(one == told[0] for one in told)

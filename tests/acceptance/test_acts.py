"""A season whose rules change by act (Art. 26), against the independent computation under the same dates."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from tests.acceptance import oracle
from tests.acceptance.compare import compare
from tests.builders.home_files import write_register
from tests.builders.season import build_season
from tests.conftest import bytes_of, rows_of

CUTOFF = "2026-08-30"
DAY = date(2026, 5, 4)
ACTS = [
    {
        "act_id": "A-001",
        "date": str(DAY),
        "kind": "methodology",
        "subject": "k_ordinary",
        "value": "20 / 12 / 8",
    },
    {
        "act_id": "A-002",
        "date": str(DAY),
        "kind": "methodology",
        "subject": "k_development",
        "value": "40/24/16",
    },
    {"act_id": "A-003", "date": str(DAY), "kind": "methodology", "subject": "floor", "value": "250"},
]


def under_the_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The independent computation, event by event, with the numbers of the event's end date."""
    sides = oracle.ledger_sides

    def ledger_sides(
        event: oracle.Event,
        game: oracle.Game,
        frozen: Mapping[str, oracle.State],
        terms: dict[str, list[tuple[int, Fraction, int]]],
    ) -> list[oracle.LedgerRow]:
        later = event.end_date >= DAY
        ordinary, development = {"STD": 25, "RPD": 15, "BLZ": 10}, {"STD": 50, "RPD": 30, "BLZ": 20}
        if later:
            ordinary, development = {"STD": 20, "RPD": 12, "BLZ": 8}, {"STD": 40, "RPD": 24, "BLZ": 16}
        monkeypatch.setattr(oracle, "K_ORDINARY", ordinary)
        monkeypatch.setattr(oracle, "K_DEVELOPMENT", development)
        monkeypatch.setattr(oracle, "FLOOR", 250 if later else 100)
        return sides(event, game, frozen, terms)

    monkeypatch.setattr(oracle, "ledger_sides", ledger_sides)


def test_a_season_with_acts_equals_the_independent_computation(
    tmp_path: Path, compute: Callable[[Path, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = build_season(tmp_path / "home", 11, players=60, events=14)
    write_register(home, "acts", [])
    plain = bytes_of(compute(home, CUTOFF))

    # What is no rule, comes after the freeze, or states what holds, changes no number.
    idle = [
        {"act_id": "A-1", "date": "2026-02-01", "kind": "policy", "subject": "cor da capa", "value": "azul"},
        {"act_id": "A-2", "date": "2026-09-02", "kind": "policy", "subject": "pre_event", "value": "order"},
        {"act_id": "A-3", "date": "2026-02-01", "kind": "policy", "subject": "pre_event", "value": "start"},
    ]
    write_register(home, "acts", idle)
    draft = compute(home, CUTOFF)
    for name in ("list.csv", "ledger.csv", "event_results.csv", "entry_ratings.csv", "rankings.csv"):
        assert (draft / name).read_bytes() == plain[name]
    manifest = json.loads((draft / "manifest.json").read_bytes())
    assert manifest["methodology"] == json.loads(plain["manifest.json"])["methodology"]
    assert (
        "linha 2: o ato A-1 aparece na lista, mas não muda a conta" in (draft / "relatorio.html").read_text()
    )

    write_register(home, "acts", ACTS)
    draft = compute(home, CUTOFF)
    ends = {row["event_id"]: row["end_date"] for row in rows_of(draft / "events.csv")}
    assert {ends[row["event_id"]] >= str(DAY) for row in rows_of(draft / "event_results.csv")} == {
        True,
        False,
    }
    under_the_acts(monkeypatch)
    # A source of somebody who enters after the act is converted over the new floor; it is not the chosen one.
    assert compare(draft, oracle.compute(home, date.fromisoformat(CUTOFF))) == [
        "entry_ratings FNX-1128/fide: converted 250, oracle [100]"
    ]
    methodology = json.loads((draft / "manifest.json").read_bytes())["methodology"]
    assert methodology["version"] == "FNX-2026, A-001, A-002, A-003"
    assert [one["effective_from"] for one in methodology["versions"]] == ["2026-01-01", str(DAY)]
    assert "100 até 2026-05-03; depois 250" in (draft / "relatorio.html").read_text()

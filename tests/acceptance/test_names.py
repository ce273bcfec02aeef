"""Names as the public sees them: one standard form on every page, whatever the sources write (Art. 19).

Belongs here: a whole home computed, and its names in list, rankings, seeding file, report and explanation.
Does not belong here: the form of one name (`identity.test_standard_name`), whose accents count (dbt).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from orchestration.publication.explanation import explain
from orchestration.publication.explanation_text import explanation_text
from tests.builders.home_files import TrfPlayer, trf_text, write_register
from tests.conftest import rows_of

CUTOFF = "2026-03-15"
DAY = date(2026, 3, 7)
#: fnx_id to the name registered, the name in the event file, and the one published.
NAMES = {
    "FNX-1": ("GM JOSE  DE SA  JR 12", "Sá Jr., José De", "José de Sá Júnior"),
    "FNX-2": ("Érico Dos Anjos", "ANJOS, ERICO", "Érico dos Anjos"),
    "FNX-3": ("Joao Goncalves", "Gonçalves, João", "Joao Goncalves"),
    "FNX-4": ("maria d'ávila", "DAVILA, MARIA", "Maria D'Ávila"),
}


def _event(home: Path, code: str, players: list[tuple[str, str | None]], **row: str) -> None:
    """A round robin of one round between neighbours; ids are FNX ids."""
    numbered = [
        TrfPlayer(
            number,
            name,
            "m",
            None,
            fnx_id,
            None,
            (
                (
                    number + (1 if number % 2 else -1),
                    "w" if number % 2 else "b",
                    "1" if number % 2 else "0",
                ),
            ),
        )
        for number, (name, fnx_id) in enumerate(players, start=1)
    ]
    text = trf_text(f"Aberto {code}", "Natal", DAY, DAY, "RPD", 1, numbered)
    (home / "inbox" / "events").mkdir(parents=True, exist_ok=True)
    (home / "inbox" / "events" / f"{code}.trf").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def draft(tmp_path_factory: pytest.TempPathFactory, compute: Callable[[Path, str], Path]) -> Path:
    home = tmp_path_factory.mktemp("names") / "home"
    write_register(
        home,
        "players",
        [
            {"fnx_id": who, "name": registered, "uf": "RN", "birth_year": "2014", "sex": "M"}
            for who, (registered, _, _) in NAMES.items()
        ],
    )
    events = [("2026-001", [(written, who) for who, (_, written, _) in NAMES.items()])]
    events.append(("2026-002", [("LIMA, ANA 12/05/2014", None), ("Érico", "FNX-2")]))
    for code, players in events:
        _event(home, code, players)
    write_register(
        home,
        "events",
        [
            {
                "event_id": code,
                "name": f"Aberto {code}",
                "file": f"{code}.trf",
                "rhythm": "RPD",
                "start_date": str(DAY),
                "end_date": str(DAY),
                "recognition": "fnx",
                "id_namespace": "fnx",
                "homologation_no": code[-3:],
                "homologated_at": "2026-03-09",
            }
            for code, _ in events
        ],
    )
    return compute(home, CUTOFF)


def test_one_form_in_every_product(draft: Path) -> None:
    published = {who: name for who, (_, _, name) in NAMES.items()}
    assert {row["fnx_id"]: row["name"] for row in rows_of(draft / "list.csv")} == published
    assert {row["name"] for row in rows_of(draft / "rankings.csv")} == set(published.values())
    report = (draft / "relatorio.html").read_text(encoding="utf-8").replace("&#39;", "'")
    seeding = (draft / "swiss_manager.csv").read_text(encoding="utf-8-sig")
    told = explanation_text(explain(draft, "FNX-1"))
    for name in published.values():
        assert name in report and name in seeding
    assert published["FNX-1"] in told and published["FNX-2"] in told
    for registered, written, name in NAMES.values():
        for other in {registered, written} - {name}:
            assert other not in report + seeding + told


def test_a_pending_event_names_who_is_unknown_without_the_digits_beside_the_name(draft: Path) -> None:
    (pending,) = (row for row in rows_of(draft / "events.csv") if row["status"] == "pending")
    assert "nº 1 LIMA, ANA" in pending["reason"]
    assert "2014" not in pending["reason"] and "/05" not in pending["reason"]
    report = (draft / "relatorio.html").read_text(encoding="utf-8")
    assert "12/05" not in report

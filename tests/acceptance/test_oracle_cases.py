"""The oracle itself against the run cases of ../shared and against small homes worked out by hand.

What belongs here: proof that `tests.acceptance.oracle` is right, on homes small enough to compute with a
pencil, and that the generator and the comparison do what they say. What does not: the platform; other tests
compare it with the oracle.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.compare import compare, dump
from tests.acceptance.oracle import (
    DENOMINATOR,
    EntryRow,
    OracleList,
    Published,
    category_reference,
    compute,
    expected_units,
    round_half_up,
    rounded_sum,
)
from tests.builders.home_files import (
    CbxLine,
    FideLine,
    TrfPlayer,
    card_html,
    fide_standard_text,
    trf_text,
    write_register,
)
from tests.builders.season import build_season

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
RUN_NUMBERS = (21, 22, 23, 24, 25, 26, 31, 32, 33, 34)
RUN_CASES = sorted(path for number in RUN_NUMBERS for path in CASES.glob(f"{number:02d}-*") if path.is_dir())


# ------------------------------------------------------------------ matching, as the README of the cases says


def cell_matches(value: Any, cell: Any) -> bool:
    if isinstance(value, dict):
        if "near" in value:
            return bool(cell) and abs(float(cell) - float(value["near"])) <= float(value["tol"])
        if "filled" in value:
            return cell not in (None, "")
        if "one_of" in value:
            return any(cell_matches(item, cell) for item in value["one_of"])
        return all(key in cell and cell_matches(item, cell[key]) for key, item in value.items())
    if value is None:
        return cell in (None, "")
    if isinstance(value, bool):
        return str(cell).lower() in ({"true", "1", "yes"} if value else {"false", "0", "no"})
    if isinstance(value, int | float):
        return cell not in (None, "") and abs(float(cell) - value) < 1e-9
    return str(cell) == str(value)


def unmatched(expected: Any, rows: Sequence[Mapping[str, str]]) -> list[str]:
    """What of an expectation of rows does not hold. Items of one list here never compete for a row."""
    wanted = expected.get("any_order", []) if isinstance(expected, dict) else expected
    problems = [f"missing: {item}" for item in wanted if not any(cell_matches(item, row) for row in rows)]
    if isinstance(expected, dict):
        problems += [
            f"must not be: {item}"
            for item in expected.get("none", [])
            if any(cell_matches(item, row) for row in rows)
        ]
        if "count" in expected and len(rows) != expected["count"]:
            problems.append(f"{len(rows)} rows instead of {expected['count']}")
    return problems


@pytest.mark.skipif(not RUN_CASES, reason="../shared/cases is not here")
@pytest.mark.parametrize("case", RUN_CASES, ids=lambda path: path.name)
def test_run_case(case: Path, tmp_path: Path) -> None:
    told = json.loads((case / "case.json").read_text(encoding="utf-8"))
    cutoff = date.fromisoformat(told["command"].split("--cutoff ")[1])
    oracle = compute(case / "home", cutoff)
    dump(oracle, tmp_path)
    for name, expected in told["expect"]["exports"].items():
        with (tmp_path / name).open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        assert unmatched(expected, rows) == [], name
    assert compare(tmp_path, oracle) == []


# ----------------------------------------------------------------------------------- homes worked out by hand

APPROVED = {"FNX-1": 500, "FNX-2": 500, "FNX-3": 500, "FNX-4": 500}


class Home:
    """A small home; four players of 500 by approval unless told otherwise, events of one game a round."""

    def __init__(self, path: Path, approved: Mapping[str, int] = APPROVED) -> None:
        self.path = path
        self.rows: dict[str, list[dict[str, str]]] = {
            "events": [],
            "players": [player(fnx_id) for fnx_id in APPROVED],
            "rating_approvals": [
                {
                    "approval_id": f"AP{fnx_id}",
                    "fnx_id": fnx_id,
                    "rating": str(value),
                    "decided_at": "2025-12-15",
                }
                for fnx_id, value in approved.items()
            ],
            "identity_decisions": [],
            "corrections": [],
        }

    def event(
        self,
        code: str,
        day: str,
        games: Sequence[tuple[str, str, str]],
        ids: Mapping[str, str] | None = None,
        **row: str,
    ) -> None:
        """`games`: one a round, (white, black, two result codes); names are FNX ids or free words."""
        names = list(dict.fromkeys(name for game in games for name in game[:2]))
        cells: dict[str, list[tuple[int, str, str]]] = {name: [] for name in names}
        for white, black, codes in games:
            for name in names:
                if name == white:
                    cells[name].append((names.index(black) + 1, "w", codes[0]))
                elif name == black:
                    cells[name].append((names.index(white) + 1, "b", codes[1]))
                else:
                    cells[name].append((0, "-", "Z"))
        people = [
            TrfPlayer(
                number, f"Sobrenome, {name}", "m", None, (ids or {}).get(name, name), None, tuple(cells[name])
            )
            for number, name in enumerate(names, start=1)
        ]
        when = date.fromisoformat(day)
        path = self.path / "inbox/events" / f"{code}.trf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            trf_text("Aberto", "Natal", when, when, "STD", len(games), people), encoding="utf-8", newline=""
        )
        number = len(self.rows["events"]) + 1
        self.rows["events"].append(
            {
                "event_id": code, "name": "Aberto", "file": f"{code}.trf", "rhythm": "STD", "start_date": day,
                "end_date": day, "recognition": "fnx", "id_namespace": "fnx", "uf": "RN",
                "homologation_no": str(number), "homologated_at": f"{day}T23:00:00",
            }
            | row
        )  # fmt: skip

    def correct(self, identifier: str, told: str, kind: str, **row: str) -> None:
        values = {"correction_id": identifier, "registered_at": told, "kind": kind} | row
        self.rows["corrections"].append(values)

    def decide(self, identifier: str, told: str, action: str, subject: str, target: str = "") -> None:
        self.rows["identity_decisions"].append(
            {
                "decision_id": identifier,
                "decided_at": told,
                "action": action,
                "subject": subject,
                "target": target,
            }
        )

    def list(self, cutoff: str, published: Published | None = None) -> OracleList:
        for name, rows in self.rows.items():
            write_register(self.path, name, rows)
        return compute(self.path, date.fromisoformat(cutoff), published)


def player(fnx_id: str, **row: str) -> dict[str, str]:
    return {
        "fnx_id": fnx_id,
        "name": fnx_id,
        "birth_year": "1990",
        "uf": "RN",
        "registered_at": "2025-12-01",
    } | row


def ratings(oracle: OracleList) -> dict[str, int]:
    return {row.fnx_id: row.rating for row in oracle.list_rows}


def status(oracle: OracleList) -> dict[str, str]:
    return {row.event_id: row.status for row in oracle.events}


WIN = ("FNX-1", "FNX-2", "10")  # between equals of K 25: 513 and 488


def test_expected_score_is_exact_where_it_is_rational_and_symmetric() -> None:
    assert expected_units(0) * 2 == DENOMINATOR
    assert expected_units(-400) * 11 == DENOMINATOR
    assert expected_units(800) == DENOMINATOR - DENOMINATOR // 101
    assert all(expected_units(gap) + expected_units(-gap) == DENOMINATOR for gap in range(2001))


@pytest.mark.parametrize(
    ("games", "rounded"),
    [
        ([(25, Fraction(1), 0)], 13),  # 12.5
        ([(25, Fraction(0), 0)], -12),  # -12.5
        ([(25, Fraction(1), 20), (25, Fraction(1, 2), -20)], 13),  # 25 x (1.5 - 1)
        ([(25, Fraction(0), 137), (25, Fraction(1, 2), -137)], -12),  # 25 x (0.5 - 1)
        ([(15, Fraction(0), 400), (15, Fraction(1, 2), 0), (15, Fraction(1, 2), -400)], -7),  # -7.5
        ([(10, Fraction(1), 0)], 5),
        ([], 0),
    ],
)
def test_exact_ties_go_up(games: list[tuple[int, Fraction, int]], rounded: int) -> None:
    assert rounded_sum(games) == rounded


def test_rounding_of_halves() -> None:
    assert [round_half_up(Fraction(value, 2)) for value in (-5, -3, -1, 1, 3, 5)] == [-2, -1, 0, 1, 2, 3]


@pytest.mark.parametrize(
    ("category", "reference"),
    [("Sub-12", 350), ("12-14", 350), ("Sub-18", 400), ("Absoluto", 400), ("", 400), ("Sub-10;Sub-12", 300),
     ("Sub-6", 200), ("Feminino;Sub-13", 400)],
)  # fmt: skip
def test_reference_of_categories(category: str, reference: int) -> None:
    assert category_reference(category) == reference


def test_corrections_count_by_the_freeze_and_undone_undos_restore(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.event("E1", "2026-02-01", [WIN])
    home.correct("C1", "2026-02-03T23:59:59", "result", event_id="E1", round="1", number="2", value="1")
    home.correct("C2", "2026-02-04T00:00:00", "undo", value="C1")
    home.correct("C3", "2026-02-11T03:00:00Z", "undo", value="C2")  # Wednesday 00:00 in Fortaleza
    assert ratings(home.list("2026-02-01")) == {"FNX-1": 488, "FNX-2": 513, "FNX-3": 500, "FNX-4": 500}
    assert ratings(home.list("2026-02-08"))["FNX-1"] == 513
    assert ratings(home.list("2026-02-15"))["FNX-1"] == 488


def test_corrections_may_unrate_and_rate_a_game(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.event("E1", "2026-02-01", [WIN, ("FNX-3", "FNX-4", "+-")])
    home.correct("C1", "2026-02-02", "duplicate", event_id="E1", round="1", number="1")
    home.correct("C2", "2026-02-02", "result", event_id="E1", round="2", number="3", value="1")
    oracle = home.list("2026-02-01")
    assert ratings(oracle) == {"FNX-1": 500, "FNX-2": 500, "FNX-3": 513, "FNX-4": 488}
    assert {row.reason for row in oracle.ledger if row.fnx_id == "FNX-1"} == {"duplicate", "absent"}
    assert {row.fnx_id for row in oracle.list_rows if row.active} == {"FNX-3", "FNX-4"}


def test_rows_that_disagree_hold_the_event_until_a_result_settles_it(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.event("E1", "2026-02-01", [("FNX-1", "FNX-2", "11"), ("FNX-3", "FNX-4", "10")])
    home.correct("C1", "2026-02-09", "result", event_id="E1", round="1", number="2", value="0.5")
    assert status(home.list("2026-02-01")) == {"E1": "pending"}
    later = home.list("2026-02-08")
    assert ratings(later) == {"FNX-1": 500, "FNX-2": 500, "FNX-3": 513, "FNX-4": 488}


def test_one_number_twice_holds_both_and_one_content_twice_the_higher(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.event("E1", "2026-02-01", [WIN])
    home.event("E2", "2026-02-01", [("FNX-3", "FNX-4", "10")])
    home.event("E3", "2026-02-01", [WIN], homologation_no="2", homologated_at="2026-02-10")
    assert status(home.list("2026-02-01")) == {"E1": "included", "E2": "included", "E3": "pending"}
    later = home.list("2026-02-15")
    assert status(later) == {"E1": "included", "E2": "pending", "E3": "pending"}
    home.correct("C1", "2026-02-10", "duplicate", event_id="E3")
    assert status(home.list("2026-02-15")) == {"E1": "included", "E2": "included", "E3": "withdrawn"}


def test_merged_players_pool_sources_along_a_chain_and_undo_parts_them(tmp_path: Path) -> None:
    home = Home(tmp_path, approved={"FNX-1": 500, "FNX-3": 700})
    home.event("E1", "2026-02-01", [WIN])
    home.decide("D1", "2026-02-10", "merge", "FNX-3", "FNX-2")
    home.decide("D2", "2026-02-10T08:00:00", "merge", "FNX-2", "FNX-4")
    home.decide("D3", "2026-02-17T08:00:00", "undo", "D2")
    # 500 beats 550 (by age, K 50): 25 x 0.5715 = 14.29 and -28.57.
    assert ratings(home.list("2026-02-01")) == {"FNX-1": 514, "FNX-2": 521, "FNX-3": 700}
    # 500 beats 700, approved for the row that ended: 25 x 0.7597 = 18.99.
    assert ratings(home.list("2026-02-08")) == {"FNX-1": 519, "FNX-4": 681}
    assert ratings(home.list("2026-02-15")) == {"FNX-1": 519, "FNX-2": 681}


def test_visitors_are_rated_under_issued_ids_and_listed_by_uf_only(tmp_path: Path) -> None:
    home = Home(tmp_path)
    born = date(1990, 5, 1)
    for cbx_id, uf, fide_id in (("990101", "PB", "999100001"), ("990102", "RN", None)):
        card = CbxLine(cbx_id, "Visita Câmara", uf, fide_id, born, ((date(2025, 12, 1), 1700),), ())
        path = tmp_path / "inbox/cbx/cards" / f"{cbx_id}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(card_html(card), encoding="utf-8")
    lines = [
        FideLine("999100001", "Camara, Visita", "M", 1800, 1990),
        FideLine("999100002", "So, FIDE", "M", 1450, 1990),
    ]
    (tmp_path / "inbox/fide").mkdir(parents=True)
    (tmp_path / "inbox/fide/a.txt").write_text(fide_standard_text(date(2026, 1, 1), lines, True), newline="")
    games = [("Paraíba", "FNX-1", "10"), ("Natal", "FNX-2", "10"), ("Novo", "FNX-3", "10")]
    ids = {"Paraíba": "990101", "Natal": "990102", "Novo": "", "FNX-1": "", "FNX-2": "", "FNX-3": ""}
    home.event("E1", "2026-02-01", games, ids, id_namespace="cbx")
    home.decide("D1", "2026-02-02", "new", "E1#5")
    for number, fnx_id in ((2, "FNX-1"), (4, "FNX-2"), (6, "FNX-3")):
        home.decide(f"D{number}", "2026-02-02", "same", f"E1#{number}", fnx_id)
    oracle = home.list("2026-02-01")
    entries = {row.fnx_id: (row.source, row.converted) for row in oracle.entry_ratings if row.chosen}
    assert entries["C990101"] == ("fide", 800)  # the card names the FIDE id
    assert entries["C990102"] == ("cbx", 550)  # weight 0 gives the age reference; the tie goes by the order
    assert entries["EE1-5"] == ("age_reference", 400)
    assert set(ratings(oracle)) == {"C990102", "FNX-1", "FNX-2", "FNX-3", "FNX-4"}


def test_mixed_rhythms_take_k_by_game(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.event("E1", "2026-02-01", [WIN, WIN, WIN], rounds_rhythm="1-1:BLZ;2-2:RPD")
    result = next(row for row in home.list("2026-02-01").event_results if row.fnx_id == "FNX-1")
    assert (result.k_values, result.change_rounded, result.mixed_rhythms) == ((10, 15, 25), 25, True)


def test_published_entries_are_facts_until_corrected(tmp_path: Path) -> None:
    home = Home(tmp_path, approved={})
    home.rows["players"][0]["registered_at"] = "2026-01-20"
    home.event("E1", "2026-02-01", [WIN])
    first = home.list("2026-02-01")
    assert ratings(first) == {"FNX-1": 575, "FNX-2": 525}  # 550 by age, in development
    dump(first, tmp_path / "exports/2026-02-01")
    home.rows["rating_approvals"].append(
        {"approval_id": "A", "fnx_id": "FNX-1", "rating": "900", "decided_at": "2026-02-05"}
    )
    home.event("E0", "2026-01-25", [("FNX-1", "FNX-2", "01")], homologated_at="2026-02-06")
    entry = next(row for row in home.list("2026-02-08").entry_ratings if row.fnx_id == "FNX-1" and row.chosen)
    assert (entry.converted, entry.entry_date, entry.published) == (550, date(2026, 2, 1), True)
    assert ratings(home.list("2026-02-08", Published()))["FNX-1"] > 850  # as if nothing had been published
    home.correct("C1", "2026-02-09", "entry_rating", fnx_id="FNX-1", value="650")
    corrected = home.list("2026-02-08")
    entry = next(row for row in corrected.entry_ratings if row.fnx_id == "FNX-1" and row.chosen)
    assert (entry.converted, entry.corrected, entry.source) == (550, 650, "age_reference")
    used = {row.event_id: row.rating_used for row in corrected.event_results if row.fnx_id == "FNX-1"}
    assert used["E0"] == 650
    first_k = next(
        row.k_values for row in corrected.event_results if row.event_id == "E0" and row.fnx_id == "FNX-1"
    )
    assert first_k == (25,)  # over 600, so the milestone is read again


def test_comparison_tells_what_differs(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.event("E1", "2026-02-01", [WIN])
    oracle = home.list("2026-02-01")
    dump(oracle, tmp_path / "exports")
    assert compare(tmp_path / "exports", oracle) == []
    path = tmp_path / "exports/list.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("513", "512"), encoding="utf-8")
    assert compare(tmp_path / "exports", oracle) == ["list FNX-1: rating is '512', oracle 513"]
    (tmp_path / "exports/ledger.csv").unlink()
    assert any("ledger.csv" in line for line in compare(tmp_path / "exports", oracle))


def digest(folder: Path) -> str:
    parts = [
        path.relative_to(folder).as_posix().encode() + path.read_bytes()
        for path in sorted(folder.rglob("*.*"))
    ]
    return hashlib.sha256(b"".join(parts)).hexdigest()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seasons_are_reproducible_and_computable(seed: int, tmp_path: Path) -> None:
    one, two = build_season(tmp_path / "one", seed, 60, 10), build_season(tmp_path / "two", seed, 60, 10)
    assert digest(one) == digest(two)
    first = compute(one, date(2026, 5, 31))
    dump(first, one / "exports/2026-05-31")
    last = compute(one, date(2026, 12, 27))
    dump(last, tmp_path / "last")
    assert compare(tmp_path / "last", last) == []
    facts = {row.fnx_id: row for row in first.entry_ratings if row.chosen}
    kept: dict[str, EntryRow] = {row.fnx_id: row for row in last.entry_ratings if row.chosen}
    assert all(kept[who].converted == facts[who].converted for who in facts.keys() & kept.keys())


@pytest.mark.parametrize("seed", [1, 2])
def test_ratings_add_up(seed: int, tmp_path: Path) -> None:
    """Each rating is the entry plus all changes and what the floor added; units add up to the games'."""
    oracle = compute(build_season(tmp_path, seed, 60, 12), date(2026, 12, 27))
    for row in oracle.list_rows:
        entry = next(item for item in oracle.entry_ratings if item.fnx_id == row.fnx_id and item.chosen)
        start = entry.converted if entry.corrected is None else entry.corrected
        results = [item for item in oracle.event_results if item.fnx_id == row.fnx_id]
        assert row.rating == start + sum(item.change_rounded + item.floor_applied for item in results)
        for item in results:
            units = [
                side.change_units or 0
                for side in oracle.ledger
                if side.rated and side.event_id == item.event_id and side.fnx_id == row.fnx_id
            ]
            assert sum(units) == item.change_units and len(units) == item.games

"""Compares the exports of a list with the oracle's list, and writes an oracle's list in the form of exports.

What belongs here: reading export files, pairing rows, saying differences so that a person can follow them
up. What does not: any rule of the regulation; those are in `tests.acceptance.oracle`.

    python -m tests.acceptance.compare HOME CUTOFF [EXPORTS]

prints the differences between the exports of that cut-off (the published folder, else the draft) and the
oracle, and exits 1 if there are any. `--dump FOLDER` writes the oracle's own files instead of comparing.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from tests.acceptance.oracle import (
    DENOMINATOR,
    EntryRow,
    EventResult,
    LedgerRow,
    OracleList,
    Published,
    compute,
    expected_units,
)

Row = Mapping[str, str]
TRUE, FALSE = {"true", "1", "yes", "t"}, {"false", "0", "no", "f"}
DECIMAL_TOLERANCE = Decimal("0.000000001")
WEIGHT_TOLERANCE = Decimal("0.000001")


# ------------------------------------------------------------------------------------------------------ cells


def boolean(cell: str) -> bool | None:
    lowered = cell.strip().lower()
    return True if lowered in TRUE else False if lowered in FALSE else None


def same(cell: str | None, value: object) -> bool:
    """Whether a cell says a value: integers exactly, fractions to nine decimals, blank for None."""
    if cell is None:
        return False
    cell = cell.strip()
    if value is None:
        return cell == ""
    if isinstance(value, bool):
        return boolean(cell) is value
    if isinstance(value, date):
        return cell[:10] == value.isoformat()
    if isinstance(value, int | Fraction):
        try:
            number = Decimal(cell)
        except ArithmeticError:
            return False
        if isinstance(value, int):
            return number == value
        return abs(number - Decimal(value.numerator) / Decimal(value.denominator)) <= DECIMAL_TOLERANCE
    return cell == str(value)


def read(folder: Path, name: str) -> list[dict[str, str]]:
    path = folder / f"{name}.csv"
    if not path.exists():
        raise FileNotFoundError(path)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return [{key: value or "" for key, value in row.items()} for row in csv.DictReader(stream)]


class Report:
    """Differences found so far, each one line."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def cells(self, where: str, row: Row, expected: Mapping[str, object]) -> None:
        for column, value in expected.items():
            if column not in row:
                self.lines.append(f"{where}: column {column} is missing")
            elif not same(row[column], value):
                self.lines.append(f"{where}: {column} is {row[column]!r}, oracle {shown(value)}")

    def keyed(
        self,
        name: str,
        rows: Iterable[Row],
        key: Sequence[str],
        expected: Mapping[tuple[str, ...], Mapping[str, object]],
    ) -> None:
        """Rows with unique keys, cell by cell."""
        found: dict[tuple[str, ...], Row] = {}
        for row in rows:
            identity = tuple(row.get(column, "") for column in key)
            if identity in found:
                self.lines.append(f"{name} {'/'.join(identity)}: occurs twice")
            found[identity] = row
        for identity in sorted(expected.keys() - found.keys()):
            self.lines.append(
                f"{name} {'/'.join(identity)}: missing, oracle has it: {brief(expected[identity])}"
            )
        for identity in sorted(found.keys() - expected.keys()):
            self.lines.append(f"{name} {'/'.join(identity)}: not in the oracle: {dict(found[identity])}")
        for identity in sorted(found.keys() & expected.keys()):
            self.cells(f"{name} {'/'.join(identity)}", found[identity], expected[identity])


def shown(value: object) -> str:
    return f"{float(value):.12f} ({value})" if isinstance(value, Fraction) else repr(value)


def brief(values: Mapping[str, object]) -> str:
    return ", ".join(f"{key}={shown(value)}" for key, value in values.items())


# ---------------------------------------------------------------------------------------------------- compare


def compare(exports: Path, oracle: OracleList) -> list[str]:
    """Differences between the CSV files of an exports folder and an oracle's list, most telling first."""
    report = Report()
    for part in (
        compare_events,
        compare_entries,
        compare_reassessments,
        compare_results,
        compare_ledger,
        compare_list,
        compare_rankings,
    ):
        try:
            part(report, exports, oracle)
        except FileNotFoundError as missing:
            report.lines.append(f"file missing: {missing}")
    return report.lines


def compare_events(report: Report, exports: Path, oracle: OracleList) -> None:
    rows = read(exports, "events")
    expected: dict[tuple[str, ...], Mapping[str, object]] = {}
    for event in oracle.events:
        values: dict[str, object] = {
            "status": event.status,
            "rhythm": event.rhythm,
            "start_date": event.start_date,
            "end_date": event.end_date,
        }
        if event.status == "included":
            values["rated_games"] = event.rated_games
        expected[(event.event_id,)] = values
    report.keyed("events", rows, ("event_id",), expected)
    reasons = {event.event_id: event.reason for event in oracle.events}
    for row in rows:
        reason = reasons.get(row["event_id"])
        if row["status"] == "pending" and not row["reason"].strip():
            report.lines.append(f"events {row['event_id']}: pending without a reason, oracle: {reason}")
        if row["status"] == "included" and reason:
            report.lines.append(f"events {row['event_id']}: oracle's reason: {reason}")


def compare_entries(report: Report, exports: Path, oracle: OracleList) -> None:
    """Chosen sources exactly; other candidates only where the entry is computed on this list.

    The rows of players without a chosen source are free: the rulebook does not say whether they are shown.
    """
    rows = read(exports, "entry_ratings")
    has_choice = {row["fnx_id"] for row in rows if boolean(row["chosen"])}
    facts = {row.fnx_id for row in oracle.entry_ratings if row.published}
    kept = [
        row
        for row in rows
        if row["fnx_id"] in has_choice and (row["fnx_id"] not in facts or boolean(row["chosen"]))
    ]
    report.keyed(
        "entry_ratings",
        kept,
        ("fnx_id", "source"),
        {(row.fnx_id, row.source): entry_values(row) for row in oracle.entry_ratings},
    )
    weights = {(row.fnx_id, row.source): row for row in oracle.entry_ratings}
    for row in kept:
        known = weights.get((row["fnx_id"], row["source"]))
        if known is None:
            continue
        where = f"entry_ratings {known.fnx_id}/{known.source}"
        weight = Decimal(known.weight.numerator) / Decimal(known.weight.denominator)
        if abs(Decimal(row["weight"] or "0") - weight) > WEIGHT_TOLERANCE:
            report.lines.append(
                f"entry_ratings {known.fnx_id}/{known.source}: weight {row['weight']}, oracle {weight}"
            )
        allowed = {known.converted} if known.corrected is None else {known.converted, known.corrected}
        if int(Decimal(row["converted"])) not in allowed:
            report.lines.append(f"{where}: converted {row['converted']}, oracle {sorted(allowed)}")
        if known.chosen and "corrected" in row and not same(row["corrected"], known.corrected):
            report.lines.append(f"{where}: corrected {row['corrected']!r}, oracle {known.corrected}")


def compare_reassessments(report: Report, exports: Path, oracle: OracleList) -> None:
    """Every source on every later base date, the rating carried over included; cases have no such file."""
    if not oracle.reassessments and not (exports / "reassessments.csv").exists():
        return
    report.keyed(
        "reassessments",
        read(exports, "reassessments"),
        ("fnx_id", "base_date", "source"),
        {
            (row.fnx_id, row.entry_date.isoformat(), row.source): {
                "converted": row.converted,
                "initial_games": row.initial_games,
                "experience_points": row.experience_points,
                "chosen": row.chosen,
            }
            for row in oracle.reassessments
        },
    )


def entry_values(row: EntryRow) -> Mapping[str, object]:
    values: dict[str, object] = {
        "entry_date": row.entry_date,
        "initial_games": row.initial_games,
        "chosen": row.chosen,
    }
    if row.source in {"fide", "cbx"}:
        values |= {"source_value": row.source_value, "source_date": row.source_date}
    elif row.source in {"approval", "previous_fnx"}:
        values["source_value"] = row.source_value
    if row.source == "cbx":
        values["experience_points"] = row.experience_points
    return values


def compare_results(report: Report, exports: Path, oracle: OracleList) -> None:
    rows = read(exports, "event_results")
    report.keyed(
        "event_results",
        rows,
        ("event_id", "fnx_id"),
        {(row.event_id, row.fnx_id): result_values(row) for row in oracle.event_results},
    )
    mixed_k = {(row.event_id, row.fnx_id): row for row in oracle.event_results}
    orders: dict[str, int] = {}
    for row in rows:
        known = mixed_k.get((row["event_id"], row["fnx_id"]))
        if known is None:
            continue
        orders[row["event_id"]] = int(row["event_order"])
        # A mixed event's K is blank; whether also for a player of one rhythm only is not said, so either
        # will do.
        allowed: set[object] = {None} if known.mixed_rhythms else set()
        if len(known.k_values) == 1:
            allowed.add(known.k_values[0])
        if not any(same(row["k"], value) for value in allowed):
            report.lines.append(
                f"event_results {known.event_id}/{known.fnx_id}: k {row['k']!r}, oracle {allowed}"
            )
    ranked = sorted(orders, key=lambda event_id: orders[event_id])
    wanted = [
        event.event_id for event in sorted(oracle.events, key=lambda event: event.order or 0) if event.order
    ]
    wanted = [event_id for event_id in wanted if event_id in orders]
    if ranked != wanted:
        report.lines.append(f"event order is {ranked}, oracle {wanted}")


def result_values(row: EventResult) -> Mapping[str, object]:
    expected = (
        row.score * DENOMINATOR
    )  # replaced below for one K; a mixed event's sum is not derivable from it
    values: dict[str, object] = {
        "rating_used": row.rating_used,
        "rating_before": row.rating_before,
        "games": row.games,
        "score": row.score,
        "change_exact": Fraction(row.change_units, DENOMINATOR),
        "change_units": row.change_units,
        "change_rounded": row.change_rounded,
        "floor_applied": row.floor_applied,
        "rating_after": row.rating_after,
        "games_before": row.games_before,
        "games_after": row.games_after,
        "in_development_before": row.in_development_before,
        "in_development_after": row.in_development_after,
    }
    if len(row.k_values) == 1:
        expected -= Fraction(row.change_units, row.k_values[0])
        values["expected"] = expected / DENOMINATOR
    return values


def compare_ledger(report: Report, exports: Path, oracle: OracleList) -> None:
    """Rated sides cell by cell; unrated ones of included events by round, player and reason.

    Rows of players without an id and of events that are not included are free, but none may be rated.
    """
    included = {event.event_id for event in oracle.events if event.status == "included"}
    rows = read(exports, "ledger")
    key = ("event_id", "round", "fnx_id", "opponent_fnx_id")
    rated = [row for row in rows if boolean(row["rated"])]
    for row in rated:
        if row["event_id"] not in included:
            report.lines.append(
                f"ledger {row['event_id']}/{row['round']}/{row['fnx_id']}: rated in an event held out"
            )
    report.keyed(
        "ledger",
        [row for row in rated if row["event_id"] in included],
        key,
        {
            (row.event_id, str(row.round), row.fnx_id or "", row.opponent_fnx_id or ""): ledger_values(row)
            for row in oracle.ledger
            if row.rated
        },
    )

    def unrated(event_id: str, number: str, who: str, reason: str) -> tuple[str, ...]:
        return event_id, number, who, reason

    theirs = Counter(
        unrated(row["event_id"], row["round"], row["fnx_id"], row["reason"])
        for row in rows
        if not boolean(row["rated"]) and row["event_id"] in included and row["fnx_id"]
    )
    ours = Counter(
        unrated(row.event_id, str(row.round), row.fnx_id, row.reason or "")
        for row in oracle.ledger
        if not row.rated and row.fnx_id
    )
    for identity, count in sorted((ours - theirs).items()):
        report.lines.append(f"ledger {'/'.join(identity)}: unrated row missing ({count})")
    for identity, count in sorted((theirs - ours).items()):
        report.lines.append(f"ledger {'/'.join(identity)}: unrated row not in the oracle ({count})")


def ledger_values(row: LedgerRow) -> Mapping[str, object]:
    assert row.rating is not None and row.opponent_rating is not None and row.change_units is not None
    expected = Fraction(expected_units(row.rating - row.opponent_rating), DENOMINATOR)
    return {
        "color": row.color,
        "rhythm": row.rhythm,
        "score": row.score,
        "rating": row.rating,
        "opponent_rating": row.opponent_rating,
        "k": row.k,
        "expected": expected,
        "change": Fraction(row.change_units, DENOMINATOR),
        "change_units": row.change_units,
    }


def compare_list(report: Report, exports: Path, oracle: OracleList) -> None:
    expected: dict[tuple[str, ...], Mapping[str, object]] = {}
    for row in oracle.list_rows:
        values: dict[str, object] = {
            "rating": row.rating,
            "previous_rating": row.previous_rating,
            "change": row.change,
            "games_total": row.games_total,
            "games_year": row.games_year,
            "active": row.active,
            "in_development": row.in_development,
            "entry_source": row.entry_source,
        }
        if row.name is not None:  # registered: the ids are those of the register
            values |= {"cbx_id": row.cbx_id, "fide_id": row.fide_id}
        expected[(row.fnx_id,)] = values
    report.keyed("list", read(exports, "list"), ("fnx_id",), expected)


def compare_rankings(report: Report, exports: Path, oracle: OracleList) -> None:
    report.keyed(
        "rankings",
        read(exports, "rankings"),
        ("ranking", "fnx_id"),
        {
            (row.ranking, row.fnx_id): {
                "place": row.place,
                "rating": row.rating,
                "games_year": row.games_year,
            }
            for row in oracle.rankings
        },
    )


# ------------------------------------------------------------------------------------------------------- dump


def text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        return f"{Decimal(value.numerator) / Decimal(value.denominator):.12f}"
    return str(value)


def dump(oracle: OracleList, folder: Path) -> None:
    """Writes the oracle's list as export files, so that it can stand in for a published list."""
    folder.mkdir(parents=True, exist_ok=True)
    tables: dict[str, list[dict[str, object]]] = {
        "list": [dict(vars(row)) for row in oracle.list_rows],
        "rankings": [dict(vars(row)) for row in oracle.rankings],
        "events": [dict(vars(row)) for row in oracle.events],
        "entry_ratings": [dict(vars(row)) for row in oracle.entry_ratings],
        "event_results": [
            {
                "event_id": row.event_id,
                "event_order": row.order,
                "fnx_id": row.fnx_id,
                "k": None if row.mixed_rhythms else row.k_values[0],
                **result_values(row),
            }
            for row in oracle.event_results
        ],
        "ledger": [
            {
                "event_id": row.event_id,
                "round": row.round,
                "fnx_id": row.fnx_id,
                "opponent_fnx_id": row.opponent_fnx_id,
                "color": row.color,
                "rhythm": row.rhythm,
                "score": row.score,
                "rated": row.rated,
                "reason": row.reason,
                **(ledger_values(row) if row.rated else {}),
            }
            for row in oracle.ledger
        ],
        "corrections": [{"correction_id": identifier} for identifier in oracle.corrections_in_effect],
    }
    for name, rows in tables.items():
        columns = list(dict.fromkeys(column for row in rows for column in row))
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(columns)
            writer.writerows([[text(row.get(column)) for column in columns] for row in rows])


def exports_folder(home: Path, cutoff: date) -> Path:
    """The published folder of a cut-off, else its draft."""
    published = home / "exports" / cutoff.isoformat()
    return published if published.is_dir() else home / "exports" / "drafts" / cutoff.isoformat()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the exports of a list with the independent oracle.")
    parser.add_argument("home", type=Path)
    parser.add_argument("cutoff", type=date.fromisoformat)
    parser.add_argument(
        "exports", type=Path, nargs="?", help="folder with the CSV files (default: of the home)"
    )
    parser.add_argument(
        "--unpublished", action="store_true", help="ignore earlier published lists of the home"
    )
    parser.add_argument("--dump", type=Path, help="write the oracle's files here and compare nothing")
    chosen = parser.parse_args(arguments)
    oracle = compute(chosen.home, chosen.cutoff, Published() if chosen.unpublished else None)
    if chosen.dump:
        dump(oracle, chosen.dump)
        return 0
    differences = compare(chosen.exports or exports_folder(chosen.home, chosen.cutoff), oracle)
    print("\n".join(differences) if differences else "no differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

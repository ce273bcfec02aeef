"""Art. 14 on later base dates (policy ``annual_rollover = reassess``): from the warehouse and back.

Belongs here: the sources of each player on each later base date, computed or as a published list fixed them
(Art. 3), and the rows that show them beside the rating carried over. Does not belong here: what a base date
does to a rating (`engine.base_dates`), entry ratings (`rating`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import duckdb

from engine.columns import BASE_DATE, Book, Computed, as_lists
from engine.entry import EntryCandidate, EntryInputs, EntryState, candidates, published_entry_state
from engine.methodology import SOURCES
from engine.rows import Reassessment
from engine.versions import Rulebook, lowest_floor
from orchestration.pool import Pool
from orchestration.rating_by_system import named_rows

Row = dict[str, Any]
#: The rating carried over, beside the sources of `SOURCES`.
TRANSPORTED = "transported"


@dataclass(frozen=True, slots=True)
class OtherSources:
    """By base date and player, every source but the rating carried over, the best one first."""

    by_date: dict[tuple[date, str], list[Row]] = field(default_factory=dict)
    findings: list[Row] = field(default_factory=list)

    def reassessments(self, rules: Rulebook) -> list[Reassessment]:
        """What the engine takes: the state that the best source alone would give."""
        floor = lowest_floor(rules)
        return [Reassessment(day, _state(rows[0], rules, floor)) for (day, _), rows in self.by_date.items()]


def other_sources(
    connection: duckdb.DuckDBPyConnection,
    pool: Pool,
    rules: Rulebook,
    entered: set[str],
    inputs_of: Callable[[Row], EntryInputs],
) -> OtherSources:
    """The sources on every later base date of everybody who has an entry rating."""
    found = OtherSources()
    for row in named_rows(connection, "select * from intermediate.int_players__published_reassessments"):
        if row["fnx_id"] in entered:
            found.by_date.setdefault((row["base_date"], row["fnx_id"]), []).append(row)
    fixed = set(found.by_date)
    for source in named_rows(
        connection,
        "select * from intermediate.int_players__entry_inputs where reassessed order by fnx_id, entry_date",
    ):
        inputs = inputs_of(source)
        key = (inputs.entry_date, inputs.fnx_id)
        rows = _best_first(
            _row(one) for one in candidates(inputs, rules.on(inputs.entry_date), pool.school_categories)
        )
        if key in fixed:
            found.findings.extend(_moved_at_the_source(_best_first(found.by_date[key])[0], rows[0]))
        elif inputs.fnx_id in entered:
            found.by_date[key] = rows
    for key, rows in found.by_date.items():
        found.by_date[key] = _best_first(rows)
    return found


def reassessment_rows(sources: OtherSources, book: Book, computed: Computed) -> list[Row]:
    """``ratings.reassessments``: every source and the rating carried over, with the one that holds."""
    events, results = as_lists(book.events), as_lists(computed.results)
    player = as_lists(book.entries).player
    rows: list[Row] = []
    for e, rhythm in enumerate(events.rhythm):
        if rhythm != BASE_DATE:
            continue
        day = date.fromisoformat(book.event_facts[e])
        for r in range(events.first_entry[e], events.first_entry[e + 1]):
            fnx_id = book.player_ids[player[r]]
            carried = _carried(fnx_id, day, results.rating_before[r], results.games_before[r])
            others = sources.by_date[day, fnx_id]
            stays = others[0]["converted"] <= carried["converted"]
            rows.append(carried | {"chosen": stays})
            rows += [one | {"chosen": not stays and n == 0} for n, one in enumerate(others)]
    return rows


def _carried(fnx_id: str, day: date, rating: int, games: int) -> Row:
    return {
        "fnx_id": fnx_id,
        "base_date": day,
        "source": TRANSPORTED,
        "source_value": rating,
        "source_date": day - timedelta(days=1),
        "experience_points": None,
        "weight": Decimal(1),
        "converted": rating,
        "initial_games": games,
    }


def _row(one: EntryCandidate) -> Row:
    return {
        "fnx_id": one.fnx_id,
        "base_date": one.entry_date,
        "source": one.source,
        "source_value": one.source_value,
        "source_date": one.source_date,
        "experience_points": one.experience_points,
        "weight": one.weight,
        "converted": one.converted,
        "initial_games": one.initial_games,
    }


def _best_first(rows: Iterable[Row]) -> list[Row]:
    """By Art. 14: the highest result, then the greater weight, then the order of the sources."""
    return sorted(
        rows, key=lambda row: (-row["converted"], -Decimal(row["weight"]), SOURCES.index(row["source"]))
    )


def _state(row: Row, rules: Rulebook, floor: int) -> EntryState:
    return published_entry_state(
        row["fnx_id"],
        row["source"],
        row["converted"],
        row["initial_games"],
        replace(rules.on(row["base_date"]), floor=floor),
    )


def _moved_at_the_source(fixed: Row, today: Row) -> Sequence[Row]:
    """Art. 3: what a published list took from a source stays; a source that says otherwise now is shown."""
    if (fixed["converted"], fixed["source"]) == (today["converted"], today["source"]):
        return ()
    return (
        {
            "source_file": "exports",
            "position": fixed["fnx_id"],
            "code": "base_date_source_changed",
            "severity": "warning",
            "message_pt": (
                f"Na data-base {fixed['base_date']:%d/%m/%Y} a melhor fonte de {fixed['fnx_id']} é, como "
                f"publicada, {fixed['converted']} ({fixed['source']}); com as fontes de hoje seria "
                f"{today['converted']} ({today['source']}). Vale a publicada (Art. 3º)."
            ),
        },
    )

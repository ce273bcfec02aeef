"""The engine's step for a pool of another system: from the intermediate models to the same ratings tables.

The system's fold (`engine.systems.season`) gives the sides of games and what each player's periods left;
here they become one row per side and one per player and event, as the marts know them. Ratings that a
system does not round stand twice: as shown (whole, a half up) in the columns of the regulation, and exact
in columns of their own.

A monthly system closes a month at once. Its events are still told one by one: each with the sum of its
games, and the last of the month with the rounded sum and the rating that follows. A system that rates game
by game leaves the rating after an event's last game.

Belongs here: entries by a system's rule, the change of shape at both ends. Does not belong here: which
games count as played (dbt), any rule of a system (`engine.systems`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa

from engine.systems.facts import Entry, Event, Game
from engine.systems.logistic import half_up
from engine.systems.season import PeriodResult, Replay, Side
from engine.systems.system import RatingSystem
from orchestration.own_rules import entry_floor
from orchestration.pool import Pool
from orchestration.raw_tables import as_table, tables

Row = dict[str, Any]

#: Games that a player is taken to have who enters with FIDE's own rating: the lists do not tell them, and a
#: published rating mostly stands on as many (B.02 8.3.3: K 40 for under 30).
GAMES_OF_THE_LISTED = 30
#: Which list of others gives an entry rating in which system.
LISTS = {"fide": "fide", "cbx": "cbx"}

GAMES = """
    select events.event_id, games.round, games.white_fnx_id, games.black_fnx_id, games.white_half_points,
           games.game_no, games.rhythm
    from intermediate.int_games__rateable as games
    inner join intermediate.int_events__ordered as events on games.event_id = events.event_id
    where games.rated
    order by games.event_order, games.round, games.game_no
"""
EVENTS = """
    select event_id, start_date, end_date, end_time, homologation_no
    from intermediate.int_events__ordered
    order by event_order
"""


def rate_by_system(connection: duckdb.DuckDBPyConnection, pool: Pool) -> dict[str, pa.Table]:
    """Compute every ``ratings.*`` table by the system of the pool. The history is always folded whole."""
    assert pool.own is not None
    system = pool.own.system
    entries, findings = _entries(connection, system)
    birth_years = dict(
        connection.execute(
            "select fnx_id, proven_birth_year from intermediate.int_players__profile"
        ).fetchall()
    )
    events = [Event(*row) for row in connection.execute(EVENTS).fetchall()]
    # The number of a game in its file stands for the board: it is unique, and keeps the order of the file.
    games = [Game(*row) for row in connection.execute(GAMES).fetchall()]
    run = system.replay([_entry(row, birth_years) for row in entries if row["chosen"]], events, games)
    (cutoff,) = connection.execute("select list from home.list_parameters").fetchone() or (None,)
    rows: dict[str, Iterable[Any]] = {
        "ratings.entry_ratings": entries,
        "ratings.findings": findings,
        "ratings.ledger": [_side(side) for side in run.ledger],
        "ratings.event_results": _event_results(system, events, run),
        "ratings.player_states": [
            {
                "fnx_id": fnx_id,
                "rating": _shown(standing.rating),
                "games": standing.games,
                "in_development": system.provisional(standing),
                "exact_rating": _exact(standing.rating),
                "ranked": system.ranked(standing, cutoff),
            }
            for fnx_id, standing in run.standings.items()
        ],
    }
    return {
        name: as_table(columns, rows.get(name, []))
        for name, columns in tables().items()
        if name.startswith("ratings.")
    }


# --- entries -----------------------------------------------------------------------------------------------


def _entries(connection: duckdb.DuckDBPyConnection, system: RatingSystem) -> tuple[list[Row], list[Row]]:
    """Candidate sources of everybody who played, or what a published list has fixed."""
    corrected = dict(
        connection.execute(
            "select fnx_id, rating from intermediate.int_players__entry_corrections"
        ).fetchall()
    )
    published = named_rows(connection, "select * from intermediate.int_players__published_entries")
    fixed = {row["fnx_id"]: row for row in published if row["chosen"]}
    rows: list[Row] = []
    findings: list[Row] = []
    for inputs in named_rows(
        connection, "select * from intermediate.int_players__entry_inputs order by fnx_id"
    ):
        found = list(_candidates(system, inputs))
        if inputs["fnx_id"] in fixed:
            findings += _moved_at_the_source(fixed[inputs["fnx_id"]], found[0])
        else:
            rows += found
    rows += published
    for row in rows:
        if row["chosen"] and corrected.get(row["fnx_id"], -1) >= entry_floor(system):
            row["corrected"] = corrected[row["fnx_id"]]
    rows.sort(key=lambda row: (row["fnx_id"], not row["chosen"], row["source"]))
    return rows, findings


def _candidates(system: RatingSystem, inputs: Row) -> Iterator[Row]:
    """The sources there are, the chosen one first: the organizer's approval, the pool's own earlier list, the
    list of the federation whose system it is, and what the system gives to who has none."""
    found = [
        ("approval", inputs["approval_rating"], inputs["approval_date"], 0),
        ("previous_fnx", inputs["previous_fnx"], inputs["previous_date"], 0),
    ]
    source = LISTS.get(system.code)
    if source is not None:
        games = GAMES_OF_THE_LISTED if source == "fide" else 0
        found.append((source, inputs[f"{source}_rating"], inputs[f"{source}_date"], games))
    known = [one for one in found if one[1] is not None]
    own = system.entry_rating
    known.append(("unrated" if own is None else "start", None, None, 0))
    for number, (name, value, day, games) in enumerate(known):
        rating = own if value is None else max(entry_floor(system), Fraction(value))
        yield {
            "fnx_id": inputs["fnx_id"],
            "entry_date": inputs["entry_date"],
            "source": name,
            "source_value": value,
            "source_date": day,
            "weight": Decimal(0 if name == "unrated" else 1),
            "converted": _shown(rating),
            "initial_games": games,
            "chosen": number == 0,
        }


def _moved_at_the_source(fixed: Row, today: Row) -> list[Row]:
    if (fixed["converted"], fixed["source"]) == (today["converted"], today["source"]):
        return []
    return [
        {
            "source_file": "exports",
            "position": fixed["fnx_id"],
            "code": "entry_source_changed",
            "severity": "warning",
            "message_pt": (
                f"O rating inicial publicado de {fixed['fnx_id']} é {fixed['converted']} "
                f"({fixed['source']}); hoje seria {today['converted']} ({today['source']}). "
                "Vale o publicado; se houve erro, registre uma correção entry_rating."
            ),
        }
    ]


def _entry(row: Row, birth_years: Mapping[str, int | None]) -> Entry:
    corrected = row.get("corrected")
    return Entry(
        row["fnx_id"],
        row["converted"] if corrected is None else corrected,
        row["initial_games"],
        birth_year=birth_years.get(row["fnx_id"]),
    )


# --- what was computed -------------------------------------------------------------------------------------


def _side(side: Side) -> Row:
    row: Row = {
        "event_id": side.event_id,
        "game_no": side.board,
        "fnx_id": side.player_id,
        "unrated_reason": side.reason,
    }
    if side.rated:
        row |= {
            "rating": _shown(side.rating),
            "opponent_rating": _shown(side.opponent_rating),
            "k": None if side.k is None else half_up(side.k),
            "k_reason": side.k_reason,
            "expected": _exact(side.expected),
            "change": _exact(side.change),
            "exact_rating": _exact(side.rating),
            "exact_opponent_rating": _exact(side.opponent_rating),
        }
    return row


class _Before(NamedTuple):
    """What a player has, and what the period that closes with the event brings."""

    rating: Fraction | None
    games: int
    provisional: bool


def _event_results(system: RatingSystem, events: Sequence[Event], run: Replay) -> list[Row]:
    """One row per player and event in which a game counted or a rating changed, by event and player."""
    by_id = {event.event_id: event for event in events}
    order = {event.event_id: number for number, event in enumerate(events, start=1)}
    sides: dict[tuple[str, str], list[Side]] = {}
    for side in run.ledger:
        sides.setdefault((side.player_id, _period_of(system, by_id, side)), []).append(side)
    rows: dict[tuple[int, str], list[Row]] = {}
    for result in run.results:
        own = sides[result.player_id, result.period]
        counted = [side for side in own if side.rated]
        # A first rating has no game that counts: the last event of the period brings it.
        told = [list(group) for _, group in groupby(counted or own, key=lambda side: side.event_id)]
        told = told if counted else told[-1:]
        now = _Before(result.rating_before, result.games_before, result.provisional_before)
        for number, played in enumerate(told, start=1):
            row, now = _row(system, order, played, now, result if number == len(told) else None)
            rows.setdefault((row["event_order"], row["fnx_id"]), []).append(row)
    return [_joined(rows[key]) for key in sorted(rows)]


def _period_of(system: RatingSystem, events: Mapping[str, Event], side: Side) -> str:
    """The label of the period a side belongs to, as the fold names it."""
    match system.period:
        case "event":
            return side.event_id
        case "month":
            return system.list_date(events[side.event_id]).strftime("%Y-%m")
        case "game":
            white = side.player_id if side.color == "white" else side.opponent_id
            return f"{side.event_id}/{side.round}/{white}"


def _row(
    system: RatingSystem,
    order: Mapping[str, int],
    played: Sequence[Side],
    now: _Before,
    closing: PeriodResult | None,
) -> tuple[Row, _Before]:
    """An event's row and what the player has after it; ``closing``: the result that the event brings."""
    counted = [side for side in played if side.rated]
    expected = [side.expected for side in counted if side.expected is not None]
    if closing is None:
        after = now._replace(games=now.games + len(counted))
        floor = Fraction(0)
    else:
        after = _Before(closing.rating_after, closing.games_after, closing.provisional_after)
        floor = closing.floor_applied
    return {
        "event_id": played[0].event_id,
        "event_order": order[played[0].event_id],
        "fnx_id": played[0].player_id,
        "games": len(counted),
        "score": Fraction(sum(side.half_points or 0 for side in counted), 2),
        "expected": sum(expected, Fraction(0)) if expected else None,
        "change": sum((side.change for side in counted), Fraction(0)),
        "k": {side.k for side in counted},
        "used": played[0].rating,
        "before": now,
        "floor": floor,
        "after": after,
    }, after


def _joined(parts: Sequence[Row]) -> Row:
    """The rows of an event's periods (games, in a system that rates game by game) as one."""
    first, last = parts[0], parts[-1]
    before, after = first["before"], last["after"]
    shown, shown_after = _shown(before.rating), _shown(after.rating)
    floor = sum((part["floor"] for part in parts), Fraction(0))
    factors = {factor for part in parts for factor in part["k"]}
    expected = [part["expected"] for part in parts if part["expected"] is not None]
    moved = None if shown is None or shown_after is None else shown_after - shown - half_up(floor)
    (k,) = factors if len(factors) == 1 else (None,)
    return {
        "event_id": first["event_id"],
        "event_order": first["event_order"],
        "fnx_id": first["fnx_id"],
        "rating_used": _shown(first["used"]),
        "rating_before": shown,
        "k": None if k is None else half_up(k),
        "games": sum(part["games"] for part in parts),
        "score": _places(sum((part["score"] for part in parts), Fraction(0)), 1),
        "expected": _exact(sum(expected, Fraction(0))) if expected else None,
        "change_exact": _exact(sum((part["change"] for part in parts), Fraction(0))),
        "change_rounded": moved,
        "floor_applied": half_up(floor),
        "rating_after": shown_after,
        "games_before": before.games,
        "games_after": after.games,
        "in_development_before": before.provisional,
        "in_development_after": after.provisional,
        "exact_rating_used": _exact(first["used"]),
        "exact_rating_before": _exact(before.rating),
        "exact_floor_applied": _exact(floor),
        "exact_rating_after": _exact(after.rating),
    }


def _shown(rating: Fraction | None) -> int | None:
    return None if rating is None else half_up(rating)


def _exact(value: Fraction | None) -> Decimal | None:
    return None if value is None else _places(value, 12)


def _places(value: Fraction, places: int) -> Decimal:
    return Decimal(half_up(value * 10**places)).scaleb(-places)


def named_rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[Row]:
    """The rows of a query as mappings."""
    result = connection.execute(query)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, values, strict=True)) for values in result.fetchall()]

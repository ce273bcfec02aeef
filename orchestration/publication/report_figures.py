"""The figures of the report's audit: sources, K, activity, calibration, inflation, revisions, appeals, acts.

Belongs here: queries over the marts of one list, exact and in one order. Does not belong here: layout.
"""

from __future__ import annotations

from datetime import date
from typing import Any

import duckdb

Row = dict[str, Any]


def select(con: duckdb.DuckDBPyConnection, sql: str, parameters: list[object]) -> list[Row]:
    """The rows of a query as mappings."""
    cursor = con.execute(sql, parameters)
    names = [description[0] for description in cursor.description or ()]
    return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]


def entry_sources(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    """How many have each source among their candidates, how many entered by it, and on average with what."""
    return select(
        con,
        """
        SELECT source, count(*) AS candidates, count(*) FILTER (chosen) AS chosen,
               (sum(converted) FILTER (chosen) // nullif(count(*) FILTER (chosen), 0))::INTEGER AS average
        FROM marts.fct_entry_rating
        WHERE list = ?
        GROUP BY source
        ORDER BY chosen DESC, candidates DESC, source ASC
        """,
        [cutoff],
    )


def k_factors(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    """Sides of rated games by rhythm, K and its reason (Art. 6)."""
    return select(
        con,
        """
        SELECT rhythm, k_reason, k, count(*) AS sides
        FROM marts.fct_ledger
        WHERE list = ? AND rated
        GROUP BY rhythm, k_reason, k
        ORDER BY k DESC, k_reason ASC, rhythm ASC
        """,
        [cutoff],
    )


def months(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    """By month of the events' end: rated games, players, and the points that ratings gained in all."""
    return select(
        con,
        """
        SELECT strftime(event.end_date, '%Y-%m') AS month,
               (sum(result.games) // 2)::INTEGER AS games,
               count(DISTINCT result.fnx_id) AS players,
               coalesce(sum(result.rating_after - result.rating_before), 0)::INTEGER AS points,
               sum(result.floor_applied)::INTEGER AS from_floor
        FROM marts.fct_event_result AS result
        INNER JOIN marts.dim_event AS event ON event.list = result.list AND event.event_id = result.event_id
        WHERE result.list = ?
        GROUP BY month
        ORDER BY month ASC
        """,
        [cutoff],
    )


def calibration(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[tuple[int, int, int]]:
    """By tenth of the expected score: mean expected and mean score per mille, and sides of games."""
    rows = con.execute(
        """
        SELECT (sum(expected) * 1000 / count(*))::INTEGER, (sum(score) * 1000 / count(*))::INTEGER, count(*)
        FROM marts.fct_ledger
        WHERE list = ? AND rated AND expected IS NOT NULL
        GROUP BY least(9, floor(expected * 10)::INTEGER)
        ORDER BY 1 ASC
        """,
        [cutoff],
    ).fetchall()
    return [(expected, scored, games) for expected, scored, games in rows]


def revisions(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    """What the list before showed otherwise, the largest differences first (Art. 23)."""
    return select(
        con,
        """
        WITH corrected AS (
            SELECT event_id, player AS fnx_id,
                   string_agg(correction_id, ', ' ORDER BY correction_id) AS corrections
            FROM (
                SELECT event_id, correction_id, unnest(string_split(players_affected, ';')) AS player
                FROM marts.fct_correction
                WHERE list = $1 AND first_list = $1 AND event_id IS NOT NULL
            )
            GROUP BY event_id, player
        )

        SELECT revision.*, player.name, event.name AS event_name, corrected.corrections,
               coalesce(revised_rating_after, original_rating_before)
               - coalesce(original_rating_after, revised_rating_before) AS difference
        FROM marts.fct_revision AS revision
        LEFT JOIN marts.fct_list AS player
          ON player.list = revision.list AND player.fnx_id = revision.fnx_id
        LEFT JOIN marts.dim_event AS event
          ON event.list = revision.list AND event.event_id = revision.event_id
        LEFT JOIN corrected
          ON revision.event_id = corrected.event_id AND revision.fnx_id = corrected.fnx_id
        WHERE revision.list = $1
        ORDER BY abs(difference) DESC NULLS LAST, revision.end_date ASC NULLS LAST, revision.event_id ASC,
                 revision.fnx_id ASC
        """,
        [cutoff],
    )


def reassessed(con: duckdb.DuckDBPyConnection, cutoff: date, previous: date | None) -> list[Row]:
    """Who got another source's rating on a base date that the list before did not know (Arts. 13, 14)."""
    return select(
        con,
        """
        SELECT source.fnx_id, player.name, source.base_date, source.source, source.converted,
               carried.converted AS carried
        FROM marts.fct_reassessment AS source
        INNER JOIN marts.fct_reassessment AS carried
          ON carried.list = source.list AND carried.fnx_id = source.fnx_id
          AND carried.base_date = source.base_date AND carried.source = 'transported'
        INNER JOIN marts.fct_list AS player
          ON player.list = source.list AND player.fnx_id = source.fnx_id
        WHERE source.list = $1 AND source.chosen AND source.source <> 'transported'
          AND source.base_date > coalesce($2, source.base_date - 1)
        ORDER BY source.base_date ASC, source.converted DESC, source.fnx_id ASC
        """,
        [cutoff, previous],
    )


def appeals(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    """Contestations in the order of their arrival (Art. 22)."""
    return select(
        con,
        "SELECT * FROM marts.fct_appeal WHERE list = ? ORDER BY received_at ASC NULLS FIRST, appeal_id ASC",
        [cutoff],
    )


def identities(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    """Who is not settled, who was, and which ids lead elsewhere, without any name (Art. 19)."""
    return select(
        con,
        """
        SELECT identity.*, event.name AS event_name
        FROM marts.fct_identity AS identity
        LEFT JOIN marts.dim_event AS event
          ON event.list = identity.list AND event.event_id = identity.event_id
        WHERE identity.list = ?
        ORDER BY identity.holds_event DESC, identity.kind ASC, event.end_date ASC NULLS LAST,
                 identity.event_id ASC NULLS LAST, identity.number ASC NULLS LAST,
                 identity.fnx_id ASC NULLS LAST
        """,
        [cutoff],
    )


def acts(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    """Formal acts in the order of their dates (Art. 26)."""
    return select(
        con,
        "SELECT * FROM marts.fct_act WHERE list = ? ORDER BY act_date ASC NULLS FIRST, act_id ASC",
        [cutoff],
    )

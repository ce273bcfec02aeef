"""`relatorio.html`: the list for people, in pt-BR, one file that needs no network and no script.

Belongs here: what the page shows, read from the marts of one list and its context (Arts. 16 to 21, 25).
Does not belong here: layout (`templates/relatorio.html.j2`), words used elsewhere too (`wording`), any rule.

The page does not say whether it is a draft: its bytes are the same before and after publication, and
`manifest.json` records when the list was published.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import jinja2

from orchestration.publication import report_figures, systems_pt, wording
from orchestration.publication.contract import exports_for, without_articles
from orchestration.publication.manifest import ListContext
from orchestration.publication.plots import bars_svg, calibration_svg, rating_plot_svg
from orchestration.publication.report_figures import Row, select

REPORT_NAME = "relatorio.html"
#: The files of a list that its public copy holds (`public_copy`).
COPIED = (REPORT_NAME, "list.csv")
TOP = 10
#: Longest table on the page; the rest is in the CSV files, and the page says so.
MAX_ROWS = 1000


def render_report(con: duckdb.DuckDBPyConnection, context: ListContext, files: Mapping[str, str]) -> str:
    """The page of the list of `context.cutoff`; `files` maps names of written tables to hex SHA-256."""
    page = environment().get_template("relatorio.html.j2").render(_page(con, context, files))
    return page if context.system == "fnx" else without_articles(page)


def environment() -> jinja2.Environment:
    """The templates of this room: everything is escaped, a missing value is an error."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        date_pt=wording.date_pt,
        moment_pt=wording.moment_pt,
        number_pt=wording.number_pt,
        signed_pt=wording.signed_pt,
        month_pt=wording.month_pt,
        ranking_pt=wording.ranking_pt,
    )
    return made


def _page(con: duckdb.DuckDBPyConnection, context: ListContext, files: Mapping[str, str]) -> dict[str, Any]:
    players = _players(con, context)
    rankings = _rankings(con, context.cutoff, players)
    events = _events(con, context.cutoff)
    months = report_figures.months(con, context.cutoff)
    active = [player for player in players.values() if player["active"]]
    own = context.system != "fnx"
    # What others may see says nothing that is for who keeps the registers.
    shared = COPIED if context.visibility in ("link", "public") else ()
    k_factors = report_figures.k_factors(con, context.cutoff)
    revisions = report_figures.revisions(con, context.cutoff)
    identities = report_figures.identities(con, context.cutoff)
    return {
        "context": context,
        "skipped": 0
        if context.previous_list is None
        else (context.cutoff - context.previous_list).days // 7 - 1,
        "appeal_days": context.methodology.numbers.get("appeal_days"),
        "floor": None if context.methodology.versions else context.methodology.numbers.get("floor"),
        "own": own,
        "shared": shared,
        "max_rows": MAX_ROWS,
        "top_rows": TOP,
        "k_reasons": systems_pt.K_REASONS_PT,
        "top": rankings["geral"][:TOP] if "geral" in rankings else [],
        "rankings": rankings,
        "active": active,
        "inactive": [player for player in players.values() if not player["active"]],
        "news": _news(active, context.previous_list),
        "plot": rating_plot_svg([player["rating"] for player in active if player["rating"] is not None]),
        "included": [event for event in events if event["status"] == "included"],
        "pending": [event for event in events if event["status"] == "pending"],
        "withdrawn": [event for event in events if event["status"] == "withdrawn"],
        "period": wording.period_pt,
        "event_names": {event["event_id"]: event["name"] for event in events},
        "corrections": _corrections(con, context.cutoff),
        "revisions": revisions,
        "revised": {
            "players": len({row["fnx_id"] for row in revisions}),
            "events": len({row["event_id"] for row in revisions}),
            "origins": _origins(revisions),
        },
        "reassessed": report_figures.reassessed(con, context.cutoff, context.previous_list),
        "appeals": report_figures.appeals(con, context.cutoff),
        "acts": report_figures.acts(con, context.cutoff),
        "identities": identities,
        "identity_kinds": wording.IDENTITY_PT,
        "identity_counts": [
            (text, count)
            for kind, text in wording.IDENTITY_PT.items()
            if (count := sum(row["kind"] == kind for row in identities))
        ],
        "sources": report_figures.entry_sources(con, context.cutoff),
        "k_factors": [row for row in k_factors if row["k"] is not None],
        "months": months,
        "activity": bars_svg(
            [(wording.month_pt(one["month"]),) * 2 + (one["games"],) for one in months],
            "Partidas computadas por mês",
        ),
        "calibration": calibration_svg(
            report_figures.calibration(con, context.cutoff),
            "Calibração: pontuação obtida contra a esperada, por décimo da esperada",
        ),
        "sources_pt": systems_pt.SOURCES_PT if own else wording.SOURCE_PT,
        "revision_kinds": wording.REVISION_PT,
        "act_kinds": wording.ACT_PT,
        "findings": [] if shared else _findings(con, context.cutoff),
        "tables": [
            (export, files[export.csv_name], files.get(export.parquet_name))
            for export in exports_for(context.system)
        ],
        "rhythms": wording.RHYTHM_PT,
        "severities": wording.SEVERITY_PT,
        "kinds": wording.CORRECTION_PT,
        "correction_value": wording.correction_value_pt,
    }


def _origins(revisions: list[Row]) -> list[str]:
    """What the revisions began with: late events by name, corrections and withdrawals by their id."""
    found = {}
    for row in revisions:
        where = row["event_name"] or row["event_id"]
        if row["kind"] == "late":
            found[row["event_id"], "late"] = f"{where}, regularizado depois"
        elif row["kind"] in ("corrected", "withdrawn") and row["corrections"]:
            found[row["event_id"], row["corrections"]] = f"{where} (correção {row['corrections']})"
    return sorted(found.values())


def _players(con: duckdb.DuckDBPyConnection, context: ListContext) -> dict[str, Row]:
    """The list's players by fnx_id, in the list's order, with their places in `geral` now and before."""
    rows = select(
        con,
        """
        SELECT player.fnx_id, player.name, player.city, player.club, player.rating, player.previous_rating,
               player.change, player.games_total, player.games_year, player.active, player.in_development,
               ranked.place, before.place AS previous_place
        FROM marts.fct_list AS player
        LEFT JOIN marts.fct_ranking AS ranked
          ON ranked.list = player.list AND ranked.fnx_id = player.fnx_id AND ranked.ranking = 'geral'
        LEFT JOIN marts.fct_history AS before
          ON before.list = player.list AND before.fnx_id = player.fnx_id AND before.cutoff = ?
        WHERE player.list = ?
        ORDER BY player.exact_rating DESC NULLS LAST, player.games_year DESC NULLS LAST,
                 strip_accents(lower(player.name)) ASC NULLS LAST, player.fnx_id ASC
        """,
        [context.previous_list, context.cutoff],
    )
    for row in rows:
        compared = row["place"] is not None and row["previous_place"] is not None
        row["climbed"] = row["previous_place"] - row["place"] if compared else None
    return {row["fnx_id"]: row for row in rows}


def _rankings(
    con: duckdb.DuckDBPyConnection, cutoff: date, players: Mapping[str, Row]
) -> dict[str, list[Row]]:
    rows = select(
        con,
        """
        SELECT ranking, place, fnx_id, name, rating, games_year
        FROM marts.fct_ranking
        WHERE list = ?
        ORDER BY ranking_order ASC NULLS LAST, ranking ASC, place ASC NULLS LAST,
                 strip_accents(lower(name)) ASC NULLS LAST, fnx_id ASC
        """,
        [cutoff],
    )
    rankings: dict[str, list[Row]] = {}
    for row in rows:
        listed = players.get(row["fnx_id"], {})
        row |= {key: listed.get(key) for key in ("change", "previous_rating", "climbed", "club", "city")}
        rankings.setdefault(row["ranking"], []).append(row)
    return rankings


def _news(active: list[Row], previous_list: date | None) -> dict[str, list[Row]]:
    """Who entered, and the largest moves, among active players: no inactive player is shown (Art. 16)."""
    if previous_list is None:
        return {"entered": [], "rose": [], "fell": []}
    moved = [player for player in active if player["change"]]
    return {
        "entered": [player for player in active if player["previous_rating"] is None],
        "rose": sorted((row for row in moved if row["change"] > 0), key=lambda row: -row["change"])[:TOP],
        "fell": sorted((row for row in moved if row["change"] < 0), key=lambda row: row["change"])[:TOP],
    }


def _events(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    return select(
        con,
        """
        SELECT event_id, name, rhythm, start_date, end_date, city, status, new_in_list, reason,
               coalesce(rated_games, 0) AS rated_games, coalesce(unrated_games, 0) AS unrated_games
        FROM marts.dim_event
        WHERE list = ?
        ORDER BY event_order ASC NULLS LAST, end_date ASC NULLS LAST, event_id ASC
        """,
        [cutoff],
    )


def _corrections(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    return select(
        con,
        """
        SELECT correction_id, registered_at, registered_by, kind, event_id, round, number,
               CASE WHEN kind <> 'identity' THEN fnx_id END AS fnx_id, value, appeal_id, grounds,
               first_list, players_affected
        FROM marts.fct_correction
        WHERE list = ?
        ORDER BY registered_at ASC NULLS FIRST, correction_id ASC
        """,
        [cutoff],
    )


def _findings(con: duckdb.DuckDBPyConnection, cutoff: date) -> list[Row]:
    rows = select(
        con,
        """
        SELECT severity, source_file, position, code, message_pt
        FROM marts.fct_finding
        WHERE list = ? AND severity IN ('error', 'warning')
        ORDER BY CASE severity WHEN 'error' THEN 0 ELSE 1 END, source_file ASC NULLS LAST,
                 code ASC NULLS LAST, position ASC NULLS LAST, message_pt ASC NULLS LAST,
                 sha256 ASC NULLS LAST
        """,
        [cutoff],
    )
    for row in rows:
        row["position"] = wording.position_pt(row["position"])
        # A remark about a birth year quotes it; the page is public (Art. 19).
        if "birth" in (row["code"] or ""):
            row["message_pt"] = wording.WITHHELD_PT
    return rows

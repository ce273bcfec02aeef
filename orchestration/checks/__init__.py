"""The audit of a list (Art. 25): eight checks by name, and those of the inputs.

Belongs here: what must hold of any list, as queries over the warehouse that return what breaks it.
Does not belong here: tests of single models (dbt), and what the report makes of the results.

Each check is one query that returns the violations as text; none means passed. They run once per list and
are shown as asset checks, in the manifest and in the report. Pools of other systems go through the same
queries, which say themselves what the regulation alone asks. Only exact sums and the half up (`rounding`) are
another question where a system does not round: a query with `_own_rules` in its name stands beside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

EXAMPLES = 3
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Check:
    """One audit check. ``blocking`` stops publication, ``stops_the_draft`` the list itself."""

    name: str
    title_pt: str
    mart: str
    blocking: bool = True
    stops_the_draft: bool = True

    @property
    def query(self) -> str:
        """The query for lists under the regulation."""
        return (_HERE / f"{self.name}.sql").read_text(encoding="utf-8")

    @property
    def query_of_own_rules(self) -> str:
        """The query for pools of other systems, where the rule is the regulation's alone."""
        other = _HERE / f"{self.name}_own_rules.sql"
        return other.read_text(encoding="utf-8") if other.exists() else self.query


@dataclass(frozen=True, slots=True)
class Result:
    """What a check found."""

    passed: bool
    detail_pt: str


AUDIT_CHECKS = (
    Check("identities", "Identidades", "marts.fct_ledger"),
    Check("sources", "Fontes do rating inicial", "marts.fct_entry_rating"),
    Check("games", "Partidas", "marts.fct_ledger"),
    Check("rhythms", "Ritmos", "marts.fct_ledger"),
    Check("k_factors", "Fatores K", "marts.fct_ledger"),
    Check("rounding", "Arredondamentos", "marts.fct_event_result"),
    Check("floors", "Pisos", "marts.fct_event_result"),
    Check("continuity", "Continuidade cronológica", "marts.fct_event_result"),
    Check("conservation", "Partidas e pontos conservados", "marts.fct_ledger"),
    Check(
        "improbable",
        "Resultados prováveis",
        "marts.fct_ledger",
        blocking=False,
        stops_the_draft=False,
    ),
    Check(
        "simultaneous",
        "Ninguém em duas cidades no mesmo dia",
        "marts.fct_ledger",
        blocking=False,
        stops_the_draft=False,
    ),
    Check(
        "identities_settled",
        "Identidades resolvidas",
        "marts.fct_identity",
        blocking=False,
        stops_the_draft=False,
    ),
    Check("registers_readable", "Registros legíveis", "marts.fct_list", stops_the_draft=False),
    Check(
        "registers_kept",
        "Registros preservados",
        "marts.fct_list",
        blocking=False,
        stops_the_draft=False,
    ),
    Check(
        "files_unchanged",
        "Arquivos de torneio inalterados",
        "marts.dim_event",
        blocking=False,
        stops_the_draft=False,
    ),
)


def audit(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[Check, Result]]:
    """Run every check against the warehouse."""
    (own_rules,) = connection.execute("select own_rules from home.list_parameters").fetchone() or (False,)
    for check in AUDIT_CHECKS:
        query = check.query_of_own_rules if own_rules else check.query
        violations = [str(row[0]) for row in connection.execute(query).fetchall()]
        yield check, Result(not violations, _detail(violations))


def _detail(violations: list[str]) -> str:
    if not violations:
        return "nenhuma divergência"
    shown = "; ".join(violations[:EXAMPLES])
    more = len(violations) - EXAMPLES
    return shown if more <= 0 else f"{shown}; e mais {more}"

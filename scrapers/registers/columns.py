"""The registers and their columns, declared once.

Belongs here: the name, kind, and constraints of every column of ``registry/*.csv``.
Does not belong here: how a cell is read (`cells`), rules between cells (`rules`), what a fact means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "integer", "date", "timestamp", "time", "yesno", "rhythm", "sex", "id", "uf"]
#: What a blank cell is: nothing to say, a warning, or an error.
Blank = Literal["free", "warning", "error"]

RECOGNITIONS = ("fnx", "cbx_calendar", "school", "other")
ID_NAMESPACES = ("cbx", "fnx", "none")
DECISION_ACTIONS = ("same", "new", "unidentified", "merge", "undo")
CORRECTION_KINDS = (
    "result",
    "rhythm",
    "identity",
    "entry_rating",
    "duplicate",
    "replace_file",
    "event",
    "undo",
)
ACT_KINDS = ("policy", "methodology", "decision")
PUBLISH_NAMES = ("full", "initials")

#: The lowest FNX rating (Art. 6 §4); an approval or entry rating under it is a register error.
LOWEST_RATING = 100


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    ``required``: the header must have it. ``unique``: a value that occurs twice is an error. ``values``:
    the codes allowed (any case is accepted, the code as written here is returned). ``minimum`` and
    ``maximum`` bound integers. ``private``: the cell may tell a birth date, so no finding repeats it.
    ``essential``: without a readable value the row says nothing and is dropped (a blank cell counts as
    unreadable only where ``blank`` is ``error``).
    """

    name: str
    kind: Kind = "text"
    required: bool = False
    blank: Blank = "free"
    unique: bool = False
    values: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    private: bool = False
    essential: bool = False


@dataclass(frozen=True, slots=True)
class RegisterSpec:
    """One register. ``key``: the columns of which the first one filled identifies a row."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


def _needed(name: str, kind: Kind = "text", values: tuple[str, ...] = (), essential: bool = False) -> Column:
    return Column(name, kind, required=True, blank="error", values=values, essential=essential)


_SIGNED_BY = Column("decided_by", blank="warning")
_GROUNDS = Column("grounds", blank="warning")

_REGISTERS = (
    RegisterSpec(
        "events",
        (
            Column("event_id", required=True, blank="error", unique=True),
            _needed("name"),
            _needed("file"),
            _needed("rhythm", "rhythm"),
            _needed("start_date", "date"),
            _needed("end_date", "date"),
            Column("end_time", "time"),
            _needed("recognition", values=RECOGNITIONS),
            Column("category"),
            Column("id_namespace", values=ID_NAMESPACES),
            Column("city"),
            Column("uf", "uf"),
            Column("homologation_no", "integer", unique=True, minimum=1),
            Column("homologated_at", "timestamp"),
            Column("registered_at", "timestamp"),
            Column("rounds_rhythm"),
            Column("variant"),
            Column("notes"),
        ),
        key=("event_id",),
    ),
    RegisterSpec(
        "players",
        (
            Column("fnx_id", required=True, blank="error", unique=True),
            _needed("name"),
            Column("cbx_id", "id", unique=True),
            Column("fide_id", "id", unique=True),
            Column("birth_year", "integer", minimum=1900, maximum=2100, private=True),
            Column("birth_proven", "yesno", private=True),
            Column("sex", "sex"),
            Column("uf", "uf"),
            Column("recognized", "yesno"),
            Column("club"),
            Column("city"),
            Column("registered_at", "timestamp"),
            Column("publish_name", values=PUBLISH_NAMES),
        ),
        key=("fnx_id",),
    ),
    RegisterSpec(
        "previous_ratings",
        (
            Column("fnx_id", unique=True),
            Column("rating", "integer", required=True, blank="error", minimum=1, essential=True),
            Column("cbx_id", "id", unique=True),
            Column("fide_id", "id", unique=True),
            Column("name"),
        ),
        key=("fnx_id", "cbx_id", "fide_id"),
    ),
    RegisterSpec(
        "rating_approvals",
        (
            Column("approval_id", required=True, blank="error", unique=True),
            _needed("fnx_id", essential=True),
            Column("rating", "integer", required=True, blank="error", minimum=LOWEST_RATING, essential=True),
            Column("decided_at", "timestamp", blank="warning", essential=True),
            _SIGNED_BY,
            _GROUNDS,
        ),
        key=("approval_id",),
    ),
    RegisterSpec(
        "identity_decisions",
        (
            Column("decision_id", required=True, blank="error", unique=True),
            Column("decided_at", "timestamp", blank="warning", essential=True),
            _SIGNED_BY,
            _needed("action", values=DECISION_ACTIONS, essential=True),
            _needed("subject", essential=True),
            Column("target"),
            _GROUNDS,
        ),
        key=("decision_id",),
    ),
    RegisterSpec(
        "corrections",
        (
            Column("correction_id", required=True, blank="error", unique=True),
            Column("registered_at", "timestamp", blank="warning", essential=True),
            Column("registered_by", blank="warning"),
            _needed("kind", values=CORRECTION_KINDS, essential=True),
            Column("event_id"),
            Column("round", "integer", minimum=1, essential=True),
            Column("number", "integer", minimum=1, essential=True),
            Column("fnx_id"),
            Column("value"),
            Column("appeal_id"),
            _GROUNDS,
        ),
        key=("correction_id",),
    ),
    RegisterSpec(
        "appeals",
        (
            Column("appeal_id", required=True, blank="error", unique=True),
            Column("received_at", "timestamp", blank="warning"),
            Column("list", "date", blank="warning"),
            Column("fnx_id"),
            Column("event_id"),
            Column("subject"),
            Column("status"),
            Column("answer"),
        ),
        key=("appeal_id",),
    ),
    RegisterSpec(
        "acts",
        (
            Column("act_id", required=True, blank="error", unique=True),
            Column("date", "date", blank="warning"),
            _needed("kind", values=ACT_KINDS),
            Column("subject"),
            Column("value"),
            _GROUNDS,
            Column("retroactive", "yesno"),
        ),
        key=("act_id",),
    ),
)

#: The registers by file stem: ``registry/<name>.csv``.
REGISTERS: dict[str, RegisterSpec] = {spec.name: spec for spec in _REGISTERS}

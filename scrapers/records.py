"""The record model that every reader returns, and the one shape of a remark about data.

Belongs here: what a tournament file says, in one model for all formats, and `Finding`.
Does not belong here: how a format is read (see `tournaments`), and whether a game counts for
the list (corrections and identities are decided in dbt; here only what the file itself tells).

Every reader has the signature ``read(files: Sequence[InputFile]) -> Tournament`` and never raises for
bad data: a file that cannot be used comes back with ``status = "rejected"`` and a reason.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["info", "warning", "error"]
Rhythm = Literal["STD", "RPD", "BLZ"]
RHYTHMS: tuple[Rhythm, ...] = ("STD", "RPD", "BLZ")

#: Why a game of a file is not rated (Art. 5). ``None`` stands for a rated game.
Reason = Literal[
    "forfeit",
    "double_forfeit",
    "bye",
    "absent",
    "short_game",
    "marked_unrated",
    "unfinished",
    "double_zero",
    "administrative",
    "conflict",
    "unknown_code",
]


@dataclass(frozen=True, slots=True)
class InputFile:
    """One input: its name (no folder) and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Finding:
    """A remark about data: where it is, what was found, what to do.

    ``where`` is ``line N``, ``line N, column NAME`` or ``round R, number P``; in a file without lines round 0
    is none in particular and number 0 nobody in particular. ``message_pt`` is read by officers and names what
    was found and what is expected.
    """

    source_file: str
    where: str
    code: str
    severity: Severity
    message_pt: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """What the file says of the event. Dates are ISO text; unknown is None."""

    name: str | None = None
    city: str | None = None
    federation: str | None = None
    start_date: str | None = None
    end_date: str | None = None
    rounds: int | None = None
    rhythm: Rhythm | None = None
    kind: Literal["swiss", "round_robin", "team_swiss", "team_round_robin"] | None = None
    source_id: str | None = None
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    """One start number. Ids are text without padding; a zero id is None.

    ``national_federation`` is the federation that gave the national number, where the file says it (the tag
    of a national line in a TRF); only BRA numbers can be CBX ids. ``uf`` is the Brazilian state in it.
    """

    number: int
    name: str
    sex: Literal["F", "M"] | None = None
    title: str | None = None
    federation: str | None = None
    fide_id: str | None = None
    national_id: str | None = None
    birth_year: int | None = None
    fide_rating: int | None = None
    national_rating: int | None = None
    club: str | None = None
    team: str | None = None
    national_federation: str | None = None
    uf: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One row of a round: a game, a bye (``black`` None) or an absence (``black`` None).

    ``white`` and ``black`` are start numbers. ``white_half_points`` counts half points (0, 1, 2), None
    where the source gives no score. ``rated`` means played and rateable by Art. 5.
    """

    round: int
    board: int | None
    white: int | None
    black: int | None
    raw: str
    white_half_points: int | None
    black_half_points: int | None
    rated: bool
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """One event as its file or files tell it."""

    format: str
    status: Literal["ok", "rejected"]
    reason: str | None = None
    event: EventRecord = field(default_factory=EventRecord)
    participants: tuple[Participant, ...] = ()
    games: tuple[Game, ...] = ()
    findings: tuple[Finding, ...] = ()

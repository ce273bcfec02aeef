"""One list computed a second time, from the rulebook and the data home alone.

What belongs here: a slow, plain and exact computation of a single list (Arts. 4-20) with its own small
readers for the well-formed files that `tests.builders.season` and the acceptance cases write. What does
not: anything of `engine`, `scrapers`, `orchestration` or the dbt project, whose results this module is
there to doubt, and any tolerance for badly formed files, which the readers' own tests cover.

Where the rulebook leaves a reading open, the one taken here is marked `READING` with its reason.
"""

from __future__ import annotations

import csv
import hashlib
import html
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from pathlib import Path

BASE_DATE = date(2026, 1, 1)
FORTALEZA = timezone(timedelta(hours=-3))  # Art. 20; no daylight saving time since 2002
DENOMINATOR = 18384022038382
FLOOR = 100  # Art. 7 §3
MILESTONE_GAMES, MILESTONE_RATING = 30, 600  # Art. 6 §2
K_ORDINARY = {"STD": 25, "RPD": 15, "BLZ": 10}  # Art. 6
K_DEVELOPMENT = {"STD": 50, "RPD": 30, "BLZ": 20}  # Art. 6 §1
EXPERIENCE = {"STD": 50, "RPD": 30, "BLZ": 20}  # Art. 12 §1
AGE_REFERENCES = ((6, 200), (8, 250), (10, 300), (12, 350), (14, 400), (16, 450), (18, 500))  # Art. 10
AGE_REFERENCE_ADULT, AGE_REFERENCE_NEUTRAL = 550, 400
SOURCE_ORDER = ("approval", "fide", "previous_fnx", "cbx", "age_reference")
CONSOLIDATED = frozenset({"approval", "fide", "previous_fnx"})  # Art. 6 §4
RECOGNITIONS = frozenset({"fnx", "cbx_calendar", "school", "other"})  # Art. 4
UNIDENTIFIED = "?"  # a decision says that nobody can tell who this was

RHYTHM_WORDS = {
    "std": "STD",
    "clássico": "STD",
    "classico": "STD",
    "standard": "STD",
    "rpd": "RPD",
    "rápido": "RPD",
    "rapido": "RPD",
    "rapid": "RPD",
    "blz": "BLZ",
    "blitz": "BLZ",
}
MONTHS_EN = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTHS_PT = ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez")


# ---------------------------------------------------------------------------------------------------- results


@dataclass(frozen=True)
class ListRow:
    """A player on the list (Art. 15)."""

    fnx_id: str
    name: str | None
    cbx_id: str | None
    fide_id: str | None
    rating: int
    previous_rating: int | None
    change: int | None
    games_total: int
    games_year: int
    active: bool
    in_development: bool
    entry_source: str


@dataclass(frozen=True)
class RankingRow:
    """A place in a ranking (Arts. 17, 18)."""

    ranking: str
    place: int
    fnx_id: str
    rating: int
    games_year: int


@dataclass(frozen=True)
class EventRow:
    """A registered event and what became of it (Art. 4). `order` counts included events only, from 1."""

    event_id: str
    rhythm: str
    start_date: date
    end_date: date
    status: str
    reason: str | None
    order: int | None
    rated_games: int


@dataclass(frozen=True)
class EventResult:
    """What an event did to a player (Arts. 6, 7). Units are over `DENOMINATOR`."""

    event_id: str
    order: int
    fnx_id: str
    rating_used: int
    rating_before: int
    k_values: tuple[int, ...]
    mixed_rhythms: bool
    games: int
    score: Fraction
    change_units: int
    change_rounded: int
    floor_applied: int
    rating_after: int
    games_before: int
    games_after: int
    in_development_before: bool
    in_development_after: bool


@dataclass(frozen=True)
class EntryRow:
    """A candidate source of an initial rating (Arts. 9-14). `corrected` is the rating put in its place, if
    any.
    """

    fnx_id: str
    entry_date: date
    source: str
    source_value: int | None
    source_date: date | None
    experience_points: int | None
    weight: Fraction
    converted: int
    initial_games: int
    chosen: bool
    published: bool = False
    corrected: int | None = None


@dataclass(frozen=True)
class LedgerRow:
    """One side of a game of an included event. Units are over `DENOMINATOR`."""

    event_id: str
    round: int
    number: int
    fnx_id: str | None
    opponent_fnx_id: str | None
    color: str | None
    rhythm: str
    score: Fraction | None
    rated: bool
    reason: str | None
    rating: int | None = None
    opponent_rating: int | None = None
    k: int | None = None
    change_units: int | None = None


@dataclass(frozen=True)
class OracleList:
    """A list as this module computes it. `conflicts` tells of inputs whose meaning the rulebook does not
    settle.
    """

    cutoff: date
    list_rows: tuple[ListRow, ...]
    rankings: tuple[RankingRow, ...]
    events: tuple[EventRow, ...]
    event_results: tuple[EventResult, ...]
    entry_ratings: tuple[EntryRow, ...]
    ledger: tuple[LedgerRow, ...]
    corrections_in_effect: tuple[str, ...]
    reassessments: tuple[EntryRow, ...] = ()


@dataclass(frozen=True)
class Published:
    """What earlier lists made facts: the entry ratings (Art. 3) and the ratings of the newest of those
    lists.
    """

    entries: Mapping[str, EntryRow] = field(default_factory=dict)
    previous_ratings: Mapping[str, int] = field(default_factory=dict)
    reassessed: Mapping[tuple[str, date], tuple[EntryRow, ...]] = field(default_factory=dict)


NOTHING_PUBLISHED = Published()


# ----------------------------------------------------------------------------------------------------- values


def parse_date(text: str) -> date:
    """`YYYY-MM-DD`, `YYYY/MM/DD` or `DD/MM/YYYY`."""
    text = text.strip()
    if found := re.fullmatch(r"(\d{4})[-/](\d{2})[-/](\d{2})", text):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if found := re.fullmatch(r"(\d{2})/(\d{2})/(\d{4})", text):
        return date(int(found[3]), int(found[2]), int(found[1]))
    raise ValueError(f"not a date: {text!r}")


def parse_instant(text: str) -> datetime | None:
    """A timestamp in Fortaleza time without zone; a date alone is its midnight; blank is unknown."""
    text = text.strip()
    if not text:
        return None
    if len(text) == 10:
        return datetime.combine(parse_date(text), datetime.min.time())
    if re.match(r"\d{2}/", text):
        text = parse_date(text[:10]).isoformat() + "T" + text[11:]
    value = datetime.fromisoformat(text)
    return value.astimezone(FORTALEZA).replace(tzinfo=None) if value.tzinfo else value


def parse_rhythm(text: str) -> str:
    return RHYTHM_WORDS[text.strip().lower()]


def round_half_up(value: Fraction) -> int:
    """`floor(x + 1/2)` (Art. 7 §2)."""
    return (value + Fraction(1, 2)).__floor__()


# ------------------------------------------------------------------------------------------------------ files


def read_csv(path: Path) -> list[dict[str, str]]:
    """Rows of a register, every cell stripped; no file, no rows."""
    if not path.exists():
        return []
    text = path.read_bytes().decode("utf-8-sig")
    header = text.splitlines()[0] if text else ""
    delimiter = ";" if header.count(";") > header.count(",") else ","
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    read = [{(key or "").strip(): (value or "").strip() for key, value in row.items() if key} for row in rows]
    return [row for row in read if any(row.values())]


@dataclass(frozen=True)
class Cell:
    opponent: int
    color: str
    code: str


@dataclass(frozen=True)
class FileParticipant:
    number: int
    name: str
    fide_id: str | None
    national_id: str | None
    cells: tuple[Cell, ...]


def read_trf(text: str) -> dict[int, FileParticipant]:
    """The 001 and BRA rows of a TRF, by start number (swiss-manager reference, section 3)."""
    rounds = 0
    found: dict[int, FileParticipant] = {}
    nationals: dict[int, str] = {}
    for line in re.split(r"\r\n|\n|\r", text):
        tag = line[:3]
        if tag == "142":
            rounds = int(line[4:].strip())
        elif tag == "BRA":
            nationals[int(line[4:8])] = line[57:68].strip()
        elif tag == "001":
            padded = line.ljust(91)
            cells = []
            for start in range(91, len(padded), 10):
                chunk = padded[start : start + 8].ljust(8)
                opponent = chunk[0:4].strip()
                cells.append(Cell(int(opponent or "0"), chunk[5], chunk[7].upper()))
            number = int(line[4:8])
            fide_id = line[57:68].strip().lstrip("0")
            found[number] = FileParticipant(number, line[14:47].strip(), fide_id or None, None, tuple(cells))
    rounds = rounds or max((len(person.cells) for person in found.values()), default=0)
    complete: dict[int, FileParticipant] = {}
    for number, person in sorted(found.items()):
        padded_cells = person.cells[:rounds] + (Cell(0, " ", " "),) * (rounds - len(person.cells))
        national = nationals.get(number, "")
        complete[number] = replace(person, cells=padded_cells, national_id=national.lstrip("0") or None)
    return complete


@dataclass(frozen=True)
class FideRating:
    list_date: date | None
    standard: int | None
    birth_year: int | None
    sex: str | None


def read_fide_lists(folder: Path) -> dict[str, list[FideRating]]:
    """Every row of every list of fixed width, by FIDE id (FIDE reference, section 1.2)."""
    ratings: dict[str, list[FideRating]] = defaultdict(list)
    for path in sorted(folder.glob("*.txt")) if folder.exists() else []:
        lines = path.read_text(encoding="ascii").splitlines()
        header = lines[0]
        month = re.search(r"\b([A-Z]{3})(\d{2})\b", header)
        named = re.search(r"([a-z]{3})(\d{2})frl", path.name.lower())
        dated = month or named
        list_date = date(2000 + int(dated[2]), MONTHS_EN.index(dated[1].lower()) + 1, 1) if dated else None
        rating_start = month.start() if month else header.index("SRtng")
        birth_start = header.index("B-day")
        for line in lines[1:]:
            rating = line[rating_start : rating_start + 4].strip()
            birth = line[birth_start : birth_start + 4].strip()
            ratings[line[:15].strip()].append(
                FideRating(
                    list_date,
                    int(rating) if rating and int(rating) else None,
                    int(birth) if birth and int(birth) else None,
                    line[80:81].strip() or None,
                )
            )
    return dict(ratings)


@dataclass(frozen=True)
class CbxTournament:
    number: int
    end_date: date
    rhythm: str


@dataclass(frozen=True)
class CbxRecord:
    """What a card, or the rows of lists, say of one CBX id; `months` are standard ratings by first day."""

    fide_id: str | None
    uf: str | None
    birth_year: int | None
    months: Mapping[date, int]
    tournaments: tuple[CbxTournament, ...] = ()


def read_cards(folder: Path) -> dict[str, CbxRecord]:
    """Saved public cards by CBX id (CBX reference, section 1)."""
    cards: dict[str, CbxRecord] = {}
    for path in sorted(folder.glob("*.html")) if folder.exists() else []:
        text = path.read_text(encoding="utf-8")
        cbx_id = re.search(r"Jogador: (\d+)", text)
        block = re.search(r'id="dados-jogador-row1">(.*?)</div>', text, re.S)
        if not cbx_id or not block:
            continue
        told = html.unescape(block[1])
        birth = re.search(r"Data Nasc\.: (\d\d)/(\d\d)/(\d{4})", told)
        uf = re.search(r"UF: ([A-Z]{2})", told)
        fide = re.search(r"ID FIDE: (\d+)", told)
        tournaments = [
            CbxTournament(int(number), parse_date(end), parse_rhythm(rhythm))
            for number, end, rhythm in re.findall(
                r"<strong>(\d+) - [^<]*</strong><span>\d\d/\d\d/\d{4} a (\d\d/\d\d/\d{4}) \(([^)]*)\)",
                html.unescape(text),
            )
        ]
        months: dict[date, int] = {}
        for name, year, standard in re.findall(
            r"<tr><td[^>]*>([A-Z][a-z]{2})/(\d{4})</td><td[^>]*>(\d*)</td>", text
        ):
            day = date(int(year), MONTHS_PT.index(name.lower()) + 1, 1)
            if standard and day not in months:  # of a month that occurs twice the upper row counts
                months[day] = int(standard)
        cards[cbx_id[1]] = CbxRecord(
            fide[1] if fide else None,
            uf[1] if uf else None,
            int(birth[3]) if birth else None,
            months,
            tuple(tournaments),
        )
    return cards


def read_cbx_lists(folder: Path) -> dict[str, CbxRecord]:
    """Monthly lists by CBX id; of identity the newest list that tells it."""
    found: dict[str, CbxRecord] = {}
    for path in sorted(folder.glob("*.csv")) if folder.exists() else []:
        day = date(int(path.name[:4]), int(path.name[5:7]), 1)
        for row in read_csv(path):
            known = found.get(row["ID CBX"], CbxRecord(None, None, None, {}))
            months = dict(known.months)
            if row["Clássico"]:
                months[day] = int(row["Clássico"])
            found[row["ID CBX"]] = replace(
                known, fide_id=row["ID FIDE"] or known.fide_id, uf=row["UF"] or known.uf, months=months
            )
    return found


# ---------------------------------------------------------------------------------------------- what is known


@dataclass(frozen=True)
class Moments:
    """The two instants of a list (Art. 20): facts count if they come strictly before them."""

    cutoff: date

    @property
    def homologation(self) -> datetime:
        """Monday 00:00 after the cut-off Sunday."""
        return datetime.combine(self.cutoff + timedelta(days=1), datetime.min.time())

    @property
    def freeze(self) -> datetime:
        """Wednesday 00:00."""
        return datetime.combine(self.cutoff + timedelta(days=3), datetime.min.time())

    def frozen(self, told: str) -> bool:
        """Whether a fact told at `told` is known by the freeze; without a time it always is."""
        instant = parse_instant(told)
        return instant is None or instant < self.freeze


def in_effect(
    rows: Iterable[Mapping[str, str]], moments: Moments, *, key: str, told: str, kind: str, undoes: str
) -> list[Mapping[str, str]]:
    """Facts known by the freeze and not undone, in order (time, then id). An undone undo restores (Art.
    23).
    """
    known = [row for row in rows if moments.frozen(row.get(told, ""))]
    known.sort(key=lambda row: (parse_instant(row.get(told, "")) or datetime.min, row[key]))
    undos_of: dict[str, list[str]] = defaultdict(list)
    for row in known:
        if row[kind] == "undo":
            undos_of[row[undoes]].append(row[key])

    def stands(identifier: str) -> bool:
        # READING: a fact is undone while any undo of it stands; two undos of one fact need both be undone.
        return not any(stands(undo) for undo in undos_of[identifier])

    return [row for row in known if stands(row[key])]


# ----------------------------------------------------------------------------------------------------- people


@dataclass(frozen=True)
class Sources:
    """Everything outside the event files that tells of people."""

    players: Mapping[str, Mapping[str, str]]
    previous: Sequence[Mapping[str, str]]
    approvals: Sequence[Mapping[str, str]]
    fide: Mapping[str, list[FideRating]]
    cards: Mapping[str, CbxRecord]
    cbx_lists: Mapping[str, CbxRecord]

    def cbx_known(self, cbx_id: str) -> bool:
        return cbx_id in self.cards or cbx_id in self.cbx_lists

    def fide_of_cbx(self, cbx_id: str) -> str | None:
        for records in (self.cards, self.cbx_lists):
            if cbx_id in records and records[cbx_id].fide_id:
                return records[cbx_id].fide_id
        return None


class People:
    """Who an id belongs to (Art. 19), with the merges known by the freeze."""

    def __init__(self, sources: Sources, merges: Mapping[str, str]) -> None:
        self.sources = sources
        self.merges = merges
        self.by_cbx: dict[str, str] = {}
        self.by_fide: dict[str, str] = {}
        for fnx_id, row in sources.players.items():
            if row.get("cbx_id"):
                self.by_cbx.setdefault(row["cbx_id"], fnx_id)
            if row.get("fide_id"):
                self.by_fide.setdefault(row["fide_id"], fnx_id)
        self.cbx_of_fide: dict[str, str] = {}
        for records in (sources.cbx_lists, sources.cards):  # what a card says goes before a list
            for cbx_id, record in records.items():
                if record.fide_id:
                    self.cbx_of_fide[record.fide_id] = cbx_id

    def canonical(self, fnx_id: str) -> str:
        """The row that stays, along the chain of merges."""
        seen = {fnx_id}
        while (target := self.merges.get(fnx_id)) is not None and target not in seen:
            seen.add(target)
            fnx_id = target
        return fnx_id

    def owner_of_cbx(self, cbx_id: str) -> str | None:
        """READING: a card that names a FIDE id links the two ids, so a player registered by the other one
        is meant.
        """
        if cbx_id in self.by_cbx:
            return self.by_cbx[cbx_id]
        if not self.sources.cbx_known(cbx_id):
            return None
        linked = self.sources.fide_of_cbx(cbx_id)
        return self.by_fide.get(linked or "", f"C{cbx_id}")

    def owner_of_fide(self, fide_id: str) -> str | None:
        if fide_id in self.by_fide:
            return self.by_fide[fide_id]
        if fide_id in self.cbx_of_fide:
            return self.owner_of_cbx(self.cbx_of_fide[fide_id])
        return f"F{fide_id}" if fide_id in self.sources.fide else None

    def ids(self, fnx_id: str) -> tuple[str | None, str | None]:
        """CBX id and FIDE id of one row, issued or registered, completed from cards and lists."""
        row = self.sources.players.get(fnx_id)
        cbx_id = (row.get("cbx_id") or None) if row else None
        fide_id = (row.get("fide_id") or None) if row else None
        if row is None and re.fullmatch(r"C\d+", fnx_id):
            cbx_id = fnx_id[1:]
        if row is None and re.fullmatch(r"F\d+", fnx_id):
            fide_id = fnx_id[1:]
        if cbx_id and not fide_id:
            fide_id = self.sources.fide_of_cbx(cbx_id)
        elif fide_id and not cbx_id:
            cbx_id = self.cbx_of_fide.get(fide_id)
        return cbx_id, fide_id

    def members(self, fnx_id: str) -> list[str]:
        """The row and all rows merged into it, the row itself first."""
        return [
            fnx_id,
            *sorted(ended for ended in self.merges if ended != fnx_id and self.canonical(ended) == fnx_id),
        ]

    def issued_before(self, fnx_id: str) -> list[str]:
        """The ids that a registered player had before that, issued from the CBX or the FIDE id."""
        if fnx_id not in self.sources.players:
            return []
        cbx_id, fide_id = self.ids(fnx_id)
        return [f"{letter}{number}" for letter, number in (("C", cbx_id), ("F", fide_id)) if number]

    def resolve(self, person: FileParticipant, namespace: str) -> str | None:
        """The player that the ids of a file mean: CBX id, then FIDE id, then FNX id; None: nobody known."""
        national = person.national_id
        by_cbx = self.owner_of_cbx(national) if national and namespace == "cbx" else None
        by_fide = self.owner_of_fide(person.fide_id) if person.fide_id else None
        if by_cbx and by_fide and self.canonical(by_cbx) != self.canonical(by_fide):
            own_fide = self.ids(by_cbx)[1]
            if own_fide and own_fide != person.fide_id:
                return None  # READING: contradicting ids resolve nobody; a decision has to (Art. 19)
        if by_cbx or by_fide:
            return self.canonical(by_cbx or by_fide or "")
        if national and namespace == "fnx" and national in self.sources.players:
            return self.canonical(national)
        return None

    def registered_field(self, fnx_id: str, name: str) -> str:
        row = self.sources.players.get(fnx_id)
        return row.get(name, "") if row else ""

    def linked_to_rn(self, fnx_id: str) -> bool:
        """Art. 15: recognized, or UF RN in the register; blank there: on the CBX card or list."""
        if self.registered_field(fnx_id, "recognized").lower() in {"yes", "sim", "true", "1"}:
            return True
        uf = self.registered_field(fnx_id, "uf")
        if not uf:
            cbx_id, _ = self.ids(fnx_id)
            for records in (self.sources.cards, self.sources.cbx_lists):
                if cbx_id and cbx_id in records and not uf:
                    uf = records[cbx_id].uf or ""
        return uf.upper() == "RN"

    def birth_year(self, fnx_id: str) -> int | None:
        """The proven birth year: register, CBX card, FIDE list; READING: own row first, then rows merged
        into it.
        """
        for member in self.members(fnx_id):
            if self.registered_field(member, "birth_proven").lower() in {"no", "não", "nao"}:
                return None
            if year := self.registered_field(member, "birth_year"):
                return int(year)
            cbx_id, fide_id = self.ids(member)
            card = self.sources.cards.get(cbx_id or "")
            if card and card.birth_year:
                return card.birth_year
            for row in self.sources.fide.get(fide_id or "", []):
                if row.birth_year:
                    return row.birth_year
        return None


# ----------------------------------------------------------------------------------------------------- events


@dataclass(frozen=True)
class Side:
    number: int
    color: str | None
    score: Fraction | None


@dataclass(frozen=True)
class FileGame:
    """A pairing of a round; `b` is None for byes and absences. `reason` None: a game that was played."""

    round: int
    a: Side
    b: Side | None
    reason: str | None


SCORES = {
    "1": Fraction(1),
    "=": Fraction(1, 2),
    "0": Fraction(0),
    "+": Fraction(1),
    "-": Fraction(0),
    "W": Fraction(1),
    "D": Fraction(1, 2),
    "L": Fraction(0),
    "H": Fraction(1, 2),
    "F": Fraction(1),
    "U": Fraction(1),
    "Z": Fraction(0),
}
COLORS = {"w": "white", "b": "black"}


def games_of(people: Mapping[int, FileParticipant]) -> list[FileGame]:
    """Pairings of a file; two rows that tell a game differently are a `conflict` (Art. 5 as read)."""
    games: list[FileGame] = []
    rounds = max((len(person.cells) for person in people.values()), default=0)
    for index in range(rounds):
        for number, person in people.items():
            cell = person.cells[index]
            side = Side(number, COLORS.get(cell.color), SCORES.get(cell.code))
            if cell.opponent == 0 or cell.code == "Z":
                reason = "bye" if cell.code in {"H", "F", "U"} else "absent"
                games.append(FileGame(index + 1, Side(number, None, side.score), None, reason))
                continue
            other = people.get(cell.opponent)
            answer = other.cells[index] if other else Cell(0, " ", " ")
            if answer.opponent != number:
                games.append(FileGame(index + 1, side, Side(cell.opponent, None, None), "conflict"))
            elif number < cell.opponent:
                opposite = Side(cell.opponent, COLORS.get(answer.color), SCORES.get(answer.code))
                games.append(FileGame(index + 1, side, opposite, pair_reason(cell.code, answer.code)))
    return games


def pair_reason(one: str, two: str) -> str | None:
    """Why a pair of result codes is not a rated game; None: it is one (Art. 5)."""
    played = {"1", "=", "0"}
    if one in played and two in played:
        total = SCORES[one] + SCORES[two]
        if total == 1:
            return None
        if total > 1:
            return "conflict"
        return "double_zero" if total == 0 else "administrative"
    if one == two == "-":
        return "double_forfeit"
    if {one, two} == {"+", "-"}:
        return "forfeit"
    if {one, two} in ({"W", "L"}, {"D"}):
        return "short_game"
    if {one, two} <= {"?", " "}:
        return "unfinished"
    return "conflict"


@dataclass(frozen=True)
class Game:
    """A pairing after corrections and identities; players are canonical ids."""

    round: int
    a: Side
    b: Side | None
    a_id: str | None
    b_id: str | None
    rhythm: str
    reason: str | None


@dataclass
class Event:
    row: Mapping[str, str]
    event_id: str
    rhythm: str
    start_date: date
    end_date: date
    end_time: str
    category: str
    rounds_rhythm: str
    files: tuple[str, ...]
    number: int | None
    homologated: bool
    content: str | None = None
    status: str = "included"
    reason: str | None = None
    games: list[Game] = field(default_factory=list)
    order: int | None = None

    def hold(self, reason: str) -> None:
        if self.status == "included":
            self.status, self.reason = "pending", reason

    def round_rhythm(self, number: int) -> str:
        for part in filter(None, self.rounds_rhythm.split(";")):
            span, rhythm = part.split(":")
            first, _, last = span.partition("-")
            if int(first) <= number <= int(last or first):
                return parse_rhythm(rhythm)
        return self.rhythm

    @property
    def key(self) -> tuple[date, bool, str, int]:
        """Art. 8 with `untimed_last`."""
        assert self.number is not None
        return self.end_date, not self.end_time, self.end_time, self.number


def read_events(home: Path, corrections: Sequence[Mapping[str, str]], moments: Moments) -> list[Event]:
    """Events the exports speak of: ended by the cut-off and registered by the freeze, corrections applied."""
    events: list[Event] = []
    for row in read_csv(home / "registry/events.csv"):
        if not moments.frozen(row.get("registered_at", "")):
            continue
        own = [item for item in corrections if item["event_id"] == row["event_id"]]
        values = dict(row)
        for item in own:
            if item["kind"] == "event":
                name, _, value = item["value"].partition("=")
                values[name.strip()] = value.strip()
            elif item["kind"] == "rhythm":
                values["rhythm"] = item["value"]
            elif item["kind"] == "replace_file":
                values["file"] = item["value"]
        homologated_at = parse_instant(values.get("homologated_at", ""))
        number = values.get("homologation_no", "")
        event = Event(
            row=values,
            event_id=row["event_id"],
            rhythm=parse_rhythm(values["rhythm"]),
            start_date=parse_date(values["start_date"]),
            end_date=parse_date(values["end_date"]),
            end_time=values.get("end_time", ""),
            category=values.get("category", ""),
            rounds_rhythm=values.get("rounds_rhythm", ""),
            files=tuple(name.strip() for name in values["file"].split(";") if name.strip()),
            number=int(number) if number else None,
            homologated=bool(number) and homologated_at is not None and homologated_at < moments.homologation,
        )
        if event.end_date > moments.cutoff:
            continue
        if any(item["kind"] == "duplicate" and not item["round"] for item in own):
            event.status, event.reason = "withdrawn", "duplicate correction"
        events.append(event)
    return events


def apply_gates(home: Path, events: Sequence[Event]) -> None:
    """Art. 4: recognition, homologation, number, content; sets `content` of each readable event."""
    for event in events:
        paths = [home / "inbox/events" / name for name in event.files]
        if paths and all(path.is_file() for path in paths):
            event.content = "|".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)
        else:
            event.hold("file missing")
        recognition = event.row.get("recognition", "").lower()
        if recognition not in RECOGNITIONS:
            event.hold("no recognition basis")
        elif recognition == "cbx_calendar" and event.row.get("uf", "").upper() != "RN":
            event.hold("CBX calendar outside RN")
        if not event.homologated:
            event.hold("not homologated by the cut-off")
        if event.end_date < BASE_DATE:
            event.hold("ended before the base date")
        if event.row.get("variant"):
            event.hold("variant")  # READING: never rated, therefore pending ("anything else is pending")
    # READING: numbers and content are compared among events whose homologation is known at this cut-off and
    # that
    # no correction has withdrawn; whether such an event is itself pending for another reason makes no
    # difference.
    known = [event for event in events if event.homologated and event.status != "withdrawn"]
    for event in known:
        if sum(other.number == event.number for other in known) > 1:
            event.hold("homologation number used twice")
        if event.content and any(
            other is not event
            and other.content == event.content
            and (other.number or 0) < (event.number or 0)
            for other in known
        ):
            event.hold("duplicate content")


def read_games(
    home: Path,
    event: Event,
    people: People,
    decisions: Sequence[Mapping[str, str]],
    corrections: Sequence[Mapping[str, str]],
) -> None:
    """Games of an event with identities (Arts. 4, 5, 19); holds it for conflicts and unknown participants."""
    texts = [(home / "inbox/events" / name).read_bytes().decode("utf-8-sig") for name in event.files]
    participants = read_trf(texts[0])
    who = identities(event, participants, people, decisions, corrections)
    games = [corrected(game, event.event_id, corrections) for game in games_of(participants)]
    if any(game.reason == "conflict" for game in games):
        event.hold("rows disagree")
    played = {side.number for game in games if game.reason is None and game.b for side in (game.a, game.b)}
    unknown = sorted(number for number in played if who[number] is None)
    if unknown:
        event.hold(f"nobody knows {unknown}")
    seen = [who[number] for number in played if who[number] not in (None, UNIDENTIFIED)]
    if len(seen) != len(set(seen)):
        event.hold("one player twice")  # READING: not named by the rulebook; nothing sensible can be rated
    for game in games:
        a_id = who.get(game.a.number)
        b_id = who.get(game.b.number) if game.b else None
        reason = game.reason
        if reason is None and UNIDENTIFIED in (a_id, b_id):
            reason = "unidentified"
        event.games.append(
            Game(
                game.round,
                game.a,
                game.b,
                None if a_id == UNIDENTIFIED else a_id,
                None if b_id == UNIDENTIFIED else b_id,
                event.round_rhythm(game.round),
                reason,
            )
        )


def hold_same_games(
    home: Path,
    events: Sequence[Event],
    people: People,
    decisions: Sequence[Mapping[str, str]],
    corrections: Sequence[Mapping[str, str]],
) -> None:
    """READING (Art. 23, duplication): events of one rhythm that share days and nine tenths of their games are
    one event, whatever their files say beside; the one of the higher homologation number is held.
    """
    told: dict[str, set[tuple[object, ...]]] = {}
    known = [event for event in events if event.homologated and event.status != "withdrawn" and event.content]
    for event in known:
        read = replace(event, games=[], status="included")
        read_games(home, read, people, decisions, corrections)
        told[event.event_id] = {
            (game.round, frozenset({(game.a_id, game.a.score), (game.b_id, game.b and game.b.score)}))
            for game in read.games
            if game.reason is None
        }
    for event in known:
        for other in known:
            if (
                (other.number or 0) < (event.number or 0)
                and other.rhythm == event.rhythm
                and other.start_date <= event.end_date
                and event.start_date <= other.end_date
            ):
                mine, theirs = told[event.event_id], told[other.event_id]
                few, many = sorted((len(mine), len(theirs)))
                common = 10 * len(mine & theirs)
                if few >= 2 and (common >= 9 * many or (few >= 4 and common >= 9 * few)):
                    event.hold(f"the games of {other.event_id}")


def identities(
    event: Event,
    participants: Mapping[int, FileParticipant],
    people: People,
    decisions: Sequence[Mapping[str, str]],
    corrections: Sequence[Mapping[str, str]],
) -> dict[int, str | None]:
    """Start number -> canonical id, `UNIDENTIFIED`, or None. Corrections outrank decisions, these the
    file's ids.
    """
    namespace = (event.row.get("id_namespace") or "cbx").lower()
    who = {number: people.resolve(person, namespace) for number, person in participants.items()}
    for row in decisions:
        event_id, _, number_text = row["subject"].rpartition("#")
        if row["action"] not in {"same", "new", "unidentified"} or event_id != event.event_id:
            continue
        number = int(number_text)
        if row["action"] == "unidentified":
            who[number] = UNIDENTIFIED
        else:
            who[number] = people.canonical(row["target"] or f"E{event_id}-{number}")
    for row in corrections:
        if row["kind"] == "identity" and row["event_id"] == event.event_id:
            who[int(row["number"])] = people.canonical(row["fnx_id"] or row["value"])
    return who


def corrected(game: FileGame, event_id: str, corrections: Sequence[Mapping[str, str]]) -> FileGame:
    """A pairing after the result and duplicate corrections of it (Art. 23); the last result wins."""
    other = game.b
    if other is None:
        return game
    duplicate = False
    for row in corrections:
        if row["event_id"] != event_id or row["kind"] not in {"result", "duplicate"} or not row["round"]:
            continue
        number = int(row["number"])
        if int(row["round"]) != game.round or number not in (game.a.number, other.number):
            continue
        if row["kind"] == "duplicate":
            duplicate = True
        elif row["value"] == "unplayed":
            game = replace(game, reason="unplayed")
        else:
            score = Fraction(row["value"].replace(",", "."))
            mine, theirs = (score, 1 - score) if number == game.a.number else (1 - score, score)
            a, b = Side(game.a.number, game.a.color, mine), Side(other.number, other.color, theirs)
            game = replace(game, a=a, b=b, reason=None)
    return replace(game, reason="duplicate") if duplicate else game


# ------------------------------------------------------------------------------------------------------ entry


@dataclass(frozen=True)
class Entry:
    """The initial state of a player and all the sources that were weighed."""

    rating: int
    initial_games: int
    in_development: bool
    rows: tuple[EntryRow, ...]

    @property
    def chosen(self) -> EntryRow:
        return next(row for row in self.rows if row.chosen)


def age_reference(age: int) -> int:
    """Art. 10."""
    return next((points for limit, points in AGE_REFERENCES if age <= limit), AGE_REFERENCE_ADULT)


def category_reference(category: str) -> int:
    """The smallest reference the categories allow, at most 400; none tells an age: 400 (Art. 10)."""
    references = [AGE_REFERENCE_NEUTRAL]
    for part in category.split(";"):
        if (found := re.fullmatch(r"\s*sub-?\s*(\d+)\s*", part, re.I)) or (
            found := re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", part)
        ):
            references.append(age_reference(int(found[1])))
    return min(references)


def candidates(
    fnx_id: str, people: People, first: Event | None, on: date, at_base: bool, moments: Moments
) -> list[EntryRow]:
    """Every source of an initial rating on an entry date, none chosen yet (Arts. 9-13)."""

    def by_then(day: date) -> bool:
        return day <= on if at_base else day < on

    def row(
        source: str,
        value: int | None,
        day: date | None,
        converted: int,
        weight: Fraction = Fraction(1),
        points: int | None = None,
    ) -> EntryRow:
        games = round_half_up(60 * weight)
        return EntryRow(fnx_id, on, source, value, day, points, weight, converted, games, False)

    sources, members = people.sources, people.members(fnx_id)
    pairs = [people.ids(member) for member in members]
    cbx_ids = [cbx_id for cbx_id, _ in pairs if cbx_id]
    fide_ids = [fide_id for _, fide_id in pairs if fide_id]
    found: list[EntryRow] = []

    approvals = [
        (
            (parse_instant(item.get("decided_at", "")) or datetime.min, item["approval_id"]),
            int(item["rating"]),
        )
        for item in sources.approvals
        if item["fnx_id"] in members
        and int(item["rating"]) >= FLOOR
        and moments.frozen(item.get("decided_at", ""))
    ]
    if approvals:
        (decided, _), value = max(approvals)
        found.append(row("approval", value, decided.date() if decided > datetime.min else None, value))

    fide = [
        (item.list_date, item.standard)
        for fide_id in fide_ids
        for item in sources.fide.get(fide_id, [])
        if item.standard and item.list_date and by_then(item.list_date)
    ]
    if fide:
        day, value = max(fide)
        found.append(row("fide", value, day, max(FLOOR, value - 1000)))

    previous = [
        int(item["rating"])
        for item in sources.previous
        if item.get("fnx_id") in members
        or (not item.get("fnx_id") and item.get("cbx_id") and item["cbx_id"] in cbx_ids)
        or (not item.get("fnx_id") and item.get("fide_id") and item["fide_id"] in fide_ids)
    ]
    if previous:
        found.append(row("previous_fnx", max(previous), date(2025, 12, 31), max(FLOOR, max(previous) - 1000)))

    birth_year = people.birth_year(fnx_id)
    if birth_year is not None:
        reference = age_reference(on.year - birth_year)
    elif at_base or first is None:
        reference = AGE_REFERENCE_NEUTRAL
    else:
        reference = category_reference(first.category)

    listed = [
        (day, value)
        for cbx_id in cbx_ids
        if cbx_id in sources.cbx_lists
        for day, value in sources.cbx_lists[cbx_id].months.items()
        if by_then(day)
    ]
    # READING: "where no list file has the player" = no list file of the time with a standard rating of
    # theirs.
    carded = [
        (day, value)
        for cbx_id in cbx_ids
        if cbx_id in sources.cards
        for day, value in sources.cards[cbx_id].months.items()
        if by_then(day)
    ]
    if listed or carded:
        day, value = max(listed or carded)
        counted = {
            tournament.number: tournament.rhythm
            for cbx_id in cbx_ids
            if cbx_id in sources.cards
            for tournament in sources.cards[cbx_id].tournaments
            if tournament.end_date < on
        }
        points = sum(EXPERIENCE[rhythm] for rhythm in counted.values())
        weight = min(Fraction(points, 600), Fraction(1))
        converted = max(FLOOR, round_half_up(reference + weight * ((value - 1000) - reference)))
        found.append(row("cbx", value, day, converted, weight, points))

    found.append(row("age_reference", None, None, reference, Fraction(0)))
    return found


def choose(rows: Sequence[EntryRow]) -> tuple[EntryRow, ...]:
    """Art. 14: an approval overrides; else the highest, then the greater weight, then the order of the
    sources.
    """
    approval = [row for row in rows if row.source == "approval"]
    best = (
        approval[0]
        if approval
        else min(rows, key=lambda row: (-row.converted, -row.weight, SOURCE_ORDER.index(row.source)))
    )
    return tuple(replace(row, chosen=row is best) for row in rows)


def entry_of(
    fnx_id: str,
    people: People,
    first: Event | None,
    moments: Moments,
    published: Published,
    fixed: Mapping[str, int],
) -> Entry | None:
    """The entry of a player (Arts. 9-14), or None: no base-date entry and no valid game."""
    members = people.members(fnx_id)
    rows: tuple[EntryRow, ...] | None = None
    # READING: of merged players the fact published for the row that stays counts, else that of an ended row;
    # what was published under an issued id stays a fact about the person who is registered later.
    named = [*members, *(issued for member in members for issued in people.issued_before(member))]
    fact = next((published.entries[member] for member in named if member in published.entries), None)
    at_base = base_entry(fnx_id, people, first, moments)
    if fact is not None:
        rows = (replace(fact, fnx_id=fnx_id, published=True),)
        if (fact.entry_date.month, fact.entry_date.day) != (1, 1) and first is None and at_base is None:
            rows = None  # READING: the games that made them enter are gone, so there is no rating
    else:
        rows = at_base
        if rows is None and first is not None:
            rows = choose(candidates(fnx_id, people, first, first.start_date, False, moments))
    if rows is None:
        return None
    correction = next((fixed[member] for member in members if member in fixed), None)
    rows = tuple(replace(row, corrected=correction) if row.chosen else row for row in rows)
    chosen = next(row for row in rows if row.chosen)
    rating = chosen.converted if correction is None else correction
    consolidated = chosen.source in CONSOLIDATED
    development = not (consolidated or chosen.initial_games >= MILESTONE_GAMES or rating > MILESTONE_RATING)
    return Entry(rating, chosen.initial_games, development, rows)


def base_entry(
    fnx_id: str, people: People, first: Event | None, moments: Moments
) -> tuple[EntryRow, ...] | None:
    """The weighed sources of somebody who enters on a base date, or None. READING: each 1 January is a base
    date; one after the first is for whoever has not played before it.
    """
    registered = people.sources.players.get(fnx_id)
    told = parse_instant(registered.get("registered_at", "")) if registered is not None else None
    for year in range(BASE_DATE.year, moments.cutoff.year + 1):
        base = date(year, 1, 1)
        late = base > BASE_DATE and first is not None and first.start_date < base
        if registered is None or late or (told is not None and told.date() > base):
            continue
        rows = candidates(fnx_id, people, None, base, True, moments)
        if any(is_there_by_base(row, base) for row in rows):
            return choose(rows)
    return None


def is_there_by_base(row: EntryRow, base: date) -> bool:
    """READING: an approval decided after the base date is no source "by then", though it counts once there
    is one.
    """
    if row.source == "age_reference":
        return False
    return row.source != "approval" or row.source_date is None or row.source_date <= base


# -------------------------------------------------------------------------------------------------------- elo


def expected_exact(difference: int) -> Fraction | None:
    """`E` for own minus opponent's rating, where it is rational (multiples of 400), else None."""
    if difference % 400:
        return None
    power = 10 ** (abs(difference) // 400)
    return Fraction(1, 1 + power) if difference <= 0 else Fraction(power, 1 + power)


def expected_decimal(difference: int) -> Decimal:
    """`E` for own minus opponent's rating, in the precision of the context (Art. 7)."""
    return 1 / (1 + Decimal(10) ** (Decimal(-difference) / 400))


@cache
def expected_units(difference: int) -> int:
    """`E` as the nearest integer over `DENOMINATOR`, with `E(-d) = 1 - E(d)`."""
    if difference < 0:
        return DENOMINATOR - expected_units(-difference)
    with localcontext() as context:
        context.prec = 80
        return int((expected_decimal(difference) * DENOMINATOR).to_integral_value())


def game_units(k: int, score: Fraction, difference: int) -> int:
    """The variation of one game, `K x (S - E)`, over `DENOMINATOR`."""
    return k * (int(score * DENOMINATOR) - expected_units(difference))


def rounded_sum(games: Iterable[tuple[int, Fraction, int]]) -> int:
    """`floor(x + 1/2)` of the sum of `K x (S - E(d))` over (K, S, d), decided without any error (Art. 7 §2).

    `E(-d) = 1 - E(d)` and multiples of 400 are taken out exactly; what is left is irrational and is computed
    with a hundred digits, far beyond any doubt.
    """
    rational = Fraction(0)
    irrational: dict[int, int] = defaultdict(int)
    for k, score, difference in games:
        rational += k * score
        exact = expected_exact(difference)
        if exact is not None:
            rational -= k * exact
        elif difference > 0:
            irrational[difference] -= k
        else:
            rational -= k
            irrational[-difference] += k
    factors = {difference: factor for difference, factor in irrational.items() if factor}
    if not factors:
        return round_half_up(rational)
    with localcontext() as context:
        context.prec = 100
        total = Decimal(rational.numerator) / Decimal(rational.denominator)
        for difference, factor in sorted(factors.items()):
            total += factor * expected_decimal(difference)
        shifted = total + Decimal("0.5")
        nearest = shifted.to_integral_value()
        if abs(shifted - nearest) < Decimal("1e-60"):
            raise ArithmeticError("a tie that the rulebook does not name")
        return int(shifted.to_integral_value(rounding="ROUND_FLOOR"))


# ----------------------------------------------------------------------------------------------------- replay


@dataclass(frozen=True)
class State:
    rating: int
    games: int
    in_development: bool


def reassessed(
    entries: Mapping[str, Entry], people: People, moments: Moments, published: Published
) -> dict[date, dict[str, tuple[EntryRow, ...]]]:
    """Policy ``annual_rollover = reassess``: each later 1 January, the sources of who had entered before it.

    READING: approvals and the list of 2025 are sources of an entry alone; sources stay as first published.
    """
    found: dict[date, dict[str, tuple[EntryRow, ...]]] = {}
    for year in range(BASE_DATE.year + 1, moments.cutoff.year + 1):
        base = date(year, 1, 1)
        found[base] = {}
        for who, entry in entries.items():
            if entry.chosen.entry_date >= base:
                continue
            rows = published.reassessed.get((who, base))
            if rows is None:
                sources = candidates(who, people, None, base, True, moments)
                rows = tuple(row for row in sources if row.source not in {"approval", "previous_fnx"})
            found[base][who] = choose(rows)
    return found


def at_base_date(
    base: date, sources: Mapping[str, tuple[EntryRow, ...]], states: dict[str, State]
) -> Iterator[EntryRow]:
    """Art. 14 again: a source above the rating that was carried over takes its place."""
    for who in sorted(sources):
        before = states[who]
        best = next(row for row in sources[who] if row.chosen)
        wins = best.converted > before.rating
        carried = EntryRow(
            who,
            base,
            "transported",
            before.rating,
            None,
            None,
            Fraction(1),
            before.rating,
            before.games,
            not wins,
        )
        yield carried
        yield from (replace(row, chosen=row.chosen and wins) for row in sources[who])
        if wins:
            games = max(before.games, best.initial_games)
            over = (
                best.source in CONSOLIDATED or games >= MILESTONE_GAMES or best.converted > MILESTONE_RATING
            )
            states[who] = State(best.converted, games, before.in_development and not over)


def replay(
    events: Sequence[Event],
    entries: Mapping[str, Entry],
    bases: Mapping[date, Mapping[str, tuple[EntryRow, ...]]] | None = None,
) -> tuple[dict[str, State], list[EventResult], list[LedgerRow], list[EntryRow]]:
    """All events in order (Arts. 6-8): ratings and K from before the start, change added in place.

    A base date stands before the events that end on it or later.
    """
    coming = sorted((bases or {}).items())
    again: list[EntryRow] = []
    steps: list[date] = []
    states = {
        who: State(entry.rating, entry.initial_games, entry.in_development) for who, entry in entries.items()
    }
    after: list[dict[str, State]] = [dict(states)]  # after[i] is the state once i events are processed
    results: list[EventResult] = []
    ledger: list[LedgerRow] = []
    for position, event in enumerate(events):
        while coming and coming[0][0] <= event.end_date:
            base, sources = coming.pop(0)
            again += at_base_date(base, sources, states)
            after.append(dict(states))
            steps.append(base)
        preceding = sum(day <= event.start_date for day in steps)
        frozen = after[preceding]
        terms: dict[str, list[tuple[int, Fraction, int]]] = defaultdict(list)
        for game in event.games:
            ledger.extend(ledger_sides(event, game, frozen, terms))
        mixed = len({game.rhythm for game in event.games}) > 1
        for who in sorted(terms):
            before = states[who]
            rounded = rounded_sum(terms[who])
            new = max(FLOOR, before.rating + rounded)
            total = before.games + len(terms[who])
            development = before.in_development and total < MILESTONE_GAMES and new <= MILESTONE_RATING
            states[who] = State(new, total, development)
            results.append(
                EventResult(
                    event.event_id,
                    position + 1,
                    who,
                    frozen[who].rating,
                    before.rating,
                    tuple(sorted({k for k, _, _ in terms[who]})),
                    mixed,
                    len(terms[who]),
                    sum((score for _, score, _ in terms[who]), Fraction(0)),
                    sum(game_units(*term) for term in terms[who]),
                    rounded,
                    new - before.rating - rounded,
                    new,
                    before.games,
                    total,
                    before.in_development,
                    development,
                )
            )
        after.append(dict(states))
        steps.append(event.end_date)
    for base, sources in coming:
        again += at_base_date(base, sources, states)
    return states, results, ledger, again


def ledger_sides(
    event: Event, game: Game, frozen: Mapping[str, State], terms: dict[str, list[tuple[int, Fraction, int]]]
) -> list[LedgerRow]:
    """Both sides of a game for the ledger; a rated game adds its terms to both players."""
    sides = [(game.a, game.a_id, game.b_id)]
    if game.b:
        sides.append((game.b, game.b_id, game.a_id))
    rows = []
    for side, who, opponent in sides:
        row = LedgerRow(
            event.event_id,
            game.round,
            side.number,
            who,
            opponent,
            side.color,
            game.rhythm,
            side.score,
            game.reason is None,
            game.reason,
        )
        if game.reason is None:
            assert who and opponent and side.score is not None
            own, other = frozen[who], frozen[opponent].rating
            k = (K_DEVELOPMENT if own.in_development else K_ORDINARY)[game.rhythm]
            terms[who].append((k, side.score, own.rating - other))
            row = replace(
                row,
                rating=own.rating,
                opponent_rating=other,
                k=k,
                change_units=game_units(k, side.score, own.rating - other),
            )
        rows.append(row)
    return rows


# --------------------------------------------------------------------------------------------------- the list


def rankings_of(rows: Sequence[ListRow], people: People, year: int) -> list[RankingRow]:
    """All rankings of the active players (Arts. 16-18); shared places 1, 2, 2, 4."""
    active = [row for row in rows if row.active]
    # READING: sex is what the player register says; nothing else proves it.
    women = {row.fnx_id for row in active if people.registered_field(row.fnx_id, "sex").upper() == "F"}
    ages = {row.fnx_id: year - born for row in active if (born := people.birth_year(row.fnx_id)) is not None}
    groups: dict[str, list[ListRow]] = {"geral": active}
    groups["feminino"] = [row for row in active if row.fnx_id in women]
    for limit in range(5, 21):
        groups[f"sub-{limit:02d}"] = [
            row for row in active if row.fnx_id in ages and ages[row.fnx_id] <= limit
        ]
    for limit in (35, 50, 65, 75):
        groups[f"o{limit}"] = [row for row in active if row.fnx_id in ages and ages[row.fnx_id] >= limit]
    for name in [name for name in groups if name not in {"geral", "feminino"}]:
        groups[f"{name}-feminino"] = [row for row in groups[name] if row.fnx_id in women]
    places: list[RankingRow] = []
    for name, group in groups.items():
        for row in group:
            ahead = sum((other.rating, other.games_year) > (row.rating, row.games_year) for other in group)
            places.append(RankingRow(name, ahead + 1, row.fnx_id, row.rating, row.games_year))
    return sorted(places, key=lambda place: (place.ranking, place.place, place.fnx_id))


def read_published(home: Path, cutoff: date) -> Published:
    """Entry ratings of all lists published before `cutoff` in this home, and the ratings of the newest of
    them.
    """
    folders = [
        folder
        for folder in sorted((home / "exports").glob("20??-??-??"))
        if date.fromisoformat(folder.name) < cutoff and (folder / "entry_ratings.csv").exists()
    ]
    entries: dict[str, EntryRow] = {}
    for folder in folders:
        for row in read_csv(folder / "entry_ratings.csv"):
            if row["chosen"].lower() not in {"true", "1", "yes"} or row["fnx_id"] in entries:
                continue
            entries[row["fnx_id"]] = EntryRow(
                row["fnx_id"],
                parse_date(row["entry_date"]),
                row["source"],
                int(float(row["source_value"])) if row.get("source_value") else None,
                parse_date(row["source_date"][:10]) if row.get("source_date") else None,
                int(float(row["experience_points"])) if row.get("experience_points") else None,
                Fraction(row["weight"] or "0"),
                int(float(row["converted"])),
                int(float(row["initial_games"])),
                True,
            )
    previous = (
        {row["fnx_id"]: int(row["rating"]) for row in read_csv(folders[-1] / "list.csv")} if folders else {}
    )
    return Published(entries, previous, read_reassessed(folders[-1]) if folders else {})


def read_reassessed(folder: Path) -> dict[tuple[str, date], tuple[EntryRow, ...]]:
    """The sources of later base dates that a list published."""
    found: dict[tuple[str, date], tuple[EntryRow, ...]] = {}
    for row in read_csv(folder / "reassessments.csv"):
        if row["source"] == "transported":
            continue
        key = row["fnx_id"], parse_date(row["base_date"])
        source = EntryRow(
            row["fnx_id"],
            parse_date(row["base_date"]),
            row["source"],
            int(row["source_value"]) if row["source_value"] else None,
            parse_date(row["source_date"]) if row["source_date"] else None,
            int(row["experience_points"]) if row["experience_points"] else None,
            Fraction(row["weight"]),
            int(row["converted"]),
            int(row["initial_games"]),
            False,
        )
        found[key] = (*found.get(key, ()), source)
    return found


def read_sources(home: Path) -> Sources:
    """The registers of people and the outside lists of a home."""
    return Sources(
        players={row["fnx_id"]: row for row in read_csv(home / "registry/players.csv")},
        previous=read_csv(home / "registry/previous_ratings.csv"),
        approvals=read_csv(home / "registry/rating_approvals.csv"),
        fide=read_fide_lists(home / "inbox/fide"),
        cards=read_cards(home / "inbox/cbx/cards"),
        cbx_lists=read_cbx_lists(home / "inbox/cbx/lists"),
    )


def compute(
    home: Path, cutoff: date, published: Published | None = None, *, reassess: bool = False
) -> OracleList:
    """The list of one cut-off Sunday from a data home; `published` None: read it from the home's
    `exports/`. `reassess`: the policy `annual_rollover`.
    """
    if published is None:
        published = read_published(home, cutoff)
    moments = Moments(cutoff)
    corrections = in_effect(
        read_csv(home / "registry/corrections.csv"),
        moments,
        key="correction_id",
        told="registered_at",
        kind="kind",
        undoes="value",
    )
    decisions = in_effect(
        read_csv(home / "registry/identity_decisions.csv"),
        moments,
        key="decision_id",
        told="decided_at",
        kind="action",
        undoes="subject",
    )
    merges = {row["subject"]: row["target"] for row in decisions if row["action"] == "merge"}
    people = People(read_sources(home), merges)

    events = read_events(home, corrections, moments)
    apply_gates(home, events)
    for event in events:
        if event.status == "included":
            read_games(home, event, people, decisions, corrections)
    hold_same_games(home, events, people, decisions, corrections)
    included = sorted((event for event in events if event.status == "included"), key=lambda event: event.key)
    for position, event in enumerate(included):
        event.order = position + 1

    first: dict[str, Event] = {}
    games_year: dict[str, int] = defaultdict(int)
    for event in included:
        for game in event.games:
            for who in (game.a_id, game.b_id):
                if game.reason is None and who:
                    first.setdefault(who, event)
                    games_year[who] += event.end_date.year == cutoff.year
    fixed: dict[str, int] = {}
    for row in corrections:
        if row["kind"] == "entry_rating":
            fixed[people.canonical(row["fnx_id"])] = int(row["value"])

    everyone = {people.canonical(who) for who in people.sources.players} | set(first)
    entries = {
        who: entry
        for who in sorted(everyone)
        if (entry := entry_of(who, people, first.get(who), moments, published, fixed)) is not None
    }
    bases = reassessed(entries, people, moments, published) if reassess else None
    states, results, ledger, again = replay(included, entries, bases)
    rows = [
        list_row(who, entries[who], states[who], games_year[who], people, published)
        for who in sorted(entries)
        if people.linked_to_rn(who)
    ]
    return OracleList(
        cutoff=cutoff,
        list_rows=tuple(rows),
        rankings=tuple(rankings_of(rows, people, cutoff.year)),
        events=tuple(event_row(event) for event in sorted(events, key=lambda event: event.event_id)),
        event_results=tuple(results),
        entry_ratings=tuple(row for who in sorted(entries) for row in entries[who].rows),
        ledger=tuple(ledger),
        corrections_in_effect=tuple(row["correction_id"] for row in corrections if row["kind"] != "undo"),
        reassessments=tuple(again),
    )


def list_row(
    who: str, entry: Entry, state: State, games_year: int, people: People, published: Published
) -> ListRow:
    """A player as the list shows them; name and ids are those of the row that stays (Art. 19)."""
    previous = next(
        (
            published.previous_ratings[name]
            for name in (who, *people.issued_before(who))
            if name in published.previous_ratings
        ),
        None,
    )
    return ListRow(
        fnx_id=who,
        name=people.registered_field(who, "name") or None,
        cbx_id=people.registered_field(who, "cbx_id") or None,
        fide_id=people.registered_field(who, "fide_id") or None,
        rating=state.rating,
        previous_rating=previous,
        change=None if previous is None else state.rating - previous,
        games_total=state.games,
        games_year=games_year,
        active=games_year >= 1,
        in_development=state.in_development,
        entry_source=entry.chosen.source,
    )


def event_row(event: Event) -> EventRow:
    rated = sum(game.reason is None for game in event.games) if event.status == "included" else 0
    return EventRow(
        event.event_id,
        event.rhythm,
        event.start_date,
        event.end_date,
        event.status,
        event.reason,
        event.order,
        rated,
    )

"""A seeded generator of whole random seasons: a complete data home full of hostile but well-formed facts.

What belongs here: the choice of players, events, decisions and corrections, each oddity switched by a
feature of `FEATURES`. What does not: file layouts (`tests.builders.home_files`) and any expectation of
what the list must be (`tests.acceptance.oracle`). Every person, id and event is invented.

    python -m tests.builders.season OUT --seed N [--players N] [--events N] [--with F,F] [--without F,F]

The same arguments give the same bytes. Features in `OPEN_FEATURES` meet questions that the rulebook
leaves open and are off unless named.
"""

from __future__ import annotations

import argparse
import itertools
import random
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

from tests.builders.home_files import (
    MONTHS_EN,
    CbxLine,
    FideLine,
    TrfPlayer,
    card_html,
    cbx_list_csv,
    fide_combined_text,
    fide_standard_text,
    trf_text,
    write_register,
)

FEATURES = (
    "long_events",  # events of several weeks beside short ones
    "same_day",  # clusters of events ending on one day, with and without end_time
    "ties",  # ratings that are equal or 400 apart
    "floors",  # ratings near 100
    "milestones",  # players near 30 games and 600 points
    "mixed_rhythms",
    "sunday_midnight",  # homologated on Sunday 23:59:59 or Monday 00:00
    "visitors",  # unregistered, or of another UF
    "school",  # events without ids, settled by decisions
    "merges",
    "undone_merges",
    "result_corrections",
    "game_duplicates",
    "event_duplicates",  # withdrawn by a correction, sometimes restored
    "identity_corrections",
    "rhythm_corrections",
    "event_corrections",
    "replace_file",
    "entry_corrections",
    "undos",
    "unplayed",  # forfeits, byes, absences, short games, arbiter's decisions, adjourned games
    "pending",  # not homologated, not recognized, before the base date
    "number_clash",  # one homologation number twice
    "duplicate_files",
    "conflicts",  # rows of a game that disagree
    "missing_file",
    "unproven_birth",
    "late_entry",  # players registered after the base date
    "approvals",
    "previous_ratings",
    "cbx_lists",
    "fide_combined",
    "known_late",  # events registered long after their end
    "csv_styles",  # semicolons, BOM, CRLF, DD/MM/YYYY, offsets, extra columns, shuffled rows
)
OPEN_FEATURES = (
    "variant",  # a bughouse event
    "linked_ids",  # a registered player found only through the ids on their CBX card
    "early_start",  # an event begun before the base date
)

GIVEN_F = (
    "Ágata",
    "Beatriz",
    "Cecília",
    "Dalva",
    "Estela",
    "Fátima",
    "Glória",
    "Helena",
    "Inês",
    "Jacinta",
    "Lídia",
    "Mônica",
    "Noemi",
    "Olívia",
    "Perpétua",
    "Rosália",
    "Sônia",
    "Tália",
    "Verônica",
    "Zuleide",
)
GIVEN_M = (
    "Aluísio",
    "Benício",
    "Caio",
    "Damião",
    "Estêvão",
    "Fabrício",
    "Genésio",
    "Heitor",
    "Inácio",
    "Joaquim",
    "Lázaro",
    "Messias",
    "Nélio",
    "Otávio",
    "Plínio",
    "Raimundo",
    "Severino",
    "Tomé",
    "Ubirajara",
    "Zacarias",
)
SURNAMES = (
    "Albuquerque",
    "Barreto",
    "Câmara",
    "Dantas",
    "Espínola",
    "Ferreira",
    "Galvão",
    "Honório",
    "Jácome",
    "Leitão",
    "Maranhão",
    "Nóbrega",
    "Ótoni",
    "Peçanha",
    "Queiroz",
    "Rosado",
    "Sabóia",
    "Trindade",
    "Urbano",
    "Viana",
    "Wanderley",
    "Ximenes",
    "Zagalo",
    "Bezerra",
    "Conceição",
    "Araújo",
    "Falcão",
    "Gurgel",
)
CITIES = ("Natal", "Mossoró", "Caicó", "Parnamirim", "Açu", "Currais Novos", "Pau dos Ferros")
EVENT_WORDS = ("Aberto", "Copa", "Circuito", "Memorial", "Torneio", "Festival")
EVENT_PLACES = (
    "do Seridó",
    "do Potengi",
    "da Redinha",
    "do Cajueiro",
    "das Dunas",
    "do Trairi",
    "da Ribeira",
    "de Ponta Negra",
    "do Oeste",
    "do Agreste",
    "do Vale",
    "da Serra",
)
RHYTHMS = ("STD", "RPD", "BLZ")
SCHOOL_CATEGORIES = (
    "Sub-6",
    "Sub-8",
    "Sub-10",
    "Sub-12",
    "Sub-14",
    "Sub-16",
    "Sub-18",
    "12-14",
    "9-11",
    "Sub-10;Sub-12",
    "Absoluto",
    "",
    "Feminino",
    "Sub-13",
    "Sub-12;Absoluto",
)
YEAR_START = date(2026, 1, 1)


def fold(text: str) -> str:
    """ASCII without accents, as FIDE writes names."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def sundays(first: date = date(2026, 1, 4), last: date = date(2026, 12, 27)) -> list[date]:
    """Every possible cut-off of the season."""
    return [first + timedelta(weeks=week) for week in range((last - first).days // 7 + 1)]


@dataclass
class Person:
    """A human being; `rows` are the register rows that mean them (several where they were registered
    twice).
    """

    index: int
    given: str
    surname: str
    sex: str
    birth: int
    uf: str
    rows: list[str] = field(default_factory=list)
    cbx_id: str | None = None
    fide_id: str | None = None
    carded: bool = False
    listed: bool = False
    card_fide: bool = True
    reserved: str = ""  # kept for an early event among equals ("ties") or at the floor ("floors")
    hidden_fide: bool = False  # the register does not know the FIDE id that the card names
    pupil: bool = False
    plain: bool = False  # birth year and UF are in the register
    issued: str | None = None  # the id by which a pupil is known after a decision `new`
    months: dict[date, int | None] = field(default_factory=dict)
    tournaments: list[tuple[int, date, date, str]] = field(default_factory=list)
    fide_months: dict[date, int | None] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.given} {self.surname}"

    @property
    def file_name(self) -> str:
        return f"{self.surname}, {self.given}"

    @property
    def twice(self) -> bool:
        return len(self.rows) > 1


@dataclass
class EventPlan:
    """An event with what its file will say and what its register row says."""

    code: str
    row: dict[str, str]
    rounds: int
    people: list[Person]
    ids: list[tuple[str | None, str | None]]
    cells: list[list[tuple[int, str, str]]]
    start: date
    end: date
    rhythm: str
    homologated: datetime | None
    games: list[tuple[int, int, int]] = field(default_factory=list)  # round, number, number: over the board
    forfeits: list[tuple[int, int, int]] = field(default_factory=list)
    present: set[int] = field(default_factory=set)
    unresolved: list[int] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)

    def text(self, cells: Sequence[Sequence[tuple[int, str, str]]] | None = None) -> str:
        players = [
            TrfPlayer(
                number,
                person.file_name[:33],
                "w" if person.sex == "F" else "m",
                fide_id,
                national,
                person.birth if person.index % 5 else None,
                tuple((cells or self.cells)[number - 1]),
            )
            for number, (person, (fide_id, national)) in enumerate(
                zip(self.people, self.ids, strict=True), start=1
            )
        ]
        return trf_text(
            self.row["name"], self.row["city"], self.start, self.end, self.rhythm, self.rounds, players
        )


class Season:
    """Builds one season step by step; every random choice comes from one generator, in a fixed order."""

    def __init__(
        self, home: Path, seed: int, players: int | None, events: int | None, features: frozenset[str]
    ) -> None:
        self.home = home
        self.random = random.Random(f"season-{seed}")
        self.features = features
        self.player_count = players or self.random.randint(60, 200)
        self.event_count = events or self.random.randint(8, 30)
        self.people: list[Person] = []
        self.events: list[EventPlan] = []
        self.registers: dict[str, list[dict[str, str]]] = {
            name: []
            for name in (
                "events",
                "players",
                "previous_ratings",
                "rating_approvals",
                "identity_decisions",
                "corrections",
            )
        }
        self.files: dict[str, str] = {}
        self.pairs_apart: set[int] = (
            set()
        )  # persons already in a wrong merge, or whose entry rating is corrected
        self.tournament_number = 6000

    # ------------------------------------------------------------------------------------------ small choices

    def on(self, feature: str, probability: float = 1.0) -> bool:
        """Whether a feature is on and a throw of the dice succeeds; the dice are thrown either way."""
        return (self.random.random() < probability) and feature in self.features

    def day(self, first: date, last: date) -> date:
        return first + timedelta(days=self.random.randint(0, max(0, (last - first).days)))

    def moment(self, first: date, weeks: int = 5) -> datetime:
        """A time in the weeks after a day; sometimes exactly a freeze or just before one."""
        instant = datetime.combine(self.day(first, first + timedelta(weeks=weeks)), datetime.min.time())
        instant += timedelta(minutes=self.random.randint(7 * 60, 22 * 60))
        if self.on("sunday_midnight", 0.15):
            wednesday = instant.date() + timedelta(days=(2 - instant.weekday()) % 7)
            instant = datetime.combine(wednesday, datetime.min.time())
            instant -= timedelta(seconds=self.random.choice((0, 1)))
        return instant

    def stamp(self, instant: datetime) -> str:
        """ISO 8601, sometimes with an offset that means the same instant."""
        style = self.random.random() if "csv_styles" in self.features else 1.0
        if style < 0.12:
            return instant.isoformat() + "-03:00"
        if style < 0.2:
            return (instant + timedelta(hours=3)).isoformat() + "Z"
        if style < 0.26:
            return (instant + timedelta(hours=5)).isoformat() + "+02:00"
        return instant.isoformat()

    def grounds(self) -> str:
        text = self.random.choice(("súmula", "ata da comissão", "documento visto", "erro de digitação"))
        if self.on("csv_styles", 0.1):
            text = f'{text}, "folha {self.random.randint(1, 9)}"; ver anexo'
        return text

    # ------------------------------------------------------------------------------------------------- people

    def make_people(self) -> None:
        for index in range(self.player_count):
            sex = "F" if self.random.random() < 0.35 else "M"
            born = self.random.choice((self.random.randint(2008, 2021), self.random.randint(1945, 2008)))
            person = Person(
                index,
                self.random.choice(GIVEN_F if sex == "F" else GIVEN_M),
                f"{self.random.choice(SURNAMES)} {self.random.choice(SURNAMES)}",
                sex,
                born,
                "RN",
            )
            self.people.append(person)
            visitor = self.on("visitors", 0.18)
            pupil = self.on("school", 0.2)
            if visitor:
                self.make_visitor(person)
            elif pupil:
                person.pupil, person.birth = True, self.random.randint(2008, 2020)
                if self.random.random() < 0.5:
                    self.register(person)
            else:
                self.give_ids(person)
                self.register(person)
        self.reserve()
        self.make_sources()

    def give_ids(self, person: Person) -> None:
        if self.random.random() < 0.6:
            person.cbx_id = str(990000 + 7 * person.index + 3)
            person.carded = self.random.random() < 0.8
        if self.random.random() < 0.6 or not person.cbx_id:
            person.fide_id = str(999100000 + 11 * person.index + 5)
        person.card_fide = self.random.random() < 0.7

    def make_visitor(self, person: Person) -> None:
        """Unregistered with a card, a line in a CBX list or a FIDE id only; or registered in another UF."""
        person.uf = self.random.choice(("PB", "CE", "PE", "RN"))
        kind = self.random.random()
        if kind < 0.4 or (kind < 0.5 and "cbx_lists" not in self.features):
            person.cbx_id, person.carded = str(990000 + 7 * person.index + 3), True
            if self.random.random() < 0.5:
                person.fide_id = str(999100000 + 11 * person.index + 5)
        elif kind < 0.5:
            person.cbx_id, person.listed = str(990000 + 7 * person.index + 3), True
        elif kind < 0.8:
            person.fide_id = str(999100000 + 11 * person.index + 5)
        else:
            self.give_ids(person)
            self.register(person)
        if not person.rows and person.uf == "RN" and person.cbx_id:
            person.sex = "M"  # what proves the sex of someone unregistered is not said
            person.given = self.random.choice(GIVEN_M)

    def register(self, person: Person) -> None:
        """The register row of a person; with merges, some are registered twice or three times under
        separate ids.
        """
        twice = bool(person.cbx_id and person.fide_id) and self.on("merges", 0.15)
        count = self.random.choice((2, 2, 3)) if twice else 1
        if twice:
            person.card_fide = False
        facts = self.facts(person, twice)
        for copy in range(count):
            fnx_id = f"FNX-{1000 + 4 * person.index + copy}"
            person.rows.append(fnx_id)
            self.registers["players"].append(self.register_row(person, fnx_id, copy, twice) | facts)
        if not twice and person.carded and person.cbx_id and person.fide_id and self.on("linked_ids", 0.3):
            person.card_fide = person.hidden_fide = True
            self.registers["players"][-1]["fide_id"] = ""

    def register_row(self, person: Person, fnx_id: str, copy: int, twice: bool) -> dict[str, str]:
        return {
            "fnx_id": fnx_id,
            "name": person.name,
            "cbx_id": (person.cbx_id or "") if copy == 0 else "",
            "fide_id": (person.fide_id or "") if copy == (1 if twice else 0) else "",
            "club": self.random.choice(("", "Clube do Alecrim", "Xadrez Potiguar")),
            "city": self.random.choice(CITIES),
            "registered_at": self.registered_at(),
        }

    def facts(self, person: Person, twice: bool) -> dict[str, str]:
        """What the register says of the person; alike, and nowhere blank, in rows that may be merged.

        The rulebook names what the row that stays gives (name, ids, `registered_at`), not where the rest
        comes from.
        """
        row = {"birth_year": str(person.birth), "sex": person.sex, "uf": person.uf}
        if self.on("unproven_birth", 0.2) and not twice:
            no_year = self.random.random() < 0.5
            row["birth_year"] = "" if no_year else row["birth_year"]
            row["birth_proven"] = self.random.choice(("no", "")) if no_year else "no"
        elif self.random.random() < 0.2:
            row["birth_proven"] = "yes"
        if self.random.random() < 0.08:
            row["sex"] = ""
        if self.random.random() < 0.1 and (person.carded or person.uf != "RN") and not twice:
            row["uf"] = ""
        if person.uf != "RN" and self.random.random() < 0.3:
            row["recognized"] = "yes"
        elif self.random.random() < 0.1:
            row["recognized"] = self.random.choice(("yes", "no"))
        person.plain = bool(row["birth_year"] and row["uf"]) and row.get("birth_proven") != "no"
        return row

    def registered_at(self) -> str:
        if not self.on("late_entry", 0.3):
            return self.random.choice(("", "2025-12-01", "2025-11-03T10:00:00", "2025-12-31"))
        edges = (
            "2026-01-01",
            "2026-01-02",
            "2026-01-01T23:59:59",
            "2026-01-02T01:30:00Z",
            "2026-01-02T03:00:00Z",
        )
        later = self.day(date(2026, 1, 5), date(2026, 9, 1)).isoformat()
        return self.random.choice((*edges, later, later, later))

    # ------------------------------------------------------------------------------------------------ sources

    def rating(self) -> int:
        """A FIDE or CBX rating; with `ties` often round, with `floors` sometimes near 1100."""
        if self.on("floors", 0.12):
            return self.random.randint(1030, 1130)
        if self.on("ties", 0.4):
            return self.random.choice((1100, 1400, 1500, 1500, 1550, 1900, 1900))
        return self.random.randint(1300, 2150)

    def make_sources(self) -> None:
        months = [date(2025, 10, 1), date(2025, 11, 1), date(2025, 12, 1)]
        months += [date(2026, month, 1) for month in range(1, 12)]
        for person in self.people:
            if person.fide_id:
                self.fide_history(person, months)
            if person.cbx_id:
                self.cbx_history(person, months)
        self.write_fide(months)
        self.write_cbx()
        self.make_previous_and_approvals()

    def fide_history(self, person: Person, months: Sequence[date]) -> None:
        """From some month on, with months unrated; an unregistered visitor is in the first list, so that
        all know them.
        """
        rating = self.rating()
        first = (
            0 if not person.rows or self.random.random() < 0.6 else self.random.randint(1, len(months) - 1)
        )
        ever = self.random.random() < 0.85
        for month in months[first:]:
            if self.random.random() < 0.3:
                rating = max(1020, rating + self.random.choice((-60, -20, -5, 5, 20, 60, 100)))
            person.fide_months[month] = rating if ever and self.random.random() < 0.92 else None

    def cbx_history(self, person: Person, months: Sequence[date]) -> None:
        standard: int | None = None if self.random.random() < 0.1 else self.rating()
        count = self.random.choice((0, 1, 2, 4, 6, 7, 12, 15))
        if self.on("milestones", 0.35):
            standard, count = self.random.choice((1560, 1590, 1602, 1640)), self.random.choice((5, 6, 7, 8))
        for month in months[self.random.choice((0, 0, 2, 4)) :]:
            if standard and self.random.random() < 0.3:
                standard = max(1020, standard + self.random.choice((-30, -8, 8, 30)))
            person.months[month] = standard
        for _ in range(count):
            self.tournament_number += 1
            end = self.day(date(2025, 1, 10), date(2026, 3, 1))
            if self.random.random() < 0.1:
                end = self.random.choice((date(2025, 12, 31), date(2026, 1, 1), date(2026, 1, 2)))
            start = end - timedelta(days=self.random.choice((0, 0, 1, 2)))
            person.tournaments.append((self.tournament_number, start, end, self.random.choice(RHYTHMS)))

    def write_fide(self, months: Sequence[date]) -> None:
        kept = [
            month for month in months if month in (months[0], date(2026, 1, 1)) or self.random.random() < 0.6
        ]
        for month in kept:
            lines = [
                FideLine(
                    person.fide_id,
                    fold(person.file_name),
                    person.sex,
                    person.fide_months[month],
                    None if self.random.random() < 0.1 and person.rows else person.birth,
                    rapid=self.random.choice((None, 1600)),
                    inactive=self.random.random() < 0.2,
                )
                for person in self.people
                if person.fide_id and month in person.fide_months
            ]
            token = f"{MONTHS_EN[month.month - 1]}{month:%y}".lower()
            if self.on("fide_combined", 0.3):
                self.files[f"inbox/fide/players_list_foa_{token}frl.txt"] = fide_combined_text(lines)
            else:
                text = fide_standard_text(month, lines, blank_unrated=self.random.random() < 0.5)
                self.files[f"inbox/fide/standard_{token}frl.txt"] = text

    def cbx_line(self, person: Person) -> CbxLine:
        born = date(person.birth, 1 + person.index % 12, 1 + person.index % 28)
        return CbxLine(
            person.cbx_id or "",
            person.name,
            person.uf,
            person.fide_id if person.card_fide else None,
            None if person.listed else born,  # a list alone proves no birth year, so it shows none here
            tuple(sorted(person.months.items(), reverse=True)),
            tuple(sorted(person.tournaments, reverse=True)),
        )

    def write_cbx(self) -> None:
        for person in self.people:
            if person.carded:
                suffix = self.random.choice(("", "", "-2026"))
                self.files[f"inbox/cbx/cards/{person.cbx_id}{suffix}.html"] = card_html(self.cbx_line(person))
        if "cbx_lists" not in self.features:
            return
        chosen = [date(2026, 3, 1)] + [
            month
            for month in (date(2025, 12, 1), date(2026, 1, 1), date(2026, 6, 1))
            if self.random.random() < 0.4
        ]
        for month in chosen:
            # Who is in the list has a rating in it: whether the card may stand in otherwise is not said.
            lines = [
                self.cbx_line(person)
                for person in self.people
                if person.cbx_id
                and (person.listed or (person.months.get(month) and self.random.random() < 0.6))
            ]
            delimiter = self.random.choice((",", ";"))
            self.files[f"inbox/cbx/lists/{month:%Y-%m}.csv"] = cbx_list_csv(month, lines, delimiter)

    def make_previous_and_approvals(self) -> None:
        number = 0
        for person in self.people:
            if self.on("previous_ratings", 0.2) and person.rows and not person.pupil:
                row = {"fnx_id": self.random.choice(person.rows), "rating": str(self.rating())}
                self.registers["previous_ratings"].append(row)
            elif self.on("previous_ratings", 0.1) and not person.rows and person.cbx_id:
                row = {"rating": str(self.rating()), "cbx_id": person.cbx_id, "name": person.name}
                self.registers["previous_ratings"].append(row)
            if person.reserved:
                self.registers["rating_approvals"].append(self.reserved_approval(person))
            elif self.on("approvals", 0.2) and person.rows:
                for _ in range(self.random.choice((1, 1, 2))):
                    number += 1
                    self.registers["rating_approvals"].append(self.approval(number, person))

    def reserve(self) -> None:
        """Registered persons for two small early events: equals and 400 apart; and at the floor (Art. 7)."""
        free = [
            person for person in self.people if len(person.rows) == 1 and not person.pupil and person.fide_id
        ]
        for purpose, count in (("ties", 6), ("floors", 4)):
            for person in free[:count] if purpose in self.features else ():
                person.reserved = purpose
            free = free[count:]

    def reserved_approval(self, person: Person) -> dict[str, str]:
        equals = (500,) * 8 + (480, 520, 900)  # draws of 12.5 and pairs of +20 and -20 (Art. 7 §2)
        value = self.random.choice(equals if person.reserved == "ties" else (100, 101, 104, 108))
        return {
            "approval_id": f"AR{person.index:03d}",
            "fnx_id": person.rows[0],
            "rating": str(value),
            "decided_at": "2025-12-15T09:00:00",
            "decided_by": "Presidência",
            "grounds": self.grounds(),
        }

    def approval(self, number: int, person: Person) -> dict[str, str]:
        value = self.random.choice((500, 500, 550, 900, 900, 600, 601, self.random.randint(300, 1100)))
        if self.on("floors", 0.3):
            value = self.random.randint(100, 112)
        early = self.random.random() < 0.7
        decided = self.moment(date(2025, 11, 1), 8) if early else self.moment(date(2026, 1, 1), 30)
        return {
            "approval_id": f"AP{number:03d}",
            "fnx_id": self.random.choice(person.rows),
            "rating": str(value),
            "decided_at": self.random.choice(("", self.stamp(decided), self.stamp(decided))),
            "decided_by": "Presidência",
            "grounds": self.grounds(),
        }

    # ------------------------------------------------------------------------------------------------- events

    def make_events(self) -> None:
        numbers = list(range(1, self.event_count + 1))
        cluster: date | None = None
        for index in range(self.event_count):
            if self.random.random() < 0.6 or index < 4:
                end = self.day(date(2026, 1, 3), date(2026, 6, 30))
            else:
                end = self.day(date(2026, 7, 1), date(2026, 11, 29))
            if cluster and self.on("same_day", 0.45):
                end = cluster
            cluster = end
            span = self.random.choice((0, 0, 0, 1, 1, 2, 4))
            if self.on("long_events", 0.25):
                span = self.random.randint(10, 60)
            start = max(YEAR_START, end - timedelta(days=span))
            if self.on("early_start", 0.1):
                start, end = date(2025, 12, 28), max(date(2026, 1, 2), start)
            self.events.append(self.make_event(f"2026-{index + 1:03d}", start, end))
        # Numbers follow the time of homologation only roughly: the order of Art. 8 must come from the keys.
        order = sorted(self.events, key=lambda event: (event.homologated or datetime.max, event.code))
        for number, event in zip(numbers, order, strict=True):
            event.row["homologation_no"] = str(number) if event.homologated else ""
        if len(order) > 3 and self.random.random() < 0.5:
            one, two = order[0], order[1]
            if one.homologated and two.homologated:
                one.row["homologation_no"], two.row["homologation_no"] = (
                    two.row["homologation_no"],
                    one.row["homologation_no"],
                )

    def make_event(self, code: str, start: date, end: date) -> EventPlan:
        school = self.on("school", 0.25)
        rhythm = self.random.choice(RHYTHMS)
        row = {
            "event_id": code,
            "name": f"{self.random.choice(EVENT_WORDS)} {self.random.choice(EVENT_PLACES)} {code[-3:]}",
            "file": f"{code}.trf",
            "rhythm": rhythm
            if self.random.random() < 0.8
            else {"STD": "Clássico", "RPD": "Rápido", "BLZ": "Blitz"}[rhythm],
            "start_date": start.isoformat(),
            "end_date": end.isoformat(),
            "end_time": self.random.choice(("", "", "12:00", "18:30", "09:15", "18:30")),
            "recognition": "school"
            if school
            else self.random.choice(("fnx", "fnx", "cbx_calendar", "other")),
            "category": self.random.choice(
                SCHOOL_CATEGORIES if school else ("", "Absoluto", "Sub-18", "Sub-14")
            ),
            "id_namespace": "none" if school else self.random.choice(("", "cbx", "cbx", "fnx", "none")),
            "city": self.random.choice(CITIES),
            "uf": "RN",
            "notes": self.random.choice(("", "", "árbitro: ver súmula")),
        }
        rounds = self.random.randint(3, 7)
        if self.on("mixed_rhythms", 0.12):
            cut = self.random.randint(1, rounds - 1)
            kinds = self.random.sample(RHYTHMS, 2)
            row["rounds_rhythm"] = f"1-{cut}:{kinds[0]};{cut + 1}-{rounds}:{kinds[1]}"
            if self.random.random() < 0.3:  # the remaining rounds follow the event
                row["rounds_rhythm"] = f"1-{cut}:{kinds[0]}"
        event = EventPlan(code, row, rounds, [], [], [], start, end, rhythm, self.homologation(end))
        if event.homologated:
            row["homologated_at"] = self.stamp(event.homologated)
        if self.on("known_late", 0.15):
            known = min(self.moment(end, 8), event.homologated or datetime.max)
            row["registered_at"] = self.stamp(known)
        self.choose_participants(event, school)
        self.play(event)
        return event

    def homologation(self, end: date) -> datetime | None:
        weeks = self.random.choice((1, 1, 2, 4, 12))
        instant = datetime.combine(end + timedelta(days=1), datetime.min.time())
        instant += timedelta(minutes=self.random.randint(8 * 60, weeks * 7 * 24 * 60))
        if self.on("sunday_midnight", 0.35):
            monday = instant.date() + timedelta(days=(7 - instant.weekday()) % 7)
            instant = datetime.combine(monday, datetime.min.time()) - timedelta(
                seconds=self.random.choice((0, 1))
            )
            if instant.date() < end:
                instant += timedelta(days=7)
        return None if self.on("pending", 0.04) else instant

    def choose_participants(self, event: EventPlan, school: bool) -> None:
        reserved = [person for person in self.people if person.reserved]
        purpose = next((name for name in ("ties", "floors") if any(p.reserved == name for p in reserved)), "")
        if purpose and not school and event.start < date(2026, 4, 1):
            pool = [person for person in reserved if person.reserved == purpose]
            event.rhythm = event.row["rhythm"] = self.random.choice(("STD", "RPD"))
            event.row.pop("rounds_rhythm", None)
            for person in pool:
                person.reserved = ""  # from now on they play like everybody else
        elif school:
            pool = [person for person in self.people if person.pupil]
            pool += self.random.sample(self.people, min(5, len(self.people)))
            pool = [person for person in pool if not person.reserved]
        else:
            pool = [person for person in self.people if not person.pupil and not person.reserved]
            pool += [person for person in self.people if person.pupil and self.random.random() < 0.03]
        pool = list({person.index: person for person in pool}.values())
        size = min(len(pool), self.random.choice((2, 4, 5, 8, 11, 16, 24)) if not purpose else 6)
        event.people = self.random.sample(pool, size)
        event.present = {person.index for person in event.people}
        for number, person in enumerate(event.people, start=1):
            ids = (None, None) if school and self.random.random() < 0.9 else self.ids_in_file(person, event)
            event.ids.append(ids)
            if not self.resolves(person, ids, event.row["id_namespace"] or "cbx"):
                event.unresolved.append(number)

    def ids_in_file(self, person: Person, event: EventPlan) -> tuple[str | None, str | None]:
        """FIDE id and national number; of who is registered twice only one id, of others sometimes both."""
        namespace = event.row["id_namespace"] or "cbx"
        fide_id, national = person.fide_id, person.cbx_id if namespace == "cbx" else None
        if namespace == "fnx":
            national = self.random.choice(person.rows) if person.rows else None
            if person.twice:
                fide_id = None
        elif namespace == "none" and self.random.random() < 0.3:
            national = str(990000 + 7 * self.random.randrange(self.player_count) + 3)  # a club's own number
        if namespace == "cbx" and person.twice:
            if self.random.random() < 0.5:
                fide_id = None
            else:
                national = None
        elif person.hidden_fide and fide_id and self.random.random() < 0.6 and namespace != "none":
            national = None
        elif fide_id and national and namespace == "cbx" and self.both_resolve(person):
            drop = self.random.random()
            fide_id = None if drop < 0.2 else fide_id
            national = None if 0.2 <= drop < 0.4 else national
        if namespace == "cbx" and national and not person.carded and not person.listed and not person.rows:
            national = None
        return fide_id, national

    def both_resolve(self, person: Person) -> bool:
        """Whether each id alone means the same player: registered, or linked by a card that names the FIDE
        id.
        """
        return bool(person.rows) or (person.carded and person.card_fide)

    def resolves(self, person: Person, ids: tuple[str | None, str | None], namespace: str) -> bool:
        fide_id, national = ids
        if namespace == "fnx" and national and person.rows:
            return True
        if national and namespace == "cbx":
            return True
        return fide_id is not None

    def play(self, event: EventPlan) -> None:
        """Random pairings; results by dice, with what is not played mixed in."""
        size = len(event.people)
        event.cells = [[] for _ in range(size)]
        withdrawn: set[int] = set()
        for number_of_round in range(1, event.rounds + 1):
            order = list(range(1, size + 1))
            self.random.shuffle(order)
            out = [number for number in order if number in withdrawn or self.on("unplayed", 0.04)]
            for number in out:
                code = "Z" if number in withdrawn else self.random.choice("HZFZ")
                event.cells[number - 1].append((0, "-", code))
                if self.random.random() < 0.2:
                    withdrawn.add(number)
            paired = [number for number in order if number not in out]
            if len(paired) % 2:
                event.cells[paired.pop() - 1].append((0, "-", "U"))
            for white, black in zip(paired[::2], paired[1::2], strict=True):
                codes = self.result()
                event.cells[white - 1].append((black, "w", codes[0]))
                event.cells[black - 1].append((white, "b", codes[1]))
                if codes in ("10", "01", "=="):
                    event.games.append((number_of_round, white, black))
                elif codes in ("+-", "-+"):
                    event.forfeits.append((number_of_round, white, black))

    def result(self) -> str:
        if self.on("unplayed", 0.1):
            return self.random.choice(("+-", "-+", "+-", "--", "WL", "LW", "DD", "??", "00", "=0", "0="))
        return self.random.choices(("10", "01", "=="), (4, 4, 3))[0]

    # -------------------------------------------------------------------------------------- hostile registers

    def spoil_events(self) -> None:
        """Events that must be pending for one reason or another."""
        for event in list(self.events):
            if self.on("pending", 0.05):
                spoiled = self.random.choice(("recognition", "uf", "no_time", "before_base"))
                if spoiled == "recognition":
                    event.row["recognition"] = "amistoso"
                elif spoiled == "uf":
                    event.row |= {"recognition": "cbx_calendar", "uf": self.random.choice(("PB", ""))}
                elif spoiled == "no_time":
                    event.row["homologated_at"] = ""
                elif not event.row.get("rounds_rhythm"):
                    event.row |= {"start_date": "2025-12-20", "end_date": "2025-12-31"}
                event.touched.add("event")
            elif self.on("conflicts", 0.1) and event.games:
                self.make_conflict(event)
            elif self.on("missing_file", 0.06):
                event.row["file"] = f"{event.code}-ausente.trf"
                event.touched.add("file")
            elif self.on("variant", 0.1):
                event.row["variant"] = "bughouse"
        if len(self.events) > 4 and self.on("number_clash", 0.4):
            one, two = self.random.sample(self.events, 2)
            if one.row["homologation_no"] and two.row["homologation_no"]:
                two.row["homologation_no"] = one.row["homologation_no"]
                if self.random.random() < 0.4:
                    self.withdraw(two)
        if self.on("duplicate_files", 0.7):
            self.copy_event(self.random.choice(self.events))

    def make_conflict(self, event: EventPlan) -> None:
        """Both sides of a game claim at least half a point too much; a later correction may settle it."""
        number_of_round, white, black = self.random.choice(event.games)
        event.games.remove((number_of_round, white, black))
        for number, opponent, color in ((white, black, "w"), (black, white, "b")):
            event.cells[number - 1][number_of_round - 1] = (opponent, color, "1")
        if self.random.random() < 0.4:
            event.cells[black - 1][number_of_round - 1] = (white, "b", "=")
        if self.random.random() < 0.7:
            self.correct(
                "result",
                event,
                self.random.choice(("1", "0.5", "0", "unplayed")),
                number_of_round,
                self.random.choice((white, black)),
            )
        event.touched.add("file")

    def copy_event(self, original: EventPlan) -> None:
        """The same file under another code, sometimes withdrawn, sometimes the original is."""
        number = max((int(event.row["homologation_no"] or 0) for event in self.events), default=0) + 1
        code = f"2026-{len(self.events) + 1:03d}"
        row = original.row | {"event_id": code, "name": original.row["name"] + " II"}
        row["homologation_no"] = str(number)
        row["homologated_at"] = self.stamp(self.moment(original.end + timedelta(days=1), 6))
        if self.random.random() < 0.5 and "file" not in original.touched:
            row["file"] = f"{code}.trf"
        copy = EventPlan(
            code,
            row,
            original.rounds,
            original.people,
            original.ids,
            original.cells,
            original.start,
            original.end,
            original.rhythm,
            original.homologated,
        )
        copy.touched = {"copy"}
        original.touched |= {"copied", "file"}
        self.events.append(copy)
        if (fate := self.random.random()) < 0.3:
            self.withdraw(copy)
        elif fate < 0.5:
            self.withdraw(original)

    def withdraw(self, event: EventPlan) -> None:
        identifier = self.correct("duplicate", event)
        if self.on("undos", 0.4):
            self.undo(identifier)

    # ---------------------------------------------------------------------------------------------- decisions

    def make_decisions(self) -> None:
        """School participants and others without ids: the same person as before, somebody new, or nobody
        can say.
        """
        for event in sorted(self.events, key=lambda event: (event.end, event.code)):
            never = self.random.random() < 0.1
            for number in event.unresolved:
                if never and self.random.random() < 0.5:
                    continue
                self.decide_participant(event, number)

    def decide_participant(self, event: EventPlan, number: int) -> None:
        person = event.people[number - 1]
        told = self.moment(event.end, self.random.choice((1, 1, 3, 6)))
        subject = f"{event.code}#{number}"
        if self.random.random() < 0.1:
            wrong = self.decide("unidentified", subject, "", told)
            told += timedelta(days=self.random.randint(1, 12))
            if self.random.random() < 0.4:
                self.decide("undo", wrong, "", told)
                told += timedelta(hours=1)
        if person.rows:
            self.decide("same", subject, self.random.choice(person.rows), told)
        elif person.issued:
            self.decide("same", subject, person.issued, told)
        elif known := self.known_id(person):
            self.decide("same", subject, known, told)
        elif self.random.random() < 0.2:
            self.decide("unidentified", subject, "", told)
        else:
            target = f"FNX-{9000 + person.index}" if self.random.random() < 0.3 else ""
            person.issued = target or f"E{event.code}-{number}"
            self.decide("new", subject, target, told)

    def known_id(self, person: Person) -> str | None:
        """The issued id of an unregistered visitor whom the file names without ids."""
        if person.cbx_id and (person.carded or person.listed):
            return f"C{person.cbx_id}"
        return f"F{person.fide_id}" if person.fide_id else None

    def decide(self, action: str, subject: str, target: str, told: datetime) -> str:
        identifier = f"DE{len(self.registers['identity_decisions']) + 1:04d}"
        self.registers["identity_decisions"].append(
            {
                "decision_id": identifier,
                "decided_at": self.stamp(told),
                "decided_by": "Comissão",
                "action": action,
                "subject": subject,
                "target": target,
                "grounds": self.grounds(),
            }
        )
        return identifier

    def make_merges(self) -> None:
        """Right merges of people registered twice, some undone; wrong merges of two people, always undone
        later.
        """
        for person in self.people:
            if person.twice and self.random.random() < 0.85:
                rows = list(person.rows)
                self.random.shuffle(rows)
                told = self.moment(self.day(date(2025, 12, 20), date(2026, 8, 1)), 3)
                for ended, stays in itertools.pairwise(rows):
                    merge = self.decide("merge", ended, stays, told)
                    told += timedelta(days=self.random.randint(0, 30), minutes=1)
                    if self.on("undone_merges", 0.3):
                        undo = self.decide("undo", merge, "", told)
                        told += timedelta(days=self.random.randint(1, 30))
                        if self.on("undos", 0.4):
                            self.decide("undo", undo, "", told)
            if person.pupil and person.issued and self.on("merges", 0.2):
                host = self.stranger_to({person.index})
                if host:
                    self.wrong_merge(person.issued, host.rows[0], person, host)
        for _ in range(self.random.choice((0, 1, 2, 3))):
            if self.on("undone_merges"):
                one = self.stranger_to(set())
                other = self.stranger_to({one.index}) if one else None
                if one and other:
                    self.wrong_merge(one.rows[0], other.rows[0], one, other)

    def stranger_to(self, apart_from: set[int]) -> Person | None:
        """A person registered once, in no other wrong merge, and in no event with the given people."""
        shared: set[int] = set(self.pairs_apart) | apart_from
        for event in self.events:
            if event.present & apart_from:
                shared |= event.present
        free = [
            person
            for person in self.people
            if len(person.rows) == 1 and person.plain and person.index not in shared
        ]
        return self.random.choice(free) if free else None

    def wrong_merge(self, ended: str, stays: str, one: Person, other: Person) -> None:
        told = self.moment(self.day(date(2026, 1, 2), date(2026, 9, 1)), 3)
        merge = self.decide("merge", ended, stays, told)
        self.decide("undo", merge, "", told + timedelta(days=self.random.randint(2, 40)))
        self.pairs_apart |= {one.index, other.index}

    # -------------------------------------------------------------------------------------------- corrections

    def correct(
        self,
        kind: str,
        event: EventPlan | None,
        value: str = "",
        number_of_round: int | None = None,
        number: int | None = None,
        fnx_id: str = "",
        after: datetime | None = None,
    ) -> str:
        """A correction registered some weeks after the event, or after another correction."""
        first = after.date() if after else (event.end + timedelta(days=1) if event else date(2026, 1, 5))
        told = self.moment(first, 8)
        if after and told <= after:
            told = after + timedelta(hours=1)
        identifier = f"CO{len(self.registers['corrections']) + 1:04d}"
        self.registers["corrections"].append(
            {
                "correction_id": identifier,
                "registered_at": self.stamp(told),
                "registered_by": "Comissão",
                "kind": kind,
                "event_id": event.code if event else "",
                "round": str(number_of_round or ""),
                "number": str(number or ""),
                "fnx_id": fnx_id,
                "value": value,
                "grounds": self.grounds(),
            }
        )
        self.told[identifier] = told
        return identifier

    told: dict[str, datetime]

    def undo(self, identifier: str) -> str:
        undo = self.correct("undo", None, identifier, after=self.told[identifier])
        if self.random.random() < 0.3:
            self.correct("undo", None, undo, after=self.told[undo])
        return undo

    def make_corrections(self) -> None:
        for event in list(self.events):
            if event.touched & {"copy"}:
                continue
            self.correct_games(event)
            self.correct_identity(event)
            self.correct_event(event)
        registered = [person for person in self.people if len(person.rows) == 1]
        for person in self.random.sample(registered, min(len(registered), self.random.randint(0, 6))):
            if self.on("entry_corrections"):
                self.pairs_apart.add(person.index)
                value = str(
                    self.random.choice((100, 500, 599, 600, 601, 900, self.random.randint(150, 1100)))
                )
                identifier = self.correct("entry_rating", None, value, fnx_id=person.rows[0])
                if self.random.random() < 0.3:
                    self.correct(
                        "entry_rating", None, "640", fnx_id=person.rows[0], after=self.told[identifier]
                    )
                elif self.on("undos", 0.3):
                    self.undo(identifier)

    def correct_games(self, event: EventPlan) -> None:
        replaced = "file" not in event.touched and event.games and self.on("replace_file", 0.12)
        if replaced:
            self.replace_file(event)
            return
        if "file" in event.touched and event.row["file"].endswith("-ausente.trf"):
            if self.random.random() < 0.6:
                self.files[f"inbox/events/{event.code}.trf"] = event.text()
                self.correct("replace_file", event, f"{event.code}.trf")
            return
        pairings = self.random.sample(event.games, min(len(event.games), 3))
        for number_of_round, white, black in pairings:
            side = self.random.choice((white, black))
            if self.on("result_corrections", 0.25):
                value = self.random.choice(("1", "0.5", "0", "unplayed"))
                identifier = self.correct("result", event, value, number_of_round, side)
                if self.random.random() < 0.35:
                    other = white if side == black else black
                    second = self.correct(
                        "result",
                        event,
                        self.random.choice(("1", "0.5", "0")),
                        number_of_round,
                        other,
                        after=self.told[identifier],
                    )
                    if self.on("undos", 0.5):
                        self.undo(second)
                elif self.on("undos", 0.3):
                    self.undo(identifier)
            elif self.on("game_duplicates", 0.1):
                identifier = self.correct("duplicate", event, "", number_of_round, side)
                if self.on("undos", 0.3):
                    self.undo(identifier)
        if event.forfeits and self.on("result_corrections", 0.3):
            number_of_round, white, black = self.random.choice(event.forfeits)
            self.correct("result", event, self.random.choice(("1", "0.5", "0")), number_of_round, white)
        if self.on("event_duplicates", 0.05):
            self.withdraw(event)

    def replace_file(self, event: EventPlan) -> None:
        """The organiser's second file: some results the other way round, some games not played."""
        cells = [list(row) for row in event.cells]
        for number_of_round, white, black in self.random.sample(event.games, max(1, len(event.games) // 4)):
            codes = self.random.choice(("10", "01", "==", "+-"))
            cells[white - 1][number_of_round - 1] = (black, "w", codes[0])
            cells[black - 1][number_of_round - 1] = (white, "b", codes[1])
        name = f"{event.code}-corrigido.trf"
        self.files[f"inbox/events/{name}"] = event.text(cells)
        identifier = self.correct("replace_file", event, name)
        if self.on("undos", 0.3):
            self.undo(identifier)

    def correct_identity(self, event: EventPlan) -> None:
        if not self.on("identity_corrections", 0.15):
            return
        number = self.random.randint(1, len(event.people))
        absent = [
            person
            for person in self.people
            if len(person.rows) == 1
            and person.index not in event.present
            and person.index not in self.pairs_apart
        ]
        if absent:
            person = self.random.choice(absent)
            event.present.add(person.index)
            identifier = self.correct("identity", event, "", None, number, person.rows[0])
            if self.on("undos", 0.3):
                self.undo(identifier)

    def correct_event(self, event: EventPlan) -> None:
        if event.touched & {"event", "copied"}:
            return
        if self.on("rhythm_corrections", 0.1) and not event.row.get("rounds_rhythm"):
            identifier = self.correct("rhythm", event, self.random.choice(RHYTHMS))
            if self.on("undos", 0.3):
                self.undo(identifier)
        elif self.on("event_corrections", 0.2):
            later = event.end + timedelta(days=self.random.randint(1, 9))
            earlier = event.start - timedelta(days=self.random.randint(1, 20))
            value = self.random.choice(
                (
                    f"end_date={later.isoformat()}",
                    f"end_date={event.start.isoformat()}",
                    f"start_date={max(earlier, YEAR_START).isoformat()}",
                    "end_time=07:30",
                    "end_time=23:10",
                    "category=Sub-8",
                    "category=Absoluto",
                    f"rounds_rhythm=1-2:{self.random.choice(RHYTHMS)}",
                )
            )
            identifier = self.correct("event", event, value)
            if self.on("undos", 0.3):
                self.undo(identifier)

    # -------------------------------------------------------------------------------------------------- write

    def build(self) -> None:
        self.told = {}
        self.make_people()
        self.make_events()
        self.spoil_events()
        self.make_corrections()
        self.make_decisions()
        self.make_merges()
        self.write()

    def write(self) -> None:
        for event in self.events:
            name = event.row["file"]
            if not name.endswith("-ausente.trf"):
                self.files.setdefault(f"inbox/events/{name}", event.text())
        self.registers["events"] = [event.row for event in self.events]
        for name, text in sorted(self.files.items()):
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        for name, rows in self.registers.items():
            if rows:
                self.write_rows(name, rows)

    def write_rows(self, name: str, rows: Iterable[dict[str, str]]) -> None:
        """A register in a style of its own."""
        rows = [dict(row) for row in rows]
        styled = "csv_styles" in self.features
        brazilian = styled and self.random.random() < 0.3
        if styled:
            self.random.shuffle(rows)
        if brazilian:
            for row in rows:
                for column in ("start_date", "end_date"):
                    if row.get(column):
                        row[column] = date.fromisoformat(row[column]).strftime("%d/%m/%Y")
        extra = ("observacao_interna",) if styled and self.random.random() < 0.3 else ()
        write_register(
            self.home,
            name,
            rows,
            delimiter=";" if styled and self.random.random() < 0.4 else ",",
            bom=styled and self.random.random() < 0.3,
            line_end="\r\n" if styled and self.random.random() < 0.3 else "\n",
            extra_columns=extra,
        )


def build_season(
    home: Path,
    seed: int,
    players: int | None = None,
    events: int | None = None,
    features: Iterable[str] = FEATURES,
) -> Path:
    """Writes the season of a seed into `home` (which should be empty) and returns it."""
    Season(home, seed, players, events, frozenset(features)).build()
    return home


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Write a random season as a data home.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--players", type=int)
    parser.add_argument("--events", type=int)
    parser.add_argument("--with", dest="added", default="", help="open features to add, comma separated")
    parser.add_argument("--without", default="", help="features to leave out, comma separated")
    chosen = parser.parse_args(arguments)
    added = {name for name in chosen.added.split(",") if name}
    removed = {name for name in chosen.without.split(",") if name}
    if unknown := (added | removed) - set(FEATURES) - set(OPEN_FEATURES):
        parser.error(f"unknown features: {', '.join(sorted(unknown))}")
    build_season(chosen.out, chosen.seed, chosen.players, chosen.events, (set(FEATURES) | added) - removed)


if __name__ == "__main__":
    main()

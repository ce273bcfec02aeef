"""A small home and the replica that its visits go to, for the tests of downloads.

Belongs here: the people, the event and the settings. Does not belong here: what a visit should do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

from orchestration.fetching.settings import FetchSettings
from orchestration.fetching.visit import Outcome, World
from orchestration.home import Home
from orchestration.setup import create_home
from tests.builders.home_files import (
    CbxLine,
    FideLine,
    TrfPlayer,
    card_html,
    fide_combined_text,
    fide_standard_text,
    trf_text,
    write_register,
)
from tests.builders.replica import File, Player, Replica, serving, zipped
from tests.builders.visits import Time

TODAY = date(2026, 11, 10)
BUILT = "Sun, 01 Nov 2026 06:00:00 GMT"
REBUILT = "Mon, 09 Nov 2026 06:00:00 GMT"
#: Registered with a CBX id; 990003 also plays, 990009 only plays.
REGISTERED, PLAYING = ("990001", "990002", "990003"), ("990003", "990009")


def standard_list(rating: int, month: date = date(2026, 11, 1), count: int = 3) -> bytes:
    people = [FideLine(str(999000001 + n), "Inventada, Ana", "F", rating, 1990) for n in range(count)]
    return zipped("standard_rating_list.txt", fide_standard_text(month, people, False))


def combined_list(rating: int) -> bytes:
    people = [FideLine("999000001", "Inventada, Ana", "F", rating, 1990)]
    return zipped("players_list_foa.txt", fide_combined_text(people))


def card_of(cbx_id: str, standard: int, months: tuple[date, ...] = (date(2026, 11, 1),)) -> bytes:
    line = CbxLine(
        cbx_id, "Ana Inventada", "RN", None, None, tuple((month, standard) for month in months), ()
    )
    return card_html(line).encode()


def make_home(root: Path) -> Home:
    list(create_home(root, sample=False))
    players = [
        {"fnx_id": f"FNX-{n}", "name": f"Inventada {n}", "cbx_id": cbx_id, "fide_id": ""}
        for n, cbx_id in enumerate(REGISTERED)
    ]
    write_register(root, "players", players)
    event = {
        "event_id": "2026-001",
        "name": "Aberto Inventado",
        "file": "a.trf",
        "rhythm": "RPD",
        "start_date": "2026-10-03",
        "end_date": "2026-10-04",
        "recognition": "fnx",
    }
    write_register(root, "events", [event])
    people = [
        TrfPlayer(n, f"Inventada {n}", "w", None, cbx_id, None, ((3 - n, "w", "="),))
        for n, cbx_id in enumerate(PLAYING, start=1)
    ]
    text = trf_text("Aberto Inventado", "Natal", date(2026, 10, 3), date(2026, 10, 4), "RPD", 1, people)
    (root / "inbox" / "events" / "a.trf").write_text(text, encoding="utf-8")
    return Home(root)


def make_site() -> Replica:
    return Replica(
        cards={cbx_id: card_of(cbx_id, 1800) for cbx_id in (*REGISTERED, "990009")},
        players=[Player("990001", "Ana Inventada", "RN", 1800), Player("990002", "Bia", "RN", None)],
        calendar=[{"number": "9422/26", "year": "2026", "rhythm": "Blitz", "period": "14/02/2026"}],
        files={
            "standard_rating_list.zip": File(standard_list(1500), BUILT),
            "players_list.zip": File(combined_list(1500), BUILT),
        },
    )


@dataclass
class Visits:
    """A home, a replica and a time that only waiting and `wait_days` move."""

    home: Home
    site: Replica
    time: Time = field(default_factory=Time)
    heard: list[Outcome] = field(default_factory=list)
    day: date = TODAY

    def settings(self, **changes: object) -> FetchSettings:
        values = {
            "contact": "rating@exemplo.org",
            "fide_url": f"{self.site.url}/download/",
            "cbx_url": self.site.url,
        }
        return FetchSettings(**{**values, **changes})  # type: ignore[arg-type]

    def world(self) -> World:
        return World(
            now=lambda: datetime(self.day.year, self.day.month, self.day.day, 4, 30),
            sleep=self.time.sleep,
            clock=self.time.clock,
            heard=self.heard.append,
        )

    def write_settings(self) -> None:
        """The settings in `pool.toml`, for commands and assets, which read them there; nobody waits."""
        self.home.pool_file.write_text(
            f"[fetch]\ncontact = 'rating@exemplo.org'\ndelay = 0\nattempts = 1\n"
            f"fide_url = '{self.site.url}/download/'\ncbx_url = '{self.site.url}'\n",
            encoding="utf-8",
        )

    def wait_days(self, days: int) -> None:
        self.day += timedelta(days=days)


@contextmanager
def visits(root: Path) -> Iterator[Visits]:
    with serving(make_site()) as site:
        yield Visits(make_home(root), site)

"""Pools of other rating systems, from files to published lists: a club season, a FIDE and an XOL pool.

Belongs here: whole homes whose lists are compared with a computation of their own, written straight from the
seeds' text. Does not belong here: the systems by themselves (`tests/engine/systems`).
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from orchestration.home import Home
from orchestration.pool import PoolError, read_pool
from orchestration.publication.explanation import explain
from orchestration.publication.explanation_page import explanation_page
from orchestration.publication.explanation_text import explanation_text
from orchestration.publication.public_copy import write_public_copy
from orchestration.publication.publish import publish
from orchestration.publication.summary import run_summary_pt
from orchestration.setup import create_home
from orchestration.verification import verify, verify_exports
from tests.builders.home_files import FideLine, TrfPlayer, fide_standard_text, trf_text, write_register
from tests.conftest import append_row, rows_of

Compute = Callable[[Path, str], Path]

SECRET = "um segredo de dezesseis letras"


def new_home(root: Path, system: str, **settings: str) -> Path:
    """A home of a system as `fnx init` makes it, with lines of its template switched on."""
    list(create_home(root, False, system))
    pool = root / "pool.toml"
    text = pool.read_text(encoding="utf-8")
    for key, value in settings.items():
        (line,) = [line for line in text.splitlines() if line.startswith((f"# {key} = ", f"{key} = "))]
        text = text.replace(line, f"{key} = {value}")
    pool.write_text(text, encoding="utf-8")
    return root


def publish_list(home: Path, cutoff: str) -> Path:
    """Publish a draft on the Wednesday after; then what `fnx publish` does for those who may see it."""
    opened, day = Home.open(home), date.fromisoformat(cutoff)
    result = publish(opened.exports, day, datetime(day.year, day.month, day.day) + timedelta(days=3))
    assert result.status == "published"
    write_public_copy(opened.exports, read_pool(opened.pool_file, opened.root.name))
    return result.directory


# --- a club season -----------------------------------------------------------------------------------------

MEMBERS = {
    "101": "Alves, Bento",
    "102": "Braga, Clara",
    "103": "Costa, Dario",
    "104": "Dias, Elena",
    "105": "Esteves, Fabio",
    "106": "Farias, Gil",
    "107": "Gomes, Helio",
    "108": "Silva, Joao",
    "109": "Silva, Joao",
}
GUEST = "Visita, Rui"
NIGHTS = 12
#: The namesakes play these nights without an id on the sheet; a person says which of them it was.
NAMESAKE_NIGHTS = {4: "109", 6: "109", 9: "108"}
GUEST_NIGHTS = (5, 8)
GUEST_ID = "EN05-1"
BUGHOUSE_NIGHT = 7


@dataclass
class Night:
    """One club night: who came (start number to player), and what was played: round, white, black, result."""

    number: int
    people: Sequence[str]
    games: list[tuple[int, str, str | None, str]] = field(default_factory=list)

    @property
    def event_id(self) -> str:
        return f"N{self.number:02d}"

    @property
    def day(self) -> date:
        return date(2026, 1, 6) + timedelta(weeks=self.number - 1)

    def start_number(self, player: str) -> int:
        return self.people.index(player) + 1


def season() -> list[Night]:
    """Twelve nights of four rounds; results as they come, with byes and forfeits between them."""
    chance = random.Random(40)
    nights = []
    for number in range(1, NIGHTS + 1):
        coming = chance.sample([player for player in MEMBERS if player not in ("108", "109")], 5)
        if number in NAMESAKE_NIGHTS:
            coming.append(NAMESAKE_NIGHTS[number])
        elif number in (1, 2):
            coming += ["108", "109"]
        people = [GUEST_ID, *coming] if number in GUEST_NIGHTS else coming
        night = Night(number, people)
        met: set[frozenset[str]] = set()
        for round_ in range(1, 5):
            left = list(people)
            chance.shuffle(left)
            while left:
                white = left.pop()
                black = next((one for one in left if frozenset((white, one)) not in met), None)
                if black is None:
                    night.games.append((round_, white, None, "U"))
                    continue
                left.remove(black)
                met.add(frozenset((white, black)))
                night.games.append((round_, white, black, chance.choice("111000==+")))
        nights.append(night)
    return nights


def write_night(home: Path, night: Night) -> None:
    other = {"1": "0", "0": "1", "=": "=", "+": "-"}
    players = []
    for player in night.people:
        cells: list[tuple[int, str, str]] = []
        for round_ in range(1, 5):
            (game,) = [one for one in night.games if one[0] == round_ and player in one[1:3]]
            _, white, black, result = game
            if black is None:
                cells.append((0, "-", "U"))
            elif player == white:
                cells.append((night.start_number(black), "w", result))
            else:
                cells.append((night.start_number(white), "b", other[result]))
        hidden = player == GUEST_ID or NAMESAKE_NIGHTS.get(night.number) == player
        players.append(
            TrfPlayer(
                night.start_number(player),
                MEMBERS.get(player, GUEST),
                "m",
                None,
                None if hidden else player,
                None,
                tuple(cells),
            )
        )
    text = trf_text(f"Noite {night.number}", "Natal", night.day, night.day, "RPD", 4, players)
    (home / "inbox" / "events" / f"{night.event_id}.trf").write_text(text, encoding="utf-8")


def event_row(event_id: str, day: date, number: int, **more: str) -> dict[str, str]:
    return {
        "event_id": event_id,
        "name": f"Evento {event_id}",
        "file": f"{event_id}.trf",
        "rhythm": "RPD",
        "start_date": str(day),
        "end_date": str(day),
        "recognition": "other",
        "id_namespace": "fnx",
        "homologation_no": str(number),
        "homologated_at": f"{day}T23:00",
        **more,
    }


def club_home(root: Path, nights: Sequence[Night]) -> Path:
    home = new_home(root, "clube", visibility='"link"', secret=f'"{SECRET}"')
    for night in nights:
        write_night(home, night)
    write_register(
        home,
        "events",
        [
            event_row(
                night.event_id,
                night.day,
                night.number,
                variant="bughouse" if night.number == BUGHOUSE_NIGHT else "",
            )
            for night in nights
        ],
    )
    write_register(
        home,
        "players",
        [
            {"fnx_id": player, "name": name, "birth_year": "2015" if player == "107" else ""}
            for player, name in MEMBERS.items()
        ],
    )
    hidden = [("N05", "new", "1", ""), ("N08", "same", "1", GUEST_ID)]
    for number, player in NAMESAKE_NIGHTS.items():
        night = nights[number - 1]
        hidden.append((night.event_id, "same", str(night.start_number(player)), player))
    write_register(
        home,
        "identity_decisions",
        [
            {
                "decision_id": f"D{place}",
                "decided_at": "2026-02-01T10:00" if event_id < "N07" else "2026-03-20T10:00",
                "decided_by": "Organizador",
                "action": action,
                "subject": f"{event_id}#{number}",
                "target": target,
                "grounds": "estava na sala",
            }
            for place, (event_id, action, number, target) in enumerate(sorted(hidden), start=1)
        ],
    )
    return home


@dataclass
class Member:
    """A player in the club's own notebook."""

    rating: float = 1200.0
    games: int = 0


def by_hand(nights: Sequence[Night], corrected: Mapping[tuple[str, int], str]) -> dict[str, Member]:
    """The season as the club's guide tells it, in floating point; `corrected`: (night, round) of a game to
    white's result."""
    book: dict[str, Member] = {}
    for night in nights:
        if night.number == BUGHOUSE_NIGHT:
            continue
        changes: defaultdict[str, float] = defaultdict(float)
        counted: Counter[str] = Counter()
        frozen = {player: (one.rating, one.games) for player, one in book.items()}
        for place, (_, white, black, result) in enumerate(night.games):
            result = corrected.get((night.event_id, place), result)
            if black is None or result not in "10=":
                continue
            points = {"1": 1.0, "=": 0.5, "0": 0.0}[result]
            for own, other, score in ((white, black, points), (black, white, 1 - points)):
                rating, games = frozen.get(own, (1200.0, 0))
                against, their_games = frozen.get(other, (1200.0, 0))
                book.setdefault(own, Member())
                if games >= 5 and their_games < 5:
                    continue
                expected = 1 / (1 + 10 ** ((against - rating) / 400))
                changes[own] += (40 if games < 20 else 20) * (score - expected)
                counted[own] += 1
        for player, change in changes.items():
            book[player].rating += change
            book[player].games += counted[player]
    return book


def compare(draft: Path, book: Mapping[str, Member]) -> None:
    listed = {row["fnx_id"]: row for row in rows_of(draft / "list.csv")}
    assert set(listed) == set(book)
    for player, own in book.items():
        row = listed[player]
        assert float(row["exact_rating"]) == pytest.approx(own.rating, abs=1e-6), player
        assert int(row["rating"]) == math.floor(own.rating + 0.5), player
        assert int(row["games_total"]) == own.games, player
        assert row["in_development"] == ("true" if own.games < 5 else "false"), player
    for ranking, provisional in (("geral", False), ("provisorios", True)):
        found = [row["fnx_id"] for row in rows_of(draft / "rankings.csv") if row["ranking"] == ranking]
        expected = sorted(
            (player for player, own in book.items() if own.games and (own.games < 5) == provisional),
            key=lambda player: -book[player].rating,
        )
        assert found == expected, ranking


def test_a_club_season_equals_the_notebook(tmp_path: Path, run_list: Compute) -> None:
    nights = season()
    home = club_home(tmp_path / "clube", nights)

    half = str(nights[5].day + timedelta(days=5))
    draft = run_list(home, half)
    compare(draft, by_hand(nights[:6], {}))
    assert any(row["reason"] == "provisional_opponent" for row in rows_of(draft / "ledger.csv"))
    first = publish_list(home, half)

    # Two games of the first nights corrected, one of them back again; seen at the end of the season.
    corrected: dict[tuple[str, int], str] = {}
    for number, night in enumerate(nights[1:3], start=1):
        place, (round_, white, _, result) = next(
            (place, game) for place, game in enumerate(night.games) if game[3] in "10"
        )
        value = "0" if result == "1" else "1"
        append_row(
            home / "registry" / "corrections.csv",
            correction_id=f"C{number}",
            registered_at="2026-03-20T09:00",
            registered_by="Organizador",
            kind="result",
            event_id=night.event_id,
            round=str(round_),
            number=str(night.start_number(white)),
            value=value,
            grounds="súmula",
        )
        corrected[night.event_id, place] = value
    append_row(
        home / "registry" / "corrections.csv",
        correction_id="C3",
        registered_at="2026-03-21T09:00",
        registered_by="Organizador",
        kind="undo",
        value="C1",
        grounds="a súmula estava certa",
    )
    del corrected["N02", min(place for event_id, place in corrected if event_id == "N02")]
    end = str(nights[-1].day + timedelta(days=5))
    draft = run_list(home, end)
    compare(draft, by_hand(nights, corrected))
    revised = rows_of(draft / "revisions.csv")
    assert {row["kind"] for row in revised if row["event_id"] == "N03"} == {"corrected"}
    again = {row["event_id"] for row in revised if row["kind"] == "recalculated"}
    assert again and again <= {"N04", "N05", "N06"}
    bughouse = next(row for row in rows_of(draft / "events.csv") if row["event_id"] == "N07")
    assert (bughouse["status"], bughouse["rated_games"]) == ("pending", "0")
    last = publish_list(home, end)
    assert verify(Home.open(home), (date.fromisoformat(end),), print) == ()

    # What people read: no article of the regulation, minors by initials, a page nobody can guess.
    pages = [last / "relatorio.html", *(last / name for name in ("datapackage.json",))]
    texts = [page.read_text(encoding="utf-8") for page in pages] + [run_summary_pt(last)]
    told = explain(last, "101")
    texts += [explanation_text(told), explanation_page(told)]
    assert [
        text for text in texts if "Art." in text or "Arts." in text or "FNX" in text.replace("ID FNX", "")
    ] == []
    assert "K 40 (das primeiras partidas)" in texts[-2] or "K 20 (depois delas)" in texts[-2]
    names = {row["fnx_id"]: row["name"] for row in rows_of(last / "list.csv")}
    assert names["107"] == "H. G."
    assert names["101"] == "Bento Alves"
    assert '<meta name="robots" content="noindex, nofollow">' in texts[0]
    (folder,) = (home / "exports" / "public").iterdir()
    assert len(folder.name) == 32 and folder.name not in texts[0]
    assert (folder / "list.csv").read_bytes() == (last / "list.csv").read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == ["list.csv", "relatorio.html"]
    assert first.is_dir()

    # The copy is proved too, and goes when the organizer keeps the ranking to themself.
    (folder / "list.csv").write_text("x", encoding="utf-8")
    problems = list(verify_exports(Home.open(home)))
    assert [problem.where for problem in problems] == [f"exports/public/{folder.name}/list.csv"]
    pool = home / "pool.toml"
    pool.write_text(
        pool.read_text(encoding="utf-8").replace('visibility = "link"', 'visibility = "organizer"'),
        encoding="utf-8",
    )
    opened = Home.open(home)
    assert write_public_copy(opened.exports, read_pool(opened.pool_file, "clube")) is None
    assert not (home / "exports" / "public").exists()


def test_the_example_of_the_docs(tmp_path: Path, run_list: Compute) -> None:
    text = (Path(__file__).parents[2] / "docs" / "systems.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^```text title=(\S+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    home = new_home(tmp_path / "clube", "clube")
    for name, content in blocks.items():
        if "/" in name:
            (home / name).write_text(content, encoding="utf-8")
    draft = run_list(home, "2026-03-22")
    columns = ("fnx_id", "name", "rating", "exact_rating", "games_total")
    listed = [
        " ".join(row[key] for key in columns) + " provisional" * (row["in_development"] == "true")
        for row in rows_of(draft / "list.csv")
    ]
    assert listed == blocks["list"].splitlines()
    assert explanation_text(explain(draft, "1"), "N3").endswith(blocks["explanation"])


# --- FIDE, XOL ---------------------------------------------------------------------------------------------


def write_event(home: Path, event_id: str, day: date, rhythm: str, players: Sequence[TrfPlayer]) -> None:
    rounds = len(players[0].cells)
    text = trf_text(event_id, "Natal", day, day, rhythm, rounds, players)
    (home / "inbox" / "events" / f"{event_id}.trf").write_text(text, encoding="utf-8")


def test_a_fide_pool_rounds_once_a_month_and_gives_first_ratings(tmp_path: Path, run_list: Compute) -> None:
    """The worked example of docs/systems.md in two events of one month (FIDE B.02 8.3), and a first rating.

    2813 wins against 1787, 2025, 2310 and 2400 and draws with 2505: 0 + 0 + 0.4 + 0.7 - 3.6 = -2.5, rounded
    once, away from zero: 2810. The newcomer draws with all five: Ru = average of the seven (8.2.2).
    """
    home = new_home(tmp_path / "fide", "fide")
    ratings = {"2813": 2813, "1787": 1787, "2025": 2025, "2310": 2310, "2400": 2400, "2505": 2505}
    ids = {name: f"99900{place}" for place, name in enumerate([*ratings, "novo"])}
    lines = [FideLine(ids[name], f"Jogador {name}", "M", rating, 1980) for name, rating in ratings.items()]
    fide_list = fide_standard_text(date(2026, 1, 1), lines, True)
    (home / "inbox" / "fide" / "standard_jan26frl.txt").write_text(fide_list, encoding="utf-8")

    def seat(number: int, name: str, *cells: tuple[int, str, str]) -> TrfPlayer:
        return TrfPlayer(number, f"Jogador {name}", "m", ids[name], None, 1980, cells)

    none = (0, "-", "Z")
    first = [
        seat(1, "2813", (2, "w", "1"), (3, "b", "1"), (4, "w", "1")),
        seat(2, "1787", (1, "b", "0"), (5, "w", "="), none),
        seat(3, "2025", none, (1, "w", "0"), (5, "w", "=")),
        seat(4, "2310", (5, "b", "="), none, (1, "b", "0")),
        seat(5, "novo", (4, "w", "="), (2, "b", "="), (3, "b", "=")),
    ]
    second = [
        seat(1, "2813", (2, "w", "1"), (3, "b", "=")),
        seat(2, "2400", (1, "b", "0"), (4, "w", "=")),
        seat(3, "2505", (4, "b", "="), (1, "w", "=")),
        seat(4, "novo", (3, "w", "="), (2, "b", "=")),
    ]
    write_event(home, "F1", date(2026, 2, 7), "STD", first)
    write_event(home, "F2", date(2026, 2, 14), "STD", second)
    standard = {"rhythm": "STD", "id_namespace": "none"}
    write_register(
        home,
        "events",
        [
            event_row("F1", date(2026, 2, 7), 1, **standard),
            event_row("F2", date(2026, 2, 14), 2, **standard),
        ],
    )
    write_register(
        home,
        "players",
        [
            {"fnx_id": f"J{name}", "name": f"Jogador {name}", "fide_id": fide_id}
            for name, fide_id in ids.items()
        ],
    )
    draft = run_list(home, "2026-02-15")

    top = [row for row in rows_of(draft / "event_results.csv") if row["fnx_id"] == "J2813"]
    assert [(row["change_exact"], row["change_rounded"], row["rating_after"]) for row in top] == [
        ("0.4", "0", "2813"),
        ("-2.9", "-3", "2810"),
    ]
    listed = {row["fnx_id"]: row for row in rows_of(draft / "list.csv")}
    average = (1787 + 2025 + 2310 + 2400 + 2505 + 1800 + 1800) / 7
    assert int(listed["Jnovo"]["rating"]) == math.floor(average + 0.5)
    assert listed["Jnovo"]["entry_source"] == "unrated"
    sides = [row for row in rows_of(draft / "ledger.csv") if row["fnx_id"] == "J1787"]
    assert [row["reason"] for row in sides if row["rated"] == "false"][:1] == ["unrated_opponent"]
    assert "Primeiro rating" in explanation_text(explain(draft, "Jnovo"))
    assert "até o fim do período" in explanation_text(explain(draft, "J2813"))


def test_an_xol_pool_goes_game_by_game(tmp_path: Path, run_list: Compute) -> None:
    """Two wins and a draw worked by hand from the norms.

    1500 beats 1500: FO 0, 15 points. 1515 beats 1485: FO (0 - 30) / 10 = -3, 13.5 points. Then a draw: the
    winner of both adds (15 - 5.7) / 2, the other, against 100% of wins and 57 points more, (15 + 15.7) / 2.
    """
    home = new_home(tmp_path / "xol", "xol", names='"initials"', visibility='"public"')
    players = [
        TrfPlayer(1, "Alves, Bento", "m", None, "101", None, ((2, "w", "1"), (2, "b", "1"), (2, "w", "="))),
        TrfPlayer(2, "Braga, Clara", "w", None, "102", None, ((1, "b", "0"), (1, "w", "0"), (1, "b", "="))),
    ]
    write_event(home, "X1", date(2026, 2, 7), "BLZ", players)
    write_register(home, "events", [event_row("X1", date(2026, 2, 7), 1, rhythm="BLZ")])
    write_register(
        home, "players", [{"fnx_id": player, "name": MEMBERS[player]} for player in ("101", "102")]
    )
    draft = run_list(home, "2026-02-08")
    listed = {row["fnx_id"]: row for row in rows_of(draft / "list.csv")}
    assert [(listed[one]["exact_rating"], listed[one]["rating"]) for one in ("101", "102")] == [
        ("1533.15", "1533"),
        ("1486.85", "1487"),
    ]
    assert {row["ranking"] for row in rows_of(draft / "rankings.csv")} == {"geral", "top100"}
    assert listed["101"]["name"] == "B. A."
    told = explanation_text(explain(draft, "101"))
    assert "FO" in told and "None" not in told and "Art." not in told
    last = publish_list(home, "2026-02-08")
    report = (last / "relatorio.html").read_text(encoding="utf-8")
    assert "noindex" not in report and "Bento" not in report
    assert (home / "exports" / "public" / "ranking" / "relatorio.html").is_file()


# --- settings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('system = "chess"', "'chess' is not one of cbx, clube, elo, fide, fnx, xol"),
        ('system = "clube"\n[numbers]\nk = 3', "[numbers] k is no number of system clube"),
        ('system = "clube"\n[numbers]\nstart = "x"', "expected a whole number from 1 to 10000"),
        ('system = "xol"\n[numbers]\nstart = 1200', "under the floor"),
        ('system = "clube"\n[policies]\nvisibility = "link"', "needs a secret"),
        ('system = "clube"\n[policies]\nvisibility = "all"', "allowed is organizer, link, public"),
        ('system = "clube"\n[policies]\npre_event = "order"', "no setting of a pool of system clube"),
        ('system = "fide"\n[policies]\nbase_date = 2024-01-01', "must be 2024-03-01 or later"),
        ('system = "fide"\n[numbers]\nrhythm = "rapid"', "allowed is STD, RPD, BLZ"),
    ],
)
def test_settings_that_make_no_pool_are_refused_by_name(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "pool.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PoolError, match=re.escape(said)):
        read_pool(path, "p")


@pytest.mark.parametrize("system", ["fnx", "clube", "elo", "fide", "cbx", "xol"])
def test_the_template_of_every_system_is_a_pool(system: str, tmp_path: Path) -> None:
    home = new_home(tmp_path / "home", system)
    assert read_pool(home / "pool.toml", "p").system == system
    # Every line that is commented out says a default: switched on, it changes nothing.
    text = (home / "pool.toml").read_text(encoding="utf-8")
    lines = [line[2:] if line.startswith("# ") and " = " in line else line for line in text.splitlines()]
    told = "\n".join(line for line in lines if not line.startswith(("contact", "delay", "daily")))
    (home / "told.toml").write_text(told, encoding="utf-8")
    if system != "fnx":
        first, second = (read_pool(home / name, "p") for name in ("pool.toml", "told.toml"))
        assert first.own is not None and second.own is not None
        assert first.own.numbers() == second.own.numbers()

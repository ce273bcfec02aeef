"""A whole home with FIDE lists: which list gives an entry rating, and what of it is published (Art. 11)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from orchestration.home import Home
from orchestration.warehouse import connect
from tests.builders.home_files import (
    CbxLine,
    FideLine,
    card_html,
    fide_combined_text,
    fide_standard_text,
    write_register,
)
from tests.conftest import rows_of

#: A year of birth that is no rating and no other number of a list.
BORN = 1907
SURNAMES = ("", "Quixabeira", "Umbuzeiro", "Facheiro", "Macambira", "Catingueira", "Oiticica")
OUTSIDER = FideLine("999000099", "Forasteira, Zuleica", "F", 2345, BORN)
EVENTS = {"um.trf": ("2026-01-10", (1, 2, 3, 5)), "dois.trf": ("2026-03-01", (4, 1))}


def trf(day: str, numbers: tuple[int, ...]) -> str:
    """Everybody against the one before, in one round; the last of an odd number has a bye."""
    slashed = day.replace("-", "/")
    lines = ["012 Aberto", f"042 {slashed}", f"052 {slashed}", f"062 {len(numbers)}", "142 1"]
    for place, number in enumerate(numbers, start=1):
        other = place + 1 if place % 2 else place - 1
        cell = f"{other:>4} {'w' if place % 2 else 'b'} =" if other <= len(numbers) else "0000 - U"
        lines.append(
            f"001 {place:>4} m    {f'{SURNAMES[number]}, Nome':<33}    0 BRA {999000000 + number:>11} "
            f"0000/00/00  0.5 {place:>4}  {cell}"
        )
    return "\r\n".join(lines) + "\r\n"


def zipped(text: str, day: int) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("standard_rating_list.txt", (2026, 1, day, 12, 0, 0)), text)
    return content.getvalue()


def lines(**ratings: int | None) -> list[FideLine]:
    return [
        FideLine(f"99900000{who[1:]}", f"{SURNAMES[int(who[1:])]}, Nome", "M", rating, BORN)
        for who, rating in ratings.items()
    ] + [OUTSIDER]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for folder in ("registry", "inbox/events", "inbox/fide", "inbox/cbx/cards"):
        (tmp_path / folder).mkdir(parents=True)
    players = [
        {
            "fnx_id": f"FNX-{number}",
            "name": f"Nome {SURNAMES[number]}",
            "fide_id": f"99900000{number}",
            "uf": "RN",
        }
        for number in range(1, 6)
    ]
    players[3]["registered_at"] = "2026-02-20"
    players[4]["cbx_id"] = "990105"
    write_register(tmp_path, "players", players)
    events = [
        {
            "event_id": name[:-4],
            "name": name,
            "file": name,
            "rhythm": "STD",
            "start_date": day,
            "end_date": day,
            "recognition": "fnx",
            "homologation_no": str(number),
            "homologated_at": f"{day}T20:00:00",
        }
        for number, (name, (day, _)) in enumerate(EVENTS.items(), start=1)
    ]
    write_register(tmp_path, "events", events)
    for name, (day, numbers) in EVENTS.items():
        (tmp_path / "inbox/events" / name).write_text(trf(day, numbers), newline="")
    fide = tmp_path / "inbox/fide"
    january = date(2026, 1, 1)
    before, after = lines(p1=1800, p2=None, p5=1900), lines(p1=1810, p2=None, p5=1900)
    (fide / "standard_jan26frl.zip").write_bytes(zipped(fide_standard_text(january, before, False), 2))
    (fide / "a_standard_jan26frl.zip").write_bytes(zipped(fide_standard_text(january, after, False), 5))
    (fide / "players_list_dec25.txt").write_text(fide_combined_text(lines(p2=1700, p1=2500)), newline="")
    rapid = fide_standard_text(january, lines(p3=2000), True)
    (fide / "rapid_jan26frl.txt").write_text(rapid, newline="")
    for month, rating in ((2, 1600), (3, 1650)):
        day = date(2026, month, 1)
        text = fide_standard_text(day, lines(p4=rating), True)
        (fide / f"standard_{day:%b}26frl.txt".lower()).write_text(text, newline="")
    card = CbxLine("990105", f"Nome {SURNAMES[5]}", "RN", "999000006", None, (), ())
    (tmp_path / "inbox/cbx/cards/990105.html").write_text(card_html(card))
    return tmp_path


def test_the_right_list_for_each_date(home: Path, run_list: Callable[[Path, str], Path]) -> None:
    draft = run_list(home, "2026-03-08")
    entries = {
        row["fnx_id"]: (row["source_value"], row["source_date"])
        for row in rows_of(draft / "entry_ratings.csv")
        if row["source"] == "fide"
    }
    assert entries == {
        "FNX-1": ("1810", "2026-01-01"),  # dated the base date, and of two contents the later one
        "FNX-2": ("1700", "2025-12-01"),  # the newest list in which they have a rating
        "FNX-4": ("1600", "2026-02-01"),  # enters on 2026-03-01: that day's list is not before it
        "FNX-5": ("1900", "2026-01-01"),  # by the register's id, not the one on the card
    }
    assert {row["fnx_id"] for row in rows_of(draft / "list.csv")} == {f"FNX-{n}" for n in range(1, 6)}
    with connect(Home.open(home).warehouse) as connection:
        found = connection.execute("select code, position from marts.fct_finding order by code").fetchall()
    assert ("fide_id_differs", "FNX-5") in found
    assert [code for code, _ in found].count("fide_list_rebuilt") == 1


def test_nobody_else_of_a_list_and_no_year_of_birth_is_exported(
    home: Path, run_list: Callable[[Path, str], Path]
) -> None:
    draft = run_list(home, "2026-03-08")
    exported = {
        path.name: str(pq.read_table(path).to_pylist()).encode()
        if path.suffix == ".parquet"
        else path.read_bytes()
        for path in draft.rglob("*")
        if path.is_file()
    }
    assert SURNAMES[1].encode() in exported["list.csv"]
    assert SURNAMES[1].encode() in exported["list.parquet"]
    for secret in (OUTSIDER.fide_id, "Forasteira", "Zuleica", "999000006", str(BORN)):
        assert [name for name, content in exported.items() if secret.encode() in content] == [], secret

"""The object of `fnx inspect --json`: which reader an input goes to, and a tournament's keys."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from scrapers import inspection
from scrapers.inspection import inspect
from scrapers.tournaments import limits
from tests.builders.description import Description, Pairing, Player
from tests.builders.sm_text import pairings_text, players_text
from tests.builders.trf import trf

EVENT = Description(
    (
        Player(1, "Silva, Ana", "w", "g", 2050, 2101, "BRA", "999000001", "990001", 1990),
        Player(2, "Souza, B"),
    ),
    ((Pairing(1, 2, "="),), (Pairing(1, None, "U"), Pairing(2, None, "Z"))),
)
FIDE_TXT = f"{'ID Number':15}{'Name':61}Fed Sex Tit  WTit {'OTit':15}FOA SRtng SGm SK B-day Flag\n"
FIDE_ROW = f"{'999000351':15}{'Oiticica, Pedro':61}BRA M {'':31} 1688  0   20 1974\n"
FIDE_OLD = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_a_tournament(tmp_path: Path) -> None:
    found = json.loads(json.dumps(inspect([write(tmp_path, "x.trf", trf(EVENT))])))
    assert list(found) == ["format", "status", "reason", "event", "players", "games", "warnings"]
    assert found["event"] == {
        "name": "Aberto de Teste",
        "city": "Natal",
        "federation": "BRA",
        "start_date": "2026-03-07",
        "end_date": "2026-03-08",
        "rounds": 2,
        "rhythm": "STD",
        "kind": "swiss",
        "source_id": None,
        "revision": None,
    }
    assert found["players"][0] == {
        "number": 1,
        "name": "Silva, Ana",
        "sex": "F",
        "title": "GM",
        "federation": "BRA",
        "fide_id": "999000001",
        "national_id": "990001",
        "birth_year": 1990,
        "fide_rating": 2050,
        "national_rating": 2101,
        "club": None,
        "team": None,
        "national_federation": "BRA",
        "uf": "RN",
    }
    assert found["games"][0] == {
        "round": 1,
        "board": 1,
        "white": 1,
        "black": 2,
        "raw": "=/=",
        "white_score": 0.5,
        "black_score": 0.5,
        "rated": True,
        "reason": None,
    }
    assert found["games"][1]["raw"] == "0000 - U"
    assert found["warnings"] == []


def test_a_pair(tmp_path: Path) -> None:
    files = [write(tmp_path, "p.txt", pairings_text(EVENT)), write(tmp_path, "j.txt", players_text(EVENT))]
    assert inspect(files)["status"] == "ok"


def test_nothing_known(tmp_path: Path) -> None:
    found = inspect([write(tmp_path, "x.txt", "bom dia")])
    assert (found["format"], found["status"]) == ("unknown", "rejected")
    assert found["reason"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        inspect([tmp_path / "nada.trf"])


@pytest.mark.parametrize(
    "text",
    [FIDE_TXT, FIDE_TXT.lower(), FIDE_OLD, FIDE_ROW, "<playerslist>\n<player><fideid>1</fideid>", ""],
)
@pytest.mark.parametrize("zipped", [False, True])
def test_fide_lists_go_to_their_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, zipped: bool
) -> None:
    monkeypatch.setattr(inspection, "_fide_list", lambda path, limit: {"format": "fide", "limit": limit})
    path = write(tmp_path, "lista.txt", text)
    if zipped:
        path = tmp_path / "lista.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("lista.txt", text)
    assert (inspect([path], limit=7) == {"format": "fide", "limit": 7}) == bool(text)


def test_tournament_texts_are_no_fide_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspection, "_fide_list", lambda path, limit: pytest.fail("read as a FIDE list"))
    for text in (trf(EVENT), players_text(EVENT), pairings_text(EVENT), "Nome;Fed;ID\nx;BRA;1"):
        inspect([write(tmp_path, "x.txt", text)])


def test_cbx_pages_and_lists_go_to_their_readers(tmp_path: Path) -> None:
    card = "<html><head><title>Jogador: 990502 - </title></head><body></body></html>"
    assert inspect([write(tmp_path, "990502.html", card)])["format"] == "cbx_card"
    listed = "ID CBX;Nome;UF;ID FIDE;Clássico;Rápido;Blitz\n990001;Silva, Ana;RN;;1800;1810;1790\n"
    assert inspect([write(tmp_path, "2025-12.csv", listed)])["format"] == "cbx_list"
    page = "<html><body><p>chess-results</p><table><tr><td>x</td></tr></table></body></html>"
    assert inspect([write(tmp_path, "p.html", page)])["format"] == "unknown"


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BYTES", 10)
    found = inspect([write(tmp_path, "x.trf", trf(EVENT))])
    assert found["status"] == "rejected"

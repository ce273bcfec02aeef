"""Bad inputs, as people produce them: a clear message each, the exit status promised, no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pytest

from orchestration.publication.publish import publish
from tests.conftest import rows_of

FNX = Path(sys.executable).parent / "fnx"

PLAYERS = """\
fnx_id,name,cbx_id,fide_id,birth_year,birth_proven,sex,uf,recognized,club,city,registered_at
FNX-1,Ana Prado,,999000001,1990,,F,RN,,,Natal,2025-12-01
FNX-2,Bia Quadros,,999000002,1991,,F,RN,,,Natal,2025-12-01
FNX-3,Caio Reis,,999000003,1992,,M,RN,,,Natal,2025-12-01
"""
EVENTS_HEAD = "event_id,name,file,rhythm,start_date,end_date,recognition,homologation_no,homologated_at\n"
GOOD_EVENT = "2026-001,Aberto,um.trf,STD,2026-01-10,2026-01-11,fnx,1,2026-01-12T09:00:00\n"
APPROVALS = """\
approval_id,fnx_id,rating,decided_at,decided_by,grounds
AP1,FNX-1,500,2025-12-15T09:00:00,Presidência,teste
AP2,FNX-2,500,2025-12-15T09:00:00,Presidência,teste
"""
TRF = """\
012 Aberto
042 2026/01/10
052 2026/01/11
062 2
142 1
001    1 w    Prado, Ana                           0 BRA   999000001 1990/00/00  1.0    1     2 w 1
001    2 w    Quadros, Bia                         0 BRA   999000002 1991/00/00  0.0    2     1 b 0
"""


def fnx(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(FNX), *arguments], capture_output=True, text=True, check=False)


def home_with(root: Path, **registers: str) -> Path:
    (root / "registry").mkdir(parents=True)
    (root / "inbox" / "events").mkdir(parents=True)
    (root / "inbox" / "events" / "um.trf").write_text(TRF, encoding="utf-8")
    files = {
        "players": PLAYERS,
        "events": EVENTS_HEAD + GOOD_EVENT,
        "rating_approvals": APPROVALS,
        **registers,
    }
    for name, text in files.items():
        (root / "registry" / f"{name}.csv").write_text(text, encoding="utf-8")
    return root


def events_of(draft: Path) -> dict[str, tuple[str, str]]:
    return {row["event_id"]: (row["status"], row["reason"]) for row in rows_of(draft / "events.csv")}


def test_events_with_problems_are_pending_with_a_reason_and_the_rest_of_the_list_comes_out(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    day = "2026-01-17,2026-01-17,fnx"
    home = home_with(
        tmp_path / "home",
        events=EVENTS_HEAD
        + GOOD_EVENT
        + f"2026-002,Sem arquivo,falta.trf,STD,{day},2,2026-01-18T09:00:00\n"
        + f"2026-003,Vazio,vazio.trf,STD,{day},3,2026-01-18T09:00:00\n"
        + f"2026-004,Pasta,pasta.trf,STD,{day},4,2026-01-18T09:00:00\n"
        + f"2026-005,Gêmeo,gemeo.trf,STD,{day},5,2026-01-18T09:00:00\n"
        + f"2026-006,Gêmea,gemea.trf,STD,{day},5,2026-01-18T09:00:00\n"
        + "2026-007,Data,data.trf,STD,2026-02-30,2026-01-17,fnx,7,2026-01-18T09:00:00\n"
        + f"2026-008,Fora,../fora.trf,STD,{day},8,2026-01-18T09:00:00\n"
        + f"2026-009,Ritmo,ritmo.trf,Lento,{day},9,2026-01-18T09:00:00\n"
        + f"2026-010,Binário,velho.tun,STD,{day},10,2026-01-18T09:00:00\n"
        + "2026-011,Outra UF,outra.trf,STD,2026-01-17,2026-01-17,cbx_calendar,11,2026-01-18T09:00:00\n"
        + "2026-012,Ninguém,ninguem.trf,STD,2026-01-17,2026-01-17,fnx,12,2026-01-18T09:00:00\n",
    )
    inbox = home / "inbox" / "events"
    (inbox / "vazio.trf").write_bytes(b"")
    (inbox / "pasta.trf").mkdir()
    (inbox / "velho.tun").write_bytes(bytes(range(256)) * 8)
    for number, name in enumerate(("gemeo", "gemea", "data", "ritmo", "outra")):
        (inbox / f"{name}.trf").write_text(
            TRF.replace("012 Aberto", f"012 Aberto {number}"), encoding="utf-8"
        )
    (inbox / "ninguem.trf").write_text(TRF.replace("999000002", "999999999"), encoding="utf-8")
    draft = run_list(home, "2026-02-01")
    events = events_of(draft)
    assert events.pop("2026-001") == ("included", "")
    assert {status for status, _ in events.values()} == {"pending"}
    expected = {
        "2026-002": "falta.trf não está em inbox/events",
        "2026-003": "arquivo recusado",
        "2026-004": "é uma pasta",
        "2026-005": "número de homologação 5 repetido",
        "2026-006": "número de homologação 5 repetido",
        "2026-007": "data de início ausente ou inválida",
        "2026-008": "nome de arquivo válido",
        "2026-009": "ritmo ausente ou não reconhecido",
        "2026-010": "arquivo recusado",
        "2026-011": "calendário CBX fora do RN",
        "2026-012": "falta identificar 1 jogador com partida: nº 2 Quadros, Bia",
    }
    assert {code: text in events[code][1] for code, text in expected.items()} == dict.fromkeys(
        expected, True
    ), events
    assert [row["rating"] for row in rows_of(draft / "list.csv")] == ["513", "488"]
    report = (draft / "relatorio.html").read_text(encoding="utf-8")
    assert "events.csv, linha 8, coluna start_date" in report


def test_a_changed_tournament_file_is_not_used_until_a_correction_names_it(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    home = home_with(tmp_path / "home")
    before = run_list(home, "2026-01-18")
    changed = TRF.replace("2 w 1", "2 w 0").replace("1 b 0", "1 b 1")
    (home / "inbox" / "events" / "um.trf").write_text(changed, encoding="utf-8")
    unchanged = run_list(home, "2026-01-18")
    assert (unchanged / "list.csv").read_bytes() == (before / "list.csv").read_bytes()
    assert "um.trf mudou depois de lido" in (unchanged / "relatorio.html").read_text(encoding="utf-8")
    (home / "registry" / "corrections.csv").write_text(
        "correction_id,registered_at,registered_by,kind,event_id,round,number,fnx_id,value,appeal_id,grounds\n"
        "CO1,2026-01-20T09:00:00,Comissão,replace_file,2026-001,,,,um.trf,,arquivo refeito\n",
        encoding="utf-8",
    )
    corrected = run_list(home, "2026-01-18")
    ratings = {row["fnx_id"]: row["rating"] for row in rows_of(corrected / "list.csv")}
    assert ratings == {"FNX-1": "488", "FNX-2": "513"}


def test_a_register_row_that_changed_or_vanished_after_a_list_used_it_is_reported(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    home = home_with(tmp_path / "home")
    run_list(home, "2026-01-18")
    publish(home / "exports", date(2026, 1, 18), datetime(2026, 1, 21, 8))
    players = PLAYERS.replace("Bia Quadros,,999000002,1991", "Bia Quadros,,999000002,1992")
    players = players.replace("FNX-3,Caio Reis,,999000003,1992,,M,RN,,,Natal,2025-12-01\n", "")
    (home / "registry" / "players.csv").write_text(players, encoding="utf-8")
    draft = run_list(home, "2026-01-25")
    report = (draft / "relatorio.html").read_text(encoding="utf-8")
    assert "a linha FNX-2 mudou depois que uma lista publicada a usou (birth_year)" in report
    assert "a linha FNX-3, que uma lista publicada usou, não está mais no registro" in report
    assert "1992" not in report
    audit = json.loads((draft / "manifest.json").read_text("utf-8"))["audit"]
    failed = [check["name"] for check in audit if not check["passed"]]
    assert failed == ["registers_kept"]


def test_two_ids_of_one_person_hold_only_the_events_they_touch(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    home = home_with(
        tmp_path / "home",
        players=PLAYERS + "FNX-4,Ana Prado,,999000001,1985,,F,RN,,,Natal,2025-12-01\n",
        events=EVENTS_HEAD
        + GOOD_EVENT
        + "2026-002,Outro,dois.trf,STD,2026-01-12,2026-01-12,fnx,2,2026-01-13T09:00:00\n",
    )
    other = TRF.replace("999000001", "999000003").replace("Prado, Ana", "Reis, Caio").replace("1990", "1992")
    (home / "inbox" / "events" / "dois.trf").write_text(other, encoding="utf-8")
    events = events_of(run_list(home, "2026-01-18"))
    assert events["2026-001"][0] == "pending"
    assert "identificações contraditórias" in events["2026-001"][1]
    assert events["2026-002"][0] == "included"


def test_the_id_of_somebody_else_holds_the_event_until_a_decision(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    home = home_with(tmp_path / "home")
    wrong = TRF.replace("999000001", "999000003").replace("1990/00/00", "          ")
    (home / "inbox" / "events" / "um.trf").write_text(wrong, encoding="utf-8")
    draft = run_list(home, "2026-01-18")
    status, reason = events_of(draft)["2026-001"]
    assert (status, "(identificações contraditórias)" in reason) == ("pending", True)
    report = (draft / "relatorio.html").read_text(encoding="utf-8")
    assert "o ID FIDE 999000003 é de FNX-3, com um nome que nada tem do que está no arquivo" in report
    (home / "registry" / "identity_decisions.csv").write_text(
        "decision_id,decided_at,decided_by,action,subject,target,grounds\n"
        "DE1,2026-01-14T09:00:00,Comissão,same,2026-001#1,FNX-1,ficha de inscrição\n",
        encoding="utf-8",
    )
    settled = run_list(home, "2026-01-18")
    assert events_of(settled)["2026-001"] == ("included", "")
    assert {row["fnx_id"] for row in rows_of(settled / "event_results.csv")} == {"FNX-1", "FNX-2"}


def test_unusable_registers_block_publication_and_each_is_named(tmp_path: Path) -> None:
    home = home_with(tmp_path / "home")
    (home / "registry" / "players.csv").write_text("nome,clube\nAna,X\n", encoding="utf-8")
    (home / "registry" / "previous_ratings.csv").write_bytes(b"\x00\x01\x02\xff" * 50)
    (home / "registry" / "corrections.csv").write_bytes(b"")
    (home / "registry" / "appeals.csv").mkdir()
    ran = fnx("run", "--home", str(home), "--cutoff", "2026-01-18")
    assert ran.returncode == 3, ran.stderr
    assert "Traceback" not in ran.stderr
    for expected in ("fnx_id", "previous_ratings.csv", "corrections.csv", "appeals.csv: é uma pasta"):
        assert expected in ran.stdout
    published = fnx("publish", "--home", str(home), "--cutoff", "2026-01-18")
    assert published.returncode == 3
    assert "Registros" in published.stderr
    assert not (home / "exports" / "2026-01-18").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ("run", "--home", "{home}", "--cutoff", "2026-01-19"),
            "not a Sunday; the nearest cut-offs are 2026-01-18",
        ),
        (("run", "--home", "{home}", "--cutoff", "2999-01-06"), "not over yet"),
        (("run", "--home", "{home}", "--cutoff", "2026-13-01"), "expected a date"),
        (("run", "--home", "{home}/none"), "there is no data home"),
        (("run", "--home", "{home}/registry/players.csv"), "is not a folder"),
        (("inspect", "{home}/none.trf"), "there is no file"),
        (("init", "{home}/registry/players.csv"), "is a file"),
        (("init", "{home}", "--sample"), "already has registers"),
    ],
)
def test_bad_usage_says_what_to_do(arguments: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    home = home_with(tmp_path / "home")
    ran = fnx(*(argument.format(home=home) for argument in arguments))
    assert ran.returncode == 2
    assert expected in ran.stderr
    assert "Traceback" not in ran.stderr


def test_settings_that_nobody_understands_are_named(tmp_path: Path) -> None:
    home = home_with(tmp_path / "home")
    for text, expected in (
        ("k_granularity = ", "not a readable TOML file"),
        ('[policies]\nk_granularity = "round"', "k_granularity"),
        ('system = "chess960"', "chess960"),
    ):
        (home / "pool.toml").write_text(text, encoding="utf-8")
        ran = fnx("run", "--home", str(home), "--cutoff", "2026-01-18")
        assert ran.returncode == 2
        assert expected in ran.stderr
        assert "Traceback" not in ran.stderr

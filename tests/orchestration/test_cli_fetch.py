"""`fnx fetch` as a command, against the replica: what it prints, keeps and exits with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from orchestration.cli.app import app
from tests.orchestration.fetch_homes import Visits, visits


@pytest.fixture
def trip(tmp_path: Path) -> Iterator[Visits]:
    with visits(tmp_path / "home") as made:
        made.write_settings()
        yield made


def fnx(trip: Visits, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["fetch", *arguments, "--home", str(trip.home.root)])


def test_a_dry_run_says_what_and_why_and_asks_nothing(trip: Visits) -> None:
    result = fnx(trip, "cbx", "--dry-run")
    assert result.exit_code == 0, result.output
    assert f"{trip.site.url}/jogador/990003   sem cartão; joga em evento registrado" in result.output
    assert "nunca visitada" in result.output and "ainda permite 300" in result.output
    assert fnx(trip, "fide", "--dry-run").output.count("/download/") == 2
    assert trip.site.requests == []


def test_the_card_of_one_player(trip: Visits) -> None:
    result = fnx(trip, "cbx", "--player", "0990001", "--player", "990777")
    assert result.exit_code == 0, result.output
    assert "1 novos, 0 sem mudança, 1 não encontrados, 0 problemas; 3 pedidos" in result.output
    assert "? " + trip.site.url in result.output and "+ ID CBX 990001" in result.output
    assert [path.name[:7] for path in trip.home.cbx_cards.iterdir()] == ["990001-"]


def test_a_visit_to_fide(trip: Visits) -> None:
    assert "2 novos" in fnx(trip, "fide").output
    assert "2 sem mudança" in fnx(trip, "fide").output


def test_a_site_that_is_down_is_status_3(trip: Visits) -> None:
    trip.site.faults["/robots.txt"] = ["503"]
    result = fnx(trip, "cbx")
    assert result.exit_code == 3
    assert "the visit to cbx was cut short" in result.output
    assert "visitas ruins seguidas: 1" in result.output and "Ficaram 5 para a próxima visita" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cbx", "--player", "ana"], "digits only"),
        (["fide", "--player", "990001"], "use it with fnx fetch cbx"),
        (["lichess"], "lichess"),
    ],
)
def test_bad_usage_is_status_2(trip: Visits, arguments: list[str], message: str) -> None:
    result = fnx(trip, *arguments)
    assert (result.exit_code, message in result.output) == (2, True)


def test_nobody_is_asked_anonymously(trip: Visits) -> None:
    trip.home.pool_file.write_text("[fetch]\ncontact = ' '\n", encoding="utf-8")
    result = fnx(trip, "cbx")
    assert (result.exit_code, "set contact" in result.output) == (2, True)
    assert "Falta contact" in fnx(trip, "cbx", "--dry-run").output

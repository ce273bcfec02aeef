"""The page for people and the terminal's summary: complete, escaped, without network, in Portuguese."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from orchestration.publication.draft import write_draft
from orchestration.publication.plots import rating_plot_svg
from orchestration.publication.summary import run_summary_pt
from orchestration.publication.wording import (
    correction_value_pt,
    month_pt,
    period_pt,
    ranking_pt,
    signed_pt,
)
from tests.orchestration.publication_marts import FIRST, SECOND, context, failing, marts

_VOID = {"meta", "link", "br", "img", "hr", "input"}


class _Page(HTMLParser):
    """Tags in order of closing, texts, and whether every tag is closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def _page(html: str) -> _Page:
    page = _Page()
    page.feed(html)
    assert page.open == []
    return page


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = write_draft(
        marts(SECOND), tmp_path_factory.mktemp("second"), failing(context(SECOND), blocking=True)
    )
    return (folder / "relatorio.html").read_text(encoding="utf-8")


def test_text_from_outside_is_escaped(second: str) -> None:
    page = _page(second)
    assert not {"script", "b", "i", "sem"} & {tag for tag, _ in page.tags}
    shown_as_written = (
        "<script>alert(1)</script>",
        "=1+1",
        "Aberto <b>de</b> Natal",
        "falta a homologação & o arquivo",
        "mesmo torneio <i>duas</i> vezes",
        "2 partidas <sem> razão",
        "Rating FNX <2026>",
    )
    for shown in shown_as_written:
        assert shown in page.text


def test_page_is_self_contained(second: str) -> None:
    assert not re.search(r"(https?:)?//|@import|url\(", second.replace("<!doctype html>", ""))
    page = _page(second)
    targets = [attrs["href"] for tag, attrs in page.tags if tag == "a"]
    identifiers = {f"#{attrs['id']}" for _, attrs in page.tags if "id" in attrs}
    assert {target for target in targets if target and target.startswith("#")} <= identifiers
    assert "list.csv" in targets


def test_page_is_accessible(second: str) -> None:
    page = _page(second)
    tags = [tag for tag, _ in page.tags]
    assert ("html", {"lang": "pt-BR"}) in page.tags
    assert tags.count("table") == tags.count("caption") == tags.count("thead")
    assert all(attrs.get("scope") in {"col", "row"} for tag, attrs in page.tags if tag == "th")
    assert tags.count("h1") == 1
    assert any(
        tag == "svg" and attrs.get("role") == "img" and attrs.get("aria-label") for tag, attrs in page.tags
    )


def test_page_tells_the_list(second: str) -> None:
    text = " ".join(_page(second).text.split())
    assert "08/02/2026, domingo, 23h59" in text
    assert "11/02/2026, quarta-feira" in text
    assert "<dt>Lista anterior</dt><dd>01/02/2026</dd>" in second
    assert "▲ +20" in text and "▼ −12" in text
    for heading in ("Entraram", "Subiram", "Caíram", "Pendentes", "Retirados", "Sub-8 feminino (1)"):
        assert heading in text
    assert "reprovada (impede a publicação)" in text
    assert "K ordinário & clássico" in text
    assert "duplicidade (C1)" in text


def test_first_list_has_nothing_to_compare(tmp_path: Path) -> None:
    html = (write_draft(marts(), tmp_path, context()) / "relatorio.html").read_text(encoding="utf-8")
    text = _page(html).text
    assert "esta é a primeira" in text
    assert "não há anterior com que comparar" in text
    assert "Variação</th>" not in html
    assert '<span class="id">E1</span> <span class="new">novo</span>' in html


def test_weeks_without_a_list_are_told(tmp_path: Path) -> None:
    for weeks, told in (
        (1, None),
        (2, "(sem lista em 1 semana entre as duas)"),
        (4, "(sem lista em 3 semanas"),
    ):
        about = replace(context(SECOND), previous_list=SECOND - timedelta(weeks=weeks))
        html = (write_draft(marts(SECOND), tmp_path / str(weeks), about) / "relatorio.html").read_text(
            "utf-8"
        )
        assert told in html if told else "sem lista em" not in html


def test_numbers_are_those_of_the_methodology_in_force(tmp_path: Path) -> None:
    """Arts. 7, 22: floor and days of appeal; with several versions, the floor in force as each event ends."""
    base = context(SECOND)
    numbers = {"floor": "120", "appeal_days": "10"}
    one = replace(base, methodology=replace(base.methodology, numbers=numbers))
    html = (write_draft(marts(SECOND), tmp_path / "one", one) / "relatorio.html").read_text("utf-8")
    assert "com o piso de 120 pontos" in html
    assert html.count("10 dias corridos") == 2
    versions = ({"version": "a"}, {"version": "b"})
    several = replace(base, methodology=replace(base.methodology, numbers=numbers, versions=versions))
    html = (write_draft(marts(SECOND), tmp_path / "two", several) / "relatorio.html").read_text("utf-8")
    assert "com o piso em vigor no encerramento do evento" in html


def test_who_moved_on_a_base_date_is_told(tmp_path: Path) -> None:
    """Policy ``annual_rollover = reassess``: only base dates since the list before, and only real moves."""
    con = marts(SECOND)
    for source, converted, day, chosen in (
        ("transported", 880, "2026-02-05", False),
        ("fide", 900, "2026-02-05", True),
        ("transported", 700, "2025-02-05", False),
        ("fide", 777, "2025-02-05", True),
    ):
        con.execute(
            "INSERT INTO marts.fct_reassessment (pool, list, fnx_id, base_date, source, converted, chosen) "
            "VALUES ('FNX', ?, 'FNX-1', ?, ?, ?, ?)",
            [SECOND, day, source, converted, chosen],
        )
    html = (write_draft(con, tmp_path, context(SECOND)) / "relatorio.html").read_text("utf-8")
    section = html[html.index("Reapuração na data-base</h3>") :][:1200]
    assert "05/02/2026" in section and "880" in section and "<strong>900</strong>" in section
    assert "777" not in section


def test_corrections_and_revisions_say_which_is_behind_which(tmp_path: Path) -> None:
    con = marts(SECOND)
    con.execute("UPDATE marts.fct_correction SET first_list = list, kind = 'result', value = '0.5'")
    (event_id, fnx_id) = con.execute(
        "SELECT event_id, fnx_id FROM marts.fct_revision LIMIT 1"
    ).fetchone() or ("", "")
    con.execute("UPDATE marts.fct_correction SET event_id = ?, players_affected = ?", [event_id, fnx_id])
    con.execute("UPDATE marts.fct_revision SET kind = 'corrected' WHERE event_id = ?", [event_id])
    html = (write_draft(con, tmp_path, context(SECOND)) / "relatorio.html").read_text("utf-8")
    assert "resultado: <strong>empate</strong>" in html
    assert "partidas ou pontos corrigidos (C1)" in html
    assert "Origem:" in html and "(correção C1)" in html


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        ("result", "0,5", "empate"),
        ("result", "unplayed", "não jogada"),
        ("rhythm", "BLZ", "blitz"),
        ("event", "end_date=2026-04-11", "encerramento: 11/04/2026"),
        ("event", "end_date=2026-04-11; end_time=18:30", "encerramento: 11/04/2026; horário: 18:30"),
        ("event", "category=Sub-14;Feminino", "categoria: Sub-14;Feminino"),
        ("entry_rating", "640", "640"),
        (None, None, ""),
    ],
)
def test_values_of_corrections_in_words(kind: str | None, value: str | None, told: str) -> None:
    assert correction_value_pt(kind, value) == told


def test_periods_and_months_in_words() -> None:
    day = date(2026, 1, 18)
    assert period_pt(date(2026, 1, 17), day) == "17 a 18/01/2026"
    assert period_pt(date(2025, 12, 30), day) == "30/12/2025 a 18/01/2026"
    assert period_pt(date(2026, 1, 30), date(2026, 2, 1)) == "30/01 a 01/02/2026"
    assert (period_pt(day, day), period_pt(None, day), period_pt(day, None)) == ("18/01/2026",) * 2 + ("",)
    assert month_pt("2026-02") == "fev/2026"


def test_inactive_players_are_in_no_highlight(tmp_path: Path) -> None:
    con = marts(SECOND)
    con.execute("UPDATE marts.fct_list SET previous_rating = NULL, change = NULL WHERE fnx_id = 'FNX-6'")
    html = (write_draft(con, tmp_path, context(SECOND)) / "relatorio.html").read_text(encoding="utf-8")
    news = html[html.index('id="novidades"') : html.index('id="rankings"')]
    assert "Inácio Parado" not in news
    assert "Inácio Parado" in html[html.index('id="rankings"') :]


def test_no_birth_year_in_any_file(tmp_path: Path) -> None:
    folder = write_draft(marts(), tmp_path, context())
    for path in folder.iterdir():
        assert b"2011" not in path.read_bytes() or path.suffix == ".parquet", path.name
    assert "birth_year_differs" in (folder / "relatorio.html").read_text(encoding="utf-8")


def test_plot_counts_everybody() -> None:
    svg = rating_plot_svg([100, 149, 150, 900])
    assert re.findall(r"<title>([^<]+)</title>", svg) == ["100 a 149: 2", "150 a 199: 1", "900 a 949: 1"]
    assert rating_plot_svg([]) == ""
    assert not re.search(r"\d\.\d", svg)
    assert "<rect" in rating_plot_svg(range(100, 2900, 10))


@pytest.mark.parametrize(
    ("ranking", "title"),
    [
        ("geral", "Geral"),
        ("feminino", "Feminino"),
        ("sub-05", "Sub-5"),
        ("sub-20-feminino", "Sub-20 feminino"),
        ("o50", "O50 (50 anos ou mais)"),
        ("o75-feminino", "O75 feminino (75 anos ou mais)"),
        ("novo", "novo"),
    ],
)
def test_ranking_titles(ranking: str, title: str) -> None:
    assert ranking_pt(ranking) == title


def test_signs() -> None:
    assert [signed_pt(value) for value in (3, 0, -3)] == ["+3", "0", "−3"]


def test_summary_says_what_waits_and_why(tmp_path: Path) -> None:
    con = marts(SECOND)
    con.execute("UPDATE marts.dim_event SET name = 'Blitz ' || chr(27) || '[31m' WHERE event_id = 'E2'")
    folder = write_draft(con, tmp_path, failing(context(SECOND), blocking=True))
    text = run_summary_pt(folder)
    assert "lista de 08/02/2026 (rascunho)" in text
    assert "Eventos incluídos (1):" in text
    assert "falta a homologação & o arquivo" in text
    assert "  1   900  =1+1  +20" in text
    assert "[bloqueante] Partidas: 2 partidas <sem> razão" in text
    assert "7 de 8 verificações" in text
    assert str(folder) in text
    assert chr(27) not in text  # text from outside gives the terminal no orders


def test_summary_of_an_empty_list(tmp_path: Path) -> None:
    con = marts()
    for table in ("fct_list", "fct_ranking", "dim_event"):
        con.execute(f"DELETE FROM marts.{table}")
    folder = write_draft(con, tmp_path, context())
    assert "ninguém ativo ainda" in run_summary_pt(folder)
    assert "não há ranking" in (folder / "relatorio.html").read_text(encoding="utf-8")
    assert FIRST.isoformat() in str(folder)

"""CBX cards: what a whole card says, and why other pages are refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapers.cbx import CbxCard, CbxMonth, CbxTournament, card_json, read_card
from scrapers.cbx.variation import CbxVariation
from scrapers.records import InputFile

TOURNAMENTS = (
    "<tr><td><strong>9101 - Aberto - Fase (Final) 2</strong>"
    "<span>08/11/2025 a 09/11/2025 (Cl&aacute;ssico)</span></td></tr>",
    "<tr><td><strong>9100 - Noturno</strong><span>08/11/2025 a 08/11/2025 (3'+2&quot;)</span></td></tr>",
)
MONTHS = (
    "<tr><td>Nov/2025</td><td>1822</td><td></td><td>1800</td></tr>",
    "<tr><td>Out/2025</td><td>1800</td><td>1800</td><td>1800</td></tr>",
)
HEADINGS = ("M&ecirc;s/Ano", "Cl&aacute;ssico", "R&aacute;pido", "Blitz")
PLAYER = (
    "<h2>ANA D&#39;&Aacute;VILA</h2><span>Data Nasc.: 09/02/2011</span> "
    "<span>UF: RN</span> <span>ID FIDE: 999000001</span>"
)
GRID = '<table class="grid" id="ContentPlaceHolder1_'


def page(
    player: str | None = PLAYER,
    tournaments: Sequence[str] | None = TOURNAMENTS,
    months: Sequence[str] | None = MONTHS,
    headings: Sequence[str] = HEADINGS,
    title: str = "Jogador: 990001 - ANA",
) -> str:
    block = "" if player is None else f'<div id="dados-jogador-row1">{player}</div>'
    grids: list[str] = []
    if tournaments is not None:
        grids += [f'{GRID}gdvTorneios">', *tournaments, "</table>"]
    if months is not None:
        head = "".join(f"<th>{heading}</th>" for heading in headings)
        grids.append(f'{GRID}gdvRating"><caption>Evolu&ccedil;&atilde;o Rating</caption>')
        grids += [f"<tr>{head}</tr>", *months, "</table>"]
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html><head><meta charset="utf-8"><title>{title}</title></head><body>',
            f'<form method="post" action="/jogador/990001"><div id="dados-jogador">{block}</div>',
            *grids,
            "</form></body></html>",
        )
    )


def read(html: str, name: str = "990001.html", encoding: str = "utf-8") -> CbxCard:
    return read_card(InputFile(name, html.encode(encoding)))


def codes(card: CbxCard) -> list[str]:
    return [finding.code for finding in card.findings]


def tournament(cell: str) -> CbxTournament:
    card = read(page(tournaments=[f"<tr><td>{cell}</td></tr>"]))
    assert card.status == "ok", card.reason
    return card.tournaments[0]


def test_whole_card() -> None:
    card = read(page())
    assert card == CbxCard(
        status="ok",
        cbx_id="990001",
        name="ANA D'ÁVILA",
        uf="RN",
        fide_id="999000001",
        birth_year=2011,
        ratings=(CbxMonth("2025-11", 1822, None, 1800), CbxMonth("2025-10", 1800, 1800, 1800)),
        tournaments=(
            CbxTournament("9101", "Aberto - Fase (Final) 2", "2025-11-08", "2025-11-09", "STD"),
            CbxTournament("9100", "Noturno", "2025-11-08", "2025-11-08", "BLZ"),
        ),
    )


def test_columns_are_found_by_heading_in_any_order_and_vocabulary() -> None:
    months = ["<tr><td>3</td><td>1</td><td>Mar/2025</td><td>2</td></tr>"]
    card = read(page(months=months, headings=["BLZ", "STD", "Mês/Ano", "RPD"]))
    assert card.ratings == (CbxMonth("2025-03", 1, 2, 3),)


@pytest.mark.parametrize(
    ("text", "month"),
    [("Fev/2024", "2024-02"), ("MAI/2024", "2024-05"), ("Dezembro/2024", "2024-12"), ("09/2024", "2024-09")],
)
def test_months(text: str, month: str) -> None:
    card = read(page(months=[f"<tr><td>{text}</td><td>1800</td><td>1800</td><td>1800</td></tr>"]))
    assert card.ratings[0].month == month


@pytest.mark.parametrize("text", ["Xyz/2024", "Jan/0205", "13/2024", "2024"])
def test_impossible_months_are_reported(text: str) -> None:
    card = read(page(months=[f"<tr><td>{text}</td><td>1800</td><td>1800</td><td>1800</td></tr>"]))
    assert (card.status, card.ratings, codes(card)) == ("ok", (), ["month"])


def test_month_twice_keeps_the_upper_row() -> None:
    months = [*MONTHS, "<tr><td>Nov/2025</td><td>1900</td><td></td><td>1800</td></tr>"]
    card = read(page(months=months))
    assert [(m.month, m.std) for m in card.ratings] == [("2025-11", 1822), ("2025-10", 1800)]
    assert codes(card) == ["month_twice"]


@pytest.mark.parametrize(
    ("cell", "value"),
    [("1.822", 1822), ("1822,00", 1822), ("", None), ("-", None), ("&nbsp;", None), ("0", None)],
)
def test_rating_cells(cell: str, value: int | None) -> None:
    card = read(page(months=[f"<tr><td>Nov/2025</td><td>{cell}</td><td></td><td></td></tr>"]))
    assert (card.ratings[0].std, codes(card)) == (value, [])


@pytest.mark.parametrize("cell", ["A1822", "18223", "+12"])
def test_rating_cells_that_are_no_rating(cell: str) -> None:
    card = read(page(months=[f"<tr><td>Nov/2025</td><td>{cell}</td><td></td><td></td></tr>"]))
    assert (card.ratings[0].std, codes(card)) == (None, ["rating"])


@pytest.mark.parametrize(
    ("bracket", "rhythm"),
    [
        ("Clássico", "STD"),
        ("Rápido", "RPD"),
        ("Blitz", "BLZ"),
        ("STD", "STD"),
        ("RPD", "RPD"),
        ("BLZ", "BLZ"),
        ("Ritmo: Rápido", "RPD"),
        ("10'+5''", "RPD"),
        ("5'+5''", "BLZ"),
        ("8'+3''", "RPD"),
        ("60'", "STD"),
        ("59'", "RPD"),
        ("90 min + 30 s", "STD"),
        ("1h30+30", "STD"),
        ("15+10", "RPD"),
        ("2025", None),
        ("Rápido e Blitz", None),
        ("", None),
    ],
)
def test_rhythm_of_a_tournament(bracket: str, rhythm: str | None) -> None:
    found = tournament(
        f"<strong>1 - Aberto de Blitz</strong><span>01/02/2025 a 02/02/2025 SS6 ({bracket})</span>"
    )
    assert found.rhythm == rhythm


def test_unknown_rhythm_is_reported() -> None:
    card = read(
        page(tournaments=["<tr><td><strong>7 - A</strong><span>01/02/2025 a 02/02/2025</span></td></tr>"])
    )
    assert card.tournaments[0].rhythm is None
    assert codes(card) == ["tournament_rhythm"]


def test_tournament_without_bold_name_and_with_a_date_in_it() -> None:
    found = tournament("9422/25 - Copa 01/01/2024 - RN <span>08/11/2025 a 09/11/2025 (RPD)</span>")
    assert found == CbxTournament("9422", "Copa 01/01/2024 - RN", "2025-11-08", "2025-11-09", "RPD")


def test_tournament_of_one_date_and_cells_beside_it() -> None:
    card = read(
        page(
            tournaments=[
                "<tr><th>Torneio</th><th>Var.</th></tr>",
                "<tr><td><strong>7 - A</strong><span>01/02/2025 (RPD)</span></td><td>+12,5</td></tr>",
            ]
        )
    )
    assert card.tournaments == (
        CbxTournament("7", "A", "2025-02-01", "2025-02-01", "RPD", CbxVariation(change=Decimal("12.5"))),
    )


COLUMNS = (
    "<tr><th>Torneio</th><th>Rating Anterior</th><th>K</th><th>Varia&ccedil;&atilde;o</th>"
    "<th>Rating Novo</th></tr>"
)


def columns(*cells: str) -> str:
    rest = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr><td><strong>7 - Copa 10 - (Fase 2)</strong>01/02/2025 a 02/02/2025 (RPD)</td>{rest}</tr>"


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("1.822", "25", "-12,40", "1809,6"), ("1822", "25", "-12.4", "1809.6")),
        (("1822", "15", "−3.75", "1818.25"), ("1822", "15", "-3.75", "1818.25")),
        (("1822,00", "10", "–0,5", ""), ("1822", "10", "-0.5", None)),
        (("-", "", "+ 7", "1.829,5"), (None, None, "7", "1829.5")),
    ],
)
def test_columns_of_the_variation_are_read_where_headings_name_them(
    cells: tuple[str, ...], values: tuple[str | None, ...]
) -> None:
    card = read(page(tournaments=[COLUMNS, columns(*cells)]))
    (found,) = card.tournaments
    assert (found.name, found.end_date, found.rhythm) == ("Copa 10 - (Fase 2)", "2025-02-02", "RPD")
    (shown,) = card_json(card)["tournaments"]  # type: ignore[misc,attr-defined]
    assert (shown["rating_before"], shown["k"], shown["change"], shown["rating_after"]) == values
    assert codes(card) == []


def test_an_unreadable_variation_and_an_unknown_heading_are_reported_not_guessed() -> None:
    headings = COLUMNS.replace("<th>K</th>", "<th>Pontua&ccedil;&atilde;o</th>")
    card = read(page(tournaments=[headings, columns("1822", "25", "12,4 pts", "1834")]))
    assert card.tournaments[0].variation == CbxVariation(Decimal(1822), Decimal(1834))
    assert codes(card) == ["unknown_column", "variation"]
    twice = COLUMNS.replace("<th>K</th>", "<th>Var.</th>")
    card = read(page(tournaments=[twice, columns("1822", "25", "12,4", "1834")]))
    assert card.tournaments[0].variation == CbxVariation(Decimal(1822), Decimal(1834))
    assert codes(card) == ["unknown_column"]


def test_a_change_beside_the_monthly_ratings_is_no_rating() -> None:
    headings = ["Mês/Ano", "Clássico", "Variação Clássico", "Rápido", "Blitz"]
    months = ["<tr><td>Nov/2025</td><td>1822</td><td>120</td><td></td><td>1800</td></tr>"]
    card = read(page(months=months, headings=headings))
    assert (card.ratings, codes(card)) == ((CbxMonth("2025-11", 1822, None, 1800),), ["unknown_column"])


@pytest.mark.parametrize(
    ("html", "refusal"),
    [
        ("", "empty"),
        (page()[:-30], "cut_off"),
        (page(player=None, tournaments=None, months=None), "not_found"),
        (page(player=None), "layout_changed"),
        (page(headings=["Mês/Ano", "Longo", "Rápido", "Blitz"]), "layout_changed"),
        ("<html><body>Em manutenção</body></html>", "error_page"),
    ],
)
def test_the_kind_of_refusal(html: str, refusal: str) -> None:
    assert read(html).refusal == refusal


@pytest.mark.parametrize(
    ("dates", "start", "end"),
    [
        ("28/06/0205 a 28/06/0205", None, None),
        ("31/02/2025 a 01/03/2025", None, "2025-03-01"),
        ("04/04/2025 a 04/04/0225", "2025-04-04", None),
        ("em breve", None, None),
    ],
)
def test_impossible_dates_are_null_with_a_warning(dates: str, start: str | None, end: str | None) -> None:
    card = read(page(tournaments=[f"<tr><td><strong>7 - A</strong><span>{dates} (RPD)</span></td></tr>"]))
    assert (card.tournaments[0].start_date, card.tournaments[0].end_date) == (start, end)
    assert codes(card) == ["tournament_date"]


def test_tournament_twice_is_counted_once() -> None:
    card = read(page(tournaments=[*TOURNAMENTS, TOURNAMENTS[0]]))
    assert [t.id for t in card.tournaments] == ["9101", "9100"]
    assert codes(card) == ["tournament_twice"]


def test_pages_that_continue_elsewhere_are_reported() -> None:
    pager = (
        '<tr class="grid-pager"><td colspan="4"><table><tr><td><span>1</span></td>'
        "<td><a href=\"javascript:__doPostBack('ctl00$gdv','Page$2')\">2</a></td></tr></table></td></tr>"
    )
    card = read(page(tournaments=[*TOURNAMENTS, pager], months=[*MONTHS, pager]))
    assert (card.status, len(card.tournaments), len(card.ratings)) == ("ok", 2, 2)
    assert codes(card) == ["more_pages", "more_pages"]


def test_card_without_grids_ids_or_birth() -> None:
    card = read(page(player="<h2>ANA</h2>", tournaments=None, months=None))
    assert (card.status, card.fide_id, card.uf, card.birth_year) == ("ok", None, None, None)
    assert (card.ratings, card.tournaments) == ((), ())


def test_empty_grids_say_so() -> None:
    note = '<tr><td colspan="4">Nenhum registro encontrado.</td></tr>'
    card = read(page(tournaments=[note], months=[note]))
    assert (card.status, card.ratings, card.tournaments) == ("ok", (), ())


@pytest.mark.parametrize("fide", ["0", "", "-"])
def test_no_fide_id(fide: str) -> None:
    card = read(page(player=f"<h2>ANA</h2><span>ID FIDE: {fide}</span> <span>UF: RN</span>"))
    assert (card.fide_id, card.uf, codes(card)) == (None, "RN", [])


def test_unreadable_fide_id_is_reported() -> None:
    card = read(page(player="<h2>ANA</h2><span>ID FIDE: A1946</span>"))
    assert (card.fide_id, codes(card)) == (None, ["fide_id"])


@pytest.mark.parametrize("birth", ["31/02/2011", "00/00/2011", "01/01/0000"])
def test_impossible_birth_date(birth: str) -> None:
    card = read(page(player=f"<h2>ANA</h2><span>Data Nasc.: {birth}</span>"))
    assert (card.birth_year, codes(card)) == (None, ["birth_date"])


def test_nothing_keeps_the_day_of_birth() -> None:
    card = read(page())
    assert not re.search(r"09/02|2011-02-09|\b0?9 de", repr(card) + repr(card_json(card)))


def test_page_under_the_name_of_another_id() -> None:
    card = read(page(), name="990777.html")
    assert (card.cbx_id, codes(card)) == ("990001", ["file_name"])
    assert read(page(), name="990001_2025-11.html").findings == ()
    assert read(page(title="Jogador"), name="cartao.html").cbx_id == "990001"


def test_windows_text() -> None:
    card = read(page(player="<h2>JOSÉ</h2>"), encoding="cp1252")
    assert (card.name, codes(card)) == ("JOSÉ", ["encoding"])


ERROR = (
    "<html><head><title>Runtime Error</title></head>"
    "<body><h1>Server Error in '/' Application.</h1></body></html>"
)


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (page(player=None, tournaments=None, months=None, title="Jogador: 990001 - "), "não tem jogador"),
        (page(player=None), "bloco do jogador"),
        (page(player="<p>ANA</p>"), "nome"),
        (ERROR, "erro"),
        ("Service Unavailable", "erro"),
        ("<html><body><p>Calendário de torneios</p></body></html>", "não é o cartão"),
        ("", "vazio"),
        (page()[:-30], "cortada"),
        (page()[:900], "cortada"),
        ("<html><head><title>Jogador: 990001 -", "cortada"),
        (page(headings=["Mês/Ano", "Longo", "Rápido", "Blitz"]), "“Longo”"),
        (page(headings=["Mês/Ano", "Clássico", "Rápido", "Rápido"]), "duas vezes"),
        (
            page(
                headings=["Mês/Ano", "Clássico", "Longo", "Blitz"],
                months=["<tr><td>Nov/2025</td><td>1800</td><td></td><td></td></tr>"],
            ),
            "Rápido",
        ),
        (page(headings=[]), "cabeçalho"),
        (page(tournaments=["<tr><td><strong>Aberto</strong></td></tr>"]), "torneios"),
        (page(months=None).replace("</form>", "<p>Evolução Rating</p></form>"), "Evolução Rating"),
    ],
)
def test_pages_that_are_refused(html: str, reason: str) -> None:
    card = read(html)
    assert card.status == "rejected"
    assert reason in str(card.reason)
    assert [f.severity for f in card.findings if f.code == "rejected"] == ["error"]


def test_bytes_that_are_no_page() -> None:
    assert read_card(InputFile("1.html", b"\x00\x01")).status == "rejected"
    assert read_card(InputFile("1.html", b"<table>" * 5000)).status == "rejected"


def test_refused_layout_keeps_what_could_be_read() -> None:
    card = read(page(headings=["Mês/Ano", "Longo", "Rápido", "Blitz"]))
    assert (card.name, card.birth_year, len(card.tournaments), card.ratings) == ("ANA D'ÁVILA", 2011, 2, ())


_WHOLE = page()


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")),
        st.integers(0, len(_WHOLE)).map(lambda n: _WHOLE[:n].encode()),
        st.tuples(st.integers(0, len(_WHOLE)), st.integers(0, 300), st.text(max_size=20)).map(
            lambda cut: (_WHOLE[: cut[0]] + cut[2] + _WHOLE[cut[0] + cut[1] :]).encode("utf-8", "replace")
        ),
    )
)
def test_any_bytes(data: bytes) -> None:
    card = read_card(InputFile("990001.html", data))
    assert (card.status == "ok") == (card.reason is None)
    assert set(card_json(card)) == {
        "format",
        "status",
        "reason",
        "player",
        "ratings",
        "tournaments",
        "warnings",
    }
    assert len({t.id for t in card.tournaments}) == len(card.tournaments)


@given(st.integers(1, len(_WHOLE) - 20))
@settings(max_examples=60, deadline=None)
def test_a_page_cut_anywhere_is_never_used(length: int) -> None:
    assert read(_WHOLE[:length]).status == "rejected"

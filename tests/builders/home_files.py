"""Writers of the files of a data home: registers, TRF, FIDE lists, CBX cards and lists.

What belongs here: layouts (data home; references of TRF, FIDE and CBX), given plain values. What does
not: any choice of what a season contains, which is `tests.builders.season`, and the writers of other
tournament formats.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

REGISTER_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "events": (
        "event_id",
        "name",
        "file",
        "rhythm",
        "start_date",
        "end_date",
        "end_time",
        "recognition",
        "category",
        "id_namespace",
        "city",
        "uf",
        "homologation_no",
        "homologated_at",
        "registered_at",
        "rounds_rhythm",
        "variant",
        "notes",
    ),
    "players": (
        "fnx_id",
        "name",
        "cbx_id",
        "fide_id",
        "birth_year",
        "birth_proven",
        "sex",
        "uf",
        "recognized",
        "club",
        "city",
        "registered_at",
        "publish_name",
    ),
    "previous_ratings": ("fnx_id", "rating", "cbx_id", "fide_id", "name"),
    "rating_approvals": ("approval_id", "fnx_id", "rating", "decided_at", "decided_by", "grounds"),
    "identity_decisions": (
        "decision_id",
        "decided_at",
        "decided_by",
        "action",
        "subject",
        "target",
        "grounds",
    ),
    "corrections": (
        "correction_id",
        "registered_at",
        "registered_by",
        "kind",
        "event_id",
        "round",
        "number",
        "fnx_id",
        "value",
        "appeal_id",
        "grounds",
    ),
    "acts": ("act_id", "date", "kind", "subject", "value", "grounds", "retroactive"),
}
MONTHS_EN = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
MONTHS_PT = ("Jan", "Fev", "Mar", "Abr", "Mai", "Jun", "Jul", "Ago", "Set", "Out", "Nov", "Dez")
RHYTHM_ON_CARD = {"STD": "Clássico", "RPD": "Rápido", "BLZ": "Blitz"}
TIME_CONTROL = {"STD": "90 min + 30 s", "RPD": "15 min + 5 s", "BLZ": "3 min + 2 s"}


def write_register(
    home: Path,
    name: str,
    rows: Sequence[Mapping[str, str]],
    *,
    delimiter: str = ",",
    bom: bool = False,
    line_end: str = "\n",
    extra_columns: Sequence[str] = (),
) -> None:
    """One register CSV; values that a row does not have are blank."""
    columns = [*REGISTER_COLUMNS[name], *extra_columns]
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, columns, restval="", delimiter=delimiter, lineterminator=line_end)
    writer.writeheader()
    writer.writerows(rows)
    path = home / "registry" / f"{name}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(stream.getvalue().encode("utf-8-sig" if bom else "utf-8"))


# -------------------------------------------------------------------------------------------------------- TRF


@dataclass(frozen=True)
class TrfPlayer:
    """A row of a TRF; `cells` are (opponent or 0, colour, result code), one a round."""

    number: int
    name: str
    sex: str
    fide_id: str | None
    national_id: str | None
    birth_year: int | None
    cells: tuple[tuple[int, str, str], ...]


POINTS = {"1": 1.0, "+": 1.0, "W": 1.0, "F": 1.0, "U": 1.0, "=": 0.5, "D": 0.5, "H": 0.5}


def trf_text(
    name: str, city: str, start: date, end: date, rhythm: str, rounds: int, players: Sequence[TrfPlayer]
) -> str:
    """TRF16 with NRS rows for those who have a national number (TRF reference: 001 and BRA columns)."""
    lines = [
        f"012 {name}",
        f"022 {city}",
        "032 BRA",
        f"042 {start:%Y/%m/%d}",
        f"052 {end:%Y/%m/%d}",
        f"062 {len(players)}",
        "072 0",
        "092 Swiss System",
        "102 Arbitro de Teste",
        f"122 {TIME_CONTROL[rhythm]}",
        f"142 {rounds}",
    ]
    for player in players:
        points = sum(POINTS.get(code, 0.0) for _, _, code in player.cells)
        cells = "".join(
            f"  {opponent:>4} {color} {code}" if opponent else f"  0000 - {code}"
            for opponent, color, code in player.cells
        )
        lines.append(
            f"001 {player.number:>4} {player.sex}    {player.name:<33}"
            f" {0:>4} BRA {player.fide_id or '0':>11} "
            f"{player.birth_year or 0:04d}/00/00 {points:>4.1f} {player.number:>4}{cells}"
        )
    for player in players:
        if player.national_id:
            lines.append(
                f"BRA {player.number:>4} {player.sex}    {player.name:<33}"
                f" {0:>4} RN  {player.national_id:>11} "
                f"{player.birth_year or 0:04d}/00/00"
            )
    return "\r\n".join(lines) + "\r\n"


# ------------------------------------------------------------------------------------------------------- FIDE


@dataclass(frozen=True)
class FideLine:
    fide_id: str
    name: str
    sex: str
    standard: int | None
    birth_year: int | None
    rapid: int | None = None
    inactive: bool = False

    @property
    def flag(self) -> str:
        return ("w" if self.sex == "F" else "") + ("i" if self.inactive else "")


def fide_standard_text(month: date, lines: Sequence[FideLine], blank_unrated: bool) -> str:
    """The monthly list of one rhythm: 136 columns (FIDE reference, section 1.2)."""
    label = f"{MONTHS_EN[month.month - 1]}{month:%y}"
    header = f"{'ID Number':<15}{'Name':<61}Fed Sex Tit  WTit OTit           FOA {label} Gms K  B-day Flag"
    rows = [header]
    for line in lines:
        unrated = "" if blank_unrated else "0"
        rated = (str(line.standard), "0", "20") if line.standard else (unrated, unrated, unrated)
        rows.append(
            f"{line.fide_id:<15}{line.name:<61}{'BRA':<4}{line.sex:<4}{'':<5}{'':<5}{'':<15}{'':<4}"
            f"{rated[0]:<6}{rated[1]:<4}{rated[2]:<3}{line.birth_year or '0000':<6}{line.flag:<4}"
        )
    return "\r\n".join(rows) + "\r\n"


def fide_combined_text(lines: Sequence[FideLine]) -> str:
    """The combined list: 162 columns (FIDE reference, section 1.2)."""
    header = (
        f"{'ID Number':<15}{'Name':<61}Fed Sex Tit  WTit OTit           FOA "
        "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
    )
    rows = [header]
    for line in lines:

        def trio(rating: int | None) -> str:
            values = (str(rating), "0", "20") if rating else ("0", "0", "0")
            return f"{values[0]:<6}{values[1]:<4}{values[2]:<3}"

        rows.append(
            f"{line.fide_id:<15}{line.name:<61}{'BRA':<4}{line.sex:<4}{'':<5}{'':<5}{'':<15}{'':<4}"
            f"{trio(line.standard)}{trio(line.rapid)}{trio(None)}{line.birth_year or '0000':<6}{line.flag:<4}"
        )
    return "\r\n".join(rows) + "\r\n"


# -------------------------------------------------------------------------------------------------------- CBX


@dataclass(frozen=True)
class CbxLine:
    """A person on CBX pages. `months`: standard by first day, newest first; `tournaments`: number, end,
    days, rhythm.
    """

    cbx_id: str
    name: str
    uf: str
    fide_id: str | None
    birth: date | None
    months: tuple[tuple[date, int | None], ...]
    tournaments: tuple[tuple[int, date, date, str], ...]


def card_html(card: CbxLine) -> str:
    """A saved public card (CBX reference, section 1)."""
    name = html.escape(card.name.upper(), quote=False).encode("ascii", "xmlcharrefreplace").decode()
    told = [f"Data Nasc.: {card.birth:%d/%m/%Y}"] if card.birth else []
    told.append(f"UF: {card.uf}")
    if card.fide_id:
        told.append(f"ID FIDE: {card.fide_id}")

    def entity(text: str) -> str:
        return text.encode("ascii", "xmlcharrefreplace").decode()

    spans = " ".join(f"<span>{item}</span>" for item in told)
    tournaments = "\n".join(
        f"<tr><td><strong>{number} - Torneio CBX {number}</strong>"
        f"<span>{start:%d/%m/%Y} a {end:%d/%m/%Y} ({entity(RHYTHM_ON_CARD[rhythm])})</span></td></tr>"
        for number, start, end, rhythm in card.tournaments
    )
    months = "\n".join(
        f'<tr><td align="center">{MONTHS_PT[month.month - 1]}/{month.year}</td>'
        f'<td align="center">{standard or ""}</td><td align="center">1800</td>'
        '<td align="center">1800</td></tr>'
        for month, standard in card.months
    )
    return f"""<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Jogador: {card.cbx_id} - {name}</title></head><body>
<form method="post" action="/jogador/{card.cbx_id}" id="form1">
<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="AAA=" />
<input type="hidden" name="__EVENTVALIDATION" id="__EVENTVALIDATION" value="AAA=" />
<div id="dados-jogador"><div id="dados-jogador-row1"><h2>{name}</h2>{spans}</div></div>
<table class="grid" id="ContentPlaceHolder1_gdvTorneios">
{tournaments}
</table>
<table class="grid" id="ContentPlaceHolder1_gdvRating"><caption>{entity("Evolução Rating")}</caption>
<tr><th>{entity("Mês/Ano")}</th><th>{entity("Clássico")}</th><th>{entity("Rápido")}</th><th>Blitz</th></tr>
{months}
</table>
</form></body></html>
"""


def cbx_list_csv(month: date, cards: Sequence[CbxLine], delimiter: str) -> str:
    """A rating list of one month, headers as on the public page; standard is the card's of that month."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["ID CBX", "Nome", "Data Nasc.", "UF", "ID FIDE", "Clássico", "Rápido", "Blitz"])
    for card in cards:
        standard = dict(card.months).get(month)
        birth = f"{card.birth:%d/%m/%Y}" if card.birth else ""
        writer.writerow(
            [
                card.cbx_id,
                card.name.upper(),
                birth,
                card.uf,
                card.fide_id or "",
                standard or "",
                "1800",
                "1800",
            ]
        )
    return stream.getvalue()

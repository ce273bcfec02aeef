"""Writes a described tournament as the lists of chess-results, in workbooks or as saved pages.

Belongs here: the layout of starting list, standings, crosstables and pairings in three languages. Does not
belong here: expectations. A list is rows of values; a sheet is a list below the lines of the tournament.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence

import openpyxl

from tests.builders.description import Description, Pairing, Player, half_points, points_of

Row = tuple[object, ...]
Rows = list[Row]

BANNER = {
    "en": "From the Tournament-Database of Chess-Results https://chess-results.com",
    "pt": "Da base de dados do torneio do Chess-Results https://chess-results.com",
    "de": "Aus der Turnierdatenbank von Chess-Results https://chess-results.com",
}
DETAILS = {
    "en": ("Federation", "Time control ({})", "Number of rounds", "Tournament type", "Date", "Location"),
    "pt": ("Federação", "Tempo de reflexão ({})", "Number of rounds", "Tournament type", "Data", "Local"),
    "de": ("Föderation", "Bedenkzeit ({})", "Rundenanzahl", "Turniertyp", "Datum", "Ort"),
}
UPDATED = {"en": "Last update", "pt": "Última Atualização", "de": "Letzte Aktualisierung"}
START_HEADINGS: dict[str, Row] = {
    "en": ("No.", None, "Name", "FideID", "ID", "FED", "RtgI", "RtgN", "sex", "Typ", "Birthday", "Club/City"),
    "pt": (
        "Nº.",
        None,
        "Nome",
        "ID FIDE",
        "ID",
        "FED",
        "EloI",
        "EloN",
        "sexo",
        "Tipo",
        "Nasc.",
        "Clube/Cidade",
    ),
    "de": ("Nr.", None, "Name", "FideID", "Ident", "Land", "EloI", "EloN", "sex", "Typ", "Geburt", "Verein"),
}
CROSS_HEADINGS: dict[str, tuple[Row, Row, str]] = {
    "en": (("No.", None, "Name", "Rtg", "FED"), ("Pts. ", "Rk.", "TB1", "TB2"), "Rk."),
    "pt": (("Nº.", None, "Nome", "Elo", "FED"), ("Pts. ", "Rk.", "Desp1", "Desp2"), "Rk."),
    "de": (("Nr.", None, "Name", "Elo", "Land"), ("Pkt. ", "Rg.", "Wtg1", "Wtg2"), "Rg."),
}
PAIRING_HEADINGS: dict[str, Row] = {
    "en": ("Bo.", "No.", None, "White", "Rtg", "Pts.", "Result", "Pts.", None, "Black", "Rtg", "No."),
    "pt": ("Tab.", "Nº.", None, "White", "Elo", "Pts.", "Resultado", "Pts.", None, "Black", "Elo", "Nº."),
    "de": ("Br.", "Nr.", None, "Name", "Elo", "Pkt.", "Ergebnis", "Pkt.", None, "Name", "Elo", "Nr."),
}
ROUND = {
    "en": "Round {} on 2026/03/07 at 09:00",
    "pt": "Ronda {} em 2026/03/07",
    "de": "{}. Runde am 2026/03/07",
}
NOBODY = {
    "en": ("bye", "not paired"),
    "pt": ("bye", "não emparceirado"),
    "de": ("spielfrei", "nicht ausgelost"),
}
LISTS = {
    "en": ("Starting rank", "Final Ranking", "Starting rank crosstable", "Pairings/Results"),
    "pt": ("Ranking inicial", "Classificação Final", "Tabela cruzada", "Emparceiramentos/Resultados"),
    "de": ("Startrangliste", "Endstand", "Kreuztabelle", "Paarungen/Ergebnisse"),
}
COLORS = {"en": "wb", "pt": "wb", "de": "ws"}
RESULTS = {
    "1": "1 - 0",
    "=": "½ - ½",
    "0": "0 - 1",
    "+": "+ - -",
    "-": "- - +",
    "--": "- - -",
    "00": "0 - 0",
    "?": "",
}
CELLS = {
    "1": "10", "=": "½½", "0": "01", "+": "+-", "-": "-+", "--": "--", "00": "00", "?": ("", ""),
}  # fmt: skip
ALONE = {2: "-1", 1: "-½", 0: "-0"}


def points_text(half: int) -> str:
    """Points as chess-results writes them: `4½`."""
    return f"{half // 2 or ''}½" if half % 2 else str(half // 2)


def details(
    described: Description, language: str = "en", *, word: str = "Standard", system: str = "Swiss-System"
) -> Rows:
    """Banner, name and the lines `label : value`."""
    values = (
        "Brasil ( BRA )",
        described.time_control,
        len(described.rounds),
        system,
        f"{described.start_date.replace('-', '/')} a {described.end_date.replace('-', '/')}",
        described.city,
    )
    lines = [
        f"{label.format(word)} : {value}" for label, value in zip(DETAILS[language], values, strict=True)
    ]
    updated = f"{UPDATED[language]} 08.03.2026 20:00:00"
    return [
        (BANNER[language], "https://chess-results.com/"),
        (described.name,),
        *((line,) for line in lines),
        (updated,),
    ]


def footer(number: int = 9000001) -> Rows:
    """The links below every list."""
    link = f"https://chess-results.com/tnr{number}.aspx?lan=1"
    return [(), (f"You find all details of the tournament on {link}", link, link)]


def start_list(described: Description, language: str = "en") -> Rows:
    """The starting list."""
    return [
        (LISTS[language][0],),
        START_HEADINGS[language],
        *(_listed(player) for player in described.players),
    ]


def _listed(player: Player) -> Row:
    return (
        player.number,
        player.title or None,
        player.name,
        int(player.fide_id) if player.fide_id else None,
        player.national_id or None,
        player.federation,
        player.fide_rating,
        player.national_rating,
        player.sex if player.sex == "w" else None,
        "U12",
        player.birth_year,
        "Clube da Torre",
    )


def ranked(described: Description) -> list[Player]:
    """Players by points."""
    return sorted(described.players, key=lambda player: (-points_of(player.number, described), player.number))


def standings(described: Description, language: str = "en") -> Rows:
    """The final ranking, without any round; the points of a tie-break exceed the points."""
    rank = CROSS_HEADINGS[language][2]
    rows: Rows = [(LISTS[language][1],), (rank, "SNo", None, "Name", "FED", "Pts.", "TB1")]
    for place, player in enumerate(ranked(described), start=1):
        points = points_of(player.number, described)
        rows.append((place, player.number, None, player.name, "BRA", points_text(points), points * 3))
    return rows


def crosstable(
    described: Description, language: str = "en", *, by_rank: bool = False, rounds: int | None = None
) -> Rows:
    """The crosstable by start number or by rank (cells then name places; a shared rank is blank)."""
    before, after, rank = CROSS_HEADINGS[language]
    shown = described.rounds[:rounds]
    columns = tuple(f"{number}.Rd" for number in range(1, len(shown) + 1))
    order = ranked(described) if by_rank else list(described.players)
    keys = {player.number: place for place, player in enumerate(order, start=1)}
    if by_rank:
        headings: Row = (rank, *before[1:], *columns, after[0], *after[2:])
    else:
        keys = {player.number: player.number for player in order}
        headings = (*before, *columns, *after)
    rows: Rows = [(LISTS[language][2],), headings]
    last: int | None = None
    for place, player in enumerate(order, start=1):
        points = points_of(player.number, described)
        cells = tuple(_cell(player.number, pairings, keys, COLORS[language]) for pairings in shown)
        head: Row = (player.number, player.title or None, player.name, player.fide_rating, player.federation)
        tail: Row = (points_text(points), place, points * 4, 1.5)
        if by_rank:
            head = (None if points == last else place, *head[1:])
            tail = (tail[0], *tail[2:])
        last = points
        rows.append((*head, *cells, *tail))
    return rows


def _cell(number: int, pairings: Iterable[Pairing], keys: dict[int, int], colors: str) -> object:
    for pairing in pairings:
        if pairing.black is None:
            if pairing.white == number:
                # A spreadsheet stores these as numbers, and so loses the sign of zero.
                text = ALONE[half_points(pairing.result)[0]]
                return {"-1": -1, "-0": 0}.get(text, text)
        elif pairing.white == number:
            return f"{keys[pairing.black]}{colors[0]}{CELLS[pairing.result][0]}"
        elif pairing.black == number:
            return f" {keys[pairing.white]}{colors[1]}{CELLS[pairing.result][1]}"
    return None


def pairings(
    described: Description, number: int, language: str = "en", *, byes: bool = False, title: bool = True
) -> Rows:
    """The page of one round. chess-results drops the byes once the next round is paired."""
    players = {player.number: player for player in described.players}
    rows: Rows = [(LISTS[language][3],)]
    if title:
        rows.append((ROUND[language].format(number),))
    rows.append(PAIRING_HEADINGS[language])
    board = 0
    for pairing in described.rounds[number - 1]:
        white = players[pairing.white]
        left = (white.number, white.title or None, white.name, white.fide_rating, 0)
        if pairing.black is not None:
            board += 1
            black = players[pairing.black]
            right = (0, black.title or None, black.name, black.fide_rating, black.number)
            rows.append((board, *left, RESULTS[pairing.result], *right))
        elif byes:
            half = half_points(pairing.result)[0]
            nobody = NOBODY[language][0 if half == 2 else 1]
            last = -1 if half == 2 else None
            rows.append((board + 1, *left, points_text(half), None, None, nobody, None, last))
    return rows


def all_pairings(described: Description, language: str = "en", *, byes: bool = False) -> Rows:
    """The pages of all rounds below each other."""
    return [
        row
        for number in range(1, len(described.rounds) + 1)
        for row in (*pairings(described, number, language, byes=byes), ())
    ]


def grid(described: Description) -> Rows:
    """The grid of a round robin by start number."""
    numbers = [player.number for player in described.players]
    rows: Rows = [("Starting rank crosstable",), ("No.", None, "Name", "Rtg", *numbers, "Pts.", "Rk.")]
    for player in described.players:
        cells = [
            "*" if other == player.number else _grid_cell(player.number, other, described)
            for other in numbers
        ]
        rows.append((player.number, None, player.name, player.fide_rating, *cells, None, None))
    return rows


def _grid_cell(number: int, other: int, described: Description) -> str | None:
    found = ""
    for pairing in (pairing for of_round in described.rounds for pairing in of_round):
        if (pairing.white, pairing.black) == (number, other):
            found += CELLS[pairing.result][0]
        elif (pairing.white, pairing.black) == (other, number):
            found += CELLS[pairing.result][1]
    return found or None


def workbook(*sheets: Sequence[Row]) -> bytes:
    """A workbook with these sheets; texts stand in the shared strings, as chess-results writes them."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for number, rows in enumerate(sheets, start=1):
        sheet = book.create_sheet(f"Sheet{number}")
        for row in rows:
            sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return _with_shared_strings(buffer.getvalue())


_INLINE = re.compile(r't="inlineStr"><is>(<t[^>]*>[^<]*</t>)</is>')
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_STRINGS_TYPE = (
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)
_STRINGS_LINK = (
    '<Relationship Id="rIdStrings" Target="sharedStrings.xml" Type="http://schemas.openxmlformats.org/'
    'officeDocument/2006/relationships/sharedStrings"/></Relationships>'
)


def _with_shared_strings(data: bytes) -> bytes:
    """The same workbook with its inline texts moved to the table of shared strings."""
    places: dict[str, int] = {}

    def moved(match: re.Match[str]) -> str:
        return f't="s"><v>{places.setdefault(match[1], len(places))}</v>'

    with zipfile.ZipFile(io.BytesIO(data)) as source:
        parts = {name: source.read(name).decode() for name in source.namelist()}
    for name in parts:
        if name.startswith("xl/worksheets/"):
            parts[name] = _INLINE.sub(moved, parts[name])
    # The clock is no part of what is described: the same event gives the same bytes.
    parts.pop("docProps/core.xml", None)
    types, links = "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
    if "xl/sharedStrings.xml" in parts:
        return zipped(parts)
    parts[types] = parts[types].replace("</Types>", _STRINGS_TYPE)
    parts[links] = parts[links].replace("</Relationships>", _STRINGS_LINK)
    strings = "".join(f"<si>{text}</si>" for text in places)
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{strings}</sst>'
    return zipped(parts)


def zipped(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these members, whatever the time: the same parts give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        for name, data in parts.items():
            target.writestr(zipfile.ZipInfo(name), data, method)
    return buffer.getvalue()


def sheet(described: Description, rows: Rows, language: str = "en") -> Rows:
    """A list with the lines of the tournament above and the links below, as one export."""
    return [*details(described, language), *rows, *footer()]


def page(described: Description, rows: Rows, number: int = 9000001) -> bytes:
    """The same list as a saved page: single texts are titles, the rest a table."""
    titles = "".join(f"<h3>{html.escape(str(row[0]))}</h3>" for row in rows[:3] if len(row) == 1)
    table = "".join(
        "<tr>"
        + "".join(f"<td>{html.escape('' if cell is None else str(cell))}</td>" for cell in row)
        + "</tr>\n"
        for row in rows
        if len(row) > 1
    )
    return (
        "<!DOCTYPE html><html><head><title>Chess-Results</title></head><body>"
        f'<form action="./tnr{number}.aspx?lan=1"><table><tr><td>'
        f"<h2>{html.escape(described.name)}</h2>"
        f"<table><tr><td>Number of rounds</td><td>{len(described.rounds)}</td></tr></table>"
        f'{titles}<table class="CRs1">{table}</table></td></tr></table></form></body></html>'
    ).encode()


def whole(described: Description, language: str = "pt") -> bytes:
    """A workbook with every list of an event: starting list, pairings of all rounds, crosstable."""
    lists = (start_list, all_pairings, crosstable)
    return workbook(*(sheet(described, build(described, language), language) for build in lists))

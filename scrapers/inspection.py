"""What the platform reads in any one input: the object of ``fnx inspect --json``.

Belongs here: telling by content whether an input is a tournament, a FIDE list or something of CBX's, and
the JSON of a tournament. Does not belong here: reading any of them, printing, exit status.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from scrapers.records import InputFile, Tournament
from scrapers.text import fold
from scrapers.tournaments import limits, read_tournament, signatures, xlsx
from scrapers.tournaments.decoding import first_lines
from scrapers.tournaments.detect import format_of, too_big

_PEEKED = 65_536

_FIDE_XML = re.compile(rb"<playerslist[\s>]|<fideid>", re.IGNORECASE)
_FIDE_HEADER = re.compile(r"\s*ID[ _]?NUMBER\b|[^;,\t]*\bNAME\b[^;,\t]*\b(FED|COUNTRY|TITL)", re.IGNORECASE)
#: A list that lost its header: an id, a name, and a federation with the columns of a player after it.
_FIDE_ROW = re.compile(r" {0,9}\d{4,10} +[^\d;,\t][^;\t]* {2,}.*\b[A-Z]{3}\b[ \w]*\d")
_CBX_CARD = re.compile(rb"dados-jogador|gdvRating|gdvTorneios|<title>\s*Jogador", re.IGNORECASE)
_CBX_LIST_PAGE = re.compile(rb"\bcbx\b|cbx\.|gdvMain|grdMain|Total de Jogadores", re.IGNORECASE)
_CBX_CALENDAR = re.compile(rb"lblIDTorneio|Total de Torneios", re.IGNORECASE)
_RATING_HEADING = re.compile(r"\b(classico|std|standard|rapido|rpd|blitz|blz)\b")
_DELIMITER = re.compile(r"[;,\t]")


def inspect(files: Sequence[Path], limit: int = 50) -> dict[str, object]:
    """The JSON object for one input: a file, or the files that tell one tournament together.

    ``limit`` bounds the rows shown of a rating list. Raises ``OSError`` when a file cannot be opened;
    whatever is in it gives an object, with ``status = "rejected"`` and a reason where it is no use.
    """
    if len(files) == 1 and _is_fide_list(_head(files[0])):
        return _fide_list(files[0], limit)
    for path in files:
        if path.stat().st_size > limits.MAX_BYTES:
            return tournament_json(too_big(path.name))
    inputs = [InputFile(path.name, path.read_bytes()) for path in files]
    if len(files) == 1 and _is_cbx_card(inputs[0].data):
        from scrapers.cbx import card_json, read_card

        return card_json(read_card(inputs[0]))
    if len(files) == 1 and signatures.is_html(inputs[0].data) and _CBX_CALENDAR.search(inputs[0].data):
        from scrapers.cbx import calendar_json, read_calendar

        return calendar_json(read_calendar(inputs[0]), limit)
    if len(files) == 1 and _is_cbx_list(inputs[0]):
        from scrapers.cbx import rating_list_json, read_rating_list

        return rating_list_json(read_rating_list(inputs[0]), limit)
    return tournament_json(read_tournament(inputs))


def tournament_json(tournament: Tournament) -> dict[str, object]:
    """A tournament as ``fnx inspect --json`` shows it; scores are 1, 0.5, 0 or null."""
    event = tournament.event
    return {
        "format": tournament.format,
        "status": tournament.status,
        "reason": tournament.reason,
        "event": {
            "name": event.name,
            "city": event.city,
            "federation": event.federation,
            "start_date": event.start_date,
            "end_date": event.end_date,
            "rounds": event.rounds,
            "rhythm": event.rhythm,
            "kind": event.kind,
            "source_id": event.source_id,
            "revision": event.revision,
        },
        "players": [
            {
                "number": player.number,
                "name": player.name,
                "sex": player.sex,
                "title": player.title,
                "federation": player.federation,
                "fide_id": player.fide_id,
                "national_id": player.national_id,
                "birth_year": player.birth_year,
                "fide_rating": player.fide_rating,
                "national_rating": player.national_rating,
                "club": player.club,
                "team": player.team,
                "national_federation": player.national_federation,
                "uf": player.uf,
            }
            for player in tournament.participants
        ],
        "games": [
            {
                "round": game.round,
                "board": game.board,
                "white": game.white,
                "black": game.black,
                "raw": game.raw,
                "white_score": _score(game.white_half_points),
                "black_score": _score(game.black_half_points),
                "rated": game.rated,
                "reason": game.reason,
            }
            for game in tournament.games
        ],
        "warnings": [
            {"code": finding.code, "where": finding.where, "message": finding.message_pt}
            for finding in tournament.findings
        ],
    }


def _score(half_points: int | None) -> float | None:
    return None if half_points is None else half_points / 2


def _fide_list(path: Path, limit: int) -> dict[str, object]:
    from scrapers.fide import fide_json, read_list

    with path.open("rb") as stream:
        return fide_json(read_list(path.name, stream, limit=limit))


def _head(path: Path) -> bytes:
    """The first bytes of a file, or of what a zip with one member holds; never a whole list."""
    with path.open("rb") as stream:
        head = stream.read(_PEEKED)
        stream.seek(max(0, path.stat().st_size - _PEEKED - 100))
        tail = stream.read()
    if not (signatures.is_zip(head) and signatures.directory_is_bounded(tail)):
        return head
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) != 1:
                return head
            with archive.open(members[0]) as stream:
                return stream.read(_PEEKED)
    except signatures.DAMAGED:
        return head


def _is_fide_list(head: bytes) -> bool:
    if _FIDE_XML.search(head[:4096]):
        return True
    if signatures.is_binary(head) or format_of(head) is not None:
        return False
    heading = next((line for line in first_lines(head) if line.strip()), "")
    return bool(_FIDE_HEADER.match(heading) or _FIDE_ROW.match(heading))


def _is_cbx_card(data: bytes) -> bool:
    return signatures.is_html(data) and bool(_CBX_CARD.search(data))


def _is_cbx_list(file: InputFile) -> bool:
    """A table of CBX's: a page of theirs, a workbook not of chess-results, or headings that say so."""
    data = file.data
    if signatures.is_zip(data):
        return signatures.is_workbook(data) and not xlsx.is_list_of_chess_results(file)
    if signatures.is_html(data):
        return bool(_CBX_LIST_PAGE.search(data))
    if signatures.is_binary(data):
        return False
    for line in first_lines(data)[:20]:
        headings = [fold(cell) for cell in _DELIMITER.split(line)]
        if any("cbx" in heading.split() for heading in headings) or {"nome", "uf"} <= set(headings):
            return any(_RATING_HEADING.search(heading) for heading in headings)
    return False

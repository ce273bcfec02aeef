"""One cell to one typed value.

Belongs here: every way a person may write a date, a time, a rhythm, an id. Does not belong here: which
column is of which kind (`columns`) and rules between cells (`rules`).

Each reader takes trimmed text that is not blank and returns the value, or None for a value that is plainly
"nothing" (id 0); it raises `BadCell` with what is expected, in pt-BR.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

from scrapers.records import Rhythm
from scrapers.registers.columns import Column, Kind
from scrapers.text import fold

FORTALEZA = ZoneInfo("America/Fortaleza")
FIRST_YEAR, LAST_YEAR = 1900, 2100

Value = str | int | date | datetime | None


class BadCell(Exception):
    """A cell that cannot be read; the text says what is expected there, in pt-BR."""


_INTEGER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,]0{1,2})?")
_ID = re.compile(r"([0-9]{1,12})(?:\.0)?")
_DATE = re.compile(
    r"(?:(?P<y>[0-9]{4})-(?P<m>[0-9]{1,2})-(?P<d>[0-9]{1,2})|(?P<d2>[0-9]{1,2})/(?P<m2>[0-9]{1,2})/(?P<y2>[0-9]{4}))"
)
_CLOCK = re.compile(
    r"(?P<h>[0-9]{1,2})(?::(?P<min>[0-9]{2})(?::(?P<s>[0-9]{2})(?:[.,](?P<f>[0-9]{1,9}))?)?)"
    r"\s*(?P<zone>[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
_TIME = re.compile(r"(?P<h>[0-9]{1,2})(?:(?::|[hH])(?P<m>[0-9]{2})(?::00)?(?:min)?|[hH])")
_RHYTHM_SPAN = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?\s*:\s*(.+)", re.DOTALL)

_RHYTHM_NAMES: dict[str, Rhythm] = {
    "std": "STD",
    "standard": "STD",
    "classico": "STD",
    "pensado": "STD",
    "rpd": "RPD",
    "rapid": "RPD",
    "rapido": "RPD",
    "blz": "BLZ",
    "blitz": "BLZ",
    "relampago": "BLZ",
}
_YES_NO = {
    **dict.fromkeys(("yes", "y", "sim", "s", "true", "1", "verdadeiro"), "yes"),
    **dict.fromkeys(("no", "n", "nao", "false", "0", "falso"), "no"),
}
_SEXES = {
    **dict.fromkeys(("f", "feminino", "w"), "F"),
    **dict.fromkeys(("m", "masculino"), "M"),
}


def rhythm_named(text: str) -> Rhythm | None:
    """The rhythm that a word names in any of the vocabularies in use, None for any other word."""
    return _RHYTHM_NAMES.get(fold(text))


def _text(cell: str) -> Value:
    return cell


def _integer(cell: str) -> Value:
    if not _INTEGER.fullmatch(cell):
        raise BadCell("um número inteiro")
    return int(re.split(r"[.,]", cell)[0])


def _id(cell: str) -> Value:
    match = _ID.fullmatch(cell)
    if match is None:
        raise BadCell("um só identificador, apenas algarismos (até 12)")
    return match[1].lstrip("0") or None


def _calendar_date(match: re.Match[str]) -> date:
    year, month, day = (int(match[a] or match[b]) for a, b in (("y", "y2"), ("m", "m2"), ("d", "d2")))
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise BadCell(f"uma data com ano entre {FIRST_YEAR} e {LAST_YEAR}")
    try:
        return date(year, month, day)
    except ValueError:
        raise BadCell("uma data que exista no calendário (AAAA-MM-DD ou DD/MM/AAAA)") from None


def read_date(cell: str) -> date:
    """``YYYY-MM-DD`` or ``DD/MM/YYYY``; a midnight that a spreadsheet added is passed over."""
    match = _DATE.match(cell)
    if match is None or not re.fullmatch(r"(?:[T ]\s*0?0:00(?::00(?:\.0+)?)?)?", cell[match.end() :]):
        raise BadCell("uma data AAAA-MM-DD ou DD/MM/AAAA")
    return _calendar_date(match)


def read_timestamp(cell: str) -> datetime:
    """ISO 8601 or ``DD/MM/YYYY HH:MM``; a date alone is its midnight. Naive, America/Fortaleza wall time."""
    expected = "data e hora AAAA-MM-DDTHH:MM[:SS] (com ou sem fuso) ou DD/MM/AAAA HH:MM"
    match = _DATE.match(cell)
    if match is None:
        raise BadCell(expected)
    day = _calendar_date(match)
    rest = cell[match.end() :]
    if not rest:
        return datetime(day.year, day.month, day.day)
    clock = _CLOCK.fullmatch(rest[1:].strip())
    if rest[0] not in "Tt ," or clock is None:
        raise BadCell(expected)
    hour, minute, second = int(clock["h"]), int(clock["min"]), int(clock["s"] or 0)
    micro = int((clock["f"] or "0")[:6].ljust(6, "0"))
    if hour > 23 or minute > 59 or second > 59:
        raise BadCell("uma hora entre 00:00 e 23:59")
    moment = datetime(day.year, day.month, day.day, hour, minute, second, micro)
    if clock["zone"] is None:
        return moment
    return moment.replace(tzinfo=_offset(clock["zone"])).astimezone(FORTALEZA).replace(tzinfo=None)


def _offset(zone: str) -> timezone:
    if zone in "Zz":
        return UTC
    hours, minutes = int(zone[1:3]), int(zone[3:].lstrip(":") or 0)
    if hours > 14 or minutes > 59:
        raise BadCell("um fuso entre -14:00 e +14:00")
    distance = timedelta(hours=hours, minutes=minutes)
    return timezone(-distance if zone[0] == "-" else distance)


def read_time(cell: str) -> str:
    """``HH:MM``; also 9:30, 09h30, 9h."""
    match = _TIME.fullmatch(cell)
    if match is None or int(match["h"]) > 23 or int(match["m"] or 0) > 59:
        raise BadCell("uma hora HH:MM entre 00:00 e 23:59")
    return f"{int(match['h']):02d}:{int(match['m'] or 0):02d}"


def read_rhythm(cell: str) -> Rhythm:
    """``STD``, ``RPD`` or ``BLZ`` from any vocabulary, whatever the case and accents."""
    rhythm = rhythm_named(cell)
    if rhythm is None:
        raise BadCell("STD (Clássico), RPD (Rápido) ou BLZ (Blitz)")
    return rhythm


def _yes_no(cell: str) -> Value:
    answer = _YES_NO.get(fold(cell))
    if answer is None:
        raise BadCell("yes ou no")
    return answer


def _sex(cell: str) -> Value:
    sex = _SEXES.get(fold(cell))
    if sex is None:
        raise BadCell("F ou M")
    return sex


def _uf(cell: str) -> Value:
    if not re.fullmatch(r"[A-Za-z]{2}", cell):
        raise BadCell("a sigla da UF com duas letras, como RN")
    return cell.upper()


def read_round_rhythms(cell: str) -> tuple[tuple[int, int, Rhythm], ...]:
    """``1-5:STD;6-7:RPD`` as (first round, last round, rhythm), in order of rounds."""
    spans: list[tuple[int, int, Rhythm]] = []
    for part in cell.split(";"):
        match = _RHYTHM_SPAN.fullmatch(part.strip())
        rhythm = rhythm_named(match[3]) if match else None
        if match is None or rhythm is None:
            raise BadCell("rodadas e ritmo como 1-5:STD;6-7:RPD")
        first, last = int(match[1]), int(match[2] or match[1])
        if first < 1 or last < first:
            raise BadCell("rodadas em ordem crescente, a partir da 1, como 1-5:STD;6-7:RPD")
        spans.append((first, last, rhythm))
    spans.sort()
    if any(before[1] >= after[0] for before, after in pairwise(spans)):
        raise BadCell("cada rodada uma única vez, como 1-5:STD;6-7:RPD")
    return tuple(spans)


def round_rhythms_text(spans: tuple[tuple[int, int, Rhythm], ...]) -> str:
    """The one way to write the spans: ``1-5:STD;6:RPD``."""
    return ";".join(f"{a}:{rhythm}" if a == b else f"{a}-{b}:{rhythm}" for a, b, rhythm in spans)


_READERS: dict[Kind, Callable[[str], Value]] = {
    "text": _text,
    "integer": _integer,
    "date": read_date,
    "timestamp": read_timestamp,
    "time": read_time,
    "yesno": _yes_no,
    "rhythm": read_rhythm,
    "sex": _sex,
    "id": _id,
    "uf": _uf,
}


def read_cell(column: Column, cell: str) -> Value:
    """The value of a trimmed cell that is not blank. Raises `BadCell`."""
    value = _READERS[column.kind](cell)
    if column.values:
        for code in column.values:
            if cell.casefold() == code:
                return code
        raise BadCell("um destes: " + ", ".join(column.values))
    if isinstance(value, int):
        if column.minimum is not None and value < column.minimum:
            raise BadCell(f"um número inteiro a partir de {column.minimum}")
        if column.maximum is not None and value > column.maximum:
            raise BadCell(f"um número inteiro até {column.maximum}")
    return value

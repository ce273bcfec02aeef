"""The structure of Swiss-Manager's binary (.TUNX, .TURX, .TUMX, .TUTX): sections, counts and raw fields.

Belongs here: where everything stands in the bytes, and whether sections, lengths and counts fit each other.
Does not belong here: what a value means (`native_players`, `native_games`) and sentences (`messages`).

Layout (little endian; the page docs/formats/swiss-manager-native.md has all of it): a header with 132 texts,
a configuration of fixed length, then sections found through the trailer in the last 36 bytes. A section
begins with its tag byte and ``FF 89 44``; its end is the beginning of the next. Sections are never searched
for by their marks: a text may hold the same bytes. A text is a count of UTF-16 units and the units.

Strict: a section that does not end where the next begins, or a count that differs from what is there, is
`Damaged`. Every count is compared with the bytes that are there before anything is read by it.
"""

from __future__ import annotations

import struct
from codecs import utf_16_le_decode
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import NamedTuple

from scrapers.tournaments import limits

#: What follows the tag byte of every section.
MARK = b"\xff\x89\x44"
HEADER, CONFIG, ROUNDS, PLAYERS, GAMES = 0x93, 0x95, 0xA3, 0xA5, 0xB3
TEAMS, MATCHES, PROHIBITED, TRAILER, END = 0xB5, 0xC3, 0xC5, 0xD3, 0xE3
_KNOWN = frozenset((ROUNDS, PLAYERS, GAMES, TEAMS, MATCHES, PROHIBITED))

#: Seats that hold nobody: an empty seat, a bye, a player who is not paired.
EMPTY_SEAT, BYE, NOT_PAIRED = 0, 0xFFFF, 0xFFFE

_TEXTS_START = 108
_HEADER_TEXTS = 132
_CONFIG_LENGTH = 5_887
_TRAILER_LENGTH = 36

_COUNT = struct.Struct("<H")
_SOURCE_ID = struct.Struct("<I")
#: From offset 15: type, 21 current round, 23 players, 25 rated bits, 27 rounds, 51 teams, 53 boards,
#: 75 and 79 first and last day.
_CONFIG_HEAD = struct.Struct("<H4xHHBxH22xHH20xII")
_REVISION_AT, _RHYTHM_AT, _FIDE_EVENT_AT = 881, 1267, 1275
#: 30 sex, 32 FIDE rating, 34 national rating, 38 birth, 42 club number, 48 FIDE id, 52 team, 54 place in it.
_PLAYER = struct.Struct("<30xHHH2xIH4xIHH78x")
_PLAYER_TEXTS = 18
#: 0 date, 4 paired, 6 rows of games, 8 rows of matches.
_ROUND = struct.Struct("<IHHH66x")
_ROUND_TEXTS = 16
_GAME = struct.Struct("<HHB16s")
_MATCH = struct.Struct("<HHHH7x")
_PAIR = struct.Struct("<HH")
_TEAM_LENGTH = 96
_TEAM_TEXTS = 5
_OFFSETS = struct.Struct("<7I")


class Damaged(Exception):
    """The structure does not hold; ``code`` and ``values`` name a refusal of `messages`."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class Config(NamedTuple):
    """The numbers of the configuration; dates are YYYYMMDD, 0 is none."""

    type: int
    current_round: int
    players: int
    rated_bits: int
    rounds: int
    teams: int
    boards: int
    start: int
    end: int
    rhythm: int
    revision: int
    fide_event: int


class PlayerRow(NamedTuple):
    """One player; the start number is the place in the list, from 1."""

    texts: list[str]
    sex: int
    fide_rating: int
    national_rating: int
    birth: int
    club_number: int
    fide_id: int
    team: int
    place: int


class RoundRow(NamedTuple):
    """One round: start time, date, and how many rows of games and matches are its own."""

    time: str
    date: int
    paired: int
    games: int
    matches: int


class GameRow(NamedTuple):
    """One row of a round; seats are start numbers or those that hold nobody."""

    white: int
    black: int
    code: int
    rest: bytes


class MatchRow(NamedTuple):
    """Two teams, numbered from 1, with the same special numbers as seats; half points of special rows."""

    home: int
    away: int
    home_half_points: int
    away_half_points: int


@dataclass(slots=True)
class NativeFile:
    """A file as far as its structure could be read; what was not reached is empty."""

    texts: list[str] = field(default_factory=list)
    source_id: int = 0
    config: Config | None = None
    rounds: list[RoundRow] = field(default_factory=list)
    players: list[PlayerRow] = field(default_factory=list)
    games: list[list[GameRow]] = field(default_factory=list)
    teams: list[str] = field(default_factory=list)
    matches: list[list[MatchRow]] = field(default_factory=list)
    prohibited: list[tuple[int, int]] = field(default_factory=list)
    unknown_sections: list[int] = field(default_factory=list)


def decode(data: bytes, found: NativeFile) -> None:
    """Fills ``found`` from the bytes; raises `Damaged` where the structure breaks off.

    What was filled until then stays: the header of a file that was cut still names the event.
    """
    config_at = _header(data, found)
    spans = _sections(data, found)
    missing = [tag for tag in (ROUNDS, PLAYERS, GAMES) if tag not in spans]
    if missing:
        raise Damaged("native_section_missing", tag=f"{missing[0]:02X}")
    first = min(start for start, _ in spans.values()) - 4
    if first - config_at != _CONFIG_LENGTH:
        raise Damaged("native_section", tag=f"{CONFIG:02X}")
    config = found.config
    assert config is not None
    if config.type > 3:
        raise Damaged("native_type", found=config.type)
    if config.rounds > limits.MAX_ROUNDS or config.rounds * config.players > limits.MAX_GAME_ROWS:
        raise Damaged("too_many_rows", players=config.players, rounds=config.rounds)
    found.rounds = _rounds(data, spans[ROUNDS], config.rounds)
    found.players = _players(data, spans[PLAYERS], config.players)
    if TEAMS in spans:
        found.teams = _teams(data, spans[TEAMS], config.teams)
    elif config.teams:
        raise Damaged("native_section_missing", tag=f"{TEAMS:02X}")
    _cut_into_rounds(data, spans, found)
    if PROHIBITED in spans:
        found.prohibited = [
            _PAIR.unpack_from(data, place) for place in _records(spans[PROHIBITED], PROHIBITED, _PAIR.size)
        ]


def _header(data: bytes, found: NativeFile) -> int:
    """The header's texts and the configuration behind them; returns where the configuration begins."""
    if len(data) < _TEXTS_START + 2 * _HEADER_TEXTS + _CONFIG_LENGTH + _TRAILER_LENGTH:
        raise Damaged("native_cut")
    texts, position = _texts(data, _TEXTS_START, len(data) - _TRAILER_LENGTH, _HEADER_TEXTS, HEADER)
    if not _marked(data, position, CONFIG) or position + _CONFIG_LENGTH > len(data):
        raise Damaged("native_section", tag=f"{HEADER:02X}")
    found.texts = texts
    found.source_id = _SOURCE_ID.unpack_from(data, 32)[0]
    found.config = Config(
        *_CONFIG_HEAD.unpack_from(data, position + 15),
        *(data[position + _RHYTHM_AT], *_COUNT.unpack_from(data, position + _REVISION_AT)),
        *_SOURCE_ID.unpack_from(data, position + _FIDE_EVENT_AT),
    )
    return position


def _sections(data: bytes, found: NativeFile) -> dict[int, tuple[int, int]]:
    """Tag -> (first byte after the mark, end), through the trailer's offsets."""
    trailer = len(data) - _TRAILER_LENGTH
    if not (_marked(data, trailer, TRAILER) and _marked(data, len(data) - 4, END)):
        raise Damaged("native_cut")
    offsets = [offset for offset in _OFFSETS.unpack_from(data, trailer + 4) if offset]
    if offsets != sorted(set(offsets)) or not offsets or offsets[-1] != trailer:
        raise Damaged("native_section", tag=f"{TRAILER:02X}")
    spans: dict[int, tuple[int, int]] = {}
    for start, end in pairwise(offsets):
        tag = data[start]
        if end - start < 4 or tag in spans or not _marked(data, start, tag):
            raise Damaged("native_section", tag=f"{TRAILER:02X}")
        spans[tag] = (start + 4, end)
        if tag not in _KNOWN:
            found.unknown_sections.append(tag)
    return spans


def _rounds(data: bytes, span: tuple[int, int], count: int) -> list[RoundRow]:
    position, end = span
    rows: list[RoundRow] = []
    for _ in range(count):
        texts, position = _texts(data, position, end, _ROUND_TEXTS, ROUNDS)
        rows.append(RoundRow(texts[0], *_ROUND.unpack_from(data, _room(position, _ROUND.size, end, ROUNDS))))
        position += _ROUND.size
    _closed(position, end, ROUNDS)
    return rows


def _players(data: bytes, span: tuple[int, int], count: int) -> list[PlayerRow]:
    position, end = span
    if count * (2 * _PLAYER_TEXTS + _PLAYER.size) > end - position:
        raise Damaged("native_section", tag=f"{PLAYERS:02X}")
    rows: list[PlayerRow] = []
    for _ in range(count):
        texts, position = _texts(data, position, end, _PLAYER_TEXTS, PLAYERS)
        rows.append(PlayerRow(texts, *_PLAYER.unpack_from(data, _room(position, _PLAYER.size, end, PLAYERS))))
        position += _PLAYER.size
    _closed(position, end, PLAYERS)
    return rows


def _teams(data: bytes, span: tuple[int, int], count: int) -> list[str]:
    position, end = span
    if count * (2 * _TEAM_TEXTS + _TEAM_LENGTH) > end - position:
        raise Damaged("native_section", tag=f"{TEAMS:02X}")
    names: list[str] = []
    for _ in range(count):
        texts, position = _texts(data, position, end, _TEAM_TEXTS, TEAMS)
        names.append(texts[0] or texts[1])
        position = _room(position, _TEAM_LENGTH, end, TEAMS) + _TEAM_LENGTH
    _closed(position, end, TEAMS)
    return names


def _cut_into_rounds(data: bytes, spans: dict[int, tuple[int, int]], found: NativeFile) -> None:
    """Games and matches by round: each round says how many rows are its own, and the sums must fit."""
    games = _records(spans[GAMES], GAMES, _GAME.size)
    matches = _records(spans.get(MATCHES, (0, 0)), MATCHES, _MATCH.size)
    for tag, rows, declared in (
        (GAMES, games, sum(row.games for row in found.rounds)),
        (MATCHES, matches, sum(row.matches for row in found.rounds)),
    ):
        if len(rows) != declared:
            raise Damaged("native_counts", tag=f"{tag:02X}", declared=declared, found=len(rows))
    bytes_ = memoryview(data)
    game_rows = map(GameRow._make, _GAME.iter_unpack(bytes_[games.start : games.stop]))
    match_rows = map(MatchRow._make, _MATCH.iter_unpack(bytes_[matches.start : matches.stop]))
    for row in found.rounds:
        found.games.append(list(islice(game_rows, row.games)))
        found.matches.append(list(islice(match_rows, row.matches)))


def _records(span: tuple[int, int], tag: int, size: int) -> range:
    """Where the records of fixed length of a section begin; no more of them than an event has."""
    start, end = span
    if (end - start) % size:
        raise Damaged("native_section", tag=f"{tag:02X}")
    if (end - start) // size > limits.MAX_GAME_ROWS:
        raise Damaged("native_too_many", tag=f"{tag:02X}", found=(end - start) // size)
    return range(start, end, size)


def _texts(data: bytes, position: int, end: int, count: int, tag: int) -> tuple[list[str], int]:
    """So many texts from ``position`` on, and where the last one ends; unpaired surrogates are replaced."""
    texts = [""] * count
    unpack = _COUNT.unpack_from
    for number in range(count):
        if position + 2 > end:
            raise Damaged("native_section", tag=f"{tag:02X}")
        (size,) = unpack(data, position)
        position += 2
        if size:
            size *= 2
            if position + size > end:
                raise Damaged("native_section", tag=f"{tag:02X}")
            texts[number] = utf_16_le_decode(data[position : position + size], "replace", True)[0]
            position += size
    return texts, position


def _room(position: int, size: int, end: int, tag: int) -> int:
    if position + size > end:
        raise Damaged("native_section", tag=f"{tag:02X}")
    return position


def _closed(position: int, end: int, tag: int) -> None:
    if position != end:
        raise Damaged("native_section", tag=f"{tag:02X}")


def _marked(data: bytes, position: int, tag: int) -> bool:
    return data[position] == tag and data.startswith(MARK, position + 1)

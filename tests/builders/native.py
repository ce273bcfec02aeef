"""Writes a described tournament as Swiss-Manager's binary, with all the sections that real files have.

Belongs here: the layout of the file. Does not belong here: expectations, damaged files (a test that needs one
changes the bytes).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from tests.builders.description import Description, Pairing, Player

MARK = b"\xff\x89\x44"
TYPES = {"swiss": 0, "round_robin": 1, "team_round_robin": 2, "team_swiss": 3}
RHYTHMS = {"": 0, "STD": 1, "RPD": 2, "BLZ": 3}
#: Result -> code, for two players and for one.
PAIR_CODES = {
    "?": 0,
    "1": 1,
    "=": 2,
    "0": 3,
    "+": 4,
    "-": 5,
    "--": 6,
    "00": 10,
    "m1": 15,
    "m=": 16,
    "m0": 17,
}
ALONE_CODES = {"U": (0xFFFF, 9), "F": (0xFFFE, 1), "H": (0xFFFE, 2), "Z": (0xFFFE, 3)}
CONFIG_LENGTH = 5_887
_BUILD = 20_250_104


def native(described: Description) -> bytes:
    """The whole file."""
    rounds = [_rows(pairings) for pairings in described.rounds]
    matches = [_matches(number, described) for number in range(len(described.rounds))]
    sections = [
        _section(0xA3, *(_round(number, described, rounds, matches) for number in range(len(rounds)))),
        _section(0xA5, *(_player(player) for player in described.players)),
        _section(0xB3, *(struct.pack("<HHB16x", *row) for rows in rounds for row in rows)),
    ]
    if described.system.startswith("team"):
        sections.append(_section(0xB5, *(_team(name) for name in described.teams)))
        sections.append(
            _section(0xC3, *(struct.pack("<HH11x", *pair) for pairs in matches for pair in pairs))
        )
    if described.prohibited:
        sections.append(_section(0xC5, *(struct.pack("<HH", *pair) for pair in described.prohibited)))
    data = bytearray(_header(described) + _config(described))
    offsets = []
    for section in sections:
        offsets.append(len(data))
        data += section
    offsets.append(len(data))
    padded = offsets + [0] * (7 - len(offsets))
    return bytes(data) + _section(0xD3, struct.pack("<7I", *padded)) + _section(0xE3)


def _section(tag: int, *content: bytes) -> bytes:
    return bytes((tag,)) + MARK + b"".join(content)


def _text(text: str) -> bytes:
    units = text.encode("utf-16-le")
    return struct.pack("<H", len(units) // 2) + units


def _texts(count: int, filled: dict[int, str]) -> bytes:
    return b"".join(_text(filled.get(number, "")) for number in range(count))


def _header(described: Description) -> bytes:
    fixed = _section(0x93, bytes(24), struct.pack("<II", _BUILD, described.source_id)).ljust(108, b"\0")
    filled = {
        0: described.name,
        5: described.city,
        11: "0_ABC900000001",
        13: "U8,U10,U12,U14,U16,U18,U20,S50,S65",
        14: described.time_control,
        20: described.federation,
        25: described.federation,
    }
    return fixed + _texts(132, filled)


def _config(described: Description) -> bytes:
    config = bytearray(_section(0x95).ljust(CONFIG_LENGTH, b"\0"))
    for at, layout, value in (
        (11, "<I", _BUILD),
        (15, "<H", TYPES[described.system]),
        (20, "<B", 1),
        (21, "<H", len(described.rounds)),
        (23, "<H", len(described.players)),
        (25, "<B", described.rated_bits),
        (27, "<H", len(described.rounds)),
        (51, "<H", len(described.teams)),
        (53, "<H", described.boards),
        (75, "<I", _date(described.start_date)),
        (79, "<I", _date(described.end_date)),
        (881, "<H", described.revision),
        (1267, "<B", RHYTHMS[described.rhythm]),
    ):
        struct.pack_into(layout, config, at, value)
    return bytes(config)


def _date(date: str) -> int:
    return int(date.replace("-", "") or 0)


def _round(
    number: int,
    described: Description,
    rounds: Sequence[Sequence[tuple[int, int, int]]],
    matches: Sequence[Sequence[tuple[int, int]]],
) -> bytes:
    date = _date(described.round_dates[number]) if number < len(described.round_dates) else 0
    counts = struct.pack("<IHHH", date, 1, len(rounds[number]), len(matches[number]))
    return _texts(16, {0: "19:00"}) + counts.ljust(76, b"\0")


def _player(player: Player) -> bytes:
    last, _, first = player.name.partition(", ")
    filled = {
        0: last,
        1: first,
        3: f"{first[:1]}. {last}" if player.name else "",
        4: player.title,
        5: player.national_id,
        9: player.club,
        10: player.federation,
        17: "NAT" if player.national_id else "FIDE",
    }
    fixed = struct.pack(
        "<30xHHH2xIH2xHIHH24xHH50x",
        1 if player.sex == "w" else 0,
        player.fide_rating,
        player.national_rating,
        10_000 * (player.birth_year or 0),
        0,
        player.number,
        int(player.fide_id or 0),
        player.team,
        player.place,
        player.number,
        20,
    )
    return _texts(18, filled) + fixed


def _team(name: str) -> bytes:
    return _texts(5, {0: name, 1: name[:8]}) + bytes(96)


def _rows(pairings: Sequence[Pairing]) -> list[tuple[int, int, int]]:
    """White, black, code; players without an opponent come last, as in real files."""
    rows = [_row(pairing) for pairing in pairings]
    return sorted(rows, key=lambda row: row[1] >= 0xFFFE)


def _row(pairing: Pairing) -> tuple[int, int, int]:
    result = pairing.result
    if result.startswith("#"):
        first, _, second = result[1:].partition(" ")
        if not second:
            return pairing.white, pairing.black or 0, int(first)
        if first == "0000":
            return 0, pairing.white, int(second)
        return pairing.white, int(second, 16), int(first)
    if pairing.black is None and result in ALONE_CODES:
        return (pairing.white, *ALONE_CODES[result])
    return pairing.white, pairing.black or 0, PAIR_CODES[result]


def _matches(number: int, described: Description) -> list[tuple[int, int]]:
    """The two teams of each match: as described, else those of its players."""
    if not described.teams:
        return []
    if described.matches:
        return list(described.matches[number])
    team_of = {player.number: player.team for player in described.players}
    pairings = described.rounds[number]
    found = []
    for start in range(0, len(pairings), described.boards):
        teams = dict.fromkeys(
            team_of[seat]
            for pairing in pairings[start : start + described.boards]
            for seat in (pairing.white, pairing.black)
            if seat
        )
        home, away = teams
        found.append((home, away))
    return found

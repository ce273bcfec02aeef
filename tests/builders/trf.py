"""Writes a described tournament as a TRF (TRF16, with 142 and BRA lines of TRF26).

Belongs here: well-formed files; a test that needs a malformed one changes the text. Does not belong here:
expectations.
"""

from __future__ import annotations

from tests.builders.description import SYSTEMS, Description, Pairing, Player, points_of

_CODES = {
    "1": "10",
    "=": "==",
    "0": "01",
    "+": "+-",
    "-": "-+",
    "--": "--",
    "00": "00",
    "?": "  ",
}


def trf(described: Description, *, line_end: str = "\r\n") -> str:
    """The whole file as text."""
    lines = [
        f"012 {described.name}",
        f"022 {described.city}",
        f"032 {described.federation}",
        f"042 {described.start_date.replace('-', '/')}",
        f"052 {described.end_date.replace('-', '/')}",
        f"062 {len(described.players)}",
        f"092 {SYSTEMS[described.system]}",
        f"122 {described.time_control}",
    ]
    if described.declares_rounds:
        lines.append(f"142 {len(described.rounds)}")
    if described.round_dates:
        dates = "".join(f"{date[2:].replace('-', '/'):>10}" for date in described.round_dates)
        lines.append(f"132{'':86}{dates}")
    lines.extend(described.extra_header)
    for player in described.players:
        cells = [_cell(player.number, pairings) for pairings in described.rounds]
        lines.append(player_line(player, cells, points=points_of(player.number, described) / 2))
    lines.extend(_team_line(number, described) for number in range(1, len(described.teams) + 1))
    lines.extend(_national_line(player) for player in described.players if player.national_id)
    return line_end.join(lines) + line_end


def player_line(player: Player, cells: list[str], points: float = 0.0) -> str:
    """One line 001; each cell is eight columns (`   2 w 1`)."""
    birth = f"{player.birth_year}/00/00" if player.birth_year else ""
    rating = player.fide_rating or ""
    head = (
        f"001 {player.number:4d} {player.sex:1}{player.title:>3} {player.name:33} {rating:>4} "
        f"{player.federation:3} {player.fide_id:>11} {birth:10} {points:4.1f} {'':4}"
    )
    return head + "".join("  " + cell for cell in cells)


def _national_line(player: Player) -> str:
    return (
        f"BRA {player.number:4d} {player.sex:1}{'':3} {player.name:33} {player.national_rating:4d} RN  "
        f"{player.national_id:>11} "
    )


def _team_line(number: int, described: Description) -> str:
    """Line 013: the name, and the players of a team in their order."""
    players = sorted((p for p in described.players if p.team == number), key=lambda player: player.place)
    return f"013 {described.teams[number - 1]:32}" + "".join(f"{player.number:4d} " for player in players)


def _cell(number: int, pairings: tuple[Pairing, ...]) -> str:
    for pairing in pairings:
        if pairing.black is None and pairing.white == number:
            return f"0000 - {pairing.result}"
        if pairing.white == number:
            return f"{pairing.black:4d} w {_CODES[pairing.result][0]}"
        if pairing.black == number:
            return f"{pairing.white:4d} b {_CODES[pairing.result][1]}"
    return " " * 8

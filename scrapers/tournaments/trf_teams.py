"""Team lines of a TRF: 013 (TRF06, TRF16) and 310 (TRF26).

Belongs here: which start numbers make which team, and their order. Does not belong here: team points
and matches (300, 320, 330, 801, 802); the games of a team event stand in the player rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scrapers.tournaments import fields
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.trf_games import TeamPlace


@dataclass(frozen=True, slots=True)
class Teams:
    """Teams by number, and each player's place; empty for an individual event."""

    names: Mapping[int, str]
    places: Mapping[int, TeamPlace]

    def name_of(self, player: int) -> str | None:
        """The team of a start number, or None."""
        place = self.places.get(player)
        return self.names[place.team] if place else None


def read_teams(lines: Sequence[tuple[int, str]], known: frozenset[int], remarks: Remarks) -> Teams:
    """Teams from lines 310 or, where there are none, 013; ``lines`` are (number of the line, text).

    310: number 5-7, name 9-40, start numbers from 74, five columns each. 013: name 5-36, start numbers
    from 37. A number without a player row is left out with a remark; the first team keeps a player.
    """
    teams = [entry for entry in lines if entry[1].startswith("310")]
    is_310 = bool(teams)
    teams = teams or [entry for entry in lines if entry[1].startswith("013")]
    names: dict[int, str] = {}
    places: dict[int, TeamPlace] = {}
    for position, (line, text) in enumerate(teams, start=1):
        row = _by_column(text, 76 if is_310 else 39)
        number = (fields.whole(text[4:7]) or position) if is_310 else position
        if number in names:
            number = max(names) + 1
        name = _text(row[8:40] if is_310 else row[4:36])
        names[number] = name
        for place, word in enumerate(row[72 if is_310 else 36 :].split(), start=1):
            player = fields.whole(word)
            if player in known and player is not None:
                places.setdefault(player, TeamPlace(number, place))
            elif player != 0:
                remarks.add("team_player_unknown", f"line {line}", team=name, number=word)
    return Teams({number: name or f"#{number}" for number, name in names.items()}, places)


def _by_column(text: str, first_number_ends: int) -> str:
    """The line so that one column is one character, also when its writer padded the name by bytes.

    Start numbers stand right-aligned, five columns each: that tells which it is. Bytes are kept as
    Latin-1 characters; `_text` turns a field back.
    """
    if not text.isascii():
        as_bytes = text.encode("utf-8", errors="replace").decode("latin-1")
        if _in_place(as_bytes, first_number_ends) and not _in_place(text, first_number_ends):
            return as_bytes
    return text


def _in_place(row: str, first_number_ends: int) -> bool:
    last_digit = row[first_number_ends : first_number_ends + 1]
    return last_digit.isdigit() and not row[first_number_ends + 1 :: 5].strip()


def _text(field: str) -> str:
    try:
        return " ".join(field.encode("latin-1").decode("utf-8").split())
    except (UnicodeEncodeError, UnicodeDecodeError):
        return " ".join(field.split())

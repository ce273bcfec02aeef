"""Team lines of a TRF: 013 (TRF06, TRF16), and 300, 310 and 330 (TRF26).

Belongs here: which start numbers make which team, their order and its exceptions, and matches that were
forfeited whole. Does not belong here: team points and byes (320, 801, 802); the games of a team event stand
in the player rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scrapers.records import Game
from scrapers.tournaments import fields
from scrapers.tournaments.messages import Remarks
from scrapers.tournaments.trf_games import TeamPlace


@dataclass(frozen=True, slots=True)
class Teams:
    """Teams by number, and each player's place; empty for an individual event."""

    names: Mapping[int, str]
    places: Mapping[int, TeamPlace]
    orders: Mapping[int, Mapping[int, TeamPlace]] = field(default_factory=dict)
    forfeited: Sequence[tuple[int, int, int, int]] = ()

    def remark_on_forfeited(self, games: Sequence[Game], remarks: Remarks) -> None:
        """Matches that a line 330 calls forfeited and the rows of the players show as played."""
        played: set[tuple[int, frozenset[int]]] = set()
        for game in games if self.forfeited else ():
            seats = [
                self.places[n].team for n in (game.white, game.black) if n is not None and n in self.places
            ]
            if game.rated and len(seats) == 2:
                played.add((game.round, frozenset(seats)))
        for line, round_, white, black in self.forfeited:
            if (round_, frozenset((white, black))) in played:
                remarks.add(
                    "match_forfeited_but_played",
                    f"line {line}",
                    round=round_,
                    white=self.names.get(white, white),
                    black=self.names.get(black, black),
                )

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
    return Teams(
        {number: name or f"#{number}" for number, name in names.items()},
        places,
        _orders(lines, places) if is_310 else {},
        _forfeited(lines),
    )


def _orders(
    lines: Sequence[tuple[int, str]], places: Mapping[int, TeamPlace]
) -> dict[int, dict[int, TeamPlace]]:
    """Lines 300: round 5-7, team 9-11, opponent 13-15, then who sits on board 1, 2, ... (0: nobody)."""
    found: dict[int, dict[int, TeamPlace]] = {}
    for _, text in lines:
        round_, team = fields.whole(text[4:7]), fields.whole(text[8:11])
        if not text.startswith("300") or not round_ or not team:
            continue
        for board, start in enumerate(range(16, len(text.rstrip()), 5), start=1):
            player = fields.whole(text[start : start + 4])
            if player and player in places and places[player].team == team:
                place = TeamPlace(team, places[player].place, board)
                found.setdefault(round_, {}).setdefault(player, place)
    return found


def _forfeited(lines: Sequence[tuple[int, str]]) -> list[tuple[int, int, int, int]]:
    """Lines 330 as (line, round, team, team): result 5-6, round 8-10, teams 12-14 and 16-18."""
    found = []
    for line, text in lines:
        numbers = [fields.whole(text[start : start + 3]) for start in (7, 11, 15)]
        if text.startswith("330") and all(numbers):
            round_, white, black = (number or 0 for number in numbers)
            found.append((line, round_, white, black))
    return found


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

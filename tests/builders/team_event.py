"""A small team event: four teams of three on two boards, two rounds, a forfeit and an empty seat.

Belongs here: the description. Does not belong here: any file format.
"""

from __future__ import annotations

from tests.builders.description import Description, Pairing, Player

TEAMS = Description(
    tuple(
        Player(
            3 * team + place,
            f"Jogador {3 * team + place}, J",
            national_id=str(990_100 + 3 * team + place),
            team=team + 1,
            place=place,
        )
        for team in range(4)
        for place in (1, 2, 3)
    ),
    (
        (Pairing(1, 4, "1"), Pairing(5, 2, "="), Pairing(7, 11, "0"), Pairing(12, 8, "+")),
        (Pairing(1, 7, "="), Pairing(8, 3, "0"), Pairing(4, None, "#4 0000"), Pairing(5, 10, "1")),
    ),
    system="team_swiss",
    teams=("Torre", "Peão", "Dama", "Rei"),
    boards=2,
    prohibited=((1, 2),),
)

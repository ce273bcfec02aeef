"""Writes a described tournament as Swiss-Manager's text pair: players and pairings.

Belongs here: the layout of the export in three languages. Does not belong here: expectations.
"""

from __future__ import annotations

from tests.builders.description import Description, Pairing, Player, half_points, points_of

PLAYER_HEADINGS = {
    "de": "Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Typ;Gr;KlubNr;Klub;FideIdent;Quelle;Pkt;Rang",
    "en": "No;Name;Title;ID_No;Rtg_Nat;Rtg_Int;Birthday;Fed;Sex;Type;Gr;ClubNo;ClubName;Fide_No;Src;Pts;Rk",
    "pt": "Nº;Nome;Título;Id_No;EloNac;Elo Int;Nasc.;Fed;Sexo;Tipo;Gr;NoClube;Clube;ID FIDE;Fonte;Pts;Rk",
}
PAIRING_HEADINGS = {
    "de": "Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr;ErgEloW;ErgEloS",
    "en": "Round;Board;IdentW;IdentB;NoW;NoB;ResW;ResB;Forfeit;Result;MNo;ResEloW;ResEloB",
    "pt": "Rodada;Tab;IdentB;IdentP;NoB;NoP;ResB;ResP;Falta;Resultado;MNo;ResEloB;ResEloP",
}
_SCORE = {0: "0", 1: "0,5", 2: "1"}


def players_text(described: Description, language: str = "de") -> str:
    """The player list."""
    lines = [PLAYER_HEADINGS[language]]
    for player in described.players:
        lines.append(_player(player, points_of(player.number, described)))
    return "\r\n".join(lines) + "\r\n"


def pairings_text(described: Description, language: str = "de") -> str:
    """The pairings of all rounds. Absences are not in the export."""
    lines = [PAIRING_HEADINGS[language]]
    for number, pairings in enumerate(described.rounds, start=1):
        written = [pairing for pairing in pairings if pairing.result != "Z"]
        lines.extend(_pairing(number, board, pairing) for board, pairing in enumerate(written, start=1))
    return "\r\n".join(lines) + "\r\n"


def _player(player: Player, points: int) -> str:
    birth = f"00.00.{player.birth_year}" if player.birth_year else ""
    shown = f"{points // 2 or ''}½" if points % 2 else str(points // 2)
    return (
        f"{player.number};{player.name};{player.title};{player.national_id};{player.national_rating};"
        f"{player.fide_rating};{birth};{player.federation};{'W' if player.sex == 'w' else ''};;;0;"
        f"{player.club};{player.fide_id or 0};;{shown};{player.number}"
    )


def _pairing(number: int, board: int, pairing: Pairing) -> str:
    white, black = half_points(pairing.result)
    mark = "K" if pairing.result in ("+", "-", "--") else ""
    black_number = -1 if pairing.black is None else pairing.black
    return (
        f"{number};{board};0;0;{pairing.white};{black_number};{_SCORE[white]};{_SCORE[black]};{mark};"
        f"{_SCORE[white]}:{_SCORE[black]}{mark};0;;"
    )

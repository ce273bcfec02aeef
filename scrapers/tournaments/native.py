"""Swiss-Manager's own files: .TUNX, .TURX, .TUMX, .TUTX, by their content and never by that extension.

Belongs here: putting the `Tournament` together, and when a file is refused. Does not belong here: sections
and counts (`native_layout`), players and event (`native_players`), results and rounds (`native_games`).

Strict on structure: a file whose sections, lengths or counts do not fit is refused as damaged, with what
could be read until there. Tolerant on fields: a bad date is None and a remark. A file in which nobody is
paired yet is refused as a list of players (Art. 4 §1).
"""

from __future__ import annotations

from collections.abc import Sequence

from scrapers.records import Game, InputFile, Tournament
from scrapers.tournaments import native_games, native_layout, native_players
from scrapers.tournaments.messages import Remarks, refusal

FORMAT = "tunx"


def read(files: Sequence[InputFile]) -> Tournament:
    """The tournament in one binary file. Never raises for bad data; remarks name round and number."""
    remarks = Remarks(files)
    found = native_layout.NativeFile()
    reason = None
    try:
        native_layout.decode(files[0].data, found)
    except native_layout.Damaged as damage:
        reason = refusal(damage.code, **damage.values)
    event = native_players.event_of(found, remarks)
    participants = native_players.participants_of(found, remarks)
    games: list[Game] = []
    if reason is None:
        _remark_on_structure(found, remarks)
        games = native_games.games_of(found, remarks)
        if not native_games.is_paired(found):
            reason = refusal("not_paired")
    return Tournament(
        format=FORMAT,
        status="rejected" if reason else "ok",
        reason=reason,
        event=event,
        participants=participants,
        games=tuple(games),
        findings=remarks.findings(),
    )


def _remark_on_structure(found: native_layout.NativeFile, remarks: Remarks) -> None:
    """What is unusual in a file that holds together."""
    config = found.config
    if config is None:
        return
    for tag in found.unknown_sections:
        remarks.add("unknown_section", native_players.WHOLE, found=f"{tag:02X}")
    if config.type < 2 and (found.teams or any(found.matches)):
        remarks.add("teams_in_individual", native_players.WHOLE, count=len(found.teams))
    if not config.rated_bits & 3:
        remarks.add("not_marked_for_rating", native_players.WHOLE)
    native_games.check_prohibited(found, remarks)

"""Tournament files: what an organiser sends, in whatever format, as one `Tournament`.

Belongs here: recognising a format by its content and reading it. Does not belong here: who a
participant is (identity), whether the event counts (register, homologation), any rating rule.

How the room is laid out: `detect` holds the table of formats; each format is one module with
``read(files: Sequence[InputFile]) -> Tournament`` and never raises for bad data. `fields`,
`event_fields`, `rounds`, `rhythm` and `decoding` are what formats share; `messages` holds every sentence that
an officer reads.
"""

from __future__ import annotations

from scrapers.tournaments.detect import read_tournament

__all__ = ["read_tournament"]

"""What no tournament exceeds: files beyond it are refused before work is spent on them.

Belongs here: the limits. Does not belong here: the sentences of the refusals (`messages`).
"""

from __future__ import annotations

#: Bytes of one file; looked at before anything is parsed.
MAX_BYTES = 50_000_000
#: Lines of one text file.
MAX_LINES = 100_000
#: Characters of one cell of a table; beyond it a quote was not closed. The csv module has a limit too, but
#: it is one for the whole process and other libraries move it.
MAX_CELL = 100_000
#: Rounds of one event.
MAX_ROUNDS = 400
#: Games, byes and absences of one event.
MAX_GAME_ROWS = 100_000

"""FIDE lists as XML: ``<playerslist>`` of ``<player>``, read as a stream.

Belongs here: the elements and their names. Does not belong here: values (`rows`).

The combined list has 0.86 GB. So the stream is cut at ``</player>``, and players that are plain may be passed
over: beyond the rows asked for they are only counted, and `xml_blocks` reads them by their form. All that
looks unusual goes through the XML parser. Documents with a DOCTYPE are refused: the published lists have
none, and entities are a known way to make a parser run out of memory. Source: FIDE notes, section 1.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from xml.parsers import expat

from scrapers.fide import messages
from scrapers.fide.naming import dates_in_names, single_scope
from scrapers.fide.rows import FideRow, Log, Refused, Scope, fide_id, make_row

#: No player, and no beginning or end of a list, is longer than this.
MAX_RECORD = 1 << 20

END = b"</player>"
_FIELDS = {
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "w_title",
    "o_title": "o_title",
    "foa_title": "foa_title",
    "rapid_rating": "rapid",
    "rapid_games": "rapid_games",
    "rapid_k": "rapid_k",
    "blitz_rating": "blitz",
    "blitz_games": "blitz_games",
    "blitz_k": "blitz_k",
    "birthday": "birth_year",
    "flag": "inactive",
}
#: These belong to the standard list in a combined file, to the list's own rhythm in a single one.
_OWN_FIELDS = {"rating": "", "games": "_games", "k": "_k"}
_ID = b"<fideid>"


@cache
def fields_of(scope: Scope) -> Mapping[str, str]:
    """The field of `FideRow` that each element gives, but for the id, in a list of this scope."""
    own = "standard" if scope == "combined" else scope
    return {**_FIELDS, **{tag: f"{own}{ending}" for tag, ending in _OWN_FIELDS.items()}}


class XmlList:
    """An XML list while it is read: what is known so far survives a refusal half way."""

    def __init__(self, names: tuple[str, ...], log: Log) -> None:
        self.names = names
        self.log = log
        self.scope: Scope | None = None
        self.players = 0
        #: The rows kept, and the line on which each ends.
        self.rows: list[FideRow] = []
        self.lines: list[int] = []
        self.limit: int | None = None
        self._skipped_lines = 0
        self._path: list[str] = []
        self._values: dict[str, str] = {}
        self._text: list[str] = []
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse
        parser.StartElementHandler = self._open
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = self._characters
        self._parser = parser

    @property
    def between_players(self) -> bool:
        """Whether the parser stands inside the list and outside any player."""
        return len(self._path) == 1

    def read(self, pieces: Iterator[bytes], limit: int | None) -> None:
        """Reads all pieces, and keeps the first ``limit`` rows. Raises `Refused`."""
        self.limit = limit
        rest = b""
        for piece in pieces:
            records = (rest + piece).split(END)
            rest = records.pop()
            for record in records:
                if self.players and self._may_skip(record):
                    self.skip(1, record.count(b"\n"))
                else:
                    self.feed(record + END)
            self.check_rest(rest)
        self.finish(rest)

    def feed(self, data: bytes) -> None:
        """Gives the parser the next bytes. Raises `Refused`."""
        try:
            self._parser.Parse(data, False)
        except expat.ExpatError as problem:
            raise Refused(self._why_malformed(problem)) from problem

    def skip(self, players: int, lines: int) -> None:
        """Counts plain players that the parser need not see, and the line ends in them."""
        self.players += players
        self._skipped_lines += lines

    def check_rest(self, rest: bytes) -> None:
        """Refuses a document that goes on and on without the end of a player."""
        if len(rest) > MAX_RECORD:
            # Left to the parser, which knows why a document is not a list.
            self.feed(rest)
            raise Refused(messages.NOT_A_LIST)

    def finish(self, rest: bytes) -> None:
        """Gives the parser what is left. Raises `Refused`, also where there was no player."""
        try:
            self._parser.Parse(rest, True)
        except expat.ExpatError as problem:
            raise Refused(self._why_malformed(problem)) from problem
        if not self.players:
            raise Refused(messages.NO_PLAYERS)

    def _may_skip(self, record: bytes) -> bool:
        """Whether a record is a plain player beyond the limit. In doubt the parser sees it."""
        if self.limit is None or len(self.rows) < self.limit:
            return False
        at = record.find(_ID)
        if at < 0 or record[:at].strip() != b"<player>" or b"<!" in record or b"<?" in record:
            return False
        key = record[at + len(_ID) : record.find(b"<", at + len(_ID))]
        return fide_id(key.decode("latin-1")) is not None

    def _why_malformed(self, problem: expat.ExpatError) -> str:
        if not self._path and not self.players:
            return messages.NOT_A_LIST
        if problem.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
            return messages.CUT_OFF
        if problem.code in (
            expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
            expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
        ):
            return messages.CUT_OFF
        return messages.bad_xml(problem.lineno + self._skipped_lines)

    def _refuse(self, *_: object) -> None:
        raise Refused(messages.DECLARATIONS)

    def _open(self, name: str, _: dict[str, str]) -> None:
        if not self._path and name.lower() != "playerslist":
            raise Refused(messages.HTML_PAGE if name.lower() == "html" else messages.NOT_A_LIST)
        self._path.append(name)
        if len(self._path) == 2:
            self._values = {}
        self._text = []

    def _characters(self, text: str) -> None:
        self._text.append(text)

    def _close(self, name: str) -> None:
        depth = len(self._path)
        self._path.pop()
        if depth == 3:
            self._values[name] = "".join(self._text).strip()
        elif depth == 2 and name == "player":
            self._player(self._values)
        self._text = []

    def _player(self, values: dict[str, str]) -> None:
        if self.scope is None:
            self.scope = self._find_scope(values)
        line = self._parser.CurrentLineNumber + self._skipped_lines
        found = fide_id(values.get("fideid", ""))
        if found is None:
            self.log.add(line, "no_id", messages.no_id(line))
            return
        self.players += 1
        if self.limit is not None and len(self.rows) >= self.limit:
            return
        named = {
            fields_of(self.scope)[tag]: text for tag, text in values.items() if tag in fields_of(self.scope)
        }
        self.rows.append(make_row(found, named))
        self.lines.append(line)

    def _find_scope(self, values: dict[str, str]) -> Scope:
        for tag in values:
            known = tag in _FIELDS or tag in _OWN_FIELDS
            if not known and re.search(r"rat|rtng|elo", tag, re.IGNORECASE):
                raise Refused(messages.unknown_rating(tag))
        if "rating" not in values:
            raise Refused(messages.NO_RATING)
        if "rapid_rating" in values and "blitz_rating" in values:
            return "combined"
        if "rapid_rating" in values or "blitz_rating" in values:
            missing = "rapid_rating" if "blitz_rating" in values else "blitz_rating"
            raise Refused(messages.missing_headings(missing))
        dates = dates_in_names(self.names)
        return single_scope(self.names, dates[0] if dates else None, messages.NO_SCOPE)

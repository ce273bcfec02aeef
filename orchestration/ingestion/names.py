"""What is said of names as read, for dbt to join: their standard form, and which cannot be one person's.

Belongs here: which names there are, in files, registers, cards and lists, and which of them meet over an id.
Does not belong here: the form of one name (`identity.standard_name`), the comparison of two
(`identity.contradiction`), what follows from either (dbt).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from orchestration.ingestion.found import Rows, rows_of_column

#: The tables that write a name beside ids: the columns with CBX, FIDE and FNX ids.
_NAMED = {
    "raw.registry_players": {"cbx": "cbx_id", "fide": "fide_id", "fnx": "fnx_id"},
    "raw.cbx_cards": {"cbx": "cbx_id", "fide": "fide_id"},
    "raw.cbx_list_rows": {"cbx": "cbx_id", "fide": "fide_id"},
    "raw.fide_ratings": {"fide": "fide_id"},
}
_FILES = {"raw.event_participants": {"cbx": "national_id", "fide": "fide_id", "fnx": "national_id"}}
Key = tuple[str, str]


def standard_names(rows: Rows) -> list[tuple[str, str]]:
    """Every name that anybody may be published under, as written, with its standard form."""
    from orchestration.identity.standard_name import standard_name

    tables = (*_NAMED, *_FILES)
    written = {str(name) for table in tables for name in rows_of_column(table, "name", rows) if name}
    return [(name, standard_name(name)) for name in sorted(written)]


def names_apart(rows: Rows) -> list[tuple[str, str]]:
    """Ordered pairs of names, as written, of which the second is a source's and both have one id."""
    from orchestration.identity.contradiction import cannot_be_one_person

    in_sources = _by_id(_NAMED, rows)
    in_files = _by_id(_FILES, rows)
    pairs = {
        (written, known)
        for key, names in in_sources.items()
        for known in names
        for written in (*names, *in_files.get(key, ()))
        if written != known
    }
    return sorted(pair for pair in pairs if cannot_be_one_person(*pair))


def _by_id(named: dict[str, dict[str, str]], rows: Rows) -> dict[Key, dict[str, None]]:
    found: dict[Key, dict[str, None]] = defaultdict(dict)
    for table, kinds in named.items():
        for name, ids in _cells(table, kinds, rows):
            for kind, value in ids:
                found[kind, value][name] = None
    return found


def _cells(table: str, kinds: dict[str, str], rows: Rows) -> Iterator[tuple[str, list[Key]]]:
    columns = [rows_of_column(table, column, rows) for column in ("name", *kinds.values())]
    for name, *ids in zip(*columns, strict=True):
        if name:
            told = [(kind, str(one).strip()) for kind, one in zip(kinds, ids, strict=True) if one]
            yield str(name), [(kind, one if kind == "fnx" else one.lstrip("0")) for kind, one in told]

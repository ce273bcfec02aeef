"""Which format a tournament file is in, by content, and its reader.

Belongs here: the table of formats and the checks that hold for all of them. Does not belong here: any
format. A new format is one module with ``recognises(data)`` and ``read(files)``, and one line in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scrapers.records import InputFile, Tournament
from scrapers.tournaments import html_pages, limits, native, signatures, sm_tables, sm_text, trf, xlsx
from scrapers.tournaments.refused import refused, refusing


class Format(NamedTuple):
    """One line of the table: the data home's name, what officers call it, and how it is read.

    ``many``: one event may come in several files of this format.
    """

    name: str
    label: str
    recognises: Callable[[bytes], bool]
    read: Callable[[Sequence[InputFile]], Tournament]
    many: bool = False


#: The first line that recognises the content wins: signatures before text, strict texts before loose ones.
FORMATS: tuple[Format, ...] = (
    Format("tunx", "Swiss-Manager nativo", signatures.is_native, native.read),
    Format(
        "chess_results_xlsx",
        "planilha Excel",
        xlsx.recognises,
        xlsx.read,
        many=True,
    ),
    Format("unknown", "zip", signatures.is_zip, refusing("unknown", "zip")),
    Format("unknown", "Excel antigo", signatures.is_old_excel, refusing("unknown", "excel_old")),
    Format("trf", "TRF", trf.recognises, trf.read),
    Format("sm_text", "texto do Swiss-Manager", sm_tables.recognises, sm_text.read, many=True),
    Format("chess_results_xlsx", "página do chess-results", html_pages.recognises, xlsx.read_html, many=True),
    Format("unknown", "página HTML", signatures.is_html, refusing("unknown", "html")),
    Format(
        "unknown",
        "tabela do Vega",
        signatures.is_vega_crosstable,
        refusing("unknown", "vega_crosstable"),
    ),
    Format("unknown", "binário", signatures.is_binary, refusing("unknown", "native_old")),
)


def format_of(data: bytes) -> Format | None:
    """The line of the table that recognises the content, or None."""
    return next((entry for entry in FORMATS if entry.recognises(data)), None)


def too_big(name: str) -> Tournament:
    """The refusal of a file over `limits.MAX_BYTES`, for callers that need not load it."""
    return refused("unknown", "too_big", name=name, limit=limits.MAX_BYTES // 1_000_000)


def read_tournament(files: Sequence[InputFile]) -> Tournament:
    """Reads one event from its file, or from the files that tell it together.

    The format is found by content, never by name. Never raises for bad data: what cannot be used comes
    back with ``status = "rejected"`` and a reason in pt-BR, and with whatever could still be read.
    """
    if not files:
        return refused("unknown", "no_files")
    for file in files:
        if len(file.data) > limits.MAX_BYTES:
            return too_big(file.name)
        if not file.data.strip(b"\x00\r\n\t ") and len(files) == 1:
            return refused("unknown", "empty")
    formats = [format_of(file.data) for file in files]
    first = formats[0]
    if len(files) > 1 and (first is None or not first.many or any(found is not first for found in formats)):
        labels = ", ".join(found.label if found else "desconhecido" for found in formats)
        names = {found.name if found else "unknown" for found in formats}
        return refused(names.pop() if len(names) == 1 else "unknown", "mixed", found=labels)
    return first.read(files) if first else refused("unknown", "unknown")

"""FIDE rating lists: read as a stream, whatever their layout.

Belongs here: what a list says. Does not belong here: which list counts for an entry rating (Art. 11), and
the FIDE rating rules (engine).
"""

from __future__ import annotations

from scrapers.fide.lists import fide_json, read_list
from scrapers.fide.rows import FideList, FideRow

__all__ = ["FideList", "FideRow", "fide_json", "read_list"]

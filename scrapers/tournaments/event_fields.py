"""What the formats say of an event as a whole, checked the same way in each: city, federation, dates.

Belongs here: header fields that people type, and when one of them deserves a remark. Does not belong here:
where a format keeps them. A doubtful field is None with a remark; none of them stops a file.
"""

from __future__ import annotations

import re

from scrapers.tournaments import fields
from scrapers.tournaments.messages import Remarks

#: Texts of a header are cut here; real ones are far shorter.
MAX_TEXT = 500

_ADDRESS = re.compile(r"\w+://|\bwww\.", re.IGNORECASE)


def city(text: str, where: str, remarks: Remarks) -> str | None:
    """The place; None for an address of the web, which some programs write there."""
    if text and _ADDRESS.search(text):
        remarks.add("address_in_city", where, found=text)
        return None
    return text or None


def federation(text: str, where: str, remarks: Remarks) -> str | None:
    """A code of three letters, in capitals."""
    code = text.upper()
    if code and not re.fullmatch("[A-Z]{3}", code):
        remarks.add("bad_federation", where, found=code)
        return None
    return code or None


def day(text: str, what: str, where: str, remarks: Remarks) -> str | None:
    """A date as ISO text; zeros and blanks are none, and what is no date is remarked."""
    if not text or not text.strip("0/.- "):
        return None
    found = fields.iso_date(text)
    if found is None:
        remarks.add("bad_date", where, what=what, found=text)
    return found


def check_order(start: str | None, end: str | None, where: str, remarks: Remarks) -> None:
    """A remark when an event ends before it starts."""
    if start and end and end < start:
        remarks.add("end_before_start", where, start=start, end=end)

"""What the Brazilian confederation (CBX) publishes: player cards, monthly rating lists, the calendar.

Belongs here: reading them, asking the site for them, and saying why one cannot be used. Does not belong
here: which month counts for an entry rating, and what it weighs (Art. 12).
"""

from __future__ import annotations

from scrapers.cbx.calendar import CbxCalendar, CbxCalendarTournament, calendar_json, read_calendar
from scrapers.cbx.card import CbxCard, CbxMonth, CbxTournament, card_json, read_card
from scrapers.cbx.rating_list import CbxListRow, CbxRatingList, rating_list_json, read_rating_list

__all__ = [
    "CbxCalendar",
    "CbxCalendarTournament",
    "CbxCard",
    "CbxListRow",
    "CbxMonth",
    "CbxRatingList",
    "CbxTournament",
    "calendar_json",
    "card_json",
    "rating_list_json",
    "read_calendar",
    "read_card",
    "read_rating_list",
]

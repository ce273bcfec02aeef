"""What the Brazilian confederation (CBX) publishes: saved player cards and monthly rating lists.

Belongs here: reading them, and saying why one cannot be used. Does not belong here: which month counts for
an entry rating, and what it weighs (Art. 12).
"""

from __future__ import annotations

from scrapers.cbx.card import CbxCard, CbxMonth, CbxTournament, card_json, read_card
from scrapers.cbx.rating_list import CbxListRow, CbxRatingList, rating_list_json, read_rating_list

__all__ = [
    "CbxCard",
    "CbxListRow",
    "CbxMonth",
    "CbxRatingList",
    "CbxTournament",
    "card_json",
    "rating_list_json",
    "read_card",
    "read_rating_list",
]

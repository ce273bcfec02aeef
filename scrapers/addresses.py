"""Where the outside sources live.

Belongs here: the addresses of public sites, the one place where they stand; `pool.toml` may name others.
Does not belong here: the pages below them (`fide.download`, `cbx.client`).
"""

from __future__ import annotations

FIDE_DOWNLOADS = "https://ratings.fide.com/download/"
CBX_SITE = "https://www.cbx.org.br"

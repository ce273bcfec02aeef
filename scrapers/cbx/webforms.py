"""The forms of an ASP.NET WebForms page: hidden fields, filters, the pager of a grid.

Belongs here: what a browser would send back. Does not belong here: asking (`client`) and the grids' content.
Source: CBX notes, section 1 (one form a page, hidden tokens, ``__doPostBack`` paging) and section 4 (a filter
that is not sent again is lost).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bs4.element import Tag

from scrapers.cbx.page import Page

_POSTBACK = re.compile(r"__doPostBack\(\s*'([^']*)'\s*,\s*'Page\$([0-9]+)'\s*\)")
#: What the server signs; without the first two no postback is accepted.
TOKENS = ("__VIEWSTATE", "__EVENTVALIDATION")


@dataclass(frozen=True, slots=True)
class Form:
    """The page's form: where it goes, its hidden fields, and the names of its filters and buttons by
    suffix.
    """

    action: str
    hidden: dict[str, str]
    names: dict[str, str]
    labels: dict[str, str]

    @property
    def signed(self) -> bool:
        return all(self.hidden.get(name) for name in TOKENS)

    def name_of(self, suffix: str) -> str | None:
        """The post name that ends with ``$suffix`` (`ctl00$ContentPlaceHolder1$cboUF`)."""
        return self.names.get(suffix)


@dataclass(frozen=True, slots=True)
class Pager:
    """The pager of the grid: the page shown, and the target and numbers of its links. No pager: one page."""

    current: int
    target: str
    linked: tuple[int, ...]

    def leads_to(self, number: int) -> bool:
        return number in self.linked


ONE_PAGE = Pager(1, "", ())


def form_of(page: Page) -> Form | None:
    """The form that posts back; None on a page without one."""
    form = next(
        (
            one
            for one in page.tree.find_all("form")
            if str(one.get("method", "")).lower() == "post" or one.find("input", id=TOKENS[0])
        ),
        None,
    )
    if form is None:
        return None
    hidden: dict[str, str] = {}
    names: dict[str, str] = {}
    labels: dict[str, str] = {}
    for field in form.find_all(["input", "select"]):
        name = str(field.get("name", ""))
        if not name:
            continue
        kind = str(field.get("type", "text")).lower() if field.name == "input" else "select"
        if kind == "hidden":
            hidden[name] = str(field.get("value", ""))
        else:
            suffix = name.rsplit("$", 1)[-1]
            names.setdefault(suffix, name)
            labels.setdefault(suffix, str(field.get("value", "")))
    return Form(str(form.get("action", "")), hidden, names, labels)


def pager_of(page: Page) -> Pager:
    """The pager of the page's grid, wherever it stands: GridView nests it as a table in a row."""
    for link in page.tree.find_all("a", href=_POSTBACK):
        row = link.find_parent("tr")
        while isinstance(row, Tag) and row.find_parent("tr") is not None and not _is_pager_row(row):
            row = row.find_parent("tr")
        place = row if isinstance(row, Tag) else page.tree
        found = [_POSTBACK.search(str(one["href"])) for one in place.find_all("a", href=_POSTBACK)]
        links = [(match[1], int(match[2])) for match in found if match]
        shown = [span.get_text(strip=True) for span in place.find_all("span")]
        current = next((int(text) for text in shown if text.isdecimal()), 1)
        return Pager(current, links[0][0], tuple(sorted({number for _, number in links})))
    return ONE_PAGE


def _is_pager_row(row: Tag) -> bool:
    return "grid-pager" in row.get_attribute_list("class")

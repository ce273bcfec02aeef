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
from scrapers.cbx.vocabulary import squeeze
from scrapers.text import fold

_POSTBACK = re.compile(r"__doPostBack\(\s*'([^']*)'\s*,\s*'Page\$([0-9]+)'\s*\)")
#: What the server signs; without the first two no postback is accepted.
TOKENS = ("__VIEWSTATE", "__EVENTVALIDATION")


@dataclass(frozen=True, slots=True)
class Form:
    """The page's form. Fields and buttons are known by the suffix of their names (`cboUF`).

    ``values``: what a browser sends of hidden fields, lists and texts as they stand; ``choices``: the options
    of each list, value and text; ``buttons``: their labels.
    """

    action: str
    names: dict[str, str]
    values: dict[str, str]
    choices: dict[str, tuple[tuple[str, str], ...]]
    buttons: dict[str, str]

    @property
    def signed(self) -> bool:
        return all(self.values.get(name) for name in TOKENS)

    def offered(self, suffix: str, wanted: str) -> str | None:
        """The value to send so that a filter says ``wanted``; None where the form does not offer that.

        A filter without options takes what it is given.
        """
        if suffix not in self.names:
            return None
        choices = self.choices.get(suffix, ())
        if not choices:
            return wanted
        return next((value for value, text in choices if wanted in (value, text)), None)

    def everything(self, suffix: str) -> str | None:
        """The value of a list's option that stands for all (`Todos`, a blank); None where it has none."""
        return next(
            (value for value, text in self.choices.get(suffix, ()) if fold(text) in ("", "todos", "todas")),
            None,
        )


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
    names: dict[str, str] = {}
    values: dict[str, str] = {}
    choices: dict[str, tuple[tuple[str, str], ...]] = {}
    buttons: dict[str, str] = {}
    for field in form.find_all(["input", "select"]):
        name = str(field.get("name", ""))
        if not name:
            continue
        suffix = name.rsplit("$", 1)[-1]
        names.setdefault(suffix, name)
        kind = str(field.get("type", "text")).lower()
        if field.name == "select":
            options = [_option(option) for option in field.find_all("option")]
            choices[suffix] = tuple(options)
            chosen = field.find("option", selected=True)
            if isinstance(chosen, Tag):
                values[name] = _option(chosen)[0]
            elif options:
                values[name] = options[0][0]
        elif kind in ("submit", "button", "image"):
            buttons[suffix] = str(field.get("value", ""))
        elif kind not in ("checkbox", "radio") or field.has_attr("checked"):
            values[name] = str(field.get("value", ""))
    return Form(str(form.get("action", "")), names, values, choices, buttons)


def _option(option: Tag) -> tuple[str, str]:
    text = squeeze(option.get_text())
    return str(option.get("value", text)), text


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

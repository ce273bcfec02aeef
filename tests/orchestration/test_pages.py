"""The pages for people as a browser and a screen reader meet them: report and explanation, parsed.

Belongs here: what holds for every page. Does not belong here: what the pages tell (`test_publication_report`,
`test_explanation`).
"""

from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from orchestration.publication.draft import write_draft
from orchestration.publication.explanation import explain
from orchestration.publication.explanation_page import explanation_page
from tests.orchestration.publication_marts import SECOND, context, failing, marts

LOADING = {"src", "srcset", "data", "action", "poster", "background", "formaction", "xlink:href"}


class Page(HTMLParser):
    """The tags in order, each with its attributes and the tags that it stands in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str], tuple[str, ...]]] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}, tuple(self._open)))
        if tag != "meta":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def all(self, *names: str) -> list[tuple[str, dict[str, str], tuple[str, ...]]]:
        return [one for one in self.tags if one[0] in names]


@pytest.fixture(scope="module", params=["report", "explanation"])
def html(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = write_draft(
        marts(SECOND), tmp_path_factory.mktemp("pages"), failing(context(SECOND), blocking=True)
    )
    if request.param == "report":
        return (folder / "relatorio.html").read_text(encoding="utf-8")
    return explanation_page(explain(folder, "FNX-1"))


def test_headings_go_down_one_step_at_a_time(html: str) -> None:
    levels = [int(tag[1]) for tag, _, _ in Page(html).all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_tables_have_captions_and_headers_and_scroll_by_keyboard(html: str) -> None:
    page = Page(html)
    tables = page.all("table")
    assert tables and len(tables) == len(page.all("caption")) == len(page.all("thead"))
    assert {attributes["scope"] for _, attributes, _ in page.all("th")} == {"col", "row"}
    scrolling = [attributes for _, attributes, _ in page.tags if attributes.get("class") == "scroll"]
    assert len(scrolling) == len(tables)
    for attributes in scrolling:
        assert attributes["tabindex"] == "0" and attributes["role"] == "group" and attributes["aria-label"]
    assert all(inside[-1] == "div" for _, _, inside in tables)


def test_ids_are_unique_and_links_resolve(html: str) -> None:
    page = Page(html)
    ids = [attributes["id"] for _, attributes, _ in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes, _ in page.all("a"):
        target = attributes["href"]
        assert target[1:] in ids if target.startswith("#") else re.fullmatch(r"\w+\.(csv|parquet)", target)


def test_nothing_is_loaded_and_nothing_runs(html: str) -> None:
    page = Page(html)
    assert not page.all(
        "script", "link", "img", "iframe", "object", "embed", "form", "base", "video", "audio"
    )
    for _, attributes, _ in page.tags:
        assert not attributes.keys() & LOADING
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
    assert not re.search(r"url\(|@import|https?:", html)
    policies = [one for _, one, _ in page.all("meta") if one.get("http-equiv") == "Content-Security-Policy"]
    assert policies[0]["content"].startswith("default-src 'none'")


def test_the_page_tells_its_language_title_and_width(html: str) -> None:
    page = Page(html)
    assert page.tags[0][1] == {"lang": "pt-BR"}
    assert len(page.all("title")) >= 1 and len(page.all("main")) == 1
    assert any("width=device-width" in one.get("content", "") for _, one, _ in page.all("meta"))
    for _, attributes, _ in page.all("svg"):
        assert attributes["role"] == "img" and attributes["aria-label"]


def _light(color: str) -> float:
    """Relative luminance (WCAG 2)."""
    digits = color.lstrip("#")
    digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


def test_declared_colours_can_be_read(html: str) -> None:
    """Every ink on every ground it can meet: the page's white, and the band under a table's head."""
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})", html))
    for name in {"ink", "soft", "mark", "up", "down"} & colours.keys():
        for ground in ("#fff", colours["band"]):
            assert _contrast(colours[name], ground) >= 4.5, name
    assert _contrast("#fff", colours["mark"]) >= 4.5
    used = set(re.findall(r"(?<![-\w])(?:color|fill|stroke|background): ([^;}]+)", html))
    assert {one.strip() for one in used} <= {f"var(--{name})" for name in colours} | {"#fff", "none"}


def test_contrast_is_that_of_the_standard() -> None:
    assert _contrast("#000", "#fff") == pytest.approx(21)
    assert _contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_long_names_break_instead_of_widening_the_page(tmp_path: Path) -> None:
    con = marts(SECOND)
    con.execute("UPDATE marts.fct_list SET name = repeat('Wwwww', 60) WHERE fnx_id = 'FNX-1'")
    folder = write_draft(con, tmp_path, context(SECOND))
    for html in (
        (folder / "relatorio.html").read_text(encoding="utf-8"),
        explanation_page(explain(folder, "FNX-1")),
    ):
        assert re.search(r"body \{[^}]*overflow-wrap: break-word", html)
        assert re.search(r"tbody th \{[^}]*overflow-wrap: anywhere", html)
        assert re.search(r"\.scroll \{[^}]*overflow-x: auto", html)

"""A visitor of the CBX site: public cards, the rating list of a state, the tournament calendar.

Belongs here: which page is asked for how, and telling apart what can come back: the thing itself, an id
nobody has, a site that is down, an error page with status 200, a layout that changed. Does not belong here:
reading pages (`card`, `rating_list`, `calendar`), who needs a card and where pages are kept
(`orchestration.fetching`).

Nothing here deletes: a page that is not usable is a `SourceProblem`, never an empty answer.
Addresses and paging: CBX notes, section 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar
from urllib.parse import urljoin

import requests

from scrapers.addresses import CBX_SITE
from scrapers.cbx import messages
from scrapers.cbx.calendar import CbxCalendarTournament, read_calendar
from scrapers.cbx.card import CbxCard, read_card
from scrapers.cbx.page import Page, open_page
from scrapers.cbx.rating_list import CbxListRow, players_in_all, read_rating_list
from scrapers.cbx.webforms import Form, form_of, pager_of
from scrapers.records import Finding, InputFile
from scrapers.web import NOTHING_KNOWN, RETRIED_STATUS, Browser, SourceProblem, Unfinished, Validators

#: The button that applies the filters, and the filter that leaves nothing out.
SEARCH, EVERYTHING = "btnBuscar", ""
CARD, LIST, CALENDAR = "/jogador/{}", "/rating", "/torneios"

#: More pages than any state or year has; a pager that never ends is a defect.
MAX_PAGES = 400
#: A walk through pages begins anew when its tokens expire or its filter is lost, this often.
WALKS = 3
#: Problems in a row after which a visit ends.
STOP_AFTER = 3

Row = TypeVar("Row", CbxListRow, CbxCalendarTournament)


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """What asking for one card gave. ``data`` and ``card`` only where it is one."""

    outcome: Literal["card", "not_found", "unchanged"]
    data: bytes = b""
    card: CbxCard | None = None
    validators: Validators = NOTHING_KNOWN


@dataclass(frozen=True, slots=True)
class Gathered(Generic[Row]):
    """All rows of a list or calendar over its pages, each once, in the site's order."""

    rows: tuple[Row, ...]
    pages: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Fetched:
    """A page of a walk, as bytes and as a tree; ``url`` after redirects."""

    data: bytes
    page: Page
    url: str


class _WalkAgain(Exception):
    """The pages no longer belong together: expired tokens, a lost filter, a list that changed meanwhile."""


class CbxClient:
    """One visit. Raises SourceProblem ``stopped`` once too many requests in a row came to nothing."""

    def __init__(self, browser: Browser, base_url: str = CBX_SITE, stop_after: int = STOP_AFTER) -> None:
        self._browser = browser
        self._base = base_url.rstrip("/")
        self._stop_after = stop_after
        self._troubles = 0

    def address(self, path: str) -> str:
        return self._base + path

    def card(self, cbx_id: str, known: Validators | None = None) -> CardAnswer:
        """The public card of ``cbx_id``. ``not_found`` only where the site itself shows that nobody has the
        id.

        Raises SourceProblem: down, error_page, layout_changed, forbidden, budget, stopped.
        """
        return self._counted(lambda: self._card(cbx_id, known))

    def rating_list(self, uf: str) -> Gathered[CbxListRow]:
        """The current rating list of one state, all pages. Raises SourceProblem; never a part of a list."""

        def read(fetched: _Fetched) -> tuple[tuple[CbxListRow, ...], int | None, tuple[Finding, ...]]:
            found = read_rating_list(InputFile("2000-01.html", fetched.data))
            total = players_in_all(fetched.page)
            if found.status != "ok" and total != 0:
                raise SourceProblem("layout_changed", found.reason or messages.NO_LIST, fetched.data)
            if any(row.uf not in (None, uf) for row in found.rows):
                raise _WalkAgain("filtro perdido")
            findings = tuple(f for f in found.findings if f.code not in ("partial_list", "rejected"))
            return found.rows, total, findings

        filters = {"cboUF": uf}
        return self._counted(lambda: self._walk(LIST, filters, read, lambda row: row.cbx_id))

    def calendar(self, year: int, month: int | None = None) -> Gathered[CbxCalendarTournament]:
        """The tournaments of a year, or of one month of it. Raises SourceProblem; never a part of them."""

        def read(
            fetched: _Fetched,
        ) -> tuple[tuple[CbxCalendarTournament, ...], int | None, tuple[Finding, ...]]:
            found = read_calendar(InputFile("torneios.html", fetched.data))
            if found.status != "ok":
                raise SourceProblem("layout_changed", found.reason or messages.NO_CALENDAR, fetched.data)
            return found.tournaments, found.total, found.findings

        filters = {"cboAno": str(year), "cboMes": str(month) if month else EVERYTHING}
        return self._counted(lambda: self._walk(CALENDAR, filters, read, lambda row: row.number))

    def _counted(self, work: Callable[[], _Result]) -> _Result:
        try:
            result = work()
        except SourceProblem as problem:
            if problem.kind in ("down", "error_page", "layout_changed", "forbidden"):
                self._troubles += 1
                if self._troubles >= self._stop_after:
                    raise SourceProblem(
                        "stopped",
                        f"{self._troubles} pedidos seguidos sem resultado; a visita parou. Último: "
                        f"{problem.message_pt}",
                        problem.page,
                    ) from problem
            raise
        self._troubles = 0
        return result

    def _card(self, cbx_id: str, known: Validators | None) -> CardAnswer:
        url = self.address(CARD.format(cbx_id))
        self._browser.obey_robots(url)
        name = f"{cbx_id}.html"

        def read(answer: requests.Response) -> CardAnswer:
            if answer.status_code == 304:
                return CardAnswer("unchanged", validators=known or NOTHING_KNOWN)
            data = self._browser.body(answer)
            card = read_card(InputFile(name, data))
            # Cut off in a way that the transfer does not show: worth asking again.
            if card.refusal in ("cut_off", "empty"):
                raise Unfinished(card.reason)
            if card.refusal == "not_found":
                return CardAnswer("not_found")
            if card.refusal is not None:
                raise SourceProblem(
                    "error_page" if card.refusal == "error_page" else "layout_changed",
                    f"{url}: {card.reason}",
                    data,
                )
            if card.cbx_id != cbx_id:
                raise SourceProblem(
                    "layout_changed", f"{url}: o site respondeu com o cartão do ID {card.cbx_id}.", data
                )
            return CardAnswer("card", data, card, Validators.of(answer.headers))

        try:
            return self._browser.ask("GET", url, read, headers=lambda: known.conditions() if known else {})
        except SourceProblem as problem:
            if problem.kind == "not_found":
                # An id nobody has is a page with status 200; a 404 says that the address itself is gone.
                raise SourceProblem(
                    "layout_changed", f"{url}: o endereço não existe mais no site da CBX (HTTP 404)."
                ) from problem
            raise

    def _walk(
        self,
        path: str,
        filters: Mapping[str, str],
        read: Callable[[_Fetched], tuple[tuple[Row, ...], int | None, tuple[Finding, ...]]],
        key: Callable[[Row], str],
    ) -> Gathered[Row]:
        url = self.address(path)
        self._browser.obey_robots(url)
        reason = ""
        for _ in range(WALKS):
            try:
                return self._walk_once(url, filters, read, key)
            except _WalkAgain as again:
                reason = str(again)
        raise SourceProblem("error_page", f"{url}: a lista não pôde ser lida inteira ({reason}).")

    def _walk_once(
        self,
        url: str,
        filters: Mapping[str, str],
        read: Callable[[_Fetched], tuple[tuple[Row, ...], int | None, tuple[Finding, ...]]],
        key: Callable[[Row], str],
    ) -> Gathered[Row]:
        fetched = self._page("GET", url, None)
        form = self._form(fetched, filters)
        data = self._filled(form, filters)
        if SEARCH in form.buttons:
            data[form.names[SEARCH]] = form.buttons[SEARCH]
        fetched = self._page("POST", urljoin(fetched.url, form.action), data)
        rows: dict[str, Row] = {}
        findings: list[Finding] = []
        total, repeated = None, 0
        for number in range(1, MAX_PAGES + 1):
            page_rows, said, page_findings = read(fetched)
            pager = pager_of(fetched.page)
            if pager.current != number:
                raise _WalkAgain(f"veio a página {pager.current} em vez da {number}")
            if number > 1 and said != total:
                raise _WalkAgain("a lista mudou durante a leitura")
            total = said
            findings += page_findings
            for row in page_rows:
                repeated += key(row) in rows
                rows.setdefault(key(row), row)
            if not pager.leads_to(number + 1):
                break
            form = self._form(fetched, filters)
            data = self._filled(form, filters)
            data["__EVENTTARGET"], data["__EVENTARGUMENT"] = pager.target, f"Page${number + 1}"
            fetched = self._page("POST", urljoin(fetched.url, form.action), data)
        else:
            raise SourceProblem("layout_changed", f"{url}: mais de {MAX_PAGES} páginas.")
        twice = sum(1 for finding in findings if finding.code in ("id_twice", "tournament_twice", "cbx_id"))
        if total is not None and len(rows) + twice + repeated < total:
            raise _WalkAgain(f"{len(rows)} linhas de {total}")
        return Gathered(tuple(rows.values()), number, tuple(findings))

    def _page(self, method: str, url: str, data: Mapping[str, str] | None) -> _Fetched:
        def read(answer: requests.Response) -> _Fetched:
            body = self._browser.body(answer)
            page = open_page(body)
            if page is None:
                raise SourceProblem("layout_changed", f"{url}: {messages.NOT_HTML}", body)
            if not body.strip() or not page.whole:
                raise Unfinished(messages.CUT_OFF)
            if page.tells_error():
                raise SourceProblem("error_page", f"{url}: {messages.ERROR_PAGE_OF_SITE}", body)
            return _Fetched(body, page, answer.url)

        # A server error after a postback is how expired tokens look too: the walk begins anew instead.
        retried = [status for status in RETRIED_STATUS if method == "GET" or status != 500]
        try:
            return self._browser.ask(method, url, read, data=data, retried=retried)
        except SourceProblem as problem:
            if problem.kind == "error_page" and method == "POST":
                raise _WalkAgain(problem.message_pt) from problem
            if problem.kind == "not_found":
                raise SourceProblem(
                    "layout_changed", f"{url}: o endereço não existe mais no site da CBX (HTTP 404)."
                ) from problem
            raise

    def _form(self, fetched: _Fetched, filters: Mapping[str, str]) -> Form:
        form = form_of(fetched.page)
        if form is None or not form.signed:
            raise SourceProblem("layout_changed", f"{fetched.url}: {messages.NO_FORM}", fetched.data)
        missing = [name for name, wanted in filters.items() if wanted and form.offered(name, wanted) is None]
        if missing:
            raise SourceProblem(
                "layout_changed", f"{fetched.url}: {messages.no_filter(', '.join(missing))}", fetched.data
            )
        return form

    @staticmethod
    def _filled(form: Form, filters: Mapping[str, str]) -> dict[str, str]:
        """What every postback carries: the form as it stands, no event yet, and the filters, each time."""
        data = {**form.values, "__EVENTTARGET": "", "__EVENTARGUMENT": ""}
        for suffix, wanted in filters.items():
            value = form.offered(suffix, wanted) if wanted else form.everything(suffix)
            if value is not None:
                data[form.names[suffix]] = value
        return data


_Result = TypeVar("_Result")

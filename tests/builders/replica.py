"""A replica of the CBX site and of FIDE's download page, served on loopback, with faults that can be
switched on.

What belongs here: pages and files as the references describe them (CBX notes 1, FIDE notes 1.1): WebForms
with signed tokens and paging, validators, ranges, robots.txt. What does not: what the clients should make of
them. Every person, tournament and list is invented.
"""

from __future__ import annotations

import hashlib
import html
import io
import re
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from socketserver import ThreadingMixIn
from typing import Any
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

PAGE_SIZE, CALENDAR_PAGE_SIZE, PAGER_LINKS = 50, 30, 10
Environ = dict[str, Any]
Start = Callable[[str, list[tuple[str, str]]], Any]


@dataclass(frozen=True)
class Player:
    """A row of the rating list."""

    cbx_id: str
    name: str
    uf: str
    standard: int | None


@dataclass
class File:
    """A file of the download page; a rebuild is another content under the same name."""

    data: bytes
    modified: str
    etag: bool = True


@dataclass(frozen=True)
class Request:
    """What the replica was asked."""

    method: str
    path: str
    headers: dict[str, str]
    fields: dict[str, str]


@dataclass
class Replica:
    """The state of both sites. ``faults``: what goes wrong for the next requests of a path, one each.

    Faults: ``503``, ``503 later`` (with Retry-After), ``500``, ``403``, ``404``, ``slow``, ``truncated``,
    ``error page``, ``redirect loop``, ``cut``, ``empty``, ``expired``, ``filter lost``.
    """

    cards: dict[str, bytes] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)
    calendar: list[dict[str, str]] = field(default_factory=list)
    files: dict[str, File] = field(default_factory=dict)
    robots: str | None = "User-agent: *\nDisallow: /admin\n"
    card_etags: bool = True
    renamed_heading: bool = False
    faults: dict[str, list[str]] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    page_size: int = PAGE_SIZE
    chunk: int = 1 << 20
    pause: Callable[[], None] = lambda: None
    url: str = ""
    _session: int = 0
    _released: threading.Event = field(default_factory=threading.Event)

    def asked(self, method: str, start: str = "/") -> list[str]:
        """The paths asked by one method, in order."""
        return [one.path for one in self.requests if one.method == method and one.path.startswith(start)]

    # ---------------------------------------------------------------------------------------- the server

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length).decode() if length else ""
        fields = {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}
        headers = {
            name[5:].replace("_", "-").title(): value
            for name, value in environ.items()
            if name.startswith("HTTP_")
        }
        request = Request(environ["REQUEST_METHOD"], path, headers, fields)
        self.requests.append(request)
        waiting = self.faults.get(path) or self.faults.get(path.rsplit("/", 1)[0] + "/*") or []
        fault = waiting.pop(0) if waiting else ""
        if fault == "redirect loop":
            waiting.append(fault)
        return self._faulty(fault, request, start) or self._answer(fault, request, start)

    def _faulty(self, fault: str, request: Request, start: Start) -> Iterable[bytes] | None:
        if fault[:3].isdecimal():
            later = [("Retry-After", "17")] if fault.endswith("later") else []
            return _send(start, f"{fault[:3]} Fault", b"<html><body>fault</body></html>", later)
        if fault == "slow":
            self._released.wait(5)
            return _send(start, "200 OK", b"")
        if fault == "redirect loop":
            return _send(start, "302 Found", b"", [("Location", request.path)])
        if fault == "error page":
            return _send(start, "200 OK", ERROR_PAGE)
        if fault == "empty":
            return _send(start, "200 OK", b"")
        return None

    def _answer(self, fault: str, request: Request, start: Start) -> Iterable[bytes]:
        path = request.path
        if path == "/robots.txt":
            if self.robots is None:
                return _send(start, "404 Not Found", b"")
            return _send(start, "200 OK", self.robots.encode(), [("Content-Type", "text/plain")])
        if path.startswith("/jogador/"):
            return self._card(fault, request, start)
        if path == "/rating":
            return self._list(fault, request, start)
        if path == "/torneios":
            return self._calendar(fault, request, start)
        if path.startswith("/download/"):
            return self._file(fault, request, start)
        return _send(start, "404 Not Found", b"<html><body>404</body></html>")

    # ----------------------------------------------------------------------------------------- CBX pages

    def _card(self, fault: str, request: Request, start: Start) -> Iterable[bytes]:
        cbx_id = request.path.rsplit("/", 1)[1]
        data = self.cards.get(cbx_id, nobody(cbx_id))
        if self.renamed_heading:
            data = data.replace(b"Cl&#225;ssico</th>", b"Longo</th>")
        etag = f'"{hashlib.sha256(data).hexdigest()[:12]}"'
        headers = [("ETag", etag)] if self.card_etags else []
        if self.card_etags and request.headers.get("If-None-Match") == etag:
            return _send(start, "304 Not Modified", b"", headers)
        return self._page(fault, data, start, headers)

    def _page(
        self, fault: str, data: bytes, start: Start, headers: list[tuple[str, str]] | None = None
    ) -> Iterable[bytes]:
        if fault == "cut":
            data = data[: len(data) // 2]
        if fault == "truncated":
            return _send(start, "200 OK", data[: len(data) // 2], headers, length=len(data))
        return _send(start, "200 OK", data, headers)

    def _list(self, fault: str, request: Request, start: Start) -> Iterable[bytes]:
        uf = request.fields.get("ctl00$ContentPlaceHolder1$cboUF", "")
        number, expired = self._postback(fault, request)
        if expired:
            return _send(start, "500 Internal Server Error", EXPIRED_PAGE)
        if fault == "filter lost":
            uf = ""
        rows = [player for player in self.players if not uf or player.uf == uf]
        shown = rows[(number - 1) * self.page_size : number * self.page_size]
        headings = ["ID CBX", "Nome", "Data Nasc.", "UF", "ID FIDE", "Clássico", "Rápido", "Blitz"]
        if self.renamed_heading:
            headings[5] = "Longo"
        body = "".join(
            f'<tr><td><a href="/jogador/{one.cbx_id}">{one.cbx_id}</a></td><td>{_entities(one.name)}</td>'
            f"<td>05/03/2001</td><td>{one.uf}</td><td></td><td>{one.standard or ''}</td>"
            "<td>1800</td><td>1800</td></tr>"
            for one in shown
        )
        head = "".join(f"<th>{_entities(heading)}</th>" for heading in headings)
        total = f"{len(rows):,}".replace(",", ".")
        grid = (
            '<table class="grid" id="ContentPlaceHolder1_gdvMain">'
            f"<caption>Total de Jogadores: {total}</caption><tr>{head}</tr>{body}"
            f"{_pager(number, -(-len(rows) // self.page_size))}</table>"
        )
        filters = (
            '<select name="ctl00$ContentPlaceHolder1$cboUF"><option value="">Todas</option>'
            "<option>RN</option><option>PB</option><option>AC</option></select>"
        )
        return self._page(fault, self._form("/rating", filters, grid), start)

    def _calendar(self, fault: str, request: Request, start: Start) -> Iterable[bytes]:
        year = request.fields.get("ctl00$ContentPlaceHolder1$cboAno", "")
        month = request.fields.get("ctl00$ContentPlaceHolder1$cboMes", "11")
        number, expired = self._postback(fault, request)
        if expired:
            return _send(start, "500 Internal Server Error", EXPIRED_PAGE)
        rows = [one for one in self.calendar if not year or one["year"] == year]
        rows = [one for one in rows if month == "0" or f"/{month}/" in one.get("period", "")]
        shown = rows[(number - 1) * CALENDAR_PAGE_SIZE : number * CALENDAR_PAGE_SIZE]
        blocks = "".join(f"<tr><td>{calendar_block(at, one)}</td></tr>" for at, one in enumerate(shown))
        grid = (
            f"<span>Total de Torneios: {len(rows)}</span>"
            f'<table class="grid" id="ContentPlaceHolder1_gdvMain">{blocks}'
            f"{_pager(number, -(-len(rows) // CALENDAR_PAGE_SIZE))}</table>"
        )
        filters = (
            '<select name="ctl00$ContentPlaceHolder1$cboAno"></select>'
            '<select name="ctl00$ContentPlaceHolder1$cboMes"><option value="0">Todos</option>'
            '<option value="11" selected="selected">Novembro</option></select>'
        )
        return self._page(fault, self._form("/torneios", filters, grid), start)

    def _postback(self, fault: str, request: Request) -> tuple[int, bool]:
        """The page asked for, and whether the tokens are refused."""
        if request.method != "POST":
            return 1, False
        if fault == "expired":
            self._session += 1
        tokens = (request.fields.get("__VIEWSTATE"), request.fields.get("__EVENTVALIDATION"))
        if tokens != (f"VS{self._session}", f"EV{self._session}"):
            return 1, True
        asked = re.fullmatch(r"Page\$([0-9]+)", request.fields.get("__EVENTARGUMENT", ""))
        if asked and request.fields.get("__EVENTTARGET") != "ctl00$ContentPlaceHolder1$gdvMain":
            return 1, True
        return (int(asked[1]) if asked else 1), False

    def _form(self, action: str, filters: str, grid: str) -> bytes:
        return (
            "<!DOCTYPE html><html><head><title>CBX</title></head><body>"
            f'<form method="post" action=".{action}" id="form1">'
            f'<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="VS{self._session}" />'
            '<input type="hidden" name="__VIEWSTATEGENERATOR" id="__VIEWSTATEGENERATOR" value="C2EE9ABB" />'
            '<input type="hidden" name="__EVENTVALIDATION" id="__EVENTVALIDATION" '
            f'value="EV{self._session}" />'
            f'{filters}<input type="submit" name="ctl00$ContentPlaceHolder1$btnBuscar" value="Buscar" />'
            f"{grid}</form></body></html>"
        ).encode()

    # ----------------------------------------------------------------------------------- FIDE's downloads

    def _file(self, fault: str, request: Request, start: Start) -> Iterable[bytes]:
        file = self.files.get(request.path.rsplit("/", 1)[1])
        if file is None:
            return _send(start, "404 Not Found", b"<html><body>404</body></html>")
        etag = f'"{hashlib.sha256(file.data).hexdigest()[:12]}"' if file.etag else None
        headers = [
            ("Last-Modified", file.modified),
            ("Accept-Ranges", "bytes"),
            ("Content-Type", "application/zip"),
        ]
        if etag:
            headers.append(("ETag", etag))
        unchanged = (etag and request.headers.get("If-None-Match") == etag) or (
            not etag and request.headers.get("If-Modified-Since") == file.modified
        )
        if unchanged:
            return _send(start, "304 Not Modified", b"", headers)
        data, status = file.data, "200 OK"
        ranged = re.fullmatch(r"bytes=([0-9]+)-", request.headers.get("Range", ""))
        if ranged and request.headers.get("If-Range") in (etag, file.modified):
            first = int(ranged[1])
            if first >= len(data):
                return _send(
                    start, "416 Range Not Satisfiable", b"", [("Content-Range", f"bytes */{len(data)}")]
                )
            headers.append(("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}"))
            data, status = data[first:], "206 Partial Content"
        whole = len(data)
        if request.method == "HEAD":
            return _send(start, status, b"", headers, length=whole)
        if fault == "truncated":
            data = data[: len(data) // 2]
        start(status, [*headers, ("Content-Length", str(whole))])
        return self._slowly(data)

    def _slowly(self, data: bytes) -> Iterator[bytes]:
        for at in range(0, len(data), self.chunk):
            self.pause()
            yield data[at : at + self.chunk]


ERROR_PAGE = (
    b"<html><head><title>Runtime Error</title></head>"
    b"<body><h1>Server Error in '/' Application.</h1></body></html>"
)
EXPIRED_PAGE = b"<html><head><title>Validation of viewstate MAC failed.</title></head><body></body></html>"


def _send(
    start: Start,
    status: str,
    data: bytes,
    headers: list[tuple[str, str]] | None = None,
    length: int | None = None,
) -> list[bytes]:
    sent = headers or []
    if not any(name == "Content-Type" for name, _ in sent):
        sent = [*sent, ("Content-Type", "text/html; charset=utf-8")]
    start(status, [*sent, ("Content-Length", str(len(data) if length is None else length))])
    return [data]


def _entities(text: str) -> str:
    return html.escape(text, quote=False).encode("ascii", "xmlcharrefreplace").decode()


def _pager(current: int, pages: int) -> str:
    """GridView's pager: ten numbers, then ``...`` to the next ten; a nested table."""
    if pages <= 1:
        return ""
    first = (current - 1) // PAGER_LINKS * PAGER_LINKS + 1
    last = min(first + PAGER_LINKS - 1, pages)

    def link(number: int, text: str) -> str:
        call = f"javascript:__doPostBack(&#39;ctl00$ContentPlaceHolder1$gdvMain&#39;,&#39;Page${number}&#39;)"
        return f'<td><a href="{call}">{text}</a></td>'

    cells = [link(first - 1, "...")] if first > 1 else []
    cells += [
        f"<td><span>{number}</span></td>" if number == current else link(number, str(number))
        for number in range(first, last + 1)
    ]
    if last < pages:
        cells.append(link(last + 1, "..."))
    return f'<tr class="grid-pager"><td colspan="8"><table><tr>{"".join(cells)}</tr></table></td></tr>'


def nobody(cbx_id: str) -> bytes:
    """The page of an id that nobody has: a card without its player."""
    return (
        f"<!DOCTYPE html><html><head><title>Jogador: {cbx_id} - </title></head><body>"
        f'<form method="post" action="/jogador/{cbx_id}"><div id="dados-jogador"></div></form></body></html>'
    ).encode()


def calendar_block(at: int, row: dict[str, str]) -> str:
    """One tournament of the calendar; labels stand inside the elements."""
    start = "ContentPlaceHolder1_gdvMain_"

    def span(name: str, text: str) -> str:
        return f'<span id="{start}{name}_{at}">{text}</span>'

    return (
        '<table class="torneios"><tr><td>'
        f'<a id="{start}hlkTorneio_{at}" href="/torneio/{row["number"].split("/")[0]}/x">'
        f"{span('lblNomeTorneio', _entities(row.get('name', 'Torneio')))}</a>"
        f"{span('lblIDTorneio', row['number'])}{span('lblStatus', row.get('status', ''))}"
        f"{span('lblRitmo', 'Ritmo: ' + _entities(row.get('rhythm', '')))}"
        f"{span('lblRating', 'Rating: ' + row.get('rating', 'CBX'))}"
        f"{span('lblLocal', 'Local: ' + row.get('place', 'Natal RN'))}"
        f"{span('lblPeriodo', _entities('Período: ') + row.get('period', ''))}"
        f"{span('lblOrganizador', 'Organizador: Clube Inventado')}"
        f"{span('lblObs', _entities('Observação: ') + row.get('notes', ''))}</td></tr></table>"
    )


def zipped(name: str, text: str) -> bytes:
    """A zip as FIDE's: one member. The same text gives the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name, (2026, 11, 1, 0, 0, 0)), text)
    return data.getvalue()


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away in the middle are part of the tests."""


@contextmanager
def serving(replica: Replica) -> Iterator[Replica]:
    """The replica on a free port of loopback."""
    with make_server("127.0.0.1", 0, replica, server_class=_Server, handler_class=_Quiet) as server:
        replica.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield replica
        finally:
            replica._released.set()
            server.shutdown()
            thread.join()

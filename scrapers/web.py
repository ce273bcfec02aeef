"""HTTP as the platform uses it: one request at a time, paced, counted, retried with patience.

Belongs here: what every visit to a public site shares: manners, retries, robots.txt, and the kinds of
trouble. Does not belong here: any one site (`fide.download`, `cbx.client`), and where answers are kept.

The clock, the pause and the allowance are handed in. Nothing here runs two requests at once.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import requests
from urllib3.exceptions import HTTPError as TransportError
from urllib3.exceptions import MaxRetryError
from urllib3.util.retry import Retry

Kind = Literal["down", "not_found", "error_page", "layout_changed", "forbidden", "budget", "stopped", "disk"]

#: Answers that say "later", not "no".
RETRIED_STATUS = (408, 425, 429, 500, 502, 503, 504)
#: A page of any of the sites is far smaller.
MAX_PAGE_BYTES = 5_000_000
MAX_REDIRECTS = 5
CHUNK = 16 * 1024

Answer = TypeVar("Answer")
Headers = Mapping[str, str]


class SourceProblem(Exception):
    """Why a source gave nothing: the kind of trouble, a sentence in pt-BR, the page that shows it if any."""

    def __init__(self, kind: Kind, message_pt: str, page: bytes | None = None) -> None:
        super().__init__(message_pt)
        self.kind: Kind = kind
        self.message_pt = message_pt
        self.page = page


class Unfinished(Exception):
    """An answer that broke off; the same request is worth another attempt."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a site is asked. Seconds throughout."""

    user_agent: str
    delay: float = 5.0
    attempts: int = 4
    first_wait: float = 5.0
    longest_wait: float = 120.0
    connect_timeout: float = 10.0
    read_timeout: float = 60.0
    longest_answer: float = 3600.0


@dataclass(frozen=True, slots=True)
class Validators:
    """What an answer says of its version; None where it says nothing."""

    etag: str | None = None
    last_modified: str | None = None
    length: int | None = None

    @classmethod
    def of(cls, headers: Headers) -> Validators:
        length = headers.get("Content-Length", "")
        return cls(
            headers.get("ETag") or None,
            headers.get("Last-Modified") or None,
            int(length) if length.isdecimal() else None,
        )

    @property
    def range_condition(self) -> str | None:
        """What `If-Range` may carry: a strong ETag, else the date (RFC 9110, 13.1.5)."""
        if self.etag and not self.etag.startswith("W/"):
            return self.etag
        return self.last_modified

    def conditions(self) -> dict[str, str]:
        """Headers that ask for the content only if it is another version."""
        found = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in found.items() if value}

    def same_version(self, other: Validators) -> bool:
        """Whether both surely name one version: something is comparable, and nothing differs."""
        pairs = (
            (self.etag, other.etag),
            (self.last_modified, other.last_modified),
            (self.length, other.length),
        )
        known = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
        dated = any(isinstance(mine, str) for mine, _ in known)
        return dated and all(mine == theirs for mine, theirs in known)


NOTHING_KNOWN = Validators()


class Patience(Retry):
    """urllib3's retry policy with the pause handed in, so that it can wait without a clock of its own."""

    def __init__(self, *args: Any, pause: Callable[[float], None], longest: float, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pause = pause
        self._longest = longest

    def new(self, **kwargs: Any) -> Patience:
        return super().new(pause=self._pause, longest=self._longest, **kwargs)

    def sleep(self, response: Any = None) -> None:
        """Wait as long as the site asks, else as the back-off says; never longer than the longest wait."""
        asked = self.get_retry_after(response) if response is not None else None
        self._pause(min(max(asked or 0.0, self.get_backoff_time()), self._longest))


class Browser:
    """One visitor of one site.

    ``allow`` is called before every attempt and raises `SourceProblem` to forbid it (a daily budget);
    ``clock`` tells monotonic seconds.
    """

    def __init__(
        self,
        manners: Manners,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        allow: Callable[[], None] = lambda: None,
    ) -> None:
        self._manners = manners
        self._sleep = sleep
        self._clock = clock
        self._allow = allow
        self._delay = manners.delay
        self._last: float | None = None
        self._robots: RobotFileParser | None = None
        self._session = requests.Session()
        self._session.headers["User-Agent"] = manners.user_agent
        self._session.max_redirects = MAX_REDIRECTS

    def ask(
        self,
        method: str,
        url: str,
        read: Callable[[requests.Response], Answer],
        *,
        data: Mapping[str, str] | None = None,
        headers: Callable[[], Headers] = dict,
        retried: Collection[int] = RETRIED_STATUS,
    ) -> Answer:
        """What ``read`` makes of the answer, after as many attempts as manners allow.

        ``headers`` is called for each attempt, so that a broken-off download can go on where it is.
        ``retried``: the answers that are worth another attempt.
        Raises SourceProblem: down (no answer, 5xx, always broken off), error_page, not_found, forbidden.
        """
        patience = self._patience()
        while True:
            self._pace()
            answer: requests.Response | None = None
            try:
                with self._session.request(
                    method,
                    url,
                    data=data,
                    headers=dict(headers()),
                    stream=True,
                    timeout=(self._manners.connect_timeout, self._manners.read_timeout),
                ) as answer:
                    if answer.status_code not in retried:
                        _refuse(answer, url)
                        return read(answer)
                    trouble: Exception = Unfinished(f"HTTP {answer.status_code}")
            except requests.TooManyRedirects:
                raise SourceProblem("down", f"{url}: o site redireciona sem fim.") from None
            except (requests.RequestException, TransportError, Unfinished) as problem:
                trouble = problem
            finally:
                self._last = self._clock()
            raw = answer.raw if answer is not None else None
            try:
                patience = patience.increment(method, url, error=trouble)
            except MaxRetryError:
                raise SourceProblem(
                    "down",
                    f"{url}: sem resposta utilizável após {self._manners.attempts} tentativas "
                    f"({_reason(trouble)}).",
                ) from trouble
            patience.sleep(raw)

    def body(self, answer: requests.Response, max_bytes: int = MAX_PAGE_BYTES) -> bytes:
        """The whole body of an answer. Raises Unfinished where it takes too long, SourceProblem if too
        big.
        """
        parts: list[bytes] = []
        size, started = 0, self._clock()
        for part in answer.iter_content(CHUNK):
            size += len(part)
            if size > max_bytes:
                raise SourceProblem("layout_changed", f"{answer.url}: resposta maior que {max_bytes} bytes.")
            if self.too_slow(started):
                raise Unfinished("resposta lenta demais")
            parts.append(part)
        return b"".join(parts)

    def too_slow(self, started: float) -> bool:
        return self._clock() - started > self._manners.longest_answer

    def now(self) -> float:
        return self._clock()

    def obey_robots(self, url: str) -> None:
        """Raise SourceProblem (forbidden) where the site's robots.txt forbids ``url``; asked once a visit.

        No robots.txt (404) forbids nothing; one that cannot be fetched is a site that is down (RFC 9309,
        2.3). A crawl delay longer than ours becomes ours.
        """
        place = urlsplit(url)
        if self._robots is None:
            self._robots = self._fetch_robots(f"{place.scheme}://{place.netloc}/robots.txt")
            asked = self._robots.crawl_delay(self._manners.user_agent)
            self._delay = max(self._delay, float(asked or 0))
        if not self._robots.can_fetch(self._manners.user_agent, url):
            raise SourceProblem("forbidden", f"{place.netloc}: robots.txt não permite pedir {place.path}.")

    def _fetch_robots(self, url: str) -> RobotFileParser:
        rules = RobotFileParser()
        try:
            text = self.ask("GET", url, self.body)
        except SourceProblem as problem:
            if problem.kind == "forbidden":
                text = b"User-agent: *\nDisallow: /\n"
            elif problem.kind in ("not_found", "layout_changed"):
                text = b""
            else:
                raise
        if re.match(rb"\s*<", text):  # a page instead of the file: no rules
            text = b""
        rules.parse(text.decode("utf-8", errors="replace").splitlines())
        return rules

    def _patience(self) -> Patience:
        return Patience(
            total=self._manners.attempts - 1,
            redirect=False,
            allowed_methods=None,
            backoff_factor=self._manners.first_wait / 2,
            backoff_max=self._manners.longest_wait,
            backoff_jitter=self._manners.first_wait / 2,
            pause=self._sleep,
            longest=self._manners.longest_wait,
        )

    def _pace(self) -> None:
        if self._last is not None:
            wait = self._last + self._delay * (1 + random.random() / 10) - self._clock()
            if wait > 0:
                self._sleep(wait)
        self._allow()


def _refuse(answer: requests.Response, url: str) -> None:
    status = answer.status_code
    if status in (404, 410):
        raise SourceProblem("not_found", f"{url}: o site diz que a página não existe (HTTP {status}).")
    if status in (401, 403, 407, 451):
        raise SourceProblem("forbidden", f"{url}: o site recusa o pedido (HTTP {status}).")
    if status >= 500:
        raise SourceProblem("error_page", f"{url}: erro do site (HTTP {status}).")
    if status >= 400 and status != 416:
        raise SourceProblem("layout_changed", f"{url}: resposta inesperada (HTTP {status}).")


def _reason(trouble: Exception) -> str:
    if isinstance(trouble, requests.Timeout):
        return "tempo esgotado"
    if isinstance(trouble, requests.exceptions.ChunkedEncodingError):
        return "resposta cortada"
    if isinstance(trouble, requests.ConnectionError):
        return "conexão falhou"
    return str(trouble)[:80]


def user_agent(contact: str) -> str:
    """How the platform introduces itself: its name, and whom to write to."""
    return f"FNX-Rating/0.1 (+{contact.strip()})"

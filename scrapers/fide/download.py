"""FIDE's download page: which files a day calls for, whether they changed, and fetching one whole.

Belongs here: the addresses, the monthly schedule, the conditional and resumable download of one file into a
partial file beside a note of its version, and the proof that it is a whole list. Does not belong here: where
lists are kept and under which name (`orchestration.fetching`), and how a list is read (`lists`).

Addresses: FIDE notes, section 1.1. The current files live under fixed names; the archive, by type only, is
``{standard|rapid|blitz}_{mon}{yy}frl.zip``. A month is rebuilt after its first day, so a file is known by its
version, never by its name.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Literal

import requests

from scrapers.addresses import FIDE_DOWNLOADS
from scrapers.fide.container import BROKEN, MAX_UNPACKED
from scrapers.fide.naming import month_token
from scrapers.web import CHUNK, NOTHING_KNOWN, Browser, SourceProblem, Unfinished, Validators

Scope = Literal["combined", "standard", "rapid", "blitz"]
SCOPES: tuple[Scope, ...] = ("combined", "standard", "rapid", "blitz")
CURRENT: dict[Scope, str] = {
    "combined": "players_list.zip",
    "standard": "standard_rating_list.zip",
    "rapid": "rapid_rating_list.zip",
    "blitz": "blitz_rating_list.zip",
}
#: The first month of the archive page's selector.
FIRST_ARCHIVED = date(2015, 2, 1)
#: The combined list has about 45 MB packed, 320 MB unpacked (October 2026).
MAX_PACKED = 180 * 2**20
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CONTENT_RANGE = re.compile(r"bytes ([0-9]+)-([0-9]+)/([0-9]+|\*)")
_HEADING_BYTES = 4096


@dataclass(frozen=True, slots=True)
class FideFile:
    """One file to ask for. ``month``: the one its archive name tells; None: the file itself tells it."""

    scope: Scope
    name: str
    month: date | None
    why_pt: str


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A whole, tested file. ``month``: of the heading, None where the list has none (combined)."""

    path: Path
    sha256: str
    size: int
    validators: Validators
    month: date | None
    resumed: bool


def first_of_month(day: date) -> date:
    return day.replace(day=1)


def month_token_of(month: date) -> str:
    """``nov26``, as in FIDE's archive names."""
    return f"{_MONTHS[month.month - 1]}{month.year % 100:02d}"


def files_due(
    today: date, scopes: Sequence[Scope], held: Collection[tuple[Scope, date]], since: date | None
) -> list[FideFile]:
    """What a visit on ``today`` asks for: the current files always, past months only where they are missing.

    ``held``: the months at hand, by scope. ``since``: the first month wanted; None: the current one only. The
    combined list has no archive.
    """
    month = first_of_month(today)
    due = [
        FideFile(
            scope,
            CURRENT[scope],
            None,
            f"lista de {month:%m/%Y}: conferir se a FIDE a refez"
            if (scope, month) in held
            else f"lista de {month:%m/%Y} ainda não está na caixa de entrada",
        )
        for scope in scopes
    ]
    first = max(first_of_month(since), FIRST_ARCHIVED) if since else month
    for past in _months_before(month, first):
        due += [
            FideFile(scope, f"{scope}_{month_token_of(past)}frl.zip", past, f"falta a lista de {past:%m/%Y}")
            for scope in scopes
            if scope != "combined" and (scope, past) not in held
        ]
    return due


def _months_before(month: date, first: date) -> list[date]:
    count = (month.year - first.year) * 12 + month.month - first.month
    ordinals = (month.year * 12 + month.month - 1 - back for back in range(1, count + 1))
    return [date(ordinal // 12, ordinal % 12 + 1, 1) for ordinal in ordinals]


class FideSite:
    """FIDE's download folder at ``base_url``, asked through one `Browser`."""

    def __init__(self, browser: Browser, base_url: str = FIDE_DOWNLOADS) -> None:
        self._browser = browser
        self._base = base_url.rstrip("/") + "/"

    def address(self, name: str) -> str:
        return self._base + name

    def version(self, name: str) -> Validators:
        """What a HEAD request says of the file; nothing where the site answers none. Raises SourceProblem."""
        url = self.address(name)
        self._browser.obey_robots(url)
        try:
            return self._browser.ask(
                "HEAD", url, lambda answer: Validators.of(answer.headers), headers=lambda: _PLAIN
            )
        except SourceProblem as problem:
            if problem.kind in ("layout_changed", "error_page"):  # 405, 501
                return NOTHING_KNOWN
            raise

    def download(
        self,
        file: FideFile,
        partial: Path,
        known: Validators | None = None,
        progress: Callable[[int, int | None], None] = lambda done, total: None,
    ) -> Downloaded | None:
        """The file, whole and tested, at ``partial``; None where it is still the version ``known``.

        What an earlier attempt or a killed process left at ``partial`` is gone on with if the site still has
        that version, else started again. ``progress`` hears bytes done and in all. Raises SourceProblem.
        """
        if known is not None and known.same_version(self.version(file.name)):
            return None
        url = self.address(file.name)
        self._browser.obey_robots(url)
        transfer = _Transfer(partial, known, self._browser, progress)
        for last_try in (False, True):
            try:
                if not self._browser.ask("GET", url, transfer.read, headers=transfer.headers):
                    return None
                month = tested(partial, file)
            except OSError as problem:
                if isinstance(problem, requests.RequestException):
                    raise
                raise SourceProblem(
                    "disk", f"{partial}: não foi possível gravar ({problem.strerror})."
                ) from problem
            except BrokenZip:
                transfer.forget()
                # What was gone on with may have been damaged on disk; a fresh file that is broken is the
                # site's.
                if transfer.resumed and not last_try:
                    transfer.resumed = False
                    continue
                raise SourceProblem(
                    "layout_changed", f"{file.name}: o arquivo da FIDE não é um zip íntegro."
                ) from None
            except SourceProblem as problem:
                if problem.kind in ("error_page", "layout_changed"):
                    transfer.forget()
                raise
            break
        with partial.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        transfer.forget_note()
        return Downloaded(
            partial, sha256, partial.stat().st_size, transfer.validators, month, transfer.resumed
        )


#: Packed transfers would make lengths and ranges those of another content.
_PLAIN = {"Accept-Encoding": "identity"}


class _Transfer:
    """One file on its way: the partial file, and beside it a note of which version it is a part of."""

    def __init__(
        self,
        partial: Path,
        known: Validators | None,
        browser: Browser,
        progress: Callable[[int, int | None], None],
    ) -> None:
        self._partial = partial
        self._note = partial.with_name(partial.name + ".json")
        self._known = known
        self._browser = browser
        self._progress = progress
        self.validators = self._noted()
        self.resumed = False

    def _noted(self) -> Validators:
        try:
            return Validators(**json.loads(self._note.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return Validators()

    def _done(self) -> int:
        condition = self.validators.range_condition
        return self._partial.stat().st_size if condition and self._partial.exists() else 0

    def headers(self) -> dict[str, str]:
        done = self._done()
        condition = self.validators.range_condition
        if done and condition:
            return {**_PLAIN, "Range": f"bytes={done}-", "If-Range": condition}
        return {**_PLAIN, **(self._known.conditions() if self._known else {})}

    def read(self, answer: requests.Response) -> bool:
        """Take the body; False where the site says that nothing changed. Raises Unfinished when it breaks
        off.
        """
        if answer.status_code == 304:
            return False
        found = Validators.of(answer.headers)
        done = self._done()
        going_on = answer.status_code == 206 and self._goes_on(answer, done, found)
        if answer.status_code in (206, 416) and not going_on:
            self.forget()
            raise Unfinished("a parte guardada é de outra versão")
        if going_on:
            total = self.validators.length
            self.resumed = True
        else:
            done, total = 0, found.length
            self.validators = found
            self._write_note()
        if total is not None and total > MAX_PACKED:
            raise SourceProblem("layout_changed", f"{answer.url}: {total} bytes são demais para uma lista.")
        started = self._browser.now()
        with self._partial.open("ab" if going_on else "wb") as stream:
            for part in answer.iter_content(CHUNK):
                stream.write(part)
                done += len(part)
                if done > MAX_PACKED:
                    raise SourceProblem("layout_changed", f"{answer.url}: grande demais para uma lista.")
                if self._browser.too_slow(started):
                    raise Unfinished("resposta lenta demais")
                self._progress(done, total)
            stream.flush()
            os.fsync(stream.fileno())
        if total is not None and done != total:
            raise Unfinished(f"{done} de {total} bytes")
        return True

    def _goes_on(self, answer: requests.Response, done: int, found: Validators) -> bool:
        said = _CONTENT_RANGE.fullmatch(answer.headers.get("Content-Range", ""))
        if said is None or int(said[1]) != done:
            return False
        if said[3] != "*" and self.validators.length not in (None, int(said[3])):
            return False
        return (found.etag, found.last_modified) == (
            self.validators.etag if found.etag else None,
            self.validators.last_modified if found.last_modified else None,
        )

    def _write_note(self) -> None:
        self._partial.parent.mkdir(parents=True, exist_ok=True)
        # The part goes first: a note must never stand beside bytes of another version.
        self._partial.unlink(missing_ok=True)
        self._note.write_text(json.dumps(asdict(self.validators)), encoding="utf-8")

    def forget(self) -> None:
        self._partial.unlink(missing_ok=True)
        self.forget_note()
        self.validators = Validators()

    def forget_note(self) -> None:
        self._note.unlink(missing_ok=True)


class BrokenZip(Exception):
    """The bytes are no whole zip archive."""


def tested(path: Path, file: FideFile) -> date | None:
    """Prove that ``path`` is a whole zip of one FIDE list; the month of its heading, None without one.

    Every byte is unpacked and its checksum compared. Raises BrokenZip, or SourceProblem for an error page or
    a list that is not the one asked for.
    """
    with path.open("rb") as stream:
        head = stream.read(512)
    if head.lstrip().startswith(b"<"):
        raise SourceProblem(
            "error_page", f"{file.name}: a FIDE respondeu com uma página em vez do arquivo.", head
        )
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) != 1 or members[0].file_size > MAX_UNPACKED:
                raise SourceProblem(
                    "layout_changed", f"{file.name}: o zip tem {len(members)} arquivos; era esperado um."
                )
            with archive.open(members[0]) as stream:
                heading = stream.readline(_HEADING_BYTES)
            if archive.testzip() is not None:
                raise BrokenZip
    except BROKEN as problem:
        raise BrokenZip from problem
    text = heading.decode("latin-1")
    if not re.search(r"\bname\b", text, re.IGNORECASE) or ";" in text:
        raise SourceProblem("layout_changed", f"{file.name}: a lista não começa com um cabeçalho da FIDE.")
    return _month_of_heading(text, file)


def _month_of_heading(heading: str, file: FideFile) -> date | None:
    tokens = {month_token(word) for word in heading.split()} - {None}
    found = date.fromisoformat(str(tokens.pop())) if len(tokens) == 1 else None
    if file.scope != "combined" and found is None:
        raise SourceProblem("layout_changed", f"{file.name}: o cabeçalho não diz o mês da lista.")
    if file.month is not None and found is not None and found != file.month:
        raise SourceProblem(
            "layout_changed", f"{file.name}: o cabeçalho diz {found:%m/%Y}, o nome {file.month:%m/%Y}."
        )
    return found

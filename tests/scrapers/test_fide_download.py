"""FIDE's download page over HTTP: what a day calls for, and files that come whole or not at all."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from scrapers.fide import read_list
from scrapers.fide.download import FideFile, FideSite, files_due, month_token_of
from scrapers.web import SourceProblem
from tests.builders.home_files import FideLine, fide_combined_text, fide_standard_text
from tests.builders.replica import File, Replica, serving, zipped
from tests.builders.visits import AGENT, Time, browser

NOVEMBER = date(2026, 11, 1)
STANDARD = FideFile("standard", "standard_rating_list.zip", None, "")
MODIFIED = "Sun, 01 Nov 2026 06:00:00 GMT"


def lines(count: int, first: int = 999000001) -> list[FideLine]:
    noise = random.Random(count)
    return [
        FideLine(
            str(first + n),
            f"Inventada, {''.join(noise.choices('abcdefghij', k=12))}",
            "F",
            1500 + n % 900,
            1990,
        )
        for n in range(count)
    ]


def standard_zip(count: int = 3, month: date = NOVEMBER) -> bytes:
    return zipped("standard_rating_list.txt", fide_standard_text(month, lines(count), False))


def flipped(data: bytes) -> bytes:
    """One bit wrong in the middle, as a bad disk or proxy leaves it."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.fixture
def site() -> Iterator[Replica]:
    replica = Replica(
        files={
            "standard_rating_list.zip": File(standard_zip(2500), MODIFIED),
            "standard_oct26frl.zip": File(standard_zip(3, date(2026, 10, 1)), MODIFIED),
            "players_list.zip": File(zipped("players_list_foa.txt", fide_combined_text(lines(5))), MODIFIED),
        },
        chunk=4096,
    )
    with serving(replica):
        yield replica


def fide(site: Replica, time: Time | None = None) -> FideSite:
    return FideSite(browser(time), site.url + "/download/")


def problem_of(work: Callable[[], object]) -> SourceProblem:
    with pytest.raises(SourceProblem) as caught:
        work()
    return caught.value


def test_a_day_calls_for_the_current_lists_and_for_past_months_that_are_missing() -> None:
    held = {("standard", date(2026, 11, 1)), ("standard", date(2026, 9, 1))}
    due = files_due(date(2026, 11, 17), ("standard", "combined"), held, date(2026, 8, 20))
    assert [(one.scope, one.name, one.month) for one in due] == [
        ("standard", "standard_rating_list.zip", None),
        ("combined", "players_list.zip", None),
        ("standard", "standard_oct26frl.zip", date(2026, 10, 1)),
        ("standard", "standard_aug26frl.zip", date(2026, 8, 1)),
    ]
    assert "refez" in due[0].why_pt and "ainda não está" in due[1].why_pt and "10/2026" in due[2].why_pt
    assert files_due(date(2026, 1, 1), ("blitz",), set(), None) == files_due(
        date(2026, 1, 31), ("blitz",), set(), date(2026, 1, 1)
    )


def test_the_archive_begins_in_february_2015() -> None:
    due = files_due(date(2015, 4, 1), ("standard",), set(), date(2012, 1, 1))
    assert [one.name for one in due[1:]] == ["standard_mar15frl.zip", "standard_feb15frl.zip"]
    assert [month_token_of(date(2026, month, 1)) for month in (2, 4, 12)] == ["feb26", "apr26", "dec26"]


def test_a_file_comes_whole_and_tested(site: Replica, tmp_path: Path) -> None:
    heard: list[tuple[int, int | None]] = []
    found = fide(site).download(STANDARD, tmp_path / "part", progress=lambda *said: heard.append(said))
    data = site.files[STANDARD.name].data
    assert found is not None
    assert (found.path.read_bytes(), found.size, found.month) == (data, len(data), NOVEMBER)
    assert found.sha256 == hashlib.sha256(data).hexdigest()
    assert heard[-1] == (len(data), len(data))
    assert [path.name for path in tmp_path.iterdir()] == ["part"]
    with found.path.open("rb") as stream:
        assert read_list("standard_nov26frl.zip", stream).players == 2500
    assert {one.headers["User-Agent"] for one in site.requests} == {AGENT}


def test_an_unchanged_file_is_not_asked_for_again(site: Replica, tmp_path: Path) -> None:
    first = fide(site).download(STANDARD, tmp_path / "part")
    assert first is not None
    site.requests.clear()
    assert fide(site).download(STANDARD, tmp_path / "again", first.validators) is None
    assert (len(site.asked("HEAD")), site.asked("GET", "/download/")) == (1, [])
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("etag", [True, False])
def test_a_rebuilt_file_is_another_version(site: Replica, tmp_path: Path, etag: bool) -> None:
    site.files[STANDARD.name].etag = etag
    first = fide(site).download(STANDARD, tmp_path / "part")
    assert first is not None
    site.files[STANDARD.name] = File(standard_zip(2501), "Mon, 09 Nov 2026 06:00:00 GMT", etag)
    second = fide(site).download(STANDARD, tmp_path / "again", first.validators)
    assert second is not None and second.sha256 != first.sha256


def test_a_site_that_only_answers_304_is_believed(site: Replica, tmp_path: Path) -> None:
    first = fide(site).download(STANDARD, tmp_path / "part")
    assert first is not None
    site.faults["/download/" + STANDARD.name] = ["404"]
    problem = problem_of(lambda: fide(site).download(STANDARD, tmp_path / "x", first.validators))
    assert problem.kind == "not_found"
    site.faults["/download/" + STANDARD.name] = ["405"]
    assert fide(site).download(STANDARD, tmp_path / "x", first.validators) is None
    undated = first.validators.__class__(etag=first.validators.etag, length=1)
    assert fide(site).download(STANDARD, tmp_path / "again", undated) is None
    assert len(site.asked("GET", "/download/")) == 3


def test_a_broken_off_transfer_goes_on_where_it_was(site: Replica, tmp_path: Path) -> None:
    site.faults["/download/" + STANDARD.name] = ["truncated", "truncated", "503"]
    time = Time()
    found = fide(site, time).download(STANDARD, tmp_path / "part")
    assert found is not None and found.resumed
    assert found.path.read_bytes() == site.files[STANDARD.name].data
    asked = [one.headers for one in site.requests if one.method == "GET" and "download" in one.path]
    starts = [int(one["Range"][6:-1]) for one in asked[1:]]
    assert "Range" not in asked[0] and starts == sorted(starts) and starts[0] > 0
    assert all(one["If-Range"] for one in asked[1:])
    assert len(time.waits) >= 3


@pytest.mark.parametrize("etag", [True, False])
def test_a_part_left_behind_is_used_only_for_the_same_version(
    site: Replica, tmp_path: Path, etag: bool
) -> None:
    site.files[STANDARD.name].etag = etag
    site.faults["/download/" + STANDARD.name] = ["truncated"] * 4
    assert problem_of(lambda: fide(site).download(STANDARD, tmp_path / "part")).kind == "down"
    assert (tmp_path / "part").stat().st_size > 0
    site.files[STANDARD.name] = File(standard_zip(2510), "Mon, 09 Nov 2026 06:00:00 GMT", etag)
    found = fide(site).download(STANDARD, tmp_path / "part")
    assert found is not None and not found.resumed
    assert found.path.read_bytes() == site.files[STANDARD.name].data


def test_a_part_without_its_note_or_damaged_is_started_again(site: Replica, tmp_path: Path) -> None:
    (tmp_path / "part").write_bytes(b"x" * 1000)
    found = fide(site).download(STANDARD, tmp_path / "part")
    assert found is not None and not found.resumed
    site.faults["/download/" + STANDARD.name] = ["truncated"] * 4
    problem_of(lambda: fide(site).download(STANDARD, tmp_path / "other"))
    size = (tmp_path / "other").stat().st_size
    (tmp_path / "other").write_bytes(b"\0" * size)
    again = fide(site).download(STANDARD, tmp_path / "other")
    assert again is not None and again.path.read_bytes() == site.files[STANDARD.name].data


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"<html><body>Under maintenance</body></html>", "error_page"),
        (standard_zip(50)[:-40], "layout_changed"),
        (flipped(standard_zip(50)), "layout_changed"),
        (zipped("x.txt", "id;name\n"), "layout_changed"),
        (zipped("x.txt", "ID Number Name Fed Gms K\n"), "layout_changed"),
        (b"", "layout_changed"),
    ],
)
def test_what_is_not_a_whole_list_stays_out(site: Replica, tmp_path: Path, data: bytes, kind: str) -> None:
    site.files[STANDARD.name] = File(data, MODIFIED)
    assert problem_of(lambda: fide(site).download(STANDARD, tmp_path / "part")).kind == kind
    assert list(tmp_path.iterdir()) == []


def test_an_archived_file_must_be_of_its_month(site: Replica, tmp_path: Path) -> None:
    october = FideFile("standard", "standard_oct26frl.zip", date(2026, 10, 1), "")
    found = fide(site).download(october, tmp_path / "part")
    assert found is not None and found.month == date(2026, 10, 1)
    site.files[october.name] = site.files[STANDARD.name]
    problem = problem_of(lambda: fide(site).download(october, tmp_path / "part"))
    assert problem.kind == "layout_changed" and "11/2026" in problem.message_pt


def test_the_combined_list_tells_no_month(site: Replica, tmp_path: Path) -> None:
    combined = FideFile("combined", "players_list.zip", None, "")
    found = fide(site).download(combined, tmp_path / "part")
    assert found is not None and found.month is None


@pytest.mark.parametrize(
    ("faults", "kind"),
    [(["503"] * 4, "down"), (["slow"] * 4, "down"), (["404"], "not_found"), (["403"], "forbidden")],
)
def test_kinds_of_trouble(site: Replica, tmp_path: Path, faults: list[str], kind: str) -> None:
    site.faults["/download/" + STANDARD.name] = faults
    assert problem_of(lambda: fide(site).download(STANDARD, tmp_path / "part")).kind == kind


def test_robots_txt_is_obeyed(site: Replica, tmp_path: Path) -> None:
    site.robots = "User-agent: *\nDisallow: /download/\n"
    assert problem_of(lambda: fide(site).download(STANDARD, tmp_path / "part")).kind == "forbidden"


def test_a_disk_that_refuses_is_said(site: Replica, tmp_path: Path) -> None:
    (tmp_path / "part").mkdir()
    problem = problem_of(lambda: fide(site).download(STANDARD, tmp_path / "part"))
    assert (problem.kind, "part" in problem.message_pt) == ("disk", True)

"""The CBX client against a replica of the site over HTTP: what comes back, and how politely it was asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from scrapers.cbx.client import CbxClient
from scrapers.web import Browser, SourceProblem
from tests.builders.home_files import CbxLine, card_html
from tests.builders.replica import Player, Replica, serving
from tests.builders.visits import AGENT, MANNERS, Time, browser


def card_of(cbx_id: str, standard: int = 1800) -> bytes:
    months = ((date(2026, 11, 1), standard),)
    tournaments = ((9101, date(2026, 10, 3), date(2026, 10, 4), "STD"),)
    return card_html(CbxLine(cbx_id, "Ana Inventada", "RN", None, None, months, tournaments)).encode()


@pytest.fixture
def site() -> Iterator[Replica]:
    replica = Replica(
        cards={"990001": card_of("990001"), "990002": card_of("990002")},
        players=[Player(str(991000 + n), f"Pessoa Inventada {n}", "RN", 1500 + n) for n in range(58)]
        + [Player(str(995000 + n), f"Vizinha {n}", "PB", 1400) for n in range(7)],
        calendar=[
            {
                "number": f"{9000 + n}/26",
                "year": "2026",
                "rhythm": "Rápido",
                "period": "14/02/2026 a 15/02/2026",
            }
            for n in range(64)
        ],
        page_size=5,
    )
    with serving(replica):
        yield replica


def client(site: Replica, time: Time | None = None) -> CbxClient:
    return CbxClient(browser(time), site.url)


def problem_of(work: object) -> SourceProblem:
    with pytest.raises(SourceProblem) as caught:
        work()  # type: ignore[operator]
    return caught.value


def test_a_card_and_the_page_of_an_id_that_nobody_has(site: Replica) -> None:
    visitor = client(site)
    answer = visitor.card("990001")
    assert (answer.outcome, answer.data) == ("card", site.cards["990001"])
    assert answer.card is not None and answer.card.ratings[0].std == 1800
    assert visitor.card("990999").outcome == "not_found"
    assert {one.headers["User-Agent"] for one in site.requests} == {AGENT}


def test_a_card_that_did_not_change_is_not_sent_again(site: Replica) -> None:
    visitor = client(site)
    known = visitor.card("990001").validators
    assert visitor.card("990001", known).outcome == "unchanged"
    site.cards["990001"] = card_of("990001", 1850)
    again = visitor.card("990001", known)
    assert again.outcome == "card" and again.card is not None and again.card.ratings[0].std == 1850


@pytest.mark.parametrize(
    ("faults", "kind"),
    [
        (["503"] * 4, "down"),
        (["slow"] * 4, "down"),
        (["truncated"] * 4, "down"),
        (["cut"] * 4, "down"),
        (["empty"] * 4, "down"),
        (["redirect loop"], "down"),
        (["error page"], "error_page"),
        (["404"], "layout_changed"),
        (["403"], "forbidden"),
    ],
)
def test_what_is_not_a_card_has_its_own_kind(site: Replica, faults: list[str], kind: str) -> None:
    site.faults["/jogador/990001"] = faults
    problem = problem_of(lambda: client(site).card("990001"))
    assert problem.kind == kind, problem.message_pt
    assert "/jogador/990001" in problem.message_pt


def test_a_site_that_answers_nothing_is_down() -> None:
    with serving(Replica()) as gone:
        url = gone.url
    assert problem_of(lambda: CbxClient(browser(), url).card("990001")).kind == "down"


@pytest.mark.parametrize("fault", ["503", "slow", "truncated", "cut", "empty", "500"])
def test_a_passing_fault_is_waited_out(site: Replica, fault: str) -> None:
    site.faults["/jogador/990001"] = [fault, fault]
    time = Time()
    assert client(site, time).card("990001").outcome == "card"
    assert len(site.asked("GET", "/jogador/")) == 3


def test_a_renamed_heading_is_a_changed_layout_and_the_page_is_kept_for_people(site: Replica) -> None:
    site.renamed_heading = True
    problem = problem_of(lambda: client(site).card("990001"))
    assert (problem.kind, b"Longo" in (problem.page or b"")) == ("layout_changed", True)
    assert problem_of(lambda: client(site).rating_list("RN")).kind == "layout_changed"


def test_the_card_of_somebody_else_is_no_answer(site: Replica) -> None:
    site.cards["990001"] = site.cards["990002"]
    problem = problem_of(lambda: client(site).card("990001"))
    assert (problem.kind, "990002" in problem.message_pt) == ("layout_changed", True)


def test_requests_are_paced_and_the_wish_of_the_site_is_obeyed(site: Replica) -> None:
    time = Time()
    visitor = client(site, time)
    for _ in range(3):
        visitor.card("990001")
    assert len(time.waits) == 3  # robots.txt, then three cards
    assert all(5 <= wait <= 5.5 for wait in time.waits)
    site.faults["/jogador/990002"] = ["503 later"]
    time.waits.clear()
    visitor.card("990002")
    assert 17 in time.waits


def test_an_answer_that_trickles_is_given_up(site: Replica) -> None:
    class Passing(Time):
        def clock(self) -> float:
            self.now += 100
            return self.now

    manners = replace(MANNERS, longest_answer=50, attempts=2)
    problem = problem_of(lambda: CbxClient(browser(Passing(), manners), site.url).card("990001"))
    assert (problem.kind, "lenta" in problem.message_pt) == ("down", True)


def test_waits_grow_and_end(site: Replica) -> None:
    time = Time()
    manners = replace(MANNERS, delay=0, attempts=6, longest_wait=20)
    site.faults["/jogador/990001"] = ["503"] * 6
    problem_of(lambda: CbxClient(browser(time, manners), site.url).card("990001"))
    waits = [wait for wait in time.waits if wait]
    assert len(site.asked("GET", "/jogador/")) == 6
    assert 4 <= waits[0] <= 6 and 8 <= waits[1] <= 10 and 16 <= waits[2] <= 18 and waits[3] == 20


def test_robots_txt_is_asked_once_and_obeyed(site: Replica) -> None:
    site.robots = "User-agent: FNX-Rating\nCrawl-delay: 9\nDisallow: /rating\n"
    time = Time()
    visitor = client(site, time)
    assert visitor.card("990001").outcome == "card"
    assert problem_of(lambda: visitor.rating_list("RN")).kind == "forbidden"
    visitor.card("990002")
    assert site.asked("GET") == ["/robots.txt", "/jogador/990001", "/jogador/990002"]
    assert all(wait >= 9 for wait in time.waits)


@pytest.mark.parametrize(
    ("robots", "faults", "kind"), [(None, [], None), ("x", ["503"] * 4, "down"), ("x", ["403"], "forbidden")]
)
def test_robots_txt_that_is_not_there(
    site: Replica, robots: str | None, faults: list[str], kind: str | None
) -> None:
    site.robots, site.faults["/robots.txt"] = robots, faults
    if kind is None:
        assert client(site).card("990001").outcome == "card"
    else:
        assert problem_of(lambda: client(site).card("990001")).kind == kind
        assert site.asked("GET", "/jogador/") == []


def test_an_allowance_that_is_spent_stops_before_the_request(site: Replica) -> None:
    left = [3]

    def allow() -> None:
        if not left[0]:
            raise SourceProblem("budget", "acabou")
        left[0] -= 1

    time = Time()
    visitor = CbxClient(Browser(MANNERS, sleep=time.sleep, clock=time.clock, allow=allow), site.url)
    visitor.card("990001")
    visitor.card("990002")
    assert problem_of(lambda: visitor.card("990001")).kind == "budget"
    assert len(site.requests) == 3


def test_repeated_failures_end_the_visit(site: Replica) -> None:
    site.faults["/jogador/*"] = ["error page"] * 9
    visitor = client(site)
    kinds = [problem_of(lambda: visitor.card("990001")).kind for _ in range(3)]
    assert kinds == ["error_page", "error_page", "stopped"]


def test_the_list_of_a_state_over_all_its_pages(site: Replica) -> None:
    found = client(site).rating_list("RN")
    assert (len(found.rows), found.pages, found.findings) == (58, 12, ())
    assert [row.cbx_id for row in found.rows] == [one.cbx_id for one in site.players if one.uf == "RN"]
    posts = [one.fields for one in site.requests if one.method == "POST"]
    assert {one["ctl00$ContentPlaceHolder1$cboUF"] for one in posts} == {"RN"}
    assert [one["__EVENTARGUMENT"] for one in posts] == ["", *(f"Page${n}" for n in range(2, 13))]
    assert ["ctl00$ContentPlaceHolder1$btnBuscar" in one for one in posts] == [True] + [False] * 11


@pytest.mark.parametrize("uf", ["PB", "AC"])
def test_lists_of_two_pages_and_of_none(site: Replica, uf: str) -> None:
    assert len(client(site).rating_list(uf).rows) == {"PB": 7, "AC": 0}[uf]


@pytest.mark.parametrize("fault", ["expired", "filter lost", "cut", "truncated", "503"])
def test_a_walk_that_breaks_in_the_middle_comes_out_whole(site: Replica, fault: str) -> None:
    site.faults["/rating"] = ["", "", "", fault]
    found = client(site).rating_list("RN")
    assert len(found.rows) == 58
    assert {row.uf for row in found.rows} == {"RN"}


@pytest.mark.parametrize("fault", ["expired", "filter lost", "truncated"])
def test_a_walk_that_always_breaks_gives_nothing(site: Replica, fault: str) -> None:
    site.faults["/rating"] = ["", *([fault] * 200)] if fault == "truncated" else ["", fault] * 50
    assert problem_of(lambda: client(site).rating_list("RN")).kind in ("error_page", "down")


def test_a_list_that_changes_while_it_is_read_is_read_again(site: Replica) -> None:
    asked = 0

    class Growing(list[Player]):
        def __iter__(self) -> Iterator[Player]:
            nonlocal asked
            asked += 1
            if asked == 4:
                self.insert(0, Player("990500", "Recém-chegada", "RN", 1700))
            return super().__iter__()

    site.players = Growing(site.players)
    found = client(site).rating_list("RN")
    assert len(found.rows) == 59
    assert len({row.cbx_id for row in found.rows}) == 59


def test_the_calendar_over_its_pages(site: Replica) -> None:
    site.calendar[3]["period"] = "28/06/0205"
    found = client(site).calendar(2026)
    assert (len(found.rows), found.pages) == (64, 3)
    assert found.rows[3].start_date is None
    assert [finding.code for finding in found.findings] == ["tournament_date"]
    assert client(site).calendar(2020).rows == ()
    assert client(site).calendar(2026, 11).rows == ()


def test_a_filter_that_the_form_does_not_offer_is_a_changed_layout(site: Replica) -> None:
    problem = problem_of(lambda: client(site).rating_list("SP"))
    assert (problem.kind, "cboUF" in problem.message_pt) == ("layout_changed", True)


def test_a_page_without_its_form_is_a_changed_layout(site: Replica) -> None:
    site._form = lambda action, filters, grid: f"<html><body>{grid}</body></html>".encode()  # type: ignore[method-assign]
    assert problem_of(lambda: client(site).rating_list("RN")).kind == "layout_changed"

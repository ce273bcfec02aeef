"""A visit to the CBX site: the state's rating list, the calendar, the cards that are needed.

Belongs here: the order of a visit, and what is kept of each answer under which name. Does not belong here:
the site's pages (`scrapers.cbx`), who needs a card (`cards`).

Nothing that was kept is ever replaced or removed: a card that says something new comes beside the older one
under the day it was taken, and a refused page changes nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from orchestration.durable import replace_file
from orchestration.fetching.cards import card_key, cards_needed, saved_cards
from orchestration.fetching.memory import Memory
from orchestration.fetching.settings import FetchSettings
from orchestration.fetching.visit import (
    Ask,
    Outcome,
    Report,
    World,
    browser_for,
    carry_out,
    free_name,
    keep_refused,
)
from orchestration.home import Home
from scrapers.cbx.card import CbxCard, read_card
from scrapers.cbx.client import CALENDAR, CARD, LIST, CbxClient
from scrapers.records import InputFile
from scrapers.web import NOTHING_KNOWN, SourceProblem

#: The list of a month is published on its first day; asked for a day later it is surely the new one.
LIST_FROM_DAY = 2
CALENDAR_DAYS = 7
#: As on the site's grid; of a birth date only the year is kept.
LIST_COLUMNS = ("ID CBX", "Nome", "Nascimento", "UF", "ID FIDE", "Clássico", "Rápido", "Blitz")
CALENDAR_COLUMNS = (
    "number",
    "name",
    "start_date",
    "end_date",
    "rhythm",
    "rated_by",
    "status",
    "place",
    "uf",
    "organizer",
    "notes",
    "link",
)


def visit_cbx(
    home: Home,
    settings: FetchSettings,
    world: World,
    dry_run: bool = False,
    players: Sequence[str] = (),
) -> Report:
    """Ask CBX for what is needed, or for the cards of ``players`` only. Raises HomeError."""
    memory = Memory.of(home, "cbx")
    today = world.now().date()
    site = CbxClient(browser_for(settings, memory, world), settings.cbx_url)
    report = Report("cbx", health=memory.health, budget_left=memory.left(settings.daily_budget, today))
    work: dict[str, Callable[[], Outcome]] = {}

    def plan(key: str, path: str, why_pt: str, do: Callable[[], Outcome]) -> None:
        report.plan.append(Ask(key, site.address(path), why_pt))
        work[key] = do

    if not players:
        for uf in settings.cbx_ufs:
            why = _why_list(home, uf, today)
            if why:
                plan(f"rating/{uf}", LIST, why, lambda uf=uf: _list(home, site, uf, memory, today))  # type: ignore[misc]
        asked = memory.asked_on("torneios")
        if settings.cbx_calendar and (asked is None or asked <= today - timedelta(days=CALENDAR_DAYS)):
            since = f"última consulta em {asked:%d/%m/%Y}" if asked else "nunca consultado"
            plan(
                "torneios",
                CALENDAR,
                f"calendário de {today.year}: {since}",
                lambda: _calendar(home, site, memory, today),
            )
        for need in cards_needed(home, memory, today, settings.card_days):
            plan(
                card_key(need.cbx_id),
                CARD.format(need.cbx_id),
                need.why_pt,
                lambda cbx_id=need.cbx_id: _card(home, site, cbx_id, memory, today),  # type: ignore[misc]
            )
    for cbx_id in dict.fromkeys(players):
        plan(
            card_key(cbx_id),
            CARD.format(cbx_id),
            "pedido na linha de comando",
            lambda cbx_id=cbx_id: _card(home, site, cbx_id, memory, today),  # type: ignore[misc]
        )
    if dry_run:
        return report
    return carry_out(report, memory, settings, world, lambda ask: work[ask.key]())


def _card(home: Home, site: CbxClient, cbx_id: str, memory: Memory, today: date) -> Outcome:
    key = card_key(cbx_id)
    newest = saved_cards(home).get(cbx_id)
    known = memory.validators(key) if newest is not None else None
    try:
        answer = site.card(cbx_id, known)
    except SourceProblem as problem:
        where = keep_refused(home, f"{cbx_id}-{today}.html", problem.page)
        raise SourceProblem(problem.kind, problem.message_pt + where, problem.page) from problem
    if answer.outcome == "not_found":
        memory.keep(key, NOTHING_KNOWN, asked_on=str(today), outcome="not_found")
        stays = f" O cartão guardado ({newest.path.name}) continua valendo." if newest else ""
        return Outcome(
            key, "not_found", f"ID CBX {cbx_id}: o site não tem esse jogador.{stays}", kind="not_found"
        )
    saved_as = f"inbox/cbx/cards/{newest.path.name}" if newest else None
    unchanged = answer.outcome == "unchanged" or (
        newest is not None
        and answer.card is not None
        and _says(answer.card) == _says(read_card(InputFile(newest.path.name, newest.path.read_bytes())))
    )
    memory.keep(key, answer.validators, asked_on=str(today), outcome="card")
    if unchanged:
        return Outcome(key, "unchanged", f"ID CBX {cbx_id}: sem mudança.", saved_as)
    target = free_name(home.cbx_cards, f"{cbx_id}-{today}", ".html")
    replace_file(target, answer.data)
    return Outcome(
        key, "saved", f"ID CBX {cbx_id}: cartão guardado em {target.name}.", f"inbox/cbx/cards/{target.name}"
    )


def _says(card: CbxCard) -> CbxCard:
    """The facts of a card, without remarks about the page (tokens make every page's bytes differ)."""
    return replace(card, findings=())


def _why_list(home: Home, uf: str, today: date) -> str | None:
    if any(home.cbx_lists.glob(f"{today:%Y-%m}*_{uf}_*")):
        return None
    if today.day < LIST_FROM_DAY:
        return None
    return f"lista de {uf} de {today:%m/%Y} ainda não está na caixa de entrada"


def _list(home: Home, site: CbxClient, uf: str, memory: Memory, today: date) -> Outcome:
    key = f"rating/{uf}"
    try:
        found = site.rating_list(uf)
    except SourceProblem as problem:
        where = keep_refused(home, f"rating-{uf}-{today}.html", problem.page)
        raise SourceProblem(problem.kind, problem.message_pt + where, problem.page) from problem
    memory.keep(key, NOTHING_KNOWN, asked_on=str(today), rows=len(found.rows))
    if not found.rows:
        return Outcome(key, "not_found", f"Lista de {uf}: o site diz que não há jogadores.", kind="not_found")
    target = free_name(home.cbx_lists, f"{today:%Y-%m}_{uf}_{today}", ".csv")
    replace_file(
        target,
        _csv(
            LIST_COLUMNS,
            (
                (row.cbx_id, row.name, row.birth_year, row.uf, row.fide_id, row.std, row.rpd, row.blz)
                for row in found.rows
            ),
        ),
    )
    return Outcome(
        key,
        "saved",
        f"Lista de {uf}: {len(found.rows)} jogadores (páginas: {found.pages}), guardada em {target.name}.",
        f"inbox/cbx/lists/{target.name}",
    )


def _calendar(home: Home, site: CbxClient, memory: Memory, today: date) -> Outcome:
    try:
        found = site.calendar(today.year)
    except SourceProblem as problem:
        where = keep_refused(home, f"torneios-{today}.html", problem.page)
        raise SourceProblem(problem.kind, problem.message_pt + where, problem.page) from problem
    memory.keep("torneios", NOTHING_KNOWN, asked_on=str(today), rows=len(found.rows))
    data = _csv(
        CALENDAR_COLUMNS,
        (
            tuple(
                " | ".join(value) if isinstance(value := getattr(row, name), tuple) else value
                for name in CALENDAR_COLUMNS
            )
            for row in found.rows
        ),
    )
    home.cbx_calendar.mkdir(parents=True, exist_ok=True)
    newest = max(home.cbx_calendar.glob(f"{today.year}_*.csv"), default=None)
    if newest is not None and newest.read_bytes() == data:
        return Outcome(
            "torneios", "unchanged", "Calendário: sem mudança.", f"inbox/cbx/calendar/{newest.name}"
        )
    target = free_name(home.cbx_calendar, f"{today.year}_{today}", ".csv")
    replace_file(target, data)
    return Outcome(
        "torneios",
        "saved",
        f"Calendário de {today.year}: {len(found.rows)} torneios, guardado em {target.name}.",
        f"inbox/cbx/calendar/{target.name}",
    )


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if value is None else value for value in row] for row in rows)
    return text.getvalue().encode("utf-8")

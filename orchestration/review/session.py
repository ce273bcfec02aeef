"""The identity queue in the terminal: one question at a time, one key each.

Belongs here: keys, the words on the screen, the order of questions, undoing the last step. Does not belong
here: what is suggested (`identity`), how a decision is written (`desk`, `decisions`), the terminal itself
(`cli.review` hands in the keys).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from orchestration.identity.evidence import BAND_PT
from orchestration.identity.search import search
from orchestration.publication.summary import plain
from orchestration.publication.wording import date_pt
from orchestration.review.desk import Choice, Desk
from orchestration.review.facts import OpenCase
from orchestration.review.queue import SHOWN, grounds_of

HELP_PT = (
    "1 2 3 aceita a sugestão · n novo jogador · x não identificado · p pula · b busca por nome ou ID · "
    "c aceita os claros em lote · d desfaz o último passo · q sai · ? ajuda"
)
FOUND_SHOWN = 9


class Keys(Protocol):
    """Where answers come from: a terminal, a pipe, a test."""

    def key(self) -> str:
        """The next key; blank when there are no more."""

    def line(self, prompt: str) -> str:
        """A line of text."""


def review(desk: Desk, keys: Keys, say: Callable[[str], None], least_score: float) -> int:
    """Ask until nothing is open or the officer leaves; how many decisions of this sitting stand."""
    return _Sitting(desk, keys, say, least_score).run()


def waiting_pt(desk: Desk) -> Iterator[str]:
    """The open questions, one line each, with the best suggestion."""
    waiting = desk.open()
    for case in waiting:
        best = case.answer.suggestions[0] if case.answer.suggestions else None
        who = f"{best.name} ({best.fnx_id}), nota {best.score:.1f}" if best else "ninguém parecido"
        yield plain(
            f"{case.question.question_id}  {case.question.subject}  {case.question.name}  "
            f"[{BAND_PT[case.answer.band]}]  {who}"
        )
    yield f"Identidades em aberto: {len(waiting)}"


def closing_pt(desk: Desk, decided: int, moment: datetime) -> Iterator[str]:
    """What a sitting leaves: decisions written, questions open, and from which list they count."""
    yield ""
    yield f"Decisões gravadas: {decided}. Em aberto: {len(desk.open())}."
    if decided:
        yield f"Estão em registry/{desk.register.name}; `fnx run` refaz a lista com elas."
        if moment >= desk.found.frozen_before:
            day = date_pt(desk.found.list_day)
            yield f"A lista de {day} está congelada: valem a partir da seguinte (Art. 20)."


class _Sitting:
    def __init__(self, desk: Desk, keys: Keys, say: Callable[[str], None], least_score: float) -> None:
        self.desk, self.keys, self.say, self.least_score = desk, keys, say, least_score
        self.steps: list[tuple[list[str], list[Choice]]] = []
        self.skipped: set[str] = set()

    def run(self) -> int:
        self.say(HELP_PT)
        event = ""
        while True:
            waiting = [one for one in self.desk.open() if one.question.subject not in self.skipped]
            if not waiting:
                break
            case = waiting[0]
            if case.question.event_id != event:
                event = case.question.event_id
                self._head(case, waiting)
            self._show(case, len(waiting))
            if not self._answer(case, self.keys.key()):
                break
        return sum(len(choices) for _, choices in self.steps)

    def _head(self, case: OpenCase, waiting: Sequence[OpenCase]) -> None:
        question = case.question
        here = [one for one in waiting if one.question.event_id == question.event_id]
        clear = sum(one.answer.band == "clear" for one in here)
        ended = f", {date_pt(question.event_end)}" if question.event_end else ""
        self.say("")
        self.say(
            f"== {plain(question.event_id)} {plain(question.event_name)}{ended}: "
            f"{len(here)} a identificar, {clear} com sugestão clara =="
        )

    def _show(self, case: OpenCase, waiting: int) -> None:
        question, answer = case.question, case.answer
        known = [
            str(question.birth_year) if question.birth_year else "",
            {"F": "feminino", "M": "masculino"}.get(question.sex or "", ""),
            question.club or "",
            "1 partida" if question.games == 1 else f"{question.games} partidas",
        ]
        self.say("")
        told = ", ".join(plain(one) for one in known if one)
        self.say(
            f"[{waiting}] nº {question.number}  {plain(question.name)}  ({told})  — {BAND_PT[answer.band]}"
        )
        if question.kind == "conflict":
            self.say(f"    IDs em conflito: {plain(question.detail_pt)}")
        elif question.kind == "settled":
            who = ", ".join(f"{self.desk.name_of(one)} ({one})" for one in question.claimed)
            self.say(f"    hoje é {plain(who)}, {plain(question.detail_pt)}")
        elif question.kind == "unknown_target":
            self.say(f"    {plain(question.detail_pt)}")
        for text in answer.look_because:
            self.say(f"    atenção: {plain(text)}")
        for place, suggestion in enumerate(answer.suggestions[:SHOWN], start=1):
            words = "; ".join(item.text_pt for item in suggestion.evidence)
            objection = self.desk.objection(case, suggestion.fnx_id)
            also = f" [{objection[1]}]" if objection else ""
            who = f"{suggestion.name} ({suggestion.fnx_id})"
            self.say(plain(f"    {place}) {who}  nota {suggestion.score:.1f}{also}"))
            self.say(f"       {plain(words)}")
        for hidden in answer.hidden:
            self.say(f"    não pode ser {plain(hidden.name)} ({hidden.fnx_id}): {plain(hidden.text_pt)}")
        if not answer.suggestions:
            self.say("    ninguém parecido no cadastro")

    def _answer(self, case: OpenCase, key: str) -> bool:
        """Do what a key says; False: leave."""
        if key in ("", "q"):
            return False
        if key in "123" and len(case.answer.suggestions) >= int(key):
            suggestion = case.answer.suggestions[int(key) - 1]
            self._accept(case, suggestion.fnx_id, self._grounds("sugestão aceita", case, int(key) - 1))
        elif key == "n":
            self._record([Choice(case, "new", grounds="não está no cadastro, por quem decidiu")])
        elif key == "x":
            self._record([Choice(case, "unidentified", grounds="ninguém sabe dizer quem foi")])
        elif key == "p":
            self.skipped.add(case.question.subject)
        elif key == "b":
            self._search(case)
        elif key == "c":
            self._bulk()
        elif key == "d":
            self._undo()
        else:
            self.say(HELP_PT)
        return True

    def _grounds(self, how: str, case: OpenCase, place: int) -> str:
        suggestion = case.answer.suggestions[place]
        band = BAND_PT[case.answer.band]
        return f"{how} ({band}, nota {suggestion.score:.1f}): {grounds_of(suggestion.evidence)}"

    def _accept(self, case: OpenCase, fnx_id: str, grounds: str) -> None:
        objection = self.desk.objection(case, fnx_id)
        if objection is not None:
            firm, text = objection
            if firm:
                self.say(f"    recusado: {plain(text)}")
                return
            self.say(f"    {plain(text)}. Mesmo assim? (s confirma)")
            if self.keys.key() != "s":
                return
            grounds = f"{grounds}; confirmado apesar de alerta"
        self._record([Choice(case, "same", fnx_id, grounds)])

    def _record(self, choices: list[Choice]) -> None:
        self.steps.append((self.desk.record(choices), choices))
        for choice in choices[:1] if len(choices) == 1 else ():
            what = {"new": "novo jogador", "unidentified": "não identificado"}.get(
                choice.action, choice.target
            )
            self.say(f"    gravado: nº {choice.case.question.number} = {what}")

    def _undo(self) -> None:
        if not self.steps:
            self.say("    nada a desfazer nesta sessão")
            return
        ids, choices = self.steps.pop()
        self.desk.undo(ids, choices)
        self.say(f"    desfeito: {len(ids)} decisão(ões)")

    def _search(self, case: OpenCase) -> None:
        text = self.keys.line("    nome ou ID: ").strip()
        index = self.desk.found.index
        found = search(index, text, FOUND_SHOWN) if text else []
        for place, fnx_id in enumerate(found, start=1):
            row = index.row_of[fnx_id]
            born = int(index.birth_years[row])
            known = ", ".join(
                one
                for one in (
                    str(born) if born else "",
                    index.club_names[index.clubs[row]] or "",
                    index.city_names[index.cities[row]] or "",
                )
                if one
            )
            self.say(f"    {place}) {plain(index.names[row])} ({fnx_id})  {plain(known)}")
        if not found:
            self.say("    ninguém encontrado")
            return
        self.say("    número aceita; outra tecla volta")
        key = self.keys.key()
        if key.isdigit() and 1 <= int(key) <= len(found):
            self._accept(case, found[int(key) - 1], f'encontrado na busca por "{text}"')

    def _bulk(self) -> None:
        """The clear suggestions from a score on: shown first, confirmed once."""
        while True:
            choices = self._clear_ones()
            self.say(f"    claros com nota a partir de {self.least_score:.1f}: {len(choices)}")
            for choice in choices:
                question, best = choice.case.question, choice.case.answer.suggestions[0]
                self.say(
                    f"      {plain(question.subject)}  {plain(question.name)}  =  {plain(best.name)} "
                    f"({best.fnx_id})  nota {best.score:.1f}"
                )
            self.say("    s aceita todos · + e - mudam a nota mínima · outra tecla volta")
            key = self.keys.key()
            if key in ("+", "-"):
                self.least_score += 1.0 if key == "+" else -1.0
                continue
            if key == "s" and choices:
                self._record(choices)
                self.say(f"    gravadas {len(choices)} decisões")
            return

    def _clear_ones(self) -> list[Choice]:
        choices: list[Choice] = []
        wanted: dict[tuple[str, str], int] = {}
        for case in self.desk.open():
            if case.answer.band != "clear" or case.answer.suggestions[0].score < self.least_score:
                continue
            best = case.answer.suggestions[0]
            if self.desk.objection(case, best.fnx_id) is not None or case.question.kind != "unresolved":
                continue
            key = (case.question.event_id, best.fnx_id)
            wanted[key] = wanted.get(key, 0) + 1
            choices.append(Choice(case, "same", best.fnx_id, self._grounds("aceita em lote", case, 0)))
        return [one for one in choices if wanted[one.case.question.event_id, one.target] == 1]

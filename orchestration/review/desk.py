"""The desk where decisions are taken: what is still open, who is taken, and rows signed and written.

Belongs here: the state of one sitting over the register of decisions. Does not belong here: keys and words
on the screen (`session`), a spreadsheet (`filled_in`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from orchestration.identity import evidence as words_pt
from orchestration.identity.people import UnknownParticipant
from orchestration.review.decisions import Decision, append, new_ids, rows_of, settled
from orchestration.review.facts import OpenCase, OpenCases

#: Reasons that no decision should overrule: the person is in the event already.
FIRM = ("met", "present")


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody decided about one question: `same` with a player, `new` or `unidentified`.

    ``by``: who signs, where it is not the author of the sitting.
    """

    case: OpenCase
    action: str
    target: str = ""
    grounds: str = ""
    by: str = ""


class Desk:
    """One sitting. ``clock`` gives the wall time of Fortaleza; every choice is written at once.

    ``holding`` keeps other writers of the home away for the moment of a write: a sitting may last hours.
    """

    def __init__(
        self,
        found: OpenCases,
        register: Path,
        author: str,
        clock: Callable[[], datetime],
        holding: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.found, self.register, self.author = found, register, author
        self.clock, self.holding = clock, holding
        self._taken: dict[str, dict[str, int]] = defaultdict(dict)
        for event_id, present in found.present.items():
            self._taken[event_id] = dict(present)
        self._decided: dict[str, Choice | None] = {}
        decided = settled(rows_of(register))
        for case in found.cases:
            row = decided.get(case.question.subject)
            # A decision that the run already knew did not settle the question (its target does not exist), or
            # is what somebody wants to look at again.
            if row is not None and case.question.kind not in ("unknown_target", "settled"):
                self._decided[case.question.subject] = None
                if row["action"] == "same":
                    self._taken[case.question.event_id][row["target"]] = case.question.number

    def open(self) -> list[OpenCase]:
        """The cases that nobody has decided yet, in order."""
        return [case for case in self.found.cases if case.question.subject not in self._decided]

    def name_of(self, fnx_id: str) -> str | None:
        """The registered name of an id, None where there is no such player."""
        row = self.found.index.row_of.get(fnx_id)
        return None if row is None else self.found.index.names[row]

    def objection(self, case: OpenCase, fnx_id: str) -> tuple[bool, str] | None:
        """Why a player cannot be the participant: whether nothing can overrule it, and the words."""
        question = case.question
        again = question.kind == "settled"
        if again and fnx_id in question.claimed:
            return True, f"o nº {question.number} já é {fnx_id}"
        taken = self._taken[question.event_id].get(fnx_id)
        if taken is not None and taken != question.number:
            # Two who were filed under each other's ids change places one after the other.
            also = "; troque também esse número, senão o evento fica pendente" if again else ""
            return not again, f"{fnx_id} já é o nº {taken} deste evento{also}"
        row = self.found.index.row_of.get(fnx_id)
        if row is None:
            return True, f"{fnx_id} não está em nenhum cadastro"
        participant = self.participant(case)
        limits = self.found.limits[question.event_id]
        reason = limits.reason(participant, row)
        if reason is None:
            return None
        year = limits.event.year
        born = int(self.found.index.birth_years[row])
        return reason.code in FIRM, words_pt.hidden_pt(reason, participant.birth_year, born, year)

    def participant(self, case: OpenCase) -> UnknownParticipant:
        """The participant as the suggestions saw them."""
        for one in self.found.limits[case.question.event_id].event.participants:
            if one.number == case.question.number:
                return one
        raise LookupError(case.question.subject)

    def record(self, choices: Sequence[Choice]) -> list[str]:
        """Write choices as decisions, one row each; their ids. Raises HomeError."""
        ids = self._write(
            [
                (one.by or self.author, one.action, one.case.question.subject, one.target, one.grounds)
                for one in choices
            ]
        )
        for choice in choices:
            question = choice.case.question
            self._decided[question.subject] = choice
            for before in self._held_by(choice):
                self._taken[question.event_id].pop(before, None)
            if choice.action == "same":
                self._taken[question.event_id][choice.target] = question.number
        return ids

    def undo(self, ids: Sequence[str], choices: Sequence[Choice]) -> None:
        """Write undo rows for decisions of this sitting; their questions are open again."""
        self._write([(self.author, "undo", undone, "", "desfeito na revisão") for undone in ids])
        for choice in choices:
            question = choice.case.question
            self._decided.pop(question.subject, None)
            if choice.action == "same":
                self._taken[question.event_id].pop(choice.target, None)
            for before in self._held_by(choice):
                self._taken[question.event_id].setdefault(before, question.number)

    def _held_by(self, choice: Choice) -> Sequence[str]:
        """Who the participant of a choice is today, if that is still their number."""
        question = choice.case.question
        taken = self._taken[question.event_id]
        if question.kind != "settled":
            return ()
        return [who for who in question.claimed if taken.get(who, question.number) == question.number]

    def _write(self, rows: Sequence[tuple[str, str, str, str, str]]) -> list[str]:
        """Rows of author, action, subject, target and grounds, dated; their ids."""
        with self.holding():
            moment = self.clock().replace(microsecond=0)
            ids = new_ids({row["decision_id"] for row in rows_of(self.register)}, moment, len(rows))
            append(
                self.register,
                [Decision(one, moment, *row) for one, row in zip(ids, rows, strict=True)],
            )
        return ids

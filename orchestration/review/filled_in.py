"""A queue filled in as a spreadsheet: its decisions, or everything that is wrong with it.

Belongs here: what the decision cells may say, and refusing a file as a whole. Does not belong here: writing
the queue (`queue`) or the decisions (`desk`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from orchestration.review.decisions import rows_of, settled
from orchestration.review.desk import Choice, Desk
from orchestration.review.facts import OpenCase
from orchestration.review.queue import SHOWN, filled_rows, grounds_of
from scrapers.text import fold

_ACTIONS = {
    **dict.fromkeys(("same", "mesmo", "mesma", "e"), "same"),
    **dict.fromkeys(("new", "novo", "nova", "n"), "new"),
    **dict.fromkeys(("unidentified", "nao identificado", "nao identificada", "x"), "unidentified"),
    **dict.fromkeys(("later", "skip", "depois", "pular", "p"), ""),
}


class RefusedQueue(ValueError):
    """The file is not taken, as a whole; one message per problem."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def choices_of(path: Path, desk: Desk) -> list[Choice]:
    """The decisions of a filled-in queue that are not taken yet, in the file's order.

    Raises RefusedQueue for an unknown question, a row whose columns belong to different people, an answer
    that cannot be read, a question answered in two ways, one player for two participants, somebody
    who cannot be the participant, and an answer that contradicts a decision that stands.
    """
    cases = {case.question.question_id: case for case in desk.found.cases}
    stand = settled(rows_of(desk.register))
    try:
        rows = filled_rows(path)
    except ValueError as problem:
        raise RefusedQueue([f"{path.name}: {problem}"]) from problem
    problems: list[str] = []
    found: dict[str, Choice] = {}
    for row in rows:
        if not row.get("decision"):
            continue
        where = f"linha {row['line']}"
        case = cases.get(row["question_id"])
        if case is None:
            if not _taken_before(row, stand):
                problems.append(f"{where}: a pergunta {row['question_id']} não está aberta nesta lista")
            continue
        try:
            _same_row(row, case)
            choice = _choice(row, case, desk)
            if choice is None:
                continue
            _check(choice, found, stand, desk, signed=bool(row.get("grounds")))
        except ValueError as problem:
            problems.append(f"{where}: {problem}")
            continue
        found[case.question.subject] = choice
    if problems:
        raise RefusedQueue(problems)
    known = {case.question.subject for case in desk.open()}
    return [choice for subject, choice in found.items() if subject in known]


def _taken_before(row: Mapping[str, str], stand: Mapping[str, Mapping[str, object]]) -> bool:
    """Whether the row says again what was decided about its participant in an earlier list."""
    decided = stand.get(f"{row.get('event_id', '')}#{row.get('number', '')}")
    if decided is None:
        return False
    answer = fold(row["decision"])
    action = _ACTIONS.get(answer, "same" if answer.isdigit() else None)
    target = row.get("fnx_id", "") or row.get(f"suggestion_{answer}", "")
    return action == "" or (action == decided["action"] and target in ("", decided["target"] or ""))


def _same_row(row: Mapping[str, str], case: OpenCase) -> None:
    """Raise ValueError where the row is no longer the question's: some columns were sorted alone."""
    question = case.question
    asked = {"event_id": question.event_id, "number": str(question.number), "name": question.name}
    for column, expected in asked.items():
        written = row.get(column, expected)
        # What the encoding of a spreadsheet does not know becomes a question mark.
        if "?" not in written and _letters(written) != _letters(expected):
            raise ValueError(
                f"a pergunta {row['question_id']} é do nº {question.number} de {question.event_id}, "
                f"{question.name}, e a linha diz {written}; as colunas foram ordenadas separadamente?"
            )


def _letters(text: str) -> str:
    return "".join(char for char in fold(text) if char.isalnum())


def _choice(row: Mapping[str, str], case: OpenCase, desk: Desk) -> Choice | None:
    answer, fnx_id = fold(row["decision"]), row.get("fnx_id", "")
    grounds = row.get("grounds", "") or "fila de identidades preenchida em planilha"
    if answer in [str(place) for place in range(1, SHOWN + 1)]:
        shown = row.get(f"suggestion_{answer}", "")
        if not shown:
            raise ValueError(f"não há sugestão {answer}")
        if fnx_id and fnx_id != shown:
            raise ValueError(f"a decisão diz {shown} e a coluna fnx_id diz {fnx_id}")
        for suggestion in case.answer.suggestions:
            if suggestion.fnx_id == shown and not row.get("grounds"):
                grounds = f"sugestão aceita em planilha: {grounds_of(suggestion.evidence)}"
        return Choice(case, "same", shown, grounds, row.get("decided_by", ""))
    action = _ACTIONS.get(answer)
    if action is None:
        raise ValueError(
            f'decisão "{row["decision"]}": use 1, 2 ou 3, same (com fnx_id), new, unidentified, later'
        )
    if action == "same" and not fnx_id:
        raise ValueError("same precisa da coluna fnx_id")
    if action == "unidentified" and fnx_id:
        raise ValueError("unidentified não leva fnx_id")
    return Choice(case, action, fnx_id, grounds, row.get("decided_by", "")) if action else None


def _check(
    choice: Choice,
    found: Mapping[str, Choice],
    stand: Mapping[str, Mapping[str, object]],
    desk: Desk,
    signed: bool,
) -> None:
    question = choice.case.question
    said = (choice.action, choice.target)
    before = found.get(question.subject)
    if before is not None and (before.action, before.target) != said:
        raise ValueError(f"{question.subject} tem duas respostas no arquivo")
    row = stand.get(question.subject)
    if row is not None and question.kind != "unknown_target":
        if (row["action"], row["target"] or "") != said:
            raise ValueError(f"{question.subject} já foi decidido em {row['decision_id']}; desfaça primeiro")
        return
    if choice.action == "new" and choice.target and desk.name_of(choice.target) is not None:
        raise ValueError(
            f"{choice.target} já é de {desk.name_of(choice.target)}; novo precisa de um ID livre"
        )
    if choice.action != "same":
        return
    objection = desk.objection(choice.case, choice.target)
    if objection is not None:
        firm, text = objection
        if firm:
            raise ValueError(text)
        if not signed:
            raise ValueError(f"{text}; para confirmar mesmo assim, preencha grounds")
    for other in found.values():
        same_event = other.case.question.event_id == question.event_id
        if same_event and other.target == choice.target and other.case.question.subject != question.subject:
            raise ValueError(f"{choice.target} já é o nº {other.case.question.number} neste arquivo")

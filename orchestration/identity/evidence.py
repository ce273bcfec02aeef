"""The words of suggestions, in Portuguese: why somebody is suggested, cannot be, or should be looked at.

Belongs here: every sentence of this package that an officer reads. Does not belong here: any decision about
who fits. These words speak of birth years, so they stay in the internal queue and are never published
(Art. 19).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from orchestration.identity.impossible import Reason
from orchestration.identity.people import Kinship
from orchestration.identity.scoring import NameComparison, WordPair

#: A word in fewer names of the register than this share is called rare.
RARE = 0.002

BAND_PT = {"clear": "claro", "look": "olhar", "probably_new": "provavelmente novo"}


def name_pt(comparison: NameComparison) -> str:
    """How two names agree: `nome completo igual; raro: TORISHILLER`, `P. por PEDRO; falta COSTA`."""
    said: list[str] = []
    pairs = comparison.pairs
    equal = [pair for pair in pairs if pair.kind == "equal"]
    complete = not comparison.left_out and not comparison.extra
    if complete and len(equal) == len(pairs):
        said.append("nome completo igual")
    elif equal:
        said.append("iguais: " + " ".join(pair.registered for pair in equal))
    said += [_pair_pt(pair) for pair in pairs if pair.kind != "equal"]
    rare = [pair.registered for pair in pairs if pair.kind != "initial" and 0 < pair.share < RARE]
    if rare:
        said.append("raro: " + " ".join(rare))
    if comparison.left_out:
        said.append("falta no evento: " + " ".join(comparison.left_out))
    if comparison.extra:
        said.append("a mais no evento: " + " ".join(comparison.extra))
    if comparison.order != "same":
        said.append("ordem dos nomes trocada")
    return "; ".join(said)


def _pair_pt(pair: WordPair) -> str:
    if pair.kind == "initial":
        return f"inicial {pair.written} e {pair.registered}"
    word = {"spelling": "outra grafia", "error": "erro de digitação", "joined": "nomes juntos"}[pair.kind]
    return f"{pair.written} por {pair.registered} ({word})"


def suffix_pt(suffixes: tuple[str | None, str | None]) -> str:
    """Filho, Neto, Júnior on one side, both or neither."""
    written, registered = suffixes
    if written == registered:
        return f"ambos {_title(written)}"
    if written and registered:
        return f"{_title(written)} no evento, {_title(registered)} no cadastro"
    return f"{_title(written)} só no evento" if written else f"{_title(registered)} só no cadastro"


def _title(suffix: str | None) -> str:
    return "Júnior" if suffix == "JUNIOR" else (suffix or "").capitalize()


def birth_pt(year: int) -> str:
    """Equal birth years."""
    return f"mesmo ano de nascimento ({year})"


def birth_unknown_pt(written: int | None, registered: int) -> str:
    """A birth year missing on one side or both."""
    if written:
        return "cadastro sem ano de nascimento"
    return f"evento sem ano de nascimento (cadastro: {registered})" if registered else "sem ano de nascimento"


def category_pt(registered: int, categories: Sequence[str]) -> str:
    """The registered birth year suits the categories."""
    return f"nascimento em {registered} cabe em {', '.join(categories)}"


def city_pt(alike: bool, here: str, registered: str, of_event: bool) -> str:
    """The city of the event, or of the participant, beside the registered one."""
    if alike:
        return f"mora na cidade do evento ({registered})" if of_event else f"mesma cidade ({registered})"
    return (
        f"mora em {registered}, evento em {here}" if of_event else f"cidade {here}, no cadastro {registered}"
    )


def club_pt(alike: bool, written: str, registered: str) -> str:
    """The club or school on both sides."""
    return f"mesmo clube ou escola ({registered})" if alike else f"clube {written}, no cadastro {registered}"


def sex_pt(sex: str) -> str:
    """Equal sex."""
    return "sexo igual (feminino)" if sex == "F" else "sexo igual (masculino)"


def rating_pt(worth: float) -> str:
    """The rating quoted by the file beside those the person has had."""
    return "mesmo rating" if worth > 2 else "rating próximo" if worth > 0 else "rating muito diferente"


def id_pt(kind: str) -> str:
    """Equal ids that nevertheless decided nothing."""
    return f"mesmo ID {kind.removesuffix('_id').upper()}"


def common_events_pt(events: int) -> str:
    """Events with participants of this one; nobody is offered who has met the participant."""
    was = "1 evento" if events == 1 else f"{events} eventos"
    return f"já jogou {was} com participantes deste; nunca se enfrentaram"


def hidden_pt(reason: Reason, written: int | None, registered: int, year: int) -> str:
    """Why a person whose name fits is not offered."""
    if reason.code == "met":
        return f"enfrentou este participante aqui (é o número {reason.number})"
    if reason.code == "present":
        return f"já está neste evento com o número {reason.number}"
    if reason.code == "same_day":
        return f"jogou {reason.event_id} no mesmo dia ({day_pt(reason.day)})"
    if reason.code == "birth_year":
        return f"nascimento em {registered} no cadastro, {written} no evento"
    if reason.code == "category":
        return f"completa {year - registered} anos em {year}: fora da categoria"
    return {
        "refused": "já foi dito que não é",
        "cbx_id": "tem outro ID CBX",
        "fide_id": "tem outro ID FIDE",
        "sex": "sexo diferente",
    }[reason.code]


def day_pt(day: date | None) -> str:
    """`07/03/2026`."""
    return day.strftime("%d/%m/%Y") if day else "?"


def kin_pt(kinship: Kinship, names: Sequence[str]) -> str:
    """Who else in the register could be taken for the person suggested."""
    who = ", ".join(names[:2]) + (f" e mais {len(names) - 2}" if len(names) > 2 else "")
    return {
        "namesake": f"há homônimo no cadastro: {who}",
        "twin": f"possível gêmeo no cadastro: {who}",
        "sibling": f"possível irmão com nome parecido no cadastro: {who}",
    }[kinship]


def look_pt(code: str, detail: str = "") -> str:
    """What keeps a high score out of the clear band."""
    return {
        "one_word": "um só nome",
        "initials": "só um nome por extenso",
        "suffix": "Filho, Neto ou Júnior só de um lado",
        "first_name": "o primeiro nome não confere",
        "namesake_in_event": f"homônimo no mesmo evento: número {detail}",
        "rival": f"também serve ao número {detail}",
        "runner_up": f"quase igual a {detail}",
        "weak": "poucas evidências",
        "id": "o mesmo ID não bastou: há contradição a resolver",
    }[code]

"""The Portuguese of publication: one catalogue of the words that officers and players read.

Belongs here: names of rankings, statuses, rhythms, sources and corrections, dates and numbers as
written in Brazil, and the sentences with which publication refuses.
Does not belong here: layout (`templates/`), and words about single games or events (they come with the data).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

RHYTHM_PT = {"STD": "clássico", "RPD": "rápido", "BLZ": "blitz"}
STATUS_PT = {"included": "incluído", "pending": "pendente", "withdrawn": "retirado"}
SEVERITY_PT = {"error": "erro", "warning": "aviso", "info": "informação"}
CORRECTION_PT = {
    "result": "resultado",
    "rhythm": "ritmo",
    "identity": "identidade",
    "entry_rating": "rating inicial",
    "duplicate": "duplicidade",
    "replace_file": "troca de arquivo",
    "event": "dado do evento",
}
#: What `marts.fct_identity` tells of (Art. 19), in the order of the page.
IDENTITY_PT = {
    "unresolved": "a identificar",
    "conflict": "IDs em conflito",
    "unknown_target": "decisão sem cadastro",
    "unidentified": "declarado não identificado",
    "settled": "conflito decidido",
    "merge_refused": "unificação recusada",
    "merged": "unificado",
    "retired_id": "ID que mudou",
}
#: Why a game is not rated (Art. 5), as the ledger's `reason` says it.
REASON_PT = {
    "forfeit": "W.O.",
    "double_forfeit": "W.O. duplo",
    "bye": "bye",
    "absent": "ausência",
    "short_game": "menos de um lance",
    "marked_unrated": "marcada no arquivo como não válida",
    "unfinished": "sem resultado",
    "double_zero": "0-0 por decisão da arbitragem",
    "administrative": "resultado administrativo",
    "conflict": "registro contraditório",
    "unknown_code": "código de resultado desconhecido",
    "unidentified": "participante não identificado",
    "duplicate": "partida repetida",
    "unplayed": "corrigida como não jogada",
}
SCORES_PT = {Decimal("1"): "vitória", Decimal("0.5"): "empate", Decimal("0"): "derrota"}
COLORS_PT = {"white": "brancas", "black": "pretas"}
REVISION_PT = {
    "late": "evento regularizado depois",
    "withdrawn": "evento retirado",
    "corrected": "partidas ou pontos corrigidos",
    "recalculated": "recalculado por um evento anterior",
}
ACT_PT = {"policy": "política", "methodology": "metodologia", "decision": "decisão"}
SOURCE_PT = {
    "approval": "aprovação expressa",
    "fide": "rating FIDE",
    "previous_fnx": "FNX anterior",
    "transported": "rating transportado",
    "cbx": "rating CBX",
    "age_reference": "referência por idade",
}
_OPEN_RANKINGS_PT = {"geral": "Geral", "feminino": "Feminino", "provisorios": "Provisórios"}

WITHHELD_PT = "trata de nascimento; o texto está só na fila interna (Art. 19)"


def date_pt(day: date) -> str:
    """`01/02/2026`."""
    return day.strftime("%d/%m/%Y")


def period_pt(start: date | None, end: date | None) -> str:
    """`17 a 18/01/2026`, `30/01 a 02/02/2026`, `11/04/2026`; blank where the end is not known."""
    if end is None:
        return ""
    if start is None or start == end:
        return date_pt(end)
    if start.year != end.year:
        return f"{date_pt(start)} a {date_pt(end)}"
    return f"{start.strftime('%d' if start.month == end.month else '%d/%m')} a {date_pt(end)}"


_MONTHS_PT = ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez")


def month_pt(month: str) -> str:
    """`2026-02` -> `fev/2026`."""
    return f"{_MONTHS_PT[int(month[5:]) - 1]}/{month[:4]}"


#: Values of corrections as registered, and what they say.
_RESULTS_PT = {"1": "vitória", "0.5": "empate", "0": "derrota", "unplayed": "não jogada"}
_FIELDS_PT = {
    "start_date": "início",
    "end_date": "encerramento",
    "end_time": "horário",
    "category": "categoria",
    "rounds_rhythm": "ritmo das rodadas",
}


#: Several fields in one value are joined by `;`, and so are several categories in one field.
_NEXT_FIELD = re.compile(rf";\s*(?=(?:{'|'.join(_FIELDS_PT)})\s*=)")
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def correction_value_pt(kind: str | None, value: str | None) -> str:
    """What a correction puts right: `0.5` -> `empate`, `end_date=2026-04-11` -> `encerramento: 11/04/2026`.

    The result of a game is that of the side that the correction names.
    """
    text = (value or "").strip()
    if kind == "result":
        return _RESULTS_PT.get(text.replace(",", "."), text)
    if kind == "rhythm":
        return RHYTHM_PT.get(text, text)
    if kind == "event":
        return "; ".join(map(_assignment_pt, _NEXT_FIELD.split(text)))
    return text


def _assignment_pt(text: str) -> str:
    field, told, value = text.partition("=")
    value = value.strip()
    if _ISO_DAY.fullmatch(value):
        value = "/".join(reversed(value.split("-")))
    return f"{_FIELDS_PT.get(field.strip(), field.strip())}: {value}" if told else text


def moment_pt(moment: datetime) -> str:
    """`01/02/2026 23:59`."""
    return moment.strftime("%d/%m/%Y %H:%M")


def number_pt(value: int) -> str:
    """`1.234`."""
    return f"{value:,}".replace(",", ".")


def plural_pt(count: int, one: str, many: str) -> str:
    """`1 jogador`, `2 jogadores`."""
    return f"{number_pt(count)} {one if count == 1 else many}"


def signed_pt(value: int) -> str:
    """`+12`, `−3`, `0`."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def added_pt(value: int) -> str:
    """A change as a term of a sum: `+12`, `−3`, `+0`."""
    return signed_pt(value) if value else "+0"


def decimal_pt(value: Decimal, places: int) -> str:
    """`3,211`, cut to at most `places` digits for reading; the files hold them all."""
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".").replace(".", ",") if "." in text else text


def signed_decimal_pt(value: Decimal) -> str:
    """`+26,8293`, `−8,5978`."""
    text = decimal_pt(abs(value), 4)
    return f"−{text}" if value < 0 else f"+{text}"


def ranking_pt(ranking: str) -> str:
    """`sub-08-feminino` -> `Sub-8 feminino`, `o50` -> `O50 (50 anos ou mais)`."""
    if ranking in _OPEN_RANKINGS_PT:
        return _OPEN_RANKINGS_PT[ranking]
    if ranking.startswith("top"):
        return ranking.upper()
    base = ranking.removesuffix("-feminino")
    suffix = "" if base == ranking else " feminino"
    if base.startswith("sub-") and base[4:].isdigit():
        return f"Sub-{int(base[4:])}{suffix}"
    if base.startswith("o") and base[1:].isdigit():
        return f"O{int(base[1:])}{suffix} ({int(base[1:])} anos ou mais)"
    return ranking


def no_draft(cutoff: date) -> str:
    return (
        f"Não há rascunho da lista de {date_pt(cutoff)}. "
        f"Rode `fnx run --cutoff {cutoff.isoformat()}` antes de publicar."
    )


def damaged_draft(cutoff: date, names: Sequence[str]) -> str:
    return (
        f"O rascunho da lista de {date_pt(cutoff)} não confere com o seu manifesto ({', '.join(names)}). "
        f"Nada foi publicado; rode `fnx run --cutoff {cutoff.isoformat()}` de novo."
    )


def blocked(cutoff: date, titles: Sequence[str]) -> str:
    return (
        f"A lista de {date_pt(cutoff)} não pode ser publicada. "
        f"Verificação bloqueante reprovada: {'; '.join(titles)}. Nada foi publicado."
    )


def later_published(cutoff: date, newest: date) -> str:
    return (
        f"A lista de {date_pt(newest)}, posterior a {date_pt(cutoff)}, já está publicada. "
        "Todo rating publicado é definitivo (Art. 3º): o que faltou entra na próxima lista. "
        "Nada foi publicado."
    )


def stale_draft(cutoff: date, stated: date | None, newest: date | None) -> str:
    said = "nenhuma lista" if stated is None else f"a lista de {date_pt(stated)}"
    real = "nenhuma está publicada" if newest is None else f"a última publicada é a de {date_pt(newest)}"
    return (
        f"O rascunho da lista de {date_pt(cutoff)} foi calculado tendo {said} como anterior, mas {real}. "
        f"Rode `fnx run --cutoff {cutoff.isoformat()}` de novo. Nada foi publicado."
    )


def published_changed(cutoff: date, what: str) -> str:
    return (
        f"A lista publicada de {date_pt(cutoff)} foi alterada depois da publicação: {what}. "
        "Restaure-a de uma cópia antes de continuar. Nada foi publicado."
    )


def differing_files(names: Sequence[str]) -> str:
    return f"arquivos que não conferem: {', '.join(names)}"


def clock_set_back(now: str, earliest: str) -> str:
    said, reached = (moment_pt(datetime.fromisoformat(one)) for one in (now, earliest))
    return (
        f"O relógio desta máquina marca {said}, antes de {reached}: uma lista não se publica antes do fim do "
        "corte nem antes da lista anterior. Acerte o relógio. Nada foi publicado."
    )


def latest_is_no_link() -> str:
    return (
        "`exports/latest` existe e não é um atalho (link simbólico). "
        "Remova-o ou mude-o de nome, e publique de novo. Nada foi publicado."
    )


def published(cutoff: date, directory: str) -> str:
    return f"Lista de {date_pt(cutoff)} publicada em {directory}."


def unchanged(cutoff: date, directory: str) -> str:
    return f"A lista de {date_pt(cutoff)} já estava publicada em {directory}; nada mudou."


def already_published(cutoff: date, names: Sequence[str]) -> str:
    return (
        f"A lista de {date_pt(cutoff)} já está publicada e é definitiva (Art. 3º). "
        f"O rascunho atual difere dela em: {', '.join(names)}. "
        "A lista publicada não mudou; a diferença entra na próxima lista."
    )


_POSITION_WORDS = (("line ", "linha "), ("column ", "coluna "), ("round ", "rodada "), ("number ", "nº "))


def position_pt(position: str | None) -> str:
    """Where a finding is, as readers say it in English, for people: ``linha 4, coluna rating``."""
    text = position or ""
    for english, portuguese in _POSITION_WORDS:
        text = text.replace(english, portuguese)
    return text

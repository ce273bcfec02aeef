"""What officers read about a register, in pt-BR: the one catalogue of this room.

Belongs here: wording. Does not belong here: deciding that something is wrong.
"""

from __future__ import annotations

MAX_SHOWN = 60


def quoted(value: str) -> str:
    """The value as found, cut to a readable length."""
    shown = " ".join(value.split())
    return f"“{shown if len(shown) <= MAX_SHOWN else shown[:MAX_SHOWN] + '…'}”"


def hidden() -> str:
    """Stands for a value that may tell a birth date or belongs to no known column."""
    return "um valor (não mostrado aqui)"


def at(file: str, line: int, column: str | None = None) -> str:
    return f"{file}, linha {line}" + (f", coluna {column}" if column else "")


def bad_value(place: str, found: str, expected: str, dropped: bool) -> str:
    tail = " A linha não foi usada." if dropped else ""
    return f"{place}: encontrado {found}; esperado {expected}.{tail}"


def missing_value(place: str, dropped: bool) -> str:
    tail = " A linha não foi usada." if dropped else ""
    return f"{place}: a célula está vazia; esperado um valor.{tail}"


def blank_noted(place: str, timeless: bool) -> str:
    if timeless:
        return f"{place}: a célula está vazia; esperado data e hora. Sem elas, o fato vale desde sempre."
    return f"{place}: a célula está vazia; esperado um valor. A linha foi usada assim mesmo."


def no_optional_column(place: str, column: str) -> str:
    return f"{place}: o arquivo não tem a coluna {column}; ela conta como vazia em todas as linhas."


def no_key(place: str, columns: tuple[str, ...]) -> str:
    names = " ou ".join(columns)
    return f"{place}: a linha não diz de quem trata; esperado {names} preenchido. A linha não foi usada."


def same_row_twice(place: str, found: str, first: int) -> str:
    return f"{place}: {found} repete a linha {first}, igual em tudo; vale a primeira."


def key_twice(place: str, found: str, first: int) -> str:
    return (
        f"{place}: {found} já está na linha {first} com outros valores; esperado um código por linha. "
        "Vale a primeira; esta linha não foi usada."
    )


def value_twice(place: str, found: str, first: int) -> str:
    return (
        f"{place}: {found} já está na linha {first}; esperado um valor sem repetição. As duas linhas ficam."
    )


def fewer_cells(place: str, found: int, expected: int) -> str:
    return f"{place}: {found} células; esperadas {expected}, como no cabeçalho. As que faltam ficam vazias."


def more_cells(place: str, found: int, expected: int) -> str:
    return (
        f"{place}: {found} células; esperadas {expected}, como no cabeçalho. As que sobram foram ignoradas; "
        "um texto com o separador dentro precisa de aspas."
    )


def unclosed_quote(place: str) -> str:
    return f"{place}: aspas abertas e nunca fechadas; esperado um par de aspas. A linha não foi usada."


def control_characters(place: str) -> str:
    return f"{place}: caracteres invisíveis de controle; esperado só texto. Foram retirados."


def missing_column(place: str, column: str, found: str) -> str:
    return (
        f"{place}: falta a coluna obrigatória {column}; encontradas {found}. "
        "Nenhuma linha do arquivo foi usada."
    )


def missing_any_column(place: str, columns: tuple[str, ...], found: str) -> str:
    return (
        f"{place}: falta uma coluna que identifique as linhas, esperada {' ou '.join(columns)}; "
        f"encontradas {found}. Nenhuma linha do arquivo foi usada."
    )


def extra_column(place: str, column: str) -> str:
    return f"{place}: a coluna {column} não é conhecida e foi ignorada."


def column_twice(place: str, column: str) -> str:
    return f"{place}: a coluna {column} aparece duas vezes; vale a primeira."


def empty(file: str) -> str:
    return f"{file}: o arquivo está vazio; esperada uma linha de cabeçalho (linha 1). Nada foi usado."


def too_large(file: str, found: int, limit: int) -> str:
    megabytes = (found // 1_000_000, limit // 1_000_000)
    return f"{file}: {megabytes[0]} MB; esperado um arquivo de até {megabytes[1]} MB. Nada foi usado."


def not_text(file: str) -> str:
    return f"{file}: não é um texto CSV (há bytes que não são texto); esperado CSV em UTF-8. Nada foi usado."


def spreadsheet(file: str) -> str:
    return f"{file}: é uma planilha, não um CSV; esperado o arquivo salvo como CSV UTF-8. Nada foi usado."


def encoding(file: str) -> str:
    return (
        f"{file}: o texto não está em UTF-8; esperado UTF-8. Foi lido como Windows-1252: confira os acentos."
    )


def incomplete_homologation(place: str, missing: str) -> str:
    return f"{place}: homologação incompleta; esperado {missing} também. O evento fica pendente."


def dates_reversed(place: str, start: str, end: str) -> str:
    return f"{place}: encontrado {end}, antes do início em {start}; esperado o mesmo dia ou depois."


def needs(place: str, what: str, expected: str) -> str:
    return f"{place}: {what} precisa de {expected}. A linha não foi usada."


def not_used(place: str, what: str, found: str) -> str:
    return f"{place}: {what} não usa esta coluna; encontrado {found}, ignorado."


def unknown_target(place: str, found: str, register: str) -> str:
    return f"{place}: encontrado {found}; esperado o código de outra linha de {register}. Nada é desfeito."

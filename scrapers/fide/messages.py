"""What officers read about FIDE lists, in pt-BR: the one catalogue of this room.

Belongs here: wording. Does not belong here: deciding that something is wrong.
"""

from __future__ import annotations

EMPTY = "O arquivo está vazio."
NO_HEADER = (
    "A lista não tem a linha de cabeçalho: sem ela não se sabe o mês nem se é standard, rápido ou blitz. "
    "Baixe a lista outra vez do site da FIDE."
)
NO_RATING = "O cabeçalho da lista não tem a coluna de rating standard, rápido ou blitz com nome conhecido."
NOT_A_LIST = "O arquivo não é uma lista de rating da FIDE."
HTML_PAGE = "O arquivo é uma página HTML, não uma lista de rating da FIDE; baixe-a outra vez."
NO_PLAYERS = "A lista não tem nenhum jogador."
NO_SCOPE = (
    "A lista tem um só rating, e nem o conteúdo nem o nome do arquivo dizem se é standard, rápido ou blitz; "
    "use o nome que o site da FIDE dá, como standard_feb26frl.txt."
)
CUT_OFF = "A lista foi cortada antes do fim; baixe-a outra vez."
BAD_ZIP = "O arquivo .zip está corrompido ou incompleto; baixe-o outra vez."
ENCRYPTED_ZIP = "O arquivo .zip pede senha."
TOO_BIG = "O conteúdo é grande demais para uma lista da FIDE e não foi lido até o fim."
BOMB = "O arquivo .zip se expande muito além do que uma lista da FIDE ocupa; não foi lido até o fim."
DECLARATIONS = "O XML traz declarações de tipo ou de entidades (DOCTYPE), que uma lista da FIDE não tem."
TWO_DATES = "O nome do arquivo fala de meses diferentes; a data da lista ficou sem valor."


def members(count: int) -> str:
    return f"O arquivo .zip tem {count} arquivos; esperado um só, a lista."


def unknown_rating(heading: str) -> str:
    return f"A coluna “{heading[:30]}” parece de rating e não é conhecida; a lista não foi usada."


def heading_twice(heading: str) -> str:
    return f"A coluna “{heading[:30]}” aparece duas vezes no cabeçalho."


def missing_headings(headings: str) -> str:
    return f"Falta no cabeçalho a coluna {headings}."


def ignored_column(heading: str) -> str:
    return f"A coluna “{heading[:30]}” não é conhecida e foi ignorada."


def other_month(content: str, name: str) -> str:
    return f"O cabeçalho diz {content[:7]} e o nome do arquivo {name[:7]}; vale o cabeçalho."


def bad_xml(line: int) -> str:
    return f"O XML não está bem formado perto da linha {line}; a lista foi cortada ou alterada."


def no_id(line: int) -> str:
    return f"Linha {line}: nenhum ID FIDE; a linha não foi lida."


def unreadable(line: int) -> str:
    return f"Linha {line}: as colunas não estão onde o cabeçalho diz; os ratings da linha ficaram sem valor."

"""What officers read about CBX pages and lists, in pt-BR: the one catalogue of this room.

Belongs here: wording. Does not belong here: deciding that something is wrong. No text here repeats a birth
date.
"""

from __future__ import annotations

EMPTY = "O arquivo está vazio."
TOO_LARGE = "O arquivo é grande demais para uma página ou lista da CBX."
NOT_HTML = "O arquivo não é uma página HTML."
CUT_OFF = "A página foi cortada antes do fim; baixe-a outra vez."
ERROR_PAGE = "A página é uma mensagem de erro do site da CBX, não o cartão de um jogador; baixe-a outra vez."
ERROR_PAGE_OF_SITE = "A página é uma mensagem de erro do site da CBX; baixe-a outra vez."
NOT_A_CARD = "A página não é o cartão de um jogador da CBX."
NO_NAME = "O formato do cartão mudou: o bloco do jogador não traz o nome."
NO_ID = "O cartão não diz o ID CBX, nem o nome do arquivo começa com ele."
PLAYER_BLOCK_GONE = "O formato do cartão mudou: há ratings ou torneios, mas não o bloco do jogador."
RATING_GRID_GONE = "O formato do cartão mudou: a tabela “Evolução Rating” não está onde devia."
NO_RATING_HEADER = "O formato do cartão mudou: a tabela de ratings não tem cabeçalho."
NO_LIST = "O arquivo não tem uma lista de rating da CBX: nenhum cabeçalho com ID CBX e um rating."
OLD_SPREADSHEET = "O arquivo é uma planilha .xls antiga; salve-a como .xlsx ou .csv."
BAD_SPREADSHEET = "A planilha não pôde ser aberta; salve-a outra vez como .xlsx ou .csv."
NOT_TEXT = "O arquivo não é texto CSV, nem planilha .xlsx, nem página HTML."
NO_CALENDAR = "A página não é o calendário de torneios da CBX."
NO_CALENDAR_NUMBER = "O formato do calendário mudou: nenhum torneio traz número."
NO_FORM = "O formato da página mudou: falta o formulário com __VIEWSTATE e __EVENTVALIDATION."
ENCODING = "O texto não está em UTF-8; foi lido como Windows-1252: confira os acentos."
NO_MONTH = "O nome do arquivo não diz o mês da lista; esperado AAAA-MM no começo, como 2025-11.csv."
MORE_RATINGS = "A tabela de ratings continua em outras páginas, que não estão neste arquivo."
MORE_TOURNAMENTS = "A tabela de torneios continua em outras páginas; a contagem por este arquivo é parcial."
BIRTH_DATE = "A data de nascimento não existe no calendário; o ano ficou sem valor."
NO_RATING_GRID = "O cartão não tem a tabela “Evolução Rating”: nenhum rating."


def not_found(cbx_id: str | None) -> str:
    who = f"o ID {cbx_id}" if cbx_id else "esse ID"
    return f"A CBX não tem jogador com {who}: a página vem sem o bloco do jogador."


def unknown_heading(heading: str) -> str:
    return f"O formato mudou: a coluna “{heading[:40]}” parece de rating e não é conhecida."


def missing_heading(headings: str, found: str) -> str:
    return f"O formato mudou: falta a coluna {headings}; encontradas “{found[:120]}”."


def no_column(heading: str) -> str:
    return f"A lista não tem a coluna {heading}: esses ratings ficam sem valor."


def heading_twice(heading: str) -> str:
    return f"O formato mudou: a coluna “{heading[:40]}” aparece duas vezes."


def no_tournament_read(text: str) -> str:
    return f"O formato do cartão mudou: a tabela de torneios não traz “ID - NOME” (encontrado “{text[:60]}”)."


def ignored_column(heading: str) -> str:
    return f"A coluna “{heading[:40]}” não é conhecida e foi ignorada."


def column_twice(heading: str) -> str:
    return f"A coluna “{heading[:40]}” aparece duas vezes; não se sabe qual vale, e nenhuma foi lida."


def variation(tournament: str, found: str) -> str:
    return f"Torneio {tournament}: número ilegível, encontrado “{found[:20]}”; ficou sem valor."


def other_file_name(page_id: str, file_id: str) -> str:
    return f"O arquivo tem o nome do ID {file_id}, mas a página é do ID {page_id}; vale a página."


def fide_id(found: str) -> str:
    return f"ID FIDE ilegível: encontrado “{found[:20]}”, esperados só algarismos."


def month(found: str) -> str:
    return f"Mês ilegível: encontrado “{found[:30]}”, esperado como Nov/2025; a linha não foi usada."


def month_twice(month: str) -> str:
    return f"O mês {month} aparece duas vezes; vale a linha de cima."


def rating(found: str, column: str) -> str:
    return f"Rating ilegível em {column}: encontrado “{found[:20]}”; ficou sem valor."


def row_width(found: int, expected: int) -> str:
    return f"A linha tem {found} células, e o cabeçalho {expected}; não foi usada."


def tournament_unread(text: str) -> str:
    return f"Torneio ilegível: encontrado “{text[:60]}”, esperado “ID - NOME”; não foi contado."


def tournament_twice(tournament: str) -> str:
    return f"O torneio {tournament} aparece duas vezes; contado uma vez, vale a linha de cima."


def tournament_date(tournament: str, found: str) -> str:
    return f"Torneio {tournament}: data impossível, encontrado “{found}”; ficou sem valor."


def tournament_undated(tournament: str) -> str:
    return f"Torneio {tournament}: nenhuma data; esperado dd/mm/aaaa a dd/mm/aaaa."


def tournament_reversed(tournament: str) -> str:
    return f"Torneio {tournament}: o término vem antes do início."


def tournament_rhythm(tournament: str, found: str) -> str:
    return f"Torneio {tournament}: ritmo desconhecido, encontrado “{found[:40]}”; ficou sem valor."


def id_unread(found: str) -> str:
    return f"ID CBX ilegível: encontrado “{found[:30]}”, esperados só algarismos; a linha não foi usada."


def id_twice(cbx_id: str) -> str:
    return f"O ID CBX {cbx_id} aparece duas vezes; vale a linha de cima."


def no_filter(names: str) -> str:
    return f"O formato da página mudou: falta o filtro {names}."


def partial_list(rows: int, total: int) -> str:
    return f"A página traz {rows} jogadores de {total}: a lista é parcial."


def calendar_number(found: str) -> str:
    return (
        f"Torneio do calendário sem número: encontrado “{found[:30]}”, esperado como 9422/25; não foi usado."
    )


def calendar_twice(number: str) -> str:
    return f"O torneio {number} aparece duas vezes no calendário; vale o de cima."


def calendar_date(number: str, found: str) -> str:
    return f"Torneio {number}: data impossível, encontrado “{found[:30]}”; ficou sem valor."


def calendar_rhythm(number: str, found: str) -> str:
    return f"Torneio {number}: ritmo desconhecido, encontrado “{found[:30]}”; ficou sem valor."


def calendar_label(label: str) -> str:
    return f"O campo “{label[:40]}” do calendário não é conhecido e foi ignorado."


def partial_calendar(found: int, total: int) -> str:
    return f"A página traz {found} torneios de {total}: o calendário é parcial."


def more_like_it(count: int) -> str:
    return f"Mais {count} avisos deste tipo."

"""Every sentence about a tournament file that an officer reads, in one catalogue.

Belongs here: codes, severities and texts of remarks, and the reasons of refused files. Does not belong
here: deciding when a remark is due. A text names what was found and what is expected or what to do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from scrapers.records import Finding, InputFile, Severity
from scrapers.tournaments import native_messages

#: At most so many remarks are kept for one file; the rest is counted in a last one.
MAX_REMARKS = 500

#: code -> (severity, text). `error`: somebody has to decide or correct; `warning`: read, but doubtful.
REMARKS: dict[str, tuple[Severity, str]] = {
    **native_messages.REMARKS,
    "address_in_city": (
        "warning",
        "O campo da cidade traz um endereço ({found}); esperado o nome da cidade. Ficou em branco.",
    ),
    "bad_date": (
        "warning",
        'Data ilegível ou impossível em {what}: "{found}"; esperado AAAA/MM/DD. Ficou em branco.',
    ),
    "bad_federation": (
        "warning",
        'Federação "{found}" não é um código de três letras (esperado, por exemplo, BRA). Ficou em branco.',
    ),
    "bad_fide_id": (
        "warning",
        'ID FIDE "{found}" do jogador {number} não é um número; esperado só dígitos. Ficou em branco.',
    ),
    "bad_rounds": (
        "warning",
        'Número de rodadas "{found}" ilegível; esperado um inteiro de 1 a {limit}. Foi ignorado.',
    ),
    "board_colors_unknown": (
        "warning",
        (
            "Rodada {round}: a página de equipes não mostra quem jogou de brancas; o jogador da esquerda foi "
            "tomado como brancas. O resultado não muda."
        ),
    ),
    "bye_with_opponent": (
        "warning",
        (
            "Rodada {round}: o jogador {number} tem o código {code} (sem jogo) e ainda assim o "
            "adversário {opponent}; lido como {reading}, sem partida. Confira no programa do torneio."
        ),
    ),
    "cells_beyond_rounds": (
        "warning",
        (
            "O arquivo declara {declared} rodadas, mas há emparceiramento na rodada {found}; foram "
            "lidas {found}. Confira o número de rodadas."
        ),
    ),
    "conflict_colors": (
        "error",
        (
            "Rodada {round}: as linhas de {white} e {black} dão a mesma cor aos dois; esperado w numa e b na "
            "outra. Corrija com uma correção de resultado."
        ),
    ),
    "colors_unclear": (
        "warning",
        (
            "Rodada {round}: as linhas de {white} e {black} não dizem quem jogou de brancas "
            "(esperado w numa e b na outra); {white} foi tomado como brancas."
        ),
    ),
    "columns_shifted": (
        "warning",
        (
            "Linha fora das colunas do TRF; foi lida pelo alinhamento que faz sentido. Confira o "
            "jogador {number}: nome, IDs e rating."
        ),
    ),
    "conflict_codes": (
        "error",
        (
            "Rodada {round}: as linhas de {white} (resultado {white_code}) e {black} (resultado "
            "{black_code}) não se conciliam; esperado o mesmo jogo nas duas. Corrija com uma "
            "correção de resultado."
        ),
    ),
    "conflict_one_sided": (
        "error",
        (
            "Rodada {round}: a linha de {number} diz que enfrentou {opponent} (resultado {code}), "
            "mas a linha de {opponent} não confirma. Corrija com uma correção de resultado."
        ),
    ),
    "conflict_opponent_missing": (
        "error",
        (
            "Rodada {round}: o jogador {number} enfrentou {opponent} (resultado {code}), que não "
            "está no arquivo; esperada uma linha para cada participante."
        ),
    ),
    "conflict_other_ident": (
        "error",
        (
            "Rodada {round}, partida {white} x {black}: o ID na linha do emparceiramento não é o da lista de "
            "jogadores; confira quem jogou e corrija com uma correção de resultado."
        ),
    ),
    "conflict_out_of_place": (
        "error",
        (
            "A linha da partida {white} x {black} diz rodada {round}, mas está entre as de outra rodada, no "
            "tabuleiro que falta a essa outra; confira a rodada e corrija com uma correção de resultado."
        ),
    ),
    "conflict_points_of_another": (
        "error",
        (
            "Rodada {round}, partida {white} x {black}: pelos pontos da lista de jogadores, a partida é de "
            "outro jogador, sem partida na rodada; confira e corrija com uma correção de resultado."
        ),
    ),
    "conflict_seen_once": (
        "error",
        (
            "Rodada {round}, partida {white} x {black}: um dos números não está na lista de jogadores nem em "
            "nenhuma outra partida; confira quem jogou e corrija com uma correção de resultado."
        ),
    ),
    "conflict_repeated_player": (
        "error",
        (
            "Rodada {round}: o jogador {number} aparece em mais de uma partida; esperado uma vez por "
            "rodada. Corrija com uma correção de resultado."
        ),
    ),
    "conflict_result": (
        "error",
        (
            "Rodada {round}, partida {white} x {black}: os campos do resultado não se conciliam "
            "({found}). Corrija com uma correção de resultado."
        ),
    ),
    "conflict_grid": (
        "error",
        (
            "A tabela de todos contra todos e os emparceiramentos não dão o mesmo resultado entre {white} "
            "e {black}; as partidas dos dois ficam em conflito. Corrija com uma correção de resultado."
        ),
    ),
    "conflict_sources": (
        "error",
        (
            'Rodada {round}: as listas enviadas não contam o mesmo do jogador {number} ("{first}" numa, '
            '"{second}" noutra); esperado o mesmo na tabela cruzada e nos emparceiramentos. Exporte as '
            "duas de novo ou corrija com uma correção de resultado."
        ),
    ),
    "crosstable_missing": (
        "warning",
        (
            "Sem a tabela cruzada não se pode conferir os emparceiramentos, nem ver os byes; envie-a também "
            "(no chess-results: tabela cruzada por número inicial)."
        ),
    ),
    "double_zero": (
        "warning",
        "Rodada {round}: {white} x {black} terminou 0-0; resultado administrativo, não conta para o rating.",
    ),
    "double_zero_or_open": (
        "warning",
        (
            "Rodada {round}: {white} x {black} está 0:0 sem K numa rodada encerrada; lido como 0-0 "
            "administrativo. Se a partida foi jogada, registre uma correção de resultado."
        ),
    ),
    "administrative": (
        "warning",
        (
            "Rodada {round}: {white} x {black} tem pontos que não somam 1; resultado administrativo, "
            "não conta para o rating."
        ),
    ),
    "duplicate_number": (
        "error",
        (
            "O número inicial {number} aparece em duas linhas diferentes (a outra é a linha "
            "{other}); esperado um jogador por número. As partidas dele ficam em conflito até o "
            "arquivo ser corrigido."
        ),
    ),
    "duplicate_row": (
        "warning",
        "Linha repetida do jogador {number}, igual à linha {other}; foi ignorada.",
    ),
    "elo_result_ignored": (
        "warning",
        (
            "Rodada {round}, partida {white} x {black}: o arquivo traz um resultado próprio para o "
            "rating ({found}), que não é usado; confira no Swiss-Manager."
        ),
    ),
    "end_before_start": (
        "warning",
        "O término ({end}) é anterior ao início ({start}); confira as datas do torneio.",
    ),
    "game_line_unreadable": (
        "error",
        (
            'Linha de emparceiramento ilegível ("{found}"); esperados rodada e os números das '
            "brancas e das pretas. Foi ignorada: confira o arquivo."
        ),
    ),
    "list_line_unreadable": (
        "warning",
        'Linha ilegível na lista ("{found}"); esperados o número inicial e o nome. Foi ignorada: confira.',
    ),
    "more_remarks": (
        "warning",
        "Há mais {count} observações sobre este arquivo, não listadas.",
    ),
    "names_differ": (
        "error",
        (
            'O número inicial {number} é "{first}" numa lista e "{second}" noutra; esperado o mesmo '
            "jogador em todas. As partidas dele ficam em conflito: exporte as listas de novo, do mesmo dia."
        ),
    ),
    "national_number_not_brazilian": (
        "warning",
        "Os números nacionais das linhas {tag} são da federação {tag}, não da CBX; não servem como ID CBX.",
    ),
    "national_row_without_player": (
        "warning",
        "Linha nacional {tag} do número {number}, que não tem linha 001; foi ignorada.",
    ),
    "no_start_number": (
        "error",
        'Linha de jogador sem número inicial ("{found}"); o jogador não pôde ser lido.',
    ),
    "number_made": (
        "warning",
        (
            'O jogador "{found}" não jogou nenhuma rodada e não está em lista com número inicial; ficou '
            "com o número {number}, depois dos outros. Para ter o do torneio, envie a lista inicial."
        ),
    ),
    "repeated_pairing": (
        "warning",
        "Partida repetida, igual à da linha {other}; foi contada uma vez.",
    ),
    "no_number": (
        "error",
        'Linha 001 sem número inicial nas colunas 5 a 8 ("{found}"); o jogador não pôde ser lido.',
    ),
    "player_not_in_list": (
        "error",
        (
            "O número {number} joga na rodada {round}, mas não está na lista de jogadores; envie a "
            "lista completa."
        ),
    ),
    "played_without_opponent": (
        "error",
        (
            "Rodada {round}: o jogador {number} tem o resultado {code} sem adversário identificado; "
            "esperado o número do adversário."
        ),
    ),
    "players_differ": (
        "warning",
        "O arquivo declara {declared} jogadores, mas traz {found}; confira se a exportação está completa.",
    ),
    "points_differ": (
        "warning",
        "Os pontos do jogador {number} ({declared}) diferem da soma das rodadas ({found}); valem as rodadas.",
    ),
    "rhythm_contradicts": (
        "warning",
        (
            "O arquivo se contradiz sobre o ritmo ({found}); foi lido {rhythm}. Vale o ritmo do "
            "cadastro do evento."
        ),
    ),
    "rounds_contradict": (
        "warning",
        "As linhas 142 ({first}) e XXR ({second}) declaram números de rodadas diferentes; vale a 142.",
    ),
    "rounds_fewer": (
        "warning",
        (
            "O torneio declara {declared} rodadas e as listas enviadas só têm {found}; confira se o torneio "
            "terminou assim ou se falta alguma lista."
        ),
    ),
    "row_too_long": (
        "warning",
        (
            "A linha do jogador {number} tem texto fora das colunas depois da rodada {rounds}, a última; "
            "foi lida até ela."
        ),
    ),
    "row_unreadable": (
        "error",
        (
            "As rodadas do jogador {number} estão fora das colunas do TRF (adversário em 92-95, cor "
            "em 97, resultado em 99, e assim a cada 10) e não puderam ser lidas; exporte o arquivo "
            "de novo."
        ),
    ),
    "match_forfeited_but_played": (
        "warning",
        (
            'Rodada {round}: a linha 330 dá a disputa entre "{white}" e "{black}" por W.O., mas as linhas '
            "dos jogadores trazem partidas jogadas; valem as linhas dos jogadores. Confira."
        ),
    ),
    "sheet_hidden": (
        "warning",
        "A planilha tem uma folha oculta, que não foi lida; se ela faz parte do torneio, mostre-a e salve.",
    ),
    "short_game": (
        "warning",
        "Rodada {round}: {white} x {black} teve menos de um lance (código {found}); não conta para o rating.",
    ),
    "team_player_unknown": (
        "warning",
        'A equipe "{team}" cita o número {number}, que não tem linha 001; foi ignorado.',
    ),
    "unfinished_text": (
        "warning",
        (
            "Rodada {round}: {white} x {black} está 0:0 sem K numa rodada em aberto; lido como sem "
            "resultado. Exporte de novo quando a rodada terminar."
        ),
    ),
    "unknown_code": (
        "error",
        (
            'Rodada {round}: código de resultado desconhecido ("{code}") do jogador {number}; '
            "esperado um dos códigos do formato (num TRF: 1 = 0 + - W D L H F U Z). A partida não conta."
        ),
    ),
}

REFUSALS: dict[str, str] = {
    **native_messages.REFUSALS,
    "boards_not_linked": (
        "Um jogador da página de equipes não foi encontrado pelo nome na lista inicial (falta, ou o nome se "
        "repete); envie também a lista inicial dos jogadores, ou o arquivo do Swiss-Manager."
    ),
    "broken_table": (
        "A tabela do arquivo está danificada (linha {line}); exporte de novo os jogadores e os "
        "emparceiramentos no Swiss-Manager."
    ),
    "crosstable_shifted": (
        "As colunas das rodadas da tabela cruzada não contêm partidas; a lista está danificada ou foi "
        "editada. Exporte-a de novo."
    ),
    "empty": "O arquivo está vazio; envie de novo o arquivo do torneio.",
    "excel_old": (
        "Planilha Excel antiga (.xls) não é lida; envie o TRF do torneio (no Swiss-Manager: "
        "Extras, exportar para a FIDE)."
    ),
    "html": ("Página da internet (HTML) não é lida como torneio; envie o TRF ou o arquivo do Swiss-Manager."),
    "game_missing": (
        "A tabela de todos contra todos tem um resultado entre {white} e {black}, que não jogam em nenhuma "
        "das páginas de emparceiramentos; envie as páginas de todas as rodadas."
    ),
    "grid_alone": (
        "A tabela de todos contra todos não diz em que rodada nem com que cor foi cada partida (Art. 4º, "
        "§ 1º); envie também os emparceiramentos de todas as rodadas (no chess-results: todas as rodadas)."
    ),
    "mixed": (
        "Os arquivos enviados juntos não formam um par: {found}; esperado um só arquivo, ou a "
        "lista de jogadores com os emparceiramentos do Swiss-Manager."
    ),
    "native_old": (
        "Arquivo binário não reconhecido, provavelmente do Swiss-Manager antigo (.TUN, .TUR, "
        ".TUT, .TUM); abra no Swiss-Manager atual e salve de novo, ou envie o TRF."
    ),
    "no_forfeits": (
        "A tabela de emparceiramentos não tem a coluna do W.O. (Kontumaz, Forfeit, Falta) nem a do resultado "
        "(1:0, 1:0K), e sem elas não se sabe o que foi jogado (Art. 5º); exporte-a de novo."
    ),
    "no_listed_players": (
        "A lista de jogadores não tem nenhuma linha legível; exporte de novo a lista de jogadores do torneio."
    ),
    "no_files": "Nenhum arquivo foi indicado; informe o arquivo do torneio.",
    "no_lists": (
        "A planilha não tem nenhuma lista do chess-results (lista inicial, tabela cruzada ou "
        "emparceiramentos com seus cabeçalhos); exporte de novo, ou envie o TRF do torneio."
    ),
    "no_numbers": (
        "A lista de jogadores não tem a coluna do número inicial (Nr, No., Nº); exporte a lista "
        "de jogadores do torneio, não a lista de rating."
    ),
    "no_pairings": (
        "Falta o arquivo de emparceiramentos: a lista ou classificação de jogadores, "
        "isoladamente, não é suficiente (Art. 4º, § 1º); envie os dois arquivos."
    ),
    "no_player_list": (
        "Falta a lista de jogadores, sem a qual os participantes não são identificados (Art. 4º, "
        "§ 1º); envie-a junto com os emparceiramentos."
    ),
    "no_players": "O arquivo TRF não tem nenhuma linha de jogador (001); exporte o torneio de novo.",
    "no_rounds": (
        "O arquivo traz só jogadores ou a classificação final, sem emparceiramentos e resultados "
        "por rodada, o que não é suficiente (Art. 4º, § 1º); envie o arquivo com as rodadas."
    ),
    "other_event": (
        "Os arquivos são de torneios diferentes do chess-results ({found}); envie as listas de um só torneio."
    ),
    "page_cut": (
        "A página salva do chess-results está incompleta; salve-a de novo até o fim, ou exporte-a para Excel."
    ),
    "page_too_large": (
        "A página salva é maior do que a de qualquer torneio; confira se é o arquivo certo, ou envie o TRF."
    ),
    "ranking_not_linked": (
        "A tabela cruzada por classificação não pôde ser ligada à lista inicial pelos nomes (um nome falta "
        "ou se repete); envie a tabela cruzada por número inicial."
    ),
    "round_unknown": (
        "Uma página de emparceiramentos não diz de que rodada é; exporte de novo com o título da lista, ou "
        "envie a tabela cruzada."
    ),
    "rounds_missing": (
        "Faltam os emparceiramentos da rodada {found}; envie as páginas de todas as rodadas, ou a tabela "
        "cruzada (Art. 4º, § 1º)."
    ),
    "teams_alone": (
        "O arquivo traz só os confrontos das equipes, sem as partidas de cada tabuleiro (Art. 4º, § 2º); "
        "envie o arquivo do Swiss-Manager ou o TRF."
    ),
    "too_big": (
        'O arquivo "{name}" tem mais de {limit} MB; um torneio não chega a isso. Confira se é '
        "o arquivo certo."
    ),
    "too_many_lines": "O arquivo tem {lines} linhas, mais do que um torneio; confira se é o arquivo certo.",
    "too_many_rows": (
        "O arquivo tem {players} jogadores e {rounds} rodadas, mais do que um torneio; confira "
        "se é o arquivo certo."
    ),
    "two_player_lists": (
        "Foram enviadas duas listas de jogadores; esperada uma lista de jogadores e os emparceiramentos."
    ),
    "unknown": (
        "O conteúdo não foi reconhecido como arquivo de torneio; envie o TRF, ou os jogadores e "
        "os emparceiramentos exportados do Swiss-Manager."
    ),
    "vega_crosstable": (
        "Tabela cruzada do Vega, feita para leitura, não é lida; no Vega, exporte o relatório "
        "FIDE (TRF) e envie esse arquivo."
    ),
    "workbook_damaged": (
        "A planilha está danificada ou incompleta e não abre; baixe-a ou exporte-a de novo."
    ),
    "workbook_too_large": (
        "A planilha, descompactada, é maior do que a de qualquer torneio; confira se é o arquivo certo."
    ),
    "workbook_unusual": (
        "A planilha tem declarações que nenhum programa de torneio escreve (DTD, entidades ou outra "
        "codificação) e não foi aberta; exporte-a de novo."
    ),
    "zip": "O arquivo é um .zip; descompacte e envie o arquivo do torneio que está dentro.",
}


class Remarks:
    """The remarks on an event's files, in the order in which they are made, at most `MAX_REMARKS`."""

    def __init__(self, files: Sequence[InputFile]) -> None:
        self._hashes = {file.name: hashlib.sha256(file.data).hexdigest() for file in files}
        self._first = files[0].name
        self._kept: list[Finding] = []
        self._dropped = 0

    def add(self, code: str, where: str, source_file: str | None = None, /, **values: object) -> None:
        """One remark; ``where`` is ``line N`` or ``round R, number P``; ``values`` fill its text."""
        if len(self._kept) >= MAX_REMARKS:
            self._dropped += 1
            return
        severity, text = REMARKS[code]
        shown = {name: _short(value) for name, value in values.items()}
        self._keep(source_file or self._first, where, code, severity, text.format_map(shown))

    def findings(self) -> tuple[Finding, ...]:
        """All remarks, with a last one that counts those not kept."""
        if self._dropped:
            severity, text = REMARKS["more_remarks"]
            self._keep(self._first, "line 1", "more_remarks", severity, text.format(count=self._dropped))
            self._dropped = 0
        return tuple(self._kept)

    def _keep(self, file: str, where: str, code: str, severity: Severity, message: str) -> None:
        self._kept.append(Finding(file, where, code, severity, message, self._hashes[file]))


def refusal(code: str, **values: object) -> str:
    """The reason of a refused file: one sentence with what to do."""
    return REFUSALS[code].format_map({name: _short(value) for name, value in values.items()})


def _short(value: object) -> str:
    """A value as shown in a sentence: printable and at most 60 characters."""
    text = "".join(c if c.isprintable() else "?" for c in str(value).strip())
    return text if len(text) <= 60 else text[:57] + "..."

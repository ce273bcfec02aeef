"""The sentences that only Swiss-Manager's binary needs; `messages` joins them to the one catalogue.

Belongs here: remarks on sections, seats and matches of the binary, and why such a file is refused. Does not
belong here: sentences that other formats use too (`messages`).
"""

from __future__ import annotations

from scrapers.records import Severity

REMARKS: dict[str, tuple[Severity, str]] = {
    "bad_birth": (
        "warning",
        ('Nascimento impossível do jogador {number} ("{found}"); esperado AAAAMMDD. Ficou em branco.'),
    ),
    "bad_prohibited_pair": (
        "warning",
        (
            "O arquivo proíbe o emparceiramento {found}, mas os números vão de 1 a {count}; foi "
            "ignorado. Confira se o arquivo não está danificado."
        ),
    ),
    "bad_rating": (
        "warning",
        ("Rating impossível do jogador {number} ({found}); esperado até 9999. Ficou em branco."),
    ),
    "bad_rhythm_flag": (
        "warning",
        (
            "Marca de ritmo {found} desconhecida no arquivo do Swiss-Manager; esperado 1, 2 ou 3. "
            "Foi ignorada."
        ),
    ),
    "bad_sex": (
        "warning",
        ("Sexo do jogador {number} ilegível (código {found}); esperado 0 (M) ou 1 (F). Ficou em branco."),
    ),
    "bad_team": (
        "warning",
        (
            "O jogador {number} está na equipe {found}, mas o arquivo tem {count} equipes. A equipe "
            "ficou em branco."
        ),
    ),
    "boards_differ": (
        "warning",
        (
            "Rodada {round}: há {found} tabuleiros para {matches} encontros de {boards} tabuleiros; "
            "cada partida foi ligada ao encontro pelas equipes dos jogadores. Confira a rodada no "
            "Swiss-Manager."
        ),
    ),
    "computer_player": (
        "warning",
        ("O jogador {number} está marcado como computador no Swiss-Manager; confira se é uma pessoa."),
    ),
    "marked_unrated": (
        "warning",
        (
            "Rodada {round}: {white} x {black} tem o código {code}, de partida jogada e marcada "
            "como não válida para rating; não conta."
        ),
    ),
    "match_team_unknown": (
        "error",
        (
            "Rodada {round}: um encontro cita a equipe {found}, mas o arquivo tem {count} equipes. "
            "As partidas dele ficam em conflito: confira o arquivo."
        ),
    ),
    "matches_missing": (
        "warning",
        (
            "Rodada {round}: há partidas sem os encontros das equipes; os tabuleiros foram "
            "numerados na ordem do arquivo. Confira a rodada no Swiss-Manager."
        ),
    ),
    "not_in_match": (
        "error",
        (
            "Rodada {round}: {white} x {black} (código {code}) não são das duas equipes de um mesmo "
            "encontro; esperado um jogador de cada equipe. Corrija com uma correção de resultado."
        ),
    ),
    "not_marked_for_rating": (
        "info",
        (
            "O arquivo não está marcado para cálculo de rating no Swiss-Manager (nem nacional nem "
            "FIDE). É só informação: vale a homologação do cadastro de eventos."
        ),
    ),
    "number_not_in_file": (
        "error",
        (
            "Rodada {round}: o número {number} joga, mas não está na lista de jogadores do arquivo; "
            "confira se o arquivo não está danificado."
        ),
    ),
    "odd_game_bytes": (
        "warning",
        (
            "Rodada {round}: uma linha de partida traz bytes de significado desconhecido; foi lida "
            "pelos campos conhecidos. Confira se o arquivo não está danificado."
        ),
    ),
    "odd_game_row": (
        "error",
        (
            "Rodada {round}: linha de partida sem sentido ({found}, código {code}); esperados dois "
            "jogadores, ou um jogador e um bye. Confira a rodada no Swiss-Manager."
        ),
    ),
    "player_without_name": (
        "warning",
        ("O jogador {number} está sem nome no arquivo; preencha-o no Swiss-Manager."),
    ),
    "player_without_row": (
        "warning",
        (
            "Rodada {round}: o jogador {number} não aparece na rodada, nem com bye ou ausência; foi "
            "lido como ausente. Confira a rodada no Swiss-Manager."
        ),
    ),
    "round_outside_event": (
        "warning",
        (
            "A data da rodada {round} ({found}) está fora do período do torneio ({start} a {end}); "
            "confira as datas no Swiss-Manager."
        ),
    ),
    "short_fide_id": (
        "warning",
        (
            "ID FIDE {found} do jogador {number} é curto demais; provavelmente um número nacional "
            "no campo errado. Confira."
        ),
    ),
    "team_twice": (
        "error",
        (
            'Rodada {round}: a equipe "{found}" aparece em mais de um encontro; esperado um por '
            "rodada. Confira a rodada no Swiss-Manager."
        ),
    ),
    "teams_in_individual": (
        "warning",
        (
            "O arquivo diz que o torneio é individual, mas traz {count} equipes ou encontros; "
            "confira o tipo do torneio."
        ),
    ),
    "unknown_code_native": (
        "error",
        (
            "Rodada {round}: código de resultado {code} desconhecido ({white} x {black}); não se "
            "sabe se foi jogada. A partida não conta: registre uma correção de resultado."
        ),
    ),
    "unknown_section": (
        "warning",
        (
            "O arquivo traz uma seção desconhecida ({found}), que não foi lida; confira o que falta "
            "e avise quem mantém a plataforma."
        ),
    ),
}

REFUSALS: dict[str, str] = {
    "native_counts": (
        "O arquivo do Swiss-Manager está danificado: a seção {tag} tem {found} registros e as "
        "rodadas declaram {declared}; abra-o no Swiss-Manager, salve e envie de novo, ou envie o TRF."
    ),
    "native_cut": (
        "O arquivo do Swiss-Manager está incompleto: falta o seu final; copie-o de novo, ou "
        "abra no Swiss-Manager e salve outra vez, ou envie o TRF."
    ),
    "native_section": (
        "O arquivo do Swiss-Manager está danificado: a seção {tag} não termina onde deveria; "
        "abra-o no Swiss-Manager, salve e envie de novo, ou envie o TRF."
    ),
    "native_section_missing": (
        "O arquivo do Swiss-Manager está danificado: falta a seção {tag}; abra-o no "
        "Swiss-Manager, salve e envie de novo, ou envie o TRF."
    ),
    "native_too_many": (
        "O arquivo do Swiss-Manager tem {found} registros na seção {tag}, mais do que um "
        "torneio; confira se é o arquivo certo."
    ),
    "native_type": (
        "O tipo de torneio {found} não existe no Swiss-Manager (esperado de 0 a 3); o arquivo "
        "está danificado ou é de uma versão nova: envie o TRF."
    ),
    "not_paired": (
        "O torneio ainda não tem rodadas emparceiradas: a lista de jogadores, isoladamente, não "
        "é suficiente (Art. 4º, § 1º); envie o arquivo depois do torneio."
    ),
}

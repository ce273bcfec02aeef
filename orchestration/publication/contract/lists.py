"""What a list says of players: the list, rankings, history, the file for pairing programs (Arts. 15-18).

Belongs here: these tables. Does not belong here: how a rating came about (`calculation`).
"""

from __future__ import annotations

from orchestration.publication.contract.shape import (
    FNX_ID,
    FOLDED_NAME,
    GAMES_TOTAL,
    GAMES_YEAR,
    NAME,
    RATING,
    Column,
    Export,
)

LIST = Export(
    name="list",
    mart="marts.fct_list",
    title_pt="Lista de rating",
    description_pt="Jogadores vinculados ao RN, ativos e inativos, com o rating no corte (Arts. 15 e 16).",
    columns=(
        FNX_ID,
        Column("cbx_id", "string", "Identificador CBX confirmado", article="Art. 19"),
        Column("fide_id", "string", "Identificador FIDE", article="Art. 19"),
        NAME,
        Column("city", "string", "Cidade, quando informada", article="Art. 19"),
        Column("club", "string", "Clube, quando informado", article="Art. 19"),
        RATING,
        Column("previous_rating", "integer", "Rating na lista publicada anterior", "pontos FNX", "Art. 21"),
        Column("change", "integer", "Diferença para a lista anterior", "pontos FNX", "Art. 21"),
        GAMES_TOTAL,
        GAMES_YEAR,
        Column("active", "boolean", "Ativo: ao menos uma partida válida no ano civil", article="Art. 16"),
        Column("in_development", "boolean", "Ainda em período de desenvolvimento", article="Art. 6 §2"),
        Column("entry_source", "string", "Fonte adotada para o rating inicial", article="Art. 14"),
    ),
    order_by=("rating DESC NULLS LAST", "games_year DESC NULLS LAST", FOLDED_NAME, "fnx_id ASC NULLS LAST"),
    primary_key=("fnx_id",),
)

RANKINGS = Export(
    name="rankings",
    mart="marts.fct_ranking",
    title_pt="Rankings",
    description_pt="Colocações dos jogadores ativos no ranking geral, feminino e por idade (Arts. 17 e 18).",
    columns=(
        Column(
            "ranking",
            "string",
            "Ranking: geral, feminino, sub-NN, oNN e as versões femininas",
            article="Art. 17",
        ),
        Column("place", "integer", "Colocação; empatados têm a mesma", "posição", "Art. 18"),
        FNX_ID,
        NAME,
        RATING,
        GAMES_YEAR,
    ),
    order_by=("ranking_order ASC NULLS LAST", "place ASC NULLS LAST", FOLDED_NAME, "fnx_id ASC NULLS LAST"),
    primary_key=("ranking", "fnx_id"),
)

HISTORY = Export(
    name="history",
    mart="marts.fct_history",
    title_pt="Histórico",
    description_pt="Rating e colocação geral de cada jogador em cada lista, até esta (Art. 21).",
    columns=(
        FNX_ID,
        Column("cutoff", "date", "Data de corte da lista", article="Art. 20"),
        Column("rating", "integer", "Rating FNX naquela lista", "pontos FNX", "Art. 3"),
        GAMES_TOTAL,
        Column("place", "integer", "Colocação no ranking geral; vazio para inativos", "posição", "Art. 18"),
    ),
    order_by=("cutoff ASC NULLS LAST", "fnx_id ASC NULLS LAST"),
    primary_key=("cutoff", "fnx_id"),
)

#: Heading and separator of a Swiss-Manager rating list. Sex as that program writes it: `m`, `w`.
SWISS_MANAGER = Export(
    name="swiss_manager",
    mart="marts.fct_list",
    title_pt="Lista para o Swiss-Manager",
    description_pt="Lista de rating que o Swiss-Manager importa; o rating FNX está em Rtg_Nat.",
    columns=(
        Column("ID_No", "string", "Identificador CBX", article="Art. 19", sql="cbx_id"),
        Column("Fide_No", "string", "Identificador FIDE", article="Art. 19", sql="fide_id"),
        Column("Name", "string", "Nome padronizado do jogador", article="Art. 19", sql="name"),
        Column("Fed", "string", "Federação: BRA", sql="'BRA'"),
        Column(
            "Sex",
            "string",
            "m (masculino) ou w (feminino)",
            sql="CASE sex WHEN 'F' THEN 'w' WHEN 'M' THEN 'm' END",
        ),
        Column(
            "Birthday", "string", "Sempre vazio: não se publica nascimento", article="Art. 19", sql="NULL"
        ),
        Column("Rtg_Nat", "integer", "Rating FNX na data de corte", "pontos FNX", "Art. 2", sql="rating"),
        Column("Rtg_Int", "integer", "Sempre vazio", sql="NULL"),
        Column("ClubName", "string", "Clube, quando informado", article="Art. 19", sql="club"),
    ),
    order_by=LIST.order_by,
    parquet=False,
    delimiter=";",
)

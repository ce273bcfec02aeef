"""How every rating came about: games, event results, entry ratings and later base dates (Arts. 5-14).

The ledger declares no primary key: sides of a game without an identified player, and byes without a board,
have no column that names them.

Belongs here: these tables. Does not belong here: what is registered of events and corrections (`records`).
"""

from __future__ import annotations

from engine.expected_score import DENOMINATOR
from orchestration.publication.contract.shape import (
    EVENT_ID,
    EVENT_ORDER,
    FNX_ID,
    RHYTHM,
    Column,
    Export,
)

_SIDE = "CASE color WHEN 'white' THEN 0 WHEN 'black' THEN 1 ELSE 2 END ASC"

UNIT_PT = f"1/{DENOMINATOR} de ponto FNX"

LEDGER = Export(
    name="ledger",
    mart="marts.fct_ledger",
    title_pt="Livro de partidas",
    description_pt="Cada lado de cada partida: computada com que K, ou por que não (Arts. 5 a 7).",
    columns=(
        EVENT_ID,
        EVENT_ORDER,
        Column("round", "integer", "Rodada", "rodada", "Art. 4 §1"),
        Column(
            "board",
            "integer",
            "Tabuleiro, em equipes o da disputa; quando o arquivo informa",
            "tabuleiro",
            "Art. 4 §2",
        ),
        FNX_ID,
        Column("opponent_fnx_id", "string", "Identificador FNX do adversário", article="Art. 19"),
        Column("team", "string", "Equipe do jogador, em evento por equipes", article="Art. 4 §2"),
        Column("opponent_team", "string", "Equipe do adversário, em evento por equipes", article="Art. 4 §2"),
        Column("color", "string", "Cor das peças: white (brancas), black (pretas)", article="Art. 4 §1"),
        RHYTHM,
        Column("raw_result", "string", "Resultado como está no arquivo do evento", article="Art. 4 §1"),
        Column("score", "number", "Pontuação obtida (S)", "pontos da partida", "Art. 7", decimals=(2, 1)),
        Column("rated", "boolean", "Partida computada", article="Art. 5"),
        Column("reason", "string", "Por que a partida não foi computada", article="Art. 5"),
        Column("rating", "integer", "Rating do jogador usado no cálculo (Rj)", "pontos FNX", "Art. 7 §1"),
        Column(
            "opponent_rating",
            "integer",
            "Rating do adversário usado no cálculo (Ro)",
            "pontos FNX",
            "Art. 7 §1",
        ),
        Column("k", "integer", "Fator K aplicado", article="Art. 6"),
        Column("k_reason", "string", "Por que este K: desenvolvimento ou ordinário", article="Art. 6"),
        Column("expected", "number", "Pontuação esperada (E)", "pontos da partida", "Art. 7"),
        Column("change", "number", "Variação da partida, K × (S − E), a 12 casas", "pontos FNX", "Art. 7"),
        Column(
            "change_units",
            "integer",
            "Variação exata em unidades inteiras",
            UNIT_PT,
            "Art. 7",
        ),
    ),
    order_by=(
        "event_order ASC NULLS LAST",
        "event_id ASC NULLS LAST",
        "round ASC NULLS LAST",
        "board ASC NULLS LAST",
        _SIDE,
        "fnx_id ASC NULLS LAST",
    ),
)

EVENT_RESULTS = Export(
    name="event_results",
    mart="marts.fct_event_result",
    title_pt="Resultados por evento",
    description_pt="Soma das variações de cada jogador em cada evento e o rating que resulta (Art. 7 §2).",
    columns=(
        EVENT_ID,
        EVENT_ORDER,
        FNX_ID,
        Column(
            "rating_used",
            "integer",
            "Rating anterior ao início do evento, usado nas partidas",
            "pontos FNX",
            "Art. 7 §1",
        ),
        Column("rating_before", "integer", "Rating quando o evento foi processado", "pontos FNX", "Art. 8"),
        Column(
            "k", "integer", "Fator K no evento; vazio se as rodadas têm ritmos diferentes", article="Art. 6"
        ),
        Column("games", "integer", "Partidas computadas", "partidas", "Art. 5"),
        Column(
            "score",
            "number",
            "Pontos obtidos nas partidas computadas",
            "pontos da partida",
            "Art. 7",
            decimals=(5, 1),
        ),
        Column("expected", "number", "Soma das pontuações esperadas", "pontos da partida", "Art. 7"),
        Column(
            "change_exact",
            "number",
            "Soma das variações antes de arredondar, a 12 casas",
            "pontos FNX",
            "Art. 7 §2",
        ),
        Column(
            "change_units",
            "integer",
            "Soma exata das variações em unidades inteiras",
            UNIT_PT,
            "Art. 7 §2",
        ),
        Column("change_rounded", "integer", "Variação arredondada, 0,5 para cima", "pontos FNX", "Art. 7 §2"),
        Column("floor_applied", "integer", "Pontos acrescentados pelo piso", "pontos FNX", "Art. 7 §3"),
        Column("rating_after", "integer", "Rating depois do evento", "pontos FNX", "Art. 7"),
        Column("games_before", "integer", "Partidas válidas antes do evento", "partidas", "Art. 6 §2"),
        Column("games_after", "integer", "Partidas válidas depois do evento", "partidas", "Art. 6 §2"),
        Column("in_development_before", "boolean", "Em desenvolvimento antes do evento", article="Art. 6 §2"),
        Column("in_development_after", "boolean", "Em desenvolvimento depois do evento", article="Art. 6 §2"),
    ),
    order_by=("event_order ASC NULLS LAST", "event_id ASC NULLS LAST", "fnx_id ASC NULLS LAST"),
    primary_key=("event_id", "fnx_id"),
)

ENTRY_RATINGS = Export(
    name="entry_ratings",
    mart="marts.fct_entry_rating",
    title_pt="Ratings iniciais",
    description_pt="Fontes candidatas ao rating inicial de cada jogador, com a adotada (Arts. 9 a 14).",
    columns=(
        FNX_ID,
        Column("entry_date", "date", "Data de ingresso", article="Art. 9"),
        Column(
            "source",
            "string",
            "Fonte: approval, fide, previous_fnx, cbx ou age_reference",
            article="Art. 14",
        ),
        Column(
            "source_value", "integer", "Valor na fonte, antes da conversão", "pontos da fonte", "Arts. 10-13"
        ),
        Column("source_date", "date", "Data da lista ou decisão que serviu de fonte", article="Art. 9"),
        Column(
            "experience_points",
            "integer",
            "Índice de experiência CBX (I)",
            "pontos de experiência",
            "Art. 12 §1",
        ),
        Column("weight", "number", "Peso de confiança da fonte", "0 a 1", "Art. 12 §2", decimals=(7, 6)),
        Column("converted", "integer", "Rating convertido para a escala FNX", "pontos FNX", "Arts. 10-13"),
        Column(
            "corrected", "integer", "Rating inicial corrigido, se houve correção", "pontos FNX", "Art. 23"
        ),
        Column("initial_games", "integer", "Partidas equivalentes iniciais", "partidas", "Art. 6 §4"),
        Column("chosen", "boolean", "Fonte adotada", article="Art. 14"),
    ),
    order_by=(
        "fnx_id ASC NULLS LAST",
        "chosen DESC NULLS LAST",
        "converted DESC NULLS LAST",
        "weight DESC NULLS LAST",
        "source ASC NULLS LAST",
    ),
    primary_key=("fnx_id", "source"),
)

#: What a source on a later base date tells as one of an entry does.
_OF_A_SOURCE = ("source_value", "source_date", "experience_points", "weight", "converted", "initial_games")

REASSESSMENTS = Export(
    name="reassessments",
    mart="marts.fct_reassessment",
    title_pt="Reapuração na data-base",
    description_pt="Fontes em cada data-base posterior ao lado do rating transportado (Arts. 13 e 14); sem "
    "linhas quando a política é transportar.",
    columns=(
        FNX_ID,
        Column(
            "base_date", "date", "Data-base em que as fontes concorrem de novo (Art. 14)", article="Art. 9"
        ),
        Column(
            "source",
            "string",
            "Fonte: transported (rating transportado), fide, cbx ou age_reference",
            article="Art. 14",
        ),
        *(column for column in ENTRY_RATINGS.columns if column.name in _OF_A_SOURCE),
        Column("chosen", "boolean", "Fonte que vale desde a data-base", article="Art. 14"),
    ),
    order_by=(
        "base_date ASC NULLS LAST",
        "fnx_id ASC NULLS LAST",
        "chosen DESC NULLS LAST",
        "converted DESC NULLS LAST",
        "weight DESC NULLS LAST",
        "source ASC NULLS LAST",
    ),
    primary_key=("base_date", "fnx_id", "source"),
)

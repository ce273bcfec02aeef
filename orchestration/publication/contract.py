"""The exported tables, declared once: columns, types, meaning, order, key.

Belongs here: what each file of `exports/<cut-off>/` contains, for the writer, the data package, the report
and the analysts' copy alike (format section "exports/<cut-off date>/").
Does not belong here: how the files are written (`exports`), nor how the values come about (the marts).

No column carries a birth date or year, in any export (Art. 19). The ledger declares no primary key: sides
of a game without an identified player, and byes without a board, have no column that names them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

ColumnType = Literal["string", "integer", "number", "boolean", "date", "datetime"]

_SQL_TYPES: dict[ColumnType, str] = {
    "string": "VARCHAR",
    "integer": "BIGINT",
    "boolean": "BOOLEAN",
    "date": "DATE",
    "datetime": "TIMESTAMP",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One exported column. `decimals`: precision and scale of a `number`; `sql`: if not the mart's column."""

    name: str
    type: ColumnType
    description_pt: str
    unit: str | None = None
    article: str | None = None
    decimals: tuple[int, int] = (18, 12)
    sql: str | None = None

    @property
    def sql_type(self) -> str:
        """The DuckDB type of the column."""
        if self.type == "number":
            return f"DECIMAL({self.decimals[0]},{self.decimals[1]})"
        return _SQL_TYPES[self.type]

    @property
    def expression(self) -> str:
        """SQL over the mart that gives the value with its declared type; blank text is unknown (null)."""
        cast = f"CAST({self.sql or self.name} AS {self.sql_type})"
        if self.type == "string":
            return f"nullif({cast}, '')"
        if self.type == "datetime":
            return f"date_trunc('second', {cast})"
        return cast


@dataclass(frozen=True, slots=True)
class Export:
    """One exported table: `<name>.csv` and, where `parquet`, `<name>.parquet` with the same columns and rows.

    `order_by` are SQL terms over the mart; the writer adds every column after them, so the order is total.
    """

    name: str
    mart: str
    title_pt: str
    description_pt: str
    columns: tuple[Column, ...]
    order_by: tuple[str, ...]
    primary_key: tuple[str, ...] = ()
    parquet: bool = True
    delimiter: str = ","

    @property
    def csv_name(self) -> str:
        return f"{self.name}.csv"

    @property
    def parquet_name(self) -> str:
        return f"{self.name}.parquet"


_FOLDED_NAME = "strip_accents(lower(name)) ASC NULLS LAST"
_SIDE = "CASE color WHEN 'white' THEN 0 WHEN 'black' THEN 1 ELSE 2 END ASC"
#: `HH:MM`, whether the mart keeps the time as text, TIME or TIMESTAMP.
_WALL_TIME = r"regexp_extract(CAST(end_time AS VARCHAR), '(\d{2}:\d{2})(:\d{2}(\.\d+)?)?$', 1)"

_FNX_ID = Column("fnx_id", "string", "Identificador FNX do jogador", article="Art. 19")
_NAME = Column("name", "string", "Nome padronizado do jogador", article="Art. 19")
_EVENT_ID = Column("event_id", "string", "Código FNX do evento", article="Art. 4")
_EVENT_ORDER = Column(
    "event_order", "integer", "Posição do evento na ordem de processamento", article="Art. 8"
)
_RATING = Column("rating", "integer", "Rating FNX na data de corte", "pontos FNX", "Art. 2")
_GAMES_YEAR = Column(
    "games_year", "integer", "Partidas válidas no ano civil da data de corte", "partidas", "Art. 16"
)
_GAMES_TOTAL = Column(
    "games_total",
    "integer",
    "Partidas válidas: equivalentes iniciais mais as computadas",
    "partidas",
    "Art. 6 §2",
)
_RHYTHM = Column("rhythm", "string", "Ritmo: STD (clássico), RPD (rápido) ou BLZ (blitz)", article="Art. 6")

_LIST = Export(
    name="list",
    mart="marts.fct_list",
    title_pt="Lista de rating",
    description_pt="Jogadores vinculados ao RN, ativos e inativos, com o rating no corte (Arts. 15 e 16).",
    columns=(
        _FNX_ID,
        Column("cbx_id", "string", "Identificador CBX confirmado", article="Art. 19"),
        Column("fide_id", "string", "Identificador FIDE", article="Art. 19"),
        _NAME,
        Column("city", "string", "Cidade, quando informada", article="Art. 19"),
        Column("club", "string", "Clube, quando informado", article="Art. 19"),
        _RATING,
        Column("previous_rating", "integer", "Rating na lista publicada anterior", "pontos FNX", "Art. 21"),
        Column("change", "integer", "Diferença para a lista anterior", "pontos FNX", "Art. 21"),
        _GAMES_TOTAL,
        _GAMES_YEAR,
        Column("active", "boolean", "Ativo: ao menos uma partida válida no ano civil", article="Art. 16"),
        Column("in_development", "boolean", "Ainda em período de desenvolvimento", article="Art. 6 §2"),
        Column("entry_source", "string", "Fonte adotada para o rating inicial", article="Art. 14"),
    ),
    order_by=("rating DESC NULLS LAST", "games_year DESC NULLS LAST", _FOLDED_NAME, "fnx_id ASC NULLS LAST"),
    primary_key=("fnx_id",),
)

_RANKINGS = Export(
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
        _FNX_ID,
        _NAME,
        _RATING,
        _GAMES_YEAR,
    ),
    order_by=("ranking_order ASC NULLS LAST", "place ASC NULLS LAST", _FOLDED_NAME, "fnx_id ASC NULLS LAST"),
    primary_key=("ranking", "fnx_id"),
)

_LEDGER = Export(
    name="ledger",
    mart="marts.fct_ledger",
    title_pt="Livro de partidas",
    description_pt="Cada lado de cada partida: computada com que K, ou por que não (Arts. 5 a 7).",
    columns=(
        _EVENT_ID,
        _EVENT_ORDER,
        Column("round", "integer", "Rodada", "rodada", "Art. 4 §1"),
        Column(
            "board",
            "integer",
            "Tabuleiro, em equipes o da disputa; quando o arquivo informa",
            "tabuleiro",
            "Art. 4 §2",
        ),
        _FNX_ID,
        Column("opponent_fnx_id", "string", "Identificador FNX do adversário", article="Art. 19"),
        Column("team", "string", "Equipe do jogador, em evento por equipes", article="Art. 4 §2"),
        Column("opponent_team", "string", "Equipe do adversário, em evento por equipes", article="Art. 4 §2"),
        Column("color", "string", "Cor das peças: white (brancas), black (pretas)", article="Art. 4 §1"),
        _RHYTHM,
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
            "1/18384022038382 de ponto FNX",
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

_EVENT_RESULTS = Export(
    name="event_results",
    mart="marts.fct_event_result",
    title_pt="Resultados por evento",
    description_pt="Soma das variações de cada jogador em cada evento e o rating que resulta (Art. 7 §2).",
    columns=(
        _EVENT_ID,
        _EVENT_ORDER,
        _FNX_ID,
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
            "1/18384022038382 de ponto FNX",
            "Art. 7 §2",
        ),
        Column("change_rounded", "integer", "Variação arredondada, 0,5 para cima", "pontos FNX", "Art. 7 §2"),
        Column(
            "floor_applied", "integer", "Pontos acrescentados pelo piso de 100", "pontos FNX", "Art. 7 §3"
        ),
        Column("rating_after", "integer", "Rating depois do evento", "pontos FNX", "Art. 7"),
        Column("games_before", "integer", "Partidas válidas antes do evento", "partidas", "Art. 6 §2"),
        Column("games_after", "integer", "Partidas válidas depois do evento", "partidas", "Art. 6 §2"),
        Column("in_development_before", "boolean", "Em desenvolvimento antes do evento", article="Art. 6 §2"),
        Column("in_development_after", "boolean", "Em desenvolvimento depois do evento", article="Art. 6 §2"),
    ),
    order_by=("event_order ASC NULLS LAST", "event_id ASC NULLS LAST", "fnx_id ASC NULLS LAST"),
    primary_key=("event_id", "fnx_id"),
)

_ENTRY_RATINGS = Export(
    name="entry_ratings",
    mart="marts.fct_entry_rating",
    title_pt="Ratings iniciais",
    description_pt="Fontes candidatas ao rating inicial de cada jogador, com a adotada (Arts. 9 a 14).",
    columns=(
        _FNX_ID,
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

_EVENTS = Export(
    name="events",
    mart="marts.dim_event",
    title_pt="Eventos",
    description_pt="Eventos até o corte: incluídos, pendentes com o motivo, retirados (Arts. 4, 8 e 21).",
    columns=(
        _EVENT_ID,
        Column("name", "string", "Nome do evento", article="Art. 4"),
        _RHYTHM,
        Column("start_date", "date", "Início", article="Art. 7 §1"),
        Column("end_date", "date", "Encerramento", article="Art. 8"),
        Column(
            "end_time",
            "string",
            "Horário oficial de encerramento, HH:MM",
            "hora de Fortaleza",
            "Art. 8",
            sql=_WALL_TIME,
        ),
        Column("city", "string", "Cidade", article="Art. 4"),
        Column("uf", "string", "Unidade da federação", article="Art. 4"),
        Column("category", "string", "Categoria registrada", article="Art. 10"),
        Column("homologation_no", "integer", "Número de homologação", article="Art. 8"),
        _EVENT_ORDER,
        Column("status", "string", "Situação: included, pending ou withdrawn", article="Art. 20"),
        Column("new_in_list", "boolean", "Incluído pela primeira vez nesta lista", article="Art. 21"),
        Column("reason", "string", "Motivo da pendência ou da retirada", article="Art. 20"),
        Column("rated_games", "integer", "Partidas computadas", "partidas", "Art. 5"),
        Column("unrated_games", "integer", "Partidas não computadas", "partidas", "Art. 5"),
        Column("file_sha256", "string", "SHA-256 do arquivo do evento", article="Art. 4 §1"),
    ),
    order_by=("event_order ASC NULLS LAST", "end_date ASC NULLS LAST", "event_id ASC NULLS LAST"),
    primary_key=("event_id",),
)

_CORRECTIONS = Export(
    name="corrections",
    mart="marts.fct_correction",
    title_pt="Correções",
    description_pt="Correções de erro material em vigor, com a primeira lista que as reflete (Art. 23).",
    columns=(
        Column("correction_id", "string", "Código da correção", article="Art. 23"),
        Column("registered_at", "datetime", "Registro da correção", "hora de Fortaleza", "Art. 23"),
        Column("registered_by", "string", "Quem registrou", article="Art. 23"),
        Column("kind", "string", "Tipo da correção", article="Art. 23"),
        Column("event_id", "string", "Evento corrigido", article="Art. 23"),
        Column("round", "integer", "Rodada corrigida", "rodada", "Art. 23"),
        Column("number", "integer", "Número inicial do participante no evento", article="Art. 23"),
        Column("fnx_id", "string", "Jogador corrigido", article="Art. 23"),
        Column("value", "string", "Valor correto, conforme o tipo", article="Art. 23"),
        Column("appeal_id", "string", "Contestação a que responde", article="Art. 22"),
        Column("grounds", "string", "Fundamento", article="Art. 23"),
        Column(
            "first_list", "date", "Data de corte da primeira lista que reflete a correção", article="Art. 23"
        ),
        Column(
            "players_affected",
            "string",
            "Jogadores que a correção alcança, separados por ponto e vírgula",
            article="Art. 23",
        ),
    ),
    order_by=("registered_at ASC NULLS FIRST", "correction_id ASC NULLS LAST"),
    primary_key=("correction_id",),
)

_HISTORY = Export(
    name="history",
    mart="marts.fct_history",
    title_pt="Histórico",
    description_pt="Rating e colocação geral de cada jogador em cada lista, até esta (Art. 21).",
    columns=(
        _FNX_ID,
        Column("cutoff", "date", "Data de corte da lista", article="Art. 20"),
        Column("rating", "integer", "Rating FNX naquela lista", "pontos FNX", "Art. 3"),
        _GAMES_TOTAL,
        Column("place", "integer", "Colocação no ranking geral; vazio para inativos", "posição", "Art. 18"),
    ),
    order_by=("cutoff ASC NULLS LAST", "fnx_id ASC NULLS LAST"),
    primary_key=("cutoff", "fnx_id"),
)

_REVISIONS = Export(
    name="revisions",
    mart="marts.fct_revision",
    title_pt="Revisões",
    description_pt="O que esta lista mostra diferente da anterior: original e revisto (Art. 23).",
    columns=(
        _EVENT_ID,
        _FNX_ID,
        Column(
            "kind",
            "string",
            "late (regularizado depois), withdrawn (retirado), corrected (outras partidas ou pontos) ou "
            "recalculated (só mudaram ratings de antes)",
            article="Art. 23",
        ),
        *(
            column
            for which, text in (("original", "na lista anterior"), ("revised", "nesta lista"))
            for column in (
                Column(f"{which}_games", "integer", f"Partidas computadas, {text}", "partidas", "Art. 5"),
                Column(
                    f"{which}_score",
                    "number",
                    f"Pontos obtidos, {text}",
                    "pontos da partida",
                    "Art. 7",
                    decimals=(5, 1),
                ),
                Column(f"{which}_rating_before", "integer", f"Rating antes, {text}", "pontos FNX", "Art. 8"),
                Column(f"{which}_change", "integer", f"Variação, {text}", "pontos FNX", "Art. 7 §2"),
                Column(f"{which}_rating_after", "integer", f"Rating depois, {text}", "pontos FNX", "Art. 7"),
            )
        ),
    ),
    order_by=("end_date ASC NULLS LAST", "event_id ASC NULLS LAST", "fnx_id ASC NULLS LAST"),
    primary_key=("event_id", "fnx_id"),
)

_APPEALS = Export(
    name="appeals",
    mart="marts.fct_appeal",
    title_pt="Contestações",
    description_pt="Contestações recebidas, dentro ou fora do prazo, com a resposta (Art. 22).",
    columns=(
        Column("appeal_id", "string", "Código da contestação", article="Art. 22"),
        Column("received_at", "datetime", "Recebimento", "hora de Fortaleza", "Art. 22"),
        Column("contested_list", "date", "Data de corte da lista contestada", article="Art. 22"),
        Column("fnx_id", "string", "Jogador de que trata", article="Art. 22"),
        Column("event_id", "string", "Evento de que trata", article="Art. 22"),
        Column("subject", "string", "O que se contesta", article="Art. 22"),
        Column("status", "string", "Situação, como registrada", article="Art. 22"),
        Column("answer", "string", "Resposta", article="Art. 22"),
        Column("accepted_through", "date", "Último dia do prazo", article="Art. 22"),
        Column("in_time", "boolean", "Recebida no prazo", article="Art. 22"),
        Column(
            "correction_ids",
            "string",
            "Correções que a atendem, separadas por ponto e vírgula",
            article="Art. 23",
        ),
    ),
    order_by=("received_at ASC NULLS FIRST", "appeal_id ASC NULLS LAST"),
    primary_key=("appeal_id",),
)

_ACTS = Export(
    name="acts",
    mart="marts.fct_act",
    title_pt="Atos",
    description_pt="Registro de decisões e atos formais (Arts. 23 e 26).",
    columns=(
        Column("act_id", "string", "Código do ato", article="Art. 26"),
        Column("act_date", "date", "Data do ato", article="Art. 26"),
        Column("kind", "string", "policy, methodology ou decision", article="Art. 26"),
        Column("subject", "string", "De que trata", article="Art. 26"),
        Column("value", "string", "O que fixa", article="Art. 26"),
        Column("grounds", "string", "Fundamento", article="Art. 26"),
        Column("retroactive", "boolean", "O ato diz que retroage", article="Art. 23"),
    ),
    order_by=("act_date ASC NULLS FIRST", "act_id ASC NULLS LAST"),
    primary_key=("act_id",),
)

#: Heading and separator of a Swiss-Manager rating list. Sex as that program writes it: `m`, `w`.
_SWISS_MANAGER = Export(
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
    order_by=_LIST.order_by,
    parquet=False,
    delimiter=";",
)

#: Of a system that does not round: what the whole numbers show, exact. Columns of `exports_for` alone.
_EXACT: dict[str, tuple[Column, ...]] = {
    "list": (Column("exact_rating", "number", "Rating sem arredondar, a 12 casas", "pontos"),),
    "ledger": (
        Column("exact_rating", "number", "Rating usado, sem arredondar", "pontos"),
        Column("exact_opponent_rating", "number", "Rating usado do adversário, sem arredondar", "pontos"),
    ),
    "event_results": (
        Column("exact_rating_used", "number", "Rating usado nas partidas, sem arredondar", "pontos"),
        Column("exact_rating_before", "number", "Rating antes do evento, sem arredondar", "pontos"),
        Column("exact_floor_applied", "number", "Pontos acrescentados pelo piso, sem arredondar", "pontos"),
        Column("exact_rating_after", "number", "Rating depois do evento, sem arredondar", "pontos"),
    ),
}
#: Texts that speak of the regulation, as they are said of another system.
_SAID_OTHERWISE = {
    "list": "Quem jogou no ranking, com o rating no corte.",
    "rankings": "Colocações: geral, as categorias escolhidas e, à parte, os provisórios.",
    "event_results": "Soma das variações de cada jogador em cada evento e o rating que resulta.",
    "change_units": "Sempre vazio: unidade do regulamento da federação",
    "change_rounded": "Diferença entre os ratings mostrados antes e depois",
    "floor_applied": "Pontos acrescentados pelo piso, onde o sistema tem um",
    "source": "Fonte: approval, previous_fnx (lista anterior do ranking), fide, cbx, start ou unrated",
    "converted": "Rating com que se entra; vazio: ainda sem rating",
    "experience_points": "Sempre vazio: conceito do regulamento da federação",
    "in_development": "Provisório",
    "in_development_before": "Provisório antes do evento",
    "in_development_after": "Provisório depois do evento",
    "active": "Consta dos rankings segundo o sistema",
    "swiss_manager": "Lista de rating que o Swiss-Manager importa; o rating está em Rtg_Nat.",
}
_ARTICLES = r"\s*\((?:Arts?\.)[^()]*\)|,\s*Arts?\.\s[^(),;]*(?=[);])"


def without_articles(text: str) -> str:
    """A text of the platform without its references to articles of the FNX regulation.

    >>> without_articles("retirado (duplicidade, Art. 23); sem base (Art. 4º).")
    'retirado (duplicidade); sem base.'
    """
    return re.sub(_ARTICLES, "", text)


def exports_for(system: str) -> tuple[Export, ...]:
    """The exports of a pool: `EXPORTS` under the regulation.

    In other systems exact columns besides, and nothing said of its articles.
    """
    if system == "fnx":
        return EXPORTS
    return tuple(
        replace(
            export,
            description_pt=_otherwise(export.name, export.description_pt),
            columns=tuple(map(_of_any_system, (*export.columns, *_EXACT.get(export.name, ())))),
            order_by=_EXACT_ORDER.get(export.name, export.order_by),
        )
        for export in EXPORTS
    )


_EXACT_ORDER = {"list": ("exact_rating DESC NULLS LAST", *_LIST.order_by[1:])}


def _otherwise(name: str, text: str) -> str:
    return without_articles(_SAID_OTHERWISE.get(name, text)).replace(" FNX", "")


def _of_any_system(column: Column) -> Column:
    sql = column.sql
    if column.name == "reason":
        sql = f"regexp_replace(reason, '{_ARTICLES.replace('(?=[);])', '')}', '', 'g')"
    return replace(
        column,
        description_pt=_otherwise(column.name, column.description_pt),
        unit=None if column.unit is None else column.unit.replace(" FNX", ""),
        article=None,
        sql=sql,
    )


EXPORTS: tuple[Export, ...] = (
    _LIST,
    _RANKINGS,
    _LEDGER,
    _EVENT_RESULTS,
    _ENTRY_RATINGS,
    _EVENTS,
    _CORRECTIONS,
    _REVISIONS,
    _APPEALS,
    _ACTS,
    _HISTORY,
    _SWISS_MANAGER,
)

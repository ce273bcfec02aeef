"""What the federation put on record, and what came of it: events, corrections, acts (Arts. 4, 20-26).

Belongs here: these tables. Does not belong here: the calculation (`calculation`).
"""

from __future__ import annotations

from orchestration.publication.contract.shape import (
    EVENT_ID,
    EVENT_ORDER,
    FNX_ID,
    RHYTHM,
    Column,
    Export,
)

#: `HH:MM`, whether the mart keeps the time as text, TIME or TIMESTAMP.
_WALL_TIME = r"regexp_extract(CAST(end_time AS VARCHAR), '(\d{2}:\d{2})(:\d{2}(\.\d+)?)?$', 1)"


EVENTS = Export(
    name="events",
    mart="marts.dim_event",
    title_pt="Eventos",
    description_pt="Eventos até o corte: incluídos, pendentes com o motivo, retirados (Arts. 4, 8 e 21).",
    columns=(
        EVENT_ID,
        Column("name", "string", "Nome do evento", article="Art. 4"),
        RHYTHM,
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
        EVENT_ORDER,
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

CORRECTIONS = Export(
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

REVISIONS = Export(
    name="revisions",
    mart="marts.fct_revision",
    title_pt="Revisões",
    description_pt="O que esta lista mostra diferente da anterior: original e revisto (Art. 23).",
    columns=(
        EVENT_ID,
        FNX_ID,
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

APPEALS = Export(
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

ACTS = Export(
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

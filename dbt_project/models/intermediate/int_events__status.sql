-- Whether each event of the register is included, pending (and why) or withdrawn, as of the cut-off (Arts. 4, 20, 23).
-- An event that ended after the cut-off is not spoken of at all.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

events as (
    select
        events.*,
        list_parameters.list,
        list_parameters.base_date,
        list_parameters.known_before,
        list_parameters.linked_uf,
        coalesce(list_parameters.own_rules, false) as own_rules,
        events.homologation_no is not null
        and events.homologated_at is not null
        and events.homologated_at < list_parameters.known_before as homologated
    from {{ ref('int_events__as_corrected') }} as events
    cross join list_parameters
    where events.end_date is null or events.end_date <= list_parameters.list
),

-- A homologation is a number and a time; what has no time yet does not hold another event.
same_number as (
    select homologation_no, count(*) as events
    from events
    where homologated and withdrawing_correction is null
    group by homologation_no
),

-- The same event under an earlier homologation: the same file content, the same tournament at the source, or the
-- same games (Art. 23, duplication). Each is an equality of its own, so that many events are compared quickly.
same_content as (
    select later.event_id, earlier.event_id as duplicate_of
    from events as later
    inner join events as earlier on later.content_key = earlier.content_key and later.event_id <> earlier.event_id
    union
    select later.event_id, earlier.event_id as duplicate_of
    from events as later
    inner join events as earlier on later.source_id = earlier.source_id and later.event_id <> earlier.event_id
    union
    select event_id, same_as as duplicate_of
    from {{ ref('int_events__same_games') }}
    where certain
),

same_event as (
    select
        later.event_id,
        min_by(earlier.event_id, earlier.homologation_no) as duplicate_of,
        min_by(
            case
                when earlier.content_key = later.content_key or earlier.source_id is distinct from later.source_id then ''
                when earlier.file_revision < later.file_revision then ', em gravação mais nova'
                when earlier.file_revision > later.file_revision then ', em gravação mais antiga'
                else ''
            end,
            earlier.homologation_no
        ) as which_save
    from same_content
    inner join events as later on same_content.event_id = later.event_id
    inner join events as earlier
        on same_content.duplicate_of = earlier.event_id and earlier.homologation_no < later.homologation_no
    where
        later.homologated
        and earlier.homologated
        and earlier.withdrawing_correction is null
        and earlier.file_status = 'ok'
    group by later.event_id
),

-- Start numbers with their names; where a pool publishes minors by initials, whoever is not identified may be one.
named as (
    select
        resolved.event_id,
        resolved.number,
        resolved.identity_status,
        'nº ' || resolved.number || ' '
        || {{ published_name(
            "coalesce(nullif(" ~ without_digits("resolved.name") ~ ", ''), 'sem nome')", "null", "true", "list_parameters.minor_names"
        ) }} as description
    from {{ ref('int_participants__resolved') }} as resolved
    cross join list_parameters
),

games as (
    select
        games.event_id,
        count(*) as conflicts,
        string_agg(
            'rodada ' || games.round || ', ' || coalesce(white.description, '?') || ' x ' || coalesce(black.description, '?'),
            '; ' order by games.round, games.game_no
        ) as conflict_games
    from {{ ref('int_games__as_corrected') }} as games
    left join named as white on games.event_id = white.event_id and games.white = white.number
    left join named as black on games.event_id = black.event_id and games.black = black.number
    where games.reason = 'conflict'
    group by games.event_id
),

players_with_games as (
    select event_id, round, game_no, unnest([white, black]) as number
    from {{ ref('int_games__as_corrected') }}
    where playable and white is not null and black is not null
),

unknown_people as (
    select distinct
        players_with_games.event_id,
        players_with_games.number,
        named.description
        || case named.identity_status
            when 'conflict' then ' (identificações contraditórias)'
            when 'unknown_target' then ' (a decisão aponta um cadastro que não existe)'
            else ''
        end as description
    from players_with_games
    inner join named
        on players_with_games.event_id = named.event_id and players_with_games.number = named.number
    where named.identity_status not in ('resolved', 'unidentified')
),

open_identities as (
    select
        event_id,
        count(*) as people,
        string_agg(description, '; ' order by number) as names
    from unknown_people
    group by event_id
),

-- One person under two start numbers may not play twice in a round, nor against themself.
twice as (
    select event_id, string_agg(distinct fnx_id, ', ' order by fnx_id) as people
    from (
        select players_with_games.event_id, players_with_games.round, resolved.fnx_id
        from players_with_games
        inner join {{ ref('int_participants__resolved') }} as resolved
            on
                players_with_games.event_id = resolved.event_id
                and players_with_games.number = resolved.number
        where resolved.fnx_id is not null
        group by 1, 2, 3
        having count(distinct resolved.number) > 1 or count(distinct players_with_games.game_no) > 1
    )
    group by event_id
),

judged as (
    select
        events.*,
        list_filter([
            case
                when events.end_date is null then 'data de término ausente ou inválida no registro'
                when events.start_date is null then 'data de início ausente ou inválida no registro'
                when events.start_date > events.end_date then 'a data de início é posterior à de término'
                when events.end_date < events.base_date then 'evento encerrado antes da data-base'
            end,
            case
                -- A pool of another system asks for no recognition: the homologation confirms the event.
                when events.own_rules then null
                when events.recognition is null
                    then 'sem base de reconhecimento válida (Art. 4º)'
                when events.recognition = 'cbx_calendar' and events.uf is distinct from events.linked_uf
                    then 'evento do calendário CBX fora do RN (Art. 4º)'
            end,
            case when events.variant is not null then 'variante ' || events.variant || ' nunca vale rating' end,
            case
                when events.homologation_no is null and events.homologated_at is null then 'sem homologação'
                when events.homologation_no is null then 'homologação sem número'
                when events.homologated_at is null then 'homologação sem data'
                when events.homologated_at >= events.known_before then 'homologado depois do fechamento; entra na lista seguinte'
            end,
            case
                when events.homologated and same_number.events > 1 then 'número de homologação ' || events.homologation_no || ' repetido em outro evento'
            end,
            case
                when same_event.duplicate_of is not null 
                    then 'mesmo torneio que ' || same_event.duplicate_of || same_event.which_save || ' (duplicidade, Art. 23)'
            end,
            case
                when events.rhythm is null then 'ritmo ausente ou não reconhecido no registro'
                when events.rounds_rhythm = '?' then 'os ritmos por rodada (rounds_rhythm) do registro não são legíveis'
            end,
            case
                when events.file_status = 'missing' then coalesce(events.file_reason, 'arquivo do torneio não informado')
                when events.file_status = 'rejected' then 'arquivo recusado: ' || coalesce(events.file_reason, 'ilegível')
            end,
            case when games.conflicts > 0 then 'resultados contraditórios entre as linhas do arquivo: ' || games.conflict_games end,
            case
                when open_identities.people = 1 then 'falta identificar 1 jogador com partida: ' || open_identities.names
                when open_identities.people > 1
                    then 'falta identificar ' || open_identities.people || ' jogadores com partida: ' || open_identities.names
            end,
            case when twice.people is not null then 'a mesma pessoa joga duas vezes na mesma rodada: ' || twice.people end
        ], lambda reason: reason is not null) as pending_reasons
    from events
    left join same_number on events.homologation_no = same_number.homologation_no
    left join same_event on events.event_id = same_event.event_id
    left join games on events.event_id = games.event_id
    left join open_identities on events.event_id = open_identities.event_id
    left join twice on events.event_id = twice.event_id
)

select
    event_id,
    name,
    file,
    rhythm,
    start_date,
    end_date,
    end_time,
    recognition,
    category,
    city,
    uf,
    homologation_no,
    homologated_at,
    rounds_rhythm,
    content_key,
    file_sha256,
    file_rhythm,
    case
        when withdrawing_correction is not null then 'withdrawn'
        when len(pending_reasons) > 0 then 'pending'
        else 'included'
    end as status,
    case
        when withdrawing_correction is not null then 'retirado por duplicidade pela correção ' || withdrawing_correction
        when len(pending_reasons) > 0 then array_to_string(pending_reasons, '; ')
    end as reason
from judged

-- Who is not settled, and who was (Art. 19): participants with games whom nobody can name yet, ids that contradict each
-- other, merges, and ids that lead to another one today. The internal queue has the suggestions.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

games as (
    select event_id, number, count(*) as games
    from (
        select event_id, unnest([white, black]) as number
        from {{ ref('int_games__as_corrected') }}
        where playable and white is not null and black is not null
    )
    group by event_id, number
),

participants as (
    select
        case resolved.identity_status when 'resolved' then 'settled' else resolved.identity_status end as kind,
        resolved.event_id,
        resolved.number,
        {{ published_name(without_digits("resolved.name"), "null", "true", "list_parameters.minor_names") }} as name,
        null as fnx_id,
        resolved.fnx_id as target_fnx_id,
        case
            when resolved.identity_status = 'unidentified' then 'declarado não identificado: as partidas não são avaliadas'
            when resolved.identity_status = 'unknown_target'
                then 'a decisão aponta ' || resolved.fnx_id_before_merges || ', que não está em nenhum cadastro'
            when resolved.identity_status = 'unresolved' then 'nenhum ID conhecido e nenhuma decisão'
            else resolved.contradiction_pt
        end as detail_pt,
        games.games,
        resolved.identity_status in ('unresolved', 'conflict', 'unknown_target') as holds_event
    from {{ ref('int_participants__resolved') }} as resolved
    inner join {{ ref('int_events__status') }} as events
        on resolved.event_id = events.event_id and events.status <> 'withdrawn'
    inner join games on resolved.event_id = games.event_id and resolved.number = games.number
    cross join list_parameters
    where resolved.identity_status <> 'resolved' or resolved.contradiction_pt is not null
),

merges as (
    select
        case when merges.applies then 'merged' else 'merge_refused' end as kind,
        null as event_id,
        null::integer as number,
        null as name,
        merges.subject as fnx_id,
        coalesce(aliases.fnx_id, merges.target) as target_fnx_id,
        case
            when merges.applies then 'unificado pela decisão ' || merges.decision_id
            when merges.meeting is not null
                then 'decisão ' || merges.decision_id || ' recusada: ' || merges.who_met || ' se enfrentaram em ' || merges.meeting
            else 'decisão ' || merges.decision_id || ' recusada: um dos cadastros não existe'
        end as detail_pt,
        null::bigint as games,
        false as holds_event
    from {{ ref('int_identity__merges') }} as merges
    left join {{ ref('int_identity__aliases') }} as aliases on merges.applies and merges.subject = aliases.alias
),

retired as (
    select
        'retired_id' as kind,
        null as event_id,
        null::integer as number,
        null as name,
        issued.fnx_id,
        aliases.fnx_id as target_fnx_id,
        'ID emitido antes; a pessoa hoje é ' || aliases.fnx_id as detail_pt,
        null::bigint as games,
        false as holds_event
    from {{ ref('stg_registry__issued_ids') }} as issued
    inner join {{ ref('int_identity__aliases') }} as aliases
        on issued.fnx_id = aliases.alias and issued.fnx_id <> aliases.fnx_id
    where issued.fnx_id not in (select fnx_id from merges)
),

everybody as (
    select * from participants
    union all
    select * from merges
    union all
    select * from retired
)

select
    list_parameters.pool,
    list_parameters.list,
    everybody.*
from everybody
cross join list_parameters

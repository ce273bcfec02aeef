-- Corrections in effect, as registered, with the list that first reflects each and the players it touches (Art. 23).
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

-- Exports speak only of events ended by the cut-off (Art. 20).
corrections as (
    select corrections.*
    from {{ ref('int_corrections__in_effect') }} as corrections
    left join {{ ref('stg_registry__events') }} as known on corrections.event_id = known.event_id
    left join {{ ref('int_events__status') }} as spoken_of on corrections.event_id = spoken_of.event_id
    where known.event_id is null or spoken_of.event_id is not null
),

lists as (
    select list, frozen_before from {{ ref('stg_published__lists') }}
    union all
    select list, frozen_before from {{ ref('stg_home__list') }}
),

first_lists as (
    select corrections.correction_id, min(lists.list) as first_list
    from corrections
    inner join lists on corrections.registered_at is null or corrections.registered_at < lists.frozen_before
    group by corrections.correction_id
),

touched as (
    select corrections.correction_id, resolved.fnx_id
    from corrections
    inner join {{ ref('int_games__as_corrected') }} as games
        on
            corrections.event_id = games.event_id
            and corrections.round = games.round
            and corrections.number in (games.white, games.black)
    inner join {{ ref('int_participants__resolved') }} as resolved
        on games.event_id = resolved.event_id and resolved.number in (games.white, games.black)
    where corrections.kind = 'result' or (corrections.kind = 'duplicate' and corrections.round is not null)

    union

    select corrections.correction_id, results.fnx_id
    from corrections
    inner join {{ ref('fct_event_result') }} as results on corrections.event_id = results.event_id
    where corrections.kind in ('rhythm', 'event', 'replace_file', 'identity')

    union

    select corrections.correction_id, resolved.fnx_id
    from corrections
    inner join {{ ref('int_participants__resolved') }} as resolved on corrections.event_id = resolved.event_id
    where corrections.kind = 'duplicate' and corrections.round is null

    union

    select corrections.correction_id, aliases.fnx_id
    from corrections
    inner join {{ ref('int_identity__aliases') }} as aliases on corrections.fnx_id = aliases.alias
    where corrections.kind = 'entry_rating'
)

select
    list_parameters.pool,
    list_parameters.list,
    corrections.correction_id,
    corrections.registered_at,
    corrections.registered_by,
    corrections.kind,
    corrections.event_id,
    corrections.round,
    corrections.number,
    corrections.fnx_id,
    corrections.value,
    corrections.appeal_id,
    corrections.grounds,
    first_lists.first_list,
    (
        select string_agg(touched.fnx_id, ';' order by touched.fnx_id)
        from touched
        where touched.correction_id = corrections.correction_id and touched.fnx_id is not null
    ) as players_affected
from corrections
cross join list_parameters
left join first_lists on corrections.correction_id = first_lists.correction_id

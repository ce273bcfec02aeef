-- Who each start number is, after merges, or why nobody can say (Art. 19; rulebook, who must be known).
with identified as (
    select * from {{ ref('int_participants__identified') }}
),

candidates as (
    select event_id, number, unnest(list_concat(cbx_people, list_concat(fide_people, fnx_people))) as candidate
    from identified
),

distinct_people as (
    select
        candidates.event_id,
        candidates.number,
        list(distinct aliases.fnx_id order by aliases.fnx_id) as people
    from candidates
    inner join {{ ref('int_identity__aliases') }} as aliases on candidates.candidate = aliases.alias
    group by candidates.event_id, candidates.number
),

contradictions as (
    select
        event_id,
        number,
        string_agg(detail_pt, '; ' order by kind) as detail_pt
    from {{ ref('int_participants__contradictions') }}
    group by event_id, number
)

select
    identified.event_id,
    identified.number,
    identified.name,
    identified.team,
    identified.identified_by,
    case
        when identified.identified_by = 'unidentified' then 'unidentified'
        when identified.identified_by in ('correction', 'same', 'new')
            then case when aliases.fnx_id is null then 'unknown_target' else 'resolved' end
        when contradictions.event_id is not null then 'conflict'
        when aliases.fnx_id is null then 'unresolved'
        else 'resolved'
    end as identity_status,
    case
        when identified.identified_by in ('correction', 'same', 'new') then aliases.fnx_id
        when identified.identified_by = 'unidentified' then null
        when contradictions.event_id is not null then null
        else aliases.fnx_id
    end as fnx_id,
    coalesce(distinct_people.people, []) as people,
    identified.fnx_id_before_merges,
    contradictions.detail_pt as contradiction_pt
from identified
left join {{ ref('int_identity__aliases') }} as aliases on identified.fnx_id_before_merges = aliases.alias
left join contradictions
    on identified.event_id = contradictions.event_id and identified.number = contradictions.number
left join distinct_people
    on identified.event_id = distinct_people.event_id and identified.number = distinct_people.number

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

-- A CBX id whose owner has another FIDE id than the file says is one CBX id with two FIDE ids (Art. 19).
fide_ids_of_people as (
    select aliases.fnx_id, list(distinct ids.id) as fide_ids
    from {{ ref('int_identity__ids') }} as ids
    inner join {{ ref('int_identity__aliases') }} as aliases on ids.fnx_id = aliases.alias
    where ids.id_kind = 'fide'
    group by aliases.fnx_id
),

contradicted as (
    select
        identified.event_id,
        identified.number,
        identified.cbx_contradicted
        or identified.fide_contradicted
        or len(coalesce(distinct_people.people, [])) > 1
        or coalesce(
            len(identified.cbx_people) > 0
            and identified.fide_id is not null
            and not list_contains(fide_ids_of_people.fide_ids, identified.fide_id),
            false
        ) as ids_contradict
    from identified
    left join distinct_people
        on identified.event_id = distinct_people.event_id and identified.number = distinct_people.number
    left join fide_ids_of_people on distinct_people.people[1] = fide_ids_of_people.fnx_id
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
        when contradicted.ids_contradict then 'conflict'
        when aliases.fnx_id is null then 'unresolved'
        else 'resolved'
    end as identity_status,
    case
        when identified.identified_by in ('correction', 'same', 'new') then aliases.fnx_id
        when identified.identified_by = 'unidentified' then null
        when contradicted.ids_contradict then null
        else aliases.fnx_id
    end as fnx_id,
    coalesce(distinct_people.people, []) as people,
    identified.fnx_id_before_merges
from identified
left join {{ ref('int_identity__aliases') }} as aliases on identified.fnx_id_before_merges = aliases.alias
inner join contradicted
    on identified.event_id = contradicted.event_id and identified.number = contradicted.number
left join distinct_people
    on identified.event_id = distinct_people.event_id and identified.number = distinct_people.number

-- Every person the pool knows, before merges: the register, people issued an id because CBX or FIDE know
-- them, and people whom a decision declared new.
with registered as (
    select * from {{ ref('stg_registry__players') }}
),

ids as (
    select * from {{ ref('int_identity__ids') }}
),

linked_ids as (
    select
        fnx_id,
        min(id) filter (where id_kind = 'cbx') as cbx_id,
        min(id) filter (where id_kind = 'fide') as fide_id
    from ids
    where fnx_id is not null
    group by fnx_id
),

declared_new as (
    select
        coalesce(target, 'E' || event_id || '-' || number) as fnx_id,
        first(event_id order by applied_order) as event_id,
        first(number order by applied_order) as number
    from {{ ref('int_identity__decisions_in_effect') }}
    where action = 'new' and event_id is not null and number is not null
    group by 1
),

file_names as (
    select events.event_id, participants.number, participants.name
    from {{ ref('int_events__as_corrected') }} as events
    inner join {{ ref('stg_tournaments__participants') }} as participants
        on events.content_key = participants.content_key
),

everybody as (
    select
        registered.fnx_id,
        true as registered,
        registered.name,
        coalesce(registered.cbx_id, linked_ids.cbx_id) as cbx_id,
        coalesce(registered.fide_id, linked_ids.fide_id) as fide_id,
        registered.birth_year,
        registered.birth_proven,
        registered.sex,
        registered.uf,
        registered.recognized,
        registered.club,
        registered.city,
        registered.registered_at,
        registered.publish_name
    from registered
    left join linked_ids on registered.fnx_id = linked_ids.fnx_id

    union all

    select
        linked_ids.fnx_id,
        false as registered,
        null as name,
        linked_ids.cbx_id,
        linked_ids.fide_id,
        null as birth_year,
        null as birth_proven,
        null as sex,
        null as uf,
        false as recognized,
        null as club,
        null as city,
        null as registered_at,
        null as publish_name
    from linked_ids
    where linked_ids.fnx_id not in (select fnx_id from registered)

    union all

    select
        declared_new.fnx_id,
        false as registered,
        file_names.name,
        null as cbx_id,
        null as fide_id,
        null as birth_year,
        null as birth_proven,
        null as sex,
        null as uf,
        false as recognized,
        null as club,
        null as city,
        null as registered_at,
        null as publish_name
    from declared_new
    left join file_names
        on declared_new.event_id = file_names.event_id and declared_new.number = file_names.number
    where
        declared_new.fnx_id not in (select fnx_id from registered)
        and declared_new.fnx_id not in (select fnx_id from linked_ids)

    union all

    -- Issued before, and by nothing that is known today: the id stays, for decisions to point to.
    select
        issued.fnx_id,
        false as registered,
        null as name,
        issued.cbx_id,
        issued.fide_id,
        null as birth_year,
        null as birth_proven,
        null as sex,
        null as uf,
        false as recognized,
        null as club,
        null as city,
        null as registered_at,
        null as publish_name
    from {{ ref('stg_registry__issued_ids') }} as issued
    where
        issued.fnx_id not in (select fnx_id from registered)
        and issued.fnx_id not in (select fnx_id from linked_ids)
        and issued.fnx_id not in (select fnx_id from declared_new)
)

select
    everybody.fnx_id,
    everybody.registered,
    coalesce(everybody.name, cbx_people.name, fide_people.name, everybody.fnx_id) as name,
    everybody.cbx_id,
    everybody.fide_id,
    coalesce(everybody.birth_year, cbx_people.birth_year, fide_people.birth_year) as birth_year,
    everybody.birth_year as register_birth_year,
    cbx_people.fide_id as cbx_fide_id,
    cbx_people.birth_year as cbx_birth_year,
    coalesce(everybody.birth_proven, 'yes') <> 'no' as birth_may_be_proven,
    everybody.sex,
    coalesce(everybody.uf, cbx_people.uf) as uf,
    everybody.uf as register_uf,
    cbx_people.uf as cbx_uf,
    everybody.recognized,
    everybody.club,
    everybody.city,
    everybody.registered_at,
    everybody.publish_name,
    coalesce(cbx_people.has_card, false) as has_card
from everybody
left join {{ ref('int_cbx__people') }} as cbx_people on everybody.cbx_id = cbx_people.cbx_id
left join {{ ref('int_fide__people') }} as fide_people on everybody.fide_id = fide_people.fide_id

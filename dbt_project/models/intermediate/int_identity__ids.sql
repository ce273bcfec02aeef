-- Which person an id stands for (Art. 19): the register first, then what CBX cards and lists link, then
-- people whom only CBX or FIDE know, under an id that the platform issues (C<cbx id>, F<fide id>).
-- An id issued once stays. An id that stands for two people, or would give a person two CBX ids, is a conflict:
-- `fnx_id` null or twice.
with registered as (
    select fnx_id, cbx_id, fide_id
    from {{ ref('stg_registry__players') }}
),

issued as (
    select fnx_id, cbx_id, fide_id
    from {{ ref('stg_registry__issued_ids') }}
    where fnx_id not in (select fnx_id from registered)
),

cbx_people as (
    select cbx_id, fide_id from {{ ref('int_cbx__people') }}
    union
    select previous.cbx_id, previous.fide_id
    from {{ ref('stg_registry__previous_ratings') }} as previous
    where
        previous.fnx_id is null
        and previous.cbx_id is not null
        and previous.cbx_id not in (select cbx_id from {{ ref('int_cbx__people') }})
),

claims_on_fide_ids as (
    select fide_id, count(distinct cbx_id) as cbx_ids
    from cbx_people
    where fide_id is not null
    group by fide_id
),

cbx_ids as (
    select cbx_id as id, fnx_id, 'register' as evidence
    from registered
    where cbx_id is not null
    union
    select
        cbx_people.cbx_id as id,
        case
            when registered.fnx_id is null
                then coalesce(issued_by_cbx.fnx_id, issued_by_fide.fnx_id, 'C' || cbx_people.cbx_id)
            when registered.cbx_id is null and claims.cbx_ids = 1 then registered.fnx_id
        end as fnx_id,
        case
            when registered.fnx_id is null then 'cbx'
            when registered.cbx_id is null and claims.cbx_ids = 1 then 'cbx_card_fide_id'
            else 'second_cbx_id'
        end as evidence
    from cbx_people
    left join registered on cbx_people.fide_id = registered.fide_id
    left join claims_on_fide_ids as claims on cbx_people.fide_id = claims.fide_id
    left join issued as issued_by_cbx on cbx_people.cbx_id = issued_by_cbx.cbx_id
    left join issued as issued_by_fide
        on cbx_people.fide_id = issued_by_fide.fide_id and issued_by_fide.cbx_id is null and claims.cbx_ids = 1
    where cbx_people.cbx_id not in (select cbx_id from registered where cbx_id is not null)
),

fide_ids as (
    select fide_id as id, fnx_id, 'register' as evidence
    from registered
    where fide_id is not null
    union
    select cbx_people.fide_id as id, cbx_ids.fnx_id, 'cbx_card' as evidence
    from cbx_people
    inner join cbx_ids on cbx_people.cbx_id = cbx_ids.id
    left join registered on cbx_ids.fnx_id = registered.fnx_id
    where
        cbx_people.fide_id is not null
        and cbx_ids.fnx_id is not null
        and (registered.fide_id is null or registered.fide_id = cbx_people.fide_id)
        and cbx_people.fide_id not in (select fide_id from registered where fide_id is not null)
),

fide_people as (
    select fide_id from {{ ref('int_fide__people') }}
    union
    select fide_id from {{ ref('stg_registry__previous_ratings') }} where fnx_id is null and fide_id is not null
)

select 'cbx' as id_kind, id, fnx_id, evidence from cbx_ids
union all
select 'fide' as id_kind, id, fnx_id, evidence from fide_ids
union all
select 'fide' as id_kind, fide_id as id, 'F' || fide_id as fnx_id, 'fide_list' as evidence
from fide_people
where fide_id not in (select id from fide_ids)

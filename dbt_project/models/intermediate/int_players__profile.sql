-- One row per person after merges: the row that stays gives name, ids and registration; what it leaves blank is
-- taken from the rows that ended. Birth years stay in the warehouse.
with aliases as (
    select * from {{ ref('int_identity__aliases') }}
),

members as (
    select aliases.fnx_id as person_id, people.*
    from aliases
    inner join {{ ref('int_people__known') }} as people on aliases.alias = people.fnx_id
),

stays as (
    select * from members where person_id = fnx_id
),

ended as (
    select
        person_id,
        first(birth_year order by fnx_id) filter (where birth_year is not null and birth_may_be_proven) as birth_year,
        first(birth_year order by fnx_id) filter (where birth_year is not null) as recorded_birth_year,
        first(sex order by fnx_id) filter (where sex is not null) as sex,
        first(uf order by fnx_id) filter (where uf is not null) as uf,
        first(club order by fnx_id) filter (where club is not null) as club,
        first(city order by fnx_id) filter (where city is not null) as city
    from members
    where person_id <> fnx_id
    group by person_id
)

select
    stays.fnx_id,
    stays.name,
    stays.cbx_id,
    stays.fide_id,
    coalesce(stays.sex, ended.sex) as sex,
    coalesce(stays.uf, ended.uf) as uf,
    coalesce(stays.club, ended.club) as club,
    coalesce(stays.city, ended.city) as city,
    case
        when stays.birth_may_be_proven and coalesce(stays.birth_year, ended.birth_year) <= list_parameters.civil_year
            then coalesce(stays.birth_year, ended.birth_year)
    end as proven_birth_year,
    coalesce(stays.birth_year, ended.recorded_birth_year) as recorded_birth_year,
    stays.registered,
    stays.registered_at,
    stays.recognized
    or coalesce(coalesce(stays.uf, ended.uf) = list_parameters.linked_uf, false)
    or coalesce(list_parameters.own_rules, false) as linked,
    stays.publish_name
from stays
left join ended on stays.fnx_id = ended.person_id
cross join {{ ref('stg_home__list') }} as list_parameters

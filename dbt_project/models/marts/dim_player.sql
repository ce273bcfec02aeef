-- Everybody with a rating, as published: no birth data (Art. 19).
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

states as (
    select * from {{ source('ratings', 'player_states') }}
),

people as (
    select
        list_parameters.pool,
        list_parameters.list,
        profiles.* exclude (name),
        names.name,
        {{ published_name(
            'names.name',
            'profiles.publish_name',
            '(coalesce(list_parameters.all_initials, false)'
            ' or coalesce(list_parameters.civil_year - profiles.recorded_birth_year < list_parameters.majority_age, false))',
            'list_parameters.minor_names'
        ) }} as shown_name,
        coalesce(list_parameters.own_rules, false) as own_rules
    from states
    inner join {{ ref('int_players__profile') }} as profiles on states.fnx_id = profiles.fnx_id
    inner join {{ ref('int_players__published_name') }} as names on profiles.fnx_id = names.fnx_id
    cross join list_parameters
)

-- In a pool of another system initials hide who it is, so no id beside them tells it.
select
    people.pool,
    people.list,
    people.fnx_id,
    people.shown_name as name,
    case when not people.own_rules or people.shown_name = people.name then people.cbx_id end as cbx_id,
    case when not people.own_rules or people.shown_name = people.name then people.fide_id end as fide_id,
    people.sex,
    people.club,
    people.city,
    people.uf,
    people.linked as linked_to_rn,
    people.registered
from people

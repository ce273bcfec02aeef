-- Everybody with a rating, as published: no birth data (Art. 19).
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

states as (
    select * from {{ source('ratings', 'player_states') }}
)

select
    list_parameters.pool,
    list_parameters.list,
    profiles.fnx_id,
    {{ published_name(
        'profiles.name',
        'profiles.publish_name',
        'coalesce(list_parameters.civil_year - profiles.recorded_birth_year < list_parameters.majority_age, false)',
        'list_parameters.minor_names'
    ) }} as name,
    profiles.cbx_id,
    profiles.fide_id,
    profiles.sex,
    profiles.club,
    profiles.city,
    profiles.uf,
    profiles.linked as linked_to_rn,
    profiles.registered
from states
inner join {{ ref('int_players__profile') }} as profiles on states.fnx_id = profiles.fnx_id
cross join list_parameters

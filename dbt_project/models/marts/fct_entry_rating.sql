-- Every candidate source of every entry rating, and which one was chosen (Arts. 9-14).
select
    list_parameters.pool,
    list_parameters.list,
    entries.fnx_id,
    entries.entry_date,
    entries.source,
    entries.source_value,
    entries.source_date,
    entries.experience_points,
    entries.weight,
    entries.converted,
    entries.corrected,
    entries.initial_games,
    entries.chosen
from {{ source('ratings', 'entry_ratings') }} as entries
cross join {{ ref('stg_home__list') }} as list_parameters

-- Entry ratings of the newest list published before this one: facts, not to be computed again (Art. 3).
select
    fnx_id,
    entry_date,
    source,
    source_value,
    source_date,
    experience_points,
    weight,
    converted,
    initial_games,
    chosen
from {{ source('raw', 'published_entry_ratings') }}

-- Sources on later base dates of the newest list published before this one: facts (Arts. 3, 14).
select
    fnx_id,
    base_date,
    source,
    source_value,
    source_date,
    experience_points,
    weight,
    converted,
    initial_games
from {{ source('raw', 'published_reassessments') }}

select
    fnx_id,
    cbx_id,
    fide_id,
    name,
    rating,
    line
from {{ source('raw', 'registry_previous_ratings') }}

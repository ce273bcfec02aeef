select
    list,
    fnx_id,
    rating,
    games_total,
    place
from {{ source('raw', 'published_list_rows') }}

-- What the newest list published before this one says of each player in each event: later lists are compared with it.
select
    event_id,
    fnx_id,
    event_order,
    games,
    score,
    rating_before,
    change_exact,
    change_units,
    change_rounded,
    rating_after
from {{ source('raw', 'published_event_results') }}

-- Events that the previous published list had included.
select event_id
from {{ source('raw', 'published_events') }}

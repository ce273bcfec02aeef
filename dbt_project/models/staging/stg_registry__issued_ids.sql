-- Ids that the platform issued before, by what the person was known: an issued id stays theirs.
select
    fnx_id,
    cbx_id,
    fide_id,
    event_id,
    number
from {{ source('raw', 'issued_ids') }}

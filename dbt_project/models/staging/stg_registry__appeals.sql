select
    appeal_id,
    received_at,
    list as contested_list,
    fnx_id,
    event_id,
    subject,
    status,
    answer,
    line
from {{ source('raw', 'registry_appeals') }}

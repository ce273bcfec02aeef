select
    correction_id,
    registered_at,
    registered_by,
    kind,
    event_id,
    round,
    number,
    fnx_id,
    value,
    appeal_id,
    grounds,
    kind = 'undo' as is_undo,
    line
from {{ source('raw', 'registry_corrections') }}

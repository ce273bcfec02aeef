select
    act_id,
    date as act_date,
    kind,
    subject,
    value,
    grounds,
    coalesce(retroactive, 'no') = 'yes' as retroactive,
    line
from {{ source('raw', 'registry_acts') }}

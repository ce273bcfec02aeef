select
    approval_id,
    fnx_id,
    rating,
    decided_at,
    decided_by,
    grounds,
    line
from {{ source('raw', 'registry_rating_approvals') }}

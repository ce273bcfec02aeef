-- `subject` of same, new and unidentified is `event_id#number`; of merge a fnx_id; of undo a decision.
select
    decision_id,
    decided_at,
    decided_by,
    action,
    subject,
    target,
    grounds,
    action = 'undo' as is_undo,
    case when action in ('same', 'new', 'unidentified') then regexp_extract(subject, '^(.*)#\s*(\d+)\s*$', 1) end as event_id,
    case
        when action in ('same', 'new', 'unidentified')
            then try_cast(regexp_extract(subject, '^(.*)#\s*(\d+)\s*$', 2) as integer)
    end as number,
    line
from {{ source('raw', 'registry_identity_decisions') }}

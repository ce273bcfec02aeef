-- The `field=value` parts of corrections of kind `event`, already checked and normalised by the reader.
select
    correction_id,
    field,
    value
from {{ source('raw', 'registry_correction_assignments') }}

select
    cbx_id,
    month,
    standard,
    captured,
    source_file
from {{ source('raw', 'cbx_card_ratings') }}

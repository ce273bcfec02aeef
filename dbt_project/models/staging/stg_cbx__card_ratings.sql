select
    cbx_id,
    month,
    standard,
    source_file
from {{ source('raw', 'cbx_card_ratings') }}

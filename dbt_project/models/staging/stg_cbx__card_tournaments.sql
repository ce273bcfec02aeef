select
    cbx_id,
    tournament_id,
    end_date,
    rhythm,
    captured,
    source_file
from {{ source('raw', 'cbx_card_tournaments') }}

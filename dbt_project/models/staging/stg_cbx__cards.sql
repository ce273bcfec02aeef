select
    cbx_id,
    name,
    upper(uf) as uf,
    fide_id,
    birth_year,
    captured,
    source_file
from {{ source('raw', 'cbx_cards') }}

select
    month,
    cbx_id,
    name,
    upper(uf) as uf,
    fide_id,
    birth_year,
    standard,
    source_file
from {{ source('raw', 'cbx_list_rows') }}

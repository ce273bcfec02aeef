-- Names as written with their standard form (Art. 19).
select
    written,
    standard
from {{ source('raw', 'standard_names') }}

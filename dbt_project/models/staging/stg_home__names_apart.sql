-- Names that stand under one id and share nothing, so that they cannot be one person's (Art. 19).
select
    written,
    known
from {{ source('raw', 'names_apart') }}

-- Rows of the people the pool knows, from every dated list; a rapid or blitz list gives no standard rating.
select
    list_date,
    scope,
    fide_id,
    name,
    federation,
    sex,
    birth_year,
    standard,
    source_file
from {{ source('raw', 'fide_ratings') }}

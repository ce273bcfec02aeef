-- Rows of the people the pool knows, from every dated list; a rapid or blitz list gives no standard rating.
select
    list_date,
    scope,
    fide_id,
    name,
    family_name,
    given_name,
    federation,
    sex,
    birth_year,
    standard,
    source_file,
    sha256,
    line
from {{ source('raw', 'fide_ratings') }}

select
    content_key,
    number,
    name,
    sex,
    federation,
    nullif(ltrim(fide_id, '0'), '') as fide_id,
    nullif(trim(national_id), '') as national_id,
    birth_year,
    club,
    team,
    national_federation,
    uf
from {{ source('raw', 'event_participants') }}

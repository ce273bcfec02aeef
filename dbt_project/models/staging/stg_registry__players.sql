select
    fnx_id,
    name,
    cbx_id,
    fide_id,
    birth_year,
    birth_proven,
    sex,
    upper(uf) as uf,
    coalesce(recognized, 'no') = 'yes' as recognized,
    club,
    city,
    registered_at,
    publish_name,
    line
from {{ source('raw', 'registry_players') }}

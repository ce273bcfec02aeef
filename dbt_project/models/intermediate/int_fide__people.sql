-- Everybody whom the FIDE lists name, with what the newest list says.
select
    fide_id,
    first(name order by list_date desc nulls last, source_file) as name,
    first(sex order by list_date desc nulls last, source_file) filter (where sex is not null) as sex,
    first(birth_year order by list_date desc nulls last, source_file)
        filter (where birth_year is not null) as birth_year
from {{ ref('stg_fide__ratings') }}
group by fide_id

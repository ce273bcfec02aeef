-- Everybody whom CBX sources name: one row per CBX id, the card before the list, the newest card and list first. Only a card
-- proves a birth year (Art. 10; rulebook, initial rating).
with sources as (
    select cbx_id, name, uf, fide_id, birth_year, 1 as rank, coalesce(strftime(captured, '%Y-%m-%d'), '0000-00-00') || source_file as version
    from {{ ref('stg_cbx__cards') }}
    union all
    select cbx_id, name, uf, fide_id, birth_year, 2 as rank, strftime(month, '%Y-%m') || source_file as version
    from {{ ref('stg_cbx__list_rows') }}
)

select
    cbx_id,
    first(name order by rank, version desc) filter (where name is not null) as name,
    first(uf order by rank, version desc) filter (where uf is not null) as uf,
    first(fide_id order by rank, version desc) filter (where fide_id is not null) as fide_id,
    first(birth_year order by version desc) filter (where birth_year is not null and rank = 1) as birth_year,
    bool_or(rank = 1) as has_card
from sources
group by cbx_id

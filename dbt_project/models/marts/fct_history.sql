-- Every published list up to this one, and this one: one row per player and list (Art. 21).
select
    list_parameters.pool,
    list_parameters.list,
    published.fnx_id,
    published.list as cutoff,
    published.rating,
    published.games_total,
    published.place
from {{ ref('stg_published__list_rows') }} as published
cross join {{ ref('stg_home__list') }} as list_parameters

union all

select
    list_rows.pool,
    list_rows.list,
    list_rows.fnx_id,
    list_rows.list as cutoff,
    list_rows.rating,
    list_rows.games_total,
    rankings.place
from {{ ref('fct_list') }} as list_rows
left join {{ ref('fct_ranking') }} as rankings on rankings.ranking = 'geral' and list_rows.fnx_id = rankings.fnx_id

-- The rankings of active players (Arts. 16-18): rating, then games of the year; equal on both share the place.
with eligible as (
    select
        list_rows.*,
        list_parameters.civil_year - profiles.proven_birth_year as age,
        list_parameters.min_ranking_size
    from {{ ref('fct_list') }} as list_rows
    inner join {{ ref('int_players__profile') }} as profiles on list_rows.fnx_id = profiles.fnx_id
    cross join {{ ref('stg_home__list') }} as list_parameters
    where list_rows.active
),

members as (
    select
        eligible.*,
        categories.ranking,
        categories.ranking_order
    from eligible
    inner join {{ ref('stg_home__ranking_categories') }} as categories
        on
            (categories.sex is null or categories.sex = eligible.sex)
            and (categories.min_age is null or eligible.age >= categories.min_age)
            and (categories.max_age is null or eligible.age <= categories.max_age)
)

select
    pool,
    list,
    ranking,
    ranking_order,
    cast(rank() over (partition by ranking order by rating desc, games_year desc) as integer) as place,
    fnx_id,
    name,
    rating,
    games_year
from members
qualify count(*) over (partition by ranking) >= min_ranking_size

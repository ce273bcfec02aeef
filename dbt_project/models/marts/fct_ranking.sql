-- The rankings of active players (Arts. 16-18): rating, then games of the year; equal on both share the place.
with eligible as (
    select
        list_rows.* exclude (exact_rating),
        -- What decides the place: the rating, unrounded where the system does not round.
        cast(coalesce(list_rows.exact_rating, list_rows.rating) as decimal(18, 12)) as exact_rating,
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
        categories.ranking_order,
        categories.places
    from eligible
    inner join {{ ref('stg_home__ranking_categories') }} as categories
        on
            (categories.sex is null or categories.sex = eligible.sex)
            and (categories.min_age is null or eligible.age >= categories.min_age)
            and (categories.max_age is null or eligible.age <= categories.max_age)
            and (categories.provisional is null or categories.provisional = eligible.in_development)
)

select
    pool,
    list,
    ranking,
    ranking_order,
    cast(rank() over (partition by ranking order by exact_rating desc, games_year desc) as integer) as place,
    fnx_id,
    name,
    rating,
    games_year,
    exact_rating
from members
qualify
    count(*) over (partition by ranking) >= min_ranking_size
    and (places is null or place <= places)

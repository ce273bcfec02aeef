-- One row per player with a rated game in an event: from the ratings used to the rating after (Arts. 6, 7).
select
    list_parameters.pool,
    list_parameters.list,
    results.event_id,
    results.event_order,
    results.fnx_id,
    results.rating_used,
    results.rating_before,
    results.k,
    results.games,
    results.score,
    results.expected,
    results.change_exact,
    results.change_units,
    results.change_rounded,
    results.floor_applied,
    results.rating_after,
    results.games_before,
    results.games_after,
    results.in_development_before,
    results.in_development_after,
    results.exact_rating_used,
    results.exact_rating_before,
    results.exact_floor_applied,
    results.exact_rating_after
from {{ source('ratings', 'event_results') }} as results
cross join {{ ref('stg_home__list') }} as list_parameters

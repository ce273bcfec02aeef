-- Policy `annual_rollover = reassess`: on each later base date every source of a player beside the rating carried over,
-- and which one holds from then on (Arts. 9, 13, 14). Empty under `carry`.
select
    list_parameters.pool,
    list_parameters.list,
    reassessments.fnx_id,
    reassessments.base_date,
    reassessments.source,
    reassessments.source_value,
    reassessments.source_date,
    reassessments.experience_points,
    reassessments.weight,
    reassessments.converted,
    reassessments.initial_games,
    reassessments.chosen
from {{ source('ratings', 'reassessments') }} as reassessments
cross join {{ ref('stg_home__list') }} as list_parameters

-- Sources of a later base date that a published list has fixed (Arts. 3, 14), carried to the person who stays after
-- merges: those of the row that stays, else of the row with the highest source.
with published as (
    select
        aliases.fnx_id as person_id,
        reassessments.*
    from {{ ref('stg_published__reassessments') }} as reassessments
    inner join {{ ref('int_identity__aliases') }} as aliases on reassessments.fnx_id = aliases.alias
    where reassessments.source <> 'transported'
),

winners as (
    select
        person_id,
        base_date,
        fnx_id
    from published
    qualify row_number() over (
        partition by person_id, base_date
        order by fnx_id <> person_id, converted desc, weight desc, fnx_id
    ) = 1
)

select
    published.person_id as fnx_id,
    published.base_date,
    published.source,
    published.source_value,
    published.source_date,
    published.experience_points,
    published.weight,
    published.converted,
    published.initial_games
from winners
inner join published on winners.fnx_id = published.fnx_id and winners.base_date = published.base_date

-- Entry ratings that a published list has fixed (Art. 3), carried to the person who stays after merges: the entry of
-- the row that stays, else the highest of the rows that ended. A merge alone changes no published entry rating; only
-- a correction of kind `entry_rating` does.
with published as (
    select * from {{ ref('stg_published__entry_ratings') }}
),

-- A person whose only events were withdrawn since has no rating any more, unless they entered on a base date.
still_entered as (
    select fnx_id from {{ ref('int_players__entry_dates') }}
    union
    select aliases.fnx_id
    from published
    inner join {{ ref('int_identity__aliases') }} as aliases on published.fnx_id = aliases.alias
    cross join {{ ref('stg_home__list') }} as list_parameters
    where
        month(published.entry_date) = month(list_parameters.base_date)
        and day(published.entry_date) = day(list_parameters.base_date)
),

chosen as (
    select
        aliases.fnx_id as person_id,
        published.fnx_id,
        published.converted,
        published.weight,
        published.source
    from published
    inner join {{ ref('int_identity__aliases') }} as aliases on published.fnx_id = aliases.alias
    where published.chosen
),

winners as (
    select
        person_id,
        fnx_id
    from chosen
    where person_id in (select fnx_id from still_entered)
    qualify row_number() over (
        partition by person_id
        order by fnx_id <> person_id, source <> 'approval', converted desc, weight desc, fnx_id
    ) = 1
)

select
    winners.person_id as fnx_id,
    published.entry_date,
    published.source,
    published.source_value,
    published.source_date,
    published.experience_points,
    published.weight,
    published.converted,
    published.initial_games,
    published.chosen
from winners
inner join published on winners.fnx_id = published.fnx_id

-- Every event of the register that ended by the cut-off: included, pending with its reason, or withdrawn.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

games as (
    select
        event_id,
        count(*) filter (where rated) as rated_games,
        -- Byes and absences are rows of the ledger, not games.
        count(*) filter (where not rated and white is not null and black is not null) as unrated_games
    from {{ ref('int_games__rateable') }}
    group by event_id
)

select
    list_parameters.pool,
    list_parameters.list,
    events.event_id,
    events.name,
    events.rhythm,
    events.start_date,
    events.end_date,
    events.end_time,
    events.city,
    events.uf,
    events.category,
    events.homologation_no,
    ordered.event_order,
    events.status,
    events.status = 'included'
    and events.event_id not in (select event_id from {{ ref('stg_published__events') }}) as new_in_list,
    events.reason,
    coalesce(games.rated_games, 0) as rated_games,
    coalesce(games.unrated_games, 0) as unrated_games,
    events.file_sha256
from {{ ref('int_events__status') }} as events
cross join list_parameters
left join {{ ref('int_events__ordered') }} as ordered on events.event_id = ordered.event_id
left join games on events.event_id = games.event_id

-- The list: players linked to RN who have a rating (Arts. 15, 16), with what changed since the previous list.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

games_of_the_year as (
    select ledger.fnx_id, count(*) as games_year
    from {{ ref('fct_ledger') }} as ledger
    inner join {{ ref('int_events__ordered') }} as events on ledger.event_id = events.event_id
    cross join list_parameters
    where ledger.rated and year(events.end_date) = list_parameters.civil_year
    group by ledger.fnx_id
),

previous as (
    -- Under the id that the person has today, should an issued one have been published.
    select
        aliases.fnx_id,
        first(published.rating order by published.fnx_id <> aliases.fnx_id, published.fnx_id) as rating
    from {{ ref('stg_published__list_rows') }} as published
    inner join list_parameters on published.list = list_parameters.previous_list
    inner join {{ ref('int_identity__aliases') }} as aliases on published.fnx_id = aliases.alias
    where published.fnx_id = aliases.fnx_id or regexp_matches(published.fnx_id, '^[CF]\d+$')
    group by aliases.fnx_id
),

chosen_sources as (
    select fnx_id, source
    from {{ ref('fct_entry_rating') }}
    where chosen
)

select
    players.pool,
    players.list,
    players.fnx_id,
    players.cbx_id,
    players.fide_id,
    players.name,
    players.city,
    players.club,
    states.rating,
    previous.rating as previous_rating,
    states.rating - previous.rating as change,
    states.games as games_total,
    cast(coalesce(games_of_the_year.games_year, 0) as integer) as games_year,
    coalesce(states.ranked, coalesce(games_of_the_year.games_year, 0) > 0) as active,
    states.in_development,
    chosen_sources.source as entry_source,
    players.sex,
    players.uf,
    cast(coalesce(states.exact_rating, states.rating) as decimal(18, 12)) as exact_rating
from {{ ref('dim_player') }} as players
inner join {{ source('ratings', 'player_states') }} as states on players.fnx_id = states.fnx_id
left join games_of_the_year on players.fnx_id = games_of_the_year.fnx_id
left join previous on players.fnx_id = previous.fnx_id
left join chosen_sources on players.fnx_id = chosen_sources.fnx_id
where players.linked_to_rn and states.rating is not null

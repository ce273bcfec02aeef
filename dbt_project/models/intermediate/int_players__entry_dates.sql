-- When each person enters (rulebook, initial rating; Art. 9): on the first base date by which they are in the
-- register and have a source other than the age reference, or at the start of their first event with a valid
-- game, in the order of Art. 8; whichever comes first.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

base_dates as (
    select cast(unnest(generate_series(base_date, list, interval 1 year)) as date) as base_date
    from list_parameters
),

base_entries as (
    select
        profiles.fnx_id,
        min(base_dates.base_date) as entry_date
    from {{ ref('int_players__profile') }} as profiles
    inner join {{ ref('int_players__source_values') }} as source_values on profiles.fnx_id = source_values.fnx_id
    inner join base_dates
        on
            (profiles.registered_at is null or cast(profiles.registered_at as date) <= base_dates.base_date)
            and (source_values.in_force is null or source_values.in_force <= base_dates.base_date)
    cross join list_parameters
    -- In a pool of another system everybody enters by playing.
    where profiles.registered and not coalesce(list_parameters.own_rules, false)
    group by profiles.fnx_id
),

sides as (
    select event_order, event_id, white_fnx_id as fnx_id
    from {{ ref('int_games__rateable') }}
    where rated
    union
    select event_order, event_id, black_fnx_id as fnx_id
    from {{ ref('int_games__rateable') }}
    where rated
),

first_events as (
    select
        first_sides.fnx_id,
        events.start_date as entry_date,
        events.event_id,
        events.category,
        events.end_date
    from (
        select fnx_id, min(event_order) as event_order
        from sides
        group by fnx_id
    ) as first_sides
    inner join {{ ref('int_events__ordered') }} as events on first_sides.event_order = events.event_order
),

-- The first base date counts for whoever was known by then; a later one only if no event began before it.
judged as (
    select
        coalesce(base_entries.fnx_id, first_events.fnx_id) as fnx_id,
        base_entries.entry_date as base_entry_date,
        first_events.entry_date as first_event_date,
        first_events.event_id,
        first_events.category,
        base_entries.entry_date is not null
        and (
            first_events.fnx_id is null
            or base_entries.entry_date = list_parameters.base_date
            or base_entries.entry_date <= first_events.entry_date
        ) as on_base_date
    from base_entries
    full outer join first_events on base_entries.fnx_id = first_events.fnx_id
    cross join list_parameters
)

select
    fnx_id,
    case when on_base_date then base_entry_date else first_event_date end as entry_date,
    on_base_date,
    event_id as first_event_id,
    category as first_event_category
from judged

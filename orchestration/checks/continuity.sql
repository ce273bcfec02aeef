-- Arts. 7, 8, 13, 14: events in order; what a player has before an event is what the step before left (an event, or a
-- later base date), and the first is the entry rating; games count on without a gap; the list shows what the last
-- step left. Exact ratings where the system of the pool does not round.
with base_dates as (
    select
        carried.fnx_id,
        carried.base_date,
        carried.converted as rating_before,
        holds.converted as rating_after,
        carried.initial_games as games_before,
        greatest(carried.initial_games, holds.initial_games) as games_after
    from marts.fct_reassessment as carried
    inner join marts.fct_reassessment as holds
        on carried.fnx_id = holds.fnx_id and carried.base_date = holds.base_date and holds.chosen
    where carried.source = 'transported'
),

happened as (
    select
        results.fnx_id,
        results.event_id as step_name,
        events.end_date,
        results.event_order,
        coalesce(results.exact_rating_before, results.rating_before) as before,
        coalesce(results.exact_rating_after, results.rating_after) as after,
        results.games_before,
        results.games_after,
        -- A first rating brings the games it stands on.
        results.rating_before is null or results.games_after = results.games_before + results.games as counted
    from marts.fct_event_result as results
    inner join intermediate.int_events__ordered as events on results.event_id = events.event_id
    union all
    -- On its day a base date comes before the events.
    select fnx_id, 'data-base ' || base_date, base_date, 0, rating_before, rating_after, games_before, games_after, true
    from base_dates
),

steps as (
    select
        *,
        lag(after) over player as left_rating,
        lag(games_after) over player as left_games,
        row_number() over player as step,
        row_number() over (partition by fnx_id order by end_date desc, event_order desc) as steps_to_go
    from happened
    window player as (partition by fnx_id order by end_date, event_order)
),

compared as (
    select
        steps.*,
        case when steps.step = 1 then coalesce(entries.corrected, entries.converted) else steps.left_rating end as came_with,
        case when steps.step = 1 then entries.initial_games else steps.left_games end as came_with_games
    from steps
    left join marts.fct_entry_rating as entries on steps.fnx_id = entries.fnx_id and entries.chosen
)

select step_name || ': ' || fnx_id || ' começa com ' || before || ', não com ' || coalesce(came_with::varchar, 'nenhum') as violation
from compared
where before is distinct from came_with
union all
select step_name || ': ' || fnx_id || ' tem ' || games_before || ' partidas antes'
from compared
where games_before is distinct from came_with_games or not counted
union all
select compared.fnx_id || ': a lista mostra ' || coalesce(states.exact_rating, states.rating) || ', o último evento deixou ' || compared.after
from compared
inner join ratings.player_states as states on compared.fnx_id = states.fnx_id
where
    compared.steps_to_go = 1
    and (
        coalesce(states.exact_rating, states.rating) is distinct from compared.after
        or states.games <> compared.games_after
    )
union all
select later.event_id || ' vem antes de ' || earlier.event_id
from intermediate.int_events__ordered as earlier
inner join intermediate.int_events__ordered as later on later.event_order = earlier.event_order - 1
where later.end_date > earlier.end_date
order by violation

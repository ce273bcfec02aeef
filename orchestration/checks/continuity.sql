-- Arts. 7, 8: events in order; what a player has before an event is what the event before left, and the first is
-- the entry rating; games count on without a gap; the list shows what the last event left.
with steps as (
    select
        results.*,
        lag(results.rating_after) over player as left_rating,
        lag(results.games_after) over player as left_games,
        row_number() over player as step,
        row_number() over (partition by results.fnx_id order by results.event_order desc) as steps_to_go
    from marts.fct_event_result as results
    window player as (partition by results.fnx_id order by results.event_order)
),

entries as (
    select fnx_id, coalesce(corrected, converted) as rating, initial_games
    from marts.fct_entry_rating
    where chosen
)

select steps.event_id || ': ' || steps.fnx_id || ' começa com ' || steps.rating_before || ', não com ' || coalesce(steps.left_rating, entries.rating) as violation
from steps
left join entries on steps.fnx_id = entries.fnx_id
where steps.rating_before is distinct from coalesce(steps.left_rating, entries.rating)
union all
select steps.event_id || ': ' || steps.fnx_id || ' tem ' || steps.games_before || ' partidas antes'
from steps
left join entries on steps.fnx_id = entries.fnx_id
where
    steps.games_before is distinct from coalesce(steps.left_games, entries.initial_games)
    or steps.games_after <> steps.games_before + steps.games
union all
select steps.fnx_id || ': a lista mostra ' || states.rating || ', o último evento deixou ' || steps.rating_after
from steps
inner join ratings.player_states as states on steps.fnx_id = states.fnx_id
where steps.steps_to_go = 1 and (states.rating <> steps.rating_after or states.games <> steps.games_after)
union all
select later.event_id || ' vem antes de ' || earlier.event_id
from intermediate.int_events__ordered as earlier
inner join intermediate.int_events__ordered as later on later.event_order = earlier.event_order - 1
where later.end_date > earlier.end_date
order by violation

-- What a player has before an event is what the event before left, exactly, and the first is the entry rating; games
-- count on; the list shows what the last event left.
with steps as (
    select
        results.*,
        lag(results.exact_rating_after) over player as left_rating,
        lag(results.games_after) over player as left_games,
        row_number() over player as step,
        row_number() over (partition by results.fnx_id order by results.event_order desc) as steps_to_go
    from marts.fct_event_result as results
    window player as (partition by results.fnx_id order by results.event_order)
),

compared as (
    select
        steps.*,
        case when steps.step = 1 then coalesce(entries.corrected, entries.converted) else steps.left_rating end as came_with,
        case when steps.step = 1 then entries.initial_games else steps.left_games end as came_with_games
    from steps
    left join marts.fct_entry_rating as entries on steps.fnx_id = entries.fnx_id and entries.chosen
)

select event_id || ': ' || fnx_id || ' começa com ' || exact_rating_before || ', não com ' || came_with as violation
from compared
where exact_rating_before is distinct from came_with
union all
-- A first rating brings the games it stands on.
select event_id || ': ' || fnx_id || ' tem ' || games_before || ' partidas antes'
from compared
where
    games_before is distinct from came_with_games
    or (rating_before is not null and games_after <> games_before + games)
union all
select compared.fnx_id || ': a lista mostra ' || states.exact_rating || ', o último evento deixou ' || compared.exact_rating_after
from compared
inner join ratings.player_states as states on compared.fnx_id = states.fnx_id
where
    compared.steps_to_go = 1
    and (states.exact_rating is distinct from compared.exact_rating_after or states.games <> compared.games_after)
union all
select later.event_id || ' vem antes de ' || earlier.event_id
from intermediate.int_events__ordered as earlier
inner join intermediate.int_events__ordered as later on later.event_order = earlier.event_order - 1
where later.end_date > earlier.end_date
order by violation

-- Arts. 7 §3, 26: what the floor added is what it says, and it takes nothing away. Under the regulation no rating is
-- under the floor that holds on the event's end date, and no list rating under the lowest floor there was.
with pool as (
    select coalesce(own_rules, false) as own_rules from home.list_parameters
),

versions as (
    select events.event_id, versions.floor
    from intermediate.int_events__ordered as events
    inner join home.methodology_versions as versions
        on
            events.end_date >= coalesce(versions.effective_from, events.end_date)
            and events.end_date <= coalesce(versions.effective_until, events.end_date)
    where not (select own_rules from pool)
)

select event_id || ': ' || fnx_id || ' diz que o piso somou ' || coalesce(exact_floor_applied, floor_applied) as violation
from marts.fct_event_result
where
    floor_applied <> rating_after - rating_before - change_rounded
    or coalesce(exact_floor_applied, floor_applied) < 0
union all
select results.event_id || ': ' || results.fnx_id || ' termina com ' || results.rating_after
from marts.fct_event_result as results
inner join versions on results.event_id = versions.event_id
where results.rating_after is distinct from greatest(versions.floor, results.rating_before + results.change_rounded)
union all
select fnx_id || ' com rating ' || rating
from ratings.player_states
cross join pool
where not own_rules and rating < (select min(floor) from home.methodology_versions)
order by violation

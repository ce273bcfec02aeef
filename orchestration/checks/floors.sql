-- Arts. 7 §3, 26: no rating under the floor that holds on the event's end date, and what the floor added is what it
-- says; no list rating under the lowest floor there was.
with versions as (
    select events.event_id, versions.floor
    from intermediate.int_events__ordered as events
    inner join home.methodology_versions as versions
        on
            events.end_date >= coalesce(versions.effective_from, events.end_date)
            and events.end_date <= coalesce(versions.effective_until, events.end_date)
)

select results.event_id || ': ' || results.fnx_id || ' termina com ' || results.rating_after as violation
from marts.fct_event_result as results
left join versions on results.event_id = versions.event_id
where results.rating_after is distinct from greatest(versions.floor, results.rating_before + results.change_rounded)
union all
select event_id || ': ' || fnx_id || ' diz que o piso somou ' || floor_applied
from marts.fct_event_result
where floor_applied <> rating_after - rating_before - change_rounded
union all
select fnx_id || ' com rating ' || rating
from ratings.player_states
where rating < (select min(floor) from home.methodology_versions)
order by violation

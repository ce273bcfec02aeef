-- The games of an event re-add to the player's change (each has twelve places, so the sum may miss the last one), and
-- what is shown is the exact rating rounded half up.
with sums as (
    select event_id, fnx_id, sum(change) as change, count(*) as games
    from marts.fct_ledger
    where rated
    group by event_id, fnx_id
)

select results.event_id || ': ' || results.fnx_id || ' soma ' || sums.change || ', não ' || results.change_exact as violation
from marts.fct_event_result as results
inner join sums on results.event_id = sums.event_id and results.fnx_id = sums.fnx_id
where abs(sums.change - results.change_exact) > (sums.games + 1) * 0.000000000001
union all
select event_id || ': ' || fnx_id || ' mostra ' || rating_after || ', tem ' || exact_rating_after
from marts.fct_event_result
where rating_after is distinct from cast(floor(exact_rating_after + 0.5) as integer)
order by violation

-- One K for a player in an event and rhythm, in every system that has one.
select event_id || ': ' || fnx_id || ' com mais de um K no mesmo ritmo' as violation
from marts.fct_ledger
where rated
group by event_id, fnx_id, rhythm
having count(distinct k) > 1
order by violation

-- Art. 6: K is that of the rhythm and of the player's state, and one number for a player in an event and rhythm.
select ledger.event_id || ', rodada ' || ledger.round || ': ' || ledger.fnx_id || ' com K ' || coalesce(ledger.k::varchar, 'ausente') as violation
from marts.fct_ledger as ledger
left join home.k_factors as factors on ledger.rhythm = factors.rhythm and ledger.k_reason = factors.reason
where ledger.rated and ledger.k is distinct from factors.k
union all
select ledger.event_id || ': ' || ledger.fnx_id || ' com mais de um K no mesmo ritmo'
from marts.fct_ledger as ledger
cross join home.list_parameters as list_parameters
where ledger.rated and list_parameters.k_granularity = 'event'
group by ledger.event_id, ledger.fnx_id, ledger.rhythm
having count(distinct ledger.k) > 1
union all
select results.event_id || ': ' || results.fnx_id || ' volta ao desenvolvimento'
from marts.fct_event_result as results
where results.in_development_after and not results.in_development_before
order by violation

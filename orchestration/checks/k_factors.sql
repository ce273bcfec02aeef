-- Arts. 6, 26: one K for a player in an event and rhythm. Under the regulation it is that of the rhythm, of the player's
-- state and of the version of the methodology that holds on the event's end date, and development does not return.
with pool as (
    select coalesce(own_rules, false) as own_rules from home.list_parameters
),

versions as (
    select events.event_id, versions.version_no, versions.k_granularity
    from intermediate.int_events__ordered as events
    inner join home.methodology_versions as versions
        on
            events.end_date >= coalesce(versions.effective_from, events.end_date)
            and events.end_date <= coalesce(versions.effective_until, events.end_date)
)

select ledger.event_id || ': ' || ledger.fnx_id || ' com mais de um K no mesmo ritmo' as violation
from marts.fct_ledger as ledger
inner join versions on ledger.event_id = versions.event_id
where ledger.rated and versions.k_granularity = 'event'
group by ledger.event_id, ledger.fnx_id, ledger.rhythm
having count(distinct ledger.k) > 1
union all
select ledger.event_id || ', rodada ' || ledger.round || ': ' || ledger.fnx_id || ' com K ' || coalesce(ledger.k::varchar, 'ausente')
from marts.fct_ledger as ledger
cross join pool
left join versions on ledger.event_id = versions.event_id
left join home.k_factors as factors
    on
        versions.version_no = factors.version_no
        and ledger.rhythm = factors.rhythm
        and ledger.k_reason = factors.reason
where ledger.rated and not pool.own_rules and ledger.k is distinct from factors.k
union all
select results.event_id || ': ' || results.fnx_id || ' volta ao desenvolvimento'
from marts.fct_event_result as results
cross join pool
where not pool.own_rules and results.in_development_after and not results.in_development_before
order by violation

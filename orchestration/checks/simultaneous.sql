-- Nobody plays in two towns on one day: two events of a single day, in different cities, with the same player.
with played as (
    select distinct ledger.fnx_id, events.event_id, events.end_date as day, events.city
    from marts.fct_ledger as ledger
    inner join marts.dim_event as events on ledger.event_id = events.event_id
    where ledger.rated and events.start_date = events.end_date and events.city is not null
)

select
    one.fnx_id || ' em ' || one.event_id || ' (' || one.city || ') e ' || other.event_id || ' (' || other.city || '), '
    || strftime(one.day, '%d/%m/%Y') as violation
from played as one
inner join played as other on one.fnx_id = other.fnx_id and one.day = other.day and one.event_id < other.event_id
where lower(strip_accents(one.city)) <> lower(strip_accents(other.city))
order by violation

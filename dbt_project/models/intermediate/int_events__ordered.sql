-- Included events in the order of Art. 8: end date, official end time, homologation. Whether an event without a
-- time comes after or before the timed ones of its day is a policy (`untimed_last`) of the version of the
-- methodology that holds on its end date (Art. 26).
select
    events.*,
    cast(row_number() over (
        order by
            events.end_date,
            (events.end_time is null) = versions.untimed_last,
            events.end_time,
            events.homologation_no
    ) as integer) as event_order
from {{ ref('int_events__status') }} as events
inner join {{ ref('stg_home__methodology_versions') }} as versions
    on
        events.end_date >= coalesce(versions.effective_from, events.end_date)
        and events.end_date <= coalesce(versions.effective_until, events.end_date)
where events.status = 'included'

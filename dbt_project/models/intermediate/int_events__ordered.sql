-- Included events in the order of Art. 8: end date, official end time, homologation. Whether an event without a
-- time comes after or before the timed ones of its day is a policy (`untimed_last`).
select
    events.*,
    cast(row_number() over (
        order by
            events.end_date,
            (events.end_time is null) = list_parameters.untimed_last,
            events.end_time,
            events.homologation_no
    ) as integer) as event_order
from {{ ref('int_events__status') }} as events
cross join {{ ref('stg_home__list') }} as list_parameters
where events.status = 'included'

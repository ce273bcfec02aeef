-- Contestations received by the freeze, with the end of their term: so many calendar days after publication, which is
-- the Wednesday of the list, or the day on which it was published if that was later (Art. 22).
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

terms as (
    select
        lists.list as contested_list,
        greatest(cast(lists.frozen_before as date), lists.published_on) + list_parameters.appeal_days as accepted_through
    from {{ ref('stg_published__lists') }} as lists
    cross join list_parameters
),

answering as (
    select
        appeal_id,
        string_agg(correction_id, ';' order by correction_id) as correction_ids
    from {{ ref('fct_correction') }}
    where appeal_id is not null
    group by appeal_id
)

select
    list_parameters.pool,
    list_parameters.list,
    appeals.appeal_id,
    appeals.received_at,
    appeals.contested_list,
    appeals.fnx_id,
    appeals.event_id,
    appeals.subject,
    appeals.status,
    appeals.answer,
    terms.accepted_through,
    cast(appeals.received_at as date) <= terms.accepted_through as in_time,
    answering.correction_ids
from {{ ref('stg_registry__appeals') }} as appeals
cross join list_parameters
left join terms on appeals.contested_list = terms.contested_list
left join answering on appeals.appeal_id = answering.appeal_id
where appeals.received_at is null or appeals.received_at < list_parameters.frozen_before

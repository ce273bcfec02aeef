-- Formal acts dated by the freeze (Arts. 23, 26): the decision register of the list.
select
    list_parameters.pool,
    list_parameters.list,
    acts.act_id,
    acts.act_date,
    acts.kind,
    acts.subject,
    acts.value,
    acts.grounds,
    acts.retroactive
from {{ ref('stg_registry__acts') }} as acts
cross join {{ ref('stg_home__list') }} as list_parameters
where acts.act_date is null or acts.act_date < list_parameters.frozen_before

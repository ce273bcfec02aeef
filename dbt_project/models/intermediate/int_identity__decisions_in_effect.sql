-- Identity decisions known by the freeze and not withdrawn, in the order in which they apply (Art. 19).
with known as (
    select decisions.*
    from {{ ref('stg_registry__identity_decisions') }} as decisions
    cross join {{ ref('stg_home__list') }} as list_parameters
    where decisions.decided_at is null or decisions.decided_at < list_parameters.frozen_before
),

withdrawn as (
    {{ undone_ids('known', 'decision_id', 'subject') }}
)

select
    known.* exclude (is_undo),
    row_number() over (order by known.decided_at nulls first, known.decision_id) as applied_order
from known
anti join withdrawn on known.decision_id = withdrawn.decision_id
where not known.is_undo

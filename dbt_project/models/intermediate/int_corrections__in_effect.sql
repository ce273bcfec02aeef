-- Corrections known by the freeze and not withdrawn, in the order in which they apply (Art. 23).
with known as (
    select corrections.*
    from {{ ref('stg_registry__corrections') }} as corrections
    cross join {{ ref('stg_home__list') }} as list_parameters
    where corrections.registered_at is null or corrections.registered_at < list_parameters.frozen_before
),

withdrawn as (
    {{ undone_ids('known', 'correction_id', 'value') }}
)

select
    known.* exclude (is_undo),
    row_number() over (order by known.registered_at nulls first, known.correction_id) as applied_order
from known
anti join withdrawn on known.correction_id = withdrawn.correction_id
where not known.is_undo

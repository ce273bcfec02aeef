-- What this list shows otherwise than the one published before it, side by side: late events, corrected events, and
-- everything that was recalculated after them (Arts. 20, 23). A new event that ended after that list is no revision.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

original as (
    select published.*, coalesce(aliases.fnx_id, published.fnx_id) as now_fnx_id
    from {{ ref('stg_published__event_results') }} as published
    left join {{ ref('int_identity__aliases') }} as aliases on published.fnx_id = aliases.alias
    -- Two rows of one person after a merge: one event cannot hold both, the first stands for it.
    qualify row_number() over (
        partition by published.event_id, coalesce(aliases.fnx_id, published.fnx_id) order by published.fnx_id
    ) = 1
),

compared as (
    select
        coalesce(revised.event_id, original.event_id) as event_id,
        coalesce(revised.fnx_id, original.now_fnx_id) as fnx_id,
        original.event_id is not null as was_there,
        revised.event_id is not null as is_there,
        original.games as original_games,
        original.score as original_score,
        original.rating_before as original_rating_before,
        original.change_rounded as original_change,
        original.rating_after as original_rating_after,
        revised.games as revised_games,
        revised.score as revised_score,
        revised.rating_before as revised_rating_before,
        revised.change_rounded as revised_change,
        revised.rating_after as revised_rating_after,
        original.change_units is distinct from revised.change_units
        or original.change_exact is distinct from revised.change_exact as change_differs
    from original
    full outer join {{ ref('fct_event_result') }} as revised
        on original.event_id = revised.event_id and original.now_fnx_id = revised.fnx_id
)

select
    list_parameters.pool,
    list_parameters.list,
    compared.event_id,
    compared.fnx_id,
    events.end_date,
    case
        when not compared.is_there then 'withdrawn'
        when not compared.was_there then 'late'
        when
            compared.original_games <> compared.revised_games or compared.original_score <> compared.revised_score
            then 'corrected'
        else 'recalculated'
    end as kind,
    compared.original_games,
    compared.original_score,
    compared.original_rating_before,
    compared.original_change,
    compared.original_rating_after,
    compared.revised_games,
    compared.revised_score,
    compared.revised_rating_before,
    compared.revised_change,
    compared.revised_rating_after
from compared
cross join list_parameters
left join {{ ref('dim_event') }} as events on compared.event_id = events.event_id
where
    list_parameters.previous_list is not null
    -- Auxiliary players appear in ledger, event results and entry ratings only.
    and (
        compared.fnx_id in (select fnx_id from {{ ref('fct_list') }})
        or compared.fnx_id in (select fnx_id from {{ ref('stg_published__list_rows') }})
    )
    and case
        when compared.was_there and compared.is_there
            then
                compared.change_differs
                or compared.original_rating_before <> compared.revised_rating_before
                or compared.original_rating_after <> compared.revised_rating_after
                or compared.original_games <> compared.revised_games
                or compared.original_score <> compared.revised_score
        else compared.was_there or events.end_date <= list_parameters.previous_list
    end

-- Every dated value that an external source gives a person, of all the ids that were merged into them
-- (Arts. 11-13). `in_force` is the day from which the value counts; of two ids on one day that of the row that stays
-- counts.
with aliases as (
    select * from {{ ref('int_identity__aliases') }}
),

-- An id that stands for two people gives its rating to neither (Art. 19: never by guessing).
ids as (
    select
        ids.id_kind,
        ids.id,
        min(aliases.fnx_id) as fnx_id,
        bool_or(ids.fnx_id = aliases.fnx_id) as is_own
    from {{ ref('int_identity__ids') }} as ids
    inner join aliases on ids.fnx_id = aliases.alias
    where ids.fnx_id is not null
    group by ids.id_kind, ids.id
    having count(distinct aliases.fnx_id) = 1
),

fide as (
    select
        ids.fnx_id,
        'fide' as source,
        ratings.list_date as in_force,
        first(ratings.standard order by ids.is_own desc, ratings.standard desc) as value
    from {{ ref('stg_fide__ratings') }} as ratings
    inner join ids on ids.id_kind = 'fide' and ratings.fide_id = ids.id
    where ratings.standard is not null and ratings.list_date is not null
    group by ids.fnx_id, ratings.list_date
),

cbx_list as (
    select
        ids.fnx_id,
        'cbx_list' as source,
        rows_of_lists.month as in_force,
        first(
            rows_of_lists.standard
            order by ids.is_own desc, rows_of_lists.source_file desc, rows_of_lists.standard desc
        ) as value
    from {{ ref('stg_cbx__list_rows') }} as rows_of_lists
    inner join ids on ids.id_kind = 'cbx' and rows_of_lists.cbx_id = ids.id
    where rows_of_lists.standard is not null
    group by ids.fnx_id, rows_of_lists.month
),

cbx_card as (
    select
        ids.fnx_id,
        'cbx_card' as source,
        cards.month as in_force,
        first(
            cards.standard
            order by ids.is_own desc, cards.captured desc nulls last, cards.source_file desc, cards.standard desc
        ) as value
    from {{ ref('stg_cbx__card_ratings') }} as cards
    inner join ids on ids.id_kind = 'cbx' and cards.cbx_id = ids.id
    where cards.standard is not null and cards.month is not null
    group by ids.fnx_id, cards.month
),

-- The FNX list of the day before the first base date (Art. 13).
previous_fnx as (
    select
        coalesce(by_fnx.fnx_id, by_cbx.fnx_id, by_fide.fnx_id) as fnx_id,
        'previous_fnx' as source,
        list_parameters.base_date - 1 as in_force,
        max(previous.rating) as value
    from {{ ref('stg_registry__previous_ratings') }} as previous
    cross join {{ ref('stg_home__list') }} as list_parameters
    left join aliases as by_fnx on previous.fnx_id = by_fnx.alias
    left join ids as by_cbx on by_cbx.id_kind = 'cbx' and previous.fnx_id is null and previous.cbx_id = by_cbx.id
    left join ids as by_fide on by_fide.id_kind = 'fide' and previous.fnx_id is null and previous.fide_id = by_fide.id
    where previous.rating is not null
    group by 1, 2, 3
),

approval as (
    select
        aliases.fnx_id,
        'approval' as source,
        cast(approvals.decided_at as date) as in_force,
        approvals.rating as value,
        approvals.decided_at,
        approvals.approval_id
    from {{ ref('stg_registry__rating_approvals') }} as approvals
    inner join aliases on approvals.fnx_id = aliases.alias
    cross join {{ ref('stg_home__list') }} as list_parameters
    where
        approvals.rating is not null
        and (approvals.decided_at is null or approvals.decided_at < list_parameters.frozen_before)
),

last_approval as (
    select
        fnx_id,
        source,
        in_force,
        value
    from approval
    qualify row_number() over (partition by fnx_id order by decided_at desc nulls last, approval_id desc) = 1
)

select fnx_id, source, in_force, cast(value as integer) as value from fide
union all
select fnx_id, source, in_force, cast(value as integer) as value from cbx_list
union all
select fnx_id, source, in_force, cast(value as integer) as value from cbx_card
union all
select fnx_id, source, in_force, cast(value as integer) as value from previous_fnx where fnx_id is not null
union all
select fnx_id, source, in_force, cast(value as integer) as value from last_approval

-- The one id of every person: merges followed to the player that stays, and an issued id (C..., F...) followed to
-- the player who has that CBX or FIDE id today.
with recursive people as (
    select fnx_id, cbx_id, fide_id, registered from {{ ref('int_people__known') }}
),

merges as (
    select subject, target
    from {{ ref('int_identity__merges') }}
    where applies
),

one_link as (
    select subject, target from merges
    union all
    select subject, target
    from ({{ issued_links() }}) as issued
    where subject not in (select subject from merges)
),

walk as (
    select fnx_id as alias, fnx_id, 0 as depth from people
    union
    select subject as alias, subject as fnx_id, 0 as depth from one_link
    union all
    select walk.alias, one_link.target as fnx_id, walk.depth + 1 as depth
    from walk
    inner join one_link on one_link.subject = walk.fnx_id
    where walk.depth < 50
)

select
    alias,
    arg_max(fnx_id, depth) as fnx_id
from walk
group by alias

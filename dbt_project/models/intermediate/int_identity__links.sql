-- Everything that ties ids and start numbers together, each link with its evidence (Art. 19), and the person that the
-- component is today. People are the components of these links, less those that contradict or were refused.
with stated as (
    select 'FNX ' || fnx_id as one, 'CBX ' || cbx_id as other, 'registry/players.csv' as source, fnx_id as evidence
    from {{ ref('stg_registry__players') }}
    where cbx_id is not null
    union
    select 'FNX ' || fnx_id, 'FIDE ' || fide_id, 'registry/players.csv', fnx_id
    from {{ ref('stg_registry__players') }}
    where fide_id is not null
    union
    select 'FNX ' || fnx_id, 'CBX ' || cbx_id, 'registry/issued_ids.csv', fnx_id
    from {{ ref('stg_registry__issued_ids') }}
    where cbx_id is not null
    union
    select 'FNX ' || fnx_id, 'FIDE ' || fide_id, 'registry/issued_ids.csv', fnx_id
    from {{ ref('stg_registry__issued_ids') }}
    where fide_id is not null
    union
    select 'CBX ' || cbx_id, 'FIDE ' || fide_id, 'inbox/cbx/cards', source_file
    from {{ ref('stg_cbx__cards') }}
    where fide_id is not null
    union
    select 'CBX ' || cbx_id, 'FIDE ' || fide_id, 'inbox/cbx/lists', max(source_file)
    from {{ ref('stg_cbx__list_rows') }}
    where fide_id is not null
    group by cbx_id, fide_id
    union
    select 'CBX ' || cbx_id, 'FIDE ' || fide_id, 'registry/previous_ratings.csv', 'linha ' || line
    from {{ ref('stg_registry__previous_ratings') }}
    where cbx_id is not null and fide_id is not null
    union
    select event_id || '#' || number, 'CBX ' || cbx_id, 'inbox/events', event_id
    from {{ ref('int_participants__identified') }}
    where cbx_id is not null
    union
    select event_id || '#' || number, 'FIDE ' || fide_id, 'inbox/events', event_id
    from {{ ref('int_participants__identified') }}
    where fide_id is not null
    union
    select event_id || '#' || number, 'FNX ' || fnx_id, 'inbox/events', event_id
    from {{ ref('int_participants__identified') }}
    where fnx_id is not null
    union
    select
        event_id || '#' || number,
        'FNX ' || coalesce(target, 'E' || event_id || '-' || number),
        'registry/identity_decisions.csv',
        decision_id
    from {{ ref('int_identity__decisions_in_effect') }}
    where action in ('same', 'new')
    union
    select 'FNX ' || subject, 'FNX ' || target, 'registry/identity_decisions.csv', decision_id
    from {{ ref('int_identity__merges') }}
    where applies
    union
    select event_id || '#' || number, 'FNX ' || coalesce(value, fnx_id), 'registry/corrections.csv', correction_id
    from {{ ref('int_corrections__in_effect') }}
    where kind = 'identity'
),

people as (
    select 'FNX ' || alias as node, fnx_id
    from {{ ref('int_identity__aliases') }}
    union all
    select upper(ids.id_kind) || ' ' || ids.id as node, min(aliases.fnx_id) as fnx_id
    from {{ ref('int_identity__ids') }} as ids
    inner join {{ ref('int_identity__aliases') }} as aliases on ids.fnx_id = aliases.alias
    group by ids.id_kind, ids.id
    having count(distinct aliases.fnx_id) = 1
    union all
    select event_id || '#' || number as node, fnx_id
    from {{ ref('int_participants__resolved') }}
    where fnx_id is not null
)

select
    stated.one,
    stated.other,
    stated.source,
    stated.evidence,
    ones.fnx_id as fnx_id,
    coalesce(ones.fnx_id = others.fnx_id, false) as holds
from stated
left join people as ones on stated.one = ones.node
left join people as others on stated.other = others.node

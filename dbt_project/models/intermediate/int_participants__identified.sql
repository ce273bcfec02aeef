-- Who each start number is, before merges (Art. 19): an identity correction, then a decision, then the CBX id,
-- the FIDE id and the FNX id of the file. The candidates of all ids are kept, to find contradictions.
with numbers_of_games as (
    select distinct event_id, unnest([white, black]) as number
    from {{ ref('int_games__as_corrected') }}
),

participants as (
    select
        events.event_id,
        participants.number,
        participants.name,
        participants.sex,
        participants.birth_year,
        participants.fide_id,
        participants.team,
        -- The file says that another federation gave the number: it is neither a CBX nor a FNX id.
        coalesce(participants.national_federation <> 'BRA', false) as foreign_number,
        case
            when events.id_namespace = 'cbx' and not foreign_number
                then nullif(ltrim(participants.national_id, '0'), '')
        end as cbx_id,
        case when events.id_namespace = 'fnx' and not foreign_number then participants.national_id end as fnx_id
    from {{ ref('int_events__as_corrected') }} as events
    inner join {{ ref('stg_tournaments__participants') }} as participants
        on events.content_key = participants.content_key

    union all

    -- A start number that plays without standing in the file's own list of players: nobody until a decision says so.
    select
        numbers_of_games.event_id,
        numbers_of_games.number,
        '(não está na lista de jogadores do arquivo)' as name,
        null as sex,
        null as birth_year,
        null as fide_id,
        null as team,
        false as foreign_number,
        null as cbx_id,
        null as fnx_id
    from numbers_of_games
    inner join {{ ref('int_events__as_corrected') }} as events on numbers_of_games.event_id = events.event_id
    anti join {{ ref('stg_tournaments__participants') }} as listed
        on events.content_key = listed.content_key and numbers_of_games.number = listed.number
    where numbers_of_games.number is not null
),

ids as (
    select
        id_kind,
        id,
        list(distinct fnx_id order by fnx_id) filter (where fnx_id is not null) as people,
        bool_or(fnx_id is null) as contradicted
    from {{ ref('int_identity__ids') }}
    group by id_kind, id
),

identity_corrections as (
    select
        event_id,
        number,
        arg_max(coalesce(value, fnx_id), applied_order) as fnx_id
    from {{ ref('int_corrections__in_effect') }}
    where kind = 'identity'
    group by event_id, number
),

decisions as (
    select
        event_id,
        number,
        arg_max(action, applied_order) as action,
        arg_max(
            coalesce(target, case when action = 'new' then 'E' || event_id || '-' || number end, ''), applied_order
        ) as target
    from {{ ref('int_identity__decisions_in_effect') }}
    where action in ('same', 'new', 'unidentified')
    group by event_id, number
),

candidates as (
    select
        participants.*,
        identity_corrections.fnx_id as corrected_fnx_id,
        case when identity_corrections.fnx_id is null then decisions.action end as decision,
        case when identity_corrections.fnx_id is null then nullif(decisions.target, '') end as decided_fnx_id,
        coalesce(by_cbx.people, []) as cbx_people,
        coalesce(by_fide.people, []) as fide_people,
        case when known_fnx.fnx_id is null then [] else [known_fnx.fnx_id] end as fnx_people,
        coalesce(by_cbx.contradicted, false) as cbx_contradicted,
        coalesce(by_fide.contradicted, false) as fide_contradicted
    from participants
    left join ids as by_cbx on by_cbx.id_kind = 'cbx' and participants.cbx_id = by_cbx.id
    left join ids as by_fide on by_fide.id_kind = 'fide' and participants.fide_id = by_fide.id
    left join {{ ref('int_people__known') }} as known_fnx on participants.fnx_id = known_fnx.fnx_id
    left join identity_corrections
        on participants.event_id = identity_corrections.event_id and participants.number = identity_corrections.number
    left join decisions
        on participants.event_id = decisions.event_id and participants.number = decisions.number
)

select
    *,
    case
        when corrected_fnx_id is not null then 'correction'
        when decision is not null then decision
        when len(cbx_people) > 0 or cbx_contradicted then 'cbx_id'
        when len(fide_people) > 0 or fide_contradicted then 'fide_id'
        when len(fnx_people) > 0 then 'fnx_id'
    end as identified_by,
    coalesce(corrected_fnx_id, decided_fnx_id, cbx_people[1], fide_people[1], fnx_people[1]) as fnx_id_before_merges
from candidates

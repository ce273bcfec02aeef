-- Merges in effect (Art. 19), the last one for each player that ends. Two people who met over the board are two
-- people: such a merge is refused, and the game is named.
with recursive decisions as (
    select
        subject,
        arg_max(target, applied_order) as target,
        arg_max(decision_id, applied_order) as decision_id,
        max(applied_order) as applied_order
    from {{ ref('int_identity__decisions_in_effect') }}
    where action = 'merge' and target is not null and subject <> target
    group by subject
),

-- Merges that lead back to where they began: the oldest of the circle gives way to those decided after it.
walk as (
    select subject as origin, target as here, applied_order as oldest, 1 as depth
    from decisions
    union all
    select walk.origin, decisions.target as here, least(walk.oldest, decisions.applied_order) as oldest, walk.depth + 1 as depth
    from walk
    inner join decisions on walk.here = decisions.subject
    where walk.here <> walk.origin and walk.depth < 50
),

latest as (
    select decisions.*
    from decisions
    anti join walk
        on
            walk.origin = decisions.subject
            and walk.here = decisions.subject
            and walk.oldest = decisions.applied_order
),

-- Start numbers that stand for one person beyond doubt, in events that this list speaks of.
certain as (
    select
        identified.event_id,
        identified.number,
        identified.fnx_id_before_merges as fnx_id
    from {{ ref('int_participants__identified') }} as identified
    inner join {{ ref('int_events__as_corrected') }} as events on identified.event_id = events.event_id
    inner join {{ ref('stg_home__list') }} as list_parameters on events.end_date <= list_parameters.list
    where
        events.withdrawing_correction is null
        and identified.fnx_id_before_merges is not null
        and identified.identified_by <> 'unidentified'
        and (
            identified.identified_by in ('correction', 'same', 'new')
            or len(list_distinct(list_concat(identified.cbx_people, list_concat(identified.fide_people, identified.fnx_people)))) = 1
        )
),

met as (
    select
        latest.decision_id,
        min(games.event_id || ', rodada ' || games.round) as meeting
    from latest
    inner join certain as one on latest.subject = one.fnx_id
    inner join {{ ref('int_games__as_corrected') }} as games
        on games.event_id = one.event_id and one.number in (games.white, games.black) and games.playable
    inner join certain as other
        on
            other.event_id = games.event_id
            and other.fnx_id = latest.target
            and other.number in (games.white, games.black)
            and other.number <> one.number
    group by latest.decision_id
)

select
    latest.decision_id,
    latest.subject,
    latest.target,
    subject_known.fnx_id is not null and target_known.fnx_id is not null as both_known,
    met.meeting,
    met.meeting is null and subject_known.fnx_id is not null and target_known.fnx_id is not null as applies
from latest
left join met on latest.decision_id = met.decision_id
left join {{ ref('int_people__known') }} as subject_known on latest.subject = subject_known.fnx_id
left join {{ ref('int_people__known') }} as target_known on latest.target = target_known.fnx_id

-- Merges in effect (Art. 19), the last one for each player that ends. Two people who met over the board are two
-- people: such a merge is refused, and the game is named.
with decisions as (
    select
        subject,
        arg_max(target, applied_order) as target,
        arg_max(decision_id, applied_order) as decision_id,
        max(applied_order) as applied_order
    from {{ ref('int_identity__decisions_in_effect') }}
    where action = 'merge' and target is not null and subject <> target
    group by subject
),

-- A merge back (A into B, later B into A) replaces the first one.
latest as (
    select decisions.*
    from decisions
    left join decisions as back
        on
            decisions.subject = back.target
            and decisions.target = back.subject
            and back.applied_order > decisions.applied_order
    where back.subject is null
),

met as (
    select
        latest.decision_id,
        min(games.event_id || ', rodada ' || games.round) as meeting
    from latest
    inner join {{ ref('int_participants__identified') }} as one on one.fnx_id_before_merges = latest.subject
    inner join {{ ref('int_games__as_corrected') }} as games
        on games.event_id = one.event_id and one.number in (games.white, games.black) and games.playable
    inner join {{ ref('int_participants__identified') }} as other
        on
            other.event_id = games.event_id
            and other.fnx_id_before_merges = latest.target
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

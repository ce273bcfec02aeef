-- Merges in effect (Art. 19), the last one for each player that ends. Two people who met over the board are two
-- people, and so is everybody merged into one of them before: such a merge is refused, and the game is named.
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

known as (
    select fnx_id from {{ ref('int_people__known') }}
),

judged as (
    select
        latest.*,
        latest.subject in (select fnx_id from known) and latest.target in (select fnx_id from known) as both_known
    from latest
),

-- Every step that joins ids: issued ids to whoever has the CBX or FIDE id today, which nobody refuses, then merges.
edges as (
    select
        null::varchar as decision_id,
        issued.subject,
        issued.target,
        0 as applied_order
    from ({{ issued_links() }}) as issued
    where
        issued.subject not in (select subject from judged)
        and (
            issued.subject in (select target from judged)
            or issued.target in (select subject from judged)
            or issued.target in (select target from judged)
        )
    union all
    select
        decision_id,
        subject,
        target,
        applied_order
    from judged
    where both_known
),

nodes as (
    select subject as node from edges
    union
    select target as node from edges
),

upwards as (
    select node, node as here, 0 as depth from nodes
    union all
    select upwards.node, edges.target as here, upwards.depth + 1 as depth
    from upwards
    inner join edges on upwards.here = edges.subject
    where upwards.depth < 50
),

groups as (
    select node, arg_max(here, depth) as root
    from upwards
    group by node
),

-- Who of those whom merges would make one played whom, and where.
met as (
    select
        groups.root,
        one.fnx_id as one,
        other.fnx_id as other,
        min(games.event_id || ', rodada ' || games.round) as meeting
    from groups
    inner join certain as one on groups.node = one.fnx_id
    inner join {{ ref('int_games__as_corrected') }} as games
        on games.event_id = one.event_id and games.white = one.number and games.playable
    inner join certain as other on games.event_id = other.event_id and games.black = other.number
    inner join groups as other_groups on other.fnx_id = other_groups.node and groups.root = other_groups.root
    where one.fnx_id <> other.fnx_id
    group by groups.root, one.fnx_id, other.fnx_id
),

-- Where somebody met, merges are applied one by one, in order: each joins everybody on both sides, and is refused if
-- any of the one side met any of the other.
steps as (
    select
        edges.*,
        row_number() over (order by edges.applied_order, edges.subject) as step
    from edges
    inner join groups on edges.subject = groups.node
    where groups.root in (select root from met)
),

all_met as (
    select list({meeting: meeting, one: one, other: other}) as pairs
    from met
),

joined_up as (
    select
        0::bigint as step,
        null::varchar as decision_id,
        map(list(node), list(node)) as sides,
        null::struct(meeting varchar, one varchar, other varchar) as refusal
    from groups
    where root in (select root from met)
    union all
    select
        step,
        decision_id,
        case
            when refusal is not null then sides
            else map_from_entries(list_transform(
                map_entries(sides),
                lambda side: {key: side.key, value: case when side.value = ends then stays else side.value end}
            ))
        end as sides,
        refusal
    from (
        select
            steps.step,
            steps.decision_id,
            joined_up.sides,
            joined_up.sides[steps.subject] as ends,
            joined_up.sides[steps.target] as stays,
            case
                when steps.decision_id is not null then list_min(list_filter(
                    all_met.pairs,
                    lambda pair: (
                        joined_up.sides[pair.one] = joined_up.sides[steps.subject]
                        and joined_up.sides[pair.other] = joined_up.sides[steps.target]
                    ) or (
                        joined_up.sides[pair.other] = joined_up.sides[steps.subject]
                        and joined_up.sides[pair.one] = joined_up.sides[steps.target]
                    )
                ))
            end as refusal
        from joined_up
        inner join steps on steps.step = joined_up.step + 1
        cross join all_met
    )
)

select
    judged.decision_id,
    judged.subject,
    judged.target,
    judged.both_known,
    joined_up.refusal.meeting as meeting,
    case
        when joined_up.refusal is null then null
        when joined_up.refusal.one in (judged.subject, judged.target) and joined_up.refusal.other in (judged.subject, judged.target)
            then judged.subject || ' e ' || judged.target
        else joined_up.refusal.one || ' e ' || joined_up.refusal.other
    end as who_met,
    judged.both_known and joined_up.refusal is null as applies
from judged
left join joined_up on judged.decision_id = joined_up.decision_id

-- The games of every known event, with the corrections of one game applied: `result`, and `duplicate` with a
-- round. The last correction of a game wins; it may rate a game, unrate it or settle a conflict.
with games as (
    select events.event_id, events.rhythm as event_rhythm, events.rounds_rhythm, games.*
    from {{ ref('int_events__as_corrected') }} as events
    inner join {{ ref('stg_tournaments__games') }} as games on events.content_key = games.content_key
),

corrections as (
    select event_id, round, number, kind, value, correction_id, applied_order
    from {{ ref('int_corrections__in_effect') }}
    where kind = 'result' or (kind = 'duplicate' and round is not null)
),

-- A correction names one side; where the rows of a round contradict each other that side may stand in two
-- games, and then the one in conflict is meant.
corrected_games as (
    select
        games.event_id,
        games.game_no,
        corrections.kind,
        corrections.value,
        corrections.correction_id,
        corrections.applied_order,
        corrections.number = games.white as from_white,
        row_number() over (
            partition by corrections.correction_id
            order by games.reason is distinct from 'conflict', games.game_no
        ) as preference
    from corrections
    inner join games
        on
            corrections.event_id = games.event_id
            and corrections.round = games.round
            and corrections.number in (games.white, games.black)
),

last_correction as (
    select *
    from corrected_games
    where preference = 1
    qualify row_number() over (partition by event_id, game_no order by applied_order desc) = 1
),

decided as (
    select
        games.*,
        last_correction.correction_id,
        case
            when last_correction.kind is null then 'file'
            when last_correction.kind = 'duplicate' then 'duplicate'
            when last_correction.value = 'unplayed' then 'unplayed'
            when games.white is null or games.black is null then 'file'
            else 'result'
        end as decided_by,
        case last_correction.value when '1' then 2 when '0.5' then 1 when '0' then 0 end as side_half_points,
        last_correction.from_white
    from games
    left join last_correction
        on games.event_id = last_correction.event_id and games.game_no = last_correction.game_no
),

round_rhythms as (
    select distinct
        event_id,
        regexp_extract(span, '^(\d+)', 1)::integer as first_round,
        coalesce(nullif(regexp_extract(span, '^\d+-(\d+)', 1), ''), regexp_extract(span, '^(\d+)', 1))::integer as last_round,
        regexp_extract(span, ':(\w+)$', 1) as rhythm
    from (
        select event_id, unnest(string_split(rounds_rhythm, ';')) as span
        from {{ ref('int_events__as_corrected') }}
        where rounds_rhythm is not null
    )
    where regexp_matches(span, '^\d+(-\d+)?:\w+$')
)

select
    decided.event_id,
    decided.content_key,
    decided.game_no,
    decided.round,
    decided.board,
    decided.white,
    decided.black,
    decided.raw_result,
    coalesce(
        (
            select max(round_rhythms.rhythm)
            from round_rhythms
            where
                round_rhythms.event_id = decided.event_id
                and decided.round between round_rhythms.first_round and round_rhythms.last_round
        ),
        decided.event_rhythm
    ) as rhythm,
    case decided.decided_by
        when 'result' then case when decided.from_white then decided.side_half_points else 2 - decided.side_half_points end
        when 'unplayed' then null
        else decided.white_half_points
    end as white_half_points,
    case decided.decided_by
        when 'result' then case when decided.from_white then 2 - decided.side_half_points else decided.side_half_points end
        when 'unplayed' then null
        else decided.black_half_points
    end as black_half_points,
    case decided.decided_by
        when 'result' then true
        when 'unplayed' then false
        when 'duplicate' then false
        else decided.rated
    end as playable,
    case decided.decided_by
        when 'result' then null
        when 'unplayed' then 'unplayed'
        when 'duplicate' then 'duplicate'
        else decided.reason
    end as reason,
    decided.correction_id
from decided

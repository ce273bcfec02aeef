-- Pairs of events whose files tell the same games, whatever their names, formats, and order of players and rows
-- (Art. 23, duplication). A game is its round, the two people and the result; a person is who the identity says,
-- else the folded name.
--
-- `certain`: people cannot be at two places, so the same games on the same days in the same rhythm are one event,
-- also when one file is a shorter save of the other. On other days only so many equal games are beyond chance:
-- a small group repeats its results. What is not certain is remarked upon and holds nothing.
with events as (
    select event_id, start_date, end_date, rhythm
    from {{ ref('int_events__as_corrected') }}
    where withdrawing_correction is null and file_status = 'ok'
),

people as (
    select
        event_id,
        number,
        coalesce(fnx_id, nullif({{ folded('name') }}, ''), '#' || number) as person
    from {{ ref('int_participants__resolved') }}
),

games as (
    select distinct
        games.event_id,
        games.round,
        least(white.person, black.person) as first_person,
        greatest(white.person, black.person) as second_person,
        case when white.person <= black.person then games.white_half_points else games.black_half_points end as half_points
    from {{ ref('int_games__as_corrected') }} as games
    inner join events on games.event_id = events.event_id
    inner join people as white on games.event_id = white.event_id and games.white = white.number
    inner join people as black on games.event_id = black.event_id and games.black = black.number
    where games.playable
),

counts as (
    select event_id, count(*) as games
    from games
    group by event_id
),

common as (
    select one.event_id, other.event_id as same_as, count(*) as games
    from games as one
    inner join games as other
        on
            one.event_id <> other.event_id
            and one.round = other.round
            and one.first_person = other.first_person
            and one.second_person = other.second_person
            and one.half_points = other.half_points
    group by one.event_id, other.event_id
),

compared as (
    select
        common.event_id,
        common.same_as,
        common.games,
        least(own.games, others.games) as fewer,
        greatest(own.games, others.games) as more,
        coalesce(events.start_date <= other_events.end_date and other_events.start_date <= events.end_date, false)
            as same_days,
        events.rhythm is not distinct from other_events.rhythm as same_rhythm
    from common
    inner join counts as own on common.event_id = own.event_id
    inner join counts as others on common.same_as = others.event_id
    inner join events on common.event_id = events.event_id
    inner join events as other_events on common.same_as = other_events.event_id
),

judged as (
    select
        event_id,
        same_as,
        games,
        10 * games >= 9 * more as whole,
        10 * games >= 9 * fewer and fewer >= 4 as shorter,
        fewer,
        same_days,
        same_rhythm
    from compared
)

select
    event_id,
    same_as,
    games,
    (same_days and same_rhythm and (whole or shorter)) or (whole and fewer >= 12) as certain
from judged
where fewer >= 2 and (whole or (shorter and same_days))

-- One row per side of a game of an included event: what it changed and why, or why it changed nothing.
with list_parameters as (
    select * from {{ ref('stg_home__list') }}
),

games as (
    select * from {{ ref('int_games__rateable') }}
),

sides as (
    select
        event_id, event_order, game_no, round, board, rhythm, raw_result, rated, reason,
        case when black is null then null else 'white' end as color,
        white_fnx_id as fnx_id,
        black_fnx_id as opponent_fnx_id,
        white_team as team,
        black_team as opponent_team,
        white_half_points as half_points
    from games
    where white is not null
    union all
    select
        event_id, event_order, game_no, round, board, rhythm, raw_result, rated, reason,
        case when white is null then null else 'black' end as color,
        black_fnx_id as fnx_id,
        white_fnx_id as opponent_fnx_id,
        black_team as team,
        white_team as opponent_team,
        black_half_points as half_points
    from games
    where black is not null
)

select
    list_parameters.pool,
    list_parameters.list,
    sides.event_id,
    sides.event_order,
    sides.round,
    sides.board,
    sides.game_no,
    sides.fnx_id,
    sides.opponent_fnx_id,
    sides.team,
    sides.opponent_team,
    sides.color,
    sides.rhythm,
    sides.raw_result,
    cast(case sides.half_points when 0 then 0 when 1 then 0.5 when 2 then 1 end as decimal(2, 1)) as score,
    sides.rated and rated.unrated_reason is null as rated,
    coalesce(sides.reason, rated.unrated_reason) as reason,
    rated.rating,
    rated.opponent_rating,
    rated.k,
    rated.k_reason,
    rated.expected,
    rated.change,
    rated.change_units,
    rated.exact_rating,
    rated.exact_opponent_rating
from sides
cross join list_parameters
left join {{ source('ratings', 'ledger') }} as rated
    on sides.rated and sides.event_id = rated.event_id and sides.game_no = rated.game_no and sides.fnx_id = rated.fnx_id

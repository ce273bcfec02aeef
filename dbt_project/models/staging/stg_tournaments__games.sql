select
    content_key,
    game_no,
    round,
    board,
    white,
    black,
    raw_result,
    white_half_points,
    black_half_points,
    rated,
    reason
from {{ source('raw', 'event_games') }}

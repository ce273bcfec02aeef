-- Every game of the included events, rated or with the reason why not, between people after merges (Art. 5).
select
    events.event_id,
    events.event_order,
    games.game_no,
    games.round,
    games.board,
    games.white,
    games.black,
    white_player.fnx_id as white_fnx_id,
    black_player.fnx_id as black_fnx_id,
    white_player.team as white_team,
    black_player.team as black_team,
    games.rhythm,
    games.raw_result,
    games.white_half_points,
    games.black_half_points,
    games.playable
    and white_player.fnx_id is not null
    and black_player.fnx_id is not null as rated,
    case
        when not games.playable then games.reason
        when white_player.fnx_id is null or black_player.fnx_id is null then 'unidentified'
    end as reason,
    games.correction_id
from {{ ref('int_events__ordered') }} as events
inner join {{ ref('int_games__as_corrected') }} as games on events.event_id = games.event_id
left join {{ ref('int_participants__resolved') }} as white_player
    on games.event_id = white_player.event_id and games.white = white_player.number
left join {{ ref('int_participants__resolved') }} as black_player
    on games.event_id = black_player.event_id and games.black = black_player.number

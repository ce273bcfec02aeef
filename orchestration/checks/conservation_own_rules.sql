-- Each game that counts stands in the ledger from both sides and gives one point between them; no played game is lost
-- on the way from files to ledger, though it may count for one side only.
select coalesce(games.event_id, ledger.event_id) || ': ' || coalesce(games.played, 0) || ' partidas jogadas, '
    || coalesce(ledger.sides, 0) || ' lados no livro' as violation
from (
    select event_id, count(*) as played from intermediate.int_games__rateable where rated group by event_id
) as games
full outer join (
    select event_id, count(*) as sides from ratings.ledger group by event_id
) as ledger on games.event_id = ledger.event_id
where 2 * coalesce(games.played, 0) <> coalesce(ledger.sides, 0)
union all
select white.event_id || ', rodada ' || white.round || ': ' || white.fnx_id || ' e ' || black.fnx_id || ' somam '
    || (white.score + black.score) || ' ponto'
from marts.fct_ledger as white
inner join marts.fct_ledger as black
    on white.event_id = black.event_id and white.game_no = black.game_no and black.color = 'black'
where white.color = 'white' and (white.rated or black.rated) and white.score + black.score <> 1
order by violation

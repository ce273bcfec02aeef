-- Arts. 5 and 7: each rated game stands in the ledger from both sides, gives one point between them, and what one
-- side gains the other loses in proportion to their K; no rated game is lost on the way from files to ledger.
with pairs as (
    select
        white.event_id,
        white.round,
        white.fnx_id,
        white.opponent_fnx_id,
        white.score + black.score as points,
        white.expected + black.expected as expected,
        white.change_units::hugeint * black.k + black.change_units::hugeint * white.k as left_over,
        black.fnx_id as other
    from marts.fct_ledger as white
    left join marts.fct_ledger as black
        on white.event_id = black.event_id and white.game_no = black.game_no and black.color = 'black'
    where white.rated and white.color = 'white'
)

select event_id || ', rodada ' || round || ': partida de ' || fnx_id || ' com um lado só' as violation
from pairs
where other is distinct from opponent_fnx_id
union all
select event_id || ', rodada ' || round || ': ' || fnx_id || ' e ' || other || ' somam ' || points || ' ponto'
from pairs
where points <> 1
union all
select event_id || ', rodada ' || round || ': ' || fnx_id || ' e ' || other || ' não trocam pontos na razão dos K'
from pairs
where left_over <> 0
union all
select coalesce(games.event_id, ledger.event_id) || ': ' || coalesce(games.rated, 0) || ' partidas válidas, '
    || coalesce(ledger.sides, 0) || ' lados no livro'
from (
    select event_id, count(*) as rated from intermediate.int_games__rateable where rated group by event_id
) as games
full outer join (
    select event_id, count(*) as sides from marts.fct_ledger where rated group by event_id
) as ledger on games.event_id = ledger.event_id
where 2 * coalesce(games.rated, 0) <> coalesce(ledger.sides, 0)
order by violation

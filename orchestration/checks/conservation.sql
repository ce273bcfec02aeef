-- Arts. 5 and 7: each game that counts stands in the ledger from both sides and gives one point between them, and none
-- is lost on the way from files to ledger. Under the regulation it counts for both, and what one side gains the other
-- loses in proportion to their K.
with pool as (
    select coalesce(own_rules, false) as own_rules from home.list_parameters
),

pairs as (
    select
        white.event_id,
        white.round,
        white.fnx_id,
        white.opponent_fnx_id,
        white.score + black.score as points,
        white.change_units::hugeint * black.k + black.change_units::hugeint * white.k as left_over,
        black.fnx_id as other
    from marts.fct_ledger as white
    left join marts.fct_ledger as black
        on white.event_id = black.event_id and white.game_no = black.game_no and black.color = 'black'
    where white.color = 'white' and (white.rated or black.rated)
),

sides as (
    select
        games.event_id,
        games.game_no,
        count(ledger.fnx_id) filter (where ledger.rated or pool.own_rules) as sides
    from intermediate.int_games__rateable as games
    cross join pool
    left join marts.fct_ledger as ledger on games.event_id = ledger.event_id and games.game_no = ledger.game_no
    where games.rated
    group by games.event_id, games.game_no
),

unknown as (
    select ledger.event_id, ledger.game_no
    from marts.fct_ledger as ledger
    left join intermediate.int_games__rateable as games
        on ledger.event_id = games.event_id and ledger.game_no = games.game_no and games.rated
    where ledger.rated and games.event_id is null
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
select event_id || ': ' || count(*) || ' partidas válidas, ' || sum(sides) || ' lados no livro'
from sides
group by event_id
having sum(sides) <> 2 * count(*)
union all
select event_id || ', partida ' || game_no || ': computada no livro e não entre as válidas'
from unknown
order by violation

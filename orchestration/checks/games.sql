-- Art. 5: a rated game has two sides that share one point; a game that is not rated has a reason and no change, and a
-- result counts what the ledger does. In other systems a game may count for one side only, and has no units.
with pool as (
    select coalesce(own_rules, false) as own_rules from home.list_parameters
)

select event_id || ', partida ' || game_no || ': ' || count(*) || ' lados somam ' || sum(score) as violation
from marts.fct_ledger
cross join pool
where color is not null
group by event_id, game_no, own_rules
having
    bool_or(rated)
    and (count(*) <> 2 or sum(score) <> 1 or (count(*) filter (where rated) <> 2 and not own_rules))
union all
select event_id || ', partida ' || game_no || ': não computada sem motivo'
from marts.fct_ledger
where not rated and reason is null
union all
select event_id || ', partida ' || game_no || ': não computada com variação'
from marts.fct_ledger
where not rated and (change is not null or change_units is not null)
union all
select event_id || ', partida ' || game_no || ': computada sem variação'
from marts.fct_ledger
cross join pool
where rated and (change is null or (change_units is null and not own_rules))
union all
select ledger.event_id || ': ' || ledger.fnx_id || ' tem ' || count(*) || ' partidas no razão e ' || coalesce(max(results.games), 0) || ' no evento'
from marts.fct_ledger as ledger
left join marts.fct_event_result as results on ledger.event_id = results.event_id and ledger.fnx_id = results.fnx_id
where ledger.rated
group by ledger.event_id, ledger.fnx_id
having count(*) <> coalesce(max(results.games), 0)
order by violation

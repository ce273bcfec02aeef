-- A game that counts for a player has a change, any other has a reason and none; a result counts what the ledger does.
select event_id || ', partida ' || game_no || ': ' || count(*) || ' lados somam ' || sum(score) as violation
from marts.fct_ledger
where color is not null and event_id || game_no in (select event_id || game_no from marts.fct_ledger where rated)
group by event_id, game_no
having count(*) <> 2 or sum(score) <> 1
union all
select event_id || ', partida ' || game_no || ': não computada sem motivo'
from marts.fct_ledger
where not rated and reason is null
union all
select event_id || ', partida ' || game_no || ': não computada com variação'
from marts.fct_ledger
where not rated and change is not null
union all
select event_id || ', partida ' || game_no || ': computada sem variação'
from marts.fct_ledger
where rated and change is null
union all
select ledger.event_id || ': ' || ledger.fnx_id || ' tem ' || count(*) || ' partidas no razão e ' || coalesce(max(results.games), 0) || ' no evento'
from marts.fct_ledger as ledger
left join marts.fct_event_result as results on ledger.event_id = results.event_id and ledger.fnx_id = results.fnx_id
where ledger.rated
group by ledger.event_id, ledger.fnx_id
having count(*) <> coalesce(max(results.games), 0)
order by violation

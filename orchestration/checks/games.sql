-- Art. 5: a rated game has two sides that share one point; a game that is not rated has a reason and no change.
select event_id || ', partida ' || game_no || ': ' || count(*) || ' lados somam ' || sum(score) as violation
from marts.fct_ledger
where rated
group by event_id, game_no
having count(*) <> 2 or sum(score) <> 1
union all
select event_id || ', partida ' || game_no || ': não computada sem motivo'
from marts.fct_ledger
where not rated and reason is null
union all
select event_id || ', partida ' || game_no || ': não computada com variação'
from marts.fct_ledger
where not rated and change_units is not null
union all
select event_id || ', partida ' || game_no || ': computada sem variação'
from marts.fct_ledger
where rated and change_units is null
union all
select ledger.event_id || ': ' || ledger.fnx_id || ' tem ' || count(*) || ' partidas no razão e ' || coalesce(max(results.games), 0) || ' no evento'
from marts.fct_ledger as ledger
left join marts.fct_event_result as results on ledger.event_id = results.event_id and ledger.fnx_id = results.fnx_id
where ledger.rated
group by ledger.event_id, ledger.fnx_id
having count(*) <> coalesce(max(results.games), 0)
order by violation

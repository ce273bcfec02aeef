-- Art. 19: nobody plays under no name, against themself or twice in a round; one person, one row, one id.
select event_id || ', rodada ' || round || ': lado sem jogador identificado' as violation
from marts.fct_ledger
where rated and (fnx_id is null or opponent_fnx_id is null)
union all
select event_id || ', rodada ' || round || ': ' || fnx_id || ' contra si mesmo'
from marts.fct_ledger
where rated and fnx_id = opponent_fnx_id
union all
select event_id || ', rodada ' || round || ': ' || fnx_id || ' joga ' || count(*) || ' vezes'
from marts.fct_ledger
where rated
group by event_id, round, fnx_id
having count(*) > 1
union all
select 'ID CBX ' || cbx_id || ' em ' || string_agg(fnx_id, ', ' order by fnx_id)
from marts.fct_list
where cbx_id is not null
group by cbx_id
having count(*) > 1
union all
select 'ID FIDE ' || fide_id || ' em ' || string_agg(fnx_id, ', ' order by fnx_id)
from marts.fct_list
where fide_id is not null
group by fide_id
having count(*) > 1
union all
select fnx_id || ' repetido na lista'
from marts.fct_list
group by fnx_id
having count(*) > 1
order by violation

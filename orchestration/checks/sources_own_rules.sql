-- Everybody with a rating entered once, by one chosen source.
select states.fnx_id || ': ' || count(chosen.fnx_id) || ' fontes escolhidas' as violation
from ratings.player_states as states
left join marts.fct_entry_rating as chosen on states.fnx_id = chosen.fnx_id and chosen.chosen
group by states.fnx_id
having count(chosen.fnx_id) <> 1
order by violation

-- Arts. 9-14: everybody with a rating entered once, by one chosen source, and by the highest one unless the
-- Presidency approved another.
with chosen as (
    select * from marts.fct_entry_rating where chosen
)

select states.fnx_id || ': ' || count(chosen.fnx_id) || ' fontes escolhidas' as violation
from ratings.player_states as states
left join chosen on states.fnx_id = chosen.fnx_id
cross join home.list_parameters as list_parameters
group by states.fnx_id, list_parameters.list_unrated
having count(chosen.fnx_id) > 1 or (count(chosen.fnx_id) = 0 and not list_parameters.list_unrated)
union all
select chosen.fnx_id || ': ' || others.source || ' daria ' || others.converted || ', maior que ' || chosen.converted
from chosen
inner join marts.fct_entry_rating as others on chosen.fnx_id = others.fnx_id and others.converted > chosen.converted
where chosen.source <> 'approval'
union all
select fnx_id || ': rating inicial ' || converted || ' abaixo do piso'
from marts.fct_entry_rating
where chosen and converted < 100
order by violation

-- Arts. 9-14: everybody with a rating entered once, by one chosen source. Under the regulation by the highest one, not
-- under the floor, unless the Presidency approved another; and on a later base date by the highest again.
with pool as (
    select coalesce(own_rules, false) as own_rules, list_unrated from home.list_parameters
),

chosen as (
    select * from marts.fct_entry_rating where chosen
)

select states.fnx_id || ': ' || count(chosen.fnx_id) || ' fontes escolhidas' as violation
from ratings.player_states as states
left join chosen on states.fnx_id = chosen.fnx_id
cross join pool
group by states.fnx_id, pool.list_unrated
having count(chosen.fnx_id) > 1 or (count(chosen.fnx_id) = 0 and not pool.list_unrated)
union all
select chosen.fnx_id || ': ' || others.source || ' daria ' || others.converted || ', maior que ' || chosen.converted
from chosen
inner join marts.fct_entry_rating as others on chosen.fnx_id = others.fnx_id and others.converted > chosen.converted
cross join pool
where chosen.source <> 'approval' and not pool.own_rules
union all
select fnx_id || ': rating inicial ' || converted || ' abaixo do piso'
from chosen
cross join pool
where converted < (select min(floor) from home.methodology_versions) and not pool.own_rules
union all
select
    fnx_id || ', data-base ' || base_date || ': ' || count(*) filter (where chosen) || ' fontes escolhidas, '
    || max(converted) filter (where chosen) || ' de ' || max(converted)
from marts.fct_reassessment
group by fnx_id, base_date
having count(*) filter (where chosen) <> 1 or max(converted) filter (where chosen) < max(converted)
order by violation

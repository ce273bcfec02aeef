-- Art. 7 §3: no rating under the floor, and what the floor added is what it says.
select event_id || ': ' || fnx_id || ' termina com ' || rating_after as violation
from marts.fct_event_result
cross join home.numbers as numbers
where rating_after <> greatest(numbers.floor, rating_before + change_rounded)
union all
select event_id || ': ' || fnx_id || ' diz que o piso somou ' || floor_applied
from marts.fct_event_result
where floor_applied <> rating_after - rating_before - change_rounded
union all
select states.fnx_id || ' com rating ' || states.rating
from ratings.player_states as states
cross join home.numbers as numbers
where states.rating < numbers.floor
order by violation

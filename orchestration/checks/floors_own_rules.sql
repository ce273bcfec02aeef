-- What the rating before, the change and the floor add up to is the rating after; no floor takes points away.
select event_id || ': ' || fnx_id || ' termina com ' || rating_after as violation
from marts.fct_event_result
where rating_after <> rating_before + change_rounded + floor_applied
union all
select event_id || ': ' || fnx_id || ' diz que o piso somou ' || exact_floor_applied
from marts.fct_event_result
where exact_floor_applied < 0
order by violation

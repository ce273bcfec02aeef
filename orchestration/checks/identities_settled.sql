-- Art. 19: everybody who plays is somebody, no id contradicts itself, and no merge was refused. A pending event is
-- normal; this says how many people it waits for, and what clashes.
select
    event_id || ': ' || count(*) || ' em aberto'
    || case when count(*) filter (where kind = 'conflict') > 0 then ', ' || count(*) filter (where kind = 'conflict') || ' com IDs em conflito' else '' end
    as violation
from marts.fct_identity
where holds_event
group by event_id
union all
select detail_pt as violation
from marts.fct_identity
where kind = 'merge_refused'
order by violation

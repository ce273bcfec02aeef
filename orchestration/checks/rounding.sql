-- Art. 7 §2: the games of an event re-add exactly, in whole units, to the player's change, which is rounded once,
-- half up. In integers, where division floors also below zero. A sum nearer to a half than the table of expected
-- scores can tell (half a unit of K per game) was decided by the engine with more digits and is not judged here.
with sums as (
    select event_id, fnx_id, sum(change_units) as units, sum(k) as k_sum
    from marts.fct_ledger
    where rated
    group by event_id, fnx_id
),

doubled as (
    select
        results.event_id,
        results.fnx_id,
        results.change_units,
        results.change_rounded,
        sums.units,
        sums.k_sum,
        numbers.denominator::hugeint as half,
        2 * numbers.denominator::hugeint as divisor,
        2 * results.change_units::hugeint as twice
    from marts.fct_event_result as results
    left join sums on results.event_id = sums.event_id and results.fnx_id = sums.fnx_id
    cross join home.numbers as numbers
),

floored as (
    select
        *,
        ((twice % divisor) + divisor) % divisor as above,
        (twice + half - ((((twice + half) % divisor) + divisor) % divisor)) // divisor as rounded_half_up
    from doubled
)

select event_id || ': ' || fnx_id || ' soma ' || coalesce(units::varchar, 'nada') || ', não ' || change_units as violation
from floored
where units is distinct from change_units
union all
select event_id || ': ' || fnx_id || ' arredonda ' || change_units || ' para ' || change_rounded
from floored
where change_rounded <> rounded_half_up and abs(above - half) > k_sum
order by violation

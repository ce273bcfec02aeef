-- A wrong id shows as an improbable result: a player whose points in an event are at least five standard deviations
-- from what the ratings expect. The variance of a game is E (1 - E); squares are compared, so nothing is rounded.
with sums as (
    select
        event_id,
        fnx_id,
        sum(score) as points,
        sum(expected) as expected,
        sum(cast(expected as decimal(13, 12)) * (1 - cast(expected as decimal(13, 12)))) as variance
    from marts.fct_ledger
    where rated
    group by event_id, fnx_id
)

select event_id || ': ' || fnx_id || ' fez ' || points || ', esperado ' || round(expected, 2) as violation
from sums
where
    abs(points - expected) > 1
    and cast(points - expected as decimal(18, 9)) * cast(points - expected as decimal(18, 9)) > 25 * variance
order by violation

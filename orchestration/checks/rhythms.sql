-- Art. 6: every rated game has one of the three rhythms, and that of its event where all rounds share one.
select ledger.event_id || ', rodada ' || ledger.round || ': ritmo ' || coalesce(ledger.rhythm, 'ausente') as violation
from marts.fct_ledger as ledger
inner join intermediate.int_events__ordered as events on ledger.event_id = events.event_id
where
    ledger.rated
    and (
        ledger.rhythm is null
        or ledger.rhythm not in (select rhythm from home.k_factors)
        or (events.rounds_rhythm is null and ledger.rhythm <> events.rhythm)
    )
order by violation

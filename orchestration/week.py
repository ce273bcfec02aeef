"""The week of a list (Art. 20): which Sunday, what is known by when, on which Wednesday.

Belongs here: arithmetic on dates and on the wall clock of America/Fortaleza.
Does not belong here: reading the clock (callers hand in the moment) and Dagster's partitions.

All times are naive wall time of America/Fortaleza, as in the warehouse.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

TIME_ZONE = "America/Fortaleza"
SUNDAY = 6


def local(moment: datetime) -> datetime:
    """An aware moment as wall time of Fortaleza."""
    return moment.astimezone(ZoneInfo(TIME_ZONE)).replace(tzinfo=None)


def now() -> datetime:
    """The wall time of Fortaleza; only entry points call it, everything else is handed the moment."""
    return local(datetime.now(UTC))


def known_before(cutoff: date) -> datetime:
    """Events count if homologated before this moment: Monday 00:00 after the cut-off."""
    return datetime.combine(cutoff + timedelta(days=1), time())


def frozen_before(cutoff: date) -> datetime:
    """Corrections, decisions and approvals count if registered before this moment: Wednesday 00:00."""
    return datetime.combine(cutoff + timedelta(days=3), time())


def freeze(cutoff: date) -> datetime:
    """The last minute whose facts a list may know, as the regulation says it: Tuesday 23:59."""
    return frozen_before(cutoff) - timedelta(minutes=1)


def publication_date(cutoff: date) -> date:
    """The Wednesday on which the list of this cut-off is published."""
    return cutoff + timedelta(days=3)


def last_cutoff(moment: datetime) -> date:
    """The newest cut-off that is over at this moment."""
    day = moment.date()
    return day - timedelta(days=(day.weekday() - SUNDAY) % 7 or 7)


def cutoff_problem(cutoff: date, moment: datetime) -> str | None:
    """Why no list can be computed for this day, with the nearest days that can; None if it can."""
    newest = last_cutoff(moment)
    if cutoff.weekday() != SUNDAY:
        before = cutoff - timedelta(days=(cutoff.weekday() - SUNDAY) % 7)
        after = before + timedelta(days=7)
        nearest = [str(day) for day in (before, after) if day <= newest] or [str(newest)]
        return f"{cutoff} is not a Sunday; the nearest cut-offs are {' and '.join(nearest)}"
    if cutoff > newest:
        return (
            f"{cutoff} is not over yet (it closes on Sunday at 23:59, {TIME_ZONE}); "
            f"the newest cut-off is {newest}"
        )
    return None


def phase_pt(cutoff: date, moment: datetime) -> str:
    """Where the week of a list stands at this moment (Art. 20), in pt-BR."""
    if moment < known_before(cutoff):
        return "em curso: o corte é no domingo às 23h59"
    if moment < frozen_before(cutoff):
        return "auditoria: o que for registrado até terça-feira, 23h59, ainda entra"
    if moment.date() <= publication_date(cutoff):
        return "congelada: hoje é o dia da publicação"
    return "congelada: a quarta-feira da publicação já passou"

"""What changed between two computations of a list, or between two lists, in words for the rating officer.

Belongs here: reading two folders of a list's files and saying what differs in them.
Does not belong here: why a single rating moved (`fct_revision` and the explanations).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from orchestration.publication.wording import STATUS_PT, signed_pt

SHOWN = 5

Row = dict[str, Any]


def differences(old: Path, new: Path) -> tuple[str, ...] | None:
    """What the list in the folder `new` says otherwise than the one in `old`, a line each, in pt-BR.

    Empty if both say the same of events, corrections and players; None if `old` cannot be read (damaged, or
    of other columns).
    """
    try:
        return (
            *_events(_by(old, "events", "event_id"), _by(new, "events", "event_id")),
            *_corrections(_by(old, "corrections", "correction_id"), _by(new, "corrections", "correction_id")),
            *_players(_by(old, "list", "fnx_id"), _by(new, "list", "fnx_id")),
        )
    except (OSError, KeyError, pa.ArrowException):
        return None


def _by(folder: Path, name: str, key: str) -> dict[str, Row]:
    rows: list[Row] = pq.read_table(folder / f"{name}.parquet").to_pylist()
    return {row[key]: row for row in rows}


def _events(old: dict[str, Row], new: dict[str, Row]) -> Iterator[str]:
    for event_id in sorted({*old, *new}):
        before, after = old.get(event_id), new.get(event_id)
        if before is None and after is not None:
            yield f"evento {event_id} apareceu: {_status(after)}"
        elif before is not None and after is None:
            yield f"evento {event_id} não está mais na lista"
        elif before is not None and after is not None:
            said, says = _status(before), _status(after)
            if said == says and before["rated_games"] != after["rated_games"]:
                said, says = (f"{event['rated_games']} partidas computadas" for event in (before, after))
            if said != says:
                yield f"evento {event_id}: antes {said}; agora {says}"


def _status(event: Row) -> str:
    status = STATUS_PT[event["status"]]
    return f"{status} ({event['reason']})" if event["reason"] else status


def _corrections(old: dict[str, Row], new: dict[str, Row]) -> Iterator[str]:
    for correction_id in sorted(new.keys() - old.keys()):
        yield f"correção {correction_id} passou a valer"
    for correction_id in sorted(old.keys() - new.keys()):
        yield f"correção {correction_id} deixou de valer"


def _players(old: dict[str, Row], new: dict[str, Row]) -> Iterator[str]:
    entered = [new[key]["name"] or key for key in sorted(new.keys() - old.keys())]
    left = [old[key]["name"] or key for key in sorted(old.keys() - new.keys())]
    if entered:
        yield f"entraram na lista ({len(entered)}): {_some(entered)}"
    if left:
        yield f"saíram da lista ({len(left)}): {_some(left)}"
    moved = []
    for key in sorted(new.keys() & old.keys()):
        before, after = old[key]["rating"], new[key]["rating"]
        if before is not None and after is not None and before != after:
            moved.append((after - before, new[key]["name"] or key))
    moved.sort(key=lambda pair: -abs(pair[0]))
    if moved:
        yield f"ratings diferentes ({len(moved)}): {_some([f'{name} {signed_pt(by)}' for by, name in moved])}"


def _some(texts: list[str]) -> str:
    more = f" ... e mais {len(texts) - SHOWN}" if len(texts) > SHOWN else ""
    return ", ".join(texts[:SHOWN]) + more

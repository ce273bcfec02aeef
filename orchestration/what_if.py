"""`fnx run --what-if`: what a list would be with other facts or other rules, computed in a folder of its own.

Belongs here: laying out the copy, changing it, computing both, and comparing who would move and how well each
foretells the games. Nothing in the home is written.
Does not belong here: how a list is computed (`computing`).
"""

from __future__ import annotations

import csv
import io
import math
import os
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from engine.methodology import Methodology
from engine.rule_changes import changed
from orchestration.computing import compute_list
from orchestration.home import Home
from orchestration.pool import Pool
from orchestration.publication.chain import DRAFTS_NAME, published_lists
from orchestration.publication.wording import signed_pt
from scrapers.registers import REGISTERS, RegisterSpec

SHOWN = 30

Row = dict[str, Any]
Say = Callable[[str], None]


class WhatIfError(Exception):
    """The file of changes cannot be used; the message names it, what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the ratings foretold the games of a list: games, mean log loss, points gained by month."""

    games: int
    log_loss: float
    calibration: tuple[tuple[float, float, int], ...]
    gained: tuple[tuple[str, int], ...]


def what_if(home: Home, pool: Pool, cutoff: date, change: Path, say: Say) -> str:
    """Compute the list as it is and as it would be, and say the difference in pt-BR. Raises WhatIfError."""
    changed_pool, apply = changed_rules(pool, change)
    with tempfile.TemporaryDirectory(prefix="fnx-what-if-") as folder:
        base, other = (Home(Path(folder).resolve() / name) for name in ("base", "other"))
        for copy in (base, other):
            _lay_out(home, copy)
        apply(other)
        say("computing the list as it is")
        before = compute_list(base, pool, cutoff, lambda _: None)
        say(f"computing it with {change.name}")
        after = compute_list(other, changed_pool, cutoff, lambda _: None)
        return "\n".join(_lines(before, after)) + "\n"


# --- the change -------------------------------------------------------------------------------------------


def changed_rules(pool: Pool, change: Path) -> tuple[Pool, Callable[[Home], None]]:
    """The pool with the rules of a file, and what the file changes in a copy of the home."""
    if not change.is_file():
        raise WhatIfError(f"there is no file {change}")
    if change.suffix.lower() == ".toml" and pool.own is not None:
        raise WhatIfError("rules of a pool of another system: change pool.toml in a copy of the home")
    if change.suffix.lower() == ".toml":
        return replace(pool, methodology=_methodology(pool.methodology, change)), lambda _: None
    if change.suffix.lower() != ".csv":
        raise WhatIfError(f"{change}: expected rows of a register (.csv) or rules (.toml)")
    spec, rows = _rows(change)
    return pool, lambda copy: _put_rows(copy.registry / f"{spec.name}.csv", spec, rows)


def _methodology(now: Methodology, change: Path) -> Methodology:
    """The rules with a TOML file's values: policies as in pool.toml, and numbers of the regulation."""
    try:
        raw = tomllib.loads(change.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WhatIfError(f"{change}: not a readable TOML file ({error})") from error
    wanted: Row = {}
    for key, value in raw.items():
        wanted.update(value if isinstance(value, dict) else {key: value})
    try:
        other = changed(now, wanted)
    except ValueError as error:
        raise WhatIfError(f"{change}: {error}") from error
    return replace(other, version=f"{now.version}, {change.name}")


def _rows(change: Path) -> tuple[RegisterSpec, list[Row]]:
    """The rows of a CSV, and the register whose required columns its heading has."""
    try:
        text = change.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise WhatIfError(f"{change}: cannot be read as UTF-8 ({error})") from error
    head = text.split("\n", 1)[0]
    reader = csv.DictReader(io.StringIO(text), delimiter=";" if ";" in head else ",")
    names = {(name or "").strip().lower() for name in reader.fieldnames or ()}
    for spec in REGISTERS.values():
        if {column.name for column in spec.columns if column.required} <= names and spec.key[0] in names:
            return spec, [{(key or "").strip().lower(): cell for key, cell in row.items()} for row in reader]
    raise WhatIfError(
        f"{change}: line 1 is the heading of no register; expected one with its required columns, such as "
        "correction_id, kind, event_id, value"
    )


def _put_rows(register: Path, spec: RegisterSpec, rows: list[Row]) -> None:
    """Put rows into a register of the copy: one with the same key takes the old one's place."""
    kept: list[Row] = []
    if register.exists():
        text = register.read_text(encoding="utf-8-sig")
        head = text.split("\n", 1)[0]
        kept = list(csv.DictReader(io.StringIO(text), delimiter=";" if ";" in head else ","))
    key = spec.key[0]
    new = {row[key] for row in rows}
    with register.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(spec.names), extrasaction="ignore", restval="")
        writer.writeheader()
        writer.writerows([row for row in kept if row.get(key) not in new] + rows)


def _lay_out(home: Home, copy: Home) -> None:
    """The inputs of the home in a folder of its own; the archive's contents are linked where that can be."""
    copy.make_layout()
    for part in ("registry", "inbox"):
        shutil.copytree(home.root / part, copy.root / part, dirs_exist_ok=True, copy_function=_link)
    for register in copy.registry.iterdir():
        # A register may be changed: the copy needs bytes of its own.
        data = register.read_bytes()
        register.unlink()
        register.write_bytes(data)
    if home.archive_index.exists():
        shutil.copytree(home.archive_files, copy.archive_files, dirs_exist_ok=True, copy_function=_link)
        shutil.copytree(home.archive_fide, copy.archive_fide, dirs_exist_ok=True, copy_function=_link)
        shutil.copyfile(home.archive_index, copy.archive_index)
    if home.pool_file.exists():
        shutil.copyfile(home.pool_file, copy.pool_file)
    for published in published_lists(home.exports):
        (copy.exports / published.directory.name).symlink_to(published.directory)
    (copy.exports / DRAFTS_NAME).mkdir(exist_ok=True)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


# --- the comparison ---------------------------------------------------------------------------------------


def _lines(before: Path, after: Path) -> Iterator[str]:
    old, new = _listed(before), _listed(after)
    moved = [
        (key, old.get(key), new.get(key))
        for key in sorted({*old, *new})
        if _figures(old.get(key)) != _figures(new.get(key))
    ]
    moved.sort(key=lambda one: (-abs(_by(one[1], one[2], "rating")), one[0]))
    yield f"Mudariam {len(moved)} de {len(new)} jogadores da lista. Nada foi gravado."
    for key, was, is_now in moved[:SHOWN]:
        name = (is_now or was or {}).get("name") or key
        by = _by(was, is_now, "rating")
        yield (
            f"  {name} ({key}): rating {_shown(was, 'rating')} → {_shown(is_now, 'rating')}"
            + (f" ({signed_pt(by)})" if by else "")
            + f", lugar {_shown(was, 'place')} → {_shown(is_now, 'place')}"
        )
    if len(moved) > SHOWN:
        yield f"  ... e mais {len(moved) - SHOWN}"
    yield ""
    yield "Quanto cada conta prevê das partidas (perda logarítmica: menor é melhor; 0,693 é cara ou coroa)"
    for name, folder in (("como está", before), ("com a mudança", after)):
        fit = fit_of(folder)
        yield f"  {name}: {fit.games} partidas, perda {fit.log_loss:.4f}".replace(".", ",")
        bins = ", ".join(
            f"{expected:.0%}→{scored:.0%} ({sides})" for expected, scored, sides in fit.calibration
        )
        yield f"    esperado→obtido (lados): {bins}"
        yield "    pontos a mais por mês: " + ", ".join(
            f"{month} {signed_pt(by)}" for month, by in fit.gained
        )


def fit_of(folder: Path) -> Fit:
    """The fit of a list's ledger. Log loss over games, with half a win and half a loss for a draw."""
    ledger = pq.read_table(folder / "ledger.parquet", filters=[("rated", "=", True)]).to_pylist()
    losses, bins = [], [[0.0, 0.0, 0] for _ in range(10)]
    for side in ledger:
        expected, score = float(side["expected"]), float(side["score"])
        tenth = bins[min(9, int(expected * 10))]
        tenth[0] += expected
        tenth[1] += score
        tenth[2] += 1
        if side["color"] == "white":
            losses.append(-score * math.log(expected) - (1 - score) * math.log(1 - expected))
    events = {row["event_id"]: row for row in pq.read_table(folder / "events.parquet").to_pylist()}
    gained: dict[str, int] = {}
    for result in pq.read_table(folder / "event_results.parquet").to_pylist():
        month = events[result["event_id"]]["end_date"].strftime("%Y-%m")
        gained[month] = gained.get(month, 0) + result["rating_after"] - result["rating_before"]
    calibration = [
        (expected / sides, scored / sides, int(sides)) for expected, scored, sides in bins if sides
    ]
    mean = math.fsum(losses) / len(losses) if losses else 0.0
    return Fit(len(losses), mean, tuple(calibration), tuple(sorted(gained.items())))


def _listed(folder: Path) -> dict[str, Row]:
    places = {
        row["fnx_id"]: row["place"]
        for row in pq.read_table(folder / "rankings.parquet").to_pylist()
        if row["ranking"] == "geral"
    }
    rows = pq.read_table(folder / "list.parquet").to_pylist()
    return {row["fnx_id"]: row | {"place": places.get(row["fnx_id"])} for row in rows}


def _figures(row: Row | None) -> tuple[Any, ...] | None:
    return None if row is None else (row["rating"], row["place"])


def _by(was: Row | None, is_now: Row | None, key: str) -> int:
    both = was is not None and is_now is not None and None not in (was[key], is_now[key])
    return is_now[key] - was[key] if both and was is not None and is_now is not None else 0


def _shown(row: Row | None, key: str) -> str:
    return "–" if row is None or row[key] is None else str(row[key])

"""Ten thousand event files into raw tables, and once more with one file changed.

Belongs here: the files and the seconds. Does not belong here: checks of what is read (tests). The yardstick
is to read and hash the same files.

`python -m benchmarks.ingestion [files]`
"""

from __future__ import annotations

import hashlib
import random
import resource
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from orchestration.home import Home
from orchestration.ingestion import ingest
from orchestration.pool import Pool, read_pool

FILES, PLAYERS, ROUNDS, PEOPLE = 10_000, 30, 5, 3_000
CUTOFF = date(2026, 12, 27)


def event_file(number: int, randomness: random.Random) -> str:
    """A TRF of 30 invented players and 5 rounds."""
    people = sorted(randomness.sample(range(PEOPLE), PLAYERS))
    cells: list[list[str]] = [[] for _ in people]
    for round_ in range(ROUNDS):
        order = list(range(PLAYERS))
        random.Random(number * 10 + round_).shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            own, other = randomness.choice(("10", "01", "=="))
            cells[white].append(f"  {black + 1:4d} w {own}")
            cells[black].append(f"  {white + 1:4d} b {other}")
    lines = [f"012 Aberto {number}", "042 2026/01/10", "052 2026/01/11", f"062 {PLAYERS}", f"142 {ROUNDS}"]
    for start, person in enumerate(people, start=1):
        points = sum({"1": 1.0, "=": 0.5, "0": 0.0}[cell[-1]] for cell in cells[start - 1])
        lines.append(
            f"001 {start:4d} m    {f'Sobrenome {person}, Nome':33} {1500:4d} BRA {999000000 + person:11d} "
            f"1990/00/00 {points:4.1f} {start:4d}{''.join(cells[start - 1])}"
        )
    lines.extend(
        f"BRA {start:4d} m    {f'Sobrenome {person}, Nome':33} {1500:4d} RN  {990000 + person:11d} "
        for start, person in enumerate(people, start=1)
    )
    return "\n".join(lines) + "\n"


def write_home(root: Path, files: int) -> Home:
    """A home whose register names that many event files."""
    root.mkdir()
    home = Home.open(root)
    randomness = random.Random(7)
    rows = [
        "event_id,name,file,rhythm,start_date,end_date,recognition,homologation_no,homologated_at,city,uf"
    ]
    for number in range(1, files + 1):
        day = date(2026, 1, 3) + timedelta(days=number % 350)
        (home.events / f"{number}.trf").write_text(event_file(number, randomness), encoding="utf-8")
        rows.append(
            f"2026-{number},Aberto {number},{number}.trf,STD,{day},{day},fnx,{number},{day}T20:00:00,Natal,RN"
        )
    (home.registry / "events.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return home


class Seconds(NamedTuple):
    """Of the clock, and of the processor in this process and in those that it started."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.1f} s (CPU {self.cpu:.1f} s)"


def seconds_to_ingest(home: Home, pool: Pool) -> tuple[Seconds, int]:
    """The seconds of one ingestion, and the rows of games it found."""
    started, cpu = time.perf_counter(), _cpu()
    found = ingest(home, pool, CUTOFF, lambda text: print(f"    {text}"))
    seconds = Seconds(time.perf_counter() - started, _cpu() - cpu)
    return seconds, found.tables["raw.event_games"].num_rows


def _cpu() -> float:
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def measure(files: int) -> None:
    """Print the seconds of a first and a second ingestion beside those of reading and hashing the files."""
    with tempfile.TemporaryDirectory() as folder:
        home = write_home(Path(folder) / "home", files)
        pool = read_pool(home.pool_file, "banco")
        started = time.perf_counter()
        for path in home.events.iterdir():
            hashlib.sha256(path.read_bytes()).hexdigest()
        yardstick = time.perf_counter() - started
        first, games = seconds_to_ingest(home, pool)
        again, _ = seconds_to_ingest(home, pool)
        events = home.registry / "events.csv"
        (home.events / "novo.trf").write_text(event_file(0, random.Random(8)), encoding="utf-8")
        with events.open("a", encoding="utf-8") as stream:
            stream.write(
                "2026-0,Novo,novo.trf,STD,2026-02-01,2026-02-01,fnx,0,2026-02-01T20:00:00,Natal,RN\n"
            )
        one_more, _ = seconds_to_ingest(home, pool)
    print(f"ingestion     {files} event files, {games} rows of games: {first}")
    print(f"              again: {again}; one new file: {one_more}; to read and hash them {yardstick:.1f} s")


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else FILES)

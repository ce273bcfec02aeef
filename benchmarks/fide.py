"""How fast whole FIDE lists become Parquet, beside two usual ways to do the same work.

    python -m benchmarks.fide [PLAYERS] [--folder F] [--pandas PYTHON] [--no-peers]

Each conversion runs in a process of its own, from the zip to a Parquet file sorted by id with typed columns
and unrated players without rating, games and K. The peers are `xml.etree.ElementTree.iterparse` and
`pandas.read_fwf`; pandas is no dependency of the project, so the interpreter that has it (and pyarrow) may
be another one. Times are wall and CPU seconds, memory the peak of the process.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: The columns of the combined text list, from the heading row; the peers are told, the project finds out.
COLUMNS = {
    "fide_id": (0, 15),
    "name": (15, 76),
    "federation": (76, 80),
    "sex": (80, 84),
    "title": (84, 89),
    "w_title": (89, 94),
    "o_title": (94, 109),
    "foa_title": (109, 113),
    "rating": (113, 119),
    "games": (119, 123),
    "k": (123, 126),
    "rapid_rating": (126, 132),
    "rapid_games": (132, 136),
    "rapid_k": (136, 139),
    "blitz_rating": (139, 145),
    "blitz_games": (145, 149),
    "blitz_k": (149, 152),
    "birthday": (152, 158),
    "flag": (158, 162),
}
NUMBERS = (
    "rating",
    "games",
    "k",
    "rapid_rating",
    "rapid_games",
    "rapid_k",
    "blitz_rating",
    "blitz_games",
    "blitz_k",
)
MONTHS = 24
FEDERATION_IDS = 20_000


def ours(path: Path, out: Path) -> int:
    from orchestration.fide_snapshots import Snapshot, snapshot

    made = snapshot(out, path.name, path, "0" * 64, lambda _: None)
    assert isinstance(made, Snapshot)
    return made.players


def element_tree(path: Path, out: Path) -> int:
    from xml.etree.ElementTree import iterparse

    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, list[object]] = {name: [] for name in ("fideid", *list(COLUMNS)[1:])}
    columns["country"] = columns.pop("federation")
    with zipfile.ZipFile(path) as archive, archive.open(archive.namelist()[0]) as stream:
        root = None
        for event, element in iterparse(stream, ("start", "end")):
            if root is None:
                root = element
            if event == "end" and element.tag == "player":
                values = {child.tag: child.text for child in element}
                for rating in ("rating", "rapid_rating", "blitz_rating"):
                    points = int(values.get(rating) or 0) or None
                    values[rating] = points  # type: ignore[assignment]
                    for part in ("games", "k"):
                        name = rating.replace("rating", part)
                        values[name] = int(values.get(name) or 0) if points else None  # type: ignore[assignment]
                for name, column in columns.items():
                    column.append(values.get(name))
                root.clear()
    columns["fideid"] = [int(str(one)) for one in columns["fideid"]]
    columns["birthday"] = [int(str(one or 0)) or None for one in columns["birthday"]]
    columns["flag"] = ["i" in str(one or "") for one in columns["flag"]]
    table = pa.table(columns).sort_by("fideid")
    pq.write_table(table, out / "element_tree.parquet")
    return table.num_rows


def pandas_fixed_width(path: Path, out: Path) -> int:
    import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]

    frame = pd.read_fwf(
        path,
        compression="zip",
        colspecs=list(COLUMNS.values()),
        names=list(COLUMNS),
        skiprows=1,
        dtype=str,
        keep_default_na=False,
    )
    for name in ("fide_id", *NUMBERS, "birthday"):
        frame[name] = pd.to_numeric(frame[name], errors="coerce")
    for rating in ("rating", "rapid_rating", "blitz_rating"):
        unrated = ~(frame[rating] > 0)
        frame.loc[unrated, [rating, rating.replace("rating", "games"), rating.replace("rating", "k")]] = None
    frame["flag"] = frame["flag"].str.contains("i")
    frame.sort_values("fide_id").to_parquet(out / "pandas.parquet")
    return len(frame)


def lookup(path: Path, out: Path) -> int:
    """The ids of a federation, of the size of a large one, in two years of lists; prints its seconds."""
    import numpy as np
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    from orchestration.fide_snapshots import players

    ours(path, out)
    (snapshot,) = out.glob("*.parquet")
    months = [out / f"{month}.parquet" for month in range(MONTHS)]
    for month in months:
        month.write_bytes(snapshot.read_bytes())
    listed = pq.read_table(snapshot, columns=["fide_id", "federation"])
    listed = listed.filter(pc.equal(listed["federation"], "BRA"))["fide_id"].to_numpy()
    ids = np.sort(np.random.default_rng(1).permutation(listed)[:FEDERATION_IDS])
    columns = ("fide_id", "name", "federation", "sex", "birth_year", "standard", "line", "damaged")
    started, cpu = time.perf_counter(), time.process_time()
    found = sum(players(month, ids, columns).num_rows for month in months)
    print(
        f"lookup        {len(ids):,} ids in {MONTHS} lists: {time.perf_counter() - started:.2f} s wall, "
        f"{time.process_time() - cpu:.2f} s CPU"
    )
    return found


WORKS: dict[str, Callable[[Path, Path], int]] = {
    "ours": ours,
    "element_tree": element_tree,
    "pandas_fixed_width": pandas_fixed_width,
    "lookup": lookup,
}


def in_own_process(python: str, work: str, path: Path) -> dict[str, float]:
    """Players, wall and CPU seconds, and peak memory in MB of one piece of work."""
    with tempfile.TemporaryDirectory(dir=path.parent) as out:
        command = [python, "-m", "benchmarks.fide", "--work", work, str(path), out]
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    *told, result = done.stdout.splitlines()
    print(*told, sep="\n", end="\n" if told else "")
    numbers: dict[str, float] = json.loads(result)
    return numbers


def _one(work: str, path: Path, out: Path) -> None:
    started = time.perf_counter()
    count = WORKS[work](path, out)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "players": count,
                "wall": time.perf_counter() - started,
                "cpu": used.ru_utime + used.ru_stime,
                "peak": used.ru_maxrss / 1024,
            }
        )
    )


def fide_lists(count: int, folder: Path, pandas: str | None, peers: bool) -> None:
    from benchmarks.fide_lists import write_both

    if not (folder / "players_list_xml.zip").exists():
        write_both(count, folder)
    for form, name, peer, python in (
        ("text", "players_list.zip", "pandas_fixed_width", pandas),
        ("XML", "players_list_xml.zip", "element_tree", sys.executable),
    ):
        path = folder / name
        mine = in_own_process(sys.executable, "ours", path)
        print(_line(f"FIDE {form}", mine))
        if peers and python is not None:
            other = in_own_process(python, peer, path)
            print(_line(f"  {peer}", other), f"ratio {other['cpu'] / mine['cpu']:.1f} of CPU")
    in_own_process(sys.executable, "lookup", folder / "players_list.zip")


def _line(what: str, one: dict[str, float]) -> str:
    return (
        f"{what:<22}{one['players']:>12,.0f} players {one['wall']:>8.1f} s wall {one['cpu']:>8.1f} s CPU "
        f"{one['peak']:>7.0f} MB "
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        _one(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
    else:
        parser = argparse.ArgumentParser(prog="python -m benchmarks.fide")
        parser.add_argument("players", type=int, nargs="?", default=200_000)
        parser.add_argument("--folder", type=Path)
        parser.add_argument("--pandas")
        parser.add_argument("--no-peers", action="store_true")
        given = parser.parse_args()
        with tempfile.TemporaryDirectory() as temporary:
            fide_lists(given.players, given.folder or Path(temporary), given.pandas, not given.no_peers)

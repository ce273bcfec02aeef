"""A list is a function of its facts: not of the order of rows, the hash seed or the machine's zone."""

from __future__ import annotations

import csv
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from orchestration.publication.publish import publish
from tests.builders.season import FEATURES, build_season
from tests.conftest import bytes_of

CUTOFF = "2026-06-28"
#: Lines of a register are named in findings, so the season whose rows are shuffled has none to remark on.
CLEAN = [name for name in FEATURES if name not in ("csv_styles",)]


def shuffle_rows(register: Path, randomness: random.Random) -> None:
    with register.open(encoding="utf-8-sig", newline="") as stream:
        head = stream.readline()
        delimiter = ";" if ";" in head else ","
        rows = list(csv.reader(stream, delimiter=delimiter))
    randomness.shuffle(rows)
    with register.open("w", encoding="utf-8", newline="") as stream:
        stream.write(head)
        csv.writer(stream, delimiter=delimiter).writerows(rows)


def test_same_bytes_whatever_the_order_the_seed_and_the_zone(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    home = build_season(tmp_path / "a" / "home", 3, players=60, events=10)
    first = bytes_of(run_list(home, CUTOFF))
    assert bytes_of(run_list(home, CUTOFF)) == first

    other = tmp_path / "b" / "home"
    shutil.copytree(
        home, other, ignore=shutil.ignore_patterns("archive", "warehouse", "exports", "issued_ids.csv")
    )
    randomness = random.Random(1)
    for register in sorted((other / "registry").glob("*.csv")):
        shuffle_rows(register, randomness)
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "4242",
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
    }
    fnx = Path(sys.executable).parent / "fnx"
    subprocess.run(
        [str(fnx), "run", "--home", str(other), "--cutoff", CUTOFF],
        check=True,
        env=environment,
        capture_output=True,
    )
    second = bytes_of(other / "exports" / "drafts" / CUTOFF)
    assert sorted(second) == sorted(first)
    # The report names the lines of registers that a finding is about; all else is the same to the byte.
    differing = [name for name in first if first[name] != second[name]]
    assert [name for name in differing if name not in ("relatorio.html", "manifest.json")] == []


def test_an_old_cut_off_run_again_after_later_facts_gives_the_same_bytes(
    tmp_path: Path, run_list: Callable[[Path, str], Path]
) -> None:
    home = build_season(tmp_path / "home", 8, players=60, events=10)
    first = bytes_of(run_list(home, "2026-03-29"))
    publish(home / "exports", date(2026, 3, 29), datetime(2026, 4, 1, 8))
    run_list(home, "2026-09-27")
    again = bytes_of(run_list(home, "2026-03-29"))
    assert again == first

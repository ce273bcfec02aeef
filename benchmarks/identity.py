"""How good the identity suggestions are, and how fast: `python -m benchmarks.identity [--large]`.

Belongs here: the curve of precision and coverage on invented populations whose truth is known, the same for
plain comparison of sorted words, and the time and memory of half a million registered people. Does not belong
here: floors that a test asserts (`tests/orchestration/identity`).
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rapidfuzz import fuzz, process

from orchestration.identity.people import Answer, RegisterColumns
from orchestration.identity.register_index import RegisterIndex
from orchestration.identity.suggestions import BANDS, suggest
from tests.builders.name_pools import COAST
from tests.builders.people import COASTAL, SOUTHERN, Population, plain, population
from tests.builders.people_by_frequency import (
    BARE,
    FEW_NAMES,
    FEW_SURNAMES,
    MANY_SURNAMES,
    population_by_frequency,
)
from tests.builders.people_otherwise import population_otherwise

MARGINS = (8.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5)
HARD = replace(SOUTHERN, surnames=(0.5, 0.4, 0.1), second_given=0.1, local=0.3, new=0.3, clubs=False)
POPULATIONS: dict[str, Callable[[int], Population]] = {
    "coastal": lambda seed: population(COASTAL, seed),
    "southern": lambda seed: population(SOUTHERN, seed),
    "otherwise": population_otherwise,
    "short names, three in ten new": lambda seed: population(HARD, seed),
    "forty surnames, sixty given names": lambda seed: population_by_frequency(FEW_NAMES, seed),
    "forty-five surnames by Zipf": lambda seed: population_by_frequency(FEW_SURNAMES, seed),
    "many surnames": lambda seed: population_by_frequency(MANY_SURNAMES, seed),
    "names and birth years alone": lambda seed: population_by_frequency(BARE, seed),
}
Answers = list[tuple[Answer, str | None]]


@dataclass(frozen=True)
class Measured:
    """Shares among the participants who are registered; ``wrong`` and ``new_seen`` as named."""

    registered: int
    new: int
    first: float
    among_three: float
    clear: float
    wrong: float  # of the clear band
    new_seen: float  # of the new, in the band probably_new
    kin_clear: int  # namesakes and twins in the clear band


def answers(people: Population) -> Answers:
    """Every answer with the truth."""
    index = RegisterIndex.build(RegisterColumns.of(people.register))
    return [
        (answer, people.truth[answer.event_id, answer.number])
        for event in people.events
        for answer in suggest(index, event, people.encounters)
    ]


def measured(people: Population, found: Answers) -> Measured:
    """The figures of one population."""
    registered = [(answer, truth) for answer, truth in found if truth]
    new = [answer for answer, truth in found if not truth]
    clear = [(answer, truth) for answer, truth in found if answer.band == "clear"]
    right = sum(_right(answer, truth) for answer, truth in clear)
    return Measured(
        len(registered),
        len(new),
        sum(_right(answer, truth) for answer, truth in registered) / len(registered),
        sum(truth in [one.fnx_id for one in answer.suggestions] for answer, truth in registered)
        / len(registered),
        right / len(registered),
        1 - right / max(1, len(clear)),
        sum(answer.band == "probably_new" for answer in new) / max(1, len(new)),
        sum(people.kin[answer.event_id, answer.number] in ("namesake", "twin") for answer, _ in clear),
    )


def curve(found: Answers, only_clear: bool) -> list[tuple[float, float, float]]:
    """Per least margin: share of the registered whose person stands first, share of wrong ones.

    ``only_clear``: only the clear band and, below its margin, those that nothing but the margin keeps out.
    """
    registered = sum(truth is not None for _, truth in found)
    rows = []
    for margin in MARGINS:
        taken = [
            (answer, truth)
            for answer, truth in found
            if answer.suggestions and answer.margin >= margin and (not only_clear or _undoubted(answer))
        ]
        right = sum(_right(answer, truth) for answer, truth in taken)
        rows.append((margin, right / registered, 1 - right / max(1, len(taken))))
    return rows


def sorted_words(people: Population, events: int = 10) -> tuple[float, float]:
    """First and among three for rapidfuzz's token_sort_ratio, with unequal birth years left out."""
    names = [plain(person.name).lower() for person in people.register]
    years = np.array([person.birth_year or 0 for person in people.register])
    ids = [person.fnx_id for person in people.register]
    asked = first = among = 0
    for event in people.events[:events]:
        participants = [one for one in event.participants if people.truth[event.event_id, one.number]]
        texts = [plain(one.name).lower().replace(",", " ") for one in participants]
        for one, likeness in zip(
            participants, process.cdist(texts, names, scorer=fuzz.token_sort_ratio), strict=True
        ):
            if one.birth_year:
                likeness[(years > 0) & (years != one.birth_year)] = 0
            best = [ids[row] for row in np.argsort(-likeness, kind="stable")[:3]]
            truth = people.truth[event.event_id, one.number]
            asked, first, among = asked + 1, first + (best[0] == truth), among + (truth in best)
    return first / asked, among / asked


def _right(answer: Answer, truth: str | None) -> bool:
    return bool(answer.suggestions) and answer.suggestions[0].fnx_id == truth


def _undoubted(answer: Answer) -> bool:
    if answer.band == "clear":
        return True
    few = ("poucas evidências", "quase igual", "também serve")
    return answer.band == "look" and all(reason.startswith(few) for reason in answer.look_because)


def _print(name: str, seeds: Sequence[int]) -> None:
    populations = [POPULATIONS[name](seed) for seed in seeds]
    started = time.process_time()
    found = [answers(people) for people in populations]
    seconds = time.process_time() - started
    asked = sum(map(len, found))
    print(f"\n{name}: seeds {', '.join(map(str, seeds))}; {asked / seconds:,.0f} participants/s of CPU")
    print("  registered   new   first  in three   clear  wrong  new seen  kin clear")
    for people, each in zip(populations, found, strict=True):
        one = measured(people, each)
        print(
            f"  {one.registered:>10} {one.new:>5}  {one.first:6.2%}  {one.among_three:8.2%}  {one.clear:6.2%}"
            f"  {one.wrong:5.2%}  {one.new_seen:8.1%}  {one.kin_clear:>9}"
        )
    first, among = sorted_words(populations[0])
    print(f"  sorted words, birth year: first {first:.2%}, in three {among:.2%}")
    together = [pair for each in found for pair in each]
    print("  margin at least   covered   wrong   with doubts too: covered   wrong")
    for (margin, covered, wrong), (_, all_covered, all_wrong) in zip(
        curve(together, True), curve(together, False), strict=True
    ):
        mark = "  <- clear" if margin == BANDS.clear_margin else ""
        print(
            f"  {margin:>15.1f}   {covered:7.2%}  {wrong:6.2%}   {all_covered:24.2%}  {all_wrong:6.2%}{mark}"
        )


def _print_large(made_surnames: int) -> None:
    shape = replace(COASTAL, made_surnames=made_surnames, size=(300, 300))
    people = population(shape, 5, people=500_000, events=3)
    register = RegisterColumns.of(people.register)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    started, cpu = time.perf_counter(), time.process_time()
    index = RegisterIndex.build(register)
    print(f"\n500,000 people, {len(COAST.surnames) + made_surnames} surnames, {before} MB before the index")
    print(f"  index    {time.perf_counter() - started:5.1f} s wall, {time.process_time() - cpu:5.1f} s CPU")
    for event in people.events:
        started, cpu = time.perf_counter(), time.process_time()
        found = suggest(index, event, people.encounters)
        wall, cpu = time.perf_counter() - started, time.process_time() - cpu
        each = [(answer, people.truth[answer.event_id, answer.number]) for answer in found]
        one = measured(people, each)
        print(
            f"  suggest  {wall:5.1f} s wall, {cpu:5.1f} s CPU, {len(each)} of {', '.join(event.categories)}:"
            f" first {one.first:.2%}, in three {one.among_three:.2%},"
            f" clear {one.clear:.2%}, wrong {one.wrong:.2%}"
        )
    print(f"  peak     {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB, people included")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="half a million registered people only")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    options = parser.parse_args()
    if options.large:
        for made_surnames in (15_000, 0):
            _print_large(made_surnames)
    else:
        for population_name in POPULATIONS:
            _print(population_name, options.seeds)

"""CBX's ratings, as far as its rating page of 28 June 2022 tells them.

"The formula is the same as FIDE's", K 10 above 2300, 15 from 2000 to 2299, 25 below, the same for all
rhythms; who has no rating starts at 1800. What the page does not say is assumed, and `ASSUMED_PT` says so
in every answer.

Belongs here: what differs from FIDE. Does not belong here: CBX's pages (`scrapers.cbx`), FNX's use of CBX
ratings as a source (`engine.entry`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import ClassVar

from engine.systems.facts import Event, Game
from engine.systems.fide import FideGame, FidePeriod, fide_expected, fide_period
from engine.systems.fide_first import CURRENT_RULES
from engine.systems.logistic import half_away, whole
from engine.systems.season import Period
from engine.systems.system import Factor, RatingSystem, Standing

FIRST_RATING = 1800

#: What the text of CBX leaves open, as the calculator takes it.
ASSUMED_PT = (
    "A regra dos 400 pontos vale como na FIDE (o texto da CBX não a menciona).",
    "A soma é arredondada uma vez, 0,5 para longe do zero, como na FIDE (o texto da CBX não diz).",
    "Com exatamente 2300 o K é 10 (o texto diz 15 até 2299 e 10 acima de 2300).",
    "O limite K x partidas <= 700 da FIDE não é aplicado (o texto da CBX não o menciona).",
)


def cbx_k(rating: int | Fraction) -> Factor:
    """K by rating, for all rhythms; exactly 2300, which the text leaves out: 10.

    >>> [int(cbx_k(rating).value) for rating in (1999, 2000, 2299, 2300, 2301)]
    [25, 15, 15, 10, 10]
    """
    if rating >= 2300:
        return Factor(Fraction(10), "from_2300")
    if rating >= 2000:
        return Factor(Fraction(15), "from_2000")
    return Factor(Fraction(25), "under_2000")


def cbx_period(rating: int | None, games: Sequence[FideGame], on: date = CURRENT_RULES) -> FidePeriod:
    """All games of a player in one period; ``rating`` None: the first rating, 1800.

    >>> period = cbx_period(None, [FideGame(1800, 2)])
    >>> float(period.change), period.new_rating
    (12.5, 1813)
    """
    own = FIRST_RATING if rating is None else rating
    return fide_period(own, cbx_k(own).value, games, on, "STD", cap_k=False)


@dataclass(frozen=True)
class Cbx(RatingSystem):
    """A pool by CBX's rules with monthly lists; one rating, whatever the rhythm of its games."""

    code: ClassVar[str] = "cbx"
    name_pt: ClassVar[str] = "CBX"
    period = "month"

    @property
    def entry_rating(self) -> Fraction | None:
        return Fraction(FIRST_RATING)

    def k(self, used: Standing, before: Standing, period: Period, game: Game, games: int) -> Factor:
        assert before.rating is not None
        return cbx_k(before.rating)

    def expected(self, own: Fraction, other: Fraction, event: Event, rhythm: str) -> Fraction:
        return fide_expected(whole(own), whole(other), event.start_date, "STD")

    def rounded(self, change: Fraction) -> Fraction:
        return Fraction(half_away(change))


CBX = Cbx()

"""Evaluate all profiles of a size at once by tables of distances, and find the worst ratio of two costs among them.

:mod:`.checked` and :mod:`.general` check claims with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations_with_replacement, permutations
from math import lcm
from typing import Any

import numpy as np

from ...methods.lanes import Lanes, stack
from ...model.metric import Metric
from ...values.parameters import Parameter
from ...values.rankings import Ranking
from .profile import RankingProfile

PROFILES_AT_ONCE = 4096


@cache
def rankings(n: int) -> tuple[Ranking, ...]:
    """Return all rankings of the items 1..n; the identity is the first."""
    return tuple(Ranking.from_order(order) for order in permutations(range(1, n + 1)))


def distance_tables(metric: Metric, n: int, parameters: Sequence[Mapping[str, Parameter]] = ({},)) -> Any:
    """Return d(a, b) for all rankings a, b under each of the parameters, as arrays of whole numbers.

    The definition is evaluated on all parameters side by side. The values are scaled so that all of them are whole.
    """
    packed, all_rankings = Lanes.of(parameters, [True] * len(parameters)).packed, rankings(n)
    shape = (len(all_rankings), len(all_rankings), len(parameters))
    values = stack([metric.evaluate(a, b, packed) for a in all_rankings for b in all_rankings], shape)
    whole = values.num * (lcm(*map(int, np.ravel(values.den))) // values.den)
    return np.ascontiguousarray(np.moveaxis(whole, 2, 0), dtype=np.int64)


def profile_arrays(n: int, m: int) -> Iterator[Any]:
    """Yield arrays of all profiles of m rankings up to renaming and order; a row has the numbers of its rankings.

    Renaming the items makes the first ranking the identity.
    """
    rows = np.array(list(combinations_with_replacement(range(len(rankings(n))), m - 1)), dtype=np.int64)
    rows = np.hstack([np.zeros((len(rows), 1), dtype=np.int64), rows.reshape(len(rows), m - 1)])
    for start in range(0, len(rows), PROFILES_AT_ONCE):
        yield rows[start : start + PROFILES_AT_ONCE]


def as_profile(n: int, row: Any) -> RankingProfile:
    """Return the profile of a row of ranking numbers."""
    return RankingProfile.of(rankings(n)[int(k)] for k in row)


@dataclass(frozen=True)
class WorstRatio:
    """The largest ratio among some profiles, a profile that attains it, and the number of profiles."""

    ratio: Fraction
    instance: str
    cases: int

    @classmethod
    def of(cls, cost: Fraction | int, least: int, instance: str) -> WorstRatio:
        """Return the ratio of one profile; ``ZeroDivisionError`` where the least cost is 0 and the cost is not."""
        if least == 0 and cost > 0:
            raise ZeroDivisionError("an order costs something where the optimum costs nothing")
        return cls(Fraction(cost) / least if least else Fraction(1), instance, 1)

    def worse(self, other: WorstRatio) -> WorstRatio:
        """Return the larger of the two ratios with the cases of both."""
        larger = other if other.ratio > self.ratio else self
        return WorstRatio(larger.ratio, larger.instance, self.cases + other.cases)


NO_RATIO = WorstRatio(Fraction(0), "", 0)


def worst_of(ratios: Iterable[WorstRatio]) -> WorstRatio:
    """Return the largest of the ratios, the first among equals, with the cases of all."""
    return reduce(WorstRatio.worse, ratios, NO_RATIO)


def worst_median(n: int, m: int, minimised: Any, compared: Any, suffix: str = "") -> WorstRatio:
    """Return the largest (total of ``compared`` at a median of ``minimised``) / (least total of ``compared``).

    Every median counts, so the worst of them decides. A ratio x / 0 with x > 0 raises ``ZeroDivisionError``.
    """
    worst = NO_RATIO
    minimised, compared = _narrow(minimised, m), _narrow(compared, m)
    for rows in profile_arrays(n, m):
        totals = sum(minimised[rows[:, k]] for k in range(m))
        compared_totals = sum(compared[rows[:, k]] for k in range(m))
        medians = totals == totals.min(axis=1, keepdims=True)
        paid = np.where(medians, compared_totals, -1).max(axis=1)
        least = compared_totals.min(axis=1)
        if np.any((least == 0) & (paid > 0)):
            raise ZeroDivisionError("a median costs something where the optimum costs nothing")
        # floats order ratios of such small whole numbers rightly; the first of the largest counts
        ratios = np.divide(paid, np.maximum(least, 1), dtype=np.float64)
        k = int(np.where(least > 0, ratios, 1.0).argmax())
        median = rankings(n)[int(np.where(medians[k], compared_totals[k], -1).argmax())]
        text = f"{as_profile(n, rows[k])}; median {median}{suffix}"
        worst = worst.worse(replace(WorstRatio.of(int(paid[k]), int(least[k]), text), cases=len(rows)))
    return worst


def worst_input(n: int, m: int, distances: Any, suffix: str = "") -> WorstRatio:
    """Return the largest (total of the best of the m rankings) / (least total) over the profiles.

    A ratio x / 0 with x > 0 raises ``ZeroDivisionError``.
    """
    worst = NO_RATIO
    distances = _narrow(distances, m)
    for rows in profile_arrays(n, m):
        totals = sum(distances[rows[:, k]] for k in range(m))
        paid, least = np.take_along_axis(totals, rows, axis=1).min(axis=1), totals.min(axis=1)
        if np.any((least == 0) & (paid > 0)):
            raise ZeroDivisionError("every input costs something where the optimum costs nothing")
        ratios = np.divide(paid, np.maximum(least, 1), dtype=np.float64)  # as exact as in worst_median
        k = int(np.where(least > 0, ratios, 1.0).argmax())
        median = rankings(n)[int(totals[k].argmin())]
        text = f"{as_profile(n, rows[k])}; median {median}{suffix}"
        worst = worst.worse(replace(WorstRatio.of(int(paid[k]), int(least[k]), text), cases=len(rows)))
    return worst


def _narrow(distances: Any, m: int) -> Any:
    """Convert whole numbers to the narrowest type that holds m of them added up."""
    return distances.astype(np.min_scalar_type(-m * int(distances.max()) - 1))


@dataclass(frozen=True)
class CheckedClaim:
    """A claim about aggregation with its factor, and the worst ratio within the reach of the check."""

    id: str
    statement: str
    origin: str
    bound: Fraction
    worst: WorstRatio
    reach: str
    proved: Fraction | None = None
    """The factor that this package's own proofs imply, if it differs."""

    @property
    def holds(self) -> bool:
        """Return whether no searched profile has a larger ratio, which would refute the factor."""
        return self.worst.ratio <= self.bound


def entries_text(parameters: Iterable[Parameter]) -> str:
    """Write the entries of parameters; equal entries once, as in ``w = 1 throughout``."""
    texts = []
    for parameter in parameters:
        first, *further = parameter.entries.values()
        is_constant = bool(further) and all(entry == first for entry in further)
        texts.append(f"{parameter.symbol} = {first} throughout" if is_constant else parameter.text())
    return "; ".join(texts)


def reach_text(sizes: Iterable[tuple[int, int]]) -> str:
    """Write the sizes of the profiles that a claim was checked on."""
    return "all profiles up to renaming and order: " + ", ".join(f"{m} rankings of {n} items" for n, m in sizes)

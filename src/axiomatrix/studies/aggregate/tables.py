"""Find the largest ratio of a chosen ranking's cost to the least cost, over all profiles of m rankings of n items.

A profile is the rankings that are aggregated, a cost the total distance to them, and a median a ranking of least cost.
The distances between all rankings are tabulated once, so that many profiles are evaluated at a time. A *table* has at
[a, b] the distance of the rankings with numbers a and b, their places in :func:`rankings`. A *row* of an array of
profiles has the numbers of a profile's rankings. Arrays of numpy have the type ``Any`` here. :mod:`.checked` and
:mod:`.general` check claims with these functions.
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
"""Most profiles in one array, which bounds the memory."""
MAX_EXACT_COST = 2**26
"""Bound on costs so that floats order their ratios rightly.

Unequal a/b and c/d differ by 1/(bd) or more. Relative to a/b that is 1/(ad), above 2^-52, the spacing of floats.
"""


@cache
def rankings(n: int) -> tuple[Ranking, ...]:
    """Return all rankings of the items 1..n; the identity is the first."""
    return tuple(Ranking.from_order(order) for order in permutations(range(1, n + 1)))


def distance_tables(metric: Metric, n: int, parameter_values: Sequence[Mapping[str, Parameter]] = ({},)) -> Any:
    """Tabulate d(a, b) for all pairs of rankings: one table for each of the parameter values, along the first axis.

    All values are multiplied by one common denominator, so that they are integers; ratios stay the same. The definition
    is evaluated once for each pair, on all parameter values together: they are *packed* into one value whose numbers
    are columns, with a lane for each of the values.
    """
    packed = Lanes.of(parameter_values, [True] * len(parameter_values)).packed
    all_rankings = rankings(n)
    shape = (len(all_rankings), len(all_rankings), len(parameter_values))
    values = stack([metric.evaluate(a, b, packed) for a in all_rankings for b in all_rankings], shape)
    integers = values.num * (lcm(*map(int, np.ravel(values.den))) // values.den)
    return np.ascontiguousarray(np.moveaxis(integers, 2, 0), dtype=np.int64)


def profile_arrays(n: int, m: int) -> Iterator[Any]:
    """Yield arrays of all profiles of m rankings, up to the names of the items and the order of the rankings.

    Each row holds m indices into ``rankings(n)``. The first is 0, the identity, since renaming the items makes any
    ranking the identity. A profile can occur more than once under other names.
    """
    others = np.array(list(combinations_with_replacement(range(len(rankings(n))), m - 1)), dtype=np.int64)
    rows = np.hstack([np.zeros((len(others), 1), dtype=np.int64), others.reshape(len(others), m - 1)])
    for start in range(0, len(rows), PROFILES_AT_ONCE):
        yield rows[start : start + PROFILES_AT_ONCE]


def as_profile(n: int, row: Any) -> RankingProfile:
    """Return the profile of a row of ranking numbers."""
    return RankingProfile.of(rankings(n)[int(k)] for k in row)


@dataclass(frozen=True)
class WorstRatio:
    """The largest ratio over some profiles (one, or many), a profile that attains it, and the number of profiles."""

    ratio: Fraction
    instance: str
    """The profile in words, with the weights if there are any."""
    cases: int
    """The number of profiles (under each of the weights) that the ratio is the largest of."""

    @classmethod
    def of(cls, cost: Fraction | int, least: int, instance: str) -> WorstRatio:
        """Return the ratio of one profile; ``ZeroDivisionError`` where the least cost is 0 and the cost is not."""
        if least == 0 and cost > 0:
            raise ZeroDivisionError("an order costs something where the optimum costs nothing")
        return cls(Fraction(cost) / least if least else Fraction(1), instance, 1)

    def larger(self, other: WorstRatio) -> WorstRatio:
        """Return the larger of the two ratios, ``self`` if they are equal, with the cases of both."""
        worst = other if other.ratio > self.ratio else self
        return WorstRatio(worst.ratio, worst.instance, self.cases + other.cases)


NO_PROFILES = WorstRatio(Fraction(0), "", 0)
"""Start of a maximum, before the first profile."""


def worst_of(ratios: Iterable[WorstRatio]) -> WorstRatio:
    """Return the largest of the ratios, the first among equals, with the cases of all."""
    return reduce(WorstRatio.larger, ratios, NO_PROFILES)


def worst_median(n: int, m: int, median_distances: Any, cost_distances: Any, suffix: str = "") -> WorstRatio:
    """Find the largest ratio of a median's cost to the least cost, over all profiles of m rankings.

    Medians have the least total of ``median_distances``; costs are totals of ``cost_distances``. Of several medians of
    a profile, the one with the largest cost counts. ``suffix`` ends the text of the instance. A ratio x / 0 with x > 0
    raises ``ZeroDivisionError``.
    """
    worst = NO_PROFILES
    median_distances, cost_distances = _in_narrow_type(median_distances, m), _in_narrow_type(cost_distances, m)
    for rows in profile_arrays(n, m):
        median_totals, cost_totals = _totals(median_distances, rows), _totals(cost_distances, rows)
        are_medians = median_totals == median_totals.min(axis=1, keepdims=True)
        costs_of_medians = np.where(are_medians, cost_totals, -1)  # other rankings never have the largest cost
        costs = costs_of_medians.max(axis=1)
        medians = costs_of_medians.argmax(axis=1)
        worst = worst.larger(
            _worst_of_rows(n, rows, costs=costs, totals=cost_totals, medians=medians, subject="a median", suffix=suffix)
        )
    return worst


def worst_input(n: int, m: int, distances: Any, suffix: str = "") -> WorstRatio:
    """Find the largest ratio of the cheapest input's cost to the least cost, over all profiles of m rankings.

    The inputs are the m rankings of a profile. A ratio x / 0 with x > 0 raises ``ZeroDivisionError``.
    """
    worst = NO_PROFILES
    distances = _in_narrow_type(distances, m)
    for rows in profile_arrays(n, m):
        totals = _totals(distances, rows)
        costs = np.take_along_axis(totals, rows, axis=1).min(axis=1)
        worst = worst.larger(
            _worst_of_rows(
                n, rows, costs=costs, totals=totals, medians=totals.argmin(axis=1), subject="every input", suffix=suffix
            )
        )
    return worst


def _totals(distances: Any, rows: Any) -> Any:
    """Return the total distance of each ranking (column) to the rankings of each profile (row)."""
    return sum(distances[numbers] for numbers in rows.T)  # one ranking of every profile at a time


def _worst_of_rows(
    n: int, rows: Any, *, costs: Any, totals: Any, medians: Any, subject: str, suffix: str
) -> WorstRatio:
    """Find the largest of the ratios ``costs / totals.min(axis=1)``, one for each row; 0 / 0 counts as 1.

    ``costs`` has one cost for each row, ``totals`` the cost of every ranking, and ``medians`` the number of the ranking
    that the instance of the result names. ``subject`` is what the costs are of, for the error.
    """
    least = totals.min(axis=1)
    if np.any((least == 0) & (costs > 0)):
        raise ZeroDivisionError(f"{subject} costs something where the optimum costs nothing")
    assert totals.max() < MAX_EXACT_COST  # argmax is exact
    ratios = np.divide(costs, np.maximum(least, 1), dtype=np.float64)  # a least cost of 0 is replaced in the next line
    k = int(np.where(least > 0, ratios, 1.0).argmax())
    instance = f"{as_profile(n, rows[k])}; median {rankings(n)[int(medians[k])]}{suffix}"
    return replace(WorstRatio.of(int(costs[k]), int(least[k]), instance), cases=len(rows))


def _in_narrow_type(distances: Any, m: int) -> Any:
    """Convert to the narrowest signed integers that hold a sum of m distances, which is faster.

    They must be signed, as ``worst_median`` also stores -1. A signed type holds -x - 1 if and only if it holds x, so
    asking for a type of that negative number excludes the unsigned ones.
    """
    return distances.astype(np.min_scalar_type(-m * int(distances.max()) - 1))


@dataclass(frozen=True)
class CheckedClaim:
    """A claim about aggregation with its factor, and the worst ratio within the reach of the check."""

    id: str
    statement: str
    origin: str
    """The source of the claim, or the argument for it."""
    bound: Fraction
    """The claimed factor."""
    worst: WorstRatio
    reach: str
    """The profiles that were searched, in words."""
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
        first_entry, *further = parameter.entries.values()
        is_constant = bool(further) and all(entry == first_entry for entry in further)
        texts.append(f"{parameter.symbol} = {first_entry} throughout" if is_constant else parameter.text())
    return "; ".join(texts)


def reach_text(sizes: Iterable[tuple[int, int]]) -> str:
    """Write the sizes of the profiles that a claim was checked on."""
    return "all profiles up to renaming and order: " + ", ".join(f"{m} rankings of {n} items" for n, m in sizes)

"""All profiles of a size at once, by tables of distances; the worst ratio over them, and the claims checked by it."""

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

CHUNK = 4096


@cache
def rankings(n: int) -> tuple[Ranking, ...]:
    """All rankings of the items 1..n; the identity is the first."""
    return tuple(Ranking.from_order(order) for order in permutations(range(1, n + 1)))


def tables(metric: Metric, n: int, given: Sequence[Mapping[str, Parameter]] = ({},)) -> Any:
    """d(a, b) for all rankings under each of the parameters given, as arrays: the definition evaluated side by side.

    The values are times a scale that makes all of them whole.
    """
    packed, every = Lanes.of(given, [True] * len(given)).packed, rankings(n)
    shape = (len(every), len(every), len(given))
    values = stack([metric.evaluate(a, b, packed) for a in every for b in every], shape)
    whole = values.num * (lcm(*map(int, np.ravel(values.den))) // values.den)
    return np.ascontiguousarray(np.moveaxis(whole, 2, 0), dtype=np.int64)


def profiles(n: int, m: int) -> Iterator[Any]:
    """Arrays of profiles, a row of numbers of rankings each: all of m rankings up to renaming and order.

    Renaming the items makes the first ranking the identity.
    """
    others = np.array(list(combinations_with_replacement(range(len(rankings(n))), m - 1)), dtype=np.int64)
    others = np.hstack([np.zeros((len(others), 1), dtype=np.int64), others.reshape(len(others), m - 1)])
    for start in range(0, len(others), CHUNK):
        yield others[start : start + CHUNK]


def as_profile(n: int, row: Any) -> RankingProfile:
    """A row of numbers as a profile."""
    return RankingProfile.of(rankings(n)[int(k)] for k in row)


@dataclass(frozen=True)
class WorstRatio:
    """The largest ratio found, a profile (and data) that attains it, and how many were gone through."""

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
        """The larger of the two ratios, the cases of both."""
        best = other if other.ratio > self.ratio else self
        return WorstRatio(best.ratio, best.instance, self.cases + other.cases)


NONE = WorstRatio(Fraction(0), "", 0)


def worst_of(ratios: Iterable[WorstRatio]) -> WorstRatio:
    """The largest of the ratios, the first of those that are equal, and the cases of all."""
    return reduce(WorstRatio.worse, ratios, NONE)


def worst_median(n: int, m: int, of: Any, against: Any, suffix: str = "") -> WorstRatio:
    """The largest (total of ``against`` at a median of ``of``) / (least total of ``against``) over the profiles.

    Every median counts, so the worst of them does. A ratio x / 0 with x > 0 raises ``ZeroDivisionError``.
    """
    best = NONE
    of, against = _narrow(of, m), _narrow(against, m)
    for rows in profiles(n, m):
        totals = sum(of[rows[:, k]] for k in range(m))
        others = sum(against[rows[:, k]] for k in range(m))
        medians = totals == totals.min(axis=1, keepdims=True)
        paid = np.where(medians, others, -1).max(axis=1)
        least = others.min(axis=1)
        if np.any((least == 0) & (paid > 0)):
            raise ZeroDivisionError("a median costs something where the optimum costs nothing")
        # ratios of whole numbers this small are further apart than floats can mistake; the first of the largest counts
        ratios = np.divide(paid, np.maximum(least, 1), dtype=np.float64)
        k = int(np.where(least > 0, ratios, 1.0).argmax())
        chosen = rankings(n)[int(np.where(medians[k], others[k], -1).argmax())]
        text = f"{as_profile(n, rows[k])}; median {chosen}{suffix}"
        best = best.worse(replace(WorstRatio.of(int(paid[k]), int(least[k]), text), cases=len(rows)))
    return best


def worst_input(n: int, m: int, distances: Any, suffix: str = "") -> WorstRatio:
    """The largest (total of the best of the m rankings) / (least total) over the profiles.

    A ratio x / 0 with x > 0 raises ``ZeroDivisionError``.
    """
    best = NONE
    distances = _narrow(distances, m)
    for rows in profiles(n, m):
        totals = sum(distances[rows[:, k]] for k in range(m))
        paid, least = np.take_along_axis(totals, rows, axis=1).min(axis=1), totals.min(axis=1)
        if np.any((least == 0) & (paid > 0)):
            raise ZeroDivisionError("every input costs something where the optimum costs nothing")
        ratios = np.divide(paid, np.maximum(least, 1), dtype=np.float64)  # as exact as in worst_median
        k = int(np.where(least > 0, ratios, 1.0).argmax())
        median = rankings(n)[int(totals[k].argmin())]
        text = f"{as_profile(n, rows[k])}; median {median}{suffix}"
        best = best.worse(replace(WorstRatio.of(int(paid[k]), int(least[k]), text), cases=len(rows)))
    return best


def _narrow(distances: Any, m: int) -> Any:
    """Convert whole numbers to the narrowest type that holds m of them added up."""
    return distances.astype(np.min_scalar_type(-m * int(distances.max()) - 1))


@dataclass(frozen=True)
class CheckedClaim:
    """A statement about aggregation, the factor that is claimed, and the worst ratio found within its reach."""

    id: str
    statement: str
    origin: str
    bound: Fraction
    worst: WorstRatio
    reach: str
    proved: Fraction | None = None
    """The factor that the proofs which ship with this package imply, where that is another one."""

    @property
    def holds(self) -> bool:
        """Return whether no searched profile has a larger ratio, which would refute the factor."""
        return self.worst.ratio <= self.bound


def entries_text(parameters: Iterable[Parameter]) -> str:
    """The entries of parameters; of one with equal entries, the entry alone, as in ``w = 1 throughout``."""
    texts = []
    for parameter in parameters:
        first, *others = parameter.entries.values()
        is_constant = bool(others) and all(entry == first for entry in others)
        texts.append(f"{parameter.symbol} = {first} throughout" if is_constant else parameter.text())
    return "; ".join(texts)


def reach(sizes: Iterable[tuple[int, int]]) -> str:
    """How far a claim was checked: sizes of items and rankings in words."""
    return "all profiles up to renaming and order: " + ", ".join(f"{m} rankings of {n} items" for n, m in sizes)

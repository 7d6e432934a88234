"""Independent implementations of the metrics of two rankings, of points and areas, and of scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from reference_table import List, Value, mean, reference, rows_of

# --- two rankings ----------------------------------------------------------------------------------------------

Positions = list[int]


def agreeing(a: Sequence[int], b: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Concordant and discordant pairs."""
    signs = [(a[x] - a[y]) * (b[x] - b[y]) for x, y in combinations(range(len(a)), 2)]
    return Fraction(len([s for s in signs if s > 0])), Fraction(len([s for s in signs if s < 0]))


def pearson(a: Sequence[Fraction], b: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The covariance, and the product of the variances."""
    n = len(a)
    u, v = ([n * x - sum(z) for x in z] for z in (a, b))
    return sum(map(lambda x, y: x * y, u, v)), sum(x * x for x in u) * sum(y * y for y in v)


def largest(a: Positions, value: Callable[[Positions], Fraction]) -> Fraction:
    """The largest value over all rankings."""
    return max(value(list(b)) for b in permutations(range(1, len(a) + 1)))


def footrule(a: Positions, b: Positions) -> Fraction:
    return Fraction(sum(abs(x - y) for x, y in zip(a, b, strict=True)))


def squares(a: Positions, b: Positions) -> Fraction:
    return Fraction(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))


@reference("spearman-rho")
def spearman_rho(a: Positions, b: Positions) -> Value:
    if len(a) < 2:
        return None
    covariance, variances = pearson([Fraction(x) for x in a], [Fraction(x) for x in b])
    return covariance / math.isqrt(int(variances))  # both variances are the same


@reference("kendall-tau")
def kendall_tau(a: Positions, b: Positions) -> Value:
    c, d = agreeing(a, b)
    return (c - d) / (c + d) if c + d else None


@reference("kendall-normalised")
def kendall_normalised(a: Positions, b: Positions) -> Value:
    return agreeing(a, b)[1] / math.comb(len(a), 2) if len(a) > 1 else None


@reference("footrule-normalised")
def footrule_normalised(a: Positions, b: Positions) -> Value:
    return footrule(a, b) / largest(a, lambda c: footrule(a, c)) if len(a) > 1 else None


@rows_of("spearman-distance-normalised", "maximum", "as-printed")
def spearman_normalised(variant: str, a: Positions, b: Positions) -> Value:
    if len(a) < 2:
        return None
    printed = Fraction(sum((len(a) - i - i) ** 2 for i in range(1, len(a) + 1)))
    return squares(a, b) / (printed if variant == "as-printed" else largest(a, lambda c: squares(a, c)))


@rows_of("dcg-rank", "gain", "ideal", "normalised")
def dcg_rank(variant: str, a: Positions, b: Positions, base: Fraction) -> Value:
    def gain(c: Positions) -> float:
        return sum((len(a) - x) * math.log(base) / math.log(y + 1) for x, y in zip(a, c, strict=True))

    if variant != "normalised":
        return gain(b if variant == "gain" else a)
    return gain(b) / gain(a) if len(a) > 1 else None


@reference("position-error", "target-displacement")
def position_error(a: Positions, b: Positions) -> Value:
    """The two are one: the target's own position is 1."""
    return Fraction(b[a.index(1)] - 1) if a else None


@reference("discounted-error")
def discounted_error(a: Positions, b: Positions, base: Fraction) -> Value:
    return sum(abs(x - y) * math.log(base) / math.log(x + 1) for x, y in zip(a, b, strict=True))


# --- prefixes, points, areas -----------------------------------------------------------------------------------


def places(a: Positions, b: Positions) -> list[int]:
    """F(1), ..., F(n)."""
    return [b[a.index(k)] for k in range(1, len(a) + 1)]


def footrule_prefix(a: Positions, b: Positions, i: Fraction) -> Value:
    return Fraction(sum(abs(f - k) for k, f in enumerate(places(a, b), 1) if k <= i))


def kendall_prefix(a: Positions, b: Positions, i: Fraction) -> Value:
    f = places(a, b)
    return Fraction(len([1 for k, m in combinations(range(len(a)), 2) if k < i and f[k] > f[m]]))


def points_of(f: list[int]) -> list[int]:
    return [sum(f[:k]) - sum(range(1, k + 1)) for k in range(len(f) + 1)]


def point(a: Positions, b: Positions, i: Fraction) -> Value:
    return Fraction(points_of(places(a, b))[min(int(i), len(a))])


def area_of(f: list[int], heights: Sequence[Fraction]) -> Fraction:
    p = points_of(f)
    return sum(((p[k] + p[k + 1]) * h / 2 for k, h in zip(range(len(f)), heights, strict=False)), Fraction(0))


def area(a: Positions, b: Positions, i: Fraction) -> Fraction:
    return area_of(places(a, b), [Fraction(k <= i) for k in range(1, len(a) + 1)])


def area_heights(a: Positions, b: Positions, h: list[Fraction]) -> Fraction:
    return area_of(places(a, b), h)


for _name, _function in (("footrule-prefix", footrule_prefix), ("kendall-prefix", kendall_prefix), ("point", point)):
    reference(f"{_name}[full]")(lambda a, b, f=_function: f(a, b, Fraction(len(a))))
    reference(f"{_name}[cut-off]")(_function)


def normalised_area(area: Callable[..., Fraction], a: Positions, b: Positions, *parameter: Any) -> Value:
    worst = largest(a, lambda c: area(a, c, *parameter))
    return area(a, b, *parameter) / worst if worst else None


def area_correlation(area: Callable[..., Fraction], *given: Any) -> Value:
    value = normalised_area(area, *given)
    return None if value is None else 1 - value


for _variant, _area in (
    ("full", lambda a, b: area(a, b, Fraction(len(a)))),
    ("cut-off", area),
    ("heights", area_heights),
):
    reference(f"area[{_variant}]")(_area)
    reference(f"area-normalised[{_variant}]")(lambda *given, f=_area: normalised_area(f, *given))
    reference(f"area-correlation[{_variant}]")(lambda *given, f=_area: area_correlation(f, *given))


def sorted_places(grades: Sequence[Fraction]) -> list[int]:
    """1 + the items of a higher grade + those of the same grade before."""
    return [
        1 + len([h for h in grades if h > g]) + len([h for h in grades[:i] if h == g]) for i, g in enumerate(grades)
    ]


@reference("point[relevance]")
def point_relevance(x: List, i: Fraction) -> Value:
    return Fraction(points_of(sorted_places(x[0]))[min(int(i), len(x[0]))])


@reference("area[relevance]")
def area_relevance(x: List) -> Fraction:
    return area_of(sorted_places(x[0]), [Fraction(1)] * len(x[0]))


@reference("area-correlation[relevance]")
def area_correlation_relevance(x: List) -> Value:
    worst = max(area_relevance((list(order), [])) for order in permutations(x[0]))
    return 1 - area_relevance(x) / worst if worst else None


# --- scores ----------------------------------------------------------------------------------------------------


@reference("mse")
def mse(y: list[Fraction], s: list[Fraction]) -> Value:
    return mean([(u - v) * (u - v) for u, v in zip(y, s, strict=True)]) if y else None


@reference("rmse")
def rmse(y: list[Fraction], s: list[Fraction]) -> Value:
    squared = mse(y, s)
    return None if squared is None else math.sqrt(squared)


@reference("mae")
def mae(y: list[Fraction], s: list[Fraction]) -> Value:
    return mean([max(u, v) - min(u, v) for u, v in zip(y, s, strict=True)]) if y else None

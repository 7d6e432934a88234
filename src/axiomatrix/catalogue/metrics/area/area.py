"""The area under the point measure, over its largest value, and the correlation made of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

from ....numbers.exact import Undefined, Whole
from ....spaces.parameters import heights
from ....values.parameters import Heights
from ....values.rankings import Ranking
from ... import axioms
from ...formulas import lines
from ...sources.documents import PA3, PA4, PA6, PA7, PA8
from .point import PLACE, of_all_ranks, points, row, up_to_a_rank

with_heights = partial(row, variant="heights", parameters={"h": heights(has_boundary=False)})
WORST = PA6.holds(axioms.maximum_at_reversal)
SPEARMAN = "spearman-distance[squared]"
NORMALISED = PA3.holds(axioms.lies_between(0, 1), axioms.zero_on_equal, axioms.separation, axioms.value_on_reversed(1))
CORRELATION = PA4.holds(
    axioms.lies_between(0, 1), axioms.one_on_equal, axioms.value_only_on_equal(1), axioms.mean_over_rankings(0)
)


def trapezoids(p: Sequence[Any]) -> list[Any]:
    """Twice the areas (P(k-1) + P(k)) / 2 between neighbouring points, k = 1, 2, ..., for heights 1."""
    return [before + after for before, after in pairwise(p)]


@lru_cache(maxsize=64)
def largest(n: int) -> tuple[Any, ...]:
    """The trapezoids of a ranking and its reversal; what the items are called does not enter."""
    first = Ranking.identity(n)
    return tuple(trapezoids(points(first, first.reversed())))


def weighted(h: Heights, parts: Sequence[Any]) -> Any:
    """The sum of h_k times the k-th part."""
    return sum((h[k] * part for k, part in enumerate(parts, 1)), Whole(0))


POINTS = (r"P_k=\sum_{j=1}^{k}(F_j-j)", PLACE)
WORST_OF = {
    name: rf"\frac{{{area}(a,b)}}{{{area}(a,a^{{\mathrm{{rev}}}})}}"
    for name, area in (("full", "A"), ("heights", "A_h"), ("cut-off", "A_i"))
}


def trapezoids_of(last: str = "n", height: str = "") -> str:
    """The area up to a rank, in LaTeX."""
    return rf"\sum_{{k=1}}^{{{last}}}{height}\frac{{P_{{k-1}}+P_k}}{{2}}"


# --- the area --------------------------------------------------------------------------------------------------


@of_all_ranks(
    "area",
    claims=[WORST, PA7.holds(axioms.equals(SPEARMAN, "1/2"))],
    latex=lines(r"A(a,b)=" + trapezoids_of(), *POINTS),
)
def area(a: Ranking, b: Ranking) -> Any:
    """A(n) = sum over k = 1..n of (P(k-1) + P(k)) / 2, P(k) = sum over j = 1..k of (F(j) - j)

    a, b: two rankings of the same items; all heights 1. Half of Spearman's sum of squares: P(n) = 0, so A(n) is
    sum_k P(k) = sum_j (n - j + 1)(F(j) - j) = sum_j j (j - F(j)), and sum_j F(j)^2 = sum_j j^2 makes that
    sum_j (F(j) - j)^2 / 2. 0 for fewer than two items. Di Nunzio and Silvello 2015.
    """
    return sum(trapezoids(points(a, b)), Whole(0)) / 2


@with_heights(
    "area",
    parameters={"h": heights()},
    claims=[WORST],
    latex=lines(r"A_h(a,b)=" + trapezoids_of(height=r"h_k\,"), *POINTS),
)
def area_with_heights(a: Ranking, b: Ranking, h: Heights) -> Any:
    """A(n) = sum over k = 1..n of h_k (P(k-1) + P(k)) / 2, P(k) = sum over j = 1..k of (F(j) - j)

    a, b: two rankings of the same n items; h: a height for each rank 1..n. 0 for fewer than two items.
    Di Nunzio and Silvello 2015.
    """
    return weighted(h, trapezoids(points(a, b))) / 2


@up_to_a_rank(
    "area",
    claims=[WORST, PA7.holds(axioms.at_full_depth(SPEARMAN, "1/2")), PA8.holds(axioms.grows_with_depth)],
    latex=lines(r"A_i(a,b)=" + trapezoids_of(r"\min(i,n)"), *POINTS),
)
def area_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """A(i) = sum over k = 1..i of (P(k-1) + P(k)) / 2, P(k) = sum over j = 1..k of (F(j) - j)

    a, b: two rankings of the same items; i: a cut-off, beyond n the same as n; all heights 1. Di Nunzio and Silvello
    2015.
    """
    return sum(trapezoids(points(a, b))[:i], Whole(0)) / 2


# --- over its largest value ------------------------------------------------------------------------------------


def over_the_worst(value: Any, worst: Any) -> Any:
    """A / A*; :class:`Undefined` where nothing can be out of place and A* is 0."""
    if worst == 0:
        raise Undefined("the worst ranking has area 0: there are fewer than two items, or no heights")
    return value / worst


@of_all_ranks(
    "area-normalised",
    claims=[NORMALISED],
    latex=lines(r"d(a,b)=" + WORST_OF["full"], r"A(a,b)=" + trapezoids_of(), *POINTS),
)
def area_normalised(a: Ranking, b: Ranking) -> Any:
    """nA = A(a, b) / A(a, reversed a)

    a, b: two rankings of the same items; all heights 1. The reversal has the largest P(k) for every k: its first k
    items are the last k of the other list. No value for fewer than two items (0/0). Di Nunzio and Silvello 2015.
    """
    return over_the_worst(sum(trapezoids(points(a, b))), sum(largest(a.n)))


@with_heights(
    "area-normalised",
    claims=[NORMALISED],
    latex=lines(r"d(a,b)=" + WORST_OF["heights"], r"A_h(a,b)=" + trapezoids_of(height=r"h_k\,"), *POINTS),
)
def area_normalised_with_heights(a: Ranking, b: Ranking, h: Heights) -> Any:
    """nA = A(a, b) / A(a, reversed a) with heights h_k

    a, b: two rankings of the same n items; h: a height for each rank 1..n. No value for fewer than two items, or
    where all heights are 0 (0/0). Di Nunzio and Silvello 2015.
    """
    return over_the_worst(weighted(h, trapezoids(points(a, b))), weighted(h, largest(a.n)))


@up_to_a_rank(
    "area-normalised",
    claims=[NORMALISED],
    latex=lines(r"d(a,b)=" + WORST_OF["cut-off"], r"A_i(a,b)=" + trapezoids_of(r"\min(i,n)"), *POINTS),
)
def area_normalised_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """nA(i) = A(i) of a, b / A(i) of a, reversed a

    a, b: two rankings of the same items; i: a cut-off, beyond n the same as n. No value for fewer than two items
    (0/0). Di Nunzio and Silvello 2015.
    """
    return over_the_worst(sum(trapezoids(points(a, b))[:i]), sum(largest(a.n)[:i]))


# --- the correlation -------------------------------------------------------------------------------------------


@of_all_ranks(
    "area-correlation",
    kind="similarity",
    claims=[CORRELATION, PA7.holds(axioms.mean_over_rankings("1/2"), axioms.equals("spearman-rho", "1/2", "1/2"))],
    latex=lines(r"r(a,b)=1-" + WORST_OF["full"], r"A(a,b)=" + trapezoids_of(), *POINTS),
)
def area_correlation(a: Ranking, b: Ranking) -> Any:
    """A-corr(a, b) = 1 - A(a, b) / A(a, reversed a)

    a, b: two rankings of the same items; all heights 1. (1 + rho) / 2 for Spearman's rho: A is half of his sum of
    squares. No value for fewer than two items (0/0). Di Nunzio and Silvello 2015.
    """
    return 1 - area_normalised.definition(a, b)


@with_heights(
    "area-correlation",
    kind="similarity",
    claims=[CORRELATION, PA7.holds(axioms.mean_over_rankings("1/2"))],
    latex=lines(r"r(a,b)=1-" + WORST_OF["heights"], r"A_h(a,b)=" + trapezoids_of(height=r"h_k\,"), *POINTS),
)
def area_correlation_with_heights(a: Ranking, b: Ranking, h: Heights) -> Any:
    """A-corr(a, b) = 1 - A(a, b) / A(a, reversed a) with heights h_k

    a, b: two rankings of the same n items; h: a height for each rank 1..n. No value for fewer than two items, or
    where all heights are 0 (0/0). Its mean over all b is 1/2: F(j) is (n + 1) / 2 in the mean, so P(k) is
    k (n - k) / 2, half of its largest value. Di Nunzio and Silvello 2015.
    """
    return 1 - area_normalised_with_heights.definition(a, b, h)


@up_to_a_rank(
    "area-correlation",
    kind="similarity",
    claims=[CORRELATION, PA7.holds(axioms.mean_over_rankings("1/2"))],
    latex=lines(r"r(a,b)=1-" + WORST_OF["cut-off"], r"A_i(a,b)=" + trapezoids_of(r"\min(i,n)"), *POINTS),
)
def area_correlation_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """A-corr(i) = 1 - A(i) of a, b / A(i) of a, reversed a

    a, b: two rankings of the same items; i: a cut-off, beyond n the same as n. No value for fewer than two items
    (0/0). Di Nunzio and Silvello 2015.
    """
    return 1 - area_normalised_up_to.definition(a, b, i)

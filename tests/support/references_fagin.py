"""Independent implementations of distances with ties and of top lists, by all refinements; weighted coefficients."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations, product
from operator import mul
from typing import Any

from reference_table import List, Value, mean, reference
from references_rankings import Positions, agreeing, footrule
from references_ties import Levels


def refinements(a: Levels) -> list[list[int]]:
    """The positions of all rankings that break the ties."""
    every = (list(order) for order in permutations(range(1, len(a) + 1)))
    return [p for p in every if all(p[x] < p[y] for x in range(len(a)) for y in range(len(a)) if a[x] < a[y])]


def inverted(a: Sequence[int], b: Sequence[int]) -> Fraction:
    return agreeing(a, b)[1]


def hausdorff(distance: Callable[[Any, Any], Fraction], a: Levels, b: Levels) -> Value:
    first, second = refinements(a), refinements(b)
    there = max(min(distance(s, t) for t in second) for s in first)
    return max(there, max(min(distance(s, t) for s in first) for t in second))


def penalised(a: Levels, b: Levels, p: Fraction) -> Fraction:
    """Each pair by itself."""
    cost = Fraction(0)
    for x in range(len(a)):
        for y in range(x):
            one, other = a[x] - a[y], b[x] - b[y]
            cost += 1 if one * other < 0 else p if (one == 0) != (other == 0) else 0
    return cost


for _name in ("large-p", "small-p"):
    reference(f"kendall-ties[{_name}]")(penalised)
reference("kendall-ties[profile]")(lambda a, b: penalised(a, b, Fraction(1, 2)))
reference("kendall-ties[hausdorff]")(lambda a, b: hausdorff(inverted, a, b))
reference("footrule-ties[hausdorff]")(lambda a, b: hausdorff(footrule, a, b))


@reference("footrule-ties[profile]")
def footrule_profile(a: Levels, b: Levels) -> Value:
    """Of the mean positions over all refinements."""
    means = [[mean([Fraction(p[x]) for p in refinements(z)]) for x in range(len(z))] for z in (a, b)]
    return sum((abs(s - t) for s, t in zip(*means, strict=True)), Fraction(0))


def extended(a: list[int], b: list[int]) -> list[Fraction]:
    """Kendall's distances of all rankings of the items shown that begin with the lists."""
    union = sorted({*a, *b})
    begun = [[[*z, *rest] for rest in permutations([x for x in union if x not in z])] for z in (a, b)]
    places = [[[order.index(x) for x in union] for order in orders] for orders in begun]
    return [inverted(s, t) for s, t in product(*places)]


reference("kendall-top[optimistic]")(lambda a, b: min(extended(a, b)))
reference("kendall-top[neutral]")(lambda a, b: mean(extended(a, b)))


@reference("kendall-top[p]")
def kendall_top(a: list[int], b: list[int], p: Fraction) -> Value:
    """Each unknown pair costs nothing in the nearest rankings, and 1/2 on average."""
    distances = extended(a, b)
    return min(distances) + 2 * p * (mean(distances) - min(distances))


@reference("footrule-top")
def footrule_top(a: list[int], b: list[int]) -> Value:
    def place(z: list[int], x: int) -> int:
        return z.index(x) if x in z else len(z)

    return Fraction(sum(abs(place(a, x) - place(b, x)) for x in {*a, *b}))


# --- rank-biased overlap ---------------------------------------------------------------------------------------


def overlap_of(heads: Callable[[int], tuple[Any, Any]], agreement: Callable[[Any, Any], Any], n: int, p: Any) -> Value:
    """The expected agreement at a depth that is drawn: d with probability (1 - p) p^(d-1), and n beyond."""
    values = [agreement(*heads(d)) for d in range(1, n + 1)] or [Fraction(1)]
    weights = [(1 - p) * p**d for d in range(n)]
    return sum((w * v for w, v in zip(weights, values, strict=False)), 0 * p) + (1 - sum(weights)) * values[-1]


@reference("rbo-ties[w]")
def rbo_w(a: Levels, b: Levels, p: Fraction) -> Value:
    def head(z: Levels, d: int) -> set[int]:
        return {x for x in range(len(z)) if len([y for y in z if y < z[x]]) < d}

    def dice(s: set[int], t: set[int]) -> Fraction:
        return Fraction(2 * len(s & t), len(s) + len(t))

    return overlap_of(lambda d: (head(a, d), head(b, d)), dice, len(a), p)


@reference("rbo-ties[a]")
def rbo_a(a: Levels, b: Levels, p: Fraction) -> Value:
    """The mean over all ways to break the ties of both."""

    def of(s: list[int], t: list[int]) -> Any:
        heads = lambda d: tuple({x for x in range(len(z)) if z[x] <= d} for z in (s, t))  # noqa: E731  # as one reads it
        return overlap_of(heads, lambda u, v: Fraction(len(u & v), len(u)), len(s), p)

    return mean([of(s, t) for s, t in product(refinements(a), refinements(b))])


@reference("rbo-ties[b]")
def rbo_b(a: Levels, b: Levels, p: Fraction) -> Value:
    """The cosine of the shares of refinements that have an item in the head."""

    def share(z: Levels, d: int) -> list[float]:
        return [float(mean([Fraction(r[x] <= d) for r in refinements(z)])) for x in range(len(z))]

    def cosine(s: list[float], t: list[float]) -> float:
        return sum(map(mul, s, t)) / math.hypot(*s) / math.hypot(*t)

    return overlap_of(lambda d: (share(a, d), share(b, d)), cosine, len(a), float(p))


# --- graded lists ----------------------------------------------------------------------------------------------


@reference("q-measure")
def q_measure(x: List, beta: Fraction) -> Value:
    grades, everything = ([max(g, Fraction(0)) for g in z] for z in (x[0], [*x[0], *x[1]]))
    best = sorted(everything)[::-1]
    relevant = len([g for g in everything if g])
    if not relevant:
        return None
    blended = [
        (len([g for g in grades[:i] if g]) + beta * sum(grades[:i])) / (i + beta * sum(best[:i])) * bool(grades[i - 1])
        for i in range(1, len(grades) + 1)
    ]
    return sum(blended, Fraction(0)) / relevant


@reference("graded-average-precision")
def graded_average_precision(x: List) -> Value:
    """The integral over the grade from which on an item is relevant: numerator and denominator."""
    levels = sorted({Fraction(0), *(g for g in [*x[0], *x[1]] if g > 0)})
    found = every = Fraction(0)
    for below, least in pairwise(levels):
        hits = [g >= least for g in x[0]]
        precisions = [Fraction(sum(hits[: i + 1]), i + 1) for i, hit in enumerate(hits) if hit]
        found += (least - below) * sum(precisions, Fraction(0))
        every += (least - below) * len([g for g in [*x[0], *x[1]] if g >= least])
    return found / every if every else None


# --- coefficients ----------------------------------------------------------------------------------------------


@reference("kendall-tau-x")
def tau_x(a: Levels, b: Levels) -> Value:
    """By the distance of Kemeny and Snell, a pair at a time."""
    if len(a) < 2:
        return None
    return 1 - 4 * penalised(a, b, Fraction(1, 2)) / (len(a) * (len(a) - 1))


@reference("top-down-correlation")
def top_down(a: Positions, b: Positions) -> Value:
    if len(a) < 2:
        return None
    savage = [[sum(Fraction(1, j) for j in range(x, len(z) + 1)) for x in z] for z in (a, b)]
    centred = [[s - 1 for s in scores] for scores in savage]  # the mean of Savage scores is 1
    return sum(s * t for s, t in zip(*centred, strict=True)) / sum(s * s for s in centred[0])


@reference("gini-gamma")
def gini_gamma(a: Positions, b: Positions) -> Value:
    if len(a) < 2:
        return None
    turned = [len(a) + 1 - x for x in a]
    return (footrule(turned, b) - footrule(a, b)) / footrule(a, turned)


def blest(a: Positions, b: Positions) -> Value:
    """Linear between 1 on equal rankings and -1 on reversed ones."""
    if len(a) < 2:
        return None

    def cost(b: Positions) -> Fraction:
        return Fraction(sum((len(a) + 1 - x) ** 2 * y for x, y in zip(a, b, strict=True)))

    least, most = cost(a), cost([len(a) + 1 - x for x in a])
    return 1 - 2 * (cost(b) - least) / (most - least)


reference("blest-nu[first]")(blest)
reference("blest-nu[symmetric]")(lambda a, b: None if len(a) < 2 else mean([blest(a, b), blest(b, a)]))

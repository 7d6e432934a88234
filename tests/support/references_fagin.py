"""Independent implementations of distances with ties and of top lists, by all refinements; weighted coefficients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from reference_table import Value, mean, reference
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

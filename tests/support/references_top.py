"""Independent implementations of overlaps of top lists, and of correlations that weigh the top more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from reference_table import Value, mean, reference, rows_of
from references_rankings import Positions
from references_scores import orders_of_ties
from references_ties import Levels, less

# --- top lists -------------------------------------------------------------------------------------------------


def overlap(a: Sequence[Any], b: Sequence[Any], d: int) -> Fraction:
    return Fraction(len([x for x in a[:d] if x in b[:d]]))


def biased(agreements: Sequence[Fraction], rest: Fraction, p: Fraction) -> Fraction:
    """(1 - p) sum p^(d-1) A_d, the agreement being ``rest`` at all depths beyond the given ones."""
    return sum(((1 - p) * p**d * A for d, A in enumerate(agreements)), Fraction(0)) + p ** len(agreements) * rest


def rbo_truncated(a: list[int], b: list[int], p: Fraction) -> Value:
    s = min(len(a), len(b))
    return biased([overlap(a, b, d) / d for d in range(1, s + 1)], Fraction(0), p)


def rbo_ext(a: list[int], b: list[int], p: Fraction) -> Value:
    """The item at a depth that the shorter list has not is common with the last probability seen, X_s / s."""
    s, l = sorted((len(a), len(b)))  # noqa: E741  # the paper's letters
    if not s:
        return None
    share = overlap(a, b, s) / s
    agreements = [(overlap(a, b, d) + max(0, d - s) * share) / d for d in range(1, l + 1)]
    return biased(agreements, agreements[-1], p)


def rbo_min(a: list[int], b: list[int], p: Fraction) -> Value:
    """The lists go on with items that the other has not, for as long as it makes a difference to a float."""
    q = float(p)
    return math.fsum((1 - q) * q ** (d - 1) * float(overlap(a, b, d)) / d for d in range(1, 300))


def rbo_max(a: list[int], b: list[int], p: Fraction) -> Value:
    """The lists go on with items of each other, those that count at once first."""
    first, second = sorted((list(a), list(b)), key=len)
    agreements = [overlap(first, second, d) / d for d in range(1, len(first) + 1)]
    while set(first) != set(second):
        d = len(first) + 1
        missed = [x for x in second[:d] if x not in first]
        wanted = [x for x in first if x not in second]
        if len(second) < d:
            second.append(wanted[0])
        first.append(missed[0])
        agreements.append(overlap(first, second, d) / d)
    return biased(agreements, Fraction(1), p)


def average_overlap(a: list[int], b: list[int]) -> Value:
    k = min(len(a), len(b))
    return mean([overlap(a, b, d) / d for d in range(1, k + 1)]) if k else None


for _name, _rbo in (("ext", rbo_ext), ("min", rbo_min), ("max", rbo_max), ("truncated", rbo_truncated)):
    reference(f"rbo[{_name}]", f"rbo[{_name}-unequal]")(_rbo)
    if _name != "max":
        reference(f"rbo-distance[{_name}]", f"rbo-distance[{_name}-unequal]")(lambda *given, f=_rbo: less(f(*given)))
reference("rbo-residual")(lambda a, b, p: float(rbo_max(a, b, p)) - rbo_min(a, b, p))
reference("average-overlap")(average_overlap)
reference("average-overlap-distance")(lambda a, b: less(average_overlap(a, b)))


@reference("rbo-distance[rankings]")
def rbo_distance_of_rankings(a: Positions, b: Positions, p: Fraction) -> Value:
    """Both lists go on alike."""
    first, second = ([z.index(k) for k in range(1, len(z) + 1)] for z in (a, b))
    return 1 - biased([overlap(first, second, d) / d for d in range(1, len(a) + 1)], Fraction(1), p)


# --- top-weighted correlations ---------------------------------------------------------------------------------


@reference("tau-ap[asymmetric]")
def tau_ap(a: Positions, b: Positions) -> Value:
    """The chance that an item of b and one above it are in the order of a, brought to [-1, 1]."""
    if len(a) < 2:
        return None
    listed = [b.index(k) for k in range(1, len(b) + 1)]
    chances = [mean([Fraction(a[y] < a[x]) for y in listed[:i]]) for i, x in enumerate(listed) if i]
    return 2 * mean(chances) - 1


@reference("tau-ap[symmetric]")
def tau_ap_symmetric(a: Positions, b: Positions) -> Value:
    return mean([tau_ap(a, b), tau_ap(b, a)]) if len(a) > 1 else None


@reference("tau-ap[ties-a]")
def tau_ap_accuracy(a: Levels, b: Levels) -> Value:
    """The mean over all rankings that break the ties of b."""
    if len(a) < 2 or len(set(a)) < len(a):
        return None
    orders = [[order.index(x) + 1 for x in range(len(b))] for order in orders_of_ties([Fraction(-x) for x in b])]
    return mean([tau_ap(a, c) for c in orders])


@reference("tau-ap[ties-b]")
def tau_ap_agreement(a: Levels, b: Levels) -> Value:
    def agreement(reference: Levels, order: Levels) -> Value:
        shares = []
        for x in range(len(order)):
            above = [y for y in range(len(order)) if order[y] < order[x]]
            if above:
                shares.append(mean([Fraction(reference[y] < reference[x]) for y in above]))
        return 2 * mean(shares) - 1 if shares else None

    sides = [agreement(a, b), agreement(b, a)]
    return None if None in sides else mean(sides)


def weighted_tau(a: Levels, b: Levels, order: list[int]) -> Value:
    """Vigna 2015: pairs weighed by 1/r + 1/s for the ranks r, s in the given order of the items."""

    def inner(u: Levels, v: Levels) -> Fraction:
        return sum(
            (
                Fraction((u[x] > u[y]) - (u[x] < u[y])) * ((v[x] > v[y]) - (v[x] < v[y]))
                * (Fraction(1, 1 + order.index(x)) + Fraction(1, 1 + order.index(y)))
                for x, y in combinations(range(len(u)), 2)
            ),
            Fraction(0),
        )  # fmt: skip

    norms = inner(a, a) * inner(b, b)
    return float(inner(a, b)) / math.sqrt(norms) if norms else None


@rows_of("weighted-tau", "first", "symmetric", "first-ties", "symmetric-ties")
def weighted_tau_of(variant: str, a: Levels, b: Levels) -> Value:
    items = range(len(a))
    first = weighted_tau(a, b, sorted(items, key=lambda x: (a[x], b[x])))
    if variant.startswith("first") or first is None:
        return first
    return (first + weighted_tau(a, b, sorted(items, key=lambda x: (b[x], a[x])))) / 2
